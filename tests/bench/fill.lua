-- fill.lua OUT FILE..: puts what was measured into Markdown files, between lines `<!-- bench: WORKLOAD.. -->` and
-- `<!-- /bench -->`; the workloads grid and ranks stand for their summaries.
local results = dofile "tests/bench/results.lua"(arg[1])
local markdown = dofile "tests/bench/markdown.lua"
local grid = dofile "tests/bench/grid.lua"
local model = dofile "tests/bench/ranks_model.lua"

local function of(wanted)
    local list = {}
    for _, row in ipairs(results) do
        if wanted[row.group] then
            list[#list + 1] = row
        end
    end
    return list
end

local function filled(names)
    local wanted = {}
    for name in names:gmatch "%S+" do
        wanted[name] = true
    end
    local rows = of(wanted)
    assert(#rows > 0, "nothing was measured of " .. names)
    if wanted.grid then
        return grid.summary(grid.rows(rows))
    end
    return wanted.ranks and model.summary(model.of(rows)) or markdown.results(rows)
end

for i = 2, #arg do
    local file = assert(io.open(arg[i]))
    local text = file:read "a"
    file:close()
    text = text:gsub("(<!%-%- bench: (.-) %-%->\n).-(<!%-%- /bench %-%->)", function(first, names, last)
        return first .. filled(names) .. "\n" .. last
    end)
    file = assert(io.open(arg[i], "w"))
    file:write(text)
    file:close()
end
