-- demo(), demo"name": the demos that come with the program.
local core, D = ...
local system, module, script = core.system, core.use "module", core.later "guide/script"
local others = core.later "guide/others"
local text = core.use "text"
local folder = "demos/"

local function path_of(caller, name)
    return script.path(caller, "demo", folder, name)
end

local function list()
    text.write(script.lines(script.list(folder)), 'demo"name" runs one, demo.source"name" is its text, as of these:\n',
        script.lines(others.list(), math.max(60, text.columns())))
end

local function run(name)
    local path = path_of("demo", name)
    text.write(("%s (demo.source%q is its text)\n"):format(path, name))
    script.load(path, "=" .. path, {arg = {}})()
end

D.demo = module("demo", {
    source = function(name)
        return system.source(others.path(name) or path_of("demo.source", name))
    end,
}, function(...)
    return (select("#", ...) == 0 and list or run)(...)
end)
