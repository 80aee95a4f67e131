-- What several captions share: counts in words, and numbers that keep their last digits.
local counts = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

local function count(n)
    return counts[n] or ("%d"):format(n)
end

local function plural(n, noun)
    return n == 1 and noun or noun .. "s"
end

local words = {}

-- "five curves", "one curve"
function words.count(n, noun)
    return count(n) .. " " .. plural(n, noun)
end

-- n of all: "all four pairs", "both pairs", "three of the four pairs", "none of the four pairs"
function words.share(n, all, noun)
    if n == all then
        local whole = all == 1 and "the only" or all == 2 and "both" or "all " .. count(all)
        return whole .. " " .. plural(all, noun)
    end
    return ("%s of the %s"):format(n == 0 and "none" or count(n), words.count(all, noun))
end

-- That many significant digits, zeros too: 1.50, 6.0, 12
function words.number(x, digits)
    return (("%#.{}g"):gsub("{}", digits):format(x):gsub("%.$", ""))
end

-- The beginning of a sentence.
function words.sentence(text)
    return (text:gsub("^%l", string.upper))
end

return words
