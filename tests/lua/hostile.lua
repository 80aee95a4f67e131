-- Files from strangers. Whatever the recipe of a figure or the file of a run asks for: it is computed, or refused in
-- words that name it; no file is written, nothing crashes.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pack, permitted = core.use "pack", core.use "experiment/permitted"
local recipe = dofile "tests/lua/harness/recipe.lua"
local quick = os.getenv "QUICK"
local p = problem.instrumental{n=20}
local read, write = t.read, t.write

-- A figure of each experiment, as the text of its file.
local law, small = dist.ramp(0, 2), {problem=p, samples=200, step=1e-5, reps=2, record=5}
local function with(more)
    return t.over(small, more)
end
local figure_path = t.path "figure.svg"
local texts = {}
for name, result in pairs {
    bias = bias{q=poly{0, 0, 1/3}, dist=law, m={1, 2}, reps=100},
    running = running{q=math.exp, dist=law, reps=32, runs=2},
    run = run(with{method="e-bsgd", x0=vec{0.1}}), compare = compare(with{methods={{"bsgd", m=2}, {"e-bsgd"}}}),
    tune = tune{problem=p, samples=200, reps=2, record=5, methods={{"bsgd"}}, grid={step={1e-5, 2e-5}}},
    complexity = complexity{problem=p, reps=2, seed=1, budget=1e4, eps={7}, methods={{"bsgd", step=1e-4}}},
} do
    texts[name] = read(result:plot():save(figure_path))
end

local function content_of(name)
    return recipe.of(texts[name])
end

-- reproduce of the figure with these bytes or this content in place of its own, for so many seconds: a hostile file may
-- ask for hours of work, which only the limit ends.
local function attempt(name, bytes, seconds)
    write(figure_path, recipe.put(texts[name], bytes))
    return pcall(reproduce, figure_path, {seconds=seconds or 0.1, memory=100})
end

local function files()
    local list = core.file.list((t.path "":gsub("/$", "")))
    table.sort(list)
    return table.concat(list, " ")
end
local before = files()

for name in pairs(texts) do
    local done, _, same = attempt(name, content_of(name), 3600)
    t.ok(done and same, name .. ": as it was made")
end

-- A device may never end: it is not read.
for name, reader in pairs {
    ["run.load"] = run.load, reproduce = reproduce, ["csv.read"] = csv.read, ["json.read"] = json.read,
    ["npy.read"] = npy.read, ["npz.read"] = npz.read,
} do
    local words = ": cannot read '/dev/zero': it is a device, expected a file"
    t.raises(function() reader "/dev/zero" end, name .. words, name .. " of a device")
end

-- Options that are none for files --------------------------------------------------------------------------------

local function refused(name, content, words, what)
    local done, why = attempt(name, content, 60)
    why = tostring(why):gsub("^[^ ]*: reproduce: ", "")
    t.equal({done, why}, {false, ("cannot read '%s': "):format(figure_path) .. words}, name .. ": " .. what)
end

local values = {
    checkpoint = t.path "stolen", checkpoint_every = 0, threads = 2, progress = true, watch = true, seconds = 1e9,
    on_record = {made="math", by="exp"}, problem = 3, nothing = 1, metatable = {1}, ["__index"] = 1,
}
for key, apart in pairs(permitted.apart) do
    t.ok(not apart or values[key] ~= nil, "an option that files may not ask for has a value here: " .. key)
end
for key, value in pairs(values) do
    local words = ("a file may not ask for the option '%s'"):format(key)
    for name in pairs(texts) do
        local content = content_of(name)
        content.asked.options[key] = value
        refused(name, content, words, key)
        for i in ipairs(content.asked.options.methods or {}) do
            content = content_of(name)
            content.asked.options.methods[i][key] = value
            refused(name, content, ("%s, at element %d of option 'methods'"):format(words, i), key)
        end
    end
    local content = content_of "tune"
    content.asked.options.grid[key] = {value}
    refused("tune", content, words .. ", in option 'grid'", key)
end
local content = content_of "run"
content.asked.options["\27]0;x\7"] = 1
refused("run", content, "a file may not ask for the option of no name", "a name that a terminal would act on")
content = content_of "compare"
content.asked.options.methods[1].label = "\27[2J"
refused("compare", content, "option 'methods': expected text, got control characters",
    "a label that a terminal would act on")
