-- The numbers that a text states, in digits and in words, and whether they are what was computed.
local stated = {}

local words = {
    two = 2, twice = 2, three = 3, four = 4, five = 5, six = 6, eight = 8, ten = 10, half = 1 / 2, quarter = 1 / 4,
    eighth = 1 / 8, hundred = 100, hundredth = 1 / 100,
}
-- Words that leave open how much: the least and the greatest value.
local open = {hundreds = {200, 1000}, thousands = {1000, 1e5}}
local names = {"half%-samples?", "second half"} -- of things, no claims

-- The number in digits that begins at a place of the text, or nil: no part of a name such as A2; a minus is its sign
-- unless it is an operator.
local function number_at(text, at)
    local before = text:sub(at - 1, at - 1)
    local sign = before:find "[%w)]" and "" or "%-?"
    for _, form in ipairs {"%d+%.?%d*[eE][-+]?%d+", "%d+%.%d+", "%d+"} do
        local number = not before:find "[%a_]" and text:match("^" .. sign .. form, at)
        if number then
            return number
        end
    end
end

-- The number word that begins there, or nil; and the word.
local function word_at(text, at)
    local word = not text:sub(at - 1, at - 1):find "%a" and text:match("^%a+", at)
    return word and (words[word] or open[word]) and word, word
end

-- A text with # in the place of each number, and the list of these.
function stated.masked(text)
    local list, out, at = {}, {}, 1
    text = text:gsub("%s+", " ")
    for _, name in ipairs(names) do
        text = text:gsub(name, string.upper)
    end
    while at <= #text do
        local number, other = number_at(text, at), nil
        if not number then
            number, other = word_at(text, at)
        end
        list[#list + 1] = number or nil
        out[#out + 1] = number and "#" or other or text:sub(at, at)
        at = at + #(number or other or " ")
    end
    return table.concat(out), list
end

-- Whether a number that is written like this is the value: at its last digit, a word exactly or within a tenth of it.
function stated.is(written, value)
    local range, number = open[written], words[written]
    if range then
        return value >= range[1] and value < range[2]
    elseif number then
        return math.abs(value / number - 1) <= 0.1
    end
    local mantissa, exponent = written:match "^([^eE]*)([eE]?.*)$"
    local decimals = #(mantissa:match "%.(%d*)" or "")
    local form = ("%%.%d%s"):format(decimals, exponent ~= "" and "e" or "f")
    return tonumber(form:format(value)) == tonumber(written)
end

return stated
