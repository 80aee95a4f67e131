-- Entries: what is run at once at the prompt, an expression or statements of one line or more.
local load = load

local entry = {}

-- A variable to be closed makes the call in an expression no tail call: errors in it know their line.
local as_expression = "local __entry <close> = nil; return "

-- The entry as a function, and whether its values are to be printed; or nil, what is wrong, and whether it
-- goes on in a further line.
function entry.compile(text, name, environment)
    local function try(code)
        return load(code, name, "t", environment)
    end
    local expression, why = try(as_expression .. text)
    if expression then
        -- a second semicolon is an error: so the entry ends with one where this does not compile
        return expression, try(as_expression .. text .. "\n;") ~= nil
    end
    local statement, reason = try(text)
    if statement then
        return statement, not text:find ";%s*$"
    end
    return nil, reason, why:find "<eof>$" or reason:find "<eof>$"
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
