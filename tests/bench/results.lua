-- What was measured: results(OUT) reads the lines `PROGRAM|NAME VALUE UNIT CHECK` in the files of OUT/rounds, in the
-- order of the table of programs, and returns a list of {workload=, group=, program=, unit=, check=, best=, median=,
-- rounds=, ratio=}. The group is the workload that was asked for; ratio: best over that of the first program.
local function groups()
    local list, seen = {}, {}
    for line in io.lines "tests/bench/programs" do
        local names = line:match "^([^#|]*)|"
        for name in (names or ""):gmatch "%S+" do
            if not seen[name] then
                seen[name] = true
                list[#list + 1] = name
            end
        end
    end
    return list
end

local function median(values)
    local n = #values
    return (values[(n + 1) // 2] + values[n // 2 + 1]) / 2
end

-- The lines of one file, those of one workload and program together.
local function gather(file, group)
    local list, by_key = {}, {}
    for line in file:lines() do
        local program, name, value, unit, check = line:match "^(.-)|(%S+) (%S+) (%S+) (%S+)$"
        assert(tonumber(value), "expected PROGRAM|NAME VALUE UNIT CHECK, got " .. line)
        local key = program .. "|" .. name
        local row = by_key[key]
        if not row then
            row = {workload=name, group=group, program=program, unit=unit, check=check, values={}}
            by_key[key] = row
            list[#list + 1] = row
        end
        row.values[#row.values + 1] = tonumber(value)
    end
    return list
end

local function summarize(list)
    local first = {}
    for _, row in ipairs(list) do
        table.sort(row.values)
        row.best, row.median, row.rounds = row.values[1], median(row.values), #row.values
        first[row.workload] = first[row.workload] or row.best
        row.ratio = row.best / first[row.workload]
    end
end

return function(folder)
    local results = {}
    for _, group in ipairs(groups()) do
        local file = io.open(folder .. "/rounds/" .. group)
        if file then
            local list = gather(file, group)
            file:close()
            summarize(list)
            table.move(list, 1, #list, #results + 1, results)
        end
    end
    return results
end
