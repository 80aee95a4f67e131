-- Values by one kind of estimate, whose replicates are averaged. What its bias depends on, an inner batch or a last
-- level, is a rung: they are gone up until the bias is small enough, then estimates are averaged there. What was drawn
-- of each (lua/value/pool.lua) is looked at after certain numbers only, so that a smaller error goes on with it and
-- has the bits of being asked for at once, whatever ended earlier calls.
-- state.rungs is a kind of estimate (lua/value/operator.lua, lua/value/random.lua):
--   begin(state, limit)              may say which rung is the first one for a bias of at most `limit` (nil: any),
--                                    which is state.first then
--   first(state), next(state, r)     the rungs, nil after the last one
--   key(r)                           of the estimates that are averaged
--   measure(state, r, error, before) draws what says the bias at r, so far that it can be compared with error; false
--                                    where something ended it
--   bias(state, r, before)           {bias =, status =, ..}, a row of the table; nil where nothing is known yet;
--                                    before: that of the rung before
--   need(state, list, eps)           samples that eps takes in all, by what is known
local core = ...
local system, over = core.system, core.use "over"
local pool, map = core.use "value/pool", core.use "list".map

local single = {}

-- Estimates of the first look, what is more at each one after it, and those of a rung that is only tried; how much
-- smaller each eps is than the one before it.
local FEWEST, MORE, TRIED, FALL = 1024, 8, 16, 4

-- The standard error with one of its own on top: to stop where it happens to be small would bias the mean.
function single.error_of(t)
    local kurtosis = math.max(t.kurtosis == t.kurtosis and t.kurtosis or 3, 3)
    return math.sqrt(t.var / t.n * (1 + math.sqrt((kurtosis - 1) / t.n)))
end

-- Draws estimates of a key until is_done(what they come to); false where something ended it.
function single.draw_until(state, key, is_done)
    local chunk, n, t = state.source.chunk(key), FEWEST, pool.read(state, key)
    while true do
        local all = (n + chunk - 1) // chunk * chunk
        if all > t.n and not pool.draw(state, key, all - t.n) then
            return false
        elseif all >= t.n then
            t = pool.read(state, key)
            state.why = t.odd
            if state.why or is_done(t) then
                return not state.why
            end
        end
        n = n + n // MORE
    end
end

