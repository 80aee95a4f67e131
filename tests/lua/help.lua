-- Pages: every public name has one, every page names something that exists, and how they are printed.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

-- The text that help(...) prints.
local function printed(...)
    local parts, write = {}, io.write
    io.write = function(text) -- luacheck: ignore
        parts[#parts + 1] = text
    end
    local done, err = pcall(D.help, ...)
    io.write = write -- luacheck: ignore
    return done and table.concat(parts), err
end

local page = printed "help"
local summary = "explains a name, a value or a subject; searches"
t.equal(page:match "^[^\n]*", "help: " .. summary, "a page starts with name and summary")
t.equal(printed(D.help), page, "a function finds its page")
t.ok(printed "all":find("\n  help%s+" .. summary .. "\n"), "help 'all' has a line for a page")
t.raises(function() D.help "hepl" end, "help: no page 'hepl', did you mean 'help'?", "an unknown name, the nearest")
t.raises(function() D.help "zzzzzz" end, "help: no page 'zzzzzz'", "an unknown name that is near to none")
t.raises(function() D.help "mean" end, "help: no page 'mean', did you mean 'dist:mean' or 'vec:mean'?", "a method")
t.raises(function() D.help "sd" end, "help: no page 'sd', did you mean 'vec:sd'?")
t.raises(function() D.help "normal" end, "help: no page 'normal', did you mean 'dist.normal' or 'rng:normal'?")
t.raises(function() D.help "exp" end, "help: no page 'exp', math.exp is on the page 'math'", "a function")
t.raises(function() D.help(nil) end, "help: no page about nil")
t.raises(function() D.help(print) end, "help: no page about a function")
t.raises(function() D.help(12) end, "help: no page about 12")
t.raises(function() D.help "string.format" end,
    "help: no page 'string.format', it is Lua's own: see its manual, lua.org/manual/5.4")
t.equal(printed "evppi", printed "EVPPI", "a name in other letters")
t.equal(printed "EVSI", printed "EVPPI", "what others call a subject")
t.raises(function() D.help "evidence" end,
    "help: no page 'evidence', ??evidence finds log evidence, demo\"log_evidence\", IWAE")
t.raises(function() D.example "bais" end, "example: no page 'bais', did you mean 'bias'?")
t.raises(function() D.example(nil) end, "example: no page 'nil'")
t.raises(function() D.example "plug in" end, "example: no page 'plug in'")

-- The overview fits a window of 24 rows, between the entry and the next prompt, and names how to begin.
local overview = printed()
local lines = select(2, overview:gsub("\n", ""))
t.ok(lines <= 22, "the overview is short: " .. lines .. " lines")
for line in overview:gmatch "[^\n]+" do
    t.ok(#line <= 80, "the overview is narrow: " .. line)
end
t.ok(overview:find('bias{', 1, true) and overview:find('example "run"', 1, true), "it says how to begin")
t.ok(overview:find('\ndraws%s+dist .bernoulli .beta .custom'), "names by area")
for area, pages_of in pairs(debug.getregistry()["debias.core"].use "guide/pages".areas()) do
    local name, each = next(pages_of)
    while name and (name:find "[:.]" or each.topic) do
        name, each = next(pages_of, name)
    end
    t.ok(not name or overview:find("%f[%w]" .. name .. "%f[%W]"), "the overview lists the area " .. area)
end

-- Searches: what people of other fields ask for, and the page that is to come first.
for words, name in pairs {
    EVPPI = "EVPPI", EVSI = "EVPPI", ELBO = "IWAE", IWAE = "IWAE", ["log evidence"] = "log evidence",
    ["marginal likelihood"] = "log evidence", ["pass@k"] = "pass@k", ["ratio metric"] = "ratio",
    ["free energy"] = "log evidence", ["exponential average"] = "log evidence", ["nested simulation"] = "EVPPI",
    ["plug-in entropy"] = "entropy", jackknife = "jackknife", Richardson = "extrapolation", MLMC = "multilevel",
    bandwidth = "extrapolation", ["nested expectation"] = "EVPPI", Jensen = "plug-in bias", jacknife = "jackknife",
    ["parameter sweep"] = "sweep", ["parameter grid"] = "sweep", ["sensitivity analysis"] = "sweep",
    ["willingness to pay"] = "CEAC", CEAC = "CEAC",
    ["mutual information"] = "entropy", ["step size"] = "schedule", ["heavy tail"] = "tail",
    ["Miller Madow"] = "entropy", ["group by"] = "groups", ["long format"] = "groups", hierarchical = "groups",
    ["repeated measures"] = "groups", ragged = "groups",
    ["value of information"] = "EVPPI", bias = "bias", SGD = "bsgd",
    Adam = "update rules", optax = "update rules", ["heavy ball"] = "update rules",
    lasso = "update rules", constraint = "update rules",
    MAML = "problem.maml_sine",
    portfolio = 'demo"portfolio"',
    ["confidence interval"] = "compare:advantage",
    autodiff = "grad", ["save run"] = "run:save",
    paper = "the paper", contradiction = "the paper", errata = "the paper",
    ["how do I save a figure"] = "figure:save", ["what is the bias of a ratio"] = "ratio",
} do
    local text = printed("?" .. words)
    local first = text and text:match "^  (%S[^\n]-)  " or text:match "\n  (%S[^\n]-)  "
    t.equal(first, name, "??" .. words)
end
t.equal(printed "?jacknife":match "^[^\n]*", "no page has 'jacknife', 'jackknife' is near", "a misspelled word")
t.equal(printed "?zzzzqq", "no page has 'zzzzqq'\n", "a word near to none")
t.equal(printed "?", "\n", "no word")

-- The page about the paper: entries are numbered, each shown by a line with what it prints or by a figure that exists.
local use = debug.getregistry()["debias.core"].use
local entries = use "prompt/example".entries(use "guide/pages".all()["the paper"])
local number, shown = 0, true
for _, each in ipairs(entries) do
    for _, line in ipairs(each) do
        local next = line:match "^%-%- (%d+)%. "
        if next then
            t.ok(shown, ("the paper, %d: a line or a figure shows it"):format(number))
            number, shown = number + 1, false
            t.equal(tonumber(next), number, "the paper: the number of an entry")
        end
        for figure in line:gmatch 'figure"([%w_]+)"' do
            local file = io.open("plots/" .. figure .. ".lua")
            t.ok(file, "the paper names a figure: " .. figure)
            shown = file:close() or shown
        end
    end
    shown = shown or each.expected ~= nil
end
t.ok(shown and number >= 37, "the paper: its last entry")

-- luacheck: globals mine
-- Values that are no public names: their type's page, and methods of the user's own globals.
local results = debug.getregistry()["debias.core"].use "result"
mine = vec {1, 2}
t.equal(printed(mine), printed "vec", "a vec finds the page of vec")
t.equal(printed "mine:dot", printed "vec:dot", "a method of a user's global")
mine = results.new("run", {}, {})
t.equal(printed "mine:csv", printed "result:csv", "a method that all results have")
mine = results.new("levels", {}, {})
t.equal(printed(mine), printed "estimator:levels", "a result that a method makes")
mine = results.new("other", {}, {})
t.equal(printed(mine), printed "result", "any result")
mine = nil
t.raises(function() D.help "mine:dot" end, "help: no page 'mine:dot'")

-- Every page by name, as the files have them.
local pages = {}
for path in io.popen("ls lua/help/*.lua"):lines() do
    for name, fields in pairs(dofile(path)) do
        t.ok(not pages[name], "one page has the name " .. name)
        pages[name] = fields
    end
end

-- Public names: those of D, of the tables in D, and methods, written "type:method". Lua's own names in math count
-- as known.
local names = {}
local own = {}
for name in ([[abs acos asin atan atan2 ceil cos deg exp floor fmod frexp huge ldexp log log10
max maxinteger min mininteger modf pi pow rad random randomseed sin sqrt tan tointeger type ult]]):gmatch "%S+" do
    own["math." .. name] = true
end
for name, value in pairs(D) do
    names[name] = true
    for field in pairs(type(value) == "table" and value or {}) do
        if type(field) == "string" then
            names[name .. "." .. field] = true
        end
    end
end
for key, meta in pairs(debug.getregistry()) do
    local class = type(key) == "string" and key:match "^debias%.(.*)"
    for method in pairs(class and meta.methods or {}) do
        if class == "traced value" then -- what a vec or mat is while a function is traced
            local registry = debug.getregistry()
            t.ok(registry["debias.vec"].methods[method] or registry["debias.mat"].methods[method],
                method .. " of a traced value is a method of vec or mat")
        else
            names[class .. ":" .. method] = true
        end
    end
end

local function list(set)
    local keys = {}
    for key in pairs(set) do
        keys[#keys + 1] = key
    end
    table.sort(keys)
    return keys
end

local kinds = {file = 1, label = 1, method = 1, figure = 1, demo = 1, ["demo source"] = 1, table = 1, page = 1}
local families, core = {}, debug.getregistry()["debias.core"]
for module, functions in pairs(core) do
    for name, entry in pairs(type(functions) == "table" and functions.registry or {}) do
        families[entry.page or module .. "." .. name] = true
    end
end

-- Whether a public name can be called.
local function callable(name)
    local value = core.use "guide/pages".value(name)
    local meta = type(value) == "table" and getmetatable(value)
    return type(value) == "function" or (meta and meta.__call ~= nil)
end

-- What tables and texts of options hold, for completion.
for module, functions in pairs(core) do
    for name, params in pairs(type(functions) == "table" and functions.params or {}) do
        for _, param in ipairs(params) do
            local where = ("%s of %s.%s"):format(param.name, module, name)
            if param.kind == "table" and param.choices then
                t.ok(printed((param.choices:gsub("%[%]$", ""))), where .. " names a page")
            elseif param.kind == "string" and param.choices then
                t.ok(kinds[param.choices], where .. " is of a known kind")
            end
        end
    end
end

local fields = {summary = 1, usage = 1, text = 1, params = 1, returns = 1, errors = 1, source = 1, example = 1, see = 1,
    topic = 1, words = 1, takes = 1, like = 1, later = 1, part = 1}
for _, name in ipairs(list(names)) do
    if not own[name] then
        t.ok(printed(name), "a page about " .. name)
    end
end
local said = {}
for _, name in ipairs(list(pages)) do
    for _, word in ipairs(pages[name].words or {}) do
        t.ok(not said[word:lower()], ("%s of %s is no other page's word"):format(word, name))
        said[word:lower()] = true
    end
    local text, err = printed(name)
    t.equal(err, nil, "prints " .. name)
    t.ok(pages[name].topic or names[name], name .. " exists")
    for line in (text or ""):gmatch "[^\n]+" do
        if #line > 80 then
            t.equal(line, "at most 80 columns", "width of " .. name)
        end
    end
    for _, other in ipairs(pages[name].see or {}) do
        t.ok(printed(other), name .. " names the page " .. other)
    end
    local fields_of = pages[name]
    local usage = type(fields_of.usage) == "table" and fields_of.usage[1] or fields_of.usage or ""
    local of_program = usage:find "^debias " -- options of the command line
    t.ok(fields_of.see, name .. " names other pages")
    t.ok(fields_of.topic or usage ~= "" or families[name] or name == "version" or not callable(name),
        name .. " says how it is called")
    t.ok(usage == "" or of_program or fields_of.example, name .. " has an example")
    t.ok(usage == "" or of_program or fields_of.errors or name == "version", name .. " lists its errors")
    t.ok(not fields_of.like or pages[fields_of.like], name .. " is like a page")
    t.ok(not fields_of.later or pages[fields_of.later], name .. " takes the options of a page later")
    t.ok(not fields_of.part or fields_of.topic and pages[fields_of.part], name .. " is a part of a page")
    t.ok(not fields_of.takes or kinds[fields_of.takes], name .. " takes a text of a known kind")
    for field in pairs(fields_of) do
        t.ok(fields[field], name .. " has no unknown field " .. field)
    end
end
t.done()
