-- What is said of sampled estimates beside their numbers: which are not finite, why there is no standard error or bias.
-- Each function takes the fields of one table of moments and returns a sentence, or nil.
local core = ...
local text, map = core.use "text", core.use "list".map
local culprit = core.use "problem/culprit"

local said = {}

function said.number(x, digits)
    return core.text.number(x, digits or 6)
end

-- "2 of 10000 estimates are not finite, the first -inf (number 12)"
function said.odd(n, all, what, first, place)
    return ("%s of %s %s %s not finite, the first %s (%s)"):format(text.cell(n), text.cell(all), what,
        n == 1 and "is" or "are", said.number(first), place)
end

local function value(x)
    return type(x) == "number" and said.number(x, 4) or tostring(x)
end

-- The mean of the finite ones, which may be too large for a number.
local function others(t)
    return t.finite_mean and "the mean " .. value(t.finite_mean) or "a mean beyond the largest number"
end

function said.count(t)
    local place = "number " .. text.cell(t.first_not_finite_at)
    return said.odd(t.not_finite, t.reps, "estimates", t.first_not_finite, place)
end

-- The function that makes estimates by e at x not finite; nil where none is found.
function said.source(e, x)
    local problem, gradient = core.estimator.about(e)
    local source = culprit(problem, x, gradient and "gradient" or nil)
    return source and source.words
end

function said.not_finite(t)
    if not t.not_finite then
        return nil
    elseif t.not_finite == t.reps then
        return said.count(t)
    end
    return ("%s; the others have %s, which is no estimate of the expectation"):format(said.count(t), others(t))
end

-- Whether rounding alone can make a value; a floor beyond the largest number says nothing.
function said.is_rounding(x, floor)
    return x ~= nil and floor ~= nil and math.abs(x) <= floor and floor < math.huge
end

local FAR = 6 -- standard errors: by chance in one of 5e8 samples

-- Why an exact value is not shown that the sample contradicts by so many standard errors.
function said.contradicted(exact, errors)
    return ("the sample contradicts what integration gives, %s, by %s standard errors"):format(said.number(exact, 4),
        said.number(errors, 2))
end

-- That the exact expectation, known beside a heavy tail, is far from what the sample says; or that it is not known, and
-- the tail is one of a law without a mean though there is one.
function said.missed(t)
    local off = t.exact and t.se and math.abs(t.mean - t.exact) - (t.rounding or 0)
    if off and off > FAR * t.se then
        return "warning: rare draws decide the mean, and the sample missed them: the exact expectation is "
            .. said.number(t.exact, 4)
    elseif not t.exact and t.mean_exists and not t.warning and (t.tail or 0) > 1 then
        return "warning: rare draws decide the mean, more than such a sample shows: Pareto k of its tail is "
            .. said.number(t.tail, 2)
    end
end

local equal = "all estimates are equal" -- as the engine says it

-- Whether nothing is known of how the estimates scatter: their mean has no height.
function said.are_equal(t)
    return t.se_unknown == equal
end

-- Why there is no standard error. Of n equal estimates the rule of three bounds what may have been missed.
function said.no_se(t)
    if not t.se_unknown or t.not_finite or t.variance_exists == false then
        return nil
    elseif not said.are_equal(t) then
        return "no se: " .. t.se_unknown
    end
    local exact = t.exact and ("; the exact expectation is %s"):format(said.number(t.exact, 7)) or ""
    local words = "no se: all %s estimates are equal; another value has a probability of at most %s (95%% confidence)%s"
    return words:format(text.cell(t.reps), said.number(math.min(1, 3 / t.reps), 2), exact)
end

-- The largest of the standard errors that are known, a number, a vec or nil; 0 where none is.
function said.largest(se)
    local most = 0
    for _, each in ipairs(type(se) == "number" and {se} or se and se:table() or {}) do
        most = each > most and each or most
    end
    return most
end

-- How many estimates the standard error asked for takes, by 1/sqrt(n), where it was not reached; nil where no number
-- would do.
function said.needed(t)
    if t.reached ~= false or not t.se or t.se_unknown and not said.are_equal(t) then
        return nil
    end
    return t.reps * (said.largest(t.se) / t.se_goal) ^ 2
end

-- That the standard error asked for was not reached: what was, and what it takes; or why nothing reaches it.
function said.short(t)
    local needed = said.needed(t)
    if needed then
        return ("not reached: the se is %s after %s %s; %s takes about %s (option reps)"):format(
            said.number(said.largest(t.se), 3), text.cell(t.reps), t.unit or "estimates", said.number(t.se_goal, 4),
            said.number(needed, 2))
    elseif t.reached == false then
        return ("not reached: %s %s give no se, and more would not: %s"):format(text.cell(t.reps),
            t.unit or "estimates", t.se_unknown)
    end
end

function said.no_var(t)
    return t.var_unknown and "no var: " .. t.var_unknown
end

-- Why the mean is not a number.
function said.why(t)
    return t.mean_exists == false and "the expectation does not exist" or "some estimates are not finite"
end

function said.no_bias(t)
    return t.bias_unknown and "no bias: " .. t.bias_unknown
end

function said.warning(t)
    if not t.warning then
        return nil
    elseif t.mean_exists ~= false or t.not_finite then
        return "warning: " .. t.warning
    end
    return ("warning: %s; the %s estimates made have %s, which is no estimate of it"):format(t.warning,
        text.cell(t.reps), others(t))
end

-- That values which the law has seldom, so many times in a block, do more than the estimates show.
function said.rare(t)
    local rare = t.rare
    if not rare or t.warning or said.missed(t) or said.are_equal(t) then
        return nil
    end
    local words = "warning: rare draws may do more than the se shows: %s draw%s of %s in a block %s expected in %s of "
        .. "these estimates"
    return words:format(said.number(rare.times), rare.times == 1 and "" or "s", said.number(rare.value),
        rare.times == 1 and "is" or "are", said.number(rare.expected, 2))
end

-- All of them, in the order of printing.
function said.notes(t)
    local kinds = {"not_finite", "no_se", "short", "no_var", "no_bias", "missed", "rare", "warning"}
    return map(kinds, function(name) return said[name](t) or nil end)
end

return said
