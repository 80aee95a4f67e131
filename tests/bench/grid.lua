-- The grid: what an estimate takes in every setting, beside what its numbers and multiply-adds cost at d = 10, m = 1.
-- grid.rows(results), grid.summary(rows).
local markdown = dofile "tests/bench/markdown.lua"
local grid = {bar=0.8, columns={"order", "m", "d", "share", "points", "ns", "normals", "multiply_adds", "ns_per_normal",
    "expected", "ratio"}}

-- Normals and multiply-adds of an estimate: K blocks of m draws for g, m for the Jacobian unless it shares them. A draw
-- is added to its block's mean, each mean is multiplied with each point, the Jacobian (with share one of each block) by
-- f' and added to the estimate; the step multiplies twice, once for all the batch of the method with two points.
local function count(row)
    local K = 2 ^ (row.order - 1)
    local batch = row.points == 1 and 1 or 10
    local jacobians = row.share == 1 and K or 1
    row.normals = (K + (row.share == 1 and 0 or 1)) * row.m * row.d
    row.multiply_adds = row.normals + (row.points * K + jacobians + 2 / batch) * row.d
end

local function read(results)
    local rows, normal = {}, nil
    for _, r in ipairs(results) do
        local order, m, d, share, points = r.workload:match "^grid/(%d+)/(%d+)/(%d+)/(%d+)/(%d+)$"
        if order then
            local row = {order=tonumber(order), m=tonumber(m), d=tonumber(d), share=tonumber(share),
                points=tonumber(points), ns=r.best}
            count(row)
            rows[#rows + 1] = row
        elseif r.workload == "grid/normal" then
            normal = r.best
        end
    end
    return rows, normal
end

local function key(row)
    return ("%d/%d/%d"):format(row.order, row.share, row.points)
end

-- A normal costs what a block of them does; a multiply-add what is left of the cell of the same order, share and points
-- at d = 10, m = 1.
function grid.rows(results)
    local rows, normal = read(results)
    local price = {}
    for _, row in ipairs(rows) do
        if row.d == 10 and row.m == 1 then
            price[key(row)] = (row.ns - row.normals * normal) / row.multiply_adds
        end
    end
    for _, row in ipairs(rows) do
        row.ns_per_normal = row.ns / row.normals
        row.expected = row.normals * normal + row.multiply_adds * price[key(row)]
        row.ratio = row.expected / row.ns
    end
    return rows
end

-- How many cells reach the bar, by dimension, and the ratios' range there.
local function by_dimension(rows)
    local list, seen = {{"d", "cells", "within 0.8", "least ratio", "median ratio"}}, {}
    for _, row in ipairs(rows) do
        local d = seen[row.d] or {}
        if #d == 0 then
            seen[row.d] = d
            list[#list + 1] = d
        end
        d[#d + 1] = row.ratio
        d.d = row.d
    end
    for i = 2, #list do
        local d = list[i]
        table.sort(d)
        local reached = 0
        for _, ratio in ipairs(d) do
            reached = reached + (ratio >= grid.bar and 1 or 0)
        end
        list[i] = {("%d"):format(d.d), ("%d"):format(#d), ("%d"):format(reached), ("%.2f"):format(d[1]),
            ("%.2f"):format(d[(#d + 1) // 2])}
    end
    return markdown.table(list)
end

-- The n worst cells of each dimension.
local function worst(rows, n)
    local sorted, listed = table.move(rows, 1, #rows, 1, {}), {}
    table.sort(sorted, function(a, b)
        if a.d ~= b.d then
            return a.d < b.d
        end
        return a.ratio < b.ratio
    end)
    local list = {{"d", "order", "m", "share", "points", "ns", "ns per normal", "ratio"}}
    for _, r in ipairs(sorted) do
        listed[r.d] = (listed[r.d] or 0) + 1
        if listed[r.d] <= n and r.ratio < 1 then
            list[#list + 1] = {("%d"):format(r.d), ("%d"):format(r.order), ("%d"):format(r.m),
                r.share == 1 and "on" or "off", r.points == 1 and "one" or "two", markdown.number(r.ns),
                ("%.2f"):format(r.ns_per_normal), ("%.2f"):format(r.ratio)}
        end
    end
    return markdown.table(list)
end

function grid.summary(rows)
    local reached = 0
    for _, row in ipairs(rows) do
        reached = reached + (row.ratio >= grid.bar and 1 or 0)
    end
    local first = ("%d of %d cells are within %g of what their numbers and multiply-adds cost at d = 10, m = 1.")
        :format(reached, #rows, grid.bar)
    return first .. "\n\n" .. by_dimension(rows) .. "\n\nThe worst:\n\n" .. worst(rows, 3)
end

return grid
