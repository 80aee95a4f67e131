-- fault(message, interrupted, code): what a program is told of an error in a cell: kind, message, traceback, and line
-- and column of the cell where they are known. The words of an error begin with the line.
local core = ...
local evaluate = core.use "prompt/evaluate"
local split, map = core.use "text".split, core.use "list".map

-- Where the token is that the code cannot go on with, in its line of that number; nil where there is none.
local function misplaced(lines, number, token)
    local before = table.concat(lines, "\n", 1, number - 1) .. (number > 1 and "\n" or "")
    local at, row = 0, lines[number]
    repeat
        at = row:find(token, at + 1, true)
        local f, _, unfinished = evaluate.compile(before .. row:sub(1, (at or 0) + #token - 1))
    until not at or not f and not unfinished
    return at
end

-- The column of what the message names in a line, else of its first character that is no blank.
local function column_of(lines, number, words)
    local token, row = words:match "near '(.-)'", lines[number]
    local name = words:match "%(%a+ '([%w_]+)'%)" or words:match "global '([%w_]+)'"
    local at = token and misplaced(lines, number, token)
        or name and row:find("%f[%w_]" .. name .. "%f[^%w_]") or row:find "%S" or 1
    return (utf8.len(row:sub(1, at - 1)) or at - 1) + 1
end

return function(message, interrupted, code)
    local words, trace = message:match "^(.-)\nstack traceback:\n(.*)$"
    words = words or message
    local lines, number = split(code, "\n"), tonumber(words:match "stdin:(%d+):")
    return {
        kind = interrupted and "interrupted" or "error", message = words, line = number,
        column = lines[number] and column_of(lines, number, words) or nil,
        traceback = map(trace and split(trace, "\n") or {}, function(each) return each:match "^%s*(.-)%s*$" end),
    }
end