for _, call in ipairs {"os.execute", "reproduce", "csv.write", "__index", "figure "} do
    content = content_of "run"
    content.call = call
    local done, why = attempt("run", content, 60)
    t.ok(not done and why:find "its recipe is damaged", "a call of " .. call)
end
content = {call="figure", asked={options={name="../../x", seed=1}}, digest=0}
local done, why = attempt("run", content, 60)
t.ok(not done and why:find "no figure '../../x'", "a figure's name that is a path")
for _, name in ipairs{"part/kink", "../plots/1a"} do
    local _, words = pcall(figure, name)
    t.equal(tostring(words):match "figure: no figure '([^']*)'", name, "a path to what is no figure: " .. name)
end

-- Values that the experiment itself refuses, option by option and for each kind of value: reproduce does, too, in the
-- same words.
local asked_for = {
    bias = {q=poly{0, 0, 1/3}, dist=law, m={1, 2}, reps=10}, running = {q=math.exp, dist=law, reps=32, runs=2},
    run = with{method="e-bsgd", steps=2}, compare = with{methods={{"e-bsgd"}}},
    tune = {problem=p, samples=200, reps=2, record=5, methods={{"e-bsgd"}}, grid={step={1e-5}}},
    complexity = {problem=p, reps=2, seed=1, budget=1e4, eps={7}, methods={{"e-bsgd"}}}, figure = {name="1a", seed=1},
}
asked_for.run.samples = nil
local odd_values = {
    1.5, -1, 1e300, 0/0, 2^53 + 2, "x", true, false, {1, "x"}, vec{}, vec{1, 2, 3}, mat{{1}}, law, math.exp,
    extrap.order(2), schedule.inv_sqrt(1),
}
local as_figure = core.use "experiment/figure"

-- What an experiment says to its options: "bias: option 'seed': expected ..", nil where it goes on.
local function words_of(call, options)
    local went, said = pcall(call == "figure" and as_figure or require "debias"[call], options)
    return not went and tostring(said):gsub("^[^ ]*: ", "") or nil
end

local function check_values(call, param)
    for i = 1, quick and 6 or #odd_values do
        local value = odd_values[i]
        local options = t.over(asked_for[call], {[param.name]=value})
        local words = words_of(call, options)
        if words then
            options.problem = nil
            content = content_of(call == "figure" and "bias" or call)
            content.call = call
            content.asked.options = core.use "experiment/mark".of(t.over({seed=1}, options))
            local went, said = attempt(call == "figure" and "bias" or call, content, 60)
            local known = not went and (said:find(words, 1, true) or said:find("a file may not ask", 1, true))
            t.ok(known, ("%s, %s = %s: %s, not %s"):format(call, param.name,
                core.system.describe(value), tostring(said), words))
        end
    end
end
for call in pairs(asked_for) do
    for _, params in ipairs{core.options.params[call] or {}, call ~= "figure" and call ~= "bias" and call ~= "running"
        and core.run.params.run or {}, call == "run" and core.method.params["e-bsgd"] or {}} do
        for _, param in ipairs(params) do
            if not permitted.apart[param.name] then
                check_values(call, param)
            end
        end
    end
end

-- Values that are none --------------------------------------------------------------------------------------------

local wrong = {
    {schedule="schedule.params(1)"}, {schedule="schedule.__index(1)"}, {schedule="os.exit(1)"}, {schedule="x"},
    {schedule=3}, {operator="zzz 3"}, {operator="order 3000000"}, {operator=3}, {operator="order 2 (", terms=3},
    {made="math", by="randomseed"}, {made="math", by="random"}, {made="math", by="huge"}, {made="math", by={}},
    {made="dist.new", by={}}, {made="dist.normal", by=3}, {made="dist.__index", by={}}, {made="io.open", by={"x"}},
    {made="dist.custom", by={draw={made="math", by="exp"}}}, {made="poly", by="x"}, {call=false}, {{{{}}}}, "text",
}
local function is_clear(text)
    return type(text) == "string" and not text:find "attempt to" and not text:find "%[debias%]"
        and not text:find "bad argument" and not text:find "overflow" and #text < 600
