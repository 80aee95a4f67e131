-- What the file of a run must hold to be one, as lua/experiment/saved.lua writes it: content.is_run(value). All that is
-- read, drawn or printed of it later is checked here, but the state, which the engine checks.
local core = ...
local system, permitted = core.system, core.use "experiment/permitted"
local is_text = permitted.is_text

local content = {}

-- A vec, or a list of whole numbers: what columns of runs are.
local function is_column(value, n)
    if system.kind(value) == "vec" then
        return #value == n
    elseif type(value) ~= "table" or #value ~= n then
        return false
    end
    for key, item in pairs(value) do
        if math.type(key) ~= "integer" or math.type(item) ~= "integer" then
            return false
        end
    end
    return true
end

-- Columns of n numbers by name.
local function is_table(columns, n)
    if type(columns) ~= "table" or columns.step == nil or columns.samples == nil then
        return false
    end
    for name, column in pairs(columns) do
        if not is_text(name) or not is_column(column, n) then
            return false
        end
    end
    return true
end

local function are_names(value)
    if type(value) ~= "table" then
        return false
    end
    for key, name in pairs(value) do
        if math.type(key) ~= "integer" or not is_text(name) then
            return false
        end
    end
    return true
end

-- Texts that may be printed, numbers, booleans, vecs, mats, and tables of them under texts and whole numbers.
local function is_readable(value)
    if type(value) ~= "table" then
        return type(value) ~= "string" or is_text(value)
    end
    for key, item in pairs(value) do
        if not (math.type(key) or is_text(key)) or not is_readable(item) then
            return false
        end
    end
    return true
end

local function is_spec(spec)
    if type(spec) ~= "table" or not is_readable(spec) or type(spec.problem) ~= "table" then
        return false
    end
    for _, stage in ipairs(type(spec.stages) == "table" and spec.stages or {}) do
        if type(stage) ~= "table" then
            return false
        end
    end
    return type(spec.method) == "string" and math.type(spec.seed) == "integer" and is_text(spec.problem.name)
        and (spec.stages == nil or type(spec.stages) == "table")
end

local function is_record(asked)
    return type(asked) == "table" and type(asked.options) == "table" and type(asked.problem) == "table"
        and is_readable(asked)
end

local function has_outcome(value)
    return is_text(value.stop) and math.type(value.diverged) == "integer" and type(value.state) == "string"
        and (value.label == nil or is_text(value.label))
end

local function has_tables(value)
    local n = type(value.means) == "table" and value.means.step
    n = (type(n) == "table" or system.kind(n) == "vec") and #n or 0
    return n > 0 and system.kind(value.x) == "mat" and value.x.rows > 0
        and is_table(value.means, n) and is_table(value.by_rep, n * value.x.rows)
end

function content.is_run(value)
    return type(value) == "table" and has_outcome(value) and has_tables(value) and are_names(value.extra)
        and are_names(value.metrics) and is_spec(value.spec) and is_record(value.asked)
        and (value.tables == nil or type(value.tables) == "table")
end

return content
