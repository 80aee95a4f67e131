-- d:mean_of(m), the law of the mean of m draws of a law, D_m of the paper: one of the known laws where it is one, a
-- finite one where it has few values, else core.dist.mean_of, which draws m numbers for each of its own.
local core, D = ...
local system, sorted, map = core.system, core.use "sorted", core.use "list".map

local LARGEST_SHAPE = 1e15 -- of a gamma law
local MOST_VALUES = 1000 -- of a finite law that is computed

-- An option of a law, as it was given by place or by name.
local function option(d, place, name)
    local options = core.dist.options(d)
    return options[place] == nil and options[name] or options[place]
end

-- {{value, prob}, ..} of a finite law on the line, each value once; nil for other laws.
local function atoms_of(d)
    local values, probs
    if d.name == "bernoulli" then
        local p = option(d, 1, "p")
        values, probs = {0, 1}, {1 - p, p}
    elseif d.name == "discrete" then
        values, probs = option(d, 1, "values"), option(d, 2, "probs")
    elseif d.name == "empirical" then
        values = option(d, 1, "values")
        values = system.kind(values) == "mat" and values:col(1) or values
    else
        return nil
    end
    local share, total = {}, 0
    for i = 1, #values do
        local p = probs and probs[i] or 1
        share[values[i]] = (share[values[i]] or 0) + p
        total = total + p
    end
    local atoms = {}
    for _, value in ipairs(sorted(share)) do
        atoms[#atoms + 1] = share[value] > 0 and {value, share[value] / total} or nil
    end
    return atoms
end

-- The number of ways to write m as a sum of n counts; math.huge beyond MOST_VALUES.
local function ways(m, n)
    local count = 1
    for i = 1, n - 1 do
        count = count * (m + i) / i
        if count > MOST_VALUES then
            return math.huge
        end
    end
    return count
end

-- The part that k of m draws have in their mean; k * value may overflow where the part does not.
local function part(k, value, m)
    local sum = k * value
    return math.abs(sum) < math.huge and sum / m or k / m * value
end

-- Deals the draws that are left to the atoms from number i on; share[value] <- its probability.
local function deal(atoms, m, i, left, prob, total, share)
    local value, p = table.unpack(atoms[i])
    if i == #atoms then
        total = total + part(left, value, m)
        share[total] = (share[total] or 0) + prob * p ^ left
        return
    end
    for k = 0, left do
        deal(atoms, m, i + 1, left - k, prob, total + part(k, value, m), share)
        prob = prob * (left - k) / (k + 1) * p
    end
end

local function by_counts(atoms, m)
    local share = {}
    deal(atoms, m, 1, m, 1, 0, share)
    return share
end

-- The largest step of which all distances from the first atom are multiples, to rounding; 0 for one atom.
local function step_of(atoms)
    local first, step = atoms[1][1], 0
    local least = 1e-9 * (atoms[#atoms][1] - first)
    for i = 2, #atoms do
        local rest = atoms[i][1] - first
        while rest > least do
            step, rest = rest, step % rest
            rest = step - rest > least and rest or 0
        end
    end
    return step
end

-- The law of the sum of m whole numbers of the law {{k, probability}, ..} with k from 0: [k] = probability.
local function sums(law, m)
    local sum, most = {[0] = 1}, law[#law][1]
    for n = 1, m do
        local longer = {}
        for k = 0, n * most do
            longer[k] = 0
            for _, each in ipairs(law) do
                longer[k] = longer[k] + each[2] * (sum[k - each[1]] or 0)
            end
        end
        sum = longer
    end
    return sum
end

-- [value] = probability of the mean of m draws of atoms that lie on a lattice; nil where it may take too many values.
local function on_lattice(atoms, m)
    local first, step, share = atoms[1][1], step_of(atoms), {}
    local most = (atoms[#atoms][1] - first) / step
    if m * most >= MOST_VALUES - 0.5 then
        return nil
    end
    local law = map(atoms, function(atom) return {math.floor((atom[1] - first) / step + 0.5), atom[2]} end)
    for k, p in pairs(sums(law, m)) do
        share[first + k * step / m] = p > 0 and p or nil
    end
    return share
end

local function finite(d, m)
    local atoms = atoms_of(d)
    local share = atoms and (ways(m, #atoms) <= MOST_VALUES and by_counts or on_lattice)(atoms, m)
    if not share then
        return nil
    end
    local values, probs = sorted(share), {}
    for i, value in ipairs(values) do
        probs[i] = share[value]
    end
    return D.dist.discrete(values, probs)
end

-- Raw moments of the mean, as far as cumulants of the law are known.
local function moments_of(d, m)
    local kappa, raw = {}, {[0] = 1}
    for n = 1, 24 do
        kappa[n] = d:cumulant(n)
        if not kappa[n] then
            break
        end
        raw[n] = 0
        local binomial = 1
        for i = 0, n - 1 do
            raw[n] = raw[n] + binomial * kappa[i + 1] / m ^ i * raw[n - 1 - i]
            binomial = binomial * (n - 1 - i) // (i + 1)
        end
    end
    return raw[1] and table.move(raw, 1, #raw, 1, {}) or nil
end

local function custom(d, m)
    local draw = core.dist.options(d).draw
    local function mean(rng)
        local sum = draw(rng)
        for _ = 2, m do
            sum = sum + draw(rng)
        end
        return sum / m
    end
    local moments = d.dim == 1 and moments_of(d, m) or nil
    return D.dist.custom{draw = mean, moments = moments, mean = not moments and d:mean() or nil, dim = d.dim}
end

-- Laws whose means are a known law.
local known = {custom = custom}

local function check(d, m, is_in_range)
    if not is_in_range then
        system.fail("dist:mean_of", "the law of the mean of %d draws of %s is beyond the range of numbers", m,
            tostring(d))
    end
end

-- A variance beyond the range of numbers may be the square of an sd that is not.
function known.normal(d, m)
    local var, o = d:var(), core.dist.options(d)
    if var then
        return D.dist.normal{mean = d:mean(), var = var / m}
    end
    local sd = o.sd or D.vec(o.var) ^ 0.5
    sd = (type(sd) == "table" and D.vec(sd) or sd) / m ^ 0.5
    check(d, m, type(sd) == "number" and sd > 0 or type(sd) ~= "number" and sd:min() > 0)
    return D.dist.normal{mean = d:mean(), sd = d.dim == 1 and type(sd) ~= "number" and sd[1] or sd}
end

local function gamma(d, m, options)
    for _, value in pairs(options) do
        check(d, m, 0 < value and value < math.huge and options.shape <= LARGEST_SHAPE)
    end
    return D.dist.gamma(options)
end

function known.exponential(d, m)
    return gamma(d, m, {shape = m, mean = d:mean() or math.huge})
end

function known.gamma(d, m)
    local o = core.dist.options(d)
    return gamma(d, m, {shape = m * o.shape, mean = o.mean, rate = o.rate and m * o.rate,
        scale = o.scale and o.scale / m})
end

function known.mean_of(d, m)
    local draws = option(d, 2, "m")
    if m * draws > 1e6 then
        system.fail("dist:mean_of", "expected at most %d as m, since this law is of means of %d draws and 1e6 is the "
            .. "most, got %d", 1e6 // draws, draws, m)
    end
    return core.dist.mean_of(option(d, 1, "of"), m * option(d, 2, "m"))
end

return function(d, m)
    if system.kind(d) ~= "dist" then
        system.fail("dist:mean_of", "call it with a colon")
    elseif not math.type(m) or not math.tointeger(m) or m < 1 or m > 1e6 then
        system.fail("dist:mean_of", "expected a whole number from 1 to 1e6 as m, got " .. system.describe(m))
    end
    m = math.tointeger(m)
    if m == 1 then
        return d
    elseif known[d.name] then
        return known[d.name](d, m)
    elseif d.dim > 1 then
        system.fail("dist:mean_of", "expected a law of one number, or a normal or custom one, got %s", tostring(d))
    end
    return finite(d, m) or core.dist.mean_of(d, m)
end
