-- Tries the cases while something fails, as tests/faults/harness/ARG.lua has it. Each try is a copy of this process:
-- the case must end with an error that says so or with what it always gives, leave whole files or none, and then give
-- what it always gives. From the environment:
--   FAULTS   how many tries of each kind and case (3), 0.5: one try of every other; "all": every one; "k644": this
--            one; "places": of memory, the first at each place, by the calls of C and the lines of Lua that lead there
--   CASES    the cases whose names begin with it (all)
--   WORKERS  how many tries are made at a time (2)
--   LEAKS    set: tries end as programs do, so that leaks are found
local memory = assert(package.loadlib(os.getenv "FAULTS_LIBRARY", "luaopen_memory"))()
local faults, why_not = assert(loadfile("tests/faults/harness/" .. arg[1] .. ".lua"))(memory)
if not faults then
    print("1..0 # SKIP " .. why_not)
    return
end
local asked, only = os.getenv "FAULTS" or "3", os.getenv "CASES" or ""
local workers = tonumber(os.getenv "WORKERS") or 2
local top = os.getenv "TMPDIR" or "/tmp"
local folder -- of the present process
local files = debug.getregistry()["debias.core"].file
-- Exit codes of tries that others spoil: cairo or pixman (tests/faults/harness/crash.c); the loader, which ends a
-- program that has no memory for variables of a thread's own.
local EXCUSED, LOADER = 77, 127

local function path(name)
    return folder .. "/" .. name
end

-- A copy of this process that calls f(..), which returns its exit code.
local function start(f, ...)
    io.stdout:flush()
    local process = memory.fork()
    if process > 0 then
        return process
    end
    local done, code = xpcall(f, debug.traceback, ...)
    if not done then
        print("not ok - " .. code)
    end
    io.stdout:flush()
    memory.leave(done and code or 1, os.getenv "LEAKS" ~= nil)
end

local function read(name)
    local file <close> = assert(io.open(name, "rb"))
    return file:read "a"
end

-- What is in the folder, which is empty then but for a checkpoint: name -> bytes, but of what the case itself writes.
local function take_files()
    local found = {}
    for _, name in ipairs(files.list(folder)) do
        if name ~= "checkpoint" then
            found[name] = name ~= "printed" and name ~= "given" and read(path(name)) or nil
            os.remove(path(name))
        end
    end
    return found
end

-- Calls the case: whether it succeeds, its text or error, its files, and how many calls of each kind might have failed.
local function call(case, kind, n)
    faults.kinds[kind].begin(n)
    local done, text = pcall(case.call, path)
    local counts = faults.stop()
    return done, text, take_files(), counts
end

-- What is wrong with how it ended; nil: nothing.
local function wrong_outcome(case, kind, done, text)
    if done then
        return text ~= case.text and not case.varies and "gives another result" or nil
    end
    return not faults.is_expected(tostring(text), faults.kinds[kind]) and "says " .. tostring(text) or nil
end

