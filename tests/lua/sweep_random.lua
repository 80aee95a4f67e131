-- Random sweeps that are interrupted and go on, in one process or in several, against plain loops.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"
local CASES = os.getenv "QUICK" and 12 or 60

-- The prompt runs these lines; an interrupt ends a line and keeps what it has assigned, on a machine too busy for the
-- library to return in time nothing.
local lines = {}
local function line(text, ...)
    lines[#lines + 1] = text:format(...)
end

local cases = t.write(t.path "cases.lua", [==[
local folder = ...
local pid = io.popen("echo $PPID"):read "l"
local random = rng.new(11)
local function pick(list) return list[random:index(#list)] end

-- Values of a name: the list for over, and {value, as shown} of each in order.
local kinds = {}
function kinds.number()
    local list = {}
    for i = 1, random:index(4) do list[i] = pick{1, -1} * (i + random:index(5) / 8) end
    return list, list
end
function kinds.whole() return vec{3, 1, 7}, {3, 1, 7} end
function kinds.text() return {"b", "a", "c d"}, {"b", "a", "c d"} end
function kinds.truth() return {true, false}, {true, false}, {"true", "false"} end
function kinds.vec() return {vec{1}, vec{2, 3}}, {vec{1}, vec{2, 3}}, {"vec{1}", "vec{2, 3}"} end
function kinds.named()
    return {low = math.sin, up = {5}, more = math.cos}, {math.sin, math.cos, {5}}, {"low", "more", "up"}
end

-- A number for a value of any kind.
local function weight(value)
    local kind = type(value)
    if kind == "number" then
        return value
    elseif kind == "string" then
        return #value
    elseif kind == "boolean" then
        return value and 1 or 0
    elseif kind == "function" then
        return value(1)
    elseif kind == "table" then
        return value[1]
    end
    return value:sum()
end

local returns = {
    function(sum) return sum end,
    function(sum) return {gap = sum, se = 1, word = "w" .. sum} end,
    function(sum, k) return {sum = sum, some = k % 2 == 0 and k or nil, odd = k % 2 == 1} end,
}

-- Whether something happens for the first time, in any process.
local function is_first(name)
    return (os.execute(("mkdir '%s/%s' 2>/dev/null"):format(folder, name)))
end

-- Whether a point is to interrupt the program: once, and no two of them in a line, of which the second would be late.
local function stops_at(name)
    local old = io.open(folder .. "/" .. name)
    return not old and is_first "line" and is_first(name) or old and old:close() and false
end

-- One case: {options of sweep, rows of a plain loop}.
local function make(number)
    local names, axes, points = {"a", "b", "c"}, {}, {{}}
    local n = random:index(3)
    for i = 1, n do
        local list, values, shown = kinds[pick{"number", "whole", "text", "truth", "vec", "named"}]()
        axes[i] = {names[i], list}
        local longer = {}
        for _, point in ipairs(points) do
            for k = 1, #values do
                local new = {table.unpack(point)}
                new[i] = {values[k], (shown or values)[k]}
                longer[#longer + 1] = new
            end
        end
        points = longer
    end
    local fails, stops = random:index(5), {}
    for _ = 1, 3 do stops[random:index(#points)] = true end
    local result, share = pick(returns), 0.1 * random:index(9)
    local function value(sum, k)
        assert(k % 7 ~= fails, "fails")
        return result(sum + share * rng.new():uniform() + math.random(), k)
    end
    local function run_point(v)
        if stops[v.point] and stops_at(number .. "-" .. v.point) then
            io.popen("kill -INT " .. pid):close()
            while true do end
        end
        local sum = 0
        for i = 1, n do sum = sum + weight(v[names[i]]) end
        return value(sum, v.point)
    end
    local seed, rows = random:index(100), {}
    local over = axes
    if random:index(2) == 1 then
        over = {}
        for _, axis in ipairs(axes) do over[axis[1]] = axis[2] end
    end
    for k, point in ipairs(points) do
        local row, sum = {}, 0
        for i = 1, n do row[names[i]], sum = point[i][2], sum + weight(point[i][1]) end
        math.randomseed(seed)
        local ok, cells = pcall(function()
            assert(k % 7 ~= fails, "fails")
            return result(sum + share * rng.new(seed):uniform() + math.random(), k)
        end)
        if not ok then
            row.failed = "fails"
        elseif type(cells) ~= "table" then
            row.value = cells
        else
            for key, cell in pairs(cells) do row[key] = type(cell) == "boolean" and tostring(cell) or cell end
        end
        rows[k] = row
    end
    return {over = over, run = run_point, seed = seed, threads = random:index(3),
        checkpoint = random:index(2) == 1 and folder .. "/points-" .. number or nil}, rows
end

local function same(a, b)
    for i = 1, math.max(#a, #b) do
        for key, cell in pairs(a[i] or {}) do
            if not b[i] or b[i][key] ~= cell then return false end
        end
        for key in pairs(b[i] or {}) do
            if not a[i] or a[i][key] == nil then return false end
        end
    end
    return true
end

options, wanted, interrupts = {}, {}, 0
for i = 1, CASES do options[i], wanted[i] = make(i) end

function check(i, r)
    local whole = r.missing == 0 and #r == #wanted[i]
    print(("%s %d"):format(whole and same(r:rows(), wanted[i]) and "same" or "other", i))
end

-- What was kept by an interrupted line is a part of it all.
function count(i, r)
    os.remove(folder .. "/line")
    interrupts = interrupts + (r and r.missing > 0 and 1 or 0)
    assert(not r or r.missing + #r == #wanted[i])
end
]==])

line("CASES = %d", CASES)
line("assert(loadfile('%s'))('%s')", cases, t.path "")
for i = 1, CASES do
    line "r = nil"
    for k = 1, 6 do -- at most three interrupts, each of a line of its own
        line(k % 2 == 0 and "if r and r.missing > 0 then r = r:resume() end" or "r = sweep(options[%d])", i)
        line("count(%d, r)", i)
    end
    line("check(%d, r)", i)
end
line "print('interrupts', interrupts)"
local input = t.write(t.path "lines", table.concat(lines, "\n") .. "\n")
local pipe = io.popen(("'%s' --quiet -i <'%s' 2>&1"):format(program, input))
local output = pipe:read "a"
pipe:close()
for i = 1, CASES do
    t.ok(output:find(("same %d\n"):format(i), 1, true), ("case %d: a plain loop's rows%s"):format(i,
        i == 1 and not output:find "same 1\n" and ": " .. output or ""))
end
local interrupts = tonumber(output:match "interrupts%s+(%d+)")
t.ok(interrupts and interrupts >= CASES / 2, "interrupts: " .. tostring(interrupts))
t.done()
