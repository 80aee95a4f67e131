-- write.lua FOLDER: writes same.py, same.R and same.c there, which compute the cases; prints what they are to print.
local folder = arg[1]
local function here(name)
    return dofile("tests/tools/host/same/" .. name .. ".lua")
end

local function read(path)
    local file <close> = assert(io.open(path))
    return file:read "a"
end

local table_of = here "cases"
for _, language in ipairs {"py", "R", "c"} do
    local text = here("in_" .. language)(table_of, read("tests/tools/host/same/same." .. language))
    local file <close> = assert(io.open(folder .. "/same." .. language, "w"))
    file:write(text)
end
here "prompt"(table_of)
