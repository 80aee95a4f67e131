-- Errors of functions of the user's in the middle of an experiment. What the experiment has is kept, as after Ctrl-C,
-- and the error is raised. A failure is {error}, as the engine's calls return it beside what they have.
local core, D = ...
local system = core.system

local failing = {}
local kept -- the result of the experiment that failed last, and how many have
local count = 0

-- Calls f(..): what it returns, and nil; or nil and the failure that it raised. An interrupt goes on its way.
function failing.try(f, ...)
    local done, value = pcall(f, ...)
    if not done and system.interrupted() then
        error(value, 0)
    end
    return done and value or nil, not done and {value} or nil
end

-- The same of an experiment: what it leaves, and the failure.
function failing.left(f, ...)
    local before = count
    local value, failure = failing.try(f, ...)
    if failure and count > before then
        value = kept
    end
    return value, failure
end

-- Raises a failure of an experiment; the result, where there is one, is kept.
function failing.raise(failure, result)
    kept, count = result, count + (result and 1 or 0)
    error(failure[1], 0)
end

-- f as an experiment of one call. An error that leaves nothing makes unfinished() forget what an earlier one has left.
local function passed(before, done, ...)
    if done then
        return ...
    elseif count == before and not system.interrupted() then
        failing.raise {(...)}
    end
    error((...), 0)
end

function failing.single(f)
    return function(...)
        return passed(count, pcall(f, ...))
    end
end

-- pcall for what an experiment tries on its way: nothing that this leaves is kept.
function failing.apart(f, ...)
    local before, n = kept, count
    local done, value = pcall(f, ...)
    kept, count = before, n
    return done, value
end

-- The result of an experiment; raises its failure, where there is one.
function failing.finish(failure, result)
    return failure and failing.raise(failure, result) or result
end

-- Raises the failure of what the engine gave, where it has one.
function failing.check(raw)
    if raw.failure then
        error(raw.failure[1], 0)
    end
end

-- How many experiments have failed and left a result; the last one's.
function failing.last()
    return count, kept
end

-- What the experiment had that an error ended.
function D.unfinished()
    if not kept then
        system.fail("unfinished", "no experiment has left a result when an error ended it")
    end
    return kept
end

return failing
