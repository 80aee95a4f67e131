-- Bounds drawn beside what is measured: bounds.of_bias(o, q, groups) of operators, bounds.add(series, ..) to a figure.
local core, D = ...
local system, map = core.system, core.use "list".map

local bounds = {}

-- Whether the option is given as true; refuses what is no boolean.
function bounds.wanted(name, options)
    if options.bound ~= nil and type(options.bound) ~= "boolean" then
        system.fail(name .. ":plot", "option 'bound': expected a boolean, got " .. system.describe(options.bound))
    end
    return options.bound
end

-- Which of the paper's operators it is, 1 or 2, by its terms; nil for any other.
local function paper_order(op)
    local terms = op:terms()
    if #terms == 1 then
        return terms[1].size == 1 and 1 or nil
    end
    local is_second = #terms == 2 and terms[1].size == 1 and terms[2].size == 2 and terms[2].weight == 2
    return is_second and 2 or nil
end

local propositions = {"prop:1st_error", "prop:2nd_error"}

-- Where the paper has a bound of this form, or what it is made after.
local function source(op, form)
    local k = paper_order(op)
    if form == "lipschitz" then
        return k == 1 and "the footnote to L1, for Lipschitz q" or "as in the footnote to L1, for Lipschitz q"
    end
    return k and propositions[k] or ("as in the proof of prop:2nd_error, up to q^(%d)"):format(2 * op.order)
end

local function blocks_of(group)
    return D.vec(map(group.rows, function(row) return row.block end))
end

-- For each group the bound at every row, and where it is from; or why there is none.
local function of_q(o, q, groups)
    local ops = map(groups, function(group) return group.rows[1].op end)
    local list, none = core.bound.bias(ops, q, o.dist, {s = o.s}, map(groups, blocks_of), "bias:plot")
    return map(groups, function(_, i)
        local why = none or list[i].why
        return why and {why = why} or {values = list[i].values, source = source(ops[i], list[i].form)}
    end)
end

local methods = {"bsgd", "e-bsgd"}
local needed = {"sb2", "c"}

-- The same of a problem's gradient estimate at x, whose size is the radius that the constants are for.
local function of_problem(o, group)
    local k = paper_order(group.rows[1].op)
    if o.of ~= "gradient" then
        return {why = "the paper bounds the bias of gradients, not of values"}
    elseif not k then
        return {why = "the paper prints no constants beyond L2"}
    end
    local radius = (o.x or o.problem:start()):norm()
    local constants, name = core.theory.constants(o.problem, {radius = radius > 0 and radius or nil}), needed[k]
    if not constants[name] then
        return {why = ("problem.%s states no constants of f and g"):format(o.problem.name)}
    end
    local from
    local values = blocks_of(group):map(function(m)
        local bound
        bound, from = core.theory.bound{method = methods[k], m = m, [name] = constants[name]}
        return bound
    end)
    return {values = values, source = from}
end

-- A list {values =, source =}, or {why =}, for each group of rows.
function bounds.of_bias(o, q, groups)
    return o.problem and map(groups, function(group) return of_problem(o, group) end) or of_q(o, q, groups)
end

-- Adds them to the series of the groups as dotted lines in the groups' colours, what is 0 has none; x: a column of the
-- groups.
function bounds.add(name, series, groups, list, x)
    local some = false
    for i, each in ipairs(list) do
        some = some or each.values ~= nil
        series[#series + 1] = each.values and each.values:max() > 0 and {
            label = groups[i].name .. ", bound", x = groups[i][x], y = each.values, dash = "dot", marker = "none",
            color = (i - 1) % 7 + 1,
        } or nil
    end
    if not some then
        system.fail(name .. ":plot", "option 'bound': there is none, %s: %s", groups[1].name, list[1].why)
    end
end

-- The sentence about them under the figure.
function bounds.words(groups, list)
    local parts = map(list, function(each, i)
        local what = each.source
        if not each.values then
            what = "none, " .. each.why
        elseif each.values:max() == 0 then
            what = "0, " .. each.source
        end
        return ("%s %s"):format(groups[i].name, what)
    end)
    return "Dotted: bounds; " .. table.concat(parts, "; ") .. "."
end

return bounds
