-- Characters that come along with text copied from web pages and PDF files, and which are no Lua.
local NAMES = {
    ["\u{A0}"] = "a no-break space: type a space", ["\u{202F}"] = "a no-break space: type a space",
    ["\u{200B}"] = "an invisible space: remove it", ["\u{FEFF}"] = "an invisible mark: remove it",
    ["\u{201C}"] = 'a curly quote: type "', ["\u{201D}"] = 'a curly quote: type "',
    ["\u{201E}"] = 'a curly quote: type "',
    ["\u{2018}"] = "a curly quote: type '", ["\u{2019}"] = "a curly quote: type '",
    ["\u{2212}"] = "a minus sign of print: type -", ["\u{2013}"] = "a dash: type -", ["\u{2014}"] = "a dash: type -",
    ["\u{D7}"] = "a multiplication sign: type *", ["\u{2026}"] = "an ellipsis: type ...",
}

-- What is wrong with the text whose error is about a byte that no Lua begins with, ", a curly quote: .."; or "".
return function(text, why)
    local byte = tonumber(why:match "near '<\\(%d+)>'")
    for character in text:gmatch "[\xC2-\xF4][\x80-\xBF]*" do
        if character:byte() == byte and NAMES[character] then
            return ", " .. NAMES[character]
        end
    end
    return ""
end
