-- Looks at every figure that is drawn: a curve whose label names a method or an operator looks as that one looks
-- everywhere. look_labels.draws(what, count, draw) counts such curves, look_labels.done() tells what looks otherwise.
local t = ... -- the checks
local core = debug.getregistry()["debias.core"]
local look = core.use "experiment/look"

-- Every name: how it looks alone.
local known = {}
for method in pairs(core.method.params) do
    local one = look.of_methods({{label = method}})[1]
    known[method], known[look.name(method)] = one, one
end
for k = 1, 5 do
    for _, name in ipairs {"order " .. k, k < 4 and "paper " .. k or nil} do
        local one = look.of_operator({label = name}, name)
        known[name], known[look.operator_name(name)] = one, one
    end
end

-- The look of the longest name that a label is, or that it begins with before numbers or a comma; and which name.
local function expected(label)
    local found, best
    for name, one in pairs(known) do
        local rest = label:sub(1, #name) == name and label:sub(#name + 1)
        if rest and (rest == "" or rest:find "^,? .*%d" or rest:find "^,") and #name > #(best or "") then
            found, best = one, name
        end
    end
    return found, best
end

local look_labels = {}
local checked, faults, where = {}, {}, ""

local function fault(series, what, own, wanted)
    faults[#faults + 1] = ("%s: '%s' has %s %s, not %s"):format(where, series.label, what, own, wanted)
end

-- A name that comes again keeps its dash; lines without markers and bounds, which are dotted, have the colour alone.
local function check_series(series, again)
    local one, name = expected(series.label or "")
    if not one then
        return
    end
    checked[where] = (checked[where] or 0) + 1
    local is_bound = series.dash == "dot" and one.dash ~= "dot"
    if series.dash ~= one.dash and not is_bound then
        fault(series, "dash", series.dash, one.dash)
    end
    if not again[name] and series.color ~= one.color then
        fault(series, "colour", series.color, one.color)
    end
    if not again[name] and series.marker ~= one.marker and series.marker ~= "none" then
        fault(series, "marker", series.marker, one.marker)
    end
    again[name] = again[name] or not is_bound
end

local function check_panel(panel)
    local again = {}
    for _, series in ipairs(panel.series or {}) do
        check_series(series, again)
    end
    for _, each in ipairs(panel.panels or {}) do
        check_panel(each)
    end
end

local new = core.figure.new
function core.figure.new(options)
    check_panel(options)
    return new(options)
end

-- Calls draw, whose figures have at least `count` curves with names; returns what it returns.
function look_labels.draws(what, count, draw)
    where = what
    local drawn = draw()
    local n = checked[what] or 0
    t.ok(n >= count, ("%s: %d curves with names, at least %d"):format(what, n, count))
    return drawn
end

-- As drawn from here on.
function look_labels.forget()
    checked, faults = {}, {}
end

-- What is known otherwise to be right.
function look_labels.count(what, n)
    checked[what] = n
end

function look_labels.done()
    t.equal(faults, {}, "every name has its look")
end

return look_labels
