-- A value that is killed again and again, at random, ends with the same text as one that was left alone.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"
local KILLS = os.getenv "QUICK" and 2 or 4
local random = rng.new(7)

local script = t.write(t.path "script.lua", [[
local N = dist.normal{mean = 0, sd = 1}
local p = problem.new{dim = 0, outer = N, inner = N, g = function(_, a, b) return a + b end,
    f = function(y) return math.log(1 + y * y) end}
local options = {problem = p, eps = tonumber(arg[2]), seed = 1, checkpoint = arg[3]}
if arg[1] == "order" then
    options.order = 2
else
    options.method = arg[1]
end
local v = value(options)
print(v.method, v.reached, v.value, v.se, v.bias, v.cost)
]])

local function command(method, eps, threads, path)
    return ("'%s' --quiet --threads %d '%s' %s %g '%s'"):format(program, threads, script, method, eps, path)
end

local function output(line)
    local pipe <close> = io.popen(line)
    return pipe:read "a"
end

local seconds = debug.getregistry()["debias.core"].system.seconds

for method, eps in pairs {["ru-mlmc"] = 2e-3, ["v-mlmc"] = 2e-3, order = 6e-3, auto = 2e-3} do
    local alone, killed, kills = t.path(method .. ".alone"), t.path(method .. ".killed"), 0
    local began = seconds()
    local want = output(command(method, eps, 1, alone))
    local took = seconds() - began
    while kills < KILLS do
        local line = command(method, eps, random:index(3), killed)
        local after = took * random:index(5) / 20
        local _, _, code = os.execute(("timeout -s KILL %.4f %s >/dev/null 2>&1"):format(after, line))
        if code == 137 then
            kills = kills + 1
        else -- it came to its end: once more from the beginning, and killed sooner
            os.remove(killed)
            took = took / 2
        end
    end
    t.ok(want:find "true", method .. ": left alone it comes to its end")
    t.equal(output(command(method, eps, 1, killed)), want, method .. ": killed, the same")
end
t.done()
