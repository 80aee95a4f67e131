-- keeper(path, write): a function that calls write(..), which puts in the file what has been made so far, again and
-- again. The first failure raises: nothing is lost yet. Of later ones the first is noted, and after some in a row there
-- is no more writing: what is computed goes on. It is also noted where another program has put a file of its own there.
local core = ...
local system = core.system

local MOST = 3 -- failures in a row

-- What tells a file from others that were written in its place; nil for none. The system gives the number of one that
-- is gone to the next.
local function mark_of(path)
    local which, when = core.file.identity(path)
    return which and which .. " " .. when
end

-- A function to be called before and after a write: says once that the file is not the one of the last write.
local function watch(path)
    local own, said
    return function(is_written)
        local now = mark_of(path)
        if is_written then
            own = now
        elseif own and now and now ~= own and not said then
            said = true
            system.note(("another program writes the checkpoint '%s', too: what it has made may take the place of what "
                .. "this one has"):format(path))
        end
    end
end

return function(path, write)
    local started, failures, said = false, 0, false
    local look = watch(path)
    return function(...)
        if core.ranks.same(failures == MOST and "" or "goes on") == "" then
            return
        end
        look(false)
        local done, why = system.saving(write, ...)
        look(true)
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
