-- vec, mat, rng, math, poly: the values that scripts compute with.
local core, D = ...
local module, text = core.use "module", core.use "text"
local system, list_of = core.system, core.use "list"
local map = list_of.map

D.vec = module("vec", {
    zeros = core.vec.zeros,
    linspace = core.vec.linspace,
    geomspace = core.vec.geomspace,
}, core.vec.new)
D.pow2 = core.vec.pow2
D.math = core.math.functions
D.where = core.math.where

D.mat = module("mat", {
    new = core.mat.zeros,
    columns = core.mat.columns,
}, core.mat.new)

D.rng = module("rng", {new = core.rng.new})
local laws = {}
for name in pairs(core.dist.registry) do
    laws[name] = core.dist[name]
end
D.dist = module("dist", laws)
local methods, mean_of = system.types().dist, core.later "mean_of"
function methods.mean_of(d, m)
    return mean_of(d, m)
end
D.poly = core.poly.new

local function vec_text(v, digits)
    local cells = map(text.shown(#v, 6, 2), function(i) return i and core.text.number(v[i], digits) or ".." end)
    local count = #v > 8 and (" (%d)"):format(#v) or ""
    return "vec{" .. table.concat(cells, ", ") .. "}" .. count
end

-- The rows of a mat to be shown, as lists of cells.
local function mat_cells(m, digits)
    local lines, columns = {}, text.shown(m.cols, 5, 2)
    for k, i in ipairs(text.shown(m.rows, 12, 7)) do
        local line = {}
        for _, j in ipairs(columns) do
            line[#line + 1] = i and j and core.text.number(m[i][j], digits) or ".."
        end
        lines[k] = line
    end
    return lines
end

local function mat_text(m, digits)
    local lines = mat_cells(m, digits)
    for _, line in ipairs(lines) do
        table.insert(line, 1, "")
    end
    return ("mat %dx%d"):format(m.rows, m.cols) .. (lines[1] and "\n" .. text.align(lines) or "")
end

local powers = {[0] = "", "s"}

local function power_text(c, k)
    local power = powers[k] or "s^" .. k
    if k > 0 and math.abs(c) == 1 then
        return (c < 0 and "-" or "") .. power
    end
    return core.text.number(c, 14) .. (k > 0 and " " .. power or "")
end

local function poly_text(q)
    local terms = {}
    for i, c in ipairs(q:coefficients():table()) do
        terms[#terms + 1] = c ~= 0 and power_text(c, i - 1) or nil
    end
    return terms[1] and text.sum(terms) or "0"
end

local function dist_text(d)
    if d.dim > 1 then
        return ("dist.%s in R^%d"):format(d.name, d.dim)
    end
    local name, variance = (d.name == "mean_of" and "" or "dist.") .. d.name, d:var()
    return variance and ("%s, mean %s, variance %s"):format(name, core.text.number(d:mean(), 6),
        core.text.number(variance, 6)) or name
end

local values = {mat_cells = mat_cells}

-- The number itself, or the norm of a vec.
function values.norm(x)
    return type(x) == "number" and x or x:norm()
end

-- Whether a number, or one of a vec's, is known: not NaN.
function values.known(x)
    return list_of.any(type(x) == "number" and {x} or x:table(), function(item) return item == item end)
end

local printers = {vec = vec_text, mat = mat_text}

-- The text of a vec or mat with so many significant digits (6); nil for any other value.
function values.text(v, digits)
    local print_text = printers[system.kind(v)]
    return print_text and print_text(v, digits or 6)
end

system.printer("vec", values.text)
system.printer("mat", values.text)
system.printer("poly", poly_text)
system.printer("dist", dist_text)

return values
