-- keeper(write): a function that calls write(..), which puts in a file what has been made so far, again and again. The
-- first failure raises: nothing is lost yet. Of later ones the first is noted, and after some in a row there is no more
-- writing: what is computed goes on.
local core = ...
local system = core.system

local MOST = 3 -- failures in a row

return function(write)
    local started, failures, said = false, 0, false
    return function(...)
        if failures == MOST then
            return
        end
        local done, why = pcall(write, ...)
        if not done and not started then
            error(why, 0)
        elseif not done and not said then
            system.note(why)
        end
        failures, said, started = done and 0 or failures + 1, said or not done, true
        if failures == MOST then
            system.note("no more checkpoints are written: this failed " .. MOST .. " times in a row")
        end
    end
end
