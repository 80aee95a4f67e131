-- The workloads in Lua, for LuaJIT and Lua 5.4. Takes the name of a workload; prints `NAME VALUE UNIT CHECK`.
local ROWS, DIM, DEVIATION, L2, STEP, W3_STEP, B1, B2, P_OUT = 50000, 10, 10, 0.01, 1e-4, 1e-3, 100, 10, 0.1
local random, sqrt, log, exp = math.random, math.sqrt, math.log, math.exp

math.randomseed(1)

local function amount(n)
    return os.getenv "SHORT" and math.floor(n / 100) + 1 or n
end

-- Marsaglia's polar method.
local kept
local function normal()
    if kept then
        local z = kept
        kept = nil
        return z
    end
    local u, v, s
    repeat
        u, v = 2 * random() - 1, 2 * random() - 1
        s = u * u + v * v
    until s > 0 and s < 1
    s = sqrt(-2 * log(s) / s)
    kept = v * s
    return u * s
end

local function dot(a, b)
    local sum = 0
    for j = 1, DIM do
        sum = sum + a[j] * b[j]
    end
    return sum
end

local function normals(n)
    local v = {}
    for j = 1, n do
        v[j] = normal()
    end
    return v
end

local function make_data()
    local x, rows, labels = normals(DIM), {}, {}
    for i = 1, ROWS do
        rows[i] = normals(DIM)
        labels[i] = dot(rows[i], x) > 0 and 1 or -1
    end
    local scale = 3 / sqrt(dot(x, x))
    for j = 1, DIM do
        x[j] = x[j] * scale
    end
    return rows, labels, x
end

local function objective(rows, labels, x)
    local sum = 0
    for i = 1, ROWS do
        sum = sum + log(1 + exp(-labels[i] * dot(rows[i], x)))
    end
    return sum / ROWS + 0.5 * L2 * dot(x, x)
end

local function derivative(label, y)
    return -label / (1 + exp(label * y))
end

local function second_order(label, y1, y2)
    return 2 * derivative(label, 0.5 * (y1 + y2)) - 0.5 * (derivative(label, y1) + derivative(label, y2))
end

local function draw(row, eta)
    for j = 1, DIM do
        eta[j] = row[j] + DEVIATION * normal()
    end
end

-- G <- G + weight L2 f'(eta.x) eta', less the same at a second point when there is one, on the same draws.
local eta = {}
local function add_estimate(rows, labels, x, previous, weight, G)
    local i = random(ROWS)
    local row, label, old1, old2 = rows[i], labels[i]
    draw(row, eta)
    local y1 = dot(eta, x)
    old1 = previous and dot(eta, previous)
    draw(row, eta)
    local y2 = dot(eta, x)
    old2 = previous and dot(eta, previous)
    local v = second_order(label, y1, y2)
    if previous then
        v = v - second_order(label, old1, old2)
    end
    draw(row, eta)
    for j = 1, DIM do
        G[j] = G[j] + weight * v * eta[j]
    end
end

local function fill(v, value)
    for j = 1, DIM do
        v[j] = value
    end
end

local function move(x, G, step)
    for j = 1, DIM do
        x[j] = x[j] - step * (G[j] + L2 * x[j])
    end
end

-- Each returns seconds, units and the check.
local tasks = {}

function tasks.normals()
    local n, sum, start = amount(2000000), 0, os.clock()
    for _ = 1, n do
        sum = sum + normal()
    end
    return os.clock() - start, n, sum / n
end

function tasks.w1()
    local rows, labels, x = make_data()
    local G, steps, start = {}, amount(40000), os.clock()
    for _ = 1, steps do
        fill(G, 0)
        add_estimate(rows, labels, x, nil, 1, G)
        move(x, G, STEP)
    end
    return os.clock() - start, steps, objective(rows, labels, x)
end
tasks.w1x10, tasks.w1x1 = tasks.w1, tasks.w1

function tasks.w3()
    local rows, labels, x = make_data()
    local G, previous, steps, start = {}, {}, amount(4000), os.clock()
    for t = 1, steps do
        if t == 1 or random() < P_OUT then
            fill(G, 0)
            for _ = 1, B1 do
                add_estimate(rows, labels, x, nil, 1 / B1, G)
            end
        else
            for _ = 1, B2 do
                add_estimate(rows, labels, x, previous, 1 / B2, G)
            end
        end
        for j = 1, DIM do
            previous[j] = x[j]
        end
        move(x, G, W3_STEP)
    end
    return os.clock() - start, steps, objective(rows, labels, x)
end

-- Operators: weights on means over cyclic windows of `size` blocks that start at multiples of `step`.
local operators = {
    {blocks = 1, m = 12, {size = 1, step = 1, weight = 1}},
    {blocks = 2, m = 6, {size = 1, step = 1, weight = -1}, {size = 2, step = 2, weight = 2}},
    {
        blocks = 12, m = 1, {size = 1, step = 1, weight = 1 / 36}, {size = 2, step = 2, weight = -11 / 18},
        {size = 3, step = 3, weight = 3 / 4}, {size = 4, step = 4, weight = 26 / 9},
        {size = 6, step = 6, weight = -9 / 2}, {size = 8, step = 4, weight = -32 / 9},
        {size = 12, step = 12, weight = 6},
    },
}

local function window_mean(op, term, block)
    local sum = 0
    for w = 0, op.blocks - 1, term.step do
        local s = 0
        for k = 1, term.size do
            s = s + block[w + k]
        end
        s = s / term.size
        sum = sum + s * s * s * s
    end
    return sum * term.step / op.blocks
end

local block = {}
local function estimate(op, m)
    for k = 1, op.blocks do
        local sum = 0
        for _ = 1, m do
            sum = sum + 2 * sqrt(random())
        end
        block[k] = sum / m
        block[op.blocks + k] = sum / m
    end
    local value = 0
    for e = 1, #op do
        value = value + op[e].weight * window_mean(op, op[e], block)
    end
    return value
end

-- Mean and variance of so many estimates.
local function moments(op, m, reps)
    local sum, squares = 0, 0
    for _ = 1, reps do
        local v = estimate(op, m)
        sum = sum + v
        squares = squares + v * v
    end
    return {sum / reps, squares / reps - (sum / reps) ^ 2}
end

function tasks.w2()
    local reps, draws, found, start = amount(1000), 0, {}, os.clock()
    for _, op in ipairs(operators) do
        local m = 1
        while m <= 32 do
            found[#found + 1] = moments(op, m * op.m, reps)
            draws = draws + reps * 12 * m
            m = 2 * m
        end
    end
    return os.clock() - start, draws, found[1][1] - (4 / 3) ^ 4
end

local spent, units, check = tasks[arg[1]]()
print(("%s %.5g ns %.6g"):format(arg[1], 1e9 * spent / units, check))
