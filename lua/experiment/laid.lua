-- laid(defaults, options): over, but for the axes x and y, of which options may give some fields alone.
local core = ...
local over = core.use "over"

return function(defaults, options)
    local all = over(defaults, options)
    for _, axis in ipairs{"x", "y"} do
        if type(defaults[axis]) == "table" and type(options[axis]) == "table" then
            all[axis] = over(defaults[axis], options[axis])
        end
    end
    return all
end
