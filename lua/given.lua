-- given(name, options, known): the options of the public function of that name, an empty table for nil; refuses what is
-- not a table, and, where there is a table of known names (its keys, or a list), a key that is not among them.
local system = (...).system

return function(name, options, known)
    if options ~= nil and type(options) ~= "table" then
        system.fail(name, "expected a table of options, got " .. system.describe(options))
    end
    for key in pairs(known and options or {}) do
        if not known[key] then
            system.fail(name, "unknown option '%s'%s", tostring(key), system.hint(key, known))
        end
    end
    return options or {}
end
