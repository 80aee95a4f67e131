-- c:crossing(a, b) of complexity{..}: from which eps on method b needs fewer samples than method a.
local core = ...
local system = core.system

-- By place on the ladder, {eps =, gain = log of a's samples over b's}; only where both are known.
local function gains(rows, a, b)
    local samples, list = {[a] = {}, [b] = {}}, {}
    for _, row in ipairs(rows) do
        if samples[row.method] then
            samples[row.method][row.eps] = row.samples
        end
    end
    for _, row in ipairs(rows) do
        local first, second = samples[a][row.eps], samples[b][row.eps]
        if row.method == a and first and second then
            list[#list + 1] = {eps = row.eps, gain = math.log(first / second)}
        end
    end
    return list
end

local function check(rows, name)
    local names, known = {}, {}
    for _, row in ipairs(rows) do
        if not known[row.method] then
            names[#names + 1], known[row.method] = row.method, true
        end
    end
    if not known[name] then
        system.fail("complexity:crossing", "expected two of the methods %s, got %s", table.concat(names, ", "),
            system.describe(name))
    end
end

-- Between two eps by a straight line in logarithms; nil where b needs no fewer at the last eps.
return function(rows, a, b)
    check(rows, a)
    check(rows, b)
    local eps, before
    for _, at in ipairs(gains(rows, a, b)) do
        if at.gain <= 0 then
            eps = nil
        elseif not eps then
            eps = before and before.eps * (at.eps / before.eps) ^ (before.gain / (before.gain - at.gain)) or at.eps
        end
        before = at
    end
    return eps
end
