-- Commands of the shell at the prompt: !command, and ;command where that is no Lua.
local core = ...
local starts_lua = core.use "list".set [[break do for function goto if local repeat return while]]

local SIGINT = 2

local command = {}

-- What follows a semicolon looks like the name of a program, and like no beginning of Lua.
local function after_semicolon(text, is_lua)
    local word, rest = text:match "^%s*;%s*([%w_./~-]+)(.*)$"
    if word and not starts_lua[word] and not rest:find "^%s*[=(,:%[{]" and not is_lua(text) then
        return text:match "^%s*;%s*(.-)%s*$"
    end
end

-- The command that the text is, or nil.
function command.of(text, is_lua)
    return text:match "^%s*!%s*(.-)%s*$" or after_semicolon(text, is_lua)
end

-- Ctrl-C goes to the command alone.
function command.run(text)
    if core.use "prompt/doctor".facts.sandbox then
        core.system.fail(nil, "%s: --sandbox runs no commands of the shell", text)
    end
    io.stdout:flush()
    local _, how, code = os.execute(text)
    if how == "signal" and code == SIGINT then
        error("interrupted", 0)
    elseif how == "signal" then
        error("the command was ended by signal " .. code, 0)
    elseif code ~= 0 then
        error("the command ended with exit code " .. code, 0)
    end
end

return command
