-- demo(), demo"name": the demos that come with the program.
local core, D = ...
local system, module, script = core.system, core.use "module", core.later "guide/script"
local others = core.later "guide/others"
local text, map = core.use "text", core.use "list".map
local folder = "demos/"

local function path_of(caller, name)
    return script.path(caller, "demo", folder, name)
end

local function list()
    text.write(script.lines(script.list(folder)), 'demo"name" runs one, demo.source"name" is its text, as of these:\n',
        script.lines(others.list(), math.max(60, text.columns())))
end

-- A name with a dot or a folder is that of another demo.
local function path_of_other(name)
    local path, names = others.path(name), map(others.list(), function(each) return each.name end)
    local hint = system.hint(name, names)
    return path or system.fail("demo.source", "no demo '%s'%s", name,
        hint ~= "" and hint or ", there are " .. table.concat(names, ", "))
end

local function run(name)
    if others.path(name) then
        system.fail("demo", "'%s' is no script of this program; demo.source%q is its text", name, name)
    end
    local path = path_of("demo", name)
    text.write(("%s (demo.source%q is its text)\n"):format(path, name))
    script.load(path, "=" .. path, {arg = {}})()
end

D.demo = module("demo", {
    source = function(name)
        local is_other = type(name) == "string" and name:find "[./]"
        return system.source(is_other and path_of_other(name) or path_of("demo.source", name))
    end,
}, function(...)
    return (select("#", ...) == 0 and list or run)(...)
end)
