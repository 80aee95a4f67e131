-- How an entry that is no Lua would be written, where it looks like what other languages have: "x += 1", "[1, 2, 3]",
-- "f(x) = x^2". A guess counts only where what it makes of the entry is Lua.
local core = ...
local set, lex, can_call = core.use "list".set, core.use "prompt/lex", core.use "prompt/can_call"
local of_r = core.use "prompt/of_r"

-- "function(x) return x^2 end" in the place of what a pattern finds: head, parameters, and the rest, which is the body
-- up to the end or up to a mark at which its call goes on.
local function as_function(text, pattern, is_lua)
    local head, params, rest = text:match(pattern)
    for _, split in ipairs(head and {"^(.-)()%s*;?%s*$", "^(.-)()[)}%]].*$", "^(.-)(),.*$"} or {}) do
        local body, at = rest:match(split)
        local after = body and rest:sub(at):gsub("^%s*;?%s*$", "")
        local new = body and body:find "%S" and ("%sfunction(%s) return %s end%s"):format(head, params, body, after)
        if new and is_lua(new) then
            return new
        end
    end
end

-- Each takes the text and is_lua, and gives the text as Lua would have it, or as another rewrite can go on with.
local rewrites = {}

local function add(pattern, replacement)
    rewrites[#rewrites + 1] = function(text)
        local new, n = text:gsub(pattern, replacement)
        return n > 0 and new or nil
    end
end

local operators = {["!="] = "~=", ["&&"] = " and ", ["||"] = " or ", ["**"] = "^", [":="] = "="}

local function with_operators(code)
    local new = code:gsub("([=!])==", "%1="):gsub("%s*([!&|*:][=&|*])%s*", function(pair)
        return operators[pair] and " " .. operators[pair]:match "%S+" .. " "
    end)
    return (new:gsub("%f[!=]!%s*(%f[%w_(])", "not %1"))
end

rewrites[1] = function(text)
    local parts, at = {}, 1
    for _, token in ipairs((lex(text))) do
        if token.kind == "string" then
            local quoted = text:match("^(%[=*)%[", token.from) or ""
            local after = token.from + #token.text + 2 * (#quoted + 1)
            parts[#parts + 1] = with_operators(text:sub(at, token.from - 1)) .. text:sub(token.from, after - 1)
            at = after
        end
    end
    return table.concat(parts) .. with_operators(text:sub(at))
end

rewrites[2] = of_r.translated

local declares = set "let var const auto int float double gen generate scalar"
add("^%s*(%a+)%s+([%a_][%w_]*%s*=.*)$", function(word, rest) -- let x = 3
    return declares[word] and rest
end)
add("^%s*([%a_][%w_]*)%s*%+%+%s*;?%s*$", "%1 = %1 + 1")
add("^%s*//", "--")
add("^%s*def%s+([%a_][%w_]*%s*%b())%s*:%s*(.+)$", "function %1 %2 end")
add("^%s*def%s+([%a_][%w_]*%s*%b())%s*:%s*$", "function %1")
add("^%s*if%s+(.-)%s*:%s+(.+)$", "if %1 then %2 end") -- not t:empty()
add("^%s*if%s+(.-)%s*:%s*$", "if %1 then")
add("^(%s*if%s+[%w_.]+%s*)=(%s*[^=].*)$", "%1==%2")
add("^(%s*while%s+[%w_.]+%s*)=(%s*[^=].*)$", "%1==%2")
add("^%s*while%s+(.-)%s*:%s+(.+)$", "while %1 do %2 end")
add("^%s*while%s+(.-)%s*:%s*$", "while %1 do")
add("^(%s*for%s+[%a_][%w_]*)%s+in%s+([%w_.]+)%s*:%s*([%w_.]+)%s*$", "%1 = %2, %3 do")
add("^(%s*for%s+[%a_][%w_]*)%s*=%s*([%w_.]+)%s*:%s*([%w_.]+)%s*$", "%1 = %2, %3 do")
add("^(%s*for%s+[%a_][%w_]*)%s*=%s*([%w_.]+)%s*:%s*([%w_.]+)%s+do%s(.*)$", "%1 = %2, %3 do %4")
add("^(%s*for%s+[%a_][%w_]*)%s*=%s*([%w_.]+)%s*:%s*([%w_.]+)%s+(.-)$", "%1 = %2, %3 do %4")
add("^(%s*for%s+[%a_][%w_]*)%s+in%s+([%w_.]+)%s*:%s*([%w_.]+)%s+(.-)$", "%1 = %2, %3 do %4")
add("^(.-%S)%s*%?%s*(.-)%s+:%s*(.+)$", "%1 and %2 or %3")                  -- a ? b : c
add("^(.-function[%w_%s]*%b())%s*{%s*(.-)%s*}%s*;?%s*$", "%1 %2 end")      -- braces around a body
add("^(.-function[%w_%s]*%b())%s*{%s*(.-)%s*}%s*;?%s*$", "%1 return %2 end")
add("^(.-function[%w_%s]*%b())%s*(.-)%s*end%s*$", "%1 return %2 end")      -- what a function is to return
add("^%s*([%a_][%w_]*)(%b())%s*=%s*([^=].*)$", "function %1%2 return %3 end")
add("^%s*(%-?%d+)%s*:%s*(%d+)%s*$", function(from, to)
    return ("vec.linspace(%s, %s, %d)"):format(from, to, to - from + 1)
end)

add("^(%s*[%a_][%w_]*%s*=%s*)(%-?%d+)%s*:%s*(%d+)%s*$", function(target, from, to)
    return ("%svec.linspace(%s, %s, %d)"):format(target, from, to, to - from + 1)
end)
add("^%s*if%s*(%b())%s*{%s*(.-)%s*}%s*else%s*{%s*(.-)%s*}%s*$", "if %1 then %2 else %3 end")
add("^%s*if%s*(%b())%s*{%s*(.-)%s*}%s*$", "if %1 then %2 end")

for _, pattern in ipairs {
    "^(.-)%f[%w_]lambda%s+([%w_, ]*):%s*(.+)$", "^(.-)%(([%w_, ]*)%)%s*[-=]>%s*(.+)$",
    "^(.-)%f[%w_]([%a_][%w_]*)%s*[-=]>%s*(.+)$", "^(.-)\\%(([%w_, ]*)%)%s*(.+)$",
    "^(.-)function%s*%(([%w_, ]*)%)%s*(.+)$",
} do
    rewrites[#rewrites + 1] = function(text, is_lua)
        return as_function(text, pattern, is_lua)
    end
end

-- x += 1
rewrites[#rewrites + 1] = function(text)
    local name, operator, value = text:match "^%s*([%a_][%w_.#%[%]]*)%s*([-+*/%%^])=%s*([^=].-)%s*;?%s*$"
    if name then
        return ("%s = %s %s %s"):format(name, name, operator, value:find "[^%w_.]" and "(" .. value .. ")" or value)
    end
end

-- print x
rewrites[#rewrites + 1] = function(text)
    local name, arguments = text:match "^%s*([%a_][%w_]*)%s+([%w_\"'{(#-].-)%s*;?%s*$"
    name = name and (({echo = "print", disp = "print", display = "print", printf = "print"})[name] or name)
    return name and can_call(name) and ("%s(%s)"):format(name, arguments) or nil
end

local of_brackets = core.use "prompt/brackets"
table.move(of_brackets, 1, #of_brackets, #rewrites + 1, rewrites)

-- The text with lists of lists, [[1, 2], [3, 4]], in braces: Lua takes them for a text.
local function with_lists(text)
    return (text:gsub("%b[]", function(list)
        local is_nested = list:find "^%[%[" and list:find "%]%s*,%s*%[" and not list:find "[=;]"
        return is_nested and list:gsub("%[", "{"):gsub("%]", "}") or nil
    end))
end

-- What one rewrite makes of the texts: the first that is Lua, or nil; and all that is new.
local function step(texts, seen, is_lua)
    local tries = {}
    for _, text in ipairs(texts) do
        for _, rewrite in ipairs(rewrites) do
            local new = rewrite(text, is_lua)
            if new and not seen[new] then
                if is_lua(new) then
                    return new
                end
                seen[new], tries[#tries + 1] = true, new
            end
        end
    end
    return nil, tries
end

local MOST_REWRITES = 3 -- problem.new(dim=2, g=x -> x**2)

-- The text after the fewest rewrites that make it Lua.
local function rewritten(text, is_lua)
    local nested = with_lists(text)
    if nested ~= text and is_lua(nested) then
        return nested
    end
    local assigned, n = nested:gsub("^(%s*[%a_][%w_.]*)%s*<%-%s*", "%1 = ") -- x <- 3
    if n > 0 and is_lua(assigned) then
        return of_r.translated(assigned)
    end
    local texts, seen = {assigned}, {[assigned] = true}
    for _ = 1, MOST_REWRITES do
        local found, tries = step(texts, seen, is_lua)
        if found then
            return found
        end
        texts = tries
    end
end

local no_import = 'there is no import: math and all of debias are here, require "name" loads a module of Lua'

local an_element = "t.x is a column of the table t, t.x[2] its second element"
local in_braces = "^%s*if%s*%b()%s*{.*}%s*$"
local a_loop, range = "a loop is for i = 1, 3 do .. end", "^%s*for%s.-%sin%s+range%s*%b()%s*:"

-- What cannot be rewritten.
local sentences = {
    {"^%s*import%s+delimited", 'csv.read "x.csv" reads a table'},
    {"data%.frame%s*%(", "{x=vec{1, 2}, y=vec{3, 4}} is a table"},
    {"^%s*import%s+[%w_.]+", no_import}, {"^%s*from%s+[%w_.]+%s+import%s", no_import},
    {"^%s*using%s+[%w_.]+%s*$", no_import}, {"^%s*for%s*%(", a_loop}, {range, a_loop},
    {"^%s*# ", "-- begins a comment"}, {"^[^'\"]*[%w_]%[%s*,", an_element}, {"^[^'\"{]*[%w_]%[[^]]*,%s*%]", an_element},
}

local habits = {}

-- Whether Lua would wait for more, in vain.
function habits.is_whole(text)
    return text:find(range) ~= nil or text:find(in_braces) ~= nil
end

-- ", write x = x + 1", or ""; compile as prompt/entry's.
function habits.hint(text, compile)
    for _, each in ipairs(sentences) do
        if text:find(each[1]) then
            return ", " .. each[2]
        end
    end
    local new = #text <= 500 and rewritten(text, function(code)
        local f, _, unfinished = compile(code)
        return f ~= nil or unfinished
    end)
    new = new and new:gsub("^%s+", ""):gsub("%s+$", "")
    return new and #new <= 70 and not new:find "\n" and ", write " .. new or ""
end

return habits
