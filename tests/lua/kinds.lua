-- Wrong kinds of values as options, generated from the option tables: every error names what was expected and what
-- came, and these differ; no internal error.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local normal, p = dist.normal{mean=0, sd=1}, problem.instrumental{n=10}
local function square(s)
    return s * s
end

local values = {
    "x", {"x"}, vec{1}, normal, {}, {{}}, {{"x"}}, true, function() return 1 end, mat{{1}}, p, {1, "x"},
}
local many = os.getenv "QUICK" and 4 or #values

-- Each experiment with options that do; one of them at a time, or another one, gets a wrong value.
local calls = {
    bias={bias, {q=square, dist=normal, m={1}, reps=10}},
    running={running, {q=square, dist=normal, reps=16, runs=2}},
    run={run, {problem=p, method="bsgd", samples=100, step=1e-5}},
    compare={compare, {problem=p, methods={{"bsgd"}}, samples=100, step=1e-5}},
    tune={tune, {problem=p, methods={{"bsgd"}}, samples=100, grid={step={1e-5}}}},
    estimator={function(o) return estimator(p, o) end, {}},
    moments={function(o) return estimator(p):moments(nil, o) end, {reps=10}},
    levels={function(o) return estimator(p, {method="rt-mlmc"}):levels(nil, o) end, {reps=10, L=1}},
    correct={function(o) return correct(square, vec{1, 2, 3}, o) end, {}},
    plot={plot, {series={{x={1}, y={1}}}}},
    ["problem.new"]={problem.new,
        {dim=1, outer=1, inner=normal, g=function(x, _, eta) return x[1] + eta end, f=square}},
}
for name in pairs(core.problem.params) do
    calls["problem." .. name] = {problem[name], {n=10}}
end

-- The names of all options that there are, but for files and what follows runs.
local names = {x=true, y=true, title=true, series=true}
local function collect(tables)
    for _, value in pairs(tables) do
        if type(value) == "table" and value.kind then
            names[value.name] = true
        elseif type(value) == "table" then
            collect(value)
        end
    end
end
for _, module in pairs(core) do
    if type(module) == "table" and rawget(module, "params") then
        collect(module.params)
    end
end
names.checkpoint, names.watch, names.seconds = nil, nil, nil

-- What is wrong with an error; nil for a good one.
local function fault(err)
    local expected, got = err:match "expected (.-), got ([^;,]*)"
    got = got and got:gsub(" at element.*", "")
    if err:find "attempt to" or err:find "^%[debias%]" then
        return err
    end
    return expected == got and expected and err or nil
end

local tried = 0
for call, case in pairs(calls) do
    local wrong
    for name in pairs(names) do
        for i = 1, many do
            local options = {}
            for key, given in pairs(case[2]) do
                options[key] = given
            end
            options[name] = values[i]
            local done, err = pcall(case[1], options)
            tried = tried + (done and 0 or 1)
            wrong = wrong or not done and fault(tostring(err)) or nil
        end
    end
    t.equal(wrong, nil, call .. ": errors say what was expected and what came")
end
t.ok(tried > 1000 * many, "many errors were tried")

t.done()
