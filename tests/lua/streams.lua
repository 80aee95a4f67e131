-- "-" for a file: standard input and standard output, to the last byte.
local t = dofile "tests/lua/harness/tap.lua"
local PROGRAM = ("'%s' -E --quiet -e "):format(os.getenv "DEBIAS")

-- What the shell prints for a line in which PROGRAM stands for the program, before a chunk in quotes.
local function shell(line)
    local pipe <close> = assert(io.popen((line:gsub("PROGRAM ", PROGRAM))))
    return pipe:read "a"
end

t.equal(shell [[printf 'a,b\n1,2\n' | PROGRAM 'print(csv.read("-").b)']], "vec{2}\n", "csv.read")
t.equal(shell [[printf 'a,b\n1,2\n' | PROGRAM 'print((mat.csv("-")))']], "mat 1x2\n  1  2\n", "mat.csv")
t.equal(shell [[printf '[{"a": 1}]' | PROGRAM 'print(json.read("-").a)']], "vec{1}\n", "json.read")
t.equal(shell [[PROGRAM 'csv.write("-", {a={1, 2}})']], "a\n1\n2\n", "csv.write")
t.equal(shell [[PROGRAM 'print "x" csv.write("-", {a={1}}) print "y"']], "x\na\n1\ny\n", "in order with print")
t.equal(shell [[PROGRAM 'npy.write("-", vec{0.1, -2, 13, 10, 26})' | PROGRAM 'print(npy.read "-")']],
    "vec{0.1, -2, 13, 10, 26}\n", "npy")
t.equal(shell [[PROGRAM 'npz.write("-", {a=vec{1, 13.1}})' | PROGRAM 'print(npz.read("-").a)']], "vec{1, 13.1}\n",
    "npz")
local result = "r = bias{q=poly{0,0,1}, dist=dist.uniform(0,1), m={1, 2}, reps=100} "
t.equal(shell("PROGRAM '" .. result .. [[r:csv "-"' | PROGRAM 'print(csv.read("-").m)']]), "vec{1, 2, 1, 2, 1, 2}\n",
    "r:csv")
t.equal(shell("PROGRAM '" .. result .. [[r:json "-"' | PROGRAM 'print(json.read("-").m)']]), "vec{1, 2, 1, 2, 1, 2}\n",
    "r:json")
t.equal(shell("PROGRAM '" .. result .. [[r:npz "-"' | PROGRAM 'print(npz.read("-").m)']]), "vec{1, 2, 1, 2, 1, 2}\n",
    "r:npz")
t.equal(shell [[printf 'a\nx\n' | PROGRAM 'vec(csv.read("-").a)' 2>&1]],
    "debias: (command line):1: column 'a', -:2:1: expected a number, got 'x'\n", "the place in a stream")
if io.open("/dev/full", "w") then
    t.equal(shell [[PROGRAM 'csv.write("-", {a={1}})' 2>&1 >/dev/full]]:match "^[^\n]*",
        "debias: (command line):1: csv.write: cannot write '-': No space left on device", "an output that is full")
    -- Whatever writes to it, and whatever fails later, that reason is told.
    local ways = {
        'print(1)', 'io.write(1)', 'io.write(("x"):rep(1e6))', 'csv.write("-", {a={1}})',
        'npy.write("-", vec{1})', 'print(vec(1e5))', 'help()', 'io.stdout:setvbuf "no" print(1)',
        'io.stdout:setvbuf("full", 2) print(1)', 'io.write(1) io.stdout:flush()', 'print(plot({1, 2}))',
        'io.write(1) run{problem=problem.instrumental{n=9}, step=1, samples=9}',
    }
    for _, way in ipairs(ways) do
        local said = shell("PROGRAM '" .. way .. " io.open \"/nowhere\" error \"late\"' 2>&1 >/dev/full")
        t.equal(said:match "([^\n]*)\n$", "debias: cannot write standard output: No space left on device", way)
    end
else
    t.skip("an output that is full", "no /dev/full")
end

t.done()
