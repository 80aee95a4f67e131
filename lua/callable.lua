-- callable(value): whether it can be called.
return function(value)
    local meta = type(value) ~= "userdata" and getmetatable(value)
    return type(value) == "function" or type(meta) == "table" and rawget(meta, "__call") ~= nil
end
