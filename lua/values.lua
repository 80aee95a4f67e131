-- vec, mat, csv, rng, math: the values that scripts compute with.
local core, D = ...
local module, text = core.use "module", core.use "text"

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

core.vec.printer(function(v)
    local cells = {}
    for _, i in ipairs(text.shown(#v, 8, 3)) do
        cells[#cells + 1] = i and core.text.number(v[i], 6) or ".."
    end
    local count = #v > 11 and (" (%d)"):format(#v) or ""
    return "vec{" .. table.concat(cells, ", ") .. "}" .. count
end)

core.mat.printer(function(m)
    local lines, columns = {}, text.shown(m.cols, 7, 3)
    for k, i in ipairs(text.shown(m.rows, 12, 7)) do
        local line = {""}
        for _, j in ipairs(columns) do
            line[#line + 1] = i and j and core.text.number(m[i][j], 6) or ".."
        end
        lines[k] = line
    end
    return ("mat %dx%d"):format(m.rows, m.cols) .. (lines[1] and "\n" .. text.align(lines) or "")
end)
