-- groups(ids, values): rows in groups, by the id that each has. Returns words(facts) and plural(n, word) for prints,
-- and shape(groups): what a row is, {kind = "number" | "vec" | "table", ..} (problem/input.lua).
local core, D = ...
local system, sorted, map = core.system, core.use "sorted", core.use "list".map
local number = core.text.number

local groups = {}

local named = setmetatable({}, {__mode = "k"}) -- groups -> the shape of a row with names

local read_options = core.options.table("groups", {
    {"order", "any", meaning = "all ids, each once, in the order that groups are to have; default: sorted"},
})

function groups.plural(n, word)
    return ("%s %s%s"):format(number(n, 15), word, n == 1 and "" or "s")
end

local plural = groups.plural

-- "120 groups of 1 to 17 rows, 950 rows"
function groups.words(facts)
    local size = facts.smallest == facts.largest and plural(facts.largest, "row")
        or ("%s to %s"):format(number(facts.smallest, 15), plural(facts.largest, "row"))
    return ("%s of %s, %s"):format(plural(facts.groups, "group"), size, plural(facts.rows, "row"))
end

system.printer("groups", function(g)
    return "groups: " .. groups.words(core.groups.facts(g))
end)

-- A column of values with names, as a vec or mat.
local function column_of(values, name)
    local value = values[name]
    local kind = system.kind(value)
    if type(name) ~= "string" then
        system.fail("groups", "expected columns with names as values, got one at %s", system.describe(name))
    elseif kind ~= "vec" and kind ~= "mat" and type(value) ~= "table" then
        system.fail("groups", "expected a vec, a list of numbers or a mat as column '%s', got %s", name,
            system.describe(value))
    end
    return (kind == "vec" or kind == "mat") and value or D.vec(value)
end

-- Columns with names as one mat, and the shape of its rows.
local function from_columns(values)
    local shape, names = {kind = "table", size = 0}, sorted(values)
    local columns = map(names, function(name) return column_of(values, name) end)
    for k, column in ipairs(columns) do
        local is_mat = system.kind(column) == "mat"
        local size = is_mat and column.cols or 1
        if #column ~= #columns[1] then
            system.fail("groups", "expected columns of one length, got %d and %d ('%s')", #columns[1], #column,
                names[k])
        end
        shape[k] = {key = names[k], shape = {kind = is_mat and "vec" or "number", size = size}}
        shape.size = shape.size + size
    end
    return core.lua_problem.join(columns), shape
end

-- The places of the ids of `order` among those that the groups have.
local function places_of(g, order)
    local place, ids = {}, g.ids
    local list = system.kind(order) == "vec" and order:table() or order
    if type(list) ~= "table" then
        system.fail("groups", "option 'order': expected a vec or a list of ids, got %s", system.describe(order))
    end
    for k = 1, #ids do
        place[ids[k]] = k
    end
    local all = map(list, function(id)
        local k = place[id]
        if k == nil then
            system.fail("groups", "option 'order': no row has the id %s", system.describe(id))
        elseif not k then
            system.fail("groups", "option 'order': expected each id once, got %s twice", system.describe(id))
        end
        place[id] = false
        return k
    end)
    if #all < #ids then
        system.fail("groups", "option 'order': expected all %d ids, got %d", #ids, #all)
    end
    return D.vec(all)
end

function D.groups(ids, values, options)
    local o, shape = read_options("groups", options), nil
    if type(values) == "table" and rawlen(values) == 0 and next(values) ~= nil then
        values, shape = from_columns(values)
    end
    local g = core.groups.make("groups", "ids: ", ids, values)
    core.groups.check(g, "groups")
    if o.order ~= nil then
        g = core.groups.ordered(g, places_of(g, o.order))
    end
    named[g] = shape
    return g
end

function groups.shape(g)
    local data = core.groups.data(g)
    local is_mat = system.kind(data) == "mat"
    return named[g] or {kind = is_mat and "vec" or "number", size = is_mat and data.cols or 1}
end

return groups
