-- Parts of programs: numbers, lists, expressions and what is common to languages.
local text = {}

function text.number(x)
    return ("%.17g"):format(x)
end

-- f of each item, joined.
function text.joined(list, f, between)
    local parts = {}
    for i, item in ipairs(list) do
        parts[i] = f(item, i)
    end
    return table.concat(parts, between or ", ")
end

-- f(key, value) of each field, in the order of keys.
function text.fields(fields, f)
    local keys = {}
    for key in pairs(fields) do
        keys[#keys + 1] = key
    end
    table.sort(keys)
    return text.joined(keys, function(key) return f(key, fields[key]) end)
end

-- The expression with its variables x1, c2, .. written by variable("x", 1), .., and the root by its name.
function text.expression(expression, variable, root)
    local out = expression:gsub("%f[%w]([xyvce])(%d+)", function(letter, i) return variable(letter, tonumber(i)) end)
    return (out:gsub("sqrt", root))
end

-- All numbers of a list of lists.
function text.flat(lists)
    local all = {}
    for _, list in ipairs(lists) do
        for _, x in ipairs(list) do
            all[#all + 1] = x
        end
    end
    return all
end

-- How the lines of case i begin: "12", for a problem of the caller's own "own12", where that has no derivatives
-- "plain12".
function text.label(all, i)
    local kind, name = all.cases[i][1], all.cases[i][2]
    local own = (kind == "run" or kind == "moments" or kind == "value") and all.own[name]
    return (own and (own.f_gradient and "own" or "plain") or "") .. i
end

return text
