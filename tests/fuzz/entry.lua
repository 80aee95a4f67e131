-- Entries of the prompt: completed at some places, compiled, looked up where they ask for help, and run in the sandbox.
local clear = dofile "tests/fuzz/harness/clear.lua"
local core, D = debug.getregistry()["debias.core"], require "debias"
local entry, several, complete = core.use "prompt/entry", core.use "prompt/several", core.use "prompt/complete"
local effect, foreign, show = core.use "prompt/effect", core.use "prompt/foreign", core.use "prompt/show"
local command, script = core.use "prompt/command", core.use "prompt/script"
local within, user, help, floor = debug.getregistry().fuzz.within, _G, D.help, math.floor

local restore = dofile "tests/fuzz/harness/session.lua"

local function compile(text)
    return entry.compile(text, "=stdin", user)
end

local function evaluate(f)
    local changed = effect.watch()
    show.values(nil, f())
    changed()
end

local function read(text)
    local f, why = compile(text)
    effect.is_possible(text)
    command.of(text, compile)
    script.has_word(text, "edit")
    if not f then
        foreign(text, why)
        return several(text, "=stdin", why)
    end
    return f
end

return {
    call = function(text)
        for at = 0, #text, floor(#text / 8) + 1 do
            clear.of_user(complete, text:sub(1, at))
        end
        local topic = text:match "^%s*%?%s*(.-)%s*$"
        if topic then
            clear.of_user(help, topic)
        end
        local done, f = clear.of_user(read, text)
        if done and f then
            clear.of_user(within, 0.2, evaluate, f)
        end
        restore()
    end,
    most = 128 * 2 ^ 20,
}
