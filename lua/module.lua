-- module(name, fields [, call]): a public table of functions, also callable when call is given; reading a name
-- that it does not hold raises and names the nearest.
local core = ...
local system = core.system

return function(name, fields, call)
    local meta = {}

    function meta.__index(_, key)
        local hint = system.hint(key, fields)
        return system.fail(name, ("no field '%s'%s"):format(tostring(key), hint))
    end

    if call then
        function meta.__call(_, ...)
            return call(...)
        end
    end
    return setmetatable(fields, meta)
end
