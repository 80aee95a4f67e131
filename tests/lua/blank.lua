-- A blank cell has its reason under the table, which names the column: every experiment, for laws and functions some of
-- whose estimates are equal, rare, huge, without a mean or no numbers.
local t = dofile "tests/lua/harness/tap.lua"
local result = debug.getregistry()["debias.core"].use "result"

-- Blank by what the column is; help says so.
local by_nature = {
    ["levels.consistency"] = "level 0 has none below it", ["running.zero"] = "an error of more than rounding",
    ["bias.zero"] = "a bias of more than rounding", ["bias.not_finite"] = "all are finite",
    ["tune.best"] = "others are",
    ["complexity.reached"] = "all did", ["advantage.against"] = "a plain method", ["slopes.sign"] = "it changes",
    ["advantage.verdict"] = "of the method compared with",
}

local writes_nan = {check = true, run = true, compare = true, tune = true, advantage = true} -- in such a cell

-- Whether a column has a blank cell in a row that has no reason of its own.
local function has_blank(columns, name, kind)
    for i = 1, #columns[name] do
        local cell, why = columns[name][i], columns.why and columns.why[i]
        if not why and (not cell or cell ~= cell and not writes_nan[kind]) then
            return true
        end
    end
    return false
end

local function check(r, name)
    local columns, order = result.columns(r)
    local kind, text = result.kind(r), tostring(r)
    local notes = text:gsub("^[^\n]*", "")
    for _, column in ipairs(order) do
        local named = notes:find("%f[%w_]" .. column:gsub("_[lh][oi]$", "") .. "%f[^%w_]")
        if has_blank(columns, column, kind) and not named and not by_nature[kind .. "." .. column] then
            t.ok(false, ("%s: %s has a blank cell without a reason\n%s"):format(name, column, text))
        end
    end
    return r
end

local laws = {
    normal = dist.normal{mean = 0, sd = 1}, bernoulli = dist.bernoulli(0.5), point = dist.empirical(vec{1, 1, 1}),
    exponential = dist.exponential{mean = 1},
}
local functions = {
    square = poly{0, 0, 1}, line = poly{1, 2}, exp = math.exp, log = math.log, kink = math.abs,
    pole = function(s) return 1 / s end, rare = function(s) return math.relu(s - 4) end,
    huge = function(s) return 1e200 * s * s end, constant = function(s) return 3 + 0 * s end,
    nan = function(s) return s * (0 / 0) end,
}
local samples = {rows = vec{1, 2, 3, 4, 5, 6}, row = vec{1}, equal = vec{1, 1, 1, 1}, signs = vec{1, -1, 1, -1}}

local tried = 0
local function try(make, name)
    local done, r = pcall(make)
    tried = tried + (done and 1 or 0)
    return done and check(r, name)
end

local function of_function(q, law, name)
    local c = try(function() return bias{q = q, dist = law, m = {1, 2, 4}, reps = 100} end, name .. ", bias")
    if c then
        check(c:slopes(), name .. ", slopes")
    end
    try(function() return running{q = q, dist = law, reps = 64, runs = 2} end, name .. ", running")
    for sample, x in pairs(samples) do
        for order = 2, 3 do
            try(function() return correct(q, x, {order = order}) end, name .. ", correct " .. sample)
        end
    end
end

local function of_problem(p, name)
    for _, method in ipairs {"rt-mlmc", "ru-mlmc", "v-mlmc"} do
        for _, of in ipairs {"value", "gradient"} do
            try(function()
                return estimator(p, {method = method, of = of}):levels(nil, {reps = 100, L = 4, eps = {0.1}})
            end, ("%s, levels of %s, %s"):format(name, method, of))
        end
    end
    local s = try(function()
        return compare{problem = p, samples = 100, step = 0.1, reps = 2, methods = {{"bsgd", m = 1}, {"e-bsgd", m = 1}}}
    end, name .. ", compare")
    if s then
        check(s:advantage(), name .. ", advantage")
        check(s:advantage{pairs = true}, name .. ", advantage of pairs")
    end
    try(function()
        return tune{problem = p, samples = 100, reps = 2, methods = {{"bsgd", m = 4}}, grid = {step = {0.1, 1e200}}}
    end, name .. ", tune")
    try(function() return p:check() end, name .. ", check")
end

for what, q in pairs(functions) do
    for law, d in pairs(laws) do
        local name = what .. " of " .. law
        of_function(q, d, name)
        local made, p = pcall(problem.new, {dim = 1, outer = 2, inner = d, x0 = {0.5}, f = q,
            g = function(x, xi, eta) return x[1] + eta + 0 * xi end})
        if made then
            of_problem(p, name)
        end
    end
end
local p = problem.invariant_logistic{n = 20, d = 2}
local ladder = complexity{problem = p, eps = {0.2, 0.02}, reps = 2, step = 0.01, budget = 1e4,
    methods = {{"bsgd", m = 1}, {"e-bsgd", m = 1}}}
check(ladder, "complexity")
check(ladder:slopes(), "its slopes")
check(bias{problem = p, m = {1, 2}, reps = 20}, "bias of a problem")
t.ok(tried > 500, "results without an error: " .. tried)
t.done()
