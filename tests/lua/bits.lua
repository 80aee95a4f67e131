-- The same bits on every instruction set and machine, and whichever variants of its functions the C library takes.
-- Those of before are in bits.txt; UPDATE=1 rewrites it, where a change of bits is meant.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"

local script = t.path "bits.lua"
local file = assert(io.open(script, "wb"))
file:write [[
local out = arg[1]
local p = problem.invariant_logistic{n=300, d=11, noise_var=9}
for i, options in ipairs {
    {method="bsgd", m=3, B=5}, {method="e-bsgd", m=2}, {order=3, method="e-bsgd", share=true},
    {operator=extrap.paper(3), method="bsgd", output="average"}, {method="v-mlmc", L=2},
    {method="e-bspiderboost", m=2, B1=20}, {method="e-nestedvr", S1=5, S2=2, p_out=0.5}, {method="sox", m=2},
    {method="msvr", m=2}, {method="msvr", m=2, normalised=true}, {method="e-bsgd", clip=0.1},
    {method="e-bsgd", update="momentum", nesterov=true}, {method="e-bspiderboost", update="adam", B1=20},
    {method="e-storm", m=2, B=3}, {method="e-sarah", share=true, B1=20, gamma=0.3}, {method="storm", clip=0.1},
    {method="msvr", update="adagrad", clip=0.1, prox="ball", radius=0.3},
    {method="bsgd", prox="l1", l1=0.1}, {method="sox", update="adam", prox="box", low=-0.1},
} do
    options.problem, options.step, options.steps, options.reps = p, 0.02, 150, 5
    run(options):csv(("%s/run%d.csv"):format(out, i))
end
for i, size in ipairs{1e-170, 1e160} do -- squares of the gradient vanish, overflow
    local steep = problem.new{dim=3, outer=20, inner=dist.normal{mean=vec{0, 0, 0}, sd=1},
        g=function(x, xi, eta) return x + eta end, f=function(y) return size*y:dot(y) end, x0=vec{1, 2, 3}}
    for name, options in pairs{clip={step=0.1, clip=size}, normalised={step=schedule.normalised(0.1)},
        msvr={method="msvr", normalised=true, step=0.1}} do
        options.problem, options.steps, options.reps = steep, 20, 3
        options.method = options.method or "bsgd"
        run(options):csv(("%s/%s%d.csv"):format(out, name, i), {by_rep=true})
    end
end
local ids, rows = math.floor(rng.new(3):uniform(400) * 40), rng.new(4):normal(400)
correct(math.exp, rows, {by=ids}):groups():csv(out .. "/groups.csv")
local grouped = problem.new{dim=1, inner=groups(ids, rows), g=function(x, _, eta) return x[1] * eta end,
    f=math.softplus}
run{problem=grouped, method="e-bsgd", m=2, step=0.1, steps=100, reps=5}:csv(out .. "/grouped.csv")
local e = estimator(p, {order=2, of="value", m=5}):moments(nil, {reps=3000})
csv.write(out .. "/moments.csv", {mean={e.mean}, var={e.var}, kurtosis={e.kurtosis}, exact={(p:objective())}})
local unit = dist.normal{mean=0, sd=1}
bias{q=function(s) return s * s * s / (1 + s * s) end, dist=unit, m={1, 4}, reps=2000}:csv(out .. "/lua.csv")
bias{q=math.exp, dist=unit, m={1, 4}, reps=2000}:csv(out .. "/exp.csv")
local slow = dist.exponential{mean=1/20}
csv.write(out .. "/exact.csv", {x={extrap.paper(2):expect(math.exp, slow), extrap.paper(3):bias(math.exp, slow)}})
local b = bias{q=poly{0, 0, 0, 0, 1}, dist=dist.ramp(0, 2), m={1, 4}, reps=5000}
b:csv(out .. "/bias.csv")
b:slopes():csv(out .. "/slopes.csv")
compare{problem=p, step=0.02, steps=100, methods={{"bsgd", m=2}, {"e-bsgd"}}}:advantage():csv(out .. "/advantage.csv")
local laws = {
    normal=dist.normal{mean=1, sd=2}, uniform=dist.uniform(1, 2), exponential=dist.exponential{mean=3},
    ramp=dist.ramp(0, 2), bernoulli=dist.bernoulli(0.3), discrete=dist.discrete({1, 2, 5}, {0.2, 0.3, 0.5}),
    empirical=dist.empirical{1, 2, 4},
    lognormal=dist.lognormal{meanlog=0, sdlog=1}, student_t=dist.student_t{df=3}, beta=dist.beta(2, 3),
    ["small beta"]=dist.beta(0.2, 3), poisson=dist.poisson{mean=3}, ["large poisson"]=dist.poisson{mean=99},
    mean=dist.uniform(0, 1):mean_of(7), ["mean of heavy"]=dist.student_t{df=3}:mean_of(300),
    gamma=dist.gamma{shape=2.5, scale=2}, ["small gamma"]=dist.gamma{shape=0.3, rate=1},
}
for name, law in pairs(laws) do
    csv.write(("%s/%s.csv"):format(out, name), {x=law:draw(20000)})
end
local g, indices = rng.new(3), {}
for k = 1, 999 do
    indices[k] = g:index(k)
end
csv.write(out .. "/rng.csv", {n=g:normal(999), u=g:uniform(999), e=g:exponential(2, 999), i=indices})
b:plot():save(out .. "/bias.svg")
]]
file:close()

