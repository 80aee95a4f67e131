-- What other plotting programs call options of plot, where that is more than another name: ways.check(name, options)
-- raises with the way it is written here.
local core = ...
local system = core.system

local ways = {}

-- "y={label="F(x)"}": a value that can be shown stands in the place of "..".
local function label(axis)
    return function(value)
        local is_short = type(value) == "string" and #value <= 30
        return ("%s={label=%s}"):format(axis, is_short and ("%q"):format(value) or '".."')
    end
end

local function limits(axis)
    return function(value)
        local low, high = table.unpack(type(value) == "table" and value or {})
        local known = math.type(low) and math.type(high)
        return ("%s={min=%s, max=%s}"):format(axis, known and tostring(low) or "..", known and tostring(high) or "..")
    end
end

local function log(axes)
    return function()
        return (axes:gsub("%a", '%0={scale="log"}, '):gsub(", $", ""))
    end
end

local points = function() return "line=false for points alone" end
local size = function() return "f:save(path, {width_mm=, height_mm=})" end

local of_option = {
    xlabel = label "x", xlab = label "x", x_label = label "x", xtitle = label "x",
    ylabel = label "y", ylab = label "y", y_label = label "y", ytitle = label "y",
    xlim = limits "x", xlimits = limits "x", xrange = limits "x",
    ylim = limits "y", ylimits = limits "y", yrange = limits "y",
    logx = log "x", xlog = log "x", semilogx = log "x", xscale = log "x",
    logy = log "y", ylog = log "y", semilogy = log "y", yscale = log "y",
    loglog = log "xy", scatter = points, type = points, figsize = size,
    log = function(value)
        return log(type(value) == "string" and value:match "^[xy]+$" or "xy")()
    end,
}

local scatter = core.use "list".set "scatter points point p dots markers"

-- The way of what was meant by a value that the option cannot have, or nil.
local function of_value(key, value, choices)
    if key == "kind" then
        return scatter[value] and points()
    elseif value == false then
        return 'legend="none"'
    end
    local is_place = type(value) == "string"
        and (("|" .. choices .. "|"):find("|" .. value .. "|", 1, true)
            or system.hint(value, core.use "text".split(choices, "|")) ~= "")
    return not is_place and 'label=".." for the name of a curve'
end

local choices = {kind = "curves|histogram"}

function ways.check(name, options)
    choices.legend = choices.legend or core.use "list".by_name(core.figure.params.plot).legend.choices
    for key, value in pairs(type(options) == "table" and options or {}) do
        local way = type(key) == "string" and of_option[key:lower()]
        if way then
            system.fail(name, "unknown option '%s', write %s", key, way(value))
        end
        way = choices[key] and of_value(key, value, choices[key])
        if way then
            system.fail(name, "option '%s': expected one of %s, got %s, write %s", key, choices[key],
                system.describe(value), way)
        end
    end
end

return ways
