-- Figure 4_tasks: first-order MAML on sets of 20 and of 200 sine waves.
-- E-NestedVR against E-BSGD at equal oracle calls. Sets of 10 points and alpha = 0.01 are the paper's, which states
-- that NestedVR behaves as BSGD does and shows no figure; the network (one layer of 10), steps and batches are ours:
-- both take 10 tasks a step, E-NestedVR a large inner batch (S1) at every 10th visit of a task and S2 draws at others.
local options = ... or {}
local quick = options.quick

local function race(n)
    return compare{
        problem = problem.maml_sine{n = n, hidden = {10}}, step = 0.02, seed = 1,
        samples = quick and 1e4 or 3e5, reps = quick and 2 or 10, record = quick and 10 or 40, methods = {
            {"e-bsgd", m = 1, B = 10, label = ("e-bsgd, %d tasks"):format(n)},
            {"e-nestedvr", S1 = 20, S2 = 2, inner_period = 10, B1 = 10, label = ("e-nestedvr, %d tasks"):format(n)},
        },
    }
end

-- The calls after which F first is at most `level`.
local function reached(rows, level)
    for _, row in ipairs(rows) do
        if row.objective <= level then
            return row.samples
        end
    end
end

local function ends(row)
    return ("%.3f (%.3f to %.3f)"):format(row.objective, row.objective_lo, row.objective_hi)
end

-- Where the runs on n tasks end, and how fast they came near.
local function sentence(n, s)
    local a, b = s:run(("e-bsgd, %d tasks"):format(n)):rows(), s:run(("e-nestedvr, %d tasks"):format(n)):rows()
    local last_a, last_b = a[#a], b[#b]
    local at_end = ("%d tasks: at the end F is %s by E-BSGD, %s by E-NestedVR"):format(n, ends(last_a), ends(last_b))
    if quick then
        return at_end .. "."
    end
    local apart = last_a.objective_hi < last_b.objective_lo or last_b.objective_hi < last_a.objective_lo
    local level = 1.05 * math.max(last_a.objective, last_b.objective)
    return ("%s: the limits %s. They are within 5%% of the larger of both after %.2g and %.2g calls."):format(at_end,
        apart and "are apart" or "overlap", reached(a, level), reached(b, level))
end

local few, many = race(20), race(200)
return few:plot{
    y = "objective", series = many:plot{y = "objective"}:data(),
    notes = ("First order, 10 tasks a step; S1 = 20, S2 = 2, a large inner batch at every 10th visit. %s %s%s"):format(
        sentence(20, few), sentence(200, many), quick and " Quick: no verdict." or ""),
}
