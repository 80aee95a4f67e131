-- How distributions draw from an rng, in Lua that can be traced. The same functions serve traced problems and plain
-- calls, so both take the same numbers; a law without such a function is drawn in C, and not traced. Wraps the
-- constructors of dist. law.draw(value): function(rng) -> draw for a dist, or for what a constructor makes of traced
-- parameters; law.made(dist): what it was made from, {name =, options =}; nil for anything else.
local core, D = ...
local functions, over = core.math.functions, core.use "over"

local laws = {} -- name -> function(options) -> function(rng) -> draw

function laws.normal(o)
    local sd = o.sd or functions.sqrt(o.var)
    local n = core.traced.length(o.mean)
    return function(rng)
        return o.mean + sd * rng:normal(n)
    end
end

function laws.uniform(o)
    return function(rng)
        return o.a + (o.b - o.a) * rng:uniform()
    end
end

function laws.exponential(o)
    local mean = o.mean or 1 / o.rate
    return function(rng)
        return rng:exponential(mean)
    end
end

function laws.ramp(o)
    return function(rng)
        return o.a + (o.b - o.a) * functions.sqrt(rng:uniform())
    end
end

function laws.bernoulli(o)
    return function(rng)
        return D.where(o.p - rng:uniform(), 1, 0)
    end
end

function laws.discrete(o)
    local values = D.vec(o.values)
    return function(rng)
        local u, below, index = rng:uniform(), 0, 1
        for i = 1, #values - 1 do
            below = below + o.probs[i]
            index = index + D.where(u - below, 1, 0)
        end
        return values[index]
    end
end

function laws.empirical(o)
    local values = type(o.values) == "table" and D.vec(o.values) or o.values
    return function(rng)
        return values[rng:index(#values)]
    end
end

function laws.custom(o)
    return o.draw
end

-- The first draw of the stream that a number of rng names.
local function untraced(name, dist)
    return function(rng)
        local u = rng:uniform()
        if core.traced.is(u) then
            core.system.fail(nil, ("draws of dist.%s cannot be traced"):format(name))
        end
        local first = dist:draw(1, {seed = math.floor(u * 2 ^ 53)})[1]
        return dist.dim == 1 and first or first:copy()
    end
end

-- The options of a constructor's call, given by name or by place.
local function options_of(name, ...)
    local first = ...
    local named = type(first) == "table" and (#first == 0 or first[1] == nil)
    if named and select("#", ...) == 1 then
        return first
    end
    local options = {}
    for i, param in ipairs(core.dist.params[name]) do
        options[param.name] = (select(i, ...))
    end
    return options
end

local drawn = setmetatable({}, {__mode = "k"}) -- a dist, or a law of traced parameters -> how it draws
local made = setmetatable({}, {__mode = "k"})

local function has_traced(options)
    return core.use "list".any(options, core.traced.is)
end

-- The constructor of that name: what it makes can be drawn from in a trace.
local function constructor(name)
    return function(...)
        local options, law = options_of(name, ...), laws[name]
        local dist = law and has_traced(options) and {} or core.dist[name](...)
        drawn[dist] = law and law(options) or untraced(name, dist)
        made[dist] = {name = name, options = over(options)}
        return dist
    end
end

local constructors = {}
for name in pairs(core.dist.registry) do
    constructors[name] = constructor(name)
end
D.dist = core.use "module"("dist", constructors)

return {
    draw = function(value) return drawn[value] end,
    made = function(value) return made[value] end,
}
