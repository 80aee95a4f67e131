-- How the moments of sampled estimates print: {mean=, se=, ..} stays a plain table, its text shows means to the digits
-- that their standard errors allow. Returns mark(t), which gives t that text.
local core = ...
local text, norm = core.use "text", core.use "experiment/option".norm

local function at(value, i)
    return type(value) == "number" and value or value[i]
end

local shown = {"mean", "se", "bias", "exact", "sd", "var", "kurtosis"}

local function columns_of(t)
    local names = {}
    for _, name in ipairs(shown) do
        names[#names + 1] = t[name] ~= nil and name or nil
    end
    return names
end

local function line(t, names, i, vector)
    local cells = {vector and tostring(i) or nil}
    for _, name in ipairs(names) do
        local value, exact = at(t[name], i), name == "mean" or name == "bias" or name == "se"
        cells[#cells + 1] = exact and core.text.matched(value, at(t.se, i)) or text.cell(value, 4)
    end
    return cells
end

local function body(t)
    local names, vector = columns_of(t), type(t.mean) ~= "number"
    local lines = {{vector and "coordinate" or nil, table.unpack(names)}}
    if not vector then
        lines[1] = names
    end
    for _, i in ipairs(text.shown(vector and #t.mean or 1, 12, 7)) do
        local gap = {}
        for k = 1, #names + 1 do
            gap[k] = "..."
        end
        lines[#lines + 1] = i and line(t, names, i, vector) or gap
    end
    return text.align(lines)
end

local function footer(t)
    local parts = {("%s estimates"):format(text.cell(t.reps))}
    if t.bias_norm then
        parts[#parts + 1] = "norm of the bias " .. text.cell(t.bias_norm, 3)
    end
    if t.bias and math.abs(norm(t.bias)) <= norm(t.rounding) then
        parts[#parts + 1] = "no bias but rounding"
    end
    if t.cost then
        parts[#parts + 1] = ("one takes %s samples (%s outer, %s g, %s Jacobian)"):format(text.cell(t.cost.samples),
            text.cell(t.cost.outer), text.cell(t.cost.g), text.cell(t.cost.jac))
    elseif t.draws then
        parts[#parts + 1] = ("one takes %s draws"):format(text.cell(t.draws))
    end
    if t.tail then
        parts[#parts + 1] = "Pareto k of their tail " .. text.cell(t.tail, 2)
    end
    return table.concat(parts, "; ")
end

local meta = {__name = "moments"}

function meta.__tostring(t)
    return body(t) .. "\n" .. footer(t) .. (t.warning and "\nwarning: " .. t.warning or "")
end

return function(t)
    return setmetatable(t, meta)
end
