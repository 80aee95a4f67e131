-- The result of p:check(x), from the engine's list of {error =, unsure =, ok =} of grad f, the Jacobian of g and the
-- gradient of F (which may be missing), and for problem.new g_mean: returns make(problem, x, checks, identity).
local core = ...
local result, mean_error, culprit = core.use "result", core.use "problem/mean".mean_error, core.use "problem/culprit"

local TOLERANCE = 1e-6 -- of g_mean
local HIDDEN = "cannot be checked"
local names = {"grad f", "Jacobian of g", "gradient of F"}
local against = {"f", "g, same inner draws", "F"}

-- What all rows come to: false with a wrong one, else the word with one that cannot be checked.
local function all_ok(words)
    local all = true
    for _, word in ipairs(words) do
        if word == "no" then
            return false
        end
        all = word == HIDDEN and HIDDEN or all
    end
    return all
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
    local columns, notes = {derivative = {}, of = {}, error = {}, ok = {}}, {}
    local function add(name, of, err, ok)
        local i = #columns.ok + 1
        columns.derivative[i], columns.of[i], columns.error[i], columns.ok[i] = name, of, err, ok
    end

    for i, each in ipairs(checks) do
        add(names[i], against[i], each.error, each.ok)
        notes[#notes + 1] = note_on(each, names[i], against[i])
    end
    local mean = mean_error(problem, x)
    if mean then
        add("g_mean", "means of g", mean, mean <= TOLERANCE and "yes" or "no")
    end
    local source = culprit(problem, x)
    if source and source.part ~= "f" then
        add(source.part, "numbers", 0 / 0, "no")
    end
    notes[#notes + 1] = source and source.words or nil
    notes[#notes + 1] = identity
        and "runs take the Jacobian of g for the identity, the check took the true one" or nil
    local spec = {problem = core.problem.spec(problem), x = x}
    return result.new("check", columns, {"derivative", "of", "error", "ok"}, spec,
        {notes = function() return notes end, nan = true}, {ok = all_ok(columns.ok)})
end
