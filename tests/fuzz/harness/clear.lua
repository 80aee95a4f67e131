-- clear(fn, ..) as pcall, and clear.of_user(fn, ..) where fn runs code of a user's: raise where fn raises what no user
-- should see. A good error names the public function first, after the position of a line of the user's.
local core = debug.getregistry()["debias.core"]
local fuzz = debug.getregistry().fuzz
local own = core.use "list".set "read length pairs called" -- of values in tests/lua/harness/junk.lua

-- Whether it is an error of a function that was an argument, of one of C that the library calls, or with where it was
-- called: "called; in q of 1".
local function of_function(message)
    return type(message) == "string" and (message:find "^called" or message:find "to 'fn'"
        or message:find "'string.rep'" or message:find "^bad argument.*; in ")
end

-- What is wrong with an error of any code, or nil.
local function general_fault(message)
    if type(message) ~= "string" then
        return "it is no text"
    elseif message:find "^%[debias%]" then
        return "it blames the library"
    end
    return #message > 4000 and ("it has %d bytes"):format(#message) or nil
end

-- What is wrong with an error of the library's, or nil.
local function fault(message)
    if own[message] or message == "not enough memory" or of_function(message) then
        return nil
    end
    local position, words = tostring(message):match "^([^\n:]*):%d+: (.*)$"
    words = words or message
    local of_user = position and position:find "^tests/"
    if of_user or general_fault(message) then
        return general_fault(message)
    elseif words:find "attempt to" or words:find "bad argument" then
        return "it is Lua's"
    end
    return not words:find "^[%a_][%w_.:]*[%w_]: " and "it names no function" or nil
end

local function checked(find_fault, done, ...)
    local why = not done and find_fault((...))
    if why then
        error(("an error that is not clear: %s: %s\n%s"):format(why, tostring((...)), fuzz.trace or ""), 0)
    end
    return done, ...
end

local clear = {}

function clear.of_user(fn, ...)
    return checked(general_fault, pcall(fn, ...))
end

return setmetatable(clear, {__call = function(_, fn, ...)
    return checked(fault, pcall(fn, ...))
end})
