-- How often correct(q, values, {by=ids}) falsely says "helps" or "hurts": tables of groups from known laws.
-- help"groups" says what comes out.
local t = dofile "tests/lua/harness/tap.lua"

local TABLES, CENTER = 100, 0.3 -- of each setting; the mean of the groups' means

local functions = {
    {"abs", math.abs}, {"cube", poly{0, 0, 0, 1}}, {"exp", math.exp}, {"kink", function(s) return math.max(s, 0) end},
    {"log", function(s) return math.log(1 + s * s) end}, {"sigmoid", function(s) return 1 / (1 + math.exp(-4 * s)) end},
    {"sin4", function(s) return math.sin(4 * s) end}, {"square", poly{0, 0, 1}},
    {"step", function(s) return math.tanh(40 * s) end},
}
local laws = {
    {"normal", function(g, n) return g:normal(n) end},
    {"skew", function(g, n) return -math.log(g:uniform(n)) - 1 end},
    {"two", function(g, n) return 2 * math.floor(g:uniform(n) * 2) - 1 end},
}
local sizes, scatters, counts = {{2, 3}, {3, 8}, {10, 10}}, {0, 0.3, 1}, {3, 5, 10, 30}

-- A table of groups.
local function draw(g, scatter, law, size, groups_of)
    local ids, values = {}, {}
    for i = 1, groups_of do
        local mean = CENTER + scatter * g:normal()
        local n = size[1] + g:index(size[2] - size[1] + 1) - 1
        local rows = law(g, n)
        for k = 1, n do
            ids[#ids + 1], values[#values + 1] = i, mean + rows[k]
        end
    end
    return ids, values
end

-- How often each verdict is false, in tables of one setting.
local function false_share(q, truth, seed, ...)
    local g, gain, said = rng.new(seed), 0, {helps = 0, hurts = 0, ["no difference"] = 0, ["cannot tell"] = 0}
    for _ = 1, TABLES do
        local ids, values = draw(g, ...)
        local r = correct(q, values, {by=ids})
        local verdict = r.verdict or "cannot tell"
        said[verdict] = said[verdict] + 1
        gain = gain + (r.plugin - truth)^2 - (r.value - truth)^2
    end
    return (gain > 0 and said.hurts or said.helps) / TABLES
end

local many, setting, worst, above, all = rng.new(99):normal(1000000), 0, 0, 0, 0

-- The mean over groups of q of their means.
local function truth_of(q, scatter)
    return (CENTER + scatter * many):map(function(s) return q(s) end):mean()
end

local function check(name, q, truth, scatter, law, size, n)
    local share = false_share(q, truth, setting, scatter, law[2], size, n)
    worst, above, all = math.max(worst, share), above + (share > 0.05 and 1 or 0), all + 1
    t.ok(share <= 0.2, ("%s, scatter %g, %s, %d to %d rows, %d groups: false in %g of tables"):format(name, scatter,
        law[1], size[1], size[2], n, share))
end

-- Every third setting of a function and a scatter.
local function check_all(name, q, scatter)
    local truth = truth_of(q, scatter)
    for _, law in ipairs(laws) do
        for _, size in ipairs(sizes) do
            for _, n in ipairs(counts) do
                setting = setting + 1
                if setting % 3 == 1 then
                    check(name, q, truth, scatter, law, size, n)
                end
            end
        end
    end
end

for _, each in ipairs(functions) do
    for _, scatter in ipairs(scatters) do
        check_all(each[1], each[2], scatter)
    end
end
t.ok(above <= 0.03 * all, ("more than 5%% false in %d of %d settings, at most %g"):format(above, all, worst))
t.done()