end
for name in pairs(texts) do
    for key in pairs(content_of(name).asked.options) do
        for i, value in ipairs(wrong) do
            content = content_of(name)
            content.asked.options[key] = value
            local went, outcome = attempt(name, content)
            if not went and not is_clear(outcome) then
                t.ok(false, ("%s: option '%s' as value %d: %s"):format(name, key, i, tostring(outcome)))
            end
        end
    end
end

-- Bytes ------------------------------------------------------------------------------------------------------------

local function whole(x)
    return string.pack("=j", x)
end
local function text(s)
    return string.pack("=c1s8", "s", s)
end
for name, bytes in pairs {
    ["nested too deep"] = ("t" .. whole(1) .. text "a"):rep(1e5) .. "0",
    ["a huge table"] = "t" .. whole(2^50 // 1 | 0), ["a table of less than nothing"] = "t" .. whole(-1),
    ["a huge list"] = "l" .. whole(2^60 // 1 | 0) .. whole(1), ["a huge vec"] = "v" .. whole(2^61 // 1 | 0) .. whole(1),
    ["a huge mat"] = "m" .. whole(2^40 // 1 | 0) .. whole(2^40 // 1 | 0) .. whole(1),
    ["a mat whose size is 0 by overflow"] = "m" .. whole(1 << 32) .. whole(1 << 32),
    ["a mat of empty rows"] = "m" .. whole(2^50 // 1 | 0) .. whole(0),
    ["a mat of less than nothing"] = "m" .. whole(-1) .. whole(-8) .. ("x"):rep(64),
    ["a huge string"] = "s" .. whole(2^62 // 1 | 0), ["a string of all"] = "s" .. whole(-1),
    ["no number as a key"] = "t" .. whole(1) .. "d" .. string.pack("=d", 0/0) .. "0",
    ["a float as a key"] = "t" .. whole(1) .. "d" .. string.pack("=d", 1) .. "0",
    ["nothing as a key"] = "t" .. whole(1) .. "00", ["a vec as a key"] = "t" .. whole(1) .. "v" .. whole(0) .. "0",
    ["a key twice"] = "t" .. whole(2) .. text "a" .. "+" .. text "a" .. "-", ["an unknown kind"] = "z",
    ["nothing"] = "", ["more than a value"] = "+-",
} do
    t.equal(pack.value(bytes), nil, "unpacked: " .. name)
end

math.randomseed(1)
local run_path = t.path "r.run"
local bodies = {}
for _, method in ipairs {"e-bsgd", "e-nestedvr", "rt-mlmc", "ru-mlmc", "v-mlmc", "sox", "msvr", "e-bspiderboost"} do
    local file = run(with{method=method, samples=5000, output="random"}):save(run_path)
    bodies[#bodies + 1] = core.run.unseal(read(file))
end
local later = files()
t.ok(later ~= before, "a file that is written is seen")

-- The bytes with one to three of them changed, or a piece left out.
local function mutated(bytes)
    for _ = 1, math.random(3) do
        local at = math.random(#bytes)
        local byte = math.random(2) == 1 and bytes:byte(at) ~ (1 << math.random(0, 7)) or math.random(0, 255)
        bytes = bytes:sub(1, at - 1) .. string.char(byte) .. bytes:sub(at + 1)
    end
    local at = math.random(#bytes)
    return math.random(8) == 1 and bytes:sub(1, at - 1) .. bytes:sub(at + math.random(9)) or bytes
end

local unclear, tries = {}, quick and 5 or 10
local function note(what, went, outcome)
    if not went and not is_clear(outcome) then
        unclear[#unclear + 1] = what .. ": " .. tostring(outcome)
    end
end
for name in pairs(texts) do
    local bytes = recipe.bytes(texts[name])
    for _ = 1, tries do
        note(name, attempt(name, mutated(bytes)))
    end
end
for _, body in ipairs(bodies) do
    for _ = 1, tries do
        local went, loaded = pcall(run.load, write(run_path, core.run.seal(mutated(body))))
        note("run.load", went, loaded)
        if went then
            note("print", pcall(tostring, loaded))
            note("spec", pcall(loaded.spec, loaded))
            note("csv", pcall(loaded.csv, loaded, run_path))
            note("resume", pcall(loaded.resume, loaded, {samples=9000}))
        end
    end
end
t.equal(unclear, {}, "every refusal is in words of ours")
t.equal(files(), later, "and no file was written")
t.done()
