-- reproduce(path [, {problem=}]): repeats the experiment of a saved run or figure, and says whether it gives the same.
local core, D = ...
local system, file, result = core.system, core.later "file", core.use "result"
local over, sorted, any = core.use "over", core.use "sorted", core.use "list".any
local request, saved = core.later "experiment/request", core.later "experiment/saved"
local limits = core.later "experiment/limits"
local replay = core.use "experiment/run".replay

local NAME = "reproduce"

-- What made a figure: name -> function(options of the last stage, of all stages) -> what is new, its digest.
local calls = {}
for _, name in ipairs {"bias", "compare", "complexity", "running", "sweep", "tune", "value"} do
    calls[name] = function(options)
        local new = D[name](options)
        return new, request.digest(result.columns(new))
    end
end

function calls.run(_, stages)
    local new = replay(stages)
    return new, request.digest(result.columns(new))
end

function calls.figure(options)
    local new = core.use "experiment/figure"(options)
    return new, request.digest(new:data())
end

-- The problem to ask again with: the one that is given, or as it is known from the request.
local function problem_of(asked, given)
    if not asked.stored.fingerprint then
        return nil
    elseif given then
        asked:check_problem(NAME, given, "was asked about")
        return given
    end
    local problem, why = asked:problem()
    if not problem then
        system.fail(NAME, "the problem is not known, %s: reproduce(path, {problem=})", why)
    end
    return problem
end

local function fill(asked, given)
    for _, key in ipairs(sorted(asked.missing)) do
        if given[key] == nil then
            system.fail(NAME, asked:missing_words(key))
        end
        asked.options[key] = given[key]
    end
end

-- Of the options given for several figures, those that one of them takes.
local function chosen(given, known)
    local own = {}
    for key, value in pairs(given) do
        own[key] = known[key] and value or nil
    end
    return own
end

-- The options stored of all stages, with those given that hold functions; `several`: also for other figures.
local function stages_of(path, call, all, given, several)
    local asked, stages, every = {}, {}, {}
    for i, stored in ipairs(all) do
        local why
        asked[i], why = request.of(call, stored)
        if not asked[i] then
            system.fail(NAME, "cannot read '%s': %s", path, why or "its recipe is damaged")
        end
        every = over(every, asked[i].missing)
    end
    local last = asked[#asked]
    local wants_problem = not several or last.stored.fingerprint and not last:problem() or nil
    local known = over(over(every, limits.names), {problem = wants_problem})
    given = core.use "given"(NAME, several and chosen(given, known) or given, known)
    for _, each in ipairs(asked) do
        fill(each, given)
    end
    local problem = problem_of(asked[#asked], given.problem)
    for i, each in ipairs(asked) do
        stages[i] = each.options
        stages[i].problem = problem or stages[i].problem
    end
    return stages
end

-- Why the new columns are not the old ones, or nil when they are.
local function difference(old, new)
    for _, name in ipairs(sorted(old)) do
        for i = 1, name ~= "seconds" and #old[name] or 0 do
            local a, b = old[name][i], new[name] and new[name][i]
            if a ~= b and (a == a or b == b) then
                return ("%s[%d] is %s there, %s here"):format(name, i, tostring(a), tostring(b))
            end
        end
    end
end

local function points(x)
    local columns = {}
    for i = 1, x.rows do
        columns[("x[%d]"):format(i)] = x[i]
    end
    return columns
end

local function check_end(path, cut)
    if cut then
        system.fail(NAME, "'%s' %s", path, request.cuts[cut])
    end
end

-- Runs again what the file holds -> the new run, whether it is equal, what differs.
local function repeat_run(path, given)
    local raw = saved.read(NAME, path)
    local asked = raw.request
    if not asked.before then
        system.fail(NAME, "'%s' went on with other options, which files of earlier versions do not hold", path)
    end
    check_end(path, asked.cut or saved.cut(raw))
    local new = replay(stages_of(path, "run", asked:stages(), given))
    local why = difference(raw.means, result.columns(new)) or difference(points(raw.x), points(new:final().x))
    return new, not why, why
end

local repeat_figure

-- The figure of what a part of another one was made of, whether it is equal, what differs.
local function repeat_part(path, part, given)
    if part.raw then
        return D.plot(part.raw), true
    end
    local new, same, why = repeat_figure(path, part, given, true)
    return system.kind(new) == "figure" and new or new:plot(), same, why
end

-- The figure made again of all its parts.
local function repeat_together(path, content, given)
    local figures, same, why = over(content.given), true, nil
    for i, part in ipairs(content.parts) do
        local equal, words
        figures[i], equal, words = repeat_part(path, part, given)
        same, why = same and equal, why or not equal and words or nil
    end
    return result.looking(D[content.call](figures), content), same, why
end

function repeat_figure(path, content, given, several)
    if content.parts then
        return repeat_together(path, content, given)
    elseif not calls[content.call] then
        system.fail(NAME, "cannot read '%s': its recipe is damaged", path)
    end
    check_end(path, content.cut)
    local all = request.stages{before = content.before, stored = content.asked}
    local stages = stages_of(path, content.call, all, given, several)
    local new, digest = calls[content.call](stages[#stages], stages)
    local looking = system.kind(new) == "figure" and result.looking or result.remember
    return looking(new, content), digest == content.digest, "the figure's numbers were others"
end

-- A third value, the reason, only where something differs.
local function compared(new, same, why)
    if same then
        return new, same
    end
    return new, same, why
end

local function repeat_file(path, given)
    local text = file.read(NAME, path)
    local starts = {"^%%PDF", "^\137PNG", "^<%?xml", "^<svg", "^[%%#] debias"}
    if not any(starts, function(start) return text:find(start) end) then
        return compared(repeat_run(path, given))
    end
    local content = request.find(text)
    if not content then
        system.fail(NAME, "'%s' does not say how it was made", path)
    end
    return compared(repeat_figure(path, content, given))
end

-- reproduce(path [, options]) -> the new result, whether it is equal, and if not what differs.
function D.reproduce(path, options)
    options = core.use "given"(NAME, options)
    return limits.within(NAME, path, options, repeat_file, path, options)
end
