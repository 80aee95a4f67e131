-- over(defaults [, options]): the fields of both in a new table, where both have one that of options.
return function(defaults, options)
    local all = {}
    for _, fields in ipairs {defaults, options} do
        for key, value in pairs(fields) do
            all[key] = value
        end
    end
    return all
end
