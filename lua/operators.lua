-- dist, extrap, poly: distributions, operators and the polynomials they are exact for.
local core, D = ...
local module = core.use "module"

core.use "problem/law"
D.extrap = module("extrap", {
    paper = core.extrap.paper,
    order = core.extrap.order,
    new = core.extrap.new,
})
D.poly = core.poly.new
