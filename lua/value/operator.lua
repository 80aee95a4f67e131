-- Values by an operator with inner batch m, which is doubled until the bias is small enough. Rungs are m.
local core = ...
local pool, single, over = core.use "value/pool", core.use "value/single", core.use "over"
local source, panels = core.use "value/source", core.use "value/panels"

local operator, rungs = {}, {}

-- The least rate of the bias that is believed; the largest inner batch.
local LEAST, MOST_M = 0.5, 1 << 20

-- The standard error of what doubling m changes: its share of the error wanted, or of a change that is too large.
local SHARE, CLEAR = 1 / 4, 1 / 8

function rungs.first(state)
    return state.first or state.o.m or 1
end

function rungs.next(_, m)
    return m < MOST_M and 2 * m or nil
end

function rungs.key(m)
    return "mean " .. m
end

-- The bias at m where both the expectation of the estimate and F are known; else nil, and after an interrupt.
local function proved(state, m)
    if state.exact and state.proved[m] == nil then
        local expected = state.source.estimator(rungs.key(m)):expected(state.o.x)
        state.proved[m] = expected and math.abs(expected - state.exact) or false
    end
    return state.exact and state.proved[m] or nil
end

-- The first m with such a bias, where it is known: by halves, for it takes longest for small m. nil after an interrupt.
local function first_proved(state, limit)
    local least, few, many = state.o.m or 1, 0, 0
    while least * 2 ^ (many + 1) <= MOST_M do
        many = many + 1
    end
    while few < many do
        local middle = (few + many) // 2
        local bias = proved(state, least << middle)
        if not bias then
            return nil
        end
        few, many = bias <= limit and few or middle + 1, bias <= limit and middle or many
    end
    return least << many
end

-- Whether the bias is known; it is not asked for the first m, where that would take long.
local function is_proved(state)
    return proved(state, MOST_M) ~= nil
end

function rungs.begin(state, limit)
    return limit and is_proved(state) and first_proved(state, limit) or nil
end

-- Whether the bias is small enough by that of half the batch, which has twice as much.
local function is_implied(error, before)
    return before ~= nil and before.bias <= 2 * error
end

function rungs.measure(state, m, error, before)
    local own, implied = core.problem.penalty(state.o.problem, state.o.x), is_implied(error, before)
    return proved(state, m) ~= nil or single.draw_until(state, "change " .. m, function(t)
        local off = single.error_of(t)
        return implied or off <= SHARE * error or off <= CLEAR * math.abs(t.mean - own)
    end)
end

-- The rate of the bias from the change at m and at m/2, where both stand out of their noise.
local function rate_of(op, now, before)
    if not before or not before.change
        or not (math.abs(now.change) > 2 * now.se and math.abs(before.change) > 2 * before.se) then
        return nil
    end
    local alpha = math.log(math.abs(before.change / now.change), 2)
    return math.max(LEAST, math.min(alpha, op.order))
end

-- What doubling m changes, and the bias that follows: from that, and from the bias at m/2.
local function measured(state, m, t, before)
    local penalty = core.problem.penalty(state.o.problem, state.o.x) -- every estimate of a value has it
    local row = {
        m = m, change = t.mean - penalty, se = math.sqrt(t.var / t.n), var = t.var,
        estimates = math.tointeger(t.n), cost = state.source.cost(state, "change " .. m), status = "measured",
    }
    row.alpha = rate_of(state.op, row, before)
    local fall = 2 ^ (row.alpha or 1)
    local least = before and before.change and (math.abs(before.change) - before.se) / fall or 0
    row.bias = math.max(math.abs(row.change) + row.se, least) * fall / (fall - 1)
    if before then
        row.bias = math.min(row.bias, before.bias / fall)
    end
    if t.odd then
        row.bias = 0 / 0
    end
    return row
end

function rungs.bias(state, m, before)
    local known = proved(state, m)
    if known then
        return {m = m, bias = known, status = "proved", cost = state.source.cost(state, rungs.key(m))}
    end
    local t = pool.read(state, "change " .. m)
    return t.n >= 2 and measured(state, m, t, before) or nil
end

-- What is expected of all m -----------------------------------------------------------------------------------------

-- The last row whose change stands out of its noise; the first one where none does.
local function clear(list)
    local last = list[1].row
    for _, each in ipairs(list) do
        local row = each.row
        last = row and row.change and math.abs(row.change) > 2 * row.se and row or last
    end
    return last
end

-- What doubling m changes, beyond the last clear row by the rate that is seen, else the order; and its variance.
local function expected(state, list, from, m)
    local own = list[math.floor(math.log(m / list[1].rung, 2)) + 1]
    local row = own and own.row or from
    local size, var = math.abs(row.change) + row.se, own and own.row and own.row.var
    if m > from.m then
        size = (math.abs(from.change) + from.se) / (m / from.m) ^ (from.alpha or state.op.order)
    end
    for i = #list, 1, -1 do
        local last = list[i].row
        var = var or last and last.var * (last.m / m)
    end
    return size, var
end

-- The variance of an estimate, the one that most of them show.
local function variance(list)
    local most = list[1].t
    for _, each in ipairs(list) do
        most = each.t.n > most.n and each.t or most
    end
    return most.var
end

-- The samples that averaging at m takes.
local function averaging(state, list, m, error, bias)
    local left = math.max(2 * error ^ 2 - bias ^ 2, error ^ 2)
    return math.max(variance(list) / left, 1024) * state.op.draws * m
end

-- The samples that show the bias at m well enough.
local function showing(state, m, size, var, error)
    local off = math.max(SHARE * error, CLEAR * size)
    return math.max(var / off ^ 2, 1024) * 2 * state.op.draws * m
end

-- The samples that eps takes in all, and those of them that are averaged, where the bias at m is known; nil, nil where
-- m would be too large.
local function need_proved(state, list, error)
    local m = first_proved(state, error)
    local bias = m and proved(state, m)
    local own = bias and bias <= error and averaging(state, list, m, error, bias) or nil
    return own, own
end

-- The same by what was measured: the bias is believed to be small where the change and its noise are.
local function need_measured(state, list, error)
    local from, sum, m, bias = clear(list), 0, rungs.first(state), math.huge
    local fall = 2 ^ (from.alpha or 1)
    while m do
        local size, var = expected(state, list, from, m)
        bias = math.min((size + SHARE * error) * fall / (fall - 1), bias / fall)
        sum = sum + showing(state, m, size, var, error)
        if bias <= error then
            local own = averaging(state, list, m, error, size)
            return sum + own, own
        end
        m = rungs.next(state, m)
    end
    return nil
end

function rungs.need(state, list, eps)
    local need = is_proved(state) and need_proved or need_measured
    if list[1] and list[1].t.n >= 2 and (need == need_proved or list[1].row) then
        return need(state, list, eps / math.sqrt(2))
    end
    return nil
end

-- Figures -----------------------------------------------------------------------------------------------------------

function rungs.panels(columns, rows, state)
    local is_known = columns.bias and not columns.change
    return panels.of_operator(columns, rows, is_known and function(m) return proved(state, m) end or nil)
end

local kind = single.kind(rungs, {"m", "change", "se", "alpha", "bias", "estimates", "cost"}, "m")

-- exact: F, where the problem knows it.
function operator.new(o, op, exact)
    local state = pool.new(source.of_problem(o, op), o)
    return over(state, {kind = kind, rungs = rungs, op = op, exact = exact, proved = {}})
end

return operator
