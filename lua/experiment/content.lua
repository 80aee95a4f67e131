-- What the file of a run must hold to be one, as lua/experiment/saved.lua writes it: content.is_run(value). All that is
-- read, drawn or printed of it later is checked here, except the state, which the engine checks.
local core = ...
local system, shape = core.system, core.use "experiment/shape"
local request = core.use "experiment/request"
local is_text = shape.is_text

local content = {}

-- Columns by name, each a vec or a list of n whole numbers.
local function is_table(columns, n)
    return shape.is_map(columns, function(column)
        local is_column = system.kind(column) == "vec" or shape.is_list(column, shape.is_whole)
        return is_column and #column == n
    end) and columns.step ~= nil and columns.samples ~= nil and columns.objective ~= nil
end

local function is_spec(spec)
    return shape.is_readable(spec) and type(spec) == "table" and type(spec.problem) == "table"
        and type(spec.method) == "string" and math.type(spec.seed) == "integer" and is_text(spec.problem.name)
        and (spec.stages == nil or shape.is_list(spec.stages, function(stage) return type(stage) == "table" end))
end

local function is_stored(value)
    return value.problem ~= nil and shape.is_readable(value)
end

-- Where a replicate diverged, and by what.
local function is_loss(loss)
    return type(loss) == "table" and math.type(loss.rep) == "integer" and math.type(loss.step) == "integer"
        and (loss.element == nil or math.type(loss.element) == "integer" and math.type(loss.value) ~= nil)
end

local function has_outcome(value)
    return is_text(value.stop) and math.type(value.diverged) == "integer" and type(value.state) == "string"
        and (value.losses == nil or shape.is_list(value.losses, is_loss))
        and (value.label == nil or is_text(value.label)) and (value.refused == nil or is_text(value.refused))
end

local function has_tables(value)
    local n = type(value.means) == "table" and value.means.step
    n = (type(n) == "table" or system.kind(n) == "vec") and #n or 0
    return n > 0 and system.kind(value.x) == "mat" and value.x.rows > 0
        and is_table(value.means, n) and is_table(value.by_rep, n * value.x.rows)
end

function content.is_run(value)
    return type(value) == "table" and has_outcome(value) and has_tables(value) and is_spec(value.spec)
        and shape.is_list(value.extra, is_text) and shape.is_list(value.metrics, is_text)
        and request.is(value, is_stored)
        and (value.tables == nil or type(value.tables) == "table")
end

return content
