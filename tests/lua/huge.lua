-- Every option that is a whole number, as large as its table allows: the call ends, is refused with what it would need,
-- or runs out of its time; it never takes more memory than there is.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pages = core.use "guide/pages"
local program = os.getenv "DEBIAS" or "build/debias"

-- Calls of the functions of these pages, with more options in place of the star.
local p = "problem.invariant_logistic{n=20, d=2}"
local calls = {
    bias = "bias{q=math.exp, dist=dist.normal{mean=0, sd=1}, *}",
    running = "running{q=math.exp, dist=dist.normal{mean=0, sd=1}, *}",
    run = ("run{problem=%s, method='bsgd', step=0.1, steps=10, *}"):format(p),
    compare = ("compare{problem=%s, step=0.1, samples=100, methods={{'bsgd'}, {'e-bsgd'}}, *}"):format(p),
    tune = ("tune{problem=%s, samples=100, methods={{'bsgd'}}, grid={step={0.1}}, *}"):format(p),
    complexity = ("complexity{problem=%s, methods={{'bsgd', step=0.1}}, eps={0.5, 0.4}, *}"):format(p),
    value = "value{problem=problem.new{dim=0, outer=3, inner=dist.normal{mean=0, sd=1}, g=function(_, a, b) return a*b "
        .. "end, f=math.exp}, eps=1, *}",
    correct = "correct(math.exp, {1, 2, 3, 4, 5, 6, 7, 8}, {*})",
    ["estimator:moments"] = ("estimator(%s):moments(nil, {*})"):format(p),
    ["estimator:sample"] = ("estimator(%s):sample(nil, {*})"):format(p),
    ["estimator:levels"] = ("estimator(%s, {method='v-mlmc'}):levels(nil, {*})"):format(p),
    ["figure:text"] = "plot({1, 2}, {1, 2}):text{*}",
    ["figure:save"] = ("plot({1, 2}, {1, 2}):save('%s', {*})"):format(t.path "a.png"),
}
for name in pairs(core.method.params) do
    calls[name] = ("run{problem=%s, method='%s', step=0.1, steps=3, *}"):format(p, name)
end
for name in pairs(core.problem.params) do
    calls["problem." .. name] = ("problem.%s{*}"):format(name)
end

-- The largest number that an option may be.
local function largest(param)
    local words = param.range and param.range:match "to (%S+)$" or "1e15"
    return words == "2^53" and 2 ^ 53 or assert(tonumber(words), words)
end

-- Ends that are fine, each with a word of what is printed; none at all is one, too.
local function is_fine(words)
    for _, each in ipairs {"of memory", "enough memory", "out of processor time", "expected", "option '", "exclude"} do
        if words:find(each, 1, true) then
            return true
        end
    end
    return not words:find "debias: " and not words:find "[Kk]illed" and not words:find "fault"
end

-- Options that cost nothing, and, but in a long test, those that cost time alone.
local idle = {seed = true, data_seed = true, threads = true}
if not rawget(_G, "whole") then
    for _, name in ipairs {"m", "m_jac", "reps", "runs", "steps", "L", "S1", "S2", "n0"} do
        idle[name] = true
    end
end
local tried = 0
for name, call in pairs(calls) do
    for _, param in ipairs(pages.params(pages.all()[name])) do
        if param.kind == "integer" and not idle[param.name] then
            local text = call:gsub("%*", ("%s = %.0f"):format(param.name, largest(param)), 1)
            local pipe <close> = io.popen(("'%s' --quiet --memory 200M --seconds 1 -e \"x = %s\" 2>&1; echo $?"):format(
                program, text))
            local words = pipe:read "a"
            local code = words:match "(%d+)\n$"
            tried = tried + 1
            t.ok((code == "0" or code == "1" or code == "152") and is_fine(words), text .. ": " .. words)
        end
    end
end
t.ok(tried > 40, ("%d options"):format(tried))
t.done()
