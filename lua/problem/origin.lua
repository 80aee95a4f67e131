-- What a distribution was made from: origin.keep(dist, name, options), origin.of(dist) -> {name =, options =} or nil.
local origin = {}
local kept = setmetatable({}, {__mode = "k"})

function origin.keep(value, name, options)
    local copy = {}
    for key, item in pairs(options) do
        copy[key] = item
    end
    kept[value] = {name = name, options = copy}
end

function origin.of(value)
    return kept[value]
end

return origin
