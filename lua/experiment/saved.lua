-- Runs in files, and runs that go on: saved.start, saved.write, saved.read, saved.resume.
--   raw      what the engine gave for a run: means, by_rep, extra, metrics, x, stop, refused (why a schedule ended
--            it), diverged, spec, tables (the replicates', for update), handle; with `label` and `request`
--            (lua/experiment/request.lua), which is cut where one of the stages before it ended as no other run does.
--            What was read from a file has state in place of handle; what another process has made has timed besides,
--            its state with the seconds.
local core = ...
local system, over, pack, sorted = core.system, core.use "over", core.use "pack", core.use "sorted"
local request, readable = core.use "experiment/request", core.use "experiment/readable"
local content, mark = core.use "experiment/content", core.use "experiment/mark"
local holds = core.later "experiment/holds"
local file, result, watch = core.use "file", core.use "result", core.use "experiment/watch"
local limits, list_of = core.use "experiment/limits", core.use "list"
local by_name, callable, keeper = list_of.by_name, core.use "callable", core.use "keeper"

local saved = {}

local kept_fields = {
    "by_rep", "extra", "metrics", "x", "stop", "refused", "diverged", "losses", "spec", "means", "label",
}

-- The state of a run as bytes; nil when it was interrupted in the middle of a step.
local function state_of(raw, seconds)
    return seconds and raw.timed or raw.state or (raw.handle and core.run.state(raw.handle, seconds))
end

local function check_state(name, raw)
    if not raw.state and not raw.handle then
        system.fail(name, "the run was interrupted in the middle of a step; run it again")
    end
end

local function check_table(name, s, where)
    for key, value in pairs(s) do
        local kind = system.kind(value) or type(value)
        if kind == "table" and not getmetatable(value) then
            check_table(name, value, where .. "." .. tostring(key))
        elseif not ({number = true, string = true, boolean = true, vec = true, mat = true})[kind] then
            system.fail(name, "expected numbers, vecs and tables of them in the table that update gets, got %s as "
                .. "%s.%s", system.describe(value), where, tostring(key))
        end
    end
end

local function without_seconds(columns)
    local all = over(columns, {})
    all.seconds = nil
    return all
end

-- Writes a run to a file; equal runs give equal bytes.
function saved.write(name, path, raw)
    check_state(name, raw)
    file.check_kept(name, path)
    local asked = raw.request
    local all = {asked = asked.stored, before = asked.before, cut = asked.cut, tables = raw.tables,
        state = state_of(raw, false)}
    for _, s in ipairs(raw.tables or {}) do
        check_table(name, s, "s")
    end
    for _, key in ipairs(kept_fields) do
        all[key] = raw[key]
    end
    all.means, all.by_rep = without_seconds(raw.means), without_seconds(raw.by_rep)
    return file.write(name, path, core.run.seal(pack.text(all)))
end

-- A run as a plain value (lua/pack.lua), and the run with these options that such a value says.
function saved.plain(raw)
    local all = {state = state_of(raw, false), timed = state_of(raw, true)}
    for _, key in ipairs(kept_fields) do
        all[key] = raw[key]
    end
    return all
end

function saved.of_plain(plain, options)
    return over(plain, {request = request.new("run", options)})
end

-- The options that a run with these options has: name -> row of the table of options; without those of a method or a
-- rule where there is no such one.
function saved.params(options)
    local all = by_name(core.run.params.run)
    for _, family in ipairs {"method", "update", "prox"} do
        all = over(all, by_name(core[family].params[options[family]] or {}))
    end
    return all
end

-- Earlier versions left options that are false out of what they stored; the spec has them.
local function add_false(raw)
    for name, param in pairs(saved.params(raw.spec)) do
        if param.default == "true" and raw.asked.options[name] == nil and raw.spec[name] == false then
            raw.asked.options[name] = false
        end
    end
end

local DAMAGED = "the file is damaged or cut off"

-- Sets what a run was asked. nil, or why it may not.
local function read_request(raw)
    add_false(raw)
    local asked, why = request.of("run", raw.asked)
    raw.request = asked
    if not asked then
        return why or DAMAGED
    end
    asked.before = raw.before or not raw.spec.stages and {} or nil -- earlier versions did not keep it
    asked.cut = raw.cut
end

local function read(name, path)
    local body, why = core.run.unseal(file.read(name, path))
    local raw = body and pack.value(body)
    if body then
        why = holds.other(raw, "run") or DAMAGED
        if content.is_run(raw) then
            why = read_request(raw)
        end
    end
    if why then
        system.fail(name, "cannot read '%s': %s", path, why)
    end
    return raw
end

-- The run in a file, within the limits that the options give.
function saved.read(name, path, options)
    return limits.within(name, path, options or {}, read, name, path)
end

-- What writes a run that is on its way.
local function saver(name, path, complete)
    return keeper(path, function(raw)
        saved.write(name, path, complete(raw))
    end)
end

-- How a run ended, where nothing says when to end it again: a word of request.cuts; else nil.
function saved.cut(raw)
    if raw.stop == "interrupted" or raw.stop == "on_record" then
        return raw.stop == "on_record" and "stopped" or raw.stop
    end
    return not (raw.request.options.samples or raw.request.options.steps) and "timed" or nil
end

-- Adds what a request that goes on from `base` has before it; returns the specs of these stages, if any.
local function add_history(asked, base)
    local earlier = base and base.request
    if not base then
        return nil
    elseif not asked:difference(earlier) then
        asked.before, asked.cut = earlier.before, earlier.cut
        return base.spec.stages
    end
    local last, stages = over(base.spec), table.move(base.spec.stages or {}, 1, #(base.spec.stages or {}), 1, {})
    last.problem, last.stages, last.seed = nil, nil, nil
    stages[#stages + 1] = last
    asked.before, asked.cut = earlier.before and earlier:stages(), earlier.cut or saved.cut(base)
    return stages
end

-- The checkpoint of such a run, or nil when there is none.
local function read_checkpoint(name, path, asked)
    if not file.is_there(path) then
        return nil
    end
    local raw = saved.read(name, path)
    local other = asked:difference_in_all(raw.request)
    if other then
        system.fail(name, "checkpoint '%s' is of another run: %s", path, other)
    end
    return raw
end

-- Whether a run stopped before its budget was spent, because it was good enough.
local function is_over(raw)
    return raw.stop == "tol" or raw.stop == "on_record"
end

-- Runs, from the state of `base` (raw) where it is given, or of the checkpoint where it is there. live: the figure that
-- follows it together with others (lua/experiment/watch.lua), false for none; nil: its own figure, where the options
-- ask for it.
function saved.start(name, options, base, label, live)
    if type(options) ~= "table" or system.kind(options.problem) ~= "problem" then
        return core.run.run(options, name, {}) -- which says what is wrong
    end
    local asked, path = request.new("run", options), options.checkpoint
    if type(path) == "string" then
        file.check_kept(name, path)
    end
    local stages = add_history(asked, base)
    local checkpoint = type(path) == "string" and read_checkpoint(name, path, asked)
    local from = base
    base = checkpoint or base
    local function complete(raw)
        readable.complete(raw.spec, options)
        raw.request, raw.spec.stages, raw.label = asked, stages, label or raw.spec.method
        return raw
    end
    if checkpoint and is_over(checkpoint) and not (from and from.state == checkpoint.state) then
        return complete(checkpoint)
    end
    local extra = base and {state = state_of(base, true), tables = result.copied(base.tables)} or {}
    extra.save = type(path) == "string" and saver(name, path, complete) or nil
    local own <close> = live == nil and watch.open(options) or nil
    live = live or own
    extra.watch = live and live:follow(label or options.method or "run") or nil
    local raw = complete(core.run.run(options, name, extra))
    if live then
        live:keep(raw.label, raw.means)
    end
    if extra.save and raw.handle then
        extra.save(raw)
    end
    return raw
end

-- resume -------------------------------------------------------------------------------------------------------

local fixed = {"problem", "method", "reps", "seed", "x0"}

-- Options that replace one another: giving one takes the other away.
local instead = {order = "operator", operator = "order"}

-- The option that a new value takes the place of, or nil; a step and a function as update exclude each other.
local function replaced(key, value, old)
    if key == "update" and callable(value) then
        return "step"
    elseif key == "step" and value and type(old.update) ~= "string" then
        return "update"
    end
    return value and instead[key] or nil
end

-- Takes away options of a rule that is no longer asked for.
local function drop_options(all, before, given)
    local now = saved.params(all)
    for key in pairs(before) do
        if not now[key] and given[key] == nil then
            all[key] = nil
        end
    end
end

local function check_budget(old, given)
    for new, known in pairs {samples = "steps", steps = "samples"} do
        if given[new] and (old[known] or not old[new]) then
            system.fail("run:resume", "option '%s': the run's budget is in %s", new,
                old[known] and known or "seconds")
        end
    end
end

local function check_fixed(asked, given)
    for _, key in ipairs(fixed) do
        if given[key] ~= nil and not asked:has(key, given[key]) then
            system.fail("run:resume", "option '%s' cannot change", key)
        end
    end
end

-- The old options with the new ones over them; false takes an option away, unless it is a boolean.
local function merge(old, given)
    local all, before = over(old, {}), saved.params(old)
    local params = over(before, saved.params(over(old, given)))
    core.use "given"("run:resume", given, params)
    all.checkpoint, all.checkpoint_every = nil, nil
    for key, value in pairs(given) do
        local other = replaced(key, value, old)
        if other then
            all[other] = nil
        end
        all[key] = value
        if value == false and params[key].kind ~= "boolean" then
            all[key] = nil
        end
    end
    drop_options(all, before, given)
    return all
end

local function check_missing(asked, given)
    for _, key in ipairs(sorted(asked.missing or {})) do
        local gone = list_of.any(given, function(value, other) return replaced(other, value, {}) == key end)
        if given[key] == nil and not gone then
            system.fail("run:resume", asked:missing_words(key))
        end
    end
end

-- The columns are there already: the same metrics go on.
local function check_metrics(raw, all)
    local metrics = type(all.metrics) == "table" and all.metrics or {}
    local has_all = list_of.all(raw.metrics, function(name) return metrics[name] ~= nil end)
    if not has_all or #sorted(metrics) ~= #raw.metrics then
        system.fail("run:resume", "option 'metrics': expected " .. (#raw.metrics > 0
            and "functions of the names " .. table.concat(raw.metrics, ", ") or "none, the run had none"))
    end
end

-- Why a run that was to go on made no step more.
local function idle_words(raw)
    local key, column = "samples", raw.means.samples
    local options = raw.request.options
    if options.steps then
        key, column = "steps", raw.means.step
    end
    if raw.stop ~= "budget" or not options[key] then
        return raw.refused or "it ended, stop: " .. raw.stop
    end
    return ("option '%s' is %s, it has had %s"):format(key, core.text.number(options[key]),
        core.text.number(column[#column]))
end

-- The run after going on; the old one, with a note, where nothing was left to do.
local function went_on(raw, new)
    if new.stop == "interrupted" or not mark.same(raw.by_rep.samples, new.by_rep.samples) then
        return new
    end
    system.note("run:resume: the run is as it was: " .. idle_words(new))
    return raw
end

-- Goes on from where a run stopped, with options over its own.
function saved.resume(raw, given)
    given = core.use "given"("run:resume", given)
    check_state("run:resume", raw)
    check_missing(raw.request, given)
    check_budget(raw.request.options, given)
    local options = raw.request.options
    if not options.problem then
        local why
        options.problem, why = raw.request:problem()
        if not options.problem then
            system.fail("run:resume", "the run's problem is not known, %s: run.load(path, {problem=})", why)
        end
    end
    check_fixed(raw.request, given)
    local all = merge(options, given)
    check_metrics(raw, all)
    return went_on(raw, saved.start("run:resume", all, raw, raw.label))
end

local of_load = over(limits.names, {problem = true})

-- run.load: the run in a file, with its problem where it is given.
function saved.load(path, options)
    options = core.use "given"("run.load", options, of_load)
    local raw, problem = saved.read("run.load", path, options), options.problem
    if problem == nil then
        return raw
    end
    raw.request:check_problem("run.load", problem, "the run was made on")
    raw.request.options.problem = problem
    return raw
end

return saved
