-- What tests of runs need: over(options, more) -> options with more over them; rows(r) -> rows of all replicates
-- without their seconds.
local runs = {}

function runs.over(options, more)
    local all = {}
    for _, set in ipairs {options, more or {}} do
        for key, value in pairs(set) do
            all[key] = value
        end
    end
    return all
end

function runs.rows(r)
    local rows = r:rows{by_rep=true}
    for _, row in ipairs(rows) do
        row.seconds = nil
    end
    return rows
end

return runs
