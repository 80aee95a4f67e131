-- sweep{over=, run=}: a function called at every point of a grid, one row for each.
--   x   what a sweep knows of itself: {options = as given, o = as read, axes =, points =, rows = {[point] = cells},
--       asked = the request, question = as a checkpoint holds it}
local core, D = ...
local system, result, over = core.system, core.use "result", core.use "over"
local grid, outcome, curves = core.later "sweep/grid", core.later "sweep/outcome", core.later "sweep/curves"
local checkpoint, deal, changes = core.later "sweep/checkpoint", core.later "points/deal", core.later "sweep/changes"
local request, list_of, map = core.later "experiment/request", core.use "rows", core.use "list".map
local failing = core.later "experiment/failing"

local read_options = core.options.table("sweep", {
    {"over", "table",
        meaning = "what is swept: {name={values, ..}, ..}, or {{\"name\", {values, ..}}, ..} in that order"},
    {"points", "table", meaning = "instead of over: a list of points, {{name=value, ..}, ..}"},
    {"run", "function", required = true,
        meaning = "function(v) -> number, table of columns or result; v: the values, v.point, v.seed"},
    {"seed", "integer", low = 0, high = 0x1p53,
        meaning = "the seed of what run draws, the same at every point; default --seed"},
    {"threads", "integer", low = 1, high = 1024, idle = true,
        meaning = "points made at the same time, in processes of their own; default --threads; changes no result"},
    {"checkpoint", "string", idle = true,
        meaning = "file that keeps the points made; where it is there, the sweep goes on"},
})

local read_resume = core.options.table("resume", {
    {"failed", "boolean", default = false, meaning = "run points that failed once more"},
})

local kept = setmetatable({}, {__mode = "k"}) -- result -> x

local function names_of(axes)
    return map(axes, function(axis) return axis.name end)
end

-- What run gets: values of its own, so that nothing that it does with them reaches another point.
local function values_of(x, k)
    local v = result.copied(x.points[k].values)
    v.point, v.seed = k, v.seed == nil and x.o.seed or v.seed
    return v
end

local function is_seed(seed)
    local whole = math.type(seed) and math.tointeger(seed)
    return whole and whole >= 0 and whole <= 0x1p53
end

local function check_seeds(axes)
    for _, axis in ipairs(axes) do
        for i, seed in ipairs(axis.name == "seed" and axis.values or {}) do
            if not is_seed(seed) then
                system.fail("sweep", "'seed' is swept: expected whole numbers from 0 to 2^53, got %s at element %d",
                    system.describe(seed), i)
            end
        end
    end
end

-- Generators of Lua's own start anew, so that no point depends on those before it.
local function begin_random(seed)
    math.randomseed(math.tointeger(seed))
end

-- The cells of point k, of one that failed {failed = why}; and whether it is the first and run returned what no row can
-- hold: what it returns is what all are to return, and wrong use is said before the others are made. No process sees
-- what an experiment that failed in a point of another one had, so it is kept for none.
local function compute(x, k)
    local v = values_of(x, k)
    begin_random(v.seed)
    local done, value = failing.apart(system.with_seed, v.seed, x.o.run, v)
    if not done then
        return {failed = outcome.failure(value)}
    end
    local cells, why = outcome.cells(value, x.swept)
    return cells or {failed = "run " .. why}, k == 1 and not cells
end

local function check(_, cells, is_misuse)
    if is_misuse then
        system.fail("sweep", "%s", (cells.failed:gsub("^run ", "option 'run': it ")))
    end
end

-- Makes the points that have no row.
local function make(x)
    local path = x.o.checkpoint
    local save = path and checkpoint.saver(path, x.question)
    local todo = map(x.points, function(_, k) return not x.rows[k] and k or nil end)
    if #todo == 0 then
        return
    end
    deal{
        labels = map(x.points, function(point) return point.label end), todo = todo,
        threads = x.o.threads or system.threads, changed = not x.o.threads and changes(x.o.run) or nil,
        compute = function(k) return compute(x, k) end, check = check,
        put = function(k, cells) x.rows[k] = cells end,
        save = function()
            if save then
                save(false, x.rows)
            end
        end,
    }
    begin_random(x.o.seed)
    if save then
        save(true, x.rows)
    end
end

-- The rows of the points made, in order, as a table of results shows them.
local function rows_of(x)
    local rows, columns = {}, {}
    for k, point in ipairs(x.points) do
        local cells = x.rows[k]
        if cells then
            rows[#rows + 1] = over(point.cells, cells)
            for name in pairs(cells) do
                columns[name] = name ~= "failed" or nil
            end
        end
    end
    local order = names_of(x.axes)
    for _, name in ipairs(outcome.order(columns)) do
        order[#order + 1] = name
    end
    order[#order + 1] = "failed"
    return rows, order
end

-- How many points have no row, how many failed, and the first that did.
local function count(x)
    local missing, failed, first = 0, 0, nil
    for k in ipairs(x.points) do
        local cells = x.rows[k]
        missing = missing + (cells and 0 or 1)
        if cells and cells.failed then
            failed, first = failed + 1, first or k
        end
    end
    return missing, failed, first
end

local function notes_of(x)
    local list, all = {}, #x.points
    local missing, failed, first = count(x)
    if failed > 0 then
        list[1] = ("%s of %d points failed, the first %s: %s"):format(failed == all and "all" or failed, all,
            x.points[first].label, x.rows[first].failed)
    end
    if missing > 0 then
        list[#list + 1] = ("%d of %d points are missing: it was interrupted; r:resume() goes on"):format(missing, all)
    end
    return list
end

local function spec_of(x)
    local listed = x.o.points ~= nil
    return {
        experiment = "sweep", seed = x.o.seed, points = listed and map(x.points, function(p) return p.cells end) or nil,
        over = not listed and map(x.axes, function(axis) return {axis.name, axis.cells} end) or nil,
    }
end

local methods = {}

-- The result of what has been made.
local function result_of(x)
    local rows, order = rows_of(x)
    local missing = count(x)
    local columns, known = list_of.columns(order, rows)
    local self = result.new("sweep", columns, known, spec_of(x), over(methods, {
        notes = function() return notes_of(x) end, nan = true, errors = curves.errors(x.axes, columns, known),
        request = x.asked:ended(missing > 0 and "interrupted" or nil),
    }), {missing = missing})
    kept[self] = x
    return self
end

function methods.series(self, options)
    local columns, order = result.columns(self)
    return curves.options(kept[self].axes, columns, order, options)
end

-- Goes on with the points that are missing, and with those that failed where that is asked for.
function methods.resume(self, options)
    local x = over(kept[self])
    local again = read_resume("sweep:resume", options or {}).failed
    x.rows = core.use "list".mapped(x.rows, function(cells) return not (again and cells.failed) and cells or nil end)
    if not core.use "list".any(x.points, function(_, k) return not x.rows[k] end) then
        system.note "sweep:resume: the sweep is as it was: no point is missing"
        return self
    end
    make(x)
    return result_of(x)
end

function D.sweep(options)
    local x = {options = options, o = read_options("sweep", options)}
    x.o.seed = math.tointeger(x.o.seed or system.seed)
    x.axes, x.points = grid.read(x.o.over, x.o.points)
    x.swept = core.use "list".by_name(x.axes)
    check_seeds(x.axes)
    x.asked, x.question = request.new("sweep", options), checkpoint.question(x.axes, x.o)
    x.rows = x.o.checkpoint and checkpoint.read(x.o.checkpoint, x.question) or {}
    make(x)
    return result_of(x)
end
