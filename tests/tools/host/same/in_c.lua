-- The cases as calls of same.c.
local text = dofile "tests/tools/host/same/text.lua"

local function list_of(type, list)
    return ("(const %s[]){%s}"):format(type, text.joined(list, text.number))
end

-- A debias_option.
local function option(name, value)
    if type(value) == "table" then
        local rows = type(value[1]) == "table"
        local numbers = list_of("double", rows and text.flat(value) or value)
        return ('{"%s", .values = %s, .rows = %d, .cols = %d}'):format(name, numbers, #value, rows and #value[1] or 0)
    elseif type(value) == "string" then
        return ('{"%s", .text = "%s"}'):format(name, value)
    end
    return ('{"%s", .number = %s}'):format(name, text.number(value == true and 1 or value or 0))
end

local function options(fields)
    local list = text.fields(fields, function(key, value)
        if key ~= "step" or type(value) ~= "table" then
            return option(key, value)
        end
        local parts = {option("step", value[1]), option("schedule", value.schedule)}
        for name, number in pairs(value[2]) do
            parts[#parts + 1] = option("schedule." .. name, number)
        end
        return table.concat(parts, ", ")
    end)
    return "(const debias_option[]){" .. list .. (list == "" and "" or ", ") .. "{NULL}}"
end

local function members(fields)
    return text.fields(fields, function(key, value)
        if type(value) == "table" and type(value[1]) == "string" then
            local words = text.joined(value, function(word) return '"' .. word .. '"' end)
            return ".by_names = (const char *const[]){" .. words .. "}"
        end
        return (".%s = %s"):format(key, type(value) == "table" and list_of("double", value) or text.number(value))
    end)
end

local function settings(kind, fields)
    return ("(%s){%s}"):format(kind, members(fields))
end

local function law(d)
    return ('debias_dist_new("%s", %s, NULL)'):format(d[1], options(d[2]))
end

local function operator(op)
    return ("debias_operator_%s(%d, NULL)"):format(op[1], op[2])
end

-- Functions of the program's own come before the calls.
local functions

local function q_of(q)
    if q[1] == "poly" then
        return ("debias_polynomial(%s, %d)"):format(list_of("double", q[2]), #q[2])
    elseif q[1] == "exp" then
        return "debias_exponential()"
    end
    local name = "q" .. #functions
    functions[#functions + 1] = ([[
static int %s(void *context, size_t n, size_t gap, const double *at, double *y)
{
    (void)context, (void)gap;
    for (size_t i = 0; i < n; i++) {
        const double s = at[i];
        y[i] = %s;
    }
    return 0;
}
]]):format(name, q[2])
    return ("debias_calls(%s, NULL, 1, 1, 0)"):format(name)
end

-- A callback of rows with these arguments, whose outputs are the expressions; width: of each letter's rows.
local function callback(name, arguments, list, width)
    local names, declared, unused = {x = "x", y = "y", c = "xi", e = "eta"}, {}, {}
    for i, argument in ipairs(arguments) do
        declared[i] = "const double *" .. argument .. ", "
        unused[i] = ", (void)" .. argument
    end
    local lines = {}
    for k, expression in ipairs(list) do
        lines[k] = ("        out[r*%d + %d] = %s;"):format(#list, k - 1, text.expression(expression, function(letter, i)
            return ("%s[r*%d + %d]"):format(names[letter], width[letter], i - 1)
        end, "sqrt"))
    end
    functions[#functions + 1] = ([[
static int %s(void *context, size_t rows, %sdouble *out)
{
    (void)context%s;
    for (size_t r = 0; r < rows; r++) {
%s
    }
    return 0;
}
]]):format(name, table.concat(declared), table.concat(unused), table.concat(lines, "\n"))
end

