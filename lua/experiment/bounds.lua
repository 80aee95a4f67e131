-- Bounds drawn beside what is measured. A bound is {name =, x =, values =, source = where it is from}, or {name =,
-- why = there is none}.
local core, D = ...
local system, map, over = core.system, core.use "list".map, core.use "over"
local look = core.later "experiment/look"

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

-- The bound of one operator, and where it is from; nil, why.
function bounds.of_operator(op, q, d, o)
    local list, none = core.bound.bias({op}, q, d, {s = o.s}, {D.vec{o.m}}, "extrap:bound")
    local why = none or list[1].why
    if why then
        return nil, why
    end
    return list[1].values[1], source(op, list[1].form)
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

-- The bounds of groups of rows of bias.
function bounds.of_bias(o, q, groups)
    local list = o.problem and map(groups, function(group) return of_problem(o, group) end) or of_q(o, q, groups)
    return map(list, function(each, i) return over(each, {name = groups[i].name, x = groups[i].m}) end)
end

-- What theory.plan expects for groups of rows of complexity, by the theorems of each.
function bounds.of_plans(groups, theorems)
    return map(groups, function(group, i)
        local planned = map(group.rows, function(row) return row.planned and row or nil end)
        return {
            name = group.name, source = table.concat(theorems[i], ", "), why = "no plan is known for it",
            x = map(planned, function(row) return row.eps end),
            values = planned[1] and D.vec(map(planned, function(row) return row.planned end)),
        }
    end)
end

-- Adds them to series as dotted lines, each in the colour of the series of its name; what is 0 has no line. `called`:
-- what the legend calls them.
function bounds.add(kind, series, list, called)
    local colors, names, count, some = {}, {}, 0, false
    for _, each in ipairs(series) do
        local own = each.key or each.label
        if not colors[own] then
            colors[own], names[own], count = each.color or count % 7 + 1, each.label, count + 1
        end
    end
    for _, each in ipairs(list) do
        some = some or each.values ~= nil
        series[#series + 1] = each.values and each.values:max() > 0 and {
            label = ("%s, %s"):format(names[each.name] or each.name, called), x = each.x, y = each.values, dash = "dot",
            marker = "none", color = colors[each.name],
        } or nil
    end
    if not some then
        system.fail(kind .. ":plot", "option 'bound': there is none, %s: %s",
            look.label(look.operator_name(list[1].name)), list[1].why)
    end
end

-- The sentence about them under the figure.
function bounds.words(list, what)
    local parts = map(list, function(each)
        local from = each.source
        if not each.values then
            from = "none, " .. each.why
        elseif each.values:max() == 0 then
            from = "0, " .. from
        end
        return ("%s %s"):format(look.label(look.operator_name(each.name)), from)
    end)
    return ("Dotted: %s; %s."):format(what, table.concat(parts, "; "))
end

return bounds
