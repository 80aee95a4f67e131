-- code(f): a word for a function's own code, without the values that it uses and the functions that it calls; false
-- where it has none.
local core = ...
local dump = string.dump

return function(f)
    local done, code = pcall(dump, f, true)
    return done and core.run.digest(code)
end
