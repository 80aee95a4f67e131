-- Operations on traced values whose shapes do not fit: errors name the operation, the shapes and the user's line.
local t = dofile "tests/lua/harness/tap.lua"

local hint = " (M:dot(v) is the product of a mat and a vec)"

-- x, y, u, A, B are traced; V, M are not. An expression, or a statement in do .. end.
local cases = {
    {"x + u", "vec +: expected equal lengths, got 2 and 3"},
    {"x - u", "vec -: expected equal lengths, got 2 and 3"},
    {"x * u", "vec *: expected equal lengths, got 2 and 3"},
    {"x / u", "vec /: expected equal lengths, got 2 and 3"},
    {"x // u", "vec //: expected equal lengths, got 2 and 3"},
    {"x % u", "vec %: expected equal lengths, got 2 and 3"},
    {"x ^ u", "vec ^: expected equal lengths, got 2 and 3"},
    {"V + x", "vec +: expected equal lengths, got 3 and 2"},
    {"x + A",
        "mat +: expected equal shapes, got a vec of length 2 and a 2x2 mat" .. hint},
    {"A * x",
        "mat *: expected equal shapes, got a 2x2 mat and a vec of length 2" .. hint},
    {"A + B", "mat +: expected equal shapes, got a 2x2 mat and a 2x3 mat"},
    {"M + A", "mat +: expected equal shapes, got a 2x3 mat and a 2x2 mat"},
    {"u * M",
        "mat *: expected equal shapes, got a vec of length 3 and a 2x3 mat" .. hint},
    {"A .. x", "vec ..: expected a number, a vec or text, got a 2x2 mat"},
    {"x .. nil", "vec ..: expected a number, a vec or text, got nil"},
    {"x + nil", "vec +: expected a number, a vec or a mat, got nil"},
    {"x + {1}", "vec +: expected a number, a vec or a mat, got a table"},
    {"A % {}", "mat %: expected a number, a vec or a mat, got a table"},
    {"x:dot(u)", "vec:dot: expected shapes that fit, got a vec of length 2 and a vec of length 3"},
    {"V:dot(x)", "vec:dot: expected shapes that fit, got a vec of length 3 and a vec of length 2"},
    {"M:dot(x)", "mat:dot: expected shapes that fit, got a 2x3 mat and a vec of length 2"},
    {"A:dot(V)", "mat:dot: expected shapes that fit, got a 2x2 mat and a vec of length 3"},
    {"A:dot(B:t())", "mat:dot: expected shapes that fit, got a 2x2 mat and a 3x2 mat"},
    {"B:dot(A)", "mat:dot: expected shapes that fit, got a 2x3 mat and a 2x2 mat"},
    {"x:dot(B:t())", "vec:dot: expected shapes that fit, got a vec of length 2 and a 3x2 mat"},
    {"x:dot(3)", "vec:dot: expected a vec or a mat, got 3"},
    {"x:dot(y)", "vec:dot: expected a vec or a mat, got a traced number"},
    {"x:dot(nil)", "vec:dot: expected a vec or a mat, got nil"},
    {"where(x, u, 1)", "where: expected equal lengths, got 2 and 3"},
    {"where(x, V, 1)", "where: expected equal lengths, got 2 and 3"},
    {"where(A, x, 1)",
        "where: expected equal shapes, got a 2x2 mat and a vec of length 2" .. hint},
    {"where(x, 1, M)",
        "where: expected equal shapes, got a vec of length 2 and a 2x3 mat" .. hint},
    {"where(x,1)", "where: expected a number, a vec or a mat, got nil"},
    {"math.max(x, u)", "math.max: expected equal lengths, got 2 and 3"},
    {"math.min(V, x)", "math.min: expected equal lengths, got 3 and 2"},
    {"math.max(x, A)",
        "math.max: expected equal shapes, got a vec of length 2 and a 2x2 mat" .. hint},
    {"math.max(x, {})", "math.max: expected a number, a vec or a mat, got a table"},
    {"math.max(x, nil)", "math.max: expected a number, a vec or a mat, got nil"},
    {"math.atan(x, u)", "math.atan: expected equal lengths, got 2 and 3"},
    {"math.fmod(x, V)", "math.fmod: expected equal lengths, got 2 and 3"},
    {"math.fmod(x)",
        "math.fmod: expected at least two values, got a vec of length 2 (v:max() and v:min() look at its elements)"},
    {"math.log(x, u)", "math.log: expected equal lengths, got 2 and 3"},
    {"math.log(A, x)",
        "math.log: expected equal shapes, got a 2x2 mat and a vec of length 2" .. hint},
    {"math.max(x)",
        "math.max: expected at least two values, got a vec of length 2 (v:max() and v:min() look at its elements)"},
    {"mat{x, u}", "mat: expected rows of equal length, got 2 in the first and 3 in row 2"},
    {"mat{x, {1}}", "mat: expected rows of equal length, got 2 in the first and 1 in row 2"},
    {"mat{V, x}", "mat: expected rows of equal length, got 3 in the first and 2 in row 2"},
    {"mat.columns{x, u}", "mat.columns: expected columns of equal length, got 2 in the first and 3 in column 2"},
    {"mat{x, A}", "mat: expected numbers in row 2, got a traced 2x2 mat"},
    {"mat{{x, 1}, {2, 3}}", "mat: expected numbers in row 1, got a traced vec of length 2"},
    {"mat{{y},'a'}", "mat: expected numbers in row 2, got 'a'"},
    {"mat.columns{x, 'a'}", "mat.columns: expected numbers in column 2, got 'a'"},
    {"vec{x, 1}", "vec: expected numbers, got a traced vec of length 2 at element 1"},
    {"vec{y, 'a'}", "vec: expected numbers, got 'a' at element 2"},
    {"vec{y, nil, 1}", "vec: expected numbers, got nil at element 2"},
    {"vec{A}", "vec: expected numbers, got a traced 2x2 mat at element 1"},
    {"vec(A)", "vec: expected a list of numbers, got a 2x2 mat"},
    {"A:row(3)", "mat:row: expected a row from 1 to 2, got 3"},
    {"A:row(0)", "mat:row: expected a row from 1 to 2, got 0"},
    {"A:row(1.5)", "mat:row: expected a whole number as row, got 1.5"},
    {"A:col(3)", "mat:col: expected a column from 1 to 2, got 3"},
    {"A:col('a')", "mat:col: expected a whole number as column, got 'a'"},
    {"x:row(1)", "vec: no field 'row'"},
    {"x:t()", "vec: no field 't'"},
    {"A:sum()", "mat: no field 'sum'"},
    {"y:sum()", "number: no field 'sum'"},
    {"A:slice(1)", "mat: no field 'slice'"},
    {"V[x]", "vec []: expected a number as index of a vec of length 3, got a vec of length 2"},
    {"M[x]", "mat []: expected a number as index of a 2x3 mat, got a vec of length 2"},
    {"x:slice('a')", "vec:slice: expected a whole number as i, got 'a'"},
    {"x:slice(1.5)", "vec:slice: expected a whole number as i, got 1.5"},
    {"x:map(3)", "vec:map: expected a function, got 3"},
    {"A:map(nil)", "mat:map: expected a function, got nil"},
    {"x:map(function() return x end)",
        "vec:map: expected the function to return a number, got a traced vec of length 2 at element 1"},
    {"A:map(function() return 'a' end)", "mat:map: expected the function to return a number, got 'a' at element 1"},
    {"V:map(function() return x end)",
        "vec:map: expected the function to return a number, got a traced vec of length 2 at element 1"},
    {"do x[3] = 1 end", "vec: expected an index from 1 to 2 to write to, got 3"},
    {"do x[1] = u end", "vec: expected a number, got a traced vec of length 3"},
    {"do A[1] = u end", "mat: expected a vec of length 2, got a traced vec of length 3"},
    {"do A[3] = x end", "mat: expected a row from 1 to 2 to write to, got 3"},
    {"do y[1] = 1 end", "attempt to index a number value"},
    {"do M[1] = x .. 1 end",
        "mat: expected numbers, got a traced vec of length 3 (mat{..} of rows makes one of traced numbers)"},
    {"do V[1] = y end",
        "vec: expected a number, got a traced number (vec{..} of a list makes one of traced numbers)"},
    {"stop_gradient({})", "stop_gradient: expected a number, a vec or a mat, got a table"},
}

