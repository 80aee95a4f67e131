-- What tests of runs need: rows(r) -> rows of all replicates without their seconds; apart(a, b): how far their points
-- are.
local runs = {}

function runs.rows(r)
    local rows = r:rows{by_rep=true}
    for _, row in ipairs(rows) do
        row.seconds = nil
    end
    return rows
end

-- The largest distance of two points of one replicate, of mats with a row each.
function runs.apart(a, b)
    local most = 0
    for i = 1, a.rows do
        most = math.max(most, (a[i] - b[i]):norm())
    end
    return most
end

return runs
