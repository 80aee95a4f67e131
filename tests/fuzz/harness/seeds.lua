-- seeds.lua: writes those files of tests/fuzz/corpus that the program makes: saved runs, checkpoints, figures and what
-- their recipes hold. To be run with build/debias where these formats change.
local core = debug.getregistry()["debias.core"]
local recipe = dofile "tests/lua/harness/recipe.lua"
local folder = "tests/fuzz/corpus/"
local scratch = os.tmpname()

local function read(path)
    local handle = assert(io.open(path, "rb"))
    local text = handle:read "a"
    handle:close()
    return text
end

local function write(path, text)
    core.file.folder((folder .. path):match "^(.*)/")
    local handle = assert(io.open(folder .. path, "wb"))
    handle:write(text)
    handle:close()
end

for i, experiment in ipairs(dofile "tests/fuzz/harness/checkpointed.lua") do
    os.remove(scratch)
    experiment(scratch)
    write(("checkpoint/%d"):format(i), string.char(i - 1) .. read(scratch))
end

local p = problem.invariant_logistic{n = 6, d = 2}
local function small(method, more)
    local o = {problem = p, samples = 2000, step = 1e-3, reps = 1, record = 3, method = method, seed = 1}
    for key, value in pairs(more or {}) do
        o[key] = value or nil
    end
    return o
end

local runs = {
    ["e-bsgd"] = {}, ["v-mlmc"] = {output = "average"}, sox = {output = "random"},
    ["e-nestedvr"] = {step = schedule.inv_sqrt(0.1)},
}
for method, more in pairs(runs) do
    write("saved_run/" .. method, read(run(small(method, more)):save(scratch)))
end
local function state(_, v, _, s)
    s.n = (s.n or 0) + 1
    return -v
end
write("saved_run/update", read(run(small("bsgd", {step = false, update = state})):save(scratch)))
write("saved_run/stages", read(run(small "bsgd"):resume{samples = 3000}:save(scratch)))

local law, drawn = dist.ramp(0, 2), scratch .. ".svg"
local figures = {
    bias = bias{q = poly{0, 0, 1}, dist = law, m = {1, 2}, reps = 20, seed = 1},
    running = running{q = math.exp, dist = law, reps = 16, runs = 2, seed = 1}, run = run(small "e-bsgd"),
    compare = compare{problem = p, samples = 100, step = 0.01, reps = 2, methods = {{"bsgd", m = 1}, {"e-bsgd"}},
        record = 3, seed = 1},
    tune = tune{problem = p, samples = 100, reps = 2, record = 3, methods = {{"bsgd"}}, grid = {step = {1e-3, 2e-3}},
        seed = 1},
    value = value{problem = p, n = {16}, seed = 1},
}
for name, result in pairs(figures) do
    write("figure/" .. name, recipe.bytes(read(result:plot():save(drawn))))
end
local both = panels{figures.bias:plot(), plot({1, 2}, {3, 4}):hline(1)}
write("figure/together", recipe.bytes(read(both:save(drawn))))
-- The begin and the end of a file with what says how it was made.
local function cut(text)
    local from, to = text:find '"again":"%x+"'
    return text:sub(1, 64) .. text:sub(from - 200, to + 100) .. text:sub(-64)
end
write("figure/svg", cut(read(figures.bias:plot():save(scratch .. ".svg"))))
write("figure/png", cut(read(figures.bias:plot():save(scratch .. ".png"))))
write("figure/pdf", read(figures.bias:plot():save(scratch .. ".pdf", {width_mm = 45, height_mm = 30})))
