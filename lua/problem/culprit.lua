-- Where numbers that are not finite come from in a problem of one's own: its functions are called again at a point, on
-- new draws. Returns find(problem, x, of): {part = the function, words =, sampled = whether it is a sampler};
-- nil where nothing is found, and for built-in problems. of: "gradient" where derivatives count, too, "objective" where
-- F may be known without draws.
local core, D = ...
local system, input, calls = core.system, core.use "problem/input", core.use "problem/calls"
local nan_in, kept_of = core.use "problem/first".nan_in, core.use "problem/mean".kept
local copy, at = input.copy, input.point

local DRAWS, SLOPES = 10000, 200 -- of so many the derivatives are taken

-- The first number of a number or vec that is not finite.
local function odd_in(value)
    if type(value) == "number" then
        return value - value ~= 0 and value or nil
    end
    for _, x in ipairs(value:table()) do
        if x - x ~= 0 then
            return x
        end
    end
    return nil
end

-- A number or short vec in a sentence.
local function brief(x)
    if type(x) == "number" then
        return core.text.number(x, 6)
    end
    return #x <= 4 and tostring(x) or "a vec of length " .. #x
end

-- The function's name and what it gives, at y if there is one, where that is not finite; else nil.
local function odd(part, value, y)
    local found = odd_in(value)
    return found and part, found and core.text.number(found) .. (y and " at y = " .. brief(y) or "")
end

local function in_slopes(o, x, xi, eta, y)
    local v = calls.slope(o, copy(y), copy(xi))
    local part, what = odd("grad f", v, y)
    if not part then
        part, what = odd("the Jacobian of g", calls.product(o, o.scalar and D.vec{v} or v, x:copy(), xi, eta))
    end
    return part, what
end

-- Draw k at x: the function whose value is not finite, and which it is; nil for none.
local function in_draw(kept, x, rng, k, of)
    local o, outer = kept.o, kept.outer
    local i = outer.n and 1 + (k - 1) % outer.n or nil
    local xi = i and outer.value(i) or input.settle(rng, outer.sampler(rng))
    if not i and nan_in(xi, "xi") then -- problem.new refuses a finite set with nan
        return "outer", "nan as " .. nan_in(xi, "xi")
    end
    local eta = input.settle(rng, kept.inner(rng, copy(xi), i))
    if nan_in(eta, "eta") then
        return "inner", "nan as " .. nan_in(eta, "eta")
    end
    local y = o.g(at(o, x), copy(xi), copy(eta))
    local part, what = odd("g", y)
    if not part then
        part, what = odd("f", o.f(copy(y), copy(xi)), y)
    end
    if not part and of == "gradient" and o.dim > 0 and k <= SLOPES then
        return in_slopes(o, x, xi, eta, y)
    end
    return part, what
end

-- The same where F is known without draws; k: the outer sample.
local function in_exact(kept, x, _, k)
    local o, outer = kept.o, kept.outer
    if o.objective then
        return odd("objective", o.objective(at(o, x)))
    end
    local y = o.g_mean(at(o, x), outer.value(k))
    local part, what = odd("g_mean", y)
    if not part then
        part, what = odd("f", o.f(copy(y), outer.value(k)), y)
    end
    return part, what
end

local titles = {outer = "the sampler 'outer'", inner = "the sampler 'inner'"}

-- How to look: the function, how often, and what the places are called.
local function way(kept, of)
    local exact = of == "objective" and (kept.o.objective or kept.outer.n and kept.o.g_mean)
    if not exact then
        return in_draw, DRAWS, " in draw %d"
    end
    return in_exact, kept.o.objective and 1 or kept.outer.n, kept.o.objective and "" or " in outer sample %d"
end

local function search(kept, x, of)
    local rng = input.seeded(system.seed)
    local look, most, place = way(kept, of)
    for k = 1, most do
        local part, what = look(kept, x, rng, k, of)
        if part then
            local words = "called again at x = %s, %s gives %s" .. place
            return {part = part, sampled = titles[part] ~= nil,
                words = words:format(brief(x), titles[part] or part, what, k)}
        end
    end
    return nil
end

return function(problem, x, of)
    local kept = kept_of(problem)
    local done, source = pcall(search, kept, x, of)
    return kept and done and source or nil
end
