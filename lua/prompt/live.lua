-- The screen of lua/experiment/watch.lua for a client of --machine: the first drawing is a display with a key, and each
-- further one an update, which takes its place.
local core = ...
local terminal = core.terminal

-- send(type, figure, key) sends a frame
return function(send)
    local screen, count = {}, 0

    function screen.can_draw()
        return true
    end

    function screen.place()
        count = count + 1
        return {clock = terminal.place(), key = count, type = "display"}
    end

    function screen.is_due(place)
        return terminal.is_due(place.clock)
    end

    function screen.draw(place, figure)
        terminal.timed(place.clock, send, place.type, figure, place.key)
        place.type = "update"
    end

    function screen.settle() -- the last frame is whole
    end

    return screen
end
