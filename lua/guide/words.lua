-- words(param): what an option of a parameter table means and takes, in words.
local core = ...
local pages = core.use "guide/pages"

return function(param)
    local parts = {param.meaning}
    parts[#parts + 1] = pages.takes(param)
    parts[#parts + 1] = param.unit and "in " .. param.unit
    return table.concat(parts, "; ")
end
