-- The library table: every public name of debias. `core` holds the C modules, one table each; every other
-- file of lua/ is called once with (core, D) by core.use, adds its public names to D and returns what other
-- files of the library need of it.
local core = ...

local D = {version = core.system.version}
local loaded = {}

-- What the files of the library have for globals: copies, so that nothing that a user does to table or math, or that
-- the sandbox takes away, changes what they do. _G and io are the user's, who may redirect what they print; so are the
-- methods of strings, as in ("x"):rep(3).
local globals = {}
for name, value in pairs(_G) do
    globals[name] = value
end
for _, name in ipairs {"coroutine", "debug", "math", "os", "string", "table", "utf8"} do
    globals[name] = {}
    for key, value in pairs(_G[name]) do
        globals[name][key] = value
    end
end

-- fail(function or nil, message [, ..]): the message is a format where more follows.
local fail = core.system.fail
function core.system.fail(name, message, ...)
    return fail(name, select("#", ...) > 0 and globals.string.format(message, ...) or message)
end

function core.use(name)
    if loaded[name] == nil then
        loaded[name] = core.system.import("lua/" .. name .. ".lua", globals)(core, D) or true
    end
    return loaded[name]
end

-- A file that is loaded when it is first needed, by a call or for a field: most sessions use few of them.
function core.later(name)
    return globals.setmetatable({}, {
        __call = function(_, ...)
            return core.use(name)(...)
        end,
        __index = function(_, key)
            return core.use(name)[key]
        end,
    })
end

for _, name in ipairs {
    "values",
    "csv",
    "npy",
    "json_table",
    "extrap",
    "result",
    "groups",
    "experiment/plot",
    "problem/problem",
    "experiment/bias",
    "experiment/running",
    "experiment/estimates",
    "value/value",
    "experiment/correct",
    "experiment/auto",
    "experiment/schedule",
    "experiment/failing",
    "experiment/run",
    "experiment/compare",
    "experiment/theory",
    "experiment/tune",
    "experiment/complexity",
    "sweep/sweep",
    "experiment/reproduce",
    "experiment/figure",
    "guide/demo",
    "guide/lesson",
    "guide/help",
    "prompt/show",
    "prompt/session",
    "prompt/settings",
    "prompt/doctor",
    "prompt/example",
} do
    core.use(name)
end
core.use "guide/arity".apply(D)

return D
