-- Numbers as people write them in answer to a question: 0.5, -2, 1e-3, 1/4, 2*13.7 - 15.2; and what is wrong with the
-- others.
local FORM = "write it like 0.5, -2, 1e-3, 1/4 or 2*3.5"
local BEFORE = {"about", "approximately", "approx%.?", "around", "roughly", "ca%.?", "~", "\u{2248}", "="}

-- The answer with ASCII operators (a figure's minus can be copied), without the words before a rough number.
local function plain(answer)
    local words = answer:gsub("\u{2212}", "-"):gsub("\u{2013}", "-"):gsub("\u{d7}", "*"):gsub("\u{b7}", "*")
    for _, word in ipairs(BEFORE) do
        words = words:gsub("^" .. word .. "%s*%f[%d.+-]", "")
    end
    return words
end

-- The value of an expression of numbers, + - * / ^ and parentheses, finite or not; or nil.
local function value_of(words)
    local simple = tonumber(words)
    if simple or words:find "[^%d.eE+*/^() -]" then
        return simple
    end
    local safe = words:gsub("%-%-+", function(run) return ("- "):rep(#run) end) -- "--" would begin a comment
    local f = load("return " .. safe, "=answer", "t", {})
    local done, value = pcall(f or error)
    return done and math.type(value) and value or nil
end

-- Whether it is "10-15", "10..15" or "10 to 15".
local function is_range(words)
    local low, high = words:match "^([%d.]-%d)%s*%-%s*(%d[%d.]*)$"
    return low and (tonumber(low) or 1) < (tonumber(high) or 0)
        or words:find "^[%d.]-%d%s*%.%.+%s*[%d.]+$" or words:find "%d%s+to%s+[-+]?[%d.]+$"
        or words:find "^between%s"
end

-- What to write in place of what is not read, or nil.
local function advice(words)
    local percent, comma = words:match "^([-+]?[%d.]+)%s*%%$", words:match "^[-+]?%d*,%d+$"
    local number, unit = words:match "^([-+]?[%d.]+[eE]?[-+]?%d*)%s*([%a\128-\255][%w%s\128-\255]*)$"
    if percent and tonumber(percent) then
        return ("write %g, or %s where percent is asked for"):format(tonumber(percent) / 100, percent)
    elseif comma and comma:find "^[-+]?[1-9]%d?%d?,%d%d%d$" then
        return ("write %s, or %s with a decimal point"):format(comma:gsub(",", ""), (comma:gsub(",", ".")))
    elseif comma then
        return ("write a decimal point: %s"):format((comma:gsub(",", ".")))
    elseif unit and tonumber(number) then
        return ("write the number alone, without '%s': %s"):format(unit, number)
    end
end

-- The number that the answer is; or nil, what is wrong.
return function(answer)
    local words = plain(answer)
    if is_range(words) then
        return nil, ("'%s' is a range; write one number"):format(answer)
    end
    local value = value_of(words)
    if value and value - value == 0 then
        return value
    elseif value then
        return nil, ("'%s' is not a finite number; %s"):format(answer, FORM)
    end
    return nil, ("'%s' is not a number; %s"):format(answer, advice(words) or FORM)
end
