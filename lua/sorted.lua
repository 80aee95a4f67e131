-- sorted(t): the keys of a table in order, numbers before words.
return function(t)
    local keys = {}
    for key in pairs(t) do
        keys[#keys + 1] = key
    end
    table.sort(keys, function(a, b)
        if math.type(a) and math.type(b) then
            return a < b
        elseif math.type(a) or math.type(b) then
            return math.type(a) ~= nil
        end
        return tostring(a) < tostring(b)
    end)
    return keys
end
