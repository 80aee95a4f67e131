-- Many ranks, computed from what was measured of two: m = model.of(rows of the workload ranks), model.summary(m) ->
-- tables in Markdown; model.draw(m) -> a figure of speed-up and efficiency, where m.curves are there.
--
-- A sweep on R ranks is played point by point: each rank that is free takes a number (a latency, and one after the
-- other at the counter), makes that point, and sends what it came to. Rank 0 makes points, too, and between them works
-- off what has come. In the end it puts all rows into one text, which goes to all ranks, and each of them reads it.
local markdown = dofile "tests/bench/markdown.lua"
local model = {}

local RANKS = {1, 2, 4, 8, 16, 32, 64, 256, 1024, 4096, 16384}
local SCALE = os.getenv "SHORT" and 0.01 or 1
local ROW_BYTES, WORD_BYTES = 150, 32 -- of a point's row in the text; of what each rank says at a meeting
local MEETINGS = 6 -- of a sweep
local NETWORK_BYTE = 1e-9 -- seconds, for each of two passes: 1 GB/s
local TAKING = 2e-7 -- seconds of the counter for one number
local INFINIBAND, ETHERNET = 2e-6, 3e-4 -- seconds to another machine; Ethernet with the wait for rank 0's thread

-- Seconds of points and of the demo's, lists in the order of m, and for each row of what rank 0 does (handle) and of
-- the end; nil where there was no MPI.
local function fit_of(rows)
    local fit, lists = {}, {point={}, demo={}}
    for _, row in ipairs(rows) do
        local name, m = row.workload:match "^ranks%-(%a+)/?(%d*)$"
        if m ~= "" then
            table.insert(lists[name], 1e-3 * row.best)
        elseif row.unit == "ns" then
            fit[name] = fit[name] or 1e-9 * row.best
        end
    end
    fit.handle = fit.row and math.max(fit.row - fit["end"], 0)
    fit.points, fit.demo = lists.point, lists.demo
    return fit.row and #fit.points > 0 and fit or nil
end

-- A queue of {time, rank}, the earliest first.
local function sift(heap, i)
    local n, item = #heap, heap[i]
    while 2 * i <= n do
        local child = 2 * i
        if child < n and heap[child + 1].time < heap[child].time then
            child = child + 1
        end
        if item.time <= heap[child].time then
            break
        end
        heap[i], i = heap[child], child
    end
    heap[i] = item
end

