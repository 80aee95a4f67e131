-- extrap.paper, .order, .fit, .new: the operators of stochastic extrapolation, and how they print.
local core, D = ...
local system, extrap, map = core.system, core.extrap, core.use "list".map

local blocks = {"blocks", "choice", default = "windows", choices = "windows|disjoint",
    meaning = "cyclic windows that use every draw equally often, or floor(K/n) disjoint blocks"}

local read_paper = core.options.table("extrap.paper", {blocks})

local read_order = core.options.table("extrap.order", {
    blocks,
    {"sizes", "vector", low = 1, high = extrap.most_draws, unit = "draws of D_m",
        meaning = "k rising whole sizes; default 1, 2, 4, .. 2^(k-1)"},
})

local read_fit = core.options.table("extrap.fit", {
    {"sizes", "vector", required = true, low = 1, high = extrap.most_draws, unit = "draws of D_m",
        meaning = "rising whole sizes, more than powers"},
    {"powers", "vector", required = true, high = 24, meaning = "powers of 1/m that vanish, such as 1, 3/2, 2"},
    blocks,
})

local read_term = core.options.table("extrap.term", {
    {"size", "integer", required = true, position = true, low = 1, high = extrap.most_draws, unit = "draws of D_m",
        meaning = "n: how many draws its windows average"},
    {"weight", "any", required = true, position = true, meaning = "a fraction such as \"8/3\", or a number"},
})

local function paper(k, options)
    return extrap.paper(k, read_paper("extrap.paper", options).blocks == "disjoint")
end

local function order(k, options)
    local o = read_order("extrap.order", options)
    return extrap.order(k, o.sizes, o.blocks == "disjoint")
end

local function fit(options)
    local o = read_fit("extrap.fit", options)
    return extrap.fit(o.sizes, o.powers, o.blocks == "disjoint")
end

-- extrap.new{ {size=, weight=}, .. [, blocks=] }
local function new(list)
    if type(list) ~= "table" then
        system.fail("extrap.new", "expected a list of terms {size=, weight=}, got " .. system.describe(list))
    end
    local options, terms = {}, {}
    for key, value in next, list do
        if type(key) == "string" then
            options[key] = value
        end
    end
    local disjoint = read_paper("extrap.new", options).blocks == "disjoint"
    for i, term in ipairs(list) do
        terms[i] = read_term("extrap.new", term)
    end
    if not terms[1] then
        system.fail("extrap.new", "expected at least one term {size=, weight=}")
    end
    table.sort(terms, function(a, b) return a.size < b.size end)
    return extrap.make(terms, disjoint)
end

D.extrap = core.use "module"("extrap", {paper = paper, order = order, fit = fit, new = new})

-- "order 3: 1/3 A1 - 2 A2 + 8/3 A4 (order 3, 4 draws, amplification 5)"; of one whose name is its terms, them once
system.printer("extrap", function(op)
    local terms = extrap.sum(op)
    local name = op.name == terms and "" or op.name .. ": "
    return ("%s%s (order %d, %d draw%s, amplification %s)"):format(name, terms, op.order, op.draws,
        op.draws == 1 and "" or "s", core.text.number(op.amplification, 6))
end)

system.printer("combination", function(c)
    return ("%s (weights that sum to %s, an operator's sum to 1)"):format(extrap.sum(c), c.sum)
end)

-- The operator of terms that a file has, called as it says.
return {
    made = function(list, kind, name)
        local terms = map(list, function(term) return read_term("extrap.new", term) end)
        local is_name = #name < extrap.most_name and not name:find "[^%w /+,().-]"
        return extrap.make(terms, kind == "disjoint", false, is_name and name or nil)
    end,
}
