-- extrap.paper, .order, .new: the operators of stochastic extrapolation, and how they print.
local core, D = ...
local system, extrap, text = core.system, core.extrap, core.use "text"

local blocks = {"blocks", "choice", default = "windows", choices = "windows|disjoint",
    meaning = "cyclic windows that use every draw equally often, or floor(K/n) disjoint blocks"}

local read_paper = core.options.table("extrap.paper", {blocks})

local read_order = core.options.table("extrap.order", {
    blocks,
    {"sizes", "vector", low = 1, high = extrap.most_draws, unit = "draws of D_m",
        meaning = "k rising whole sizes; default 1, 2, 4, .. 2^(k-1)"},
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

D.extrap = core.use "module"("extrap", {paper = paper, order = order, new = new})

-- "order 3: 1/3 A1 - 2 A2 + 8/3 A4 (order 3, 4 draws, amplification 5)"
system.printer("extrap", function(op)
    local terms = core.use "list".map(op:terms(), function(term)
        local weight = (term.exact .. " "):gsub("^(%-?)1 $", "%1")
        return weight .. "A" .. term.size
    end)
    return ("%s: %s (order %d, %d draw%s, amplification %s)"):format(op.name, text.sum(terms), op.order, op.draws,
        op.draws == 1 and "" or "s", core.text.number(op.amplification, 6))
end)
