-- figure("1b" [, {quick=true}]): the figures of plots/, each from a fresh run of its own.
local core, D = ...
local system = core.system

local function names()
    local list = {}
    for _, path in ipairs(system.files "plots/") do
        list[#list + 1] = path:match "plots/(.*)%.lua$"
    end
    return list
end

function D.figure(name, options)
    if options ~= nil and type(options) ~= "table" then
        system.fail("figure", "expected a table of options, got " .. system.describe(options))
    end
    local path = ("plots/%s.lua"):format(tostring(name))
    if not system.source(path) then
        local hint = system.hint(name, names())
        system.fail("figure", ("no figure '%s'%s"):format(tostring(name),
            hint ~= "" and hint or ", there are " .. table.concat(names(), ", ")))
    end
    return system.import(path)(options or {})
end
