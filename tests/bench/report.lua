-- report.lua OUT: from the rounds in OUT/rounds the tables OUT/bench.csv (a row per workload and program) and
-- OUT/grid.csv, the figures OUT/bench.pdf and, where an MPI is, OUT/ranks.pdf, also as .png, and on the screen the
-- tables in Markdown.
local out = arg[1]
local results = dofile "tests/bench/results.lua"(out)
local markdown = dofile "tests/bench/markdown.lua"
local grid = dofile "tests/bench/grid.lua"
local model = dofile "tests/bench/ranks_model.lua"

local function write_csv(path, columns, rows)
    local file = assert(io.open(path, "w"))
    file:write(table.concat(columns, ","), "\n")
    for _, row in ipairs(rows) do
        local cells = {}
        for i, name in ipairs(columns) do
            local value = row[name]
            cells[i] = type(value) == "number" and ("%.6g"):format(value) or value
        end
        file:write(table.concat(cells, ","), "\n")
    end
    file:close()
end

local function where(keep)
    local list = {}
    for _, row in ipairs(results) do
        if keep(row) then
            list[#list + 1] = row
        end
    end
    return list
end

-- Where a workload stands in the figure; of variants the first is shown.
local place = {normals=0, w1=1, w2=2, w3=3, w4x128=4, w5=5}

-- A series of ratios per program, each a little beside the others.
local function ratios(rows)
    local series, by_program = {}, {}
    for _, row in ipairs(rows) do
        if place[row.workload] and row.program ~= "product" and row.program ~= "built-in" then
            local i = by_program[row.program] or #series + 1
            by_program[row.program] = i
            local s = series[i] or {label=row.program, x={}, y={}, line=false}
            series[i] = s
            s.x[#s.x + 1], s.y[#s.y + 1] = place[row.workload] + 0.1 * (i % 5 - 2), row.ratio
        end
    end
    return series
end

local function draw_ratios(rows)
    local series = ratios(rows)
    table.insert(series, 1, {label="product", x={-0.5, 5.5}, y={1, 1}, marker="none", color="black"})
    return plot{
        x={label="0: normals, 1 to 5: W1 to W5", min=-0.5, max=5.5}, y={label="time over the product's", scale="log"},
        series=series, legend="below",
    }
end

local timed = where(function(row) return row.group ~= "grid" end)
write_csv(out .. "/bench.csv", {"workload", "program", "best", "median", "rounds", "unit", "ratio", "check"}, timed)
print(markdown.results(where(function(row) return row.group ~= "grid" and row.group ~= "ranks" end)))
if #timed > 0 then
    local figure = draw_ratios(timed)
    figure:save(out .. "/bench.pdf")
    figure:save(out .. "/bench.png")
end
local cells = grid.rows(where(function(row) return row.group == "grid" end))
if #cells > 0 then
    write_csv(out .. "/grid.csv", grid.columns, cells)
    print("\n" .. grid.summary(cells))
end
local ranks = where(function(row) return row.group == "ranks" end)
if #ranks > 0 then
    local many = model.of(ranks)
    print("\n" .. model.summary(many))
    if many.curves then
        local figure = model.draw(many)
        figure:save(out .. "/ranks.pdf")
        figure:save(out .. "/ranks.png")
    end
end
print(("\n%s: bench.csv, grid.csv, bench.pdf, bench.png, ranks.pdf, ranks.png"):format(out))
