-- Where the terms of a multilevel estimate come from. A source has
--   draw(drawn, l, n)   n terms more of level l, or a few more than n; returns how many: fewer after Ctrl-C
--   chunk(l)            only multiples of so many are drawn
--   cost(l)             of one term, in samples
-- drawn: what core.terms.new gives, one for each level.
local core = ...
local terms = core.terms

local source = {}

-- The terms of the value of a problem at x: level l averages 2^l inner draws.
function source.of_problem(o)
    return {
        draw = function(drawn, l, n)
            return terms.draw(drawn, "value", o.problem, o.x, l, n, o.seed, o.threads or core.system.threads)
        end,
        chunk = terms.chunk,
        cost = function(l) return 2.0 ^ l end,
        gamma = 1, most_alpha = 1,
    }
end

return source
