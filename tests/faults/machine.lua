-- --machine while memory runs out, at request k alone, and at k and all after it: it ends by no signal, each line
-- that it writes is a JSON object, and no request has two replies; all have one where it ends well. FAULTS: how many k.
local t = dofile "tests/lua/harness/tap.lua"
local scan = debug.getregistry()["debias.core"].use "json_scan"
local library = ("%s/test/faults.so"):format(os.getenv "DEBIAS":match "^(.*)/" or "build")
if not io.open(library) then
    t.skip("faults", "no " .. library)
    t.done()
    return
end

local requests, n = t.path "requests", 0 -- n: but for the answer, which has a reply only where nothing asked for it
local file <close> = assert(io.open(requests, "w"))
for _, request in ipairs {
    [["execute","code":"x = vec{1, 2} print(x, ('y'):rep(1e5)) x + 1"]], [["execute","code":"plot{1, 4, 9}"]],
    [["complete","code":"bias{re"]], [["inspect","code":"bias{"]], [["is_complete","code":"x = {"]],
    [["execute","code":"c = correct(math.exp, x); c\n?vec:dot\nfoo()"]],
    [["execute","code":"io.read()","answers":true]], [["input","text":"Ada"]], [["exit"]],
} do
    n = n + (request:find "^\"input" and 0 or 1)
    file:write('{"request":', request, "}\n")
end
file:close()

-- What is wrong with what comes when that request of memory fails; nil where nothing is.
local function fault_of(fault, settings)
    local sanitizer = "ASAN_OPTIONS=verify_asan_link_order=0:allocator_may_return_null=1"
    local pipe = io.popen(("FAULT=%s %s LD_PRELOAD=%s %s '%s' -E --machine <'%s' 2>'%s'"):format(fault, settings or "",
        library, sanitizer, os.getenv "DEBIAS", requests, t.path "said"))
    local replies, wrong = 0, nil
    for line in pipe:lines() do
        local is_whole, after = pcall(scan.value, {text = line, path = "frame", caller = "frame"}, 1)
        wrong = wrong or (not is_whole or after ~= #line + 1) and "no frame: " .. line:sub(1, 100) or nil
        replies = replies + (line:find('"type":"reply"', 1, true) and 1 or 0)
    end
    local _, how, code = pipe:close()
    if how == "signal" or code > 128 then
        return ("%s: it ended with %s %d"):format(fault, how, code)
    elseif replies > n + 1 or code == 0 and replies < n then
        return ("%s: %d replies to %d requests"):format(fault, replies, n)
    end
    return wrong and fault .. ": " .. wrong
end

local list = t.path "places"
t.equal(fault_of("0", ("FAULT_PLACES='%s'"):format(list)), nil, "without a fault")
local places = {}
for line in io.lines(list) do
    for place in line:gmatch "%S+" do
        places[#places + 1] = place
    end
end
t.ok(#places > 100, "it asks for memory")
local tries = tonumber(os.getenv "FAULTS" or "") or os.getenv "FAULTS" and #places or 8
for _, plus in ipairs {"", "+"} do
    local wrong = {}
    for i = 0, math.ceil(tries) - 1 do
        local place = places[(i * #places + #places // 2) // math.ceil(tries) + 1]
        wrong[#wrong + 1] = fault_of(place .. plus)
    end
    t.equal(wrong, {}, ("%d of %d places: a request fails%s"):format(tries, #places, plus))
end
t.done()
