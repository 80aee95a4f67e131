-- The library table: every public name of debias. `core` holds the C modules, one table each; every other
-- file of lua/ is called once with (core, D) by core.use, adds its public names to D and returns what other
-- files of the library need of it.
local core = ...

local D = {version = core.system.version}
local loaded = {}

function core.use(name)
    if loaded[name] == nil then
        loaded[name] = core.system.import("lua/" .. name .. ".lua")(core, D) or true
    end
    return loaded[name]
end

for _, name in ipairs {
    "values",
    "operators",
    "result",
    "plot",
    "problem",
    "bias",
    "running",
    "levels",
    "correct",
    "schedule",
    "run",
    "theory",
    "tune",
    "complexity",
    "figure",
    "demo",
    "lesson",
    "help",
    "show",
    "example",
} do
    core.use(name)
end

return D