local function wrong_file(case, found)
    for name, bytes in pairs(found) do
        if bytes ~= case.files[name] then
            return ("leaves the file '%s' with %d bytes, not %s"):format(name, #bytes, #(case.files[name] or ""))
        end
    end
end

local function wrong_afterwards(case)
    local done, text = call(case, 1, 0)
    if not done or text ~= case.text and not case.varies then
        return "then gives " .. (done and "another result" or tostring(text))
    end
end

-- Makes a try; the exit code of its process.
local function try(case, kind, n)
    local done, text, found = call(case, kind, n)
    local wrong = wrong_outcome(case, kind, done, text) or wrong_file(case, found) or wrong_afterwards(case)
    os.remove(path "checkpoint")
    if wrong and memory.excuse() then
        return EXCUSED
    elseif wrong then
        print(("not ok - %s, %s of %s: %s"):format(case.name, faults.kinds[kind].words:format(n),
            table.concat({memory.asker()}, " "), wrong))
    end
    return wrong and 1 or 0
end

-- Makes every try of the case that is this worker's. Its exit code: 1 where one failed, EXCUSED where one was.
local function work(case, worker)
    local worst = 0
    folder = ("%s/%d"):format(top, worker)
    files.folder(folder)
    for i = worker, #case.tries, workers do
        local kind, n = table.unpack(case.tries[i])
        local how, code = memory.wait(start(try, case, kind, n))
        code = how == "exit" and code == LOADER and EXCUSED or code
        if how == "signal" or code > 1 and code ~= EXCUSED then
            print(("not ok - %s, %s: ends by %s %d"):format(case.name, faults.kinds[kind].words:format(n), how, code))
            code = 1
        end
        worst = (code == 1 or worst == 0) and code or worst
    end
    return worst
end

-- One number of each of n equal parts of 1 .. last.
local random = rng.new(7)
local function sample(n, last)
    local list = {}
    if n < 1 then
        n = random:uniform() < n and 1 or 0
    end
    for i = 1, math.min(n, last) do
        list[i] = math.ceil((i - random:uniform()) * last / math.min(n, last))
    end
    return list
end

-- The tries of a case: each {kind, n}.
local function choose(case)
    local counts = case.counts
    local tries, one = {}, math.tointeger(tonumber(asked:match "^k(%d+)$"))
    for kind, each in ipairs(faults.kinds) do
        local last = each.last(counts)
        local n = (asked == "all" or asked == "places") and last or tonumber(asked)
        local places = asked == "places" and each.at_places and case.places
        for _, k in ipairs(one and {one <= last and one or nil} or places or sample(n, last)) do
            tries[#tries + 1] = {kind, k}
        end
    end
    return tries
end

local function sum(counts)
    local n = 0
    for _, each in pairs(counts) do
        n = n + each
    end
    return n
end

-- Calls f(..): the requests at whose places the tries are made, and what it returns.
local function find_places(f, ...)
    if asked == "places" and faults.at_places then
        return faults.at_places(f, ...)
    end
    return {}, f(...)
end

local function numbers_in(text)
    local list = {}
    for digits in text:gmatch "%d+" do
        list[#list + 1] = tonumber(digits)
    end
    return list
end

-- What a case always gives, and how many calls it makes: from a copy, so that this process loads nothing for it.
local function measure(case)
    local name = top .. "/case"
    local how, code = memory.wait(start(function()
        folder = top .. "/0"
        files.folder(folder)
        local places, done, text, found, counts = find_places(call, case, 1, 0)
        assert(done, text)
        assert(sum(counts) > 0 or faults.may_be_idle, "no call was seen: the library was not loaded first")
        local parts = {string.pack("s", text)}
        for kind, n in pairs(counts) do
            parts[#parts + 1] = string.pack("sj", kind, n)
        end
        parts[#parts + 1] = string.pack("ss", "", table.concat(places, " "))
        for file, bytes in pairs(found) do
            parts[#parts + 1] = string.pack("ss", file, bytes)
        end
        os.remove(path "checkpoint")
        files.write(name, table.concat(parts))
        return 0
    end))
    if how ~= "exit" or code ~= 0 then
        return false
    end
    local bytes = read(name)
    local at, kind
    case.counts, case.files = {}, {}
    case.text, at = string.unpack("s", bytes)
    kind, at = string.unpack("s", bytes, at)
    while kind ~= "" do
        case.counts[kind], at = string.unpack("j", bytes, at)
        kind, at = string.unpack("s", bytes, at)
    end
    case.places, at = string.unpack("s", bytes, at)
    case.places = numbers_in(case.places)
    while at <= #bytes do
        local file, text
        file, text, at = string.unpack("ss", bytes, at)
        case.files[file] = text
    end
    return true
end

-- Makes the tries of a case: whether none failed, and whether one was excused.
local function run_case(case)
    local running, good, excused = {}, measure(case), false
    case.tries = good and choose(case) or {}
    for worker = 1, workers do
        running[worker] = start(work, case, worker)
    end
    for _, process in ipairs(running) do
        local how, code = memory.wait(process)
        good = good and how == "exit" and (code == 0 or code == EXCUSED)
        excused = excused or code == EXCUSED
    end
    return good, excused
end

local tried, failed = 0, 0
for i, case in ipairs(assert(loadfile "tests/faults/harness/cases.lua")(memory)) do
    case = {name = case[1], call = case[2], varies = case.varies}
    if case.name:sub(1, #only) == only then
        local good, excused = run_case(case)
        tried = tried + #case.tries
        failed = failed + (good and 0 or 1)
        if good then
            print(("ok %d - %s: %d tries, %d calls%s"):format(i, case.name, #case.tries, sum(case.counts),
                excused and "; where one of cairo's own fails it may crash" or ""))
        end
    end
end
print(("%s - %d tries"):format(failed == 0 and tried > 0 and "ok" or "not ok", tried))
if failed > 0 then
    memory.leave(1, true)
end
