-- A session that runs what a user types: in the sandbox, without an end of the program. Returns restore(), which gives
-- the globals that typed code has changed the values that they had.
local core, D = debug.getregistry()["debias.core"], require "debias"
local user = _G

pcall(D.help, "?? a search") -- the first one reads all pages and lessons
core.use "prompt/sandbox"
rawset(os, "exit", function() error("exit", 0) end)
local kept = {}
for name, field in next, user do
    kept[name] = field
end

return function()
    for name in next, user do
        user[name] = kept[name]
    end
    for name, field in next, kept do
        user[name] = field
    end
end
