-- Files that are written again and again: which may be, what is said when that fails, and what a kill leaves.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"
local p = problem.invariant_logistic{n = 20, d = 2}
local normal = dist.normal{mean = 0, sd = 1}
local nested = problem.new{dim = 0, outer = 3, inner = normal, g = function(_, a, b) return a*b end, f = math.exp}

local function shell(line)
    local pipe <close> = io.popen(line)
    return pipe:read "a"
end

local function options(path, more)
    return t.over({problem = p, method = "bsgd", m = 2, step = 0.01, steps = 10, checkpoint = path}, more or {})
end

-- Only regular files, and new ones.
shell(("mkfifo '%s'; ln -s /dev/null '%s'"):format(t.path "pipe", t.path "link"))
for path, what in pairs {
    ["/dev/full"] = "a device", ["-"] = "standard output", [t.path "pipe"] = "a pipe", [t.path "link"] = "a device",
    [t.path "."] = "a folder",
} do
    local words = ("cannot write '%s': it is %s, expected a regular file or a new one"):format(path, what)
    t.raises(function() run(options(path)) end, "run: " .. words)
    t.raises(function() run(options(nil)):save(path) end, "run:save: " .. words)
    t.raises(function() sweep{over = {m = {1}}, checkpoint = path, run = print} end, "sweep: " .. words)
    t.raises(function() value{problem = nested, eps = 1, checkpoint = path} end, "value: " .. words)
end

-- A file that can no longer be written: one note, then one that nothing more is written; the run goes on.
local script = t.write(t.path "script.lua", [[
local folder, n = arg[1], 0
run{problem = problem.invariant_logistic{n = 20, d = 2}, method = "bsgd", m = 2, step = 0.01, steps = 1000,
    record = 500, checkpoint = folder .. "/c", checkpoint_every = 0, on_record = function()
        n = n + 1
        if n == 3 then
            os.execute("rm -r " .. folder)
        end
    end}
print "to its end"
]])
shell(("mkdir '%s'"):format(t.path "gone"))
local said = shell(("'%s' '%s' '%s' 2>&1"):format(program, script, t.path "gone"))
t.equal(select(2, said:gsub("\n", "")), 3, said)
t.ok(said:find "^debias: note: [^\n]* run: cannot write '[^\n]*': No such file or directory\n", "what failed, once")
t.ok(said:find "\ndebias: note: no more checkpoints are written: this failed 3 times in a row\nto its end\n$",
    "given up")

-- Another program that writes the same file is noted, once.
local shared = t.write(t.path "shared.lua", [[
local path, n = arg[1], 0
local normal = dist.normal{mean = 0, sd = 1}
local function another()
    n = n + 1
    if n == 3 or n == 5 then
        os.execute(("cp %s %s.other && mv %s.other %s"):format(path, path, path, path))
    end
end
if arg[2] == "run" then
    run{problem = problem.invariant_logistic{n = 20, d = 2}, method = "bsgd", m = 2, step = 0.01, steps = 50,
        checkpoint = path, checkpoint_every = 0, on_record = another}
elseif arg[2] == "sweep" then
    sweep{over = {m = vec.linspace(1, 40, 40)}, threads = 1, checkpoint = path, run = function(v)
        another()
        local until_then = os.clock() + 0.01
        while os.clock() < until_then do end
        return v.m
    end}
end
print "to its end"
]])
for _, kind in ipairs {"run", "sweep", "none"} do
    local heard = shell(("'%s' '%s' '%s' %s 2>&1"):format(program, shared, t.path("shared." .. kind), kind))
    local note = ("debias: note: another program writes the checkpoint '%s', too: what it has made may take the place "
        .. "of what this one has\n"):format(t.path("shared." .. kind))
    t.equal(heard, (kind == "none" and "" or note) .. "to its end\n", kind .. ": two that write one checkpoint")
end

-- A program that is killed while it writes a large file leaves that file or none, and nothing else once it is written.
local endless = "local x = vec.zeros(1e5) while true do csv.write(arg[1], {x = x}) end"
local large = ("'%s' '%s' '%s'"):format(program, t.write(t.path "endless.lua", endless), t.path "large/x.csv")
shell(("mkdir '%s'"):format(t.path "large"))
for i = 1, os.getenv "QUICK" and 3 or 20 do
    shell(([[
        rm -f '%s'; %s & pid=$!
        while kill -0 $pid && [ ! -s '%s' ]; do :; done
        i=0; while [ $i -lt %d ]; do i=$((i + 1)); done
        kill -KILL $pid; wait $pid 2>/dev/null]]):format(t.path "large/x.csv", large, t.path "large/x.csv", 997 * i))
    t.equal(#csv.read(t.path "large/x.csv").x, 100000, "the file is whole")
end
csv.write(t.path "large/x.csv", {x = {1}})
t.equal(shell(("ls '%s'"):format(t.path "large")), "x.csv\n", "nothing is left beside it")
t.done()
