-- Entries: what is run at once at the prompt, an expression or statements of one line or more.
local core = ...
local load, last = load, core.use "prompt/last"

local entry = {}

-- A variable to be closed makes the call in an expression no tail call: errors in it know their line.
local as_expression = "local __entry <close> = nil; return "

-- Whether the error of a chunk says that something is open at its end; not that its last statement is an expression.
function entry.is_open(why)
    return why:find "<eof>$" and not why:find "syntax error near <eof>$" and not why:find "'=' expected near <eof>$"
end

-- Code that returns the values of an entry: of an expression, or of the last of its statements where that is one.
-- Second, what is wrong where it is no code; third, whether it then goes on in a further line.
local function code_of(text, try)
    local _, why = try(as_expression .. text)
    if not why then
        return as_expression .. text
    end
    local is_chunk, reason = try(text)
    if not is_chunk and (why:find "<eof>$" or entry.is_open(reason)) then
        return nil, reason, true
    end
    local before, rest, unfinished = last(text)
    if before and try(before .. as_expression .. rest) then
        return before .. as_expression .. rest
    end
    return is_chunk and text, reason, unfinished or reason and reason:find "<eof>$" ~= nil
end

-- The entry as a function, and whether its values are to be printed; or nil, what is wrong, and whether it
-- goes on in a further line.
function entry.compile(text, name, environment)
    local function try(code)
        return load(code, name, "t", environment)
    end
    local code, why, unfinished = code_of(text, try)
    if not code then
        return nil, why, unfinished
    end
    -- a second semicolon is an error: so what returns values ends with one where this does not compile
    local is_silent = code == text and text:find ";%s*$" or code ~= text and not try(code .. "\n;")
    return try(code), not is_silent
end

-- The entry as a chunk that returns its values.
function entry.chunk(text)
    local before, rest = last(text)
    return load("return " .. text) and "return " .. text or before and before .. "return " .. rest or text
end

-- A list of lines as a list of entries, each a list of its lines.
function entry.split(lines)
    local entries, open = {}, nil
    for _, line in ipairs(lines) do
        if open then
            open[#open + 1] = line
        else
            open = {line}
            entries[#entries + 1] = open
        end
        local f, _, unfinished = entry.compile(table.concat(open, "\n"), "=entry", {})
        open = (not f and unfinished) and open or nil
    end
    return entries
end

return entry
