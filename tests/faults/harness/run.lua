-- Tries the cases while memory runs out: at request k alone, at request k and all after it, and where the system gives
-- no more than so many bytes. Each try is a copy of this process: the case must end with an error that says so or with
-- what it always gives, leave whole files or none, and then give what it always gives. From the environment:
--   FAULTS   how many tries of each kind and case (3); "all": every request; "k644": this request alone
--   CASES    the cases whose names begin with it (all)
--   WORKERS  how many tries are made at a time (2)
--   LEAKS    set: tries end as programs do, so that leaks are found
local memory = assert(package.loadlib(os.getenv "MEMORY_FAULTS", "luaopen_memory"))()
local asked, only = os.getenv "FAULTS" or "3", os.getenv "CASES" or ""
local workers = tonumber(os.getenv "WORKERS") or 2
local top = os.getenv "TMPDIR" or "/tmp"
local folder -- of the present process
local files = debug.getregistry()["debias.core"].file
-- Exit codes of tries that others spoil: cairo or pixman (tests/faults/harness/memory.c); the loader, which ends a
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

-- What is in the folder, which is empty then but for a checkpoint: name -> bytes.
local function take_files()
    local found = {}
    for _, name in ipairs(files.list(folder)) do
        if name ~= "checkpoint" then
            found[name] = name ~= "printed" and read(path(name)) or nil
            os.remove(path(name))
        end
    end
    return found
end

-- How memory runs out, number n of a kind: begins it.
local kinds = {
    {words = "request %d", begin = function(k) memory.begin(k, false) end},
    {words = "request %d and all after it", begin = function(k) memory.begin(k, true) end},
    {words = "%d bytes", begin = function(bytes)
        memory.begin(0)
        memory.limit(bytes)
    end},
}

-- Calls the case: whether it succeeds, its text or error, its files, and how many requests it made.
local function call(case, kind, n)
    kinds[kind].begin(n)
    local done, text = pcall(case.call, path)
    local requests = memory.stop()
    memory.limit()
    return done, text, take_files(), requests
end

-- Whether an error says that memory ran out: in our words or in the system's.
local function is_expected(why)
    why = tostring(why)
    for _, words in ipairs {"not enough memory", "Cannot allocate memory", "cannot start a thread"} do
        if why:find(words, 1, true) then
            return true
        end
    end
end

-- What is wrong with how it ended; nil: nothing.
local function wrong_outcome(case, done, text)
    if done then
        return text ~= case.text and "gives another result" or nil
    end
    return not is_expected(text) and "says " .. tostring(text) or nil
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
    if not done or text ~= case.text then
        return "then gives " .. (done and "another result" or tostring(text))
    end
end

-- Makes a try; the exit code of its process.
local function try(case, kind, n)
    local done, text, found = call(case, kind, n)
    local wrong = wrong_outcome(case, done, text) or wrong_file(case, found) or wrong_afterwards(case)
    os.remove(path "checkpoint")
    if wrong and memory.excuse() then
        return EXCUSED
    elseif wrong then
        print(("not ok - %s, %s of %s: %s"):format(case.name, kinds[kind].words:format(n),
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
            print(("not ok - %s, %s: ends by %s %d"):format(case.name, kinds[kind].words:format(n), how, code))
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
    for i = 1, math.min(n, last) do
        list[i] = math.ceil((i - random:uniform()) * last / math.min(n, last))
    end
    return list
end

-- The tries of a case that makes so many requests.
local function choose(requests)
    local tries, one = {}, math.tointeger(tonumber(asked:match "^k(%d+)$"))
    local n = asked == "all" and requests or tonumber(asked)
    for kind = 1, 2 do
        for _, k in ipairs(one and {one} or sample(n, requests)) do
            tries[#tries + 1] = {kind, k}
        end
    end
    for i = 1, one and 0 or math.min(n, 48) do
        tries[#tries + 1] = {3, math.floor(2 ^ (14 + 12 * i / math.min(n, 48)))} -- to 64 MB
    end
    return tries
end

-- What a case always gives, and how many requests it makes: from a copy, so that this process loads nothing for it.
local function measure(case)
    local name = top .. "/case"
    local how, code = memory.wait(start(function()
        folder = top .. "/0"
        files.folder(folder)
        local done, text, found, requests = call(case, 1, 0)
        assert(done, text)
        assert(requests > 0, "no request was seen: the library was not loaded first")
        local parts = {string.pack("js", requests, text)}
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
    local at = 1
    case.requests, case.text, at = string.unpack("js", bytes, at)
    case.files = {}
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
    case.tries = good and choose(case.requests) or {}
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
    case = {name = case[1], call = case[2]}
    if case.name:sub(1, #only) == only then
        local good, excused = run_case(case)
        tried = tried + #case.tries
        failed = failed + (good and 0 or 1)
        if good then
            print(("ok %d - %s: %d tries, %d requests%s"):format(i, case.name, #case.tries, case.requests,
                excused and "; where one of cairo's own fails it may crash" or ""))
        end
    end
end
print(("%s - %d tries"):format(failed == 0 and tried > 0 and "ok" or "not ok", tried))
if failed > 0 then
    memory.leave(1, true)
end
