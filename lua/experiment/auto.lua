-- extrap.auto(q, data, {..}): the operator with the least estimated squared bias and variance on a fixed sample.
local core, D = ...
local ladder = core.later "experiment/ladder"

local read_auto = core.options.table("extrap.auto", {
    {"operators", "table", meaning = "operators or orders, tried one after the other; default {2, 3, 4}"},
    {"splits", "integer", low = 1, high = 1e9, default = 100, unit = "splits",
        meaning = "random splits that are averaged, where not all are"},
    {"log", "boolean", default = false, meaning = "data are log weights: q gets the log of a block's mean weight"},
    {"seed", "integer", low = 0, high = 0x1p53, meaning = "names the splits; default --seed"},
})

function D.extrap.auto(q, data, options)
    local o = read_auto("extrap.auto", options)
    o.seed = o.seed or core.system.seed
    return ladder(q, data, o)
end
