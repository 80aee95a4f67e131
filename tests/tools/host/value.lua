-- What tests/tools/host/value.c prints.
local function shown(x)
    return x == nil and "" or x ~= x and " nan" or (" %.13a"):format(x)
end

local stops = {
    ["the samples were spent"] = "samples", ["no more levels may be added"] = "levels",
    ["some values are not finite"] = "not finite", ["the variance is beyond the largest number"] = "too large",
}

local function show(title, options)
    local v = value(options)
    local list = {}
    for i, name in ipairs {"value", "se", "bias", "cost", "alpha", "beta"} do
        list[i] = shown(v[name])
    end
    print(("%s: %s, %s%s"):format(title, stops[v.why] or "reached", v.bias_status, table.concat(list)))
    for l, row in ipairs(v:rows()) do
        for i, name in ipairs {"n", "mean", "se", "var", "kurtosis", "cost", "consistency", "plain", "plain_var"} do
            list[i] = shown(row[name] or 0 / 0)
        end
        print("row" .. table.concat(list))
        assert(row.level == l - 1)
    end
end

local function show_problem(name, p, eps)
    print(name)
    local function by(title, options)
        options.problem, options.method, options.seed = p, "v-mlmc", options.seed or 0
        show(title, options)
    end
    by("eps", {eps = eps, seed = 1})
    by("eps / 3", {eps = eps / 3, seed = 1})
    by("samples", {samples = 20000, seed = 2})
    by("few samples", {samples = 3000, threads = 2})
    by("se", {se = eps, L = 3, seed = 3})
    by("cut", {eps = eps / 100, samples = 50000, seed = 4})
    by("levels", {eps = eps, L = 1, L_most = 4, n0 = 20, seed = 5})
    by("more levels", {eps = eps, L = 5, n0 = 100, seed = 6})
    by("rates", {eps = eps, alpha = 0.75, beta = 1.25, samples = 1000000})
    by("no more levels", {eps = eps / 5, L = 2, L_most = 2})
    by("terms", {n = {4000, 1000, 500, 100}, seed = 1})
    by("terms of one level", {n = {3000}, seed = 1})
    by("terms, cut", {n = {4000, 1000, 500, 100}, samples = 6500})
end

show_problem("logistic", problem.invariant_logistic{n = 500, noise_var = 100, l2 = 0.1}, 0.5)
show_problem("instrumental", problem.instrumental{n = 300}, 0.3)
show_problem("maml", problem.maml_sine{}, 0.2)
show_problem("average precision", problem.average_precision{}, 0.1)
