-- Numbers that are none are refused wherever data are taken, and at the first draw of samplers, with their place.
local t = dofile "tests/lua/harness/tap.lua"

local nan = 0 / 0

local function new(more)
    local o = {dim = 1, outer = 2, inner = dist.normal{mean = 0, sd = 1},
        g = function(x, _, eta) return x[1] + (type(eta) == "number" and eta or eta[1]) end,
        f = function(y) return y * y end}
    for key, value in pairs(more) do
        o[key] = value
    end
    return function()
        local p = problem.new(o)
        return p
    end
end

-- What every form of data says, by option: {the option of problem.new, .., what is said}
local outer = "problem.new: option 'outer': expected numbers, got nan in outer sample "
local inner = "problem.new: option 'inner': expected numbers, got nan in data set "
local first = "problem.new: option '%s': expected numbers, got nan in the first draw (%s)"
local cases = {
    {"a list", new{outer = {1, nan}}, outer .. "2 (xi)"},
    {"a vec", new{outer = vec{nan, 1, nan}}, outer .. "1 (xi)"},
    {"a list of vecs", new{outer = {vec{1, 2}, vec{3, nan}}}, outer .. "2 (xi[2])"},
    {"a list of tables", new{outer = {{a = 1, b = {c = vec{1, 2}}}, {a = 1, b = {c = vec{1, nan}}}}},
        outer .. "2 (xi.b.c[2])"},
    {"a mat", new{outer = mat{{1, 2}, {3, 4}, {nan, 5}}}, outer .. "3 (xi[1])"},
    {"columns", new{outer = {a = vec{1, 2}, b = {1, nan}}}, outer .. "2 (xi.b)"},
    {"columns with a mat", new{outer = {a = mat{{1, 2}, {3, nan}}, b = {1, 2}}}, outer .. "2 (xi.a[2])"},
    {"data sets", new{inner = {vec{1, 2}, {3, nan}}}, inner .. "2, row 2, column 1"},
    {"data sets of rows", new{inner = {mat{{1, 2}, {3, nan}}, mat{{1, 2}}}}, inner .. "1, row 2, column 2"},
    {"a sampler of outer samples", new{outer = function(rng) return {a = 1, b = rng:normal() + nan} end},
        first:format("outer", "xi.b")},
    {"a sampler of inner draws", new{inner = function() return nan end}, first:format("inner", "eta")},
    {"of vecs", new{inner = function(rng) return math.log(rng:uniform(2) - vec{-1, 5}) end},
        first:format("inner", "eta[2]")},
    {"a start", new{x0 = {nan}}, "problem.new: option 'x0': expected numbers, got nan at element 1"},
    {"dist.empirical", function() dist.empirical{1, nan} end,
        "dist.empirical: option 'values': expected finite numbers, got nan at element 2"},
    {"dist.empirical of rows", function() dist.empirical(mat{{1, 2}, {3, -math.huge}}) end,
        "dist.empirical: option 'values': expected finite numbers, got -inf at row 2, column 2"},
    {"dist.discrete", function() dist.discrete({1, nan}, {0.5, 0.5}) end,
        "dist.discrete: option 'values': expected numbers, got nan at element 2"},
    {"probabilities", function() dist.discrete({1, 2}, {0.5, nan}) end,
        "dist.discrete: option 'probs': expected numbers from 0 to 1, got nan at element 2"},
    {"a custom law", function() dist.custom{draw = function() return nan end}:draw(3) end,
        "dist.custom: expected numbers from draw, got nan"},
    {"of vecs", function() dist.custom{draw = function() return vec{1, nan} end, dim = 2}:draw(3) end,
        "dist.custom: expected numbers from draw, got nan at element 2"},
    {"in a problem", new{inner = dist.custom{draw = function() return nan end}}, first:format("inner", "eta")},
    {"rows for correct", function() correct(poly{0, 0, 1}, vec{1, 2, nan}) end,
        "correct: expected finite numbers as data, got nan in row 3"},
}
for _, case in ipairs(cases) do
    t.raises(case[2], case[3], case[1])
end

-- The data of every problem that takes some, each column with one number spoilt.
for _, name in ipairs {"invariant_logistic", "instrumental", "average_precision"} do
    local data = problem[name]{n = 20}:data()
    for key, column in pairs(data) do
        local is_mat = pcall(function() return column.rows end)
        local spoilt, place = column:copy(), is_mat and "row 3, column 2" or "element 3"
        if is_mat then
            spoilt[3][2] = nan
        else
            spoilt[3] = nan
        end
        local all = {}
        for other, values in pairs(data) do
            all[other] = other == key and spoilt or values
        end
        local message = "problem.%s: option 'data.%s': expected numbers, got nan at %s"
        t.raises(function() problem[name]{data = all} end, message:format(name, key, place), name .. ", " .. key)
    end
end

-- A bound that is infinite is a number, and a law that gives NaN later is counted, not refused.
t.ok(new{outer = {{lo = 0, hi = math.huge}, {lo = 1, hi = 2}}}(), "infinite numbers in outer samples")
local draws = 0
local late = dist.custom{draw = function(rng)
    draws = draws + 1
    return draws > 5 and nan or rng:normal()
end}
local values = late:draw(7)
t.ok(values[5] == values[5] and values[6] ~= values[6], "a law's later draws are what they are")

-- Files.
local path = t.path "rows.csv"
local file = assert(io.open(path, "w"))
file:write "a,b\n1,2\nnan,3\n"
file:close()
t.raises(function() csv.read(path) end, ("csv.read: %s:3:1: expected a number, got 'nan' (na=\"drop\" leaves such rows "
    .. "out)"):format(path), "a CSV file")

t.done()
