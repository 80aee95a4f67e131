-- extrap.fit: which powers of 1/m vanish, and that no other weights leave less variance.
local t = dofile "tests/lua/harness/tap.lua"

local unit = dist.normal{mean=0, sd=1}

local function sum(op, p)
    local total = 0
    for _, term in ipairs(op:terms()) do
        total = total + term.weight * term.size^-p
    end
    return total
end

-- As many sizes as powers and one more: interpolation.
t.equal(extrap.fit{sizes={1, 2, 4}, powers={1, 2}} == extrap.order(3), true, "Richardson's weights")
t.equal(extrap.fit{sizes={1, 3, 5, 6, 11}, powers={4, 2, 1, 3}} == extrap.order(5, {sizes={1, 3, 5, 6, 11}}), true,
    "in any order of powers")
t.equal(extrap.fit{sizes={1, 3}, powers={2}}:terms(), {{size=1, weight=-0.125, exact="-1/8"},
    {size=3, weight=1.125, exact="9/8"}}, "a power alone")
local odd = extrap.fit{sizes={1, 2, 4}, powers={1, 3}}
t.equal({odd.order, odd:bias(poly{0, 0, 1}, unit)}, {2, 0.0}, "1/m vanishes, 1/m^2 does not")

-- More sizes: exact fractions where they fit, and the least sum of w^2/n.
for name, o in pairs {
    ["one power"] = {sizes={1, 2, 4, 8}, powers={1}},
    ["two"] = {sizes={1, 2, 3, 4, 6, 8}, powers={1, 2}},
    ["none next to 1"] = {sizes={1, 2, 3, 4}, powers={2}},
    ["many sizes"] = {sizes={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, powers={1, 2, 3, 4}},
    ["half powers"] = {sizes={1, 2, 3, 4, 6, 8}, powers={1/2, 1, 3/2}},
    ["thirds"] = {sizes={1, 2, 4, 8, 16}, powers={1/3, 2/3}},
    ["large sizes"] = {sizes={1, 10, 100, 1000}, powers={1/2, 1}},
} do
    local op = extrap.fit(o)
    local whole = true
    for _, p in ipairs(o.powers) do
        t.near(sum(op, p), 0, 1e-8, ("%s: the power %g vanishes"):format(name, p))
        whole = whole and p % 1 == 0
    end
    t.near(sum(op, 0), 1, 1e-12, name .. ": weights sum to 1")
    -- A change of weights that keeps the equations: of as many sizes as these, and one more.
    local count = #o.powers + 2
    for first = 1, #o.sizes - count + 1 do
        local sizes = table.move(o.sizes, first, first + count - 1, 1, {})
        local a = extrap.fit{sizes=table.move(sizes, 1, count - 1, 1, {}), powers=o.powers}
        local b = extrap.fit{sizes=table.move(sizes, 2, count, 1, {}), powers=o.powers}
        local slope, change, weight = 0, {}, {}
        for _, term in ipairs(op:terms()) do weight[term.size] = term.weight end
        for _, term in ipairs(a:terms()) do change[term.size] = term.weight end
        for _, term in ipairs(b:terms()) do change[term.size] = (change[term.size] or 0) - term.weight end
        local size = 0
        for n, d in pairs(change) do
            slope, size = slope + (weight[n] or 0) * d / n, size + math.abs(d) / n
        end
        t.near(slope / size, 0, 1e-8, ("%s: no less variance from size %d on"):format(name, sizes[1]))
    end
    if whole then
        t.ok(op.order ~= 1 or o.powers[1] ~= 1, name .. ": whole powers vanish exactly")
    end
end
t.equal(extrap.fit{sizes={1, 2, 4, 8}, powers={1}}:terms()[4].exact, "88/97", "exact fractions")
local smooth = extrap.fit{sizes={1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, powers={1, 2, 3, 4}}
t.equal({smooth.order, smooth:bias(poly{0, 0, 0, 0, 1}, unit)}, {5, 0.0}, "rounded weights keep the order")
t.equal(extrap.fit{sizes={1, 2, 3, 4, 6, 8}, powers={1/2, 1}}.order, 2, "1 beside 1/2 vanishes exactly")

-- A kink at the mean: its bias is c/m^(1/2).
local function relu(s) return math.max(s, 0) end
local kink = extrap.fit{sizes={1, 2}, powers={1/2}}
for _, m in ipairs{1, 4, 64} do
    t.near(kink:bias(relu, unit, {m=m}), 0, 1e-9, "a kink at m = " .. m)
end
t.near(extrap.order(2):bias(relu, unit), (math.sqrt(2) - 1) / math.sqrt(2 * math.pi), 1e-9, "which order 2 leaves")

-- Names, printing, where it is used.
t.equal({kink.name, tostring(kink)}, {"fit 1/2 (1, 2)",
    "fit 1/2 (1, 2): -2.41421 A1 + 3.41421 A2 (order 1, 2 draws, amplification 5.82843)"}, "it prints")
t.equal(extrap.fit{sizes={1, 2}, powers={1}, blocks="disjoint"}.name, "fit 1 (1, 2), disjoint", "disjoint")
t.equal(smooth.name, "fit 1, 2, 3, 4", "a long name")
local apart = extrap.fit{sizes={1, 2, 4, 8}, powers={1}, blocks="disjoint"}
local c = bias{q=relu, dist=unit, m={1, 2}, reps=2000, operators={kink, smooth, apart, kink:scaled(2)}}
t.equal(#c:rows(), 8, "bias takes them")
local path = bias{q=poly{0, 0, 1}, dist=unit, m={1, 2}, reps=200, operators={kink, smooth, kink:scaled(2)}}:plot():save(
    t.path "fit.svg")
t.equal({select(2, reproduce(path))}, {true}, "and a figure holds them")
t.near(correct(relu, vec{-0.5, 0.5, 1, -1, 0.25}, {operator=kink}).value,
    correct(relu, vec{1, -1, -0.5, 0.5, 0.25}, {operator=kink}).value, 1e-12, "correct takes them")

-- Wrong use.
local function wrong(o, message)
    t.raises(function() extrap.fit(o) end, "extrap.fit: " .. message)
end
wrong({sizes={1, 2}, powers={1, 2}}, "expected more sizes than powers, got 2 sizes for 2 powers")
wrong({sizes={1, 1}, powers={1}}, "option 'sizes': expected rising whole numbers, got 1 at 2")
wrong({sizes={1.5, 2}, powers={1}}, "option 'sizes': expected rising whole numbers, got 1.5 at 1")
wrong({sizes={1, 2}, powers={0}}, "option 'powers': expected numbers > 0, got 0 at 1")
wrong({sizes={1, 2, 3}, powers={1, -1}}, "option 'powers': expected numbers > 0, got -1 at 2")
wrong({sizes={1, 2, 3}, powers={}}, "option 'powers': expected at least one number, got none")
wrong({sizes={1, 2, 3}, powers={"1/2"}}, "option 'powers': expected numbers, got '1/2' at element 1")
wrong({sizes={1, 2, 3}, powers={1, {}}}, "option 'powers': expected numbers, got a table at element 2")
wrong({sizes={1, 2, 3}, powers={1, 1}}, "option 'powers': expected different numbers, got 1 twice")
wrong({sizes={1, 2, 3}}, "option 'powers' must be given: powers of 1/m that vanish, such as 1, 3/2, 2")
wrong({sizes={1013, 1019, 1021, 1022, 1023, 1024}, powers={1, 2, 3, 4, 5}}, "a fraction does not fit in 64 bits")

t.done()