-- Seconds until the last point is made and rank 0 has worked off all; costs in the order in which points are taken.
local function make(costs, R, fit, latency)
    local queue, ended, handled, counter, last, mine = {}, 0, 0, 0, 0, 0
    for r = 0, R - 1 do
        queue[r + 1] = {time=0, rank=r}
    end
    for _, cost in ipairs(costs) do
        local free = queue[1]
        ended = ended + (free.time > 0 and 1 or 0)
        if free.rank == 0 then
            free.time, handled = free.time + fit.handle * (ended - handled), ended
        end
        counter = math.max(counter, free.time) + (R > 1 and TAKING or 0)
        free.time = counter + (free.rank > 0 and 2 * latency or 0) + cost
        mine, last = free.rank == 0 and free.time or mine, math.max(last, free.time)
        sift(queue, 1)
    end
    return math.max(mine + fit.handle * (#costs - handled), last)
end

-- Seconds of a sweep, and what they are beside the points themselves.
local function play(costs, R, fit, latency)
    local hops = R > 1 and math.ceil(math.log(R, 2)) or 0
    local spread = R > 1 and 2 * ROW_BYTES * #costs * NETWORK_BYTE + fit["end"] * #costs + hops * latency or 0
    local meetings = MEETINGS * (hops * latency + WORD_BYTES * R * NETWORK_BYTE)
    return make(costs, R, fit, latency) + spread + meetings, {
        ["the longest point"]=costs.longest, ["rows at rank 0"]=fit.handle * #costs, ["the counter"]=TAKING * #costs,
        ["rows to all"]=spread, meetings=meetings,
    }
end

-- Costs of a sweep over the points, each with so many others beside it, the last first: m the first axis or the last.
local function study(points, others, scale, innermost)
    local costs, n = {longest=0, sum=0}, #points
    others = math.ceil(SCALE * others)
    for i = 1, n * others do
        local place = innermost and (i - 1) % n or (i - 1) // others
        local cost = scale * points[n - place]
        costs[i], costs.longest, costs.sum = cost, math.max(costs.longest, cost), costs.sum + cost
    end
    return costs
end

-- The demo as its job runs it, with 1e9 calls a point; a study of 4 methods, 24 steps, 13 m and 8 seeds with 400000
-- steps a point; the same with m as its last axis, with 400 steps, and with 20 times the points.
local function studies(fit)
    return {
        {"demo", study(fit.demo, 6, 1e9 / 4e5, true), INFINIBAND},
        {"study", study(fit.points, 768, 1000), INFINIBAND},
        {"m last", study(fit.points, 768, 1000, true), INFINIBAND},
        {"short points", study(fit.points, 768, 1), INFINIBAND},
        {"short, Ethernet", study(fit.points, 768, 1), ETHERNET},
        {"large", study(fit.points, 20 * 768, 1000), INFINIBAND},
    }
end

local function time_text(seconds)
    local unit, name = 1, "s"
    if seconds >= 120 then
        unit, name = seconds >= 7200 and 3600 or 60, seconds >= 7200 and "h" or "min"
    end
    return ("%s %s"):format(markdown.number(seconds / unit), name)
end

-- {name, list of {ranks, seconds, speed-up, what takes longest beside the work}} of each study.
local function curves(fit)
    local list = {}
    for i, s in ipairs(studies(fit)) do
        local name, costs, latency = table.unpack(s)
        list[i] = {name=name, points=#costs}
        for j, R in ipairs(RANKS) do
            local seconds, parts = play(costs, R, fit, latency)
            local most
            for part, value in pairs(parts) do
                most = (not most or value > parts[most]) and part or most
            end
            list[i][j] = {ranks=R, seconds=seconds, gain=costs.sum / seconds, bound=most}
        end
    end
    return list
end

local function table_of(list)
    local head = {"ranks"}
    for i, c in ipairs(list) do
        head[i + 1] = ("%s, %d points"):format(c.name, c.points)
    end
    local rows = {head}
    for j, R in ipairs(RANKS) do
        rows[j + 1] = {("%d"):format(R)}
        for i, c in ipairs(list) do
            rows[j + 1][i + 1] = ("%s (%sx)"):format(time_text(c[j].seconds), markdown.number(c[j].gain))
        end
    end
    local last = {"below 0.8 first by"}
    for i, c in ipairs(list) do
        local j = 1 -- where it first gains less than 0.8 of what it could
        while j < #c and c[j].gain > 0.8 * c[j].ranks do
            j = j + 1
        end
        last[i + 1] = c[j].gain > 0.8 * c[j].ranks and "nothing" or ("%s (%d)"):format(c[j].bound, c[j].ranks)
    end
    rows[#rows + 1] = last
    return markdown.table(rows)
end

-- Two ranks by three ways to deal, alike and with one that is a tenth slower: {dynamic, by cost, in turn} speed-ups.
local function deal(costs, slow)
    local way = {dynamic={0, 0}, cost={0, 0}, turn={0, 0}}
    local expected, pace = {0, 0}, {1, slow}
    for i, cost in ipairs(costs) do
        local free = way.dynamic[1] <= way.dynamic[2] and 1 or 2
        way.dynamic[free] = way.dynamic[free] + pace[free] * cost
        local least = expected[1] <= expected[2] and 1 or 2
        expected[least] = expected[least] + cost
        way.cost[least] = way.cost[least] + pace[least] * cost
        local turn = 1 + i % 2
        way.turn[turn] = way.turn[turn] + pace[turn] * cost
    end
    local function gain(times)
        return ("%.2fx"):format(costs.sum / math.max(times[1], times[2]))
    end
    return {gain(way.dynamic), gain(way.cost), gain(way.turn)}
end

local function table_of_dealing(fit)
    local costs = study(fit.points, 8, 1)
    return markdown.table{
        {"two ranks, `ranks-sweep`", "one by one", "by known cost", "in turn"},
        {"alike", table.unpack(deal(costs, 1))}, {"one takes 1.1 times as long", table.unpack(deal(costs, 1.1))},
    }
end

-- What there is to say of the rows: {rows =, fit =, curves =}, the last two where an MPI was there.
function model.of(rows)
    local fit = fit_of(rows)
    return {rows=rows, fit=fit, curves=fit and curves(fit)}
end

function model.summary(many)
    local shown = {}
    for _, row in ipairs(many.rows) do
        if not row.workload:find "/" then
            shown[#shown + 1] = row
        end
    end
    local parts = {markdown.results(shown)}
    if many.fit then
        parts[2], parts[3] = table_of_dealing(many.fit), table_of(many.curves)
    end
    return table.concat(parts, "\n\n")
end

-- What each of a curve's points has, as a figure: speed-up, or efficiency.
local function draw(list, label, value)
    local series = {}
    for i, c in ipairs(list) do
        series[i] = {label=c.name, x={}, y={}}
        for j, at in ipairs(c) do
            series[i].x[j], series[i].y[j] = at.ranks, value(at)
        end
    end
    return plot{x={label="ranks", scale="log"}, y={label=label, scale="log"}, series=series, legend="below"}
end

function model.draw(many)
    return panels{
        draw(many.curves, "speed-up", function(at) return at.gain end),
        draw(many.curves, "efficiency", function(at) return at.gain / at.ranks end), columns=2,
    }
end

return model
