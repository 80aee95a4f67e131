-- figure("1b" [, {quick=true}]): the figures of plots/, each from a fresh run of its own.
local core, D = ...
local system, script, request = core.system, core.use "guide/script", core.use "experiment/request"

function D.figure(name, options)
    if options ~= nil and type(options) ~= "table" then
        system.fail("figure", "expected a table of options, got " .. system.describe(options))
    end
    options = options or {}
    local made, quick = script.load(script.path("figure", "figure", "plots/", name))(options), options.quick and true
    local asked = request.new("figure", {name = name, quick = quick, seed = system.seed})
    return made:set{spec = asked:recipe(core.figure.spec(made) or "{}", made:data())}
end