local names = "local x, y, u, A, B, V, M = ...\n"
for _, case in ipairs(cases) do
    local code = case[1]:find "^do " and case[1] or "local value = " .. case[1]
    local operation, why = assert(load(names .. code .. "\nreturn nil", "=user.lua")), nil
    local outside = grad(function(x)
        local A, B = mat{x, x}, mat{x .. 1, x .. 2}
        why = select(2, pcall(operation, x, x[1], x .. x[1], A, B, vec{1, 2, 3}, mat{{1, 2, 3}, {4, 5, 6}}))
        return x:sum()
    end)
    outside(vec{1, 2})
    t.equal(why, "user.lua:2: " .. case[2], case[1])
end

-- Rows are views, and a traced number finds elements and rows of traced values, as of plain ones.
local function rows(x)
    local M = mat{x, x}
    local N, list = mat(M), M:table()
    M[1][1], M[2] = 2 * x[1], M[1]
    M[2][2], list[1][2] = x[1], 0
    M:row(1)[2] = 7
    return (M:dot(x) .. N:dot(x)):dot(vec{1, 2, 4, 8})
end
local function look_up(x)
    local i = math.floor(1.5 + math.tanh(x[1]) / 2)
    return x[i] * mat{x, 2 * x}[i]:sum() * mat{{1, 2}, {3, 4}}:row(i)[2] * mat{x, x^2}:row(i)[2]
end
local x = vec{2.5, 5}
for name, f in pairs {rows=rows, look_up=look_up} do
    local p = problem.new{dim=2, outer={1}, inner={{0}}, g=f, g_mean=f, f=function(z) return z end}
    t.equal({p:objective(x)}, {f(x), 0}, name .. ": the compiled value")
    for _, row in ipairs(p:explain():rows()) do
        t.equal(row.runs, "compiled", ("%s: %s is compiled"):format(name, row.part))
    end
    t.equal(p:gradient(x), grad(f)(x), name .. ": gradients")
    t.ok(p:check(x).ok, name .. ": gradients and differences")
end
t.equal(grad(function(z) return z[2 * z[1]] end)(vec{1, 5}), vec{0, 1}, "a traced index")
t.equal(tostring(grad(function(z) return z * vec{1, 2}[z] + z end)(3)):gsub("-", ""), "nan", "an index outside")
t.done()