-- The rungs that anything is known of: {rung =, t = what its estimates come to, row = what is known of its bias}.
local function known(state)
    local rungs, list, before = state.rungs, {}, nil
    local r = rungs.first(state)
    while r do
        local t, row = pool.read(state, rungs.key(r)), rungs.bias(state, r, before)
        if t.n < 2 and (not row or row.status == "proved") then
            break
        end
        list[#list + 1] = {rung = r, t = t, row = row}
        before, r = row, rungs.next(state, r)
    end
    return list
end

local function bias_of(each)
    return each.row and each.row.bias == each.row.bias and each.row.bias or math.huge
end

-- What is left of eps^2 for sampling: at least a half.
local function sampling_error(error, bias)
    return error * math.sqrt(math.max(1, 2 - (bias / error) ^ 2))
end

-- The first rung whose bias is at most `limit` (nil: the first of all), and its bias; nil where something ended it.
local function search(state, limit, error)
    local rungs, before = state.rungs, nil
    local r = rungs.first(state)
    while true do
        local missing = TRIED - pool.read(state, rungs.key(r)).n
        local is_tried = missing <= 0 or pool.draw(state, rungs.key(r), missing)
        if not is_tried or not rungs.measure(state, r, error, before) then
            return nil
        end
        local row, higher = rungs.bias(state, r, before), rungs.next(state, r)
        if not limit or row.bias <= limit then
            return r, row.bias
        elseif not higher then
            state.why = "bias"
            return nil
        end
        before, r = row, higher
    end
end

local function averaged(state, r, goal)
    return single.draw_until(state, state.rungs.key(r), function(t) return single.error_of(t) <= goal end)
end

-- Averages at the rung with the least bias: no rung's is small enough, or half of the samples did not show one.
local function fall_back(state, goal)
    local best, why = nil, state.why
    for _, each in ipairs(known(state)) do
        best = each.t.n >= 2 and (not best or bias_of(each) < bias_of(best)) and each or best
    end
    if best then
        averaged(state, best.rung, goal)
    end
    state.why = (state.failure or system.interrupted()) and "interrupted" or why
end

-- The same, with at most half of the samples at first: then the best rung so far gets its estimates, and the search has
-- what these leave.
local function search_in_parts(state, limit, error, least)
    local samples = state.samples
    state.samples = samples / 2
    local r, bias = search(state, limit, error)
    state.samples = samples
    if not r and state.why == "samples" then
        fall_back(state, least)
        r, bias = search(state, limit, error)
    elseif not r and state.why == "bias" then
        fall_back(state, least)
    end
    return r, bias
end

-- Goes on until the sampling error is `error`, or with the bias, which is at most `error` too, what eps allows; least:
-- the error that samples are spent on where no rung will do.
local function reach(state, error, tested, least)
    local limit = tested and error or nil
    state.found = nil
    state.first = state.rungs.begin and state.rungs.begin(state, limit)
    local r, bias = search_in_parts(state, limit, error, least)
    if r and averaged(state, r, tested and sampling_error(error, bias) or error) then
        state.found = r
    end
    return state.found ~= nil
end

-- Halves the error until the budget ends it; true where no error is left to see.
local function by_halves(state)
    local key = state.rungs.key(state.rungs.first(state))
    if not single.draw_until(state, key, function() return true end) then
        return false
    end
    state.step = state.step or single.error_of(pool.read(state, key))
    while reach(state, state.step, true, 0) do
        local now = single.look(state)
        if now.se == 0 and now.bias == 0 then
            return true
        end
        state.step = state.step / 2
    end
    return false
end

-- Goes to eps by larger ones, each FALL times the next, so that there is a value whatever ends it.
local function by_steps(state, error)
    local key = state.rungs.key(state.rungs.first(state))
    local missing = TRIED - pool.read(state, key).n
    if missing > 0 and not pool.draw(state, key, missing) then
        return false
    end
    local step, first = error, single.error_of(pool.read(state, key))
    while FALL * step <= first and first < math.huge do
        step = FALL * step
    end
    while step > error and reach(state, step, true, math.sqrt(2) * error) do
        step = step / FALL
    end
    return step <= error and reach(state, error, true, math.sqrt(2) * error)
end

-- As mlmc.run: to the sampling error `error`, and to that bias where `tested`; 0: until the budget ends it.
function single.run(state, error, tested)
    state.goal = tested and math.min(state.goal or error, error) or 0
    if error == 0 then
        return by_halves(state)
    elseif tested then
        return by_steps(state, error)
    end
    return reach(state, error, false, error)
end

-- Whether what it drew is on the way to that error.
function single.is_on_way(state, error)
    return state.goal ~= nil and error <= state.goal
end

-- What is known now: of the rung that was found, else of that with the least error. nil where there is no estimate.
function single.look(state)
    local best, least
    local list = known(state)
    for _, each in ipairs(list) do
        local square = each.t.n >= 2 and each.t.var / each.t.n + bias_of(each) ^ 2
        if each.rung == state.found then
            best, least = each, -1
        elseif square and (not best or square < least) then
            best, least = each, square
        end
    end
    if not best then
        return nil
    end
    local t, row = best.t, best.row or {status = "not known"}
    local variance, odd = t.var / t.n, t.odd
    return {
        list = list, rung = best.rung, t = t, value = t.mean, variance = variance, se = math.sqrt(variance),
        bias = (odd or not row.bias) and 0 / 0 or row.bias, status = odd and "not known" or row.status, odd = odd,
    }
end

-- As mlmc.copy.
function single.copy(state, o)
    return pool.copy(state, {o = o})
end

local FEW_OF = 0.2 -- a kurtosis above so much of the number of estimates: about five of them decide the variance

-- A warning where few of the estimates decide their variance, or nil.
local function few_decide(t)
    if t.kurtosis > FEW_OF * t.n then
        return ("warning: few of the %s estimates decide the standard error (kurtosis %s): the variance may "
            .. "not exist"):format(core.text.number(t.n, 4), core.text.number(t.kurtosis, 3))
    end
end

-- A kind of value{..} (lua/value/report.lua) by such rungs; name: what a rung is called in fields and rows, or nil.
function single.kind(rungs, order, name)
    local kind = {run = single.run, look = single.look, copy = single.copy, is_on_way = single.is_on_way}

    function kind.table(_, now)
        return order, map(now.list, function(each)
            return over(each.row or {}, name and {[name] = each.rung} or {})
        end)
    end

    function kind.row(state, now)
        local plain = state.rival and state.rival(math.sqrt(now.variance + now.bias ^ 2), now)
        local row = {reps = math.tointeger(now.t.n), plain_cost = plain or nil}
        if name then
            row[name] = now.rung
        end
        return row
    end

    function kind.fields(state, now)
        return over(kind.row(state, now), {operator = state.op and state.op.name})
    end

    function kind.is_row(row)
        return math.type(row.reps) and (not name or math.tointeger(row[name]))
    end

    function kind.words(row)
        local rung = name and ("%s %d, "):format(name, row[name]) or ""
        return ("%s%s estimates"):format(rung, core.text.number(row.reps + 0.0, 4))
    end

    function kind.equal(now)
        return now.t.n, "estimates"
    end

    function kind.warnings(state, now)
        local list = {few_decide(now.t)}
        list[#list + 1] = rungs.warning and rungs.warning(state, now) or nil
        return list
    end

    function kind.need(state, now, eps)
        return rungs.need(state, now.list, eps)
    end

    kind.panels = rungs.panels
    return kind
end

return single
