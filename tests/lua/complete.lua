-- What the Tab key offers at the end of an unfinished entry.
-- luacheck: globals p s plain trap own go
local t = dofile "tests/lua/harness/tap.lua"
local complete = debug.getregistry()["debias.core"].use "prompt/complete"

-- The words after what is typed, what is put after a single one.
local function check(text, words, after)
    local _, list, behind = complete(text)
    t.equal(table.concat(list, " "), words, text)
    if after then
        t.equal(behind, after, "behind " .. text)
    end
end

-- Whether the words are among those offered.
local function has(text, words)
    local _, list = complete(text)
    local all = " " .. table.concat(list, " ") .. " "
    for word in words:gmatch "%S+" do
        t.ok(all:find(" " .. word .. " ", 1, true), text .. " offers " .. word)
    end
end

local function hides(text, word)
    local _, list = complete(text)
    t.ok(not (" " .. table.concat(list, " ") .. " "):find(" " .. word .. " ", 1, true), text .. " hides " .. word)
end

check("lesson.", "class guess made new resume save source", "")
check("lesson(2, {", "quick step", "=")
has("lesson.new{steps={{", "text ask choices hint run explain vary")
check('lesson.class{"READ', "README.md", '"')
check('lesson.class{"a.csv", "READ', "README.md", '"')

p = problem.instrumental{n=50}
s = compare{problem=p, samples=1e3, step=1e-5, reps=2, methods={{"bsgd"}, {"e-bsgd"}}}
plain = {alpha=1, beta={gamma=function() end}, ["not a name"]=2}

-- A table that is not the first argument: what the usage of a page names in it is offered there.
local objects = {figure = "plot{}", extrap = "extrap.order(2)", estimator = "estimator(p, {})",
    dist = "dist.ramp(0, 2)"}
local user_names = {["csv.write"] = true, ["npz.write"] = true, reproduce = true}
for name, page in pairs(debug.getregistry()["debias.core"].use "guide/pages".all()) do
    local class, method = name:match "^(.*):(.*)$"
    for _, form in ipairs(type(page.usage) == "table" and page.usage or {page.usage}) do
        local own, before, fields = form:match "^([%w_.:]+)%(([^{]-)%s*%[?,%s*(%b{})%]?%)$"
        local called = class and objects[class] and objects[class] .. ":" .. method or not class and own
        local options = before and called and not page.topic and not user_names[own] and fields:sub(2) or ""
        for field in options:gsub("%b{}", ""):gmatch "([%l_]+)=" do
            has(("%s(%s, {"):format(called, before:gsub("%[", "")), field)
        end
    end
end
check("plot(x, y, {lab", "label labels", "=")
check("plot(y, {das", "dash")
check("plot(x, y, {x={la", "label")
check("plot{lab", "labels")
check("prompt{timing=", "false true", "")
has("run{method=", '"e-bsgd" "bsgd"')

-- Globals, fields and methods.
check("bia", "bias", "")
check("  x = bia", "bias")
has("", "bias run string print")
check("plain.", "alpha beta")
check("plain:", "")
check("plain.beta:", "gamma")
check("plain.beta.g", "gamma")
check("dist.no", "normal")
check("debias.runn", "running")
check("string.fo", "format")
check("math.softp", "softplus")
check("p.", "dim inner_dim n name")
check("p:st", "start")
has("p:", "objective gradient minimizer")
check("s:adv", "advantage")
has("s:", "run plot rows csv")
has("s:run('bsgd'):", "plot final")
check("s.", "")
check("(p):st", "start")
check("('x'):re", "rep reverse")
check("unknown:", "")
check("x.y.z", "")
check("run.", "load")
check("run:", "")

-- Keys of tables, also those that are no names.
check("plain['", "alpha beta not a name", "'")
check('plain["not', "not a name", '"')
check("plain.beta['ga", "gamma")
check("t.x['", "")
check("p['", "")
check("print('a' .. plain['al", "alpha")
check("{['", "")

-- What calls return, as their pages say; nothing is called.
check("vec{1, 2}:no", "norm")
check("dist.normal{mean=0, sd=1}:dr", "draw")
check("bias{q=math.exp, dist=dist.ramp(0, 2)}:sl", "slopes")
check("running{}:plot{title='a'}:de", "describe")
check("extrap.order(2):te", "terms")
check("rng.new(1):u", "uniform")
check("estimator(p, {m=2}):le", "levels")
go = run
check("go{reps=1, rec", "record")

