-- p:explain(): which of a problem's functions are compiled, what they cost, and why others are not. Returns
-- explain(problem).
local core = ...
local result, sorted, kept_of = core.use "result", core.use "sorted", core.use "problem/mean".kept

local order = {"part", "runs", "operations", "ns", "why"}
local shown = {"part", "runs", "operations", "ns"} -- reasons are long: they are printed below

-- The unit, the laws that are drawn from, and why parts are not compiled.
local function notes(columns, options)
    local list = {"operations, and ns, of one evaluation among many"}
    for _, name in ipairs {"outer", "inner"} do
        local law = core.system.kind(options[name]) == "dist" and options[name]
        list[#list + 1] = law and ("%s: draws of %s"):format(name, tostring(law)) or nil
    end
    for i, why in ipairs(columns.why) do
        list[#list + 1] = why and ("%s: %s"):format(columns.part[i], why) or nil
    end
    return list
end

return function(problem)
    local kept = kept_of(problem)
    local reasons = kept and kept.reasons
    local columns = {part = {}, runs = {}, operations = {}, ns = {}, why = {}}

    local function add(part, runs, program, why)
        local i = #columns.part + 1
        columns.part[i], columns.runs[i], columns.why[i] = part, runs, why or false
        columns.operations[i], columns.ns[i] = program and program.operations or false, program and program.ns or false
    end

    for _, program in ipairs(core.lua_problem.programs(problem)) do
        add(program.name, "compiled", program)
    end
    for _, part in ipairs(reasons and sorted(reasons) or {}) do
        if reasons[part] then
            add(part, part == "F" and "estimated" or "plain Lua", nil, reasons[part])
        end
    end
    if not reasons then
        add("all", "built in")
    end
    return result.new("explain", columns, shown, core.problem.spec(problem), {
        notes = function() return reasons and notes(columns, kept.o) or {} end,
        select = function() return columns, order end,
    })
end
