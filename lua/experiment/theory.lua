-- theory.plan, .constants, .exponents, .bound: what the convergence theorems prescribe and promise.
local core, D = ...
local system, result, over, text = core.system, core.use "result", core.use "over", core.use "text"
local module, number = core.use "module", text.cell

local theory = {}

local plan_order = {"steps", "step", "m", "S1", "S2", "p_in", "B1", "B2", "p_out"}

-- The sentences of a plan: its options, its cost, its bound and how the paper was read.
local function plan_lines(options, plan)
    local parts = core.use "list".map(plan_order, function(name)
        return options[name] and name .. " " .. number(options[name])
    end)
    local lines = {
        ("%s, %s, eps %s"):format(options.method, plan.label, number(plan.eps)),
        table.concat(parts, ", "),
        "samples: " .. number(plan.samples) .. " expected",
        "reading: " .. plan.reading,
    }
    if plan.bound then
        local bound = "bound: mean |grad F|^2 <= %s = %s eps^2"
        table.insert(lines, 4, bound:format(number(plan.bound), number(plan.multiple)))
    end
    return lines
end

-- Only run's options are fields of the table itself; what else a plan says is found through __index, so that run{..}
-- takes the plan once it has a problem.
function theory.plan(method, options)
    if type(options) == "table" and options.n == math.huge then
        options = over(options)
        options.n = nil
    end
    local plan = core.theory.plan(method, options, "theory.plan")
    return setmetatable(plan.options, {
        __name = "plan",
        __index = plan,
        __tostring = function(self)
            return table.concat(plan_lines(self, plan), "\n")
        end,
    })
end

local note = "inner draws are unbounded: C_g is the root mean square of |Jacobian| and sigma_g holds for |x| <= %s "
    .. "only, so the theorems' assumptions do not hold strictly"

local order = {"D", "n", "l2", "C_f", "L_f", "C_g", "L_g", "sigma_g", "zeta_g", "C_e", "L_F", "C_F", "Lt", "si2", "sb2",
    "c"}

-- A line for each constant: name, value, meaning.
local function constant_lines(constants)
    local lines, params = {}, core.use "list".by_name(core.theory.params.plan)
    for _, name in ipairs(order) do
        local value, param = rawget(constants, name), params[name]
        lines[#lines + 1] = value and {name, number(value), param and param.meaning:gsub("; default.*", "")}
    end
    return text.align(lines, {true, false, true}) .. "\n" .. constants.note
end

function theory.constants(problem, options)
    local constants = core.theory.constants(problem, options)
    constants.note = constants.known and note:format(number(constants.radius))
        or ("problem.%s states no constants of f and g"):format(problem.name)
    constants.known = nil
    return setmetatable(constants, {
        __name = "constants",
        __tostring = constant_lines,
        __index = function(self, key)
            system.fail("theory.constants", "no field '%s'%s", tostring(key), system.hint(key, self))
        end,
    })
end

function theory.exponents(options)
    local rows = core.theory.exponents(options)
    local columns, kept = core.use "rows".columns({"method", "setting", "exponent", "cost", "label"}, rows)
    columns.exponent = D.vec(columns.exponent)
    return result.new("exponents", columns, kept, options)
end

theory.bound = core.theory.bound
D.theory = module("theory", theory)
return theory
