-- The demos that this program does not run itself: notebooks, jobs of clusters, and examples of the C library.
local core = ...
local system, map = core.system, core.use "list".map
local folder = "demos/"

local others = {}

-- What a file with such an ending is, in words that people search for.
local kinds = {
    ipynb = "notebook Jupyter", sbatch = "cluster job Slurm sbatch",
    c = "C library", py = "Python numpy ctypes library", R = "R library",
}

local function ending_of(path)
    return path:match "%.(%a+)$"
end

-- The first sentence of a text whose lines begin with the marks of comments, or the title of a notebook.
local function summary(path)
    local source = system.source(path)
    if ending_of(path) == "ipynb" then
        return source:match '"# (.-)\\n"' .. " (notebook)"
    end
    local words = {}
    for line in source:gsub("^#![^\n]*\n", ""):gmatch '[/*#" ]*([^\n]*)\n' do
        if line == "" then
            break
        end
        words[#words + 1] = line
    end
    local text = table.concat(words, " ")
    return text:match "^(.-)%. " or (text:gsub("[.:]$", ""))
end

-- {{name = "c/bias.c", summary =, words =}, ..} in the order of the names.
function others.list()
    return map(system.files(folder), function(path)
        local kind = kinds[ending_of(path)]
        return kind and {name = path:sub(#folder + 1), summary = summary(path), words = kind}
    end)
end

-- The path of the one with this name, or nil.
function others.path(name)
    local path = folder .. tostring(name)
    return kinds[ending_of(path)] and system.source(path) and path
end

return others
