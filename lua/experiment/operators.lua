-- What bias and running do with their operators: which, called what, in blocks of how many draws, and of which q.
local core, D = ...
local system, list_of = core.system, core.use "list"

local operators = {}

-- The operators of a list in which a number k means extrap.order(k); without a list the paper's three.
function operators.read(name, list)
    local all, paper = {}, D.extrap.paper
    for i, item in ipairs(list or {paper(1), paper(2), paper(3)}) do
        if system.kind(item) == "extrap" then
            all[i] = item
        elseif math.type(item) and item >= 1 and item <= core.extrap.most_order and item % 1 == 0 then
            all[i] = D.extrap.order(item)
        else
            system.fail(name, "option 'operators': expected operators or orders from 1 to %d, got %s at element %d",
                core.extrap.most_order, system.describe(item), i)
        end
    end
    if #all == 0 then
        system.fail(name, "option 'operators': expected at least one operator")
    end
    return all
end

-- The operators' names; one that comes again is numbered: "custom", "custom #2".
function operators.names(list)
    local names, seen = {}, {}
    for i, op in ipairs(list) do
        seen[op.name] = (seen[op.name] or 0) + 1
        names[i] = op.name .. (seen[op.name] > 1 and " #" .. seen[op.name] or "")
    end
    return names
end

-- How many draws of D_m each operator's blocks hold at m: the same cost for all, or m itself.
function operators.blocks(list, equal_cost)
    local common = core.extrap.common(list)
    return list_of.map(list, function(op) return equal_cost and common // op.draws or 1 end)
end

local MOST = 1000000000 -- draws of a block

-- Refuses an m whose blocks would hold more: the draws that make costs equal come on top of what was asked for.
function operators.check_blocks(name, factors, ms)
    local factor = math.max(table.unpack(factors))
    for _, m in ipairs(ms) do
        if m * factor > MOST then
            system.fail(name, "option 'm': expected at most %d, since equal costs take blocks of %d m draws and %d is "
                .. "the most, got %d; equal_cost=false keeps blocks of m", MOST // factor, factor, MOST, m)
        end
    end
end

-- q of an experiment, read and compiled once for all operators and inner batches; factors as of .blocks.
function operators.q(name, o, list, factors, ms)
    local sizes = {}
    for i, op in ipairs(list) do
        for _, term in ipairs(op:terms()) do
            for _, m in ipairs(ms) do
                sizes[#sizes + 1] = m * factors[i] * term.size
            end
        end
    end
    return core.q.read(o.q, o.dist, D.vec(list_of.unique(sizes)), {s = o.s}, name)
end

-- The most estimates: as asked, else the default, which is larger where an option se ends the drawing.
function operators.most(options, o)
    return options.se and not options.reps and 1e9 or o.reps
end

-- What experiments with a function q store of their options.
function operators.spec(o, list, experiment)
    return {
        experiment = experiment, operators = operators.names(list), dist = o.dist and tostring(o.dist), s = o.s,
        q = o.q and tostring(o.q):gsub(": 0x%x+", "") or nil, equal_cost = o.equal_cost, reps = o.reps, se = o.se,
        seed = o.seed,
    }
end

return operators
