-- figure("1b" [, {quick=true}]): the figures of plots/, each from a fresh run of its own.
local core, D = ...
local system, script = core.system, core.use "guide/script"

function D.figure(name, options)
    if options ~= nil and type(options) ~= "table" then
        system.fail("figure", "expected a table of options, got " .. system.describe(options))
    end
    return script.load(script.path("figure", "figure", "plots/", name))(options or {})
end
