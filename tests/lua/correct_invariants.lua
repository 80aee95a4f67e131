-- What correct prints holds together, whatever the sample: generated samples, functions, orders and splits.
local t = dofile "tests/lua/harness/tap.lua"

local function whole(g, n, most)
    local x = vec.zeros(n)
    for i = 1, n do
        x[i] = g:index(most)
    end
    return x
end

local samples = {
    normal = function(g, n) return g:normal(n) * 2 end,
    ["far away"] = function(g, n) return g:normal(n) + 1e6 end,
    ["heavy tails"] = function(g, n) return (1 - g:uniform(n))^-0.9 end,
    coins = function(g, n) return whole(g, n, 2) - 1 end,
    counts = function(g, n) return whole(g, n, 5) end,
    ["a rare one"] = function(_, n)
        local x = vec.zeros(n)
        x[1] = 1
        return x
    end,
    halves = function(_, n) -- leaving out a row changes even functions by rounding alone
        local x = vec.zeros(n)
        for i = 1, n do
            x[i] = (i % 2 == 0 and 0.1 or -0.1) + 0.3
        end
        return x
    end,
    equal = function(_, n) return vec.zeros(n) + 0.7 end,
    pairs = function(g, n) return mat.columns{g:normal(n), g:normal(n) + 5} end,
}

local function first(s)
    return type(s) == "number" and s or s[1]
end

local functions = {
    square = function(s) return (first(s) - 0.3)^2 end,
    exp = function(s) return math.exp(first(s)) end,
    log = function(s) return math.log(first(s)) end,
    kink = function(s) return math.abs(first(s) - 0.3) end,
    step = function(s) return first(s) > 0.3 and 1 or 0 end,
    wave = function(s) return math.sin(8 * first(s)) end,
    ["not a number"] = function(s) return 0 / 0 * first(s) end,
    ["log or worse"] = function(s) return math.log(first(s) - 0.3) end,
    odd = function(s) return math.abs(first(s) - 0.25) < 1e-14 and 7 or first(s) end,
    huge = function(s) return 1e300 * first(s) end,
    line = function(s) return 3 * first(s) - 1 end,
    constant = function(s) return 0 * first(s) + 0.1 end,
    several = function(s) return vec{first(s)^2, 1, math.abs(first(s))} end,
}

local options = {{}, {order=3, splits=7}, {splits=1}, {log=true}}
local without = {
    "no difference: within", "no clear difference:", "nothing to correct", ", no verdict:", "no verdict:",
    "cannot tell:",
}

local function says(text, part)
    return text:find(part, 1, true) ~= nil
end

-- How many of the reasons for no verdict are given.
local function reasons_in(text)
    local count = 0
    for line in text:gmatch "[^\n]+" do
        for _, part in ipairs(without) do
            if says(line, part) then
                count = count + 1
                break
            end
        end
    end
    return count
end

-- The first thing that is wrong with a row of the ladder, or nil; all: all splits are averaged.
local function wrong_row(row, tail, all)
    if row.se == nil and row.verdict and not (row.verdict == "no difference" and row.removed == 0) then
        return "a verdict without a standard error"
    elseif row.se and not row.verdict and all then
        return "a standard error without a verdict"
    elseif row.verdict == "helps" and row.saved and row.added then
        return row.saved <= 0 and "helps, and saves no bias^2"
            or row.saved <= row.added and "helps, and adds more than it saves"
            or tail > 0.7 and "helps, with a heavy tail"
            or row.removed == 0 and "helps, and removes nothing"
    elseif row.verdict == "hurts" and row.added and row.saved then
        return row.added <= row.saved and "hurts, and saves more than it adds"
            or row.removed == 0 and "hurts, and removes nothing"
    end
    return row.se and not (row.se > 0 and row.se < math.huge) and "a standard error that is none"
        or row.removed == 0 and row.added and row.added ~= 0 and "nothing removed adds variance"
        or nil
end

-- Lines are put together again where the print has wrapped them.
local function flat(c)
    return (tostring(c):gsub("\n%s+", " "))
end

local function known(se)
    return se ~= nil and (type(se) ~= "number" or se == se)
end

