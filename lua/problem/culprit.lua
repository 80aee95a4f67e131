-- Where numbers that are not finite come from in a problem of one's own: its functions are called again at a point, on
-- draws of their own. Returns first(problem, x): {part = the option, words =, sampled = whether it is a sampler}; nil
-- where nothing is found, and for built-in problems.
local core, D = ...
local system, input = core.system, core.use "problem/input"
local nan_in, kept_of = core.use "problem/probe".nan_in, core.use "problem/mean".kept

local DRAWS = 1000

-- The first number of a number or vec that is not finite.
local function odd_in(value)
    for _, x in ipairs(type(value) == "number" and {value} or value:table()) do
        if x - x ~= 0 then
            return x
        end
    end
    return nil
end

local function words_of(x)
    return x ~= x and "nan" or x > 0 and "inf" or "-inf"
end

-- A number or short vec in a sentence.
local function brief(x)
    if type(x) == "number" then
        return core.text.number(x, 6)
    end
    return #x <= 4 and tostring(x) or "a vec of length " .. #x
end

-- The part of draw k at x whose value is not finite, and which it is; nil for none.
local function look(kept, x, rng, k)
    local o, outer = kept.o, kept.outer
    local i = outer.n and 1 + (k - 1) % outer.n or nil
    local xi = i and outer.value(i) or input.settle(rng, outer.sampler(rng))
    if nan_in(xi, "xi") then
        return "outer", "nan as " .. nan_in(xi, "xi")
    end
    local eta = input.settle(rng, kept.inner(rng, input.copy(xi), i))
    if nan_in(eta, "eta") then
        return "inner", "nan as " .. nan_in(eta, "eta")
    end
    local y = o.g(o.dim > 0 and x:copy() or nil, input.copy(xi), eta)
    if odd_in(y) then
        return "g", words_of(odd_in(y))
    end
    local value = odd_in(o.f(input.copy(y), xi))
    return value and "f", value and ("%s at y = %s"):format(words_of(value), brief(y))
end

local titles = {outer = "the sampler 'outer'", inner = "the sampler 'inner'"}

local function first(problem, x)
    local kept = kept_of(problem)
    local stream = D.rng.new(system.seed)
    local rng = input.generator(function(n) return stream:normal(n) end, function(n) return stream:uniform(n) end)
    for k = 1, kept and DRAWS or 0 do
        local done, part, what = pcall(look, kept, x, rng, k)
        if not done then
            return nil
        elseif part then
            local words = "called again at x = %s, %s gives %s in draw %d"
            return {part = part, sampled = titles[part] ~= nil,
                words = words:format(brief(x), titles[part] or part, what, k)}
        end
    end
    return nil
end

return first
