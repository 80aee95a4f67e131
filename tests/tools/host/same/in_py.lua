-- The cases as calls of same.py.
local text = dofile "tests/tools/host/same/text.lua"

local function literal(value)
    if type(value) == "table" then
        return "[" .. text.joined(value, literal) .. "]"
    elseif type(value) == "boolean" then
        return value and "True" or "False"
    end
    return type(value) == "string" and ('"%s"'):format(value) or text.number(value)
end

-- Functions of a run.
local function hook(key, fn)
    local function written(expression)
        return text.expression(expression, function(letter, i) return ("%s[%d]"):format(letter, i - 1) end, "np.sqrt")
    end
    if key == "update" then
        return "lambda x, v, t, _: [" .. text.joined(fn, written) .. "]"
    elseif key == "metrics" then
        return "{" .. text.fields(fn, function(name, value)
            return ('"%s": lambda x: %s'):format(name, written(value))
        end) .. "}"
    end
    return "lambda t: " .. fn
end

local arguments
function arguments(fields)
    return text.fields(fields, function(key, value)
        if type(value) == "table" and value.fn then
            return key .. "=" .. hook(key, value.fn)
        elseif key == "step" and type(value) == "table" then
            return ('step=debias.schedule("%s", %s, **dict(%s))'):format(value.schedule, text.number(value[1]),
                arguments(value[2]))
        end
        return key .. "=" .. literal(value)
    end)
end

local function law(d)
    return ('debias.Dist("%s", %s)'):format(d[1], arguments(d[2]))
end

local function operator(op)
    return ('operator("%s", %d)'):format(op[1], op[2])
end

local function q_of(q)
    if q[1] == "poly" then
        return "debias.Function.polynomial(" .. literal(q[2]) .. ")"
    end
    return q[1] == "exp" and "debias.Function.exp()"
        or "debias.Function(lambda s: " .. q[2]:gsub("sqrt", "np.sqrt") .. ")"
end

local names = {x = "x", y = "y", c = "xi", e = "eta"}
local function variable(letter, i)
    return ("%s[:, %d]"):format(names[letter], i - 1)
end

local function columns(list)
    return "columns(xi, " .. text.joined(list, function(expression)
        return text.expression(expression, variable, "np.sqrt")
    end) .. ")"
end

local function own(o)
    local p, options = #o.g, {"dim=" .. o.dim, "p=" .. #o.g}
    local function add(name, value, ...)
        if value then
            options[#options + 1] = name .. "=" .. (select("#", ...) > 0 and string.format(...) or literal(value))
        end
    end
    for _, name in ipairs {"data", "n", "cols", "normals", "uniforms", "outer_normals", "outer_uniforms", "l2", "x0"} do
        add(name, o[name])
    end
    add("law", o.law, "%s", o.law and law(o.law))
    add("outer", o.outer_normals, "lambda numbers: numbers")
    add("f_gradient", o.f_gradient, "lambda y, xi: %s", o.f_gradient and columns(o.f_gradient))
    local function jacobian(name, parameters)
        add(name, o[name], "lambda %s: %s.reshape(-1, %d, %d)", parameters,
            o[name] and columns(text.flat(o[name])) or "", p, o.dim)
    end
    jacobian("g_jacobian", "x, xi, eta")
    jacobian("g_mean_jacobian", "x, xi")
    add("g_mean", o.g_mean, "lambda x, xi: %s", o.g_mean and columns(o.g_mean))
    return ("debias.Problem.own(lambda x, xi, eta: %s, lambda y, xi: %s[:, 0], %s)"):format(columns(o.g), columns{o.f},
        table.concat(options, ", "))
end

local write = {}

function write.lab(ops, q, d, m, settings)
    return ("[%s], %s, %s, %s, %s"):format(text.joined(ops, operator), q_of(q), law(d), literal(m), arguments(settings))
end

function write.expect(op, q, d, m, s)
    return ("%s, %s, %s, %s, %s"):format(operator(op), q_of(q), law(d), text.number(m), text.number(s))
end

function write.correct(q, data, settings)
    return ("%s, %s, %s"):format(q_of(q), literal(data), arguments(settings))
end

function write.moments(name, method, options, settings)
    return ('problem["%s"], "%s", %s, **dict(%s)'):format(name, method, arguments(settings), arguments(options))
end

function write.value(name, how)
    return ('problem["%s"], %s'):format(name, arguments(how))
end

function write.run(name, method, options)
    return ('problem["%s"], "%s", %s'):format(name, method, arguments(options))
end

return function(all, prelude)
    local lines = {prelude, "\nproblem = {}"}
    for name, o in pairs(all.own) do
        lines[#lines + 1] = ('problem["%s"] = %s'):format(name, own(o))
    end
    for name, made_of in pairs(all.built_in) do
        lines[#lines + 1] = ('problem["%s"] = debias.Problem("%s", %s)'):format(name, made_of[1], arguments(made_of[2]))
    end
    for i, case in ipairs(all.cases) do
        local call = write[case[1]](table.unpack(case, 2))
        lines[#lines + 1] = ('%s("%s", %s)'):format(case[1], text.label(all, i), call)
    end
    return table.concat(lines, "\n") .. "\n"
end
