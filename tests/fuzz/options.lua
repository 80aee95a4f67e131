-- Tables of options for experiments and all that is made from options: bytes -> one of them with a table.
local clear, value = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/value.lua"
local core, D = debug.getregistry()["debias.core"], require "debias"
local sorted, over = core.use "sorted", core.use "over"
local within = debug.getregistry().fuzz.within
local objects = dofile "tests/lua/harness/objects.lua"(os.getenv "TMPDIR" .. "/answers.csv")

local makers = {} -- {fn =, params =, base = what makes the call a valid one}
for _, name in ipairs(sorted(core.options.params)) do
    local module, key = name:match "^([%w_]+)%.([%w_]+)$"
    local fn = module and D[module] and rawget(D[module], key) or rawget(D, name)
    if fn then
        makers[#makers + 1] = {fn = fn, params = core.options.params[name]}
    end
end
for _, family in ipairs {"dist", "problem"} do
    for _, name in ipairs(sorted(core[family].registry)) do
        makers[#makers + 1] = {fn = D[family][name], params = core[family].params[name] or {}}
    end
end
for _, name in ipairs(sorted(core.method.params)) do
    local params = table.move(core.run.params.run, 1, #core.run.params.run, 1, {})
    for _, more in ipairs{core.method.params[name], core.update.params.adam, core.prox.params.box} do
        table.move(more, 1, #more, #params + 1, params)
    end
    makers[#makers + 1] = {fn = run, params = params, base = {method = name, problem = objects.problem}}
    makers[#makers + 1] = {fn = function(o) return estimator(objects.problem, o) end, params = params,
        base = {method = name}}
end
assert(#makers > 50)

return {
    call = function(bytes)
        local draw = value(bytes, objects)
        local make = makers[draw.pick(#makers)]
        local options = draw.options(make.params)
        clear(within, 0.05, make.fn, make.base and draw.pick(4) > 1 and over(options, make.base) or options)
    end,
    most = 512 * 2 ^ 20,
}