-- Options of the call under the cursor.
check("bias{", "control dist equal_cost m of operators problem q reps s se seed threads x", "=")
check("bias{q=math.exp, equ", "equal_cost", "=")
check("run{problem=p, method='nestedvr', S", "S1 S2")
check("run{problem=p, method='bspiderboost', p_", "p_out")
check("run{problem=p,\n  sa", "samples")
check("run{problem=p, update=function(x, v) local a, b = x, v return a end, st", "step steps")
check("run{problem=p, update='ad", "adagrad adam")
check("run{problem=p, update=", '"adagrad" "adam" "momentum" "sgd"')
check("run{problem=p, update='adam', b", "b1 b2")
check("run{problem=p, prox='b", "ball box")
check("run{problem=p, prox='box', h", "high")
check("compare{problem=p, methods={{'bsgd', update='momentum', d", "decay")
check("estimator(p, {ope", "operator")
check("panels{f, f; co", "columns")
check("panels{f, f; legend='s", "shared")
check("plot({1, 2}, {1, 2}, {ti", "title")
check("plot{f, f, labe", "labels")
check("plot({1, 2}, {kind='", "curves histogram")
check("plot{marks={{kind='v", "vline")
check("figure '1b':hl", "hline")
check("plot{}:hline(1, {", "color dash label panel")
check("plot{}:slope(-2, {fr", "from")
check("plot{}:hline(1, {color='gre", "green grey")
check("p:check(", "")
check("estimator(p):moments(nil, {re", "reps")
check("extrap.order(2, {", "blocks sizes")
check("dist.normal{", "mean sd var")
check("problem.invariant_logistic{noi", "noise_var")
check("problem.invariant_logistic{data={", "a b")
check("compare{problem=p, methods={{'bsgd', lab", "label")
check("compare{problem=p, methods={{'bsgd', m=1}, {'nestedvr', S", "S1 S2")
check("compare{ste", "step steps")
has("tune{grid={", "step m")
check("plot{x={", "label max min names scale whole")
check("plot{series={{label='a', fit={sl", "slope")
check("plot{style={sox={hi", "hide")
check("s:plot{y={sc", "scale")
check("plot{}:save('a.pdf', {wi", "width_mm")
check("csv.read('a.csv', {de", "dec")
check("theory.plan('e-bsgd', {ep", "eps")
check("schedule.step(1, {", "every factor")
check("vec{", "")
check("print{", "")

-- Values of options.
check("run{output=", '"average" "last" "random"', "")
check("run{output='a", "average", "'")
check('plot{x={scale="', "linear log log2", '"')
check("plot{style={a={dash='da", "dash dashdot")
check("plot{series={{color='ve", "vermillion")
check("run{problem=", "p problem")
check("bias{control=", "false true")
check("extrap.order(2, {blocks='", "disjoint windows")
check("estimator(p, {of='", "gradient value")
has("run{method='", "bsgd e-bsgd nestedvr")
has("compare{methods={{'", "bsgd e-bsgd")
check("compare{methods={{'bsgd', output='l", "last")
check("theory.plan('e-n", "e-nestedvr")
check("s:plot{y='gap", "gap gap_hi gap_lo")
check("s:plot{y=\"gap", "gap gap_hi gap_lo", '"')
has("s:plot{title='a', y=", '"gap" "objective"')
check("s:run('", "bsgd e-bsgd")
check("s:advantage{by='", "final half")

-- Names of figures, tables, pages and files.
check("figure '1", "1a 1b", "'")
check("figure('1", "1a 1b", "'")
check("csv.example [[br", "breast_cancer", "")
has("help 'ex", "example extrap")
check("demo 'port", "portfolio", "'")
check("save_session 'READ", "README.md")
check("example 'e-b", "e-bsgd e-bspiderboost")
check("csv.read 'tests/lua/comple", "tests/lua/complete.lua tests/lua/complexity.lua", "'")
check("run.load('tests/lua/harn", "tests/lua/harness/ tests/lua/harness.lua")
check("s:csv 'tests/RE", "tests/README.md")
check("run{checkpoint='tests/RE", "tests/README.md")
check("csv.read '/no such folder/", "")
t.equal(select(4, complete "csv.read 'te"), true, "names of files are told from others")

-- Help.
check("?EVP", "EVPPI", "")
check("? plug", "plug-in bias")
check("?p:st", "p:start")
check("?dist.no", "dist.normal")
check("??", "")
has("?", "bias EVPPI")
hides("?", "vec:dot")
has("?vec", "vec vec:dot vec.zeros")

-- What is no place for a name.
check("-- bia", "")
check("--[[ bia", "")
check("'bia", "")
check("x = 12e", "")
check("x = 'a' bia", "bias")
check("--[[ a ]] bia", "bias")
check("x = [==[ ]] ]==] .. bia", "bias")
check("for i = 1, 2 do\n", "\t")
check("for index = 1, 2 do print(ind", "index")
check("goto", "")
check("f(}}))) ] bia", "bias")
check("run{problem=p, {{{", "")

-- No code of the user's runs.
trap = setmetatable({}, {
    __index = function() error "ran" end, __pairs = function() error "ran" end, __call = function() error "ran" end,
    __len = function() error "ran" end, __eq = function() error "ran" end, __name = "trap",
})
check("trap.", "")
check("trap:a", "")
check("trap.x.y:", "")
check("trap{", "")
own = setmetatable({}, {__index = {shared=1}})
check("own.", "shared")
own = setmetatable({}, {__metatable = "hidden"})
check("own.", "")
hides("run{reps=1, ", "reps")

-- A keystroke takes few instructions.
local long = ("local x%d = vec{1, 2}\n"):rep(500):gsub("%%d", "1") .. "run{problem=p, st"
for _, text in ipairs {"", "?", "help '", "run{problem=p, ", long} do
    local thousands = 0
    debug.sethook(function() thousands = thousands + 1 end, "", 1000)
    complete(text)
    debug.sethook()
    t.ok(thousands < 1000, ("%d000 instructions for %d characters"):format(thousands, #text))
end
t.done()
