-- The lines of tests/lua/harness/lines.lua in stock Lua, whose Ctrl-C comes in the engine: a hook on the main state, as
-- lua5.4 sets it. Each gets its result, and what comes after it is not run.
-- luacheck: globals run one, read globals begin_line after
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local forms = dofile "tests/lua/harness/lines.lua"
local main = coroutine.running()
local heard

local function interrupt()
    debug.sethook()
    error "interrupted!"
end

-- The last act of the function, so that the hook comes when the engine has returned.
local function on_record()
    heard = heard + 1
    if heard == 2 then
        return debug.sethook(main, interrupt, "", 1)
    end
end

run = D.run
one = {problem = D.problem.invariant_logistic{n = 20, d = 2}, method = "bsgd", step = 0.1, steps = 3, reps = 1,
    record = 1, on_record = on_record}

local function try(form, text)
    heard = 0
    begin_line()
    local lines = form[1]:gsub("X", text)
    local done, why = pcall(assert(load(lines .. "\nafter = true", "=here")))
    local name = lines:gsub("\n *", " ")
    t.ok(not done and tostring(why):find "interrupted!$", name .. ": the error")
    t.equal({heard, load("return " .. form[2])() and true, after}, {2, true}, name)
end

for _, form in ipairs(forms) do
    try(form, "run(one)")
    if not form.in_one_line then
        try(form, "run(\n    one\n)")
    end
end
t.done()
