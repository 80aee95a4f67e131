-- The result of p:check(x), from the engine's list of {error =, unsure =, ok =} of grad f, the Jacobian of g and the
-- gradient of F (which may be missing), and for problem.new g_mean: returns make(problem, x, checks, identity).
local core = ...
local any = core.use "list".any
local result, mean_error, culprit = core.use "result", core.use "problem/mean".mean_error, core.use "problem/culprit"

local TOLERANCE = 1e-6 -- of g_mean
local HIDDEN = "cannot be checked"
local names = {"grad f", "Jacobian of g", "gradient of F"}
local against = {"f", "g, same inner draws", "F"}

-- What all rows come to: false with a wrong one, else the word with one that cannot be checked.
local function all_ok(rows)
    local function has(word)
        return any(rows, function(row) return row.ok == word end)
    end
    return not has "no" and (not has(HIDDEN) or HIDDEN)
end

local function hidden_note(name, of, unsure)
    return ("%s cannot be checked: differences of %s may be off by %.1g of it (values that are large beside their "
        .. "differences, or a function that bends within every step)"):format(name, of, unsure)
end

-- What is to be said of one row, if anything.
local function note_on(each, name, of)
    if each.error ~= each.error then
        return ("%s cannot be right here: it or %s is not finite"):format(name, of)
    end
    return each.ok == HIDDEN and hidden_note(name, of, each.unsure) or nil
end

return function(problem, x, checks, identity)
    local rows, notes = {}, {}
    for i, each in ipairs(checks) do
        rows[i] = {derivative = names[i], of = against[i], error = each.error, ok = each.ok}
        notes[#notes + 1] = note_on(each, names[i], against[i])
    end
    local mean = mean_error(problem, x)
    if mean then
        local ok = mean <= TOLERANCE and "yes" or "no"
        rows[#rows + 1] = {derivative = "g_mean", of = "means of g", error = mean, ok = ok}
    end
    local source = culprit(problem, x)
    if source and source.part ~= "f" then
        rows[#rows + 1] = {derivative = source.part, of = "numbers", error = 0 / 0, ok = "no"}
    end
    notes[#notes + 1] = source and source.words or nil
    notes[#notes + 1] = identity
        and "runs take the Jacobian of g for the identity, the check took the true one" or nil
    local spec = {problem = core.problem.spec(problem), x = x}
    return result.of_rows("check", {"derivative", "of", "error", "ok"}, rows, spec,
        {notes = function() return notes end, nan = true}, {ok = all_ok(rows)})
end
