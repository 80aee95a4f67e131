-- The gallery: draws figure NAME into plots/ and prints its part of plots/README.md; without a name prints the top.
local name = ...
local cells = dofile(arg[0]:match "^.*/" .. "cells.lua")

-- Text that means in Markdown what it says.
local function escape(text)
    return (text:gsub("[|*<]", "\\%0"))
end

local function print_table(rows, columns)
    print("| " .. table.concat(columns, " | ") .. " |")
    print("|" .. ("---|"):rep(#columns))
    for _, line in ipairs(cells.rows(rows, columns, escape)) do
        print("| " .. table.concat(line, " | ") .. " |")
    end
end

if not name then
    print("# Gallery\n\nWritten by `make gallery`: every figure from a fresh run, what to see in it, and the numbers "
        .. "behind it (`figure\"1a\":rows()`).")
    return
end

local f = figure(name)
f:save(("plots/%s.pdf"):format(name))
f:save(("plots/%s.png"):format(name))
local title = io.open(("plots/%s.lua"):format(name)):read "l":gsub("^%-%- ", ""):gsub("%.$", "")
print(("\n## %s\n\n![%s](%s.png)\n\n%s ([PDF](%s.pdf))\n"):format(cells.marked(title, escape), title, name,
    cells.marked(f:caption(), escape), name))
local rows, columns = f:rows()
if columns[1] ~= "series" then -- points are in f:csv()
    print_table(rows, columns)
end
