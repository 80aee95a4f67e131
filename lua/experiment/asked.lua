-- What a run was asked, as values that a file can hold and that distinguish two runs: asked.record(options) and
-- asked.options(record) back again. Functions are marks only: they must be given again.
local core, D = ...
local system, option = core.system, core.use "experiment/option"
local getinfo = debug.getinfo

local asked = {}

-- Of no record: seconds and on_record end a run and change no step of it, the problem is told by its identity, and
-- idle options change nothing at all.
asked.apart = {seconds = true, on_record = true, problem = true}
for _, params in pairs(core.run.params) do
    for _, param in ipairs(params) do
        asked.apart[param.name] = asked.apart[param.name] or param.idle or nil
    end
end

-- f(item) for every item of a table, under the same keys.
local function mapped(t, f)
    local all = {}
    for key, item in pairs(t) do
        all[key] = f(item)
    end
    return all
end

local function is_callable(value)
    local meta = type(value) ~= "userdata" and getmetatable(value)
    return type(value) == "function" or (type(meta) == "table" and meta.__call ~= nil)
end

local function terms_of(op)
    local terms = {}
    for i, term in ipairs(op:terms()) do
        terms[i] = {size = term.size, weight = term.exact}
    end
    return terms
end

-- The functions of math that only compute.
local math_names = {}
for name, f in pairs(D.math) do
    if type(f) == "function" and name ~= "random" and name ~= "randomseed" then
        math_names[f] = name
    end
end

-- What a record has in place of a value that files do not hold: a table with one of these fields, by whose type it
-- differs from a table of the user's with an option of that name.
local function is_mark(value, field)
    return type(value) == "table" and (field == "call" and value.call == true or type(value[field]) == "string")
end

local mark

-- A dist or a function of the library: its name, and what it was made from.
local function mark_made(value)
    local kind = system.kind(value)
    if kind == "dist" then
        local made = core.use "problem/origin".of(value)
        return made and {made = "dist." .. made.name, by = mark(made.options)} or {call = true}
    elseif kind == "poly" then
        return {made = "poly", by = value:coefficients():table()}
    elseif type(value) == "function" and math_names[value] then
        return {made = "math", by = math_names[value]}
    end
end

function mark(value)
    local kind, made = system.kind(value), mark_made(value)
    if made then
        return made
    elseif kind == "schedule" then
        return {schedule = tostring(value)}
    elseif kind == "extrap" then
        return {operator = value.name, terms = terms_of(value)}
    elseif is_callable(value) then
        return {call = true}
    elseif kind == "vec" or kind == "mat" then
        return value:copy()
    elseif type(value) == "table" then
        return mapped(value, mark)
    end
    return value
end

-- What identifies a problem: {problem = its own options, fingerprint = of its sizes, start and data}.
function asked.identity(problem)
    return {problem = core.problem.spec(problem), fingerprint = core.run.fingerprint(problem)}
end

-- The options of a run as a record: {options =, problem = its own options, fingerprint =}.
function asked.record(options)
    local all = {seed = system.seed}
    for key, value in pairs(options) do
        if not asked.apart[key] then
            all[key] = mark(value)
        end
    end
    return option.over({options = all}, options.problem and asked.identity(options.problem) or {})
end

-- Whether a value read from a file has the shape of a record.
function asked.is_record(value)
    return type(value) == "table" and type(value.options) == "table"
        and (value.problem == nil and value.fingerprint == nil
            or type(value.problem) == "table" and type(value.problem.name) == "string")
end

local function make_schedule(text)
    local kind, a, rest = text:match "^schedule%.(%l[%l_]*)%(([^,)]+)(.*)%)$"
    assert(rawget(core.schedule, kind) and kind ~= "params")
    local options = {}
    for key, value in (rest or ""):gmatch "(%l+)=([^,}]+)" do
        options[key] = tonumber(value)
    end
    return D.schedule[kind](tonumber(a), next(options) and options)
end

local function make_operator(record)
    local kind, order = record.operator:match "^(%l+) (%d+)"
    local options, sizes = {blocks = record.operator:find ", disjoint$" and "disjoint" or "windows"}, {}
    if kind == "paper" then
        return D.extrap.paper(tonumber(order), options)
    elseif kind == "order" then
        for i, term in ipairs(record.terms) do
            sizes[i] = term.size
        end
        options.sizes = record.operator:find "%(" and sizes or nil
        return D.extrap.order(tonumber(order), options)
    end
    for i, term in ipairs(record.terms) do
        options[i] = term
    end
    return D.extrap.new(options)
end

local unmark

local function make_again(value, key, missing)
    local name = value.made:match "^dist%.(.*)"
    local by = unmark(value.by, key, missing)
    if missing[key] then
        return nil
    elseif value.made == "math" then
        assert(type(by) == "string" and math_names[rawget(D.math, by)])
        return D.math[by]
    elseif value.made == "poly" then
        return D.poly(by)
    end
    assert(core.dist.records[name] and name ~= "custom" and type(by) == "table")
    return D.dist[name](by)
end

