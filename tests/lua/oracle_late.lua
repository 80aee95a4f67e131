-- Errors of a problem's functions after many samples: the user's line and a traceback, on any number of threads, and
-- all else goes on.
local t = dofile "tests/lua/harness/tap.lua"
local MANY = os.getenv "QUICK" and 1000 or 2000

local count, limit

-- A problem that runs as plain Lua and raises at call `limit` of one of its functions.
local function make(which)
    count, limit = 0, math.huge
    local function raise_late(name)
        if name == which then
            count = count + 1
            if count == limit then
                error "too late" -- raised
            end
        end
    end
    return problem.new{
        dim=1, outer=function(rng)
            raise_late "outer"
            local u = rng:uniform()
            return u > 2 and 0 or u
        end,
        inner=function(rng)
            raise_late "inner"
            local z = rng:normal()
            return z > 99 and 0 or z
        end,
        g=function(x, xi, eta)
            raise_late "g"
            return x[1] > 1e9 and 0 or x[1] * xi + eta
        end,
        f=function(y)
            raise_late "f"
            return y > 1e9 and 0 or y^2
        end,
    }
end

local line
do
    local k = 0
    for text in io.lines "tests/lua/oracle_late.lua" do
        k = k + 1
        line = text:find "%-%- raised$" and k or line
    end
end

local uses = {
    run=function(p, threads)
        return run{problem=p, method="e-bsgd", step=1e-3, steps=MANY, m=2, reps=2, threads=threads}:final().x
    end,
    moments=function(p, threads)
        return estimator(p, {m=2}):moments({0.5}, {reps=MANY, threads=threads}).mean
    end,
    bias=function(p, threads)
        return bias{problem=p, x={0.5}, m={1, 2}, reps=MANY, threads=threads}:rows()[1]
    end,
}
for name, use in pairs(uses) do
    for _, which in ipairs {"g", "f", "inner", "outer"} do
        for _, threads in ipairs {1, 4} do
            local title = ("%s, %s, %d threads"):format(name, which, threads)
            local p = make(which)
            count, limit = 0, MANY
            local done, why = pcall(use, p, threads)
            local where = ("tests/lua/oracle_late.lua:%d: "):format(line)
            t.ok(not done, title .. ": raises")
            why = tostring(why)
            t.equal(why:match("^[^\n]*"):gsub(" %(after step %d+%)$", ""), where .. "too late", title .. ": the line")
            t.equal(why:find " %(after step %d+%)" ~= nil, name == "run", title .. ": the step of a run")
            t.ok(why:find "\nstack traceback:\n.*oracle_late.lua:%d+: in .*oracle_late.lua:",
                title .. ": the traceback")
            t.ok(count == MANY, title .. ": no call after it")
        end
    end
end

-- The session goes on.
local p = make()
local first = run{problem=p, method="bsgd", step=1e-3, steps=20, threads=1}:final().x
t.equal(run{problem=p, method="bsgd", step=1e-3, steps=20, threads=4}:final().x, first, "the next run is as ever")
t.done()
