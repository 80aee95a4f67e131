-- module(name, fields [, call]): a public table of functions, also callable when call is given; reading a name
-- that it does not hold raises and names the nearest, or says that it is a method of values of that type.
local core = ...
local system = core.system

local function hint_for(name, key, fields)
    local methods = system.types()[name]
    if methods and methods[key] then
        return (", it is a method: %s:%s(..)"):format(name:sub(1, 1), key)
    end
    return system.hint(key, fields)
end

return function(name, fields, call)
    local meta = {}

    function meta.__index(_, key)
        local hint = hint_for(name, key, fields)
        return system.fail(name, ("no field '%s'%s"):format(tostring(key), hint))
    end

    if call then
        function meta.__call(_, ...)
            return call(...)
        end
    end
    return setmetatable(fields, meta)
end
