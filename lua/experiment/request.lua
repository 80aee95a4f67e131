-- A request: what an experiment was asked, so that checkpoints, files and figures can say it and it can be asked again.
--   call      the experiment's name
--   options   as called
--   stored    them as a file holds them, functions as marks: {options =, problem = its own options, fingerprint =}
--   before    what is stored of the stages that a run went on from; nil where an earlier version's file does not say
--   cut       why it cannot be asked again, a word of request.cuts; nil where it can
--   missing   of a file: the set of options whose functions must be given again
local core = ...
local system, over, sorted, list = core.system, core.use "over", core.use "sorted", core.use "list"
local mark, pack, callable = core.use "experiment/mark", core.use "pack", core.use "callable"
local permitted, shape = core.use "experiment/permitted", core.use "experiment/shape"

local request = {}
local methods = {}
local meta = {__index = methods}

request.cuts = {
    interrupted = "was stopped by an interrupt, so it cannot be repeated",
    on_record = "was made with option 'on_record', which may end another run elsewhere",
    seconds = "was made with option 'seconds', which may end another run elsewhere",
    stopped = "was stopped by on_record, so it cannot be repeated",
    timed = "was stopped by a time limit, so it cannot be repeated",
}

-- What identifies a problem: its own options, and a fingerprint of its sizes, start and data.
local function identity(problem)
    return {problem = core.problem.spec(problem), fingerprint = core.run.fingerprint(problem)}
end

local function stored_of(options)
    local all = {seed = system.seed}
    for key, value in pairs(options) do
        if not permitted.apart[key] then
            all[key] = mark.of(value)
        end
    end
    all.problem = callable(options.problem) and mark.of(options.problem) or nil -- one for each of something
    return over({options = all}, system.kind(options.problem) == "problem" and identity(options.problem) or nil)
end