-- What is printed of the operator that was asked for.
local function wrong_print(c, text)
    local saved, added, uncertainty = text:match "bias^2 saved (%S+), variance added (%S+) %(± (%S+)%)"
    local single = type(c.plugin) == "number"
    local some = type(c.se) ~= "number" and says(text, "no standard error") -- of several numbers some are not known
    if says(text, "nan") and not says(text, "first nan") and not says(text, "first -nan") and not some then
        return "prints nan"
    elseif (c.verdict == nil) ~= says(text, "cannot tell:") then
        return "the verdict and its note disagree"
    elseif c.verdict == nil and not says(text, "verdict: not known") then
        return "no verdict, and the print has one"
    elseif (c.verdict == nil or c.verdict == "no difference") and reasons_in(text) ~= 1 then
        return "not one reason for no verdict"
    elseif c.verdict and c.verdict ~= "no difference" and reasons_in(text) ~= 0 then
        return "a verdict, and a reason for none"
    elseif single and not known(c.se) and not says(text, "no standard error")
        and not says(text, "the plug-in is kept") then
        return "no reason for no standard error"
    elseif single and known(c.se) and says(text, "no standard error") then
        return "a standard error, and a reason for none"
    elseif c.verdict == "helps" and saved and saved - added <= tonumber(uncertainty) * 0.99 then
        return "helps, within its uncertainty"
    elseif added and math.abs(added) < 1e-25 * math.max(1, math.abs(saved)) and tonumber(uncertainty) < 1e-20 then
        return "rounding is printed as a variance"
    elseif says(text, "saved inf") or says(text, "added inf") or says(text, "variance of the plug-in inf") then
        return "prints inf"
    elseif c.splits == "all" and says(text, "random splits") then
        return "all splits are random"
    elseif says(text, "interrupted") then
        return "nobody interrupted"
    end
    return nil
end

local function wrong_of(q, data, asked)
    local c = correct(q, data, asked)
    for _, row in ipairs(c:rows()) do
        local wrong = wrong_row(row, c.tail or 0, c.splits == "all")
        if wrong then
            return row.operator .. ": " .. wrong
        end
    end
    local other = {order=asked.order, splits=asked.splits, log=asked.log, seed=99}
    if c.splits == "all" and #data > 3 and tostring(correct(q, data, other)) ~= tostring(c) then
        return "all splits depend on the seed"
    end
    return wrong_print(c, flat(c)), c.verdict
end

-- tests/long has the largest sample for every function and all options.
local all, quick = rawget(_G, "whole"), os.getenv "QUICK"
local sizes = quick and {2, 9} or {1, 2, 5, 18}
local verdicts = {}
for sample, make in pairs(samples) do
    for name, q in pairs(functions) do
        for _, n in ipairs(sizes) do
            local turn = #sample + #name
            for i, asked in ipairs(options) do
                if n == 18 and not all and (turn + i) % 4 ~= 0 then
                    goto next
                end
                local rows = asked.log and math.min(n, 12) or n -- it has many splits of more
                local wrong, verdict = wrong_of(q, make(rng.new(n + i), rows), asked)
                t.equal(wrong, nil, ("%s of %d rows, %s, options %d"):format(name, n, sample, i))
                verdicts[verdict or ""] = true
                ::next::
            end
        end
    end
end
if not quick then
    t.ok(verdicts.helps and verdicts.hurts and verdicts["no difference"], "every verdict was met")
end

-- Leave-one-out values that are equal, whatever is removed: 0 in the table, words below it.
for _, half in ipairs {2, 3, 8, 20} do
    for _, center in ipairs {0, 0.3, 7, -1e3} do
        local x = vec.zeros(2 * half)
        for i = 1, 2 * half do
            x[i] = center + (i % 2 == 0 and 0.2 or -0.2)
        end
        for name, q in pairs {
            square = function(s) return (s - center)^2 end,
            fourth = function(s) return 1 + (s - center)^4 end,
            cosine = function(s) return math.cos(s - center) end,
            kink = function(s) return math.abs(s - center) end,
        } do
            local c = correct(q, x)
            local case = ("%s at %g, %d rows"):format(name, center, 2 * half)
            t.equal({c.se == nil, c.verdict == nil}, {true, true}, case .. ": no standard error, no verdict")
            for _, row in ipairs(c:rows()) do
                t.ok(row.added == 0 or row.added == nil, case .. ": " .. row.operator .. " adds no variance")
                t.equal(row.se, nil, case .. ": " .. row.operator .. " has no standard error")
            end
            t.ok(says(flat(c), "variance added 0 within rounding, variance of the plug-in 0 within rounding"),
                case .. ": said in words")
        end
    end
end

-- An odd value of q at the mean is not rounding; order 2 of a line takes off what that value is above the line.
for _, n in ipairs {4, 8, 12} do
    local x = vec.zeros(n)
    x[1] = 1
    for _, value in ipairs {7, -3} do
        local c = correct(function(s) return s > 1 / n and s or s < 1 / n and s or value end, x)
        t.near(c.value, 2 * value - 1 / n, 1e-12, ("%d rows, the odd value %g"):format(n, value))
    end
end

-- At a jump no number is printed that q's values do not allow.
for _, n in ipairs {4, 16, 64} do
    local x = vec.zeros(n)
    for i = 1, n do
        x[i] = i % 2
    end
    local c = correct(function(s) return s > 0.5 and 1 or 0 end, x)
    for _, row in ipairs(c:rows()) do
        t.ok(row.operator ~= "order 1" or row.se == nil or row.se^2 <= 0.25, n .. " coins: a possible variance")
    end
    t.equal({c.se == nil, c.verdict == nil}, {true, true}, n .. " coins: no standard error at a jump")
    t.ok(says(flat(c), "q jumps within the error of the mean"), n .. " coins: and why")
end
t.done()
