-- What a file of this program holds, of what runs, sweeps and values write: holds.other(content, kind) says it where
-- it is not that kind, else nil.
local holds = {}

-- The kinds by fields that no other has.
local kinds = {
    run = {"a run", "means", "by_rep"}, sweep = {"a sweep", "sweep", "rows"},
    value = {"a value", "state", "asked", "rows"},
}

local function has(content, fields)
    for i = 2, #fields do
        if content[fields[i]] == nil then
            return false
        end
    end
    return true
end

function holds.other(content, kind)
    for name, fields in pairs(kinds) do
        if name ~= kind and type(content) == "table" and has(content, fields) then
            return ("it holds %s, not %s"):format(fields[1], kinds[kind][1])
        end
    end
    return nil
end

return holds
