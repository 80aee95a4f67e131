-- Values by multilevel Monte Carlo: the run is that of lua/value/mlmc.lua, the table is that of its levels.
local core = ...
local over, lists = core.use "over", core.use "list"
local map = lists.map
local mlmc, panels = core.use "value/mlmc", core.use "value/panels"

local multilevel = {}

local order = {"level", "n", "mean", "se", "var", "kurtosis", "cost", "consistency", "plain", "plain_var"}
local kind = {
    run = mlmc.run, look = mlmc.look, copy = mlmc.copy, is_on_way = mlmc.is_on_way, panels = panels.of_levels,
    is_multilevel = true,
}

local function number(x, digits)
    return core.text.number(x, digits or 3)
end

function kind.table(_, now)
    local rows = {}
    for l = 0, now.last do
        local a = now.list[l]
        rows[l + 1] = {
            level = l, n = math.tointeger(a.n), mean = a.mean, se = math.sqrt(a.var / a.n), var = a.var,
            kurtosis = a.kurtosis, cost = a.cost, plain = a.plain, plain_var = a.plain_var,
            consistency = a.consistency,
        }
    end
    return order, rows
end

local KNOWN = 30 -- terms: with fewer a variance is not known

-- What plain Monte Carlo with 2^L draws takes for such a sampling error; nil where there is none.
local function plain_cost(now)
    local top = now.last
    while top > 0 and now.list[top].n < KNOWN do
        top = top - 1
    end
    local n = math.ceil(now.list[top].plain_var / now.variance)
    return n > 0 and n < math.huge and n * now.list[now.last].cost or nil
end

function kind.row(_, now)
    local n = {}
    for l = 0, now.last do
        n[l + 1] = math.tointeger(now.list[l].n)
    end
    return {L = now.last, n = n, plain_cost = plain_cost(now)}
end

function kind.fields(state, now)
    return over(kind.row(state, now), {
        alpha = now.alpha, beta = now.beta, gamma = state.given.gamma or now.gamma,
    })
end

function kind.is_row(row)
    return math.tointeger(row.L) and type(row.n) == "table" and lists.all(row.n, math.tointeger)
end

function kind.words(row)
    return ("levels 0 to %d, n_l %s"):format(row.L, table.concat(map(row.n, tostring), " "))
end

-- What has no variance where the standard error is 0.
function kind.equal(now)
    return now.list[0].n, "terms of level 0"
end

function kind.need(state, _, eps)
    return mlmc.need(state, eps)
end

local FEW_OF = 0.2 -- a kurtosis above so much of the number of terms: about five of them decide the variance

-- Which levels are not what a multilevel estimate takes them for, as mlmc_test warns of it.
function kind.warnings(_, now)
    local list = {}
    for l = 1, now.last do
        local own = now.list[l].consistency
        if own > 1 then
            list[#list + 1] = ("warning: level %d does not add up (consistency %s, more than 1): its coarse values are "
                .. "not those of level %d in law"):format(l, number(own), l - 1)
        end
    end
    for l = 0, now.last do
        local kurtosis, n = now.list[l].kurtosis, now.list[l].n
        if kurtosis > FEW_OF * n and now.var[l] / n > now.variance / 2 then
            list[#list + 1] = ("warning: few of the %s terms of level %d decide the standard error (kurtosis %s): the "
                .. "variance may not exist"):format(number(n, 4), l, number(kurtosis))
        end
    end
    return list
end

function multilevel.new(source, o)
    local state = mlmc.new(source, o)
    state.kind = kind
    return state
end

return multilevel
