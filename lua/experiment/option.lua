-- What several experiments do with their options.
local core, D = ...
local system = core.system

local option = {}

-- The operators of a list in which a number k stands for extrap.order(k); without a list the paper's three.
function option.operators(name, list)
    local operators, paper = {}, D.extrap.paper
    for i, item in ipairs(list or {paper(1), paper(2), paper(3)}) do
        if system.kind(item) == "extrap" then
            operators[i] = item
        elseif math.type(item) and item >= 1 and item <= core.extrap.most_order and item % 1 == 0 then
            operators[i] = D.extrap.order(item)
        else
            local wanted = "option 'operators': expected operators or orders from 1 to %d, got %s at element %d"
            system.fail(name, wanted:format(core.extrap.most_order, system.describe(item), i))
        end
    end
    if #operators == 0 then
        system.fail(name, "option 'operators': expected at least one operator")
    end
    return operators
end

-- The operators' names; one that comes again is numbered: "custom", "custom #2".
function option.names(operators)
    local names, seen = {}, {}
    for i, op in ipairs(operators) do
        seen[op.name] = (seen[op.name] or 0) + 1
        names[i] = op.name .. (seen[op.name] > 1 and " #" .. seen[op.name] or "")
    end
    return names
end

-- The number itself, or the norm of a vec.
function option.norm(x)
    return type(x) == "number" and x or x:norm()
end

local function gcd(a, b)
    return b == 0 and a or gcd(b, a % b)
end

-- How many draws of D_m each operator's blocks hold at m: the same cost for all, or m itself.
function option.blocks(operators, equal_cost)
    local common, factors = 1, {}
    for _, op in ipairs(operators) do
        common = common // gcd(common, op.draws) * op.draws
    end
    for i, op in ipairs(operators) do
        factors[i] = equal_cost and common // op.draws or 1
    end
    return factors
end

local MOST = 1000000000 -- draws of a block

-- Refuses an m whose blocks would hold more: the draws that make costs equal come on top of what was asked for.
function option.check_blocks(name, factors, ms)
    local factor = math.max(table.unpack(factors))
    for _, m in ipairs(ms) do
        if m * factor > MOST then
            local words = "option 'm': expected at most %d, since equal costs take blocks of %d m draws and %d is the "
                .. "most, got %d; equal_cost=false keeps blocks of m"
            system.fail(name, words:format(MOST // factor, factor, MOST, m))
        end
    end
end

-- q of an experiment, read and compiled once for all operators and inner batches; factors as option.blocks gives them.
function option.q(name, o, operators, factors, ms)
    local seen, sizes = {}, {}
    for i, op in ipairs(operators) do
        for _, term in ipairs(op:terms()) do
            for _, m in ipairs(ms) do
                local size = m * factors[i] * term.size
                sizes[#sizes + 1] = not seen[size] and size or nil
                seen[size] = true
            end
        end
    end
    return core.q.read(o.q, o.dist, D.vec(sizes), {s = o.s}, name)
end

-- What experiments with a function q record of their options.
function option.spec(o, operators, experiment)
    return {
        experiment = experiment, operators = option.names(operators), dist = o.dist and tostring(o.dist), s = o.s,
        q = o.q and tostring(o.q):gsub(": 0x%x+", "") or nil, equal_cost = o.equal_cost, reps = o.reps, seed = o.seed,
    }
end

-- The whole numbers of a vec or list.
function option.whole(name, key, values)
    local list = {}
    for i, value in ipairs(values) do
        list[i] = math.tointeger(value)
        if not list[i] then
            system.fail(name, ("option '%s': expected whole numbers, got %s at element %d"):format(
                key, system.describe(value), i))
        end
    end
    return list
end

-- The columns that x and y of :plot name, and the axes: {x = "samples"} or {x = {scale = "log"}}.
function option.axis(name, value, column, known)
    if type(value) == "string" then
        if not known[value] then
            system.fail(name .. ":plot", ("no column '%s'%s"):format(value,
                value == "gap" and known.objective and ": the least F is not known, take 'objective'"
                    or system.hint(value, known)))
        end
        return value, {}
    end
    return column, value or {}
end

-- The keys of a table in order.
function option.keys(t)
    local keys = {}
    for key in pairs(t) do
        keys[#keys + 1] = key
    end
    table.sort(keys)
    return keys
end

-- fields of the table `defaults` where `options` gives none
function option.over(defaults, options)
    local all = {}
    for key, value in pairs(defaults) do
        all[key] = value
    end
    for key, value in pairs(options or {}) do
        all[key] = value
    end
    return all
end

-- The checkpoint of part i of an experiment, a file in its folder, which is made; nil when none is asked for.
function option.checkpoint(name, options, i, label)
    local folder = options.checkpoint
    if type(folder) ~= "string" then
        return folder -- nil, or what run refuses
    end
    local done, why = core.file.folder(folder)
    if not done then
        system.fail(name, ("cannot make the folder '%s': %s"):format(folder, why))
    end
    return ("%s/%02d-%s"):format(folder, i, label:gsub("[^%w._=-]+", "_"))
end

-- The column of records as a vec; nil unless so many of them (all) have it, NaN for the others.
function option.vec(rows, name, least)
    local list, known = {}, 0
    for i, row in ipairs(rows) do
        known = known + (row[name] == nil and 0 or 1)
        list[i] = row[name] == nil and 0 / 0 or row[name]
    end
    return #rows > 0 and known >= (least or #rows) and D.vec(list) or nil
end

-- The rows by a column of names, in order: list of {name =, rows =}.
function option.groups(rows, column)
    local list, found = {}, {}
    for _, row in ipairs(rows) do
        local name = row[column]
        if not found[name] then
            found[name] = {name = name, rows = {}}
            list[#list + 1] = found[name]
        end
        table.insert(found[name].rows, row)
    end
    return list
end

-- The names of the groups whose every row `is` so, and what they are: "a, b: what"; nil for none.
function option.sentence(groups, is, what)
    local names = {}
    for _, group in ipairs(groups) do
        local all = true
        for _, row in ipairs(group.rows) do
            all = all and is(row)
        end
        names[#names + 1] = all and group.name or nil
    end
    return names[1] and table.concat(names, ", ") .. ": " .. what
end

-- Lists of `count` values made from columns of records: {name -> list} without the columns that nobody knows.
function option.columns(order, rows)
    local columns, kept = {}, {}
    for _, name in ipairs(order) do
        local list, any = {}, false
        for i, row in ipairs(rows) do
            list[i] = row[name]
            if list[i] == nil then
                list[i] = false
            end
            any = any or list[i] ~= false
        end
        if any then
            columns[name] = list
            kept[#kept + 1] = name
        end
    end
    return columns, kept
end

return option
