-- What a script of several ranks does to the world is done once, by rank 0, and all ranks get what came of it, so that
-- they agree on what comes next; within work that was dealt to them each does its own. Loaded where there are ranks.
local core = ...
local once = core.use "prompt/once"
local os, math = _G.os, _G.math -- the user's: the library has copies

for _, name in ipairs {"clock", "execute", "remove", "rename", "tmpname"} do
    os[name] = once(os[name])
end

-- Of the time alone: a given one is the same everywhere.
for _, name in ipairs {"time", "date"} do
    local f, now = os[name], once(os[name])
    os[name] = function(a, b)
        local is_now = name == "time" and a == nil or name == "date" and b == nil
        return (is_now and now or f)(a, b)
    end
end

-- A seed that Lua takes at random is rank 0's for all.
local seed, seeds = math.randomseed, once(math.randomseed)

function math.randomseed(...)
    if select("#", ...) > 0 then
        return seed(...)
    end
    return seed(seeds())
end

core.use "prompt/ranks_files"
