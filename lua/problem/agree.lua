-- Whether the recorded parts of a problem that its engine does not compare by itself, the exact objective's, give what
-- plain calls give, at points around the start. Returns differing(o, outer, parts): the name of one that does not.
local core, D = ...
local system = core.system

local POINTS, OBJECTIVES, TOLERANCE = 300, 20, 1e-9

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

-- name -> function(x, i, xi, stream): the input columns of the part behind x, and the plain value.
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
        set = function(x, i, xi, stream)
            local row = row_of(o.sets, i, stream)
            return padded(outer.rows[i]) .. vec_of(row), o.g(at(x), xi, row)
        end,
    }
end

local function agrees(o, outer, recorded, plain, points)
    local run, stream = core.oracle.runner(recorded.out), D.rng.new(1)
    for _ = 1, points do
        local x, i = o.x0 + stream:normal(o.dim), outer.n and stream:index(outer.n)
        local columns, want = plain(x, i, i and outer.value(i), stream)
        if not same(run(padded(x) .. columns), vec_of(want)) then
            return false
        end
    end
    return true
end

return function(o, outer, parts)
    for name, plain in pairs(parts_of(o, outer)) do
        local recorded = parts[name]
        if recorded and recorded.out and
            not agrees(o, outer, recorded, plain, name == "objective" and OBJECTIVES or POINTS) then
            return name
        end
    end
end
