-- Numbers keep their decimal point: os.setlocale sets everything but the category "numeric", in which files, figures
-- and what is printed would follow it. nil says that a locale cannot be had, as on a system without it.
local core = ...
local set = os.setlocale
local unset = {[""] = false, C = true, POSIX = true}

function _G.os.setlocale(locale, category)
    if locale == nil then
        return set(nil, category)
    elseif category == "numeric" then
        return unset[locale] and set(nil, "numeric") or nil
    end
    local got = set(locale, category)
    set("C", "numeric")
    return got and set(nil, category)
end

return core
