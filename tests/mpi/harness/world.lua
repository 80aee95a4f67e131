-- What a script does to the world and learns of it: the ranks agree on all of it, or differ at the next call.
local p = problem.invariant_logistic{n = 10}
local function agree(...)
    local text, digest = table.concat({...}, " "), 0
    for i = 1, #text do
        digest = (31 * digest + text:byte(i)) % 100003
    end
    run{problem = p, method = "bsgd", m = 1, steps = 1, step = 1e-3, seed = digest}
end

print(math.random()) -- from the seed of the program
for _ = 1, 2 do
    agree(os.time(), os.clock(), os.date())
    agree(os.date("%Y", 0), os.time{year = 2000, month = 1, day = 1})
    math.randomseed()
    agree(math.random(1 << 40))
    local program <close> = io.popen "echo $$"
    agree(program:read "a")
    agree(select(3, os.execute "exit $(($$ % 99))"))
    local last = io.popen "echo said; exit $(($$ % 99))"
    agree(last:read "l", tostring(last:read "l"), table.concat({select(2, last:close())}, " "))
    local told = io.popen("cat >/dev/null; exit $(($$ % 99))", "w")
    told:write "x"
    agree(table.concat({select(2, told:close())}, " "))
end
math.randomseed(7)
print(math.random(), io.read "n")
print(io.stdin:read("l", 3, "l"))
for line in io.stdin:lines() do
    print("a line", line)
    if line == "the third" then
        break
    end
end
for line in io.lines() do
    print("another", line)
end
print(io.stdin:read "a", io.stdin:read "l", pcall(io.stdin.read, io.stdin, "no format"))

-- A file that is read and written.
local own = os.tmpname()
local both = assert(io.open(own, "w+"))
both:write("one\ntwo\nthree\n")
agree(both:seek "cur", both:seek "set", both:read("l", "n", "l"))
print(both:read "l", both:seek "cur", both:close(), pcall(both.read, both))
both = assert(io.open(own, "r+"))
print(both:read "l")
both:seek("set", 4)
both:write "2.0"
both:seek "set"
for line in both:lines "L" do
    io.write(line)
end
both:close()
local more <close> = assert(io.open(own, "a+"))
more:write "four\n"
more:seek "set"
io.input(more)
print(io.read "a", io.close(more), (pcall(io.read)))
io.input(io.stdin)
print(select(2, pcall(function() io.close(7) end)))
os.remove(own)

-- Files are written, read, and written or removed again: every rank reads what rank 0 has made.
local readers = {
    open = function(path)
        local file <close> = assert(io.open(path))
        return file:read "a"
    end,
    lines = function(path)
        local all = {}
        for line in io.lines(path) do
            all[#all + 1] = line
        end
        return table.concat(all, "\n") .. "\n"
    end,
    input = function(path)
        io.input(path)
        local text = io.read "a"
        io.close(io.input())
        io.input(io.stdin)
        return text
    end,
    csv = function(path)
        local x = csv.read(path).x
        local all = {}
        for k = 1, #x do
            all[k] = ("%d\n"):format(x[k])
        end
        return "x\n" .. table.concat(all)
    end,
}
local writers = {
    open = function(path, x)
        local file <close> = assert(io.open(path, "w"))
        file:write("x\n", table.concat(x, "\n"), "\n")
    end,
    csv = function(path, x)
        csv.write(path, {x = x})
    end,
}
local function is_read(path, written, read, x)
    writers[written](path, x)
    return readers[read](path) == "x\n" .. table.concat(x, "\n") .. "\n"
end

local x = {}
for k = 1, 3000 do
    x[k] = k
end
for _, written in ipairs {"open", "csv"} do -- pairs goes another way on each rank
    for _, read in ipairs {"open", "lines", "input", "csv"} do
        local path = os.tmpname()
        agree(tostring(is_read(path, written, read, x)))
        agree(tostring(is_read(path, written, read, {7})))
        assert(os.rename(path, path .. ".old"))
        agree(tostring(io.open(path) == nil))
        assert(os.remove(path .. ".old"))
        if not is_read(path, written, read, x) then
            print(written, read)
        end
        os.remove(path)
    end
end
for _, call in ipairs {dofile, function(path) return assert(loadfile(path))() end} do
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    file:write(("-- a comment\n"):rep(3000), "return 7\n")
    file:close()
    agree(tostring(call(path)))
    os.remove(path)
end
print "read"
