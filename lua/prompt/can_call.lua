-- can_call(name): whether a global of this name can be called.
local core, D = ...
local callable = core.use "callable"

return function(name)
    local value = rawget(_G, name)
    if value == nil then
        value = rawget(D, name)
    end
    return callable(value)
end