function unmark(value, key, missing)
    if type(value) ~= "table" or system.kind(value) then
        return value
    elseif is_mark(value, "call") then
        missing[key] = true
        return nil
    elseif is_mark(value, "made") then
        return make_again(value, key, missing)
    elseif is_mark(value, "schedule") then
        return make_schedule(value.schedule)
    elseif is_mark(value, "operator") then
        return make_operator(value)
    end
    return mapped(value, function(item)
        return unmark(item, key, missing)
    end)
end

-- The options of a record, without problem, and the set of those that hold functions, which are left out.
function asked.options(record)
    local all, missing = {}, {}
    for key, value in pairs(record.options) do
        all[key] = unmark(value, key, missing)
    end
    for key in pairs(missing) do
        all[key] = nil
    end
    return all, missing
end

-- Why the option of that name must be given again.
function asked.missing_words(record, key)
    local value = record.options[key]
    return ("option '%s' %s, which files do not hold: give it again"):format(key,
        is_mark(value, "call") and "was a function" or "held functions")
end

local function is_data(key)
    return key:find("data.", 1, true) == 1
end

-- Whether a problem's options give data of one's own.
local function has_data(spec)
    for key in pairs(spec) do
        if is_data(key) then
            return true
        end
    end
    return false
end

-- The problem that a record asks for, or nil, why.
function asked.problem(record)
    local spec, options = record.problem, {}
    if has_data(spec) then
        return nil, "it was made from data of your own"
    end
    for key, value in pairs(spec) do
        options[key] = value
    end
    options.name = nil
    if not core.problem.records[spec.name] then
        return nil, "it was made from functions of your own"
    end
    local p = core.problem.make(spec.name, options)
    if core.run.fingerprint(p) ~= record.fingerprint then
        return nil, "its options make another one here"
    end
    return p
end

-- Whether two values of records are equal, all that they hold, too.
local function same(a, b)
    local kind = system.kind(a)
    if type(a) ~= "table" and not kind then
        return a == b or (a ~= a and b ~= b)
    elseif type(a) ~= type(b) or kind ~= system.kind(b) or #a ~= #b then
        return false
    elseif kind == "vec" or kind == "mat" then
        for i = 1, #a do
            if not same(a[i], b[i]) then
                return false
            end
        end
        return true
    end
    for key in pairs(option.over(a, b)) do
        if not same(a[key], b[key]) then
            return false
        end
    end
    return true
end

asked.same = same

-- Whether two records ask for one problem: the same start, data and options. Where only one has data of its own,
-- options that shape synthetic data say nothing.
function asked.same_problem(there, here)
    local a, b = there.problem, here.problem
    for key in pairs(has_data(a) == has_data(b) and option.over(a, b) or {}) do
        if not is_data(key) and not same(a[key], b[key]) then
            return false
        end
    end
    return there.fingerprint == here.fingerprint
end

local function words(value)
    if value == nil then
        return "not given"
    elseif type(value) ~= "table" then
        return system.describe(math.tointeger(value) or value)
    end
    for _, field in ipairs {"schedule", "operator", "made"} do
        if is_mark(value, field) then
            return value[field]
        end
    end
    return is_mark(value, "call") and "a function" or "a table"
end

-- What the second record asks that the first does not: "option 'samples' is 1000 there, 2000 here", or nil.
function asked.difference(there, here)
    local keys = {}
    for key in pairs(option.over(there.options, here.options)) do
        keys[#keys + 1] = key
    end
    table.sort(keys)
    for _, key in ipairs(keys) do
        local a, b = there.options[key], here.options[key]
        if not same(a, b) then
            local words_there, words_here = words(a), words(b)
            return words_there == words_here and ("option '%s' is another one there"):format(key)
                or ("option '%s' is %s there, %s here"):format(key, words_there, words_here)
        end
    end
    return not asked.same_problem(there, here) and "it was made on another problem" or nil
end

local function readable(value)
    local kind = system.kind(value)
    if kind and kind ~= "vec" and kind ~= "mat" then
        return tostring(value)
    elseif type(value) == "function" and getinfo(value, "S").what ~= "C" then
        local info = getinfo(value, "S")
        return ("function at %s:%d"):format(info.short_src, info.linedefined)
    elseif is_callable(value) then
        return "function"
    elseif kind == "mat" and value.rows * value.cols > 64 then
        return system.describe(value)
    elseif type(value) == "table" then
        return mapped(value, readable)
    end
    return value
end

-- A value as a word that is the same from run to run.
function asked.word(value)
    local all = readable(value)
    return type(all) == "table" and "table" or tostring(all)
end

-- What is to be read of the options in a table.
asked.readable = readable

-- Adds to a run's spec what its options hold besides numbers and words, to be read.
function asked.complete(spec, options)
    for _, key in ipairs {"step", "m", "update", "metrics", "on_record", "x0"} do
        if options[key] ~= nil then
            spec[key] = readable(options[key])
        end
    end
    spec.least = select(3, options.problem:minimizer()) and "found" or nil
    spec.estimated = not core.problem.is_exact(options.problem) or nil
end

return asked
