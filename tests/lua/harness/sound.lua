-- What tests of hostile values ask of every case: loadfile(this)(t) -> function(name, make, nothing). Errors are of the
-- caller's line, unknown cells have a reason, and of nothing nothing is concluded.
local t = ...

-- What the result of a case breaks: a list of sentences.
local function internal(err)
    if type(err) ~= "string" then
        return "raised " .. type(err)
    end
    local rest = err:match "^tests/%S+%.lua:%d+: (.*)"
    if not rest then
        return err -- what assert says has no place
    end
    for _, sign in ipairs {"attempt to ", "%.lua:%d+:", "stack traceback", "bad argument", "NULL"} do
        if rest:find(sign) then
            return "internal error: " .. err
        end
    end
    return nil
end

local reasons = {
    "not finite", "not known", "unknown", "diverged", "%f[%a]no %l+", "cannot", "does not exist", "do not exist",
    "infinite", "exactly unbiased", "constant", "rounding", "too few", "left out", "not differ", "equal", "fewer than",
    "too wide", "gives", "all replicates stopped",
}

local function has_reason(text)
    for _, reason in ipairs(reasons) do
        if text:find(reason) then
            return true
        end
    end
    return false
end

-- Columns that are filled only where there is something to say, and those that the first row lacks, as they compare
-- a row with one before it.
local sparse = {why = true, best = true, warning = true}
local compared = {advantage = true, advantage_lo = true, advantage_hi = true, verdict = true, against = true,
    consistency = true}

-- A NaN in the text, or a row that lacks a column which other rows have, without a sentence that says why.
local function unexplained(out)
    local text = tostring(out)
    if has_reason(text) then
        return nil
    elseif text:find "%f[%a]nan%f[%A]" then
        return "NaN without a reason:\n" .. text
    end
    local columns = type(out) == "table" and rawget(out, "mean") == nil and out.columns and out:columns() or {}
    for name, list in pairs(columns) do
        for i = compared[name] and 2 or 1, sparse[name] and 0 or #list do
            if list[i] == false or list[i] ~= list[i] then
                return ("blank %s[%d] without a reason:\n%s"):format(name, i, text)
            end
        end
    end
    return nil
end

-- Slopes and verdicts of something that is not there.
local function conclusion(out)
    for _, row in ipairs(out.rows and out:rows() or {}) do
        if row.slope then
            return "a slope of nothing:\n" .. tostring(out)
        elseif row.verdict and row.verdict ~= "no difference" and row.saved then -- what overflows does hurt
            return "a verdict on nothing:\n" .. tostring(out)
        end
    end
    return nil
end

local function writes(out)
    if getmetatable(out) and type(out) == "table" and rawget(out, "mean") == nil and out.csv then
        out:csv(t.path "sound.csv")
        out:json(t.path "sound.json")
    end
end

-- One case: make() -> what an experiment returns. nothing: there is nothing to be found in it.
return function(name, make, nothing)
    local done, out = pcall(make)
    local why = not done and internal(out) or nil
    if done and out ~= nil then
        local told, problem = pcall(function()
            writes(out)
            return unexplained(out) or nothing and type(out) == "table" and conclusion(out) or nil
        end)
        why = told and problem or not told and ("reading the result: " .. tostring(problem)) or nil
    end
    t.equal(why, nil, name)
    return done and out or nil
end
