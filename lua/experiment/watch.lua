-- A figure of the runs in progress, for watch=true: redrawn in place a few times a second, where it can be.
local core, D = ...
local system, terminal = core.system, core.terminal
local over, curves = core.use "over", core.use "experiment/curves"
local any = core.use "list".any
local pcall = pcall

local watch = {}
local methods = {}
local meta = {__index = methods}

-- Where it is seen: on a terminal, or by a client of --machine (lua/prompt/live.lua).
watch.screen = {
    place = terminal.place, draw = terminal.draw, settle = terminal.settle,
    is_due = function(place) return terminal.is_due(place) end,
    can_draw = function()
        local now = terminal.now()
        return now.terminal and now.moves and now.protocol ~= "none"
    end,
}

-- The figure that follows the runs of these options, a value to be closed; nil when they do not ask for it, or
-- nothing could be seen.
function watch.open(options)
    if options.watch ~= true or not watch.screen.can_draw() then
        return nil
    end
    return setmetatable({
        place = watch.screen.place(), options = options, list = {},
        samples = not options.seconds and options.samples or nil, -- where the curves end
    }, meta)
end

local function draw(self, list)
    local spec = {problem = {name = core.problem.spec(self.options.problem).name}}
    if any(list, function(each) return #each.columns.step > 1 end) then
        watch.screen.draw(self.place, D.plot(curves.options("run", list, spec, {x = {min = 0, max = self.samples}})))
    end
end

-- A run begins: the function that gets its columns of means on the way.
function methods.follow(self, label)
    return function(means)
        if watch.screen.is_due(self.place) then
            local list = over(self.list, {})
            list[#list + 1] = {label = label, columns = means}
            draw(self, list)
        end
    end
end

-- All runs begin again.
function methods.clear(self)
    self.list = {}
end

-- The run is over and its curve stays.
function methods.keep(self, label, means)
    self.list[#self.list + 1] = {label = label, columns = means}
end

-- Keeps only the best of the runs with one label: the last one, or the one before it.
function methods.choose(self, is_best)
    local last = table.remove(self.list)
    for i, each in ipairs(self.list) do
        if each.label == last.label then
            self.list[i] = is_best and last or each
            return
        end
    end
    self.list[#self.list + 1] = last
end

-- What cannot be drawn fails no run.
function meta.__close(self, why)
    if why ~= nil or system.interrupted() then
        watch.screen.settle()
    elseif self.list[1] then
        pcall(draw, self, self.list)
    end
end

return watch
