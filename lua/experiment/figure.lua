-- figure("1b" [, {quick=true}]): the figures of plots/, each from a fresh run.
local core, D = ...
local system, script, request = core.system, core.later "guide/script", core.later "experiment/request"

-- What a file says that was asked, read like the options of an experiment.
local read = core.options.table("figure", {
    {"name", "string", required = true, meaning = "the figure's name"},
    {"quick", "boolean", meaning = "fewer draws"},
    {"seed", "integer", required = true, low = 0, high = 0x1p53, meaning = "names the streams"},
})

-- What several figures share, a script of plots/part/: it is given nothing and returns what they take.
local function part(name)
    return script.load(script.path("figure.part", "part of figures", "plots/part/", name))()
end

D.figure = core.use "module"("figure", {part = part}, function(name, options)
    options = core.use "given"("figure", options, {quick = true})
    local path = script.path("figure", "figure", "plots/", name)
    local o = read("figure", {name = name, quick = options.quick, seed = system.seed})
    local made, asked = script.load(path)(o), request.new("figure", o)
    return made:set{name = script.summary(path), spec = asked:recipe(core.figure.spec(made) or "{}", made:data())}
end)

-- The figure as it was asked.
return function(asked)
    local o = read("figure", asked)
    return system.with_seed(o.seed, D.figure, o.name, {quick = o.quick})
end
