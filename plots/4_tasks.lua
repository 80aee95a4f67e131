-- Figure 4_tasks: first-order MAML on sets of 20 and of 200 sine waves.
-- E-NestedVR against E-BSGD at equal oracle calls. Sets of 10 points and alpha = 0.01 are the paper's, which states
-- that NestedVR behaves as BSGD does and shows no figure; the network (one layer of 10), steps and batches are ours:
-- both take 10 tasks a step, E-NestedVR a large inner batch (S1) at every 10th visit of a task and S2 draws at others.
local options = ... or {}
local words = figure.part "words"
local quick = options.quick
local numbers = {}

-- The calls after which F first is at most `level`.
local function reached(rows, level)
    for _, row in ipairs(rows) do
        if row.objective <= level then
            return row.samples
        end
    end
end

-- Both methods on n tasks; adds their ends to the numbers of the figure, and after how many calls they came near.
local function race(n)
    local s = compare{
        problem = problem.maml_sine{n = n, hidden = {10}}, step = 0.02, seed = 1,
        samples = quick and 1e4 or 3e5, reps = quick and 2 or 10, record = quick and 10 or 40, methods = {
            {"e-bsgd", m = 1, B = 10}, {"e-nestedvr", S1 = 20, S2 = 2, inner_period = 10, B1 = 10},
        },
    }
    local a, b = s:run("e-bsgd"):rows(), s:run("e-nestedvr"):rows()
    local level = 1.05 * math.max(a[#a].objective, b[#b].objective)
    for i, rows in ipairs {a, b} do
        local last = rows[#rows]
        numbers[#numbers + 1] = {tasks = n, method = i == 1 and "E-BSGD" or "E-NestedVR", F = last.objective,
            F_lo = last.objective_lo, F_hi = last.objective_hi, near = reached(rows, level)}
    end
    return s
end

local few, many = race(20), race(200)

local function verdict()
    local a, b, c, d = table.unpack(numbers)
    local function three(row)
        return words.number(row.F, 3)
    end
    return ("Both end near each other (at F = %s and %s with 20 tasks, %s and %s with 200), but E-NestedVR takes %s "
        .. "and %s times the calls to come within 5%% of that."):format(three(a), three(b), three(c), three(d),
        words.number(b.near / a.near, 2), words.number(d.near / c.near, 2))
end

local axis = {scale = "linear"}
return plot{
    across = 1, legend = "shared", rows = numbers, columns = {"tasks", "method", "F", "F_lo", "F_hi", "near"},
    panels = {
        few:plot{y = axis, title = "20 tasks"},
        many:plot{y = axis, title = "200 tasks"},
    },
    notes = quick and "First order. Quick: no verdict." or verdict(),
}