-- The contents of all files that the script writes under these settings, one after the other.
local function bytes(name, settings, options)
    local folder = t.path(name)
    local command = ("mkdir -p '%s' && %s '%s' %s '%s' '%s'"):format(folder, settings, program, options or "", script,
        folder)
    assert(os.execute(command))
    local list = io.popen(("cd '%s' && for f in *; do echo \"== $f\"; cat \"$f\"; done"):format(folder))
    local text = list:read "a"
    list:close()
    return text
end

-- FNV-1a over the 64-bit words of a text.
local function hash_of(text)
    local hash, padded = 0xcbf29ce484222325, text .. ("\0"):rep(-#text % 8)
    for at = 1, #padded, 8 do
        hash = (hash ~ string.unpack("<i8", padded, at)) * 0x100000001b3
    end
    return ("%016x"):format(hash)
end

-- A line for each file of numbers in such a text, its name and hash; letters of figures are cairo's.
local function digest(text)
    local lines = {}
    for name, first in text:gmatch "== ([^\n]+%.csv)\n()" do
        lines[#lines + 1] = ("%s %s\n"):format(name, hash_of(text:sub(first, (text:find("== ", first, true) or 0) - 1)))
    end
    return table.concat(lines)
end

-- Where two texts part, in words.
local function same(got, want, name)
    local place = ""
    if got ~= want then
        local i, header = 1, "the start"
        local lines = want:gmatch "[^\n]*"
        for line in got:gmatch "[^\n]*" do
            header = line:match "^== (.*)" or header
            local other = lines()
            if line ~= other then
                place = ("%s: '%s', not '%s'"):format(header, line:sub(1, 200), (other or ""):sub(1, 200))
                break
            end
            i = i + 1
        end
    end
    t.equal(place, "", name)
    t.ok(#want > 100000, name .. ": there is much to compare")
end

local flags = " "
local cpu = io.open "/proc/cpuinfo"
if cpu then
    flags = " " .. (cpu:read "a":match "flags%s*:([^\n]*)" or "") .. " "
    cpu:close()
end
local needs = {
    avx512 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}, avx2 = {"avx2", "fma", "bmi2"}, plain = {},
}
local want = bytes("best", "")
if os.getenv "UPDATE" then
    t.write("tests/lua/bits.txt", digest(want))
end
t.equal(digest(want), t.read "tests/lua/bits.txt", "the bits of before")
for level, list in pairs(needs) do
    local missing
    for _, flag in ipairs(list) do
        missing = not flags:find(" " .. flag .. " ", 1, true) and flag or missing
    end
    if missing then
        t.skip(level, "this machine lacks " .. missing)
    else
        same(bytes(level, "DEBIAS_CPU=" .. level), want, level)
    end
end
same(bytes("threads", "", "--threads 3"), want, "3 threads")
-- glibc takes exp, log, sin and others with or without fused multiply-add by the machine; other libraries ignore this
same(bytes("libm", "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4"), want,
    "the C library without fused multiply-add")
t.ok(bytes("seed", "", "--seed 2") ~= want, "another seed, other bits")

t.done()
