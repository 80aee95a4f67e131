-- run{..}, run.load: a method on a problem.
local core, D = ...
local result, over = core.use "result", core.use "over"
local saved, curves = core.later "experiment/saved", core.later "experiment/curves"
local outcome, failing = core.later "experiment/outcome", core.use "experiment/failing"

local run = {}
local kept = setmetatable({}, {__mode = "k"}) -- result -> raw, what the engine gave for it

local run_methods = {}

-- The last row, with x: a mat with a row for each replicate.
function run_methods.final(self)
    local rows = self:rows()
    local last = rows[#rows]
    last.x = kept[self].x:copy()
    return last
end

function run_methods.series(self, options)
    local spec = self:spec()
    local own = {label = self.label, method = spec.method, columns = kept[self].means}
    return curves.options("run", {own}, spec, options)
end

function run_methods.replicates(self, options)
    return outcome.replicates("run", {{label = self.label, raw = kept[self]}}, self:spec(), options)
end

function run_methods.notes(self)
    return outcome.notes(kept[self])
end

function run_methods.why(self)
    return outcome.why(kept[self])
end

-- The raw of a result.
function run.raw(self)
    return kept[self]
end

-- The result of a raw.
function run.make(raw)
    local fields = {stop = raw.stop, diverged = raw.diverged, label = raw.label}
    local select = outcome.selector("run", raw.means, function() return raw.by_rep end, raw.extra)
    local hooks = over(run_methods, {select = select, nan = true, request = raw.request:ended(saved.cut(raw))})
    local self = result.new("run", raw.means, outcome.printed(raw.means, raw.spec), raw.spec, hooks, fields)
    kept[self] = raw
    return self
end

-- The result of what f(..) runs; raises the error that ended it.
local function finished(f, ...)
    local raw, failure = failing.try(f, ...)
    local self = raw and run.make(raw)
    failure = failure or raw.failure
    return failing.finish(failure, self)
end

-- Writes the run to a file; returns the path.
function run_methods.save(self, path)
    return saved.write("run:save", path, kept[self])
end

-- Goes on from the run's end: the total budget, and other options as a new stage.
function run_methods.resume(self, options)
    return finished(saved.resume, kept[self], options)
end

D.run = core.use "module"("run", {
    load = function(path, options)
        return run.make(saved.load(path, options))
    end,
}, function(options)
    return finished(saved.start, "run", options)
end)

local function start_all(stages)
    local raw
    for _, options in ipairs(stages) do
        if not raw or raw.stop ~= "interrupted" then
            raw = saved.start("run", options, raw)
        end
    end
    return raw
end

-- The run that has these options as its stages, one list for each.
function run.replay(stages)
    return finished(start_all, stages)
end

return run