local function own(name, o)
    local cols = o.data and #o.data[1] or o.cols or 1
    local width = {x = o.dim, y = #o.g, c = cols, e = o.law and 1 or (o.normals or 0) + (o.uniforms or 0)}
    local given = {p = text.number(#o.g)}
    for _, key in ipairs {"dim", "n", "cols", "normals", "uniforms", "outer_normals", "outer_uniforms", "l2"} do
        given[key] = o[key] and text.number(o[key])
    end
    local function call(part, arguments, list)
        if list then
            given[part] = name .. "_" .. part
            callback(given[part], arguments, list, width)
        end
    end
    call("g", {"x", "xi", "eta"}, o.g)
    call("f", {"y", "xi"}, {o.f})
    call("f_gradient", {"y", "xi"}, o.f_gradient)
    call("g_jacobian", {"x", "xi", "eta"}, o.g_jacobian and text.flat(o.g_jacobian))
    call("g_mean", {"x", "xi"}, o.g_mean)
    call("g_mean_jacobian", {"x", "xi"}, o.g_mean_jacobian and text.flat(o.g_mean_jacobian))
    call("outer", {"xi"}, o.outer_normals and {"c1", "c2"})
    if o.data then
        given.data, given.n, given.cols = list_of("double", text.flat(o.data)), #o.data, cols
    end
    given.x0 = o.x0 and list_of("double", o.x0)
    given.law = o.law and name .. "_law"
    local fields = text.fields(given, function(key, value) return ("." .. key .. " = " .. value) end)
    return ("    problem_%s = made(debias_problem_own(&(const debias_own){%s}, &error), &error);"):format(name, fields)
end

local write = {}

function write.lab(ops, q, d, m, fields)
    return ("%d, (debias_operator *[]){%s}, %s, %s, %d, %s, %s"):format(#ops, text.joined(ops, operator), q_of(q),
        law(d), #m, list_of("size_t", m), settings("debias_sampling", fields))
end

function write.expect(op, q, d, m, s)
    return ("%s, %s, %s, %s, %s"):format(operator(op), q_of(q), law(d), text.number(m), text.number(s))
end

function write.correct(q, data, fields)
    return ("%s, %d, %s, %s"):format(q_of(q), #data, list_of("double", data), settings("debias_correction", fields))
end

function write.moments(name, method, fields, sampling)
    return ('problem_%s, "%s", %s, %s'):format(name, method, options(fields), settings("debias_sampling", sampling))
end

function write.value(name, how)
    local terms = how.terms
    return ("problem_%s, %s, %d, %s, %d"):format(name, text.number(how.eps or 0), terms and #terms or 0,
        terms and list_of("uint64_t", terms) or "NULL", how.seed)
end

-- A function of a run's that puts the expressions where its last parameter points.
local function hook(parameters, out, list)
    local name = "hook" .. #functions
    local lines = {}
    for i, expression in ipairs(list) do
        lines[i] = ("    %s[%d] = %s;"):format(out, i - 1, text.expression(expression, function(letter, k)
            return ("%s[%d]"):format(letter, k - 1)
        end, "sqrt"))
    end
    local unused = text.joined(parameters, function(parameter) return "(void)" .. parameter:match "(%w+)$" end)
    functions[#functions + 1] = ("static int %s(void *context, %s)\n{\n    (void)context, %s;\n%s\n    return 0;\n}\n")
        :format(name, table.concat(parameters, ", "), unused, table.concat(lines, "\n"))
    return name
end

-- Each function's parameters, and which one it writes.
local of_hooks = {
    step = {{"uint64_t count", "double *size"}, "size"},
    m = {{"uint64_t count", "size_t *size"}, "size"},
    update = {{"size_t replicate", "uint64_t count", "const double *x", "const double *v", "double *next"}, "next"},
    metrics = {{"size_t replicate", "uint64_t count", "const double *x", "double *value"}, "value"},
}

-- The debias_hooks of a run's functions, which are taken out of the fields.
local function hooks(fields)
    local given, rest = {}, {}
    for key, value in pairs(fields) do
        local fn = type(value) == "table" and value.fn
        local list = type(fn) == "table" and {table.unpack(fn)} or {fn}
        if key == "metrics" then
            local names = {}
            list = {}
            text.fields(fn, function(name, expression)
                names[#names + 1], list[#list + 1] = '"' .. name .. '"', expression
                return ""
            end)
            given.n_metrics = #names
            given.metric_names = "(const char *const[]){" .. table.concat(names, ", ") .. "}"
        end
        if fn then
            for i, expression in ipairs(list) do
                list[i] = expression:gsub("%f[%w]t%f[%W]", "(double)count")
            end
            given[key] = hook(of_hooks[key][1], of_hooks[key][2], list)
        else
            rest[key] = value
        end
    end
    return next(given) and "&(const debias_hooks){" .. text.fields(given, function(key, value)
        return ("." .. key .. " = " .. value)
    end) .. "}" or "NULL", rest
end

function write.run(name, method, fields)
    local asked, rest = hooks(fields)
    return ('problem_%s, "%s", %s, %s'):format(name, method, options(rest), asked)
end

return function(all, prelude)
    local lines, declared, ended = {}, {}, {}
    functions = {}
    for name, o in pairs(all.own) do
        declared[#declared + 1] = "static debias_problem *problem_" .. name .. ";"
        if o.law then
            declared[#declared + 1] = "static debias_dist *" .. name .. "_law;"
            lines[#lines + 1] = ("    %s_law = %s;"):format(name, law(o.law))
            ended[#ended + 1] = ("    debias_dist_free(%s_law);"):format(name)
        end
        lines[#lines + 1] = own(name, o)
        ended[#ended + 1] = ("    debias_problem_free(problem_%s);"):format(name)
    end
    for name, made_of in pairs(all.built_in) do
        declared[#declared + 1] = "static debias_problem *problem_" .. name .. ";"
        lines[#lines + 1] = ('    problem_%s = made(debias_problem_new("%s", %s, &error), &error);'):format(name,
            made_of[1], options(made_of[2]))
        ended[#ended + 1] = ("    debias_problem_free(problem_%s);"):format(name)
    end
    for i, case in ipairs(all.cases) do
        local call = write[case[1]](table.unpack(case, 2))
        lines[#lines + 1] = ('    %s("%s", %s);'):format(case[1], text.label(all, i), call)
    end
    return table.concat({
        prelude, table.concat(declared, "\n"), table.concat(functions, "\n"),
        "int main(void)\n{\n    debias_error error;", table.concat(lines, "\n"), table.concat(ended, "\n"),
        "    return 0;\n}",
    }, "\n") .. "\n"
end