-- What the ranks are asked: the options that are numbers and words, and a text of all.
local function ask(call, options, stored)
    local words = {}
    for _, key in ipairs(sorted(options)) do
        local value = options[key]
        if type(value) == "number" or type(value) == "string" then
            words[#words + 1] = ("%s=%s"):format(key, core.use "experiment/readable".word(value))
        end
    end
    core.ranks.ask(call, "{" .. table.concat(words, ", ") .. "}", pack.text(stored))
end

function request.new(call, options)
    local stored = stored_of(options)
    if core.ranks.size() > 1 then
        ask(call, options, stored)
    end
    return setmetatable({call = call, options = options, stored = stored, before = {}}, meta)
end

local function is_stored(value)
    return type(value) == "table" and type(value.options) == "table"
        and (value.problem == nil and value.fingerprint == nil
            or type(value.problem) == "table" and type(value.problem.name) == "string")
end

-- Whether a value of a file says what was asked, {asked = stored, before =, cut =}; `also`: what each must be.
function request.is(value, also)
    local function is(stored)
        return is_stored(stored) and (not also or also(stored))
    end
    return is(value.asked) and (value.before == nil or shape.is_list(value.before, is))
        and (value.cut == nil or request.cuts[value.cut] ~= nil)
end

-- The request that a file has stored; nil where it is damaged, and why where a file may not ask for it.
function request.of(call, stored)
    local all, missing = {}, {}
    for key, value in pairs(stored.options) do
        local done
        done, all[key] = pcall(mark.value, value, key, missing)
        if not done then
            return nil
        end
    end
    for key in pairs(missing) do
        all[key] = nil
    end
    local why = permitted.check(call, all)
    if why then
        return nil, why
    end
    return setmetatable({call = call, options = all, stored = stored, missing = missing}, meta)
end

-- Why the option of that name must be given again.
function methods.missing_words(self, key)
    return ("option '%s' %s, which files do not hold: give it again"):format(key,
        mark.is_function(self.stored.options[key]) and "was a function" or "held functions")
end

local function is_data(key)
    return key:find("data.", 1, true) == 1
end

-- Whether a problem's options give data of one's own.
local function has_data(spec)
    return list.any(spec, function(_, key) return is_data(key) end)
end

-- The problem that is asked for, made again, or nil, why.
function methods.problem(self)
    local spec = self.stored.problem
    local options = over(spec, {})
    if has_data(spec) then
        return nil, "it was made from data of your own"
    end
    options.name = nil
    if not core.problem.registry[spec.name] then
        return nil, "it was made from functions of your own"
    end
    local p = core.problem.make(spec.name, options)
    if core.run.fingerprint(p) ~= self.stored.fingerprint then
        return nil, "its options make another one here"
    end
    return p
end

-- Whether two stored requests ask for one problem: the same start, data and options; what one does not say the start
-- shows. Where only one has the user's data, options that shape synthetic data say nothing.
local function same_problem(there, here)
    local a, b = there.problem, here.problem
    for key in pairs(a and b and has_data(a) == has_data(b) and a or {}) do
        if b[key] ~= nil and not is_data(key) and not mark.same(a[key], b[key]) then
            return false
        end
    end
    return there.fingerprint == here.fingerprint
end

-- Refuses, in the name of a public function, a problem that is not the one that was asked about.
function methods.check_problem(self, name, problem, words)
    if system.kind(problem) ~= "problem" then
        system.fail(name, "option 'problem': expected a problem, got " .. system.describe(problem))
    elseif not same_problem(self.stored, identity(problem)) then
        system.fail(name, "option 'problem': it is not the one that " .. words)
    end
end

local plain = {number = true, string = true, boolean = true}

-- A run's options, as they are stored, with what those are that were left out; an order is its operator.
local function in_force(options, problem)
    if not problem then
        return options
    end
    local known = {problem = problem}
    for key, value in pairs(options) do
        known[key] = plain[type(value)] and value or nil -- nothing depends on others, except m
    end
    local done, all = pcall(core.run.in_force, known, "run")
    all = done and all or {}
    all.x0, all.operator = mark.of(problem:start()), all.operator and mark.of(all.operator)
    all.m_jac = (options.m == nil or known.m) and all.m_jac or nil
    all = over(all, options)
    all.order = not all.operator and all.order or nil
    return all
end

-- What the second stored request asks that the first does not: "option 'samples' is 1000 there, 2000 here", or nil.
local function difference(there, here, problem)
    if not same_problem(there, here) then
        return "it was made on another problem"
    end
    local all_there, all_here = in_force(there.options, problem), in_force(here.options, problem)
    for _, name in ipairs(sorted(over(there.options, here.options))) do
        local key = name == "order" and all_here.operator and "operator" or name
        local a, b = all_there[key], all_here[key]
        if not mark.same(a, b) then
            local words_there, words_here = mark.words(a), mark.words(b)
            return words_there == words_here and ("option '%s' is another one there"):format(key)
                or ("option '%s' is %s there, %s here"):format(key, words_there, words_here)
        end
    end
end

-- What is asked here, in the last stage, that is not in the other request; nil for nothing.
function methods.difference(self, there)
    return difference(there.stored, self.stored, self.options.problem)
end

-- Whether the run has an option of that name and value, given or not.
function methods.has(self, key, value)
    local problem = self.options.problem
    if key == "problem" then
        return value == problem
    end
    return mark.same(in_force(self.stored.options, problem)[key], mark.of(value))
end

-- The same of all stages.
function methods.difference_in_all(self, there)
    local other, here = self:difference(there), self.before
    if other or not there.before or not here then
        return other
    elseif #there.before ~= #here then
        return ("it has %d earlier stages there, %d here"):format(#there.before, #here)
    end
    for i, stored in ipairs(there.before) do
        other = difference(stored, here[i], self.options.problem)
        if other then
            return ("%s, in stage %d"):format(other, i)
        end
    end
end

-- The same request, cut by that word unless it is cut.
function methods.ended(self, word)
    return setmetatable(over(self, {cut = self.cut or word}), meta)
end

-- What is stored of all stages, this one last.
function request.stages(self)
    local all = table.move(self.before or {}, 1, #(self.before or {}), 1, {})
    all[#all + 1] = self.stored
    return all
end

methods.stages = request.stages

-- Recipes --------------------------------------------------------------------------------------------------------

-- A word for what a figure shows, or for the columns of a result: equal ones have the same, down to the last bit.
function request.digest(columns)
    local all = over(columns, {})
    all.seconds = nil
    return core.run.digest(pack.text(all))
end

-- Every byte by its two digits, and its digits by the byte: recipes are long, and a call for each byte takes long.
local byte_of, digits_of = {}, {}
for byte = 0, 255 do
    digits_of[string.char(byte)] = ("%02x"):format(byte)
    byte_of[("%02x"):format(byte)] = string.char(byte)
end

local function hex(bytes)
    return (bytes:gsub(".", digits_of))
end

-- The JSON text of a figure's spec without its recipe.
local function bare(spec)
    return (spec:gsub(',?"again":"%x+"}$', "}"))
end

-- The JSON text of a figure's spec with what a recipe says as its last field. As it is where a value cannot be written.
local function with(spec, content)
    local done, bytes = pcall(pack.text, content)
    if not done then
        return spec
    end
    local field = ('"again":"%s"}'):format(hex(bytes))
    spec = bare(spec)
    return (spec:gsub("}$", spec == "{}" and field or "," .. field))
end

-- The same with all that reproduce needs to ask again for what gave these columns; `plot`: the options it was drawn
-- with.
function methods.recipe(self, spec, columns, plot)
    local options, before = self.options, self.before
    return with(spec, {
        call = self.call, asked = self.stored, before = before and before[1] and before or nil,
        cut = self.cut or options.seconds and "seconds" or options.on_record and "on_record" or nil,
        digest = request.digest(columns), plot = plot and next(plot) ~= nil and plot or nil,
    })
end

local function from_hex(digits)
    return (digits:lower():gsub("%x%x", byte_of))
end

local data = list.set "series panels rows spec seed"

-- Whether an option of a figure is about its looks: no numbers, no recipe.
function request.is_look(key)
    return type(key) == "string" and not data[key]
end

local function is_look(value)
    return value == nil or type(value) == "table" and shape.is_readable(value)
end

-- Whether a value of a file says how a figure was made: of what was asked, or of such figures, or of numbers (`raw`,
-- the options of plot).
local function is_content(value)
    if type(value) ~= "table" or not (is_look(value.plot) and is_look(value.set) and is_look(value.marks)) then
        return false
    elseif value.raw ~= nil then
        return is_look(value.raw)
    elseif value.parts ~= nil then
        return (value.call == "plot" or value.call == "panels") and is_look(value.given)
            and shape.is_list(value.parts, is_content)
    end
    return type(value.call) == "string" and request.is(value)
end

-- The first hex digits that stand between these words of a text, or nil: words are found much faster than patterns.
local function digits_after(text, before, after)
    local from, to = text:find(before, 1, true)
    while from do
        local digits = text:match("^(%x+)" .. after, to + 1)
        if digits then
            return digits
        end
        from, to = text:find(before, to + 1, true)
    end
end

-- What a figure's file says that was asked, {call =, asked =, before =, cut =, digest =}, with its looks {plot = the
-- options that it was drawn with, set = those that were set since, marks =}; or of several figures, {call =, parts =
-- such contents, or {raw = options of plot}, given = options of the call}; or nil. A PDF may have it in UTF-16, source
-- of TeX and gnuplot has it in several lines.
function request.find(text)
    if text:find "^[%%#] debias" then
        text = text:gsub("\n[%%#] ", "")
    end
    local wide = digits_after(text, "/Keywords <FEFF", ">")
    local found = digits_after(wide and from_hex(wide):gsub("%z", "") or text, '"again":"', '"')
    local content = found and pack.value(from_hex(found))
    return is_content(content) and not content.raw and content or nil
end

-- The spec whose recipe says of its looks what change(content) makes of it.
function request.looking(spec, change)
    local content = request.find(spec)
    return content and with(spec, change(content)) or spec
end

-- The spec of a figure that a call made of others, whose options these are; nil where none of them has a recipe.
function request.together(call, figures, options)
    local specs, parts = {}, {}
    for i, figure in ipairs(figures) do
        local raw = over(figure, {})
        raw.spec, raw.rows, raw.columns = nil, nil, nil
        parts[i] = figure.spec and request.find(figure.spec) or {raw = raw}
        specs[i] = figure.spec and bare(figure.spec) or "{}"
    end
    if list.all(parts, function(part) return part.raw end) then
        return nil
    end
    return with(('{"figures":[%s]}'):format(table.concat(specs, ",")), {call = call, parts = parts, given = options})
end

return request
