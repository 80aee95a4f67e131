-- Vectors, matrices, mathematics.
return {
    vec = {
        summary = "a vector of numbers, with elementwise arithmetic",
        usage = {"vec{1, 2, 3}", "vec(v)", "vec(x)"},
        text = [[
v[i] reads and writes, i = 1 .. #v; past the end it reads nil, so that ipairs(v) works, and writing there is an error.
+ - * / // % ^ and unary minus work elementwise on two vecs of one length and on a vec and a number, with the bits of
Lua's own arithmetic. a .. b joins vecs and numbers to a longer vec; with a string it gives text. a == b compares the
values. A vec of length 1 may be given for a number, and a number for it.]],
        returns = "a vec: a copy of the list or vec, or a vec of length 1 for a number",
        errors = "an element that is not a number; vecs of different lengths",
        example = [[
            v = vec{1, 2, 3}
            2*v + v:mean(), v:dot(v), 0 .. v
            --> vec{4, 6, 8}	14.0	vec{0, 1, 2, 3}]],
        see = {"mat", "math", "vec.linspace", "vec:map"},
    },
    groups = {
        words = {"group by", "grouped data", "long format", "long form", "hierarchical", "multilevel data",
            "repeated measures", "panel data", "ragged", "clusters", "clustered", "per person", "random effects"},
        summary = "a long table (id, value) as rows by id: for problem.new, and for correct",
        usage = "groups(ids, values [, {order=}])",
        params = "options.groups",
        text = [[
A table in long form has a row for each measurement: an id (person, problem, school) and a value. groups(ids, values)
are its rows by id: ids is a vec, a list of numbers or a list of strings, such as a column of csv.read; values a vec or
list of numbers, a mat of rows, or columns {a=vec, b=mat} by name. Groups may have any number of rows, which need not
be together. They are in the order of their ids, numbers by size and texts byte by byte, or in that of order=, which
has all ids. g.ids, #g, g:count() and g:means() say what is in it.

problem.new{inner=g, ..}: an inner draw is a row of the outer sample's group, with replacement: a number, a vec, or a
table {a=, b=} by name. The i-th outer sample has the i-th group: a table of people in any order goes with groups(t.id,
t.value, {order=people.id}). Without outer, xi is the id, or the group's number where ids are texts. F, gradient and
minimizer are exact: the law of each group is finite.

correct(q, value, {by=id}), or correct(q, g): the mean over groups of q(the group's mean) is biased where q bends, for
each mean is of few rows. The bias is taken off within each group, by the operator on the group's own rows; groups are
averaged. Neither the order of rows nor that of groups changes a bit. A group of fewer rows than the operator has
blocks keeps its plug-in: the column kept counts them, and the print says that their share of the bias is left. Up to
1000 groups of many rows have 100 random splits each, more groups fewer, at least 10: what is left to chance averages
out.

Groups are the independent units: se is the standard deviation of their corrected values over the root of their number;
with one group there is none. The target is the mean over all groups like these, of which they are a sample. Where q is
exp, and values skewed for it, se to either side, times Student's t for one degree of freedom less than groups, holds
the truth for 89% of tables of 5 groups of 5 normal rows and 90% of 20 groups.

Verdict: with P the plug-ins, R what is taken off and V = P - R, the bias^2 saved is (mean R)^2 minus its noise, the
variance added (var V - var P) over the number of groups. "helps" and "hurts": the difference is more than its 95%
uncertainty over groups and 1% of the mean square error, no single groups decide (the tail), and trials confirm it:
2000 groups of the same sizes (fewer of large ones), drawn with replacement from the rows of each group, from laws with
rows of all groups mixed in until their means scatter as the groups' own means are estimated to, and from all rows
alike. "no difference": anything else, and the print says why.

Measured for 9 smooth, kinked and wiggling q, normal, skewed and two-valued rows, 3 to 30 groups of 2 to 10 rows (324
settings, 100 tables each): in 318 of them "helps" and "hurts" are each false for at most 5% of the tables, in the
others for at most 15%: 3 to 5 groups, or groups of two or three rows where q bends or jumps within the error of their
means. The trials were chosen on these settings; of 115 others, drawn at random with other q and laws and up to 100
groups of up to 40 rows, the worst had 3%. Where the correction truly helps, "helps" is said of few tables: for smooth q
of 1% with 3 groups, 14% with 10 and 28% with 30.]],
        returns = "groups",
        errors = "ids of another number than rows, of two kinds, or NaN; NaN in values (the row and its group are "
            .. "named); columns of different lengths; order without an id, with one twice or one that no row has",
        example = [[
            id = {"ann", "bob", "ann", "eva", "bob", "eva", "ann", "bob"}
            value = {1.5, -0.5, 0.2, 2.5, 0.4, 1.1, -1, 1.9}
            g = groups(id, value)
            g
            --> groups: 3 groups of 2 to 3 rows, 8 rows
            g:count(), g:means()
            --> vec{3, 3, 2}	vec{0.233333, 0.6, 1.8}
            correct(function(s) return math.max(s, 0) end, value, {by=id})
            --> operator  blocks  value    removed    se       saved      added  verdict
            --> ...
            p = problem.new{dim=1, inner=g, g=function(x, i, eta) return eta - x[1] end,
              f=function(y) return math.logcosh(y) end}
            p:minimizer()
            --> vec{0.824298}	0.20188659860009]],
        see = {"correct", "correct:groups", "problem.new", "pass@k", "csv.read"},
    },
    ["groups:count"] = {
        summary = "how many rows each group has",
        usage = "g:count()",
        returns = "a vec of length #g",
        errors = "none of its own",
        example = [[
            groups({3, 1, 3}, {5, 6, 7}):count()
            --> vec{1, 2}]],
        see = {"groups", "groups:means"},
    },
    ["groups:means"] = {
        summary = "the mean of each group's rows",
        usage = "g:means()",
        returns = "a vec of length #g; a mat where rows have several numbers, its columns in the order of names",
        errors = "none of its own",
        example = [[
            groups({3, 1, 3}, {5, 6, 7}):means()
            --> vec{6, 6}]],
        see = {"groups", "groups:count"},
    },
    ["vec.zeros"] = {
        summary = "n zeros",
        usage = "vec.zeros(n)",
        returns = "a vec of length n >= 0",
        errors = "n that is not a whole number >= 0",
        example = [[
            vec.zeros(3)
            --> vec{0, 0, 0}]],
        see = {"vec", "vec.linspace"},
    },
    ["vec.linspace"] = {
        summary = "n equally spaced numbers from a to b, both included",
        usage = "vec.linspace(a, b, n)",
        returns = "a vec of length n >= 1",
        errors = "a, b or n that are not finite numbers; n < 1",
        example = [[
            vec.linspace(0, 1, 5)
            --> vec{0, 0.25, 0.5, 0.75, 1}]],
        see = {"vec.geomspace", "pow2"},
    },
    ["vec.geomspace"] = {
        summary = "n numbers with equal ratios from a to b, both included",
        usage = "vec.geomspace(a, b, n)",
        returns = "a vec of length n >= 1",
        errors = "a or b zero, or of different signs",
        example = [[
            vec.geomspace(1, 1000, 4)
            --> vec{1, 10, 100, 1000}]],
        see = {"vec.linspace", "pow2"},
    },
    pow2 = {
        summary = "a, 2a, 4a, .. up to b",
        usage = "pow2(a, b)",
        returns = "a vec",
        errors = "not 0 < a <= b",
        example = [[
            pow2(1, 32)
            --> vec{1, 2, 4, 8, 16, 32}]],
        see = {"vec.geomspace"},
    },
    ["vec:dot"] = {
        summary = "the product with a vec or a mat",
        usage = {"v:dot(w)", "v:dot(M)"},
        returns = "sum of v[i]*w[i], a number; or the vec of length M.cols whose j-th element is v:dot(M:col(j))",
        errors = "lengths that do not fit",
        example = [[
            vec{1, 2, 3}:dot(vec{1, 0, 2})
            --> 7.0]],
        see = {"mat:dot"},
    },
    ["vec:norm"] = {
        summary = "the Euclidean length",
        usage = "v:norm()",
        returns = "a number, without overflow or underflow on the way",
        errors = "a call with a dot in place of the colon",
        example = [[
            vec{3, 4}:norm()
            --> 5.0]],
        see = {"vec:dot", "vec:sum"},
    },
    ["vec:sum"] = {
        summary = "the sum of the elements, from the first to the last",
        usage = "v:sum()",
        returns = "a number, 0 for an empty vec",
        errors = "a call with a dot in place of the colon",
        example = [[
            vec{1, 2, 6}:sum()
            --> 9.0]],
        see = {"vec:mean", "vec:dot"},
    },
    ["vec:mean"] = {
        summary = "the mean of the elements",
        usage = "v:mean()",
        returns = "a number, NaN for an empty vec",
        errors = "a call with a dot in place of the colon",
        example = [[
            vec{1, 2, 6}:mean()
            --> 3.0]],
        see = {"vec:var"},
    },
    ["vec:var"] = {
        summary = "the sample variance, with divisor n - 1",
        usage = "v:var()",
        returns = "a number, NaN for fewer than two elements",
        errors = "a call with a dot in place of the colon",
        example = [[
            vec{1, 2, 6}:var()
            --> 7.0]],
        see = {"vec:sd"},
    },
    ["vec:sd"] = {
        summary = "the sample standard deviation, the square root of the variance",
        usage = "v:sd()",
        returns = "a number, NaN for fewer than two elements",
        errors = "a call with a dot in place of the colon",
        example = [[
            vec{1, 2, 6}:sd()
            --> 2.6457513110646]],
        see = {"vec:var"},
    },
    ["vec:min"] = {
        summary = "the least element",
        usage = "v:min()",
        returns = "a number, NaN for an empty vec or where an element is NaN",
        errors = "a call with a dot in place of the colon",
        example = [[
            vec{3, 1, 2}:min()
            --> 1.0]],
        see = {"vec:max"},
    },
    ["vec:max"] = {
        summary = "the largest element",
        usage = "v:max()",
        returns = "a number, NaN for an empty vec or where an element is NaN",
        errors = "a call with a dot in place of the colon",
        example = [[
            vec{3, 1, 2}:max()
            --> 3.0]],
        see = {"vec:min"},
    },
    ["vec:map"] = {
        summary = "a function of each element",
        usage = "v:map(fn)",
        returns = "the vec of fn(v[i])",
        errors = "fn returns anything but a number",
        example = [[
            vec{1, 4, 9}:map(math.sqrt)
            --> vec{1, 2, 3}]],
        see = {"math", "where"},
    },
    ["vec:slice"] = {
        summary = "the elements i to j",
        usage = {"v:slice(i)", "v:slice(i, j)"},
        text = "Counts as string.sub does: -1 is the last element, limits outside move inside, j is -1 by default.",
        returns = "a vec, a copy",
        errors = "limits that are not whole numbers",
        example = [[
            vec{1, 2, 3, 4}:slice(2, 3), vec{1, 2, 3, 4}:slice(-1)
            --> vec{2, 3}	vec{4}]],
        see = {"vec", "vec:copy"},
    },
    ["vec:copy"] = {
        summary = "a copy that shares nothing",
        usage = "v:copy()",
        returns = "a vec",
        errors = "a call with a dot in place of the colon",
        example = [[
            v = vec{1, 2}
            w = v:copy()
            w[1] = 9
            v
            --> vec{1, 2}]],
        see = {"vec", "vec:slice"},
    },
    ["vec:table"] = {
        summary = "the elements as a Lua list",
        usage = "v:table()",
        returns = "a table of numbers",
        errors = "a call with a dot in place of the colon",
        example = [[
            #vec{1, 2, 6}:table()
            --> 3]],
        see = {"vec", "mat:table"},
    },
    mat = {
        summary = "a matrix of numbers; its rows are vecs",
        usage = {"mat{{1, 2}, {3, 4}}", "mat(M)"},
        text = [[
M.rows and M.cols are its shape. M[i] is row i, a view: M[i][j] = z writes into M, and M[i] = v replaces a row.
Arithmetic is elementwise, between mats of one shape and with numbers; every product is M:dot. a == b compares shape
and values.]],
        returns = "a mat: of the rows (lists or vecs), or a copy",
        errors = "rows of different lengths, elements that are not numbers",
        example = [[
            M = mat{{1, 2}, {3, 4}}
            M:dot(vec{1, 1}), M:t():dot(M)
            --> vec{3, 7}
            --> mat 2x2
            -->   10  14
            -->   14  20]],
        see = {"vec", "mat.columns", "mat.csv", "mat:dot"},
    },
    ["mat.new"] = {
        summary = "a matrix of zeros",
        usage = "mat.new(rows, cols)",
        returns = "a mat",
        errors = "rows or cols that are not whole numbers >= 0",
        example = [[
            M = mat.new(2, 3)
            M.rows, M.cols, M[1]
            --> 2	3	vec{0, 0, 0}]],
        see = {"mat", "mat.columns"},
    },
    ["mat.columns"] = {
        summary = "a matrix from its columns",
        usage = "mat.columns{v, w, ..}",
        returns = "a mat of as many rows as the vecs (or lists) are long",
        errors = "columns of different lengths",
        example = [[
            mat.columns{{1, 2}, vec{3, 4}}
            --> mat 2x2
            -->   1  3
            -->   2  4]],
        see = {"csv.read"},
    },
    ["mat:row"] = {
        summary = "row i, a view",
        usage = {"M:row(i)", "M[i]"},
        returns = "a vec of length M.cols; writing to it writes to M. Past the end M[i] is nil, M:row(i) an error",
        errors = "a row that the mat does not have",
        example = [[
            M = mat{{1, 2}, {3, 4}}
            M:row(2)[1] = 7
            M[2]
            --> vec{7, 4}]],
        see = {"mat:col"},
    },
    ["mat:col"] = {
        summary = "column j, a copy",
        usage = "M:col(j)",
        returns = "a vec of length M.rows",
        errors = "a column that the mat does not have",
        example = [[
            mat{{1, 2}, {3, 4}}:col(2)
            --> vec{2, 4}]],
        see = {"mat:row"},
    },
    ["mat:t"] = {
        summary = "the transposed matrix",
        usage = "M:t()",
        returns = "a mat of M.cols rows, a copy",
        errors = "a call with a dot in place of the colon",
        example = [[
            mat{{1, 2}, {3, 4}}:t()
            --> mat 2x2
            -->   1  3
            -->   2  4]],
        see = {"mat:dot"},
    },
    ["mat:dot"] = {
        summary = "the product with a vec or a mat",
        usage = {"M:dot(v)", "M:dot(N)"},
        returns = "a vec of length M.rows (v of length M.cols is a column), or a mat of M.rows x N.cols",
        errors = "shapes that do not fit",
        example = [[
            M = mat{{1, 2}, {3, 4}}
            M:dot(vec{1, 1}), M:dot(M)
            --> vec{3, 7}
            --> mat 2x2
            -->    7  10
            -->   15  22]],
        see = {"vec:dot", "mat:t"},
    },
    ["mat:map"] = {
        summary = "a function of each element",
        usage = "M:map(fn)",
        returns = "the mat of fn(M[i][j])",
        errors = "fn returns anything but a number",
        example = [[
            mat{{1, 4}, {9, 16}}:map(math.sqrt)
            --> mat 2x2
            -->   1  2
            -->   3  4]],
        see = {"vec:map", "math"},
    },
    ["mat:copy"] = {
        summary = "a copy that shares nothing",
        usage = "M:copy()",
        returns = "a mat",
        errors = "a call with a dot in place of the colon",
        example = [[
            M = mat{{1, 2}, {3, 4}}
            N = M:copy()
            N[1][1] = 9
            M[1][1]
            --> 1.0]],
        see = {"mat"},
    },
    ["mat:table"] = {
        summary = "the rows as a Lua list of lists",
        usage = "M:table()",
        returns = "a table of tables of numbers",
        errors = "a call with a dot in place of the colon",
        example = [[
            mat{{1, 2}, {3, 4}}:table()[2]
            --> {3.0, 4.0}]],
        see = {"vec:table", "mat"},
    },
    math = {
        summary = "Lua's math, which also takes vecs and mats, and more functions",
        text = [[
abs acos asin atan ceil cos deg exp floor fmod log max min rad sin sqrt tan are Lua's for numbers, and work element by
element where an argument is a vec or a mat (max and min then need two values or more). New are log1p tanh sinh cosh
sigmoid logcosh softplus relu. The rest of Lua's math is unchanged.

In the program this is the table math itself; in another Lua it is require "debias".math, and Lua's own stays as it
is.]],
        errors = "arguments of different shapes, or that are not numbers",
        example = [[
            math.exp(vec{0, 1})
            --> vec{1, 2.71828}
            math.max(vec{-1, 2}, 0)
            --> vec{0, 2}]],
        see = {"where", "vec:map", "math.softplus"},
    },
    ["math.log1p"] = {
        summary = "log(1 + x), accurate for small x",
        usage = "math.log1p(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.log1p(1e-12), math.log(1 + 1e-12)
            --> 9.999999999995e-13	1.0000889005818e-12]],
        see = {"math"},
    },
    ["math.tanh"] = {
        summary = "the hyperbolic tangent",
        usage = "math.tanh(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.tanh(vec{0, 1, 20})
            --> vec{0, 0.761594, 1}]],
        see = {"math", "math.sigmoid"},
    },
    ["math.sinh"] = {
        summary = "the hyperbolic sine",
        usage = "math.sinh(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.sinh(1)
            --> 1.1752011936438]],
        see = {"math", "math.cosh"},
    },
    ["math.cosh"] = {
        summary = "the hyperbolic cosine",
        usage = "math.cosh(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.cosh(1)
            --> 1.5430806348152]],
        see = {"math.logcosh"},
    },
    ["math.sigmoid"] = {
        summary = "1/(1 + exp(-x)), without overflow",
        usage = "math.sigmoid(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.sigmoid(vec{-1000, 0, 2})
            --> vec{0, 0.5, 0.880797}]],
        see = {"math.softplus"},
    },
    ["math.logcosh"] = {
        summary = "log(cosh(x)), without overflow, accurate for small x",
        usage = "math.logcosh(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.logcosh(vec{0, 1, 1000})
            --> vec{0, 0.433781, 999.307}]],
        see = {"math", "math.cosh"},
    },
    ["math.softplus"] = {
        summary = "log(1 + exp(x)), without overflow; math.softplus(-z) is the logistic loss",
        usage = "math.softplus(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.softplus(vec{-1000, 0, 1000})
            --> vec{0, 0.693147, 1000}]],
        see = {"math.sigmoid"},
    },
    ["math.relu"] = {
        summary = "x where it is positive, else 0",
        usage = "math.relu(x)",
        returns = "a number; elementwise for a vec or mat",
        errors = "an argument that is not a number, vec or mat",
        example = [[
            math.relu(vec{-1, 0, 2})
            --> vec{0, 0, 2}]],
        see = {"where"},
    },
    where = {
        summary = "a where c > 0, else b",
        usage = "where(c, a, b)",
        text = "Each is a number, a vec or a mat; those that are not single numbers have one shape.",
        returns = "a number, or a vec or mat of the common shape",
        errors = "different shapes",
        example = [[
            where(vec{-1, 2}, 1, 0)
            --> vec{0, 1}]],
        see = {"math.relu", "math"},
    },
    ["mat.csv"] = {
        summary = "reads a matrix from comma-separated text",
        usage = {'mat.csv "data.csv"', 'mat.csv("data.csv", {header=false})'},
        takes = "file",
        params = {"csv.read"},
        returns = "a mat with a row per line, and the list of names of its columns",
        errors = "as csv.read",
        example = [[
            path = csv.write(os.tmpname(), {a={1, 2}, b={3, 4}})
            M, names = mat.csv(path)
            M
            --> mat 2x2
            -->   1  3
            -->   2  4
            os.remove(path);]],
        see = {"csv.read"},
    },
    rng = {
        summary = "generators of random numbers",
        text = [[
rng.new makes one; a sampler written in Lua is called with one. Each kind of draw has its own stream: how many
normals were drawn does not change the uniforms.]],
        errors = "a name that rng does not hold",
        example = [[
            g = rng.new(1)
            g:normal(), g:uniform(), g:index(6)
            --> -0.71732898805775	0.10772747771169	6]],
        see = {"rng.new", "rng:normal", "seed"},
    },
    ["rng.new"] = {
        summary = "a generator that always gives the same draws for a seed",
        usage = {"rng.new(seed)", "rng.new()"},
        returns = "a generator; without a seed the program's (--seed, 1)",
        errors = "a seed that is not a whole number >= 0",
        example = [[
            g = rng.new(1)
            g:normal(1000):var(), g:index(6)
            --> 1.0614213838411	6]],
        see = {"rng:normal", "rng:uniform", "rng:exponential", "rng:index", "seed"},
    },
    ["rng:normal"] = {
        summary = "standard normal draws",
        usage = {"g:normal()", "g:normal(n)"},
        returns = "a number; with n, a vec of n numbers",
        errors = "n that is not a whole number >= 0",
        example = [[
            rng.new(1):normal(3)
            --> vec{-0.717329, 0.00328099, 0.446753}]],
        see = {"rng.new"},
    },
    ["rng:uniform"] = {
        summary = "uniform draws from (0, 1), both ends excluded",
        usage = {"g:uniform()", "g:uniform(n)"},
        returns = "a number; with n, a vec of n numbers",
        errors = "n that is not a whole number >= 0",
        example = [[
            rng.new(1):uniform(3)
            --> vec{0.107727, 0.437523, 0.0100612}]],
        see = {"rng.new"},
    },
    ["rng:exponential"] = {
        summary = "exponential draws with the given mean",
        usage = {"g:exponential(mean)", "g:exponential(mean, n)"},
        returns = "a number; with n, a vec of n numbers",
        errors = "a mean that is not > 0",
        example = [[
            rng.new(1):exponential(2, 1000):mean()
            --> 2.0052567392539]],
        see = {"rng.new"},
    },
    ["rng:index"] = {
        summary = "a whole number from 1 to n, each equally likely",
        usage = "g:index(n)",
        returns = "an integer",
        errors = "n < 1 or n > 2^32",
        example = [[
            g = rng.new(1)
            g:index(6), g:index(6), g:index(6)
            --> 6	5	2]],
        see = {"rng.new"},
    },
    result = {
        topic = true,
        summary = "what every experiment returns: a read-only table of numbers",
        text = [[
A result prints as a table (of a long one the beginning and the end); #r is its number of rows. Constants are fields
(r.stop), the rest are methods. What is not known has no column, or an empty cell.

    r:rows()       list of records        r:columns()    the same by column
    r:csv(path)    file of the columns    r:json(path)   file of spec and rows
    r:npz(path)    file of the columns, for NumPy
    r:plot{..}     a figure               r:spec()       what was asked]],
        example = [[
            r = bias{q=math.exp, dist=dist.normal{mean=0, sd=0.5}, m={1, 2}, reps=1e4}
            #r, r.control
            --> 6	first two moments, factors from a separate pilot
            r
            --> ...]],
        see = {
            "result:rows", "result:columns", "result:csv", "result:json", "result:npz", "result:plot", "result:spec",
        },
    },
    ["result:rows"] = {
        topic = true,
        summary = "the rows of a result",
        usage = "r:rows([{..}])",
        returns = "a list of tables {[column] = value}; an unknown value is nil",
        errors = "unknown options",
        example = [[
            r = bias{q=math.exp, dist=dist.normal{mean=0, sd=0.5}, m={1, 2}, reps=1e4}
            r:rows()[2].exact
            --> 0.0052219202795957]],
        see = {"result:columns"},
    },
    ["result:columns"] = {
        topic = true,
        summary = "the columns of a result",
        usage = "r:columns([{..}])",
        returns = "a table {[column] = vec, or list of whole numbers or texts}, a copy; an unknown value is NaN",
        errors = "unknown options",
        example = [[
            r = bias{q=math.exp, dist=dist.normal{mean=0, sd=0.5}, m={1, 2}, reps=1e4}
            r:columns().exact
            --> {
            -->   0.010471109010598, 0.0052219202795957, -0.00010964412391182,
            -->   -2.7268451406452e-05, 6.5461008681428e-08, 3.9755916552556e-09
            --> }]],
        see = {"result:rows"},
    },
    ["result:csv"] = {
        topic = true,
        summary = "writes a result as comma-separated text",
        usage = "r:csv(path [, {..}])",
        takes = "file",
        text = [[
A line of names, then a line per row; numbers have the fewest digits that keep every bit, unknown ones are empty
cells.]],
        returns = "path; the file is written whole or not at all",
        errors = "a file that cannot be written",
        example = [[
            r = bias{q=poly{0,0,1}, dist=dist.uniform(0,1), m={1, 2}, reps=100}
            path = r:csv(os.tmpname())
            io.open(path):read()
            --> operator,m,block,draws,bias,se,sd,mse,exact,zero,tail
            os.remove(path);]],
        see = {"result:json", "csv.read"},
    },
    ["result:json"] = {
        topic = true,
        summary = "writes a result as JSON",
        usage = "r:json(path [, {..}])",
        takes = "file",
        text = [[
An object with kind, version, constants, spec and rows (a list of objects); numbers keep every bit, unknown ones
are null.]],
        returns = "path; the file is written whole or not at all",
        errors = "a file that cannot be written",
        example = [[
            r = bias{q=poly{0,0,1}, dist=dist.uniform(0,1), m={1, 2}, reps=100}
            path = r:json(os.tmpname())
            io.open(path):read("a"):match '"kind": "%w+"'
            --> nil
            os.remove(path);]],
        see = {"result:csv"},
    },
    ["result:npz"] = {
        topic = true,
        summary = "writes the columns of a result for NumPy",
        usage = "r:npz(path [, {..}])",
        takes = "file",
        text = "An array per column of numbers, by its name; unknown ones are NaN. Columns of text are left out.",
        returns = "path; the file is written whole or not at all",
        errors = "a file that cannot be written",
        example = [[
            r = bias{q=poly{0,0,1}, dist=dist.uniform(0,1), m={1, 2}, reps=100}
            path = r:npz(os.tmpname())
            npz.read(path).m
            --> vec{1, 2, 1, 2, 1, 2}
            os.remove(path);]],
        see = {"result:csv", "npz.read"},
    },
    ["result:plot"] = {
        topic = true,
        summary = "draws a result",
        usage = {"r:plot()", 'r:plot{x="samples", y="gap", ..}'},
        params = {{name = "only", meaning = "of compare: a list of labels, the methods whose curves are drawn"}},
        like = "plot",
        text = "Takes the options of plot; x and y may name columns.",
        returns = "a figure",
        errors = "unknown options, a column that there is not",
        example = [[
            r = running{q=poly{0,0,1/2}, dist=dist.normal{mean=10, var=100}, reps=256}
            f = r:plot{title="a biased mean"}
            f:describe()
            --> ...]],
        see = {"plot", "result:columns"},
    },
    ["result:spec"] = {
        topic = true,
        summary = "what was asked: the options of the experiment",
        usage = "r:spec()",
        returns = "a table, a copy",
        errors = "a call with a dot in place of the colon",
        example = [[
            r = bias{q=math.exp, dist=dist.normal{mean=0, sd=0.5}, m={1, 2}, reps=1e4}
            r:spec().dist, r:spec().reps
            --> dist.normal, mean 0, variance 0.25	10000]],
        see = {"result", "result:json"},
    },
}
