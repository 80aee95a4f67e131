-- The points of a sweep in a file: checkpoint.question(axes, o), checkpoint.read(path, question),
-- checkpoint.saver(path, question).
--   question   what a sweep asks, as a file holds it: {axes = {{name =, cells =, marks =}, ..}, listed = whether as
--              points, seed =, code = a word for the code of run, false where there is none}
local core = ...
local system, file, pack, shape = core.system, core.use "file", core.use "pack", core.use "experiment/shape"
local holds = core.later "experiment/holds"
local mark, list, word = core.use "experiment/mark", core.use "list", core.use "sweep/grid".word
local map = list.map
local code_of, keeper, seldom = core.use "code", core.use "keeper", core.use "seldom"

local checkpoint = {}

local DAMAGED = "the file is damaged or cut off"

function checkpoint.question(axes, o)
    return {
        axes = map(axes, function(axis) return {name = axis.name, cells = axis.cells, marks = axis.marks} end),
        listed = o.points ~= nil, seed = o.seed, code = code_of(o.run),
    }
end

local function is_cell(value)
    return value == false or math.type(value) ~= nil or shape.is_text(value)
end

local function is_axis(axis)
    return type(axis) == "table" and shape.is_text(axis.name) and shape.is_list(axis.cells, is_cell)
        and type(axis.marks) == "table"
end

local function is_question(asked)
    return type(asked) == "table" and shape.is_list(asked.axes, is_axis) and type(asked.listed) == "boolean"
        and math.type(asked.seed) == "integer" and (asked.code == false or math.type(asked.code) == "integer")
end

local function is_row(row)
    return shape.is_map(row, is_cell) and (row.failed == nil or type(row.failed) == "string")
end

local function is_content(value)
    return type(value) == "table" and is_question(value.sweep) and shape.is_list(value.rows, is_row)
end

local function names(axes)
    return table.concat(map(axes, function(axis) return axis.name end), ", ")
end

local function values(axis)
    return table.concat(map(axis.cells, function(cell) return cell and word(cell) or "none" end), ", ")
end

local function difference_of_axis(option, a, b)
    if mark.same(a.cells, b.cells) and mark.same(a.marks, b.marks) then
        return nil
    elseif values(a) == values(b) then
        return ("option '%s': '%s' has other values of the same names there"):format(option, a.name)
    end
    return ("option '%s': '%s' is %s there, %s here"):format(option, a.name, values(a), values(b))
end

-- What the second question asks that the first does not, or nil.
local function difference(there, here)
    local option = here.listed and "points" or "over"
    if there.listed ~= here.listed then
        return ("it has option '%s', not '%s'"):format(there.listed and "points" or "over", option)
    elseif names(there.axes) ~= names(here.axes) then
        return ("option '%s' has %s there, %s here"):format(option, names(there.axes), names(here.axes))
    end
    for i, axis in ipairs(there.axes) do
        local other = difference_of_axis(option, axis, here.axes[i])
        if other then
            return other
        end
    end
    if there.seed ~= here.seed then
        return ("option 'seed' is %d there, %d here"):format(there.seed, here.seed)
    end
    return there.code ~= here.code and "option 'run' is another function there" or nil
end

local function content_of(path)
    local body, why = core.run.unseal(file.read("sweep", path))
    local content = body and pack.value(body)
    if body and not is_content(content) then
        why = holds.other(content, "sweep") or DAMAGED
    end
    if why then
        system.fail("sweep", "cannot read checkpoint '%s': %s", path, why)
    end
    return content
end

-- The rows in the file by their points, none where it is not there. A file of another sweep is refused.
function checkpoint.read(path, question)
    file.check_kept("sweep", path)
    if not file.is_there(path) then
        return {}
    end
    local content = content_of(path)
    local other = difference(content.sweep, question)
    if other then
        system.fail("sweep", "checkpoint '%s' is of another sweep: %s", path, other)
    end
    return content.rows
end

-- save(is_last, rows): writes the rows, unless that was done a moment ago.
function checkpoint.saver(path, question)
    return seldom(keeper(path, function(rows)
        file.write("sweep", path, core.run.seal(pack.text{sweep = question, rows = rows}))
    end))
end

return checkpoint
