-- What a file may ask for: permitted.check(call, options) -> nil, or why not. Options that compute, as the tables of
-- options have them, without those that are not stored (paths, threads, what is shown, what ends a run), and no text
-- that a terminal would act on. The experiment itself checks the values, as for anyone; functions are those of the
-- library (mark.lua).
local core = ...
local shape, over = core.use "experiment/shape", core.use "over"

local permitted = {}

-- Never stored: seconds and on_record end a run and change no step of it, a problem is known by its identity, and idle
-- options change nothing at all.
permitted.apart = {seconds = true, on_record = true, problem = true}
for _, params in pairs(core.run.params) do
    for _, param in ipairs(params) do
        permitted.apart[param.name] = permitted.apart[param.name] or param.idle or nil
    end
end

local function add(into, params)
    for _, param in ipairs(params) do
        if not permitted.apart[param.name] then
            into[param.name] = param
        end
    end
    return into
end

-- The options of runs of any method by any rule.
local of_run = add(add({}, core.run.params.run), core.estimator.params.method)
for _, family in ipairs {core.method, core.update, core.prox} do
    for _, name in ipairs(family.names) do
        add(of_run, family.params[name])
    end
end

-- The options of one entry of `methods`; its name stands first.
local of_method = over(of_run, {of_run.method, label = {name = "label", kind = "string"}})
of_method.reps, of_method.seed = nil, nil

-- Experiments, and whether they have methods. Their tables are there once their files are.
local experiments = {
    bias = false, running = false, sweep = false, value = false, figure = false, compare = true,
    complexity = true, tune = true,
}

-- The options of a call: those of runs, or an experiment's own and, where it has methods, those of runs; or nil.
local function options_of(call)
    if call == "run" then
        return of_run
    elseif experiments[call] ~= nil then
        return over(experiments[call] and of_run or {}, add({}, core.options.params[call]))
    end
end

local check_options

-- A list of methods with their options.
local function check_methods(methods)
    for key, entry in pairs(methods) do
        local why = type(entry) == "table" and check_options(of_method, entry)
        if why then
            return ("%s, at element %s of option 'methods'"):format(why, tostring(key))
        end
    end
end

-- A table of lists of values for options of runs.
local function check_grid(grid)
    local why = check_options(of_run, grid)
    return why and why .. ", in option 'grid'"
end

local tables = {methods = check_methods, grid = check_grid}

local function name_of(key)
    return shape.is_text(key) and #key <= 40 and ("'%s'"):format(key) or "of no name"
end

function check_options(known, options)
    for key, value in pairs(options) do
        if not known[key] then
            return ("a file may not ask for the option %s"):format(name_of(key))
        elseif not shape.is_readable(value) then
            return ("option '%s': expected text, got control characters"):format(key)
        end
        local why = tables[key] and type(value) == "table" and tables[key](value)
        if why then
            return why
        end
    end
end

-- nil where the call with these options only computes, else what it asks for besides.
function permitted.check(call, options)
    local known = options_of(call)
    if not known then
        return ("a file may not call %s"):format(name_of(call))
    end
    return check_options(known, options)
end

return permitted
