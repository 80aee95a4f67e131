-- The cases as calls of same.R.
local text = dofile "tests/tools/host/same/text.lua"

-- Rows of numbers are columns of R's matrices.
local function literal(value)
    if type(value) == "table" and type(value[1]) == "table" then
        return ("matrix(%s, nrow = %d)"):format(literal(text.flat(value)), #value[1])
    elseif type(value) == "table" then
        return "c(" .. text.joined(value, literal) .. ")"
    elseif type(value) == "boolean" then
        return value and "TRUE" or "FALSE"
    end
    return type(value) == "string" and ('"%s"'):format(value) or text.number(value)
end

-- Functions of a run.
local function hook(key, fn)
    local function written(expression)
        return text.expression(expression, function(letter, i) return ("%s[%d]"):format(letter, i) end, "sqrt")
    end
    if key == "update" then
        return "function(x, v, t, replicate) c(" .. text.joined(fn, written) .. ")"
    elseif key == "metrics" then
        return "list(" .. text.fields(fn, function(name, value)
            return ("%s = function(x) %s"):format(name, written(value))
        end) .. ")"
    end
    return "function(t) " .. fn
end

local arguments
function arguments(fields)
    return text.fields(fields, function(key, value)
        if type(value) == "table" and value.fn then
            return key .. " = " .. hook(key, value.fn)
        elseif key == "step" and type(value) == "table" then
            local rest = next(value[2]) and ", " .. arguments(value[2]) or ""
            return ('step = schedule("%s", %s%s)'):format(value.schedule, text.number(value[1]), rest)
        end
        return key .. " = " .. literal(value)
    end)
end

-- The same after others, or nothing.
local function more(fields)
    return next(fields) and ", " .. arguments(fields) or ""
end

local function law(d)
    return ('dist("%s", %s)'):format(d[1], arguments(d[2]))
end

local function operator(op)
    return ("operator_%s(%d)"):format(op[1], op[2])
end

local function q_of(q)
    if q[1] == "poly" then
        return "polynomial(" .. literal(q[2]) .. ")"
    end
    return q[1] == "exp" and "exponential()" or ("q_calls(function(s) %s)"):format(q[2])
end

local names = {x = "x", y = "y", c = "xi", e = "eta"}
local function variable(letter, i)
    return ("%s[%d, ]"):format(names[letter], i)
end

local function rows(list)
    return "rbind(" .. text.joined(list, function(expression)
        return text.expression(expression, variable, "sqrt")
    end) .. ")"
end

local function own(o)
    local options = {}
    local function add(name, value, words)
        if value then
            options[#options + 1] = name .. " = " .. (words or literal(value))
        end
    end
    for _, name in ipairs {"dim", "n", "cols", "normals", "uniforms", "outer_normals", "outer_uniforms", "l2", "x0"} do
        add(name, o[name])
    end
    local function call(name, parameters, list)
        add(name, list, list and ("function(%s) %s"):format(parameters, rows(list)))
    end
    add("p", #o.g)
    add("data", o.data, o.data and "t(" .. literal(o.data) .. ")")
    add("law", o.law, o.law and law(o.law))
    add("outer", o.outer_normals, "function(numbers) numbers")
    call("g", "x, xi, eta", o.g)
    call("f", "y, xi", {o.f})
    call("f_gradient", "y, xi", o.f_gradient)
    call("g_jacobian", "x, xi, eta", o.g_jacobian and text.flat(o.g_jacobian))
    call("g_mean", "x, xi", o.g_mean)
    call("g_mean_jacobian", "x, xi", o.g_mean_jacobian and text.flat(o.g_mean_jacobian))
    return "problem_own(" .. table.concat(options, ", ") .. ")"
end

local write = {}

function write.lab(ops, q, d, m, settings)
    return ("list(%s), %s, %s, %s%s"):format(text.joined(ops, operator), q_of(q), law(d), literal(m), more(settings))
end

function write.expect(op, q, d, m, s)
    return ("%s, %s, %s, %s, %s"):format(operator(op), q_of(q), law(d), text.number(m), text.number(s))
end

function write.correct(q, data, settings)
    return ("%s, %s%s"):format(q_of(q), literal(data), more(settings))
end

function write.moments(name, method, options, settings)
    return ('problems$%s, "%s"%s%s'):format(name, method, more(options), more(settings))
end

function write.value(name, how)
    return ("problems$%s%s"):format(name, more(how))
end

function write.run(name, method, options)
    return ('problems$%s, "%s"%s'):format(name, method, more(options))
end

return function(all, prelude)
    local lines = {prelude, "problems <- list()"}
    for name, o in pairs(all.own) do
        lines[#lines + 1] = ("problems$%s <- %s"):format(name, own(o))
    end
    for name, made_of in pairs(all.built_in) do
        lines[#lines + 1] = ('problems$%s <- problem("%s"%s)'):format(name, made_of[1], more(made_of[2]))
    end
    for i, case in ipairs(all.cases) do
        local call = write[case[1]](table.unpack(case, 2))
        lines[#lines + 1] = ('show_%s("%s", %s)'):format(case[1], text.label(all, i), call)
    end
    return table.concat(lines, "\n") .. "\n"
end
