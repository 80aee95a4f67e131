-- module(name, fields [, call]): a public table of functions, also callable when call is given; reading a name
-- that it does not hold raises and names the nearest, or says that it is a method of values of that type, or lists the
-- few that there are.
local core = ...
local system, sorted = core.system, core.use "sorted"

local MOST_LISTED = 10

local function hint_for(name, key, fields, few)
    local methods = system.types()[name]
    if methods and methods[key] then
        return (", it is a method: %s:%s(..)"):format(name:sub(1, 1), key)
    end
    local near, names = system.hint(key, fields), sorted(fields)
    few = few and names[1] and #names <= MOST_LISTED
    return near == "" and few and ", it has " .. table.concat(names, ", ") or near
end

return function(name, fields, call)
    local meta = {}

    function meta.__index(_, key)
        local hint = hint_for(name, key, fields, not call)
        return system.fail(name, "no field '%s'%s", tostring(key), hint)
    end

    if call then
        function meta.__call(_, ...)
            return call(...)
        end
    end
    return setmetatable(fields, meta)
end
