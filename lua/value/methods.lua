-- What value{..} begins with, by method: methods.new(o, exact, fixed) for nothing drawn; fixed: whether L was given.
--   state  that of lua/value/pool.lua, with kind (lua/value/report.lua), name = the method, and where it was chosen
--          chosen = why, in words; rival(eps, now): what plain nested Monte Carlo would cost, in samples, or nil; where
--          the bias is known, by the variance that is seen now
local core, D = ...
local pool, over, checkpoint = core.use "value/pool", core.use "over", core.later "value/checkpoint"
local operator, random = core.later "value/operator", core.later "value/random"
local multilevel, source = core.later "value/multilevel", core.later "value/source"

local methods = {}

local function made(o, exact, fixed)
    if o.method == "bsgd" or o.method == "e-bsgd" then
        return operator.new(o, o.operator or D.extrap.order(o.order or o.method == "bsgd" and 1 or 2), exact)
    elseif o.method == "v-mlmc" then
        return multilevel.new(o.problem and source.of_problem(o) or source.of_levels(o), o)
    end
    return random.new(o, fixed)
end

function methods.new(o, exact, fixed)
    local state = made(o, exact, fixed)
    state.name, state.exact = o.method, exact
    if state.op and state.op.order == 1 then
        methods.set_rival(state, state)
    end
    return state
end

-- Goes on with what a checkpoint holds.
function methods.again(o, kept, exact, fixed)
    local content = kept.state
    local own = over(o, {method = content.name, order = content.order or o.order})
    local state = methods.new(own, exact, fixed)
    checkpoint.restore(state, content)
    if content.plain then
        local plain = methods.new(over(o, {method = "bsgd", order = 1}), exact)
        plain.drawn = content.plain
        methods.set_rival(state, plain)
    end
    state.spent = pool.cost(state)
    return state
end

-- Sets what plain nested Monte Carlo costs: by what the state of plain estimates says.
function methods.set_rival(state, plain)
    state.plain = plain
    state.rival = function(eps, seen)
        local now = plain.kind.look(plain) or plain.exact and seen
        return now and select(2, plain.kind.need(plain, now, eps))
    end
end

return methods
