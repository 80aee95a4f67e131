-- The examples of all help pages, each with one thing in it that makes its work large or endless: a number, a list, or
-- a function that never returns. cases(): how many there are; cases(i): runs the i-th one, after the entries before it;
-- cases.code(i).
local core = debug.getregistry()["debias.core"]
local pages, example = core.use "guide/pages", core.use "prompt/example"
local entry, show, sorted = core.use "prompt/entry", core.use "prompt/show", core.use "sorted"
local script = core.use "guide/script"

local numbers = {"20000000", "1000000000", "1000000000000000"}
-- A function of the user's that never returns, and one that does not after a thousand calls.
local function loop() while true do end end
local function spin() while true do pcall(loop) end end
local function late(f)
    local calls = 0
    return function(...)
        calls = calls + 1
        return calls > 1000 and spin() or f(...)
    end
end

local big -- made once it is needed
local function large()
    big = big or rng.new(1):normal(2 ^ 22)
    return big
end

-- Where the function whose word begins at `from` ends.
local function function_end(code, from)
    local depth, at = 0, from
    repeat
        local first, last, word = code:find("%f[%w_]([%a_][%w_]*)", at)
        if not first then
            return nil
        end
        depth = depth + ((word == "function" or word == "do" or word == "if") and 1 or word == "end" and -1 or 0)
        at = last + 1
    until depth == 0
    return at - 1
end

-- Calls f(kind, from, to) for each number, list of numbers and function in code, outside texts and comments.
local function each_part(code, f)
    local at = 1
    while at <= #code do
        local rest = code:sub(at)
        local text = rest:match '^"[^"\n]*"' or rest:match "^'[^'\n]*'" or rest:match "^%[%[.-%]%]"
            or rest:match "^%-%-[^\n]*"
        local number = rest:match "^%f[%w_.]%d[%w.]*" or rest:match "^%f[%w_.]%.%d%w*"
        local word = not number and rest:match "^[%a_][%w_]*"
        local list = rest:match "^vec%b{}" or rest:match "^%b{}"
        if list and not list:find "[%a=]" or rest:match "^vec%b{}" then
            f("list", at, at + #list - 1)
        end
        if number then
            f("number", at, at + #number - 1)
        elseif word == "function" and rest:find "^function%s*%(" then
            f("function", at, function_end(code, at))
        end
        at = at + (text and #text or number and #number or word and #word or 1)
    end
end

local changes = {
    number = function() return numbers end,
    list = function() return {"BIG()"} end,
    ["function"] = function(was) return {"SPIN", "LATE(" .. was .. ")"} end,
}

local cases, list = {}, {}

local function add(name, entries, k)
    local code = table.concat(entries[k], "\n")
    each_part(code, function(kind, from, to)
        for _, new in ipairs(to and changes[kind](code:sub(from, to)) or {}) do
            local changed = code:sub(1, from - 1) .. new .. code:sub(to + 1)
            list[#list + 1] = {name = name, entries = entries, k = k, code = changed}
        end
    end)
end

for _, name in ipairs(sorted(pages.all())) do
    local page = pages.all()[name]
    local entries = page.example and example.entries(page) or {}
    for k = 1, #entries do
        add(name, entries, k)
    end
end

function cases.code(i)
    return list[i].name .. ": " .. list[i].code
end

local function run(code, own, prints)
    local f, is_expression = entry.compile(code, "=example", own)
    local values = table.pack(assert(f, is_expression)())
    own._ = values[1]
    if prints and is_expression and values.n > 0 then
        show.values(nil, table.unpack(values, 1, values.n))
    end
end

return setmetatable(cases, {__call = function(_, i)
    if not i then
        return #list
    end
    local case, own = list[i], script.environment {SPIN = spin, LATE = late, BIG = large}
    core.system.with_seed(1, function()
        for k = 1, case.k - 1 do
            run(table.concat(case.entries[k], "\n"), own)
        end
        io.stdout:write("go", i, "\n"):flush()
        run(case.code, own, true)
    end)
end})
