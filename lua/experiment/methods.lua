-- The option `methods` of compare, tune and complexity: the options of each, what they are called, their checkpoints.
local core = ...
local system, over, word = core.system, core.use "over", core.use "experiment/readable".word
local callable, list_of = core.use "callable", core.use "list"

local methods = {}

local function wrong(name, what, i)
    system.fail(name, "option 'methods': %s at element %d", what, i)
end

-- The options of one method of experiment `name`: run's options for all with its own over them. Pairs of replicates
-- need the same problem, number and seed.
local function merge_one(name, shared, entry, i)
    if type(entry) ~= "table" then
        wrong(name, 'expected "name" or a table {"name", ..}, got ' .. system.describe(entry), i)
    end
    for _, key in ipairs {"problem", "reps", "seed"} do
        if entry[key] ~= nil then
            wrong(name, ("'%s' is the same for all methods, give it beside 'methods', got one"):format(key), i)
        end
    end
    local all = over(shared, entry)
    all.method = entry[1] or entry.method or shared.method
    all[1], all.label = nil, nil
    if type(all.method) ~= "string" then
        wrong(name, "expected a method's name, got " .. system.describe(all.method), i)
    elseif entry.label ~= nil and type(entry.label) ~= "string" then
        wrong(name, "expected a string as label, got " .. system.describe(entry.label), i)
    end
    return all
end

-- The list with {"bsgd"} where it has "bsgd".
local function opened(entries)
    local list = {n = #entries}
    for i = 1, list.n do -- also past a nil, which merge refuses
        list[i] = type(entries[i]) == "string" and {entries[i]} or entries[i]
    end
    return list
end

-- The options of experiment `name`: its own as `read` gives them, and the others, those of runs.
function methods.read(name, read, options)
    if type(options) ~= "table" then
        system.fail(name, "expected a table of options, got " .. system.describe(options))
    end
    local own, shared = {}, over(options)
    for _, param in ipairs(core.options.params[name]) do
        own[param.name], shared[param.name] = options[param.name], nil
    end
    own = read(name, own)
    own.methods = opened(own.methods)
    if own.methods.n == 0 then
        system.fail(name, "option 'methods': expected at least one method")
    end
    return own, shared
end

-- The options of each method: list of tables.
function methods.merge(name, shared, entries)
    local list = {}
    for i = 1, entries.n do -- also past a nil, which is refused
        list[i] = merge_one(name, shared, entries[i], i)
    end
    return list
end

-- What distinguishes method i from the others of its name: " m=2 step=0.1".
local function differences(merged, i)
    local found = {}
    for _, other in ipairs(merged) do
        for key, value in pairs(merged[i]) do
            if other.method == merged[i].method and other[key] ~= value then
                found[#found + 1] = (" %s=%s"):format(key, word(value))
            end
        end
    end
    table.sort(found)
    return table.concat(core.use "list".unique(found))
end

-- The label of every entry: as given, or the name, with what differs where a name comes twice.
function methods.labels(name, entries, merged)
    local list, used = {}, {}
    for i, entry in ipairs(entries) do
        local label = entry.label or merged[i].method .. differences(merged, i)
        if used[label] then
            system.fail(name, "option 'methods': two methods are called '%s', give them labels", label)
        end
        used[label] = true
        list[i] = label
    end
    return list
end

-- The checkpoint of part i of an experiment, a file in its folder, which is made; nil when none is asked for.
function methods.checkpoint(name, options, i, label)
    local folder = options.checkpoint
    if type(folder) ~= "string" then
        return folder -- nil, or what run refuses
    end
    local done, why = core.file.folder(folder)
    if not done then
        system.fail(name, "cannot make the folder '%s': %s", folder, why)
    end
    return ("%s/%02d-%s"):format(folder, i, label:gsub("[^%w._=-]+", "_"))
end

local REPS = 10 -- of run, where no number is said

-- An option that may be wrong, which run says then.
local function number(value, default)
    return math.type(value) and value >= 1 and value or default
end

local SMALL = 4e6 -- oracle calls: some 50 ms, several times what copies of a process take to start and to tell

-- About how many oracle calls a replicate takes; nil where it is not known.
local function cost_of(options)
    local calls = options.samples or options.steps
    return math.type(calls) and calls > 0 and calls * (options.samples and 1 or number(options.m, 1)) or nil
end

-- What teams (lua/points/by_teams.lua) must know of runs with these options, a list: replicates, threads, costs, and
-- whether all are small, as are those that end by the clock.
function methods.shared(list)
    local first, costs, all = list[1], {}, 0
    local reps = number(first.reps, REPS)
    for i, options in ipairs(list) do
        costs[i] = cost_of(options) or 1
        all = all + (options.seconds == nil and cost_of(options) or -math.huge)
    end
    return {reps = reps, threads = number(system.at_most_threads(number(first.threads, system.threads)), 1),
        costs = costs, is_small = all * reps < SMALL}
end

-- Whether runs with these options call functions of the user's, but for that which makes a problem.
local function calls_back(options)
    local kept = core.use "problem/mean".kept(options.problem)
    local plain = kept and list_of.any(kept.reasons, function(why, part) return why and part ~= "F" end)
    return plain or options.metrics ~= nil or options.on_record ~= nil
        or list_of.any(options, function(value, key) return key ~= "problem" and callable(value) end)
end

-- Whether runs with these options can be made apart from each other. Functions that may gather what they see, or change
-- a state of their own, are called of all runs by every rank; in one process all functions are called in it, so that
-- variables, generators and files end as they would.
function methods.are_apart(list)
    local is_alone = core.ranks.all() == 1
    return list_of.all(list, function(options)
        if is_alone then
            return not calls_back(options)
        end
        return options.on_record == nil and not callable(options.update)
    end)
end

return methods
