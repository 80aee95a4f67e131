-- What a file may ask for: permitted.check(call, options) -> nil, or why not. Options that compute, as the tables of
-- options have them, in values of their kind; none that is not stored (paths, threads, what is shown, what ends a
-- run), no function but the library's own, and names of nothing else.
local core = ...
local system, shape = core.system, core.use "experiment/shape"
local is_text, is_list = shape.is_text, shape.is_list

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

-- The options of runs of any method.
local of_run = add(add({}, core.run.params.run), core.estimator.params.method)
for _, name in ipairs(core.method.names) do
    add(of_run, core.method.params[name])
end

-- The options of one entry of `methods`; its name stands first.
local of_method = {[1] = of_run.method, label = {name = "label", kind = "string"}}
for name, param in pairs(of_run) do
    of_method[name] = param
end
for _, name in ipairs {"reps", "seed"} do
    of_method[name] = nil
end

-- The options of an experiment: its own and, where it has methods, those of runs.
local function of_experiment(name, with_runs)
    local all = add({}, core.options.params[name])
    for key, param in pairs(with_runs and of_run or {}) do
        all[key] = all[key] or param
    end
    return all
end

local calls = {
    run = of_run,
    figure = {
        name = {name = "name", kind = "string"}, quick = {name = "quick", kind = "boolean"},
        seed = {name = "seed", kind = "number"},
    },
}

-- Experiments, and whether they have methods. Their tables are there once their files are.
local experiments = {bias = false, running = false, compare = true, complexity = true, tune = true}

local function options_of(call)
    if experiments[call] ~= nil then
        calls[call] = calls[call] or of_experiment(call, experiments[call])
    end
    return calls[call]
end

local function is_number(value)
    return math.type(value) ~= nil
end

local function is_function(value)
    return type(value) == "function" or system.kind(value) == "poly"
end

local function is_vector(value)
    return is_number(value) or system.kind(value) == "vec" or is_list(value, is_number)
end

-- Sizes that change from step to step are schedules or functions.
local function is_size(value)
    return is_number(value) or system.kind(value) == "schedule" or is_function(value)
end

local function is_any(value)
    local kind = system.kind(value)
    return is_size(value) or is_vector(value) or kind == "mat" or kind == "dist" or kind == "extrap"
end

local kinds = {
    number = is_size, integer = is_size, vector = is_vector, any = is_any, choice = is_text,
    string = is_text, ["function"] = is_function,
    boolean = function(value) return type(value) == "boolean" end,
    matrix = function(value) return system.kind(value) == "mat" end,
    object = function(value, param) return system.kind(value) == param.choices end,
    table = function(value) return is_list(value, is_any) end,
}

local function wrong(param, value)
    local kind, got = param.kind == "object" and param.choices or param.kind, system.describe(value)
    local article = kind:find "^[aeiou]" and "an " or "a "
    return ("option '%s': expected %s, got %s"):format(param.name,
        kind == "any" and "a value to compute with" or article .. kind,
        is_text(got) and got or "one with control characters")
end

local check_options

-- A list of methods with options of their own.
local function check_methods(value, param)
    if type(value) ~= "table" then
        return wrong(param, value)
    end
    for key, entry in pairs(value) do
        if math.type(key) ~= "integer" or type(entry) ~= "table" then
            return wrong(param, entry)
        end
        local why = check_options(of_method, entry)
        if why then
            return ("%s, at element %d of option 'methods'"):format(why, key)
        end
    end
end

-- A table of lists of values for options of runs.
local function check_grid(value, param)
    for key, values in pairs(type(value) == "table" and value or {value}) do
        if type(values) ~= "table" and system.kind(values) ~= "vec" then
            return wrong(param, values)
        end
        for i = 1, #values do
            local why = check_options(of_run, {[key] = values[i]})
            if why then
                return why .. ", in option 'grid'"
            end
        end
    end
end

-- A table of items by name.
local function named(is_item)
    return function(value, param)
        return not shape.is_map(value, is_item) and wrong(param, value) or nil
    end
end

local tables = {methods = check_methods, grid = check_grid, constants = named(is_number), metrics = named(is_function)}

local function name_of(key)
    return is_text(key) and #key <= 40 and ("'%s'"):format(key) or "of no name"
end

function check_options(known, options)
    for key, value in pairs(options) do
        local param = known[key]
        if not param then
            return ("a file may not ask for the option %s"):format(name_of(key))
        end
        local why
        if tables[key] then
            why = tables[key](value, param)
        elseif not kinds[param.kind](value, param) then
            why = wrong(param, value)
        end
        if why then
            return why
        end
    end
end

-- nil where the call with these options only computes, else what it asks for besides.
function permitted.check(call, options)
    if not options_of(call) then
        return ("a file may not call %s"):format(name_of(call))
    end
    return check_options(calls[call], options)
end

return permitted
