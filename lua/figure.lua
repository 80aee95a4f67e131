-- figure("1b" [, {quick=true}]): the figures of plots/, each from a fresh run of its own.
local core, D = ...
local system, file = core.system, core.use "file"

function D.figure(name, options)
    if options ~= nil and type(options) ~= "table" then
        system.fail("figure", "expected a table of options, got " .. system.describe(options))
    end
    local path = file.embedded("figure", "figure", "plots/", ".lua", name)
    return system.import(path)(options or {})
end
