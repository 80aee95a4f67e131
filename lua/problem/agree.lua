-- Whether the recorded parts of a problem that its engine does not compare by itself, the exact objective's and f at
-- single points, give what plain calls give, at 0, 1, -1, the start and points around it. Returns
-- differing(o, outer, parts): the name of one that does not.
local core, D = ...
local system = core.system

local POINTS, OBJECTIVES, TOLERANCE = 300, 20, 1e-9
local SINGLE = {0, 1, -1} -- where functions may have a value of their own

local function padded(v)
    return v .. D.vec.zeros(-#v % 8)
end

local function vec_of(value)
    return system.kind(value) == "vec" and value or D.vec{value}
end

local function same(a, b)
    for i = 1, #a do
        local away = math.abs(a[i] - b[i])
        if not (away <= TOLERANCE * math.max(math.abs(a[i]), math.abs(b[i])) or a[i] == b[i])
            and (a[i] == a[i] or b[i] == b[i]) then
            return false
        end
    end
    return true
end

-- One row of an outer sample's data set.
local function row_of(sets, i, stream)
    local from = math.tointeger(sets.first[i])
    return sets.data[from + stream:index(math.tointeger(sets.first[i + 1]) - from)]
end

-- name -> function(x, i, xi, stream): the input columns of the part behind x, and the plain value. f takes y for x.
local function parts_of(o, outer)
    local function at(x)
        return o.dim > 0 and x or nil
    end
    return {
        objective = function(x)
            return D.vec.zeros(0), o.objective(at(x))
        end,
        value = function(x, i, xi)
            return outer.rows[i], o.f(o.g_mean(at(x), xi), xi)
        end,
        f = function(y, i, xi)
            return outer.rows[i], o.f(o.scalar and y[1] or y, xi)
        end,
        set = function(x, i, xi, stream)
            local row = row_of(o.sets, i, stream)
            return padded(outer.rows[i]) .. vec_of(row), o.g(at(x), xi, row)
        end,
    }
end

-- Whether recorded and plain value are the same at x; so is a point that plain calls do not take.
local function agrees_at(run, plain, outer, x, stream)
    local i = outer.n and stream:index(outer.n)
    local ok, columns, want = pcall(plain, x, i, i and outer.value(i), stream)
    return not ok or same(run(padded(x) .. columns), vec_of(want))
end

-- Point k: the single ones, the origin, then random ones around it.
local function point(origin, k, stream)
    if SINGLE[k] then
        return D.vec.zeros(#origin) + SINGLE[k]
    elseif k == #SINGLE + 1 then
        return origin
    end
    return origin + stream:normal(#origin)
end

local function agrees(o, outer, name, recorded, plain, points)
    local run, stream = core.oracle.runner(recorded.out), D.rng.new(1)
    local origin = name == "f" and D.vec.zeros(o.p) or o.x0
    for k = 1, #SINGLE + points do
        if not agrees_at(run, plain, outer, point(origin, k, stream), stream) then
            return false
        end
    end
    return true
end

local counts = {objective = OBJECTIVES, f = 1}

return function(o, outer, parts)
    for name, plain in pairs(parts_of(o, outer)) do
        local recorded = parts[name]
        if recorded and recorded.out and (name ~= "f" or outer.n) and
            not agrees(o, outer, name, recorded, plain, counts[name] or POINTS) then
            return name
        end
    end
end
