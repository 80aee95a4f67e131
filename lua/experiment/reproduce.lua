-- reproduce(path [, {problem=}]): repeats the experiment of a saved run or figure, and says whether it gives the same.
local core, D = ...
local system, file, result = core.system, core.use "file", core.use "result"
local asked, again = core.use "experiment/asked", core.use "experiment/again"
local saved, option = core.use "experiment/saved", core.use "experiment/option"
local permitted = core.use "experiment/permitted"

local NAME = "reproduce"

-- What a file may make the program do, where the call does not say: seconds of time, and MB of one problem or run.
local limits = {seconds = 3600, memory = 4096}

-- The limit of that name: the option's, a number > 0, or the default.
local function limit_of(given, key)
    local value = given[key]
    if value == nil then
        return limits[key]
    elseif not math.type(value) or value ~= value or value <= 0 then
        system.fail(NAME, ("option '%s': expected a number > 0, got %s"):format(key, system.describe(value)))
    end
    return value
end

-- fn(options) within the limits.
local function within(path, given, fn, options)
    local seconds = limit_of(given, "seconds")
    local late, new, digest = system.limited(seconds, limit_of(given, "memory") * 1e6, fn, options)
    if late then
        system.fail(NAME, ("'%s' takes more than %s seconds: reproduce(path, {seconds=})"):format(path,
            core.text.number(seconds, 6)))
    end
    return new, digest
end

-- What made a figure: name -> function(options) -> what is new, its digest.
local calls = {}
for _, name in ipairs {"bias", "compare", "complexity", "run", "running", "tune"} do
    calls[name] = function(options)
        local new = D[name](options)
        return new, again.digest(result.columns(new))
    end
end

function calls.figure(options)
    local new = system.with_seed(options.seed, D.figure, options.name, {quick = options.quick})
    return new, again.digest_figure(new)
end

-- The problem to ask again with: the one that is given, or as it is known from the record.
local function problem_of(record, given)
    if not record.fingerprint then
        return nil
    end
    local problem, why = given, nil
    if not problem then
        problem, why = asked.problem(record)
    elseif system.kind(problem) ~= "problem" then
        system.fail(NAME, "option 'problem': expected a problem, got " .. system.describe(problem))
    elseif not asked.same_problem(record, asked.identity(problem)) then
        system.fail(NAME, "option 'problem': it is not the one that was asked about")
    end
    if not problem then
        system.fail(NAME, ("the problem is not known, %s: reproduce(path, {problem=})"):format(why))
    end
    return problem
end

local function damaged(path)
    system.fail(NAME, ("cannot read '%s': its recipe is damaged"):format(path))
end

-- The options of the file's record for that call, with those given that hold functions.
local function options_of(path, call, record, given)
    local ok, all, missing = pcall(asked.options, record)
    if not ok then
        damaged(path)
    end
    local why = permitted.check(call, all)
    if why then
        system.fail(NAME, ("cannot read '%s': %s"):format(path, why))
    end
    for key in pairs(given) do
        if key ~= "problem" and not limits[key] and not missing[key] then
            system.fail(NAME, ("unknown option '%s'%s"):format(tostring(key),
                system.hint(key, option.over(option.over(missing, limits), {problem = true}))))
        end
    end
    for _, key in ipairs(option.keys(missing)) do
        if given[key] == nil then
            system.fail(NAME, asked.missing_words(record, key))
        end
        all[key] = given[key]
    end
    all.problem = problem_of(record, given.problem)
    return all
end

-- Why the new columns are not the old ones, or nil when they are.
local function difference(old, new)
    for _, name in ipairs(option.keys(old)) do
        for i = 1, name ~= "seconds" and #old[name] or 0 do
            local a, b = old[name][i], new[name] and new[name][i]
            if a ~= b and (a == a or b == b) then
                return ("%s[%d] is %s there, %s here"):format(name, i, tostring(a), tostring(b))
            end
        end
    end
end

-- What ended a run, where nothing tells when to end it again; else nil.
local function end_of(raw)
    if raw.stop == "interrupted" or raw.stop == "on_record" then
        return raw.stop == "on_record" and raw.stop or "an interrupt"
    end
    return not (raw.options.samples or raw.options.steps) and "its budget in seconds" or nil
end

local function points(x)
    local columns = {}
    for i = 1, x.rows do
        columns[("x[%d]"):format(i)] = x[i]
    end
    return columns
end

-- Runs again what the file holds -> the new run, whether it is equal, what differs.
local function repeat_run(path, given)
    local raw = saved.read(NAME, path)
    if raw.spec.stages then
        system.fail(NAME, ("'%s' went on with other options: it is no single run"):format(path))
    end
    if end_of(raw) then
        system.fail(NAME, ("'%s' was ended by %s, which no other run is"):format(path, end_of(raw)))
    end
    local new = within(path, given, D.run, options_of(path, "run", raw.asked, given))
    local why = difference(raw.means, result.columns(new)) or difference(points(raw.x), points(new:final().x))
    return new, not why, why
end

local function repeat_figure(path, content, given)
    if not calls[content.call] then
        damaged(path)
    elseif content.cut then
        local words = "'%s' was made with option '%s', which may end another run elsewhere"
        system.fail(NAME, words:format(path, content.cut))
    end
    local options = options_of(path, content.call, content.asked, given)
    local new, digest = within(path, given, calls[content.call], options)
    return new, digest == content.digest, "the figure's numbers were others"
end

-- Where all is equal there is no reason, not even nil.
local function told(new, same, why)
    if same then
        return new, same
    end
    return new, same, why
end

-- reproduce(path [, options]) -> the new result, whether it is equal, and if not what differs.
function D.reproduce(path, options)
    if options ~= nil and type(options) ~= "table" then
        system.fail(NAME, "expected a table of options, got " .. system.describe(options))
    end
    local text = file.read(NAME, path)
    if not (text:find "^%%PDF" or text:find "^\137PNG" or text:find "^<%?xml") then
        return told(repeat_run(path, options or {}))
    end
    local content = again.find(text)
    if not content then
        system.fail(NAME, ("'%s' does not say how it was made"):format(path))
    end
    return told(repeat_figure(path, content, options or {}))
end
