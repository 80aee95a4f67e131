-- What problem.new{..} reads of its options: shapes of xi and eta, samplers and the generators that they draw from.
local core, D = ...
local system, lua_problem, traced = core.system, core.lua_problem, core.traced
local map, sorted, fault = core.use "list".map, core.use "sorted", core.use "columns".fault
local groups = core.use "groups"

local NAME = "problem.new"

local function fail(text, ...)
    system.fail(NAME, text, ...)
end

-- Shapes of xi and eta: a number, a vec or a table of shapes. -------------------------------------------------------

-- The shape of a value: {kind=, size=} with fields for a table; nil and what is wrong with it. `within`: the tables
-- that it is in.
local function shape_of(value, place, within)
    if type(value) == "number" then
        return {kind = "number", size = 1}
    elseif system.kind(value) == "vec" then
        return {kind = "vec", size = #value}
    elseif type(value) ~= "table" then
        return nil, ("expected %s as a number, a vec or a table of them, got %s"):format(place, system.describe(value))
    elseif within and within[value] then
        return nil, ("expected %s as a number, a vec or a table of them, got a table that it is in"):format(place)
    end
    local shape = {kind = "table", size = 0}
    within = setmetatable({[value] = true}, {__index = within})
    for _, key in ipairs(sorted(value)) do
        if type(key) ~= "string" and type(key) ~= "number" then
            return nil, ("expected %s with names or numbers as keys, got %s"):format(place, system.describe(key))
        end
        local part, why = shape_of(value[key], ("%s.%s"):format(place, tostring(key)), within)
        if not part then
            return nil, why
        end
        shape[#shape + 1] = {key = key, shape = part}
        shape.size = shape.size + part.size
    end
    return shape
end

-- The place of number k of a value of the shape: "xi.b[2]".
local function place_of(shape, k, place)
    for _, field in ipairs(shape) do
        if k <= field.shape.size then
            return place_of(field.shape, k, ("%s.%s"):format(place, tostring(field.key)))
        end
        k = k - field.shape.size
    end
    return shape.kind == "vec" and ("%s[%d]"):format(place, k) or place
end

-- Appends the value's numbers, which may be traced, to a list; false where it does not have the shape.
local function flatten(shape, value, list)
    local kind = traced.is(value) and (traced.length(value) and "vec" or "number") or system.kind(value) or type(value)
    if shape.kind == "number" and kind == "number" then
        list[#list + 1] = value
    elseif shape.kind == "vec" and kind == "vec" and #value == shape.size then
        for i = 1, shape.size do
            list[#list + 1] = value[i]
        end
    elseif shape.kind ~= "table" or type(value) ~= "table" then
        return false
    else
        for _, field in ipairs(shape) do
            if not flatten(field.shape, value[field.key], list) then
                return false
            end
        end
    end
    return true
end

-- Tables of xi refuse names that they do not have: nil would shorten a vec{..} unseen.
local function strict_of(shape)
    local names = map(shape, function(field) return tostring(field.key) end)
    return {__index = function(_, name)
        if shape.text and shape.text[name] then
            system.fail(nil, "xi: " .. shape.text[name])
        elseif type(name) == "string" then
            local near = system.hint(name, names)
            system.fail(nil, "xi: no field '%s'%s it has %s", name, near == "" and "," or near,
                table.concat(names, ", "))
        end
    end}
end

-- A value of the shape, take(part, at) giving its numbers from number `at` on.
local function build(shape, take, at)
    at = at or 1
    if shape.kind ~= "table" then
        return take(shape, at), at + shape.size
    end
    shape.strict = shape.strict or strict_of(shape)
    local value = setmetatable({}, shape.strict)
    for _, field in ipairs(shape) do
        value[field.key], at = build(field.shape, take, at)
    end
    return value, at
end

-- The names of the fields of a table of numbers alone; nil for other shapes.
local function keys_of(shape)
    local keys = {}
    for i, field in ipairs(shape) do
        keys[i] = field.shape.kind == "number" and field.key or nil
    end
    return shape.kind == "table" and #keys == #shape and keys or nil
end

-- The value of the shape that a vec holds. Most are tables of numbers, and plain calls make one for each draw: these
-- are filled in a loop of their own.
local function unflatten(shape, numbers)
    if shape.keys == nil then
        shape.keys, shape.strict = keys_of(shape) or false, strict_of(shape)
    end
    if not shape.keys then
        return (build(shape, function(part, at)
            return part.kind == "number" and numbers[at] or numbers:slice(at, at + part.size - 1)
        end))
    end
    local value = {}
    for i, key in ipairs(shape.keys) do
        value[key] = numbers[i]
    end
    return setmetatable(value, shape.strict)
end

-- A copy for another function, which may change it.
local function copy(value, done)
    if type(value) == "number" then
        return value
    end
    local kind = system.kind(value)
    done = done or {}
    if kind == "vec" or kind == "mat" then
        return value:copy()
    elseif type(value) ~= "table" or done[value] then
        return done[value] or value
    end
    local new = setmetatable({}, getmetatable(value))
    done[value] = new
    for key, item in pairs(value) do
        rawset(new, key, copy(item, done))
    end
    return new
end

-- x for a function of the user's, which may change it; nil with dim 0.
local function point(o, x)
    return o.dim > 0 and x:copy() or nil
end

local function vec_of(value)
    return system.kind(value) == "vec" and value or D.vec{value}
end

local function symbolic(shape, graph, first)
    return (build(shape, function(part, at)
        return traced.input(graph, first + at - 1, part.kind == "vec" and part.size or nil)
    end))
end

-- Generators for samplers, over functions that give n normals or uniforms (one number for nil). ----------------------

local function length(name, n)
    return n ~= nil and system.count("rng:" .. name, "n", n, 0) or nil
end

-- A mean that is traced, or a vec of means, is not checked.
local function check_mean(mean)
    if traced.is(mean) or system.kind(mean) == "vec" then
        return
    elseif type(mean) ~= "number" then
        system.fail("rng:exponential", "expected a number as mean, got " .. system.describe(mean))
    elseif not (mean > 0 and mean < math.huge) then
        system.fail("rng:exponential", "expected a mean > 0, got " .. system.describe(mean))
    end
end

local usages = {
    normal = ":normal([n])", uniform = ":uniform([n])", exponential = ":exponential(mean [, n])", index = ":index(n)",
}

local function unknown_method(_, name)
    local near = system.hint(name, usages)
    system.fail(nil, "rng: no method '%s'%s a sampler's has %s %s %s %s", tostring(name),
        near == "" and "," or near, usages.normal, usages.uniform, usages.exponential, usages.index)
end

-- method(self, ..) refused on anything but a generator, and with more than `most` arguments, the last of them `n`.
local function guarded(name, most, n, method)
    return function(self, ...)
        if type(self) ~= "table" then
            system.fail(nil, "rng:%s: call it with a colon", name)
        elseif select("#", ...) > most then
            system.fail("rng:" .. name, "expected no more than n, %s, got %s after it", n,
                system.describe((select(most + 1, ...))))
        end
        return method(...)
    end
end

local function generator(normals, uniforms, law)
    local draws = "the number of draws"
    local methods = {}

    methods.normal = guarded("normal", 1, draws, function(n)
        return normals(length("normal", n))
    end)

    methods.uniform = guarded("uniform", 1, draws, function(n)
        return uniforms(length("uniform", n))
    end)

    methods.exponential = guarded("exponential", 2, draws, function(mean, n)
        check_mean(mean)
        return -mean * core.math.functions.log(uniforms(length("exponential", n)))
    end)

    methods.index = guarded("index", 1, "the largest index", function(n)
        n = traced.is(n) and n or system.count("rng:index", "n", n, 1)
        return core.math.functions.floor(uniforms() * n) + 1
    end)

    return setmetatable(methods, {__index = unknown_method, law = law})
end

-- A generator of a stream with that seed.
local function seeded(seed)
    local stream = D.rng.new(seed)
    return generator(function(n) return stream:normal(n) end, function(n) return stream:uniform(n) end,
        function(law) return core.dist.next(law, stream) end)
end

-- The options of a law of which some are traced, all of them traced.
local function lifted(graph, law)
    local options = {}
    for key, value in pairs(core.dist.options(law)) do
        options[key] = traced.lift(graph, type(value) == "table" and D.vec(value) or value)
    end
    return options
end

-- A generator whose numbers are input columns; `taken` counts them. A sampler may return a law instead: `taken` then
-- holds the law, whose draw, of that shape, takes the columns of the normals.
local function symbolic_generator(graph, first_normal, first_uniform, taken, shape)
    local function column(kind, first)
        return function(n)
            local at = first + taken[kind]
            taken[kind] = taken[kind] + (n or 1)
            return traced.input(graph, at, n)
        end
    end
    return generator(column("normals", first_normal), column("uniforms", first_uniform), function(law)
        if taken.normals + taken.uniforms > 0 then
            system.fail(nil, "a sampler that both takes numbers and returns a dist cannot be traced")
        end
        taken.law, taken.normals = law, shape.size
        taken.options = system.kind(law) ~= "dist" and lifted(graph, law) or nil
        return symbolic(shape, graph, first_normal)
    end)
end

-- The options --------------------------------------------------------------------------------------------------------

-- The function that a dist draws by, where that is the user's.
local function drawer(value)
    local options = core.dist.options(value)
    return options and options.draw
end

-- A dist, or what dist.normal{..} and the others give for traced options, drawn from; anything else as it is.
local function settle(rng, value)
    local options = core.dist.options(value)
    if not options then
        return value
    end
    return (options.draw or getmetatable(rng).law)(options.draw and rng or value)
end

-- The inner option where it is a law that C draws from.
local function law_of(inner)
    return system.kind(inner) == "dist" and not drawer(inner) and inner or nil
end

-- A sampler that draws from a dist.
local function sampler_of(law)
    return function(rng) return settle(rng, law) end
end

-- {n=, shape=, rows=, value=function(i)} of a finite set; values are copies, which functions may change.
local function of_rows(shape, rows)
    local row, column = lua_problem.first_nan(rows)
    if row then
        fail("option 'outer': expected numbers, got nan in outer sample %d (%s)", row, place_of(shape, column, "xi"))
    end
    return {n = rows.rows, shape = shape, rows = rows, value = function(i) return unflatten(shape, rows[i]) end}
end

local function from_list(list)
    for key in pairs(list) do
        if math.type(key) ~= "integer" or key < 1 or key > #list then
            fail("option 'outer': expected a list or columns, got a list with a field %s", system.describe(key))
        end
    end
    local shape, why = shape_of(list[1], "xi")
    if not shape then
        fail("option 'outer': %s", why)
    end
    local numbers = {}
    for i = 1, #list do
        if not flatten(shape, list[i], numbers) then
            fail("option 'outer': expected outer samples of one shape, got another at element %d", i)
        end
    end
    return of_rows(shape, lua_problem.matrix(numbers, #list))
end

-- A column as a vec or mat.
local function column_of(value, name)
    local kind = system.kind(value)
    local column = (kind == "vec" or kind == "mat") and value or type(value) == "table" and D.vec(value)
    if type(name) ~= "string" or not column then
        fail("option 'outer': expected columns as vecs, lists or mats, got %s at '%s'", system.describe(value),
            tostring(name))
    end
    return {name = name, column = column}
end

local function from_columns(columns)
    local text = core.use "list".mapped(columns, fault)
    local names = map(sorted(columns), function(name)
        return not text[name] and column_of(columns[name], name) or nil
    end)
    if not names[1] then
        fail("option 'outer': expected a column of numbers, got only text: %s", text[next(text)])
    end
    local n = #names[1].column
    for _, field in ipairs(names) do
        if #field.column ~= n then
            fail("option 'outer': expected columns of one length, got %d and %d ('%s')", n, #field.column, field.name)
        end
    end
    if n == 0 then
        fail("option 'outer': expected at least one outer sample, got columns of length 0")
    end
    names[#names + 1] = not columns.i and {name = "i", column = D.vec.linspace(1, n, n)} or nil
    table.sort(names, function(a, b) return a.name < b.name end)
    local shape, list = {kind = "table", size = 0, text = text}, {}
    for k, field in ipairs(names) do
        local mat = system.kind(field.column) == "mat"
        local size = mat and field.column.cols or 1
        shape[k] = {key = field.name, shape = {kind = mat and "vec" or "number", size = size}}
        shape.size, list[k] = shape.size + size, field.column
    end
    return of_rows(shape, lua_problem.join(list))
end

local function from_count(n)
    if n ~= math.floor(n) or n < 1 or n > 2 ^ 32 - 1 then
        fail("option 'outer': expected a whole number of outer samples from 1 to 4294967295, got %s",
            system.describe(n))
    end
    n = math.tointeger(n)
    return {n = n, shape = {kind = "number", size = 1}, rows = lua_problem.join{D.vec.linspace(1, n, n)},
        value = function(i) return i end}
end

local function read_outer(outer)
    if type(outer) == "function" then
        return {sampler = outer}
    elseif system.kind(outer) == "dist" then
        return {sampler = sampler_of(outer)}
    elseif type(outer) == "number" then
        return from_count(outer)
    elseif system.kind(outer) == "vec" then
        return from_list(outer:table())
    elseif system.kind(outer) == "mat" and outer.rows > 0 then
        return of_rows({kind = "vec", size = outer.cols}, outer:copy())
    elseif type(outer) == "table" and rawlen(outer) > 0 then
        return from_list(outer)
    elseif type(outer) == "table" and next(outer) ~= nil then
        return from_columns(outer)
    end
    return fail("option 'outer': expected a number n, a list, columns, a dist or a function, got %s",
        system.describe(outer))
end

-- A sampler of (rng, xi, number of the outer sample) that draws rows of data sets, which lie one after the other in
-- `data`, offset[i] rows before the i-th of size[i]; a row has the shape.
local function row_sampler(data, offset, size, shape)
    return function(rng, _, i)
        local row = data[offset[i] + rng:index(size[i])]
        if shape.kind == "table" then
            return unflatten(shape, row)
        end
        return shape.kind == "number" and row or row:copy()
    end
end

-- A list of data sets as a sampler; and all their rows, with the number of rows before each set's.
local function from_sets(sets, outer)
    local all, offset, size, at = {}, {}, {}, 0
    if not outer.n or #sets ~= outer.n then
        fail("option 'inner': expected a data set for each outer sample (%s), got %d", outer.n or "endless", #sets)
    end
    for i, set in ipairs(sets) do
        set = type(set) == "table" and D.vec(set) or set
        if system.kind(set) ~= "vec" and system.kind(set) ~= "mat" or #set == 0 then
            fail("option 'inner': expected vecs or mats as data sets, got %s at element %d", system.describe(set), i)
        end
        local row, column = lua_problem.first_nan(set)
        if row then
            fail("option 'inner': expected numbers, got nan in data set %d, row %d, column %d", i, row, column)
        end
        all[i], offset[i], size[i], at = set, at, #set, at + #set
    end
    local data = lua_problem.stack(all)
    offset, size = D.vec(offset), D.vec(size)
    local is_mat = system.kind(data) == "mat"
    local shape = {kind = is_mat and "vec" or "number", size = is_mat and data.cols or 1}
    return row_sampler(data, offset, size, shape), {data = data, first = offset .. at, shape = shape}
end

-- The same for groups, which are the data sets.
local function from_groups(g, outer)
    if outer.n ~= #g then
        fail("option 'inner': expected a group for each outer sample (%s), got %d groups", outer.n or "endless", #g)
    end
    local data, size, shape = core.groups.data(g), g:count(), groups.shape(g)
    local first = core.groups.first(g)
    return row_sampler(data, first:slice(1, #g), size, shape), {data = data, first = first, shape = shape}
end

local function read_inner(inner, outer)
    if type(inner) == "function" then
        return inner
    elseif system.kind(inner) == "dist" then
        return sampler_of(inner)
    elseif system.kind(inner) == "groups" then
        return from_groups(inner, outer)
    elseif type(inner) == "table" and #inner > 0 then
        return from_sets(inner, outer)
    end
    local kind = system.kind(inner)
    local hint = (kind == "vec" or kind == "mat") and " (dist.empirical(v) draws from one set for all)" or ""
    return fail("option 'inner': expected a dist, groups, a list of data sets or a function, got %s%s",
        system.describe(inner), hint)
end

-- What outer is where inner gives it: the ids of groups, or their numbers where ids are texts; else nil.
local function outer_of(inner)
    if system.kind(inner) ~= "groups" then
        return nil
    end
    local ids = inner.ids
    return system.kind(ids) == "vec" and ids or #inner
end

return {
    shape_of = shape_of, flatten = flatten, unflatten = unflatten, copy = copy, symbolic = symbolic, settle = settle,
    point = point, vec_of = vec_of, law = law_of, generator = generator, seeded = seeded,
    symbolic_generator = symbolic_generator, read_outer = read_outer, read_inner = read_inner,
    outer_of = outer_of,
}
