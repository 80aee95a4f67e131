-- The forms in which plot is called: forms.options(..) -> plot's table of options.
local core = ...
local system, result, over, list = core.system, core.use "result", core.use "over", core.use "list"
local columns, laid = core.use "columns", core.use "experiment/laid"
local ways = core.use "experiment/ways"

local forms = {}

-- A vec, or a list that begins with a number.
local function is_numbers(value)
    return system.kind(value) == "vec" or columns.fault(value)
        or type(value) == "table" and math.type(rawget(value, 1)) ~= nil
end

-- Raises where an element of the list is no number.
local function check_numbers(name, values)
    for i = 1, type(values) == "table" and not columns.fault(values) and #values or 0 do
        if not math.type(values[i]) then
            system.fail("plot", "expected numbers %s, got %s at element %d", name, system.describe(values[i]), i)
        end
    end
end

-- {} or {} beside numbers: a list that holds nothing.
local function is_nothing(value)
    return type(value) == "table" and getmetatable(value) == nil and next(value) == nil
end

local function is_drawn(value)
    return system.kind(value) == "figure" or result.kind(value) ~= nil
end

-- Options of a series, which a plot of one curve takes beside those of the figure.
local of_series = list.set "label color dash marker hollow hide line lo hi floor sign fit edges base unit"

-- What a plot of one curve may be given.
local function known()
    local names = over({kind = true, bins = true}, of_series)
    for _, param in pairs(core.figure.params.plot) do
        names[param.name] = true
    end
    return names
end

-- The options split: those of the figure, those of its curve.
local function split(options)
    local figure, curve = {}, {}
    for key, value in pairs(options) do
        (of_series[key] and curve or figure)[key] = value
    end
    return figure, curve
end

local function check_lengths(x, y)
    if x and #x ~= #y then
        system.fail("plot", "x has %d value%s and y has %d", #x, #x == 1 and "" or "s", #y)
    end
end

-- The curve of y against x, or against 1, 2, ..; further series follow it.
local function of_numbers(x, y, options)
    local figure, curve = split(core.use "given"("plot", options, known()))
    result.check_added(figure)
    check_numbers("x", x)
    check_numbers("y", y)
    check_lengths(x, y)
    if figure.kind == "histogram" and x then
        system.fail("plot", "kind 'histogram' goes with one list of numbers, got two")
    elseif figure.kind == "histogram" then
        local own = core.use "experiment/histogram".options("plot", {{values = y, label = curve.label}}, figure.bins,
            function(n) return n == 1 and "value is" or "values are" end, figure.x)
        own.series[1] = over(own.series[1], curve)
        figure.kind, figure.bins = nil, nil
        return laid({y = {label = "count", whole = true}}, laid(own, figure))
    elseif figure.kind ~= nil and figure.kind ~= "curves" then
        system.wrong_choice("plot", "kind", "curves|histogram", figure.kind)
    end
    if not x and (figure.x == nil or type(figure.x) == "table") then
        figure.x = over({whole = true}, figure.x) -- 1, 2, ..
    end
    local series = {over({x = x, y = y}, curve)}
    for _, each in ipairs(type(figure.series) == "table" and figure.series or {}) do
        series[#series + 1] = each
    end
    figure.kind = nil
    return over(figure, {series = series})
end

-- The options of plot for what it was called with.
function forms.options(first, second, third)
    for _, each in pairs {first, second, third} do
        ways.check("plot", not is_numbers(each) and each)
    end
    if is_nothing(first) then
        system.fail("plot", "expected numbers, results, figures or a table of options, got an empty table")
    elseif is_drawn(first) then
        return core.use "experiment/together".plot("plot", over({first}, core.use "given"("plot", second)))
    elseif is_numbers(first) then
        if second == nil or type(second) == "table" and not is_numbers(second) and rawget(second, 1) == nil then
            return of_numbers(nil, first, second)
        elseif is_numbers(second) or type(second) == "table" and not is_drawn(second[1]) then
            return of_numbers(first, second, third)
        end
        system.fail("plot", "expected numbers y or a table of options after the first list, got "
            .. system.describe(second))
    elseif type(first) == "table" and rawget(first, 1) ~= nil then
        return core.use "experiment/together".plot("plot", first)
    elseif type(first) ~= "table" then
        system.fail("plot", "expected numbers, results, figures or a table of options, got " .. system.describe(first))
    end
    return first
end

return forms
