-- What people type who come from other languages: the error says how it is written here, and that is Lua. Ordinary
-- errors get no such hint.
local t = dofile "tests/lua/harness/tap.lua"
local prompt = assert(loadfile "tests/lua/harness/prompt.lua")(t)

-- What is typed, and what the error says to write.
local rewritten = {
    {"[1, 2, 3]", "{1, 2, 3}"}, {"a = [1, 2, 3]", "a = {1, 2, 3}"}, {"a = []", "a = {}"},
    {"plot([1, 2], [3, 4])", "plot({1, 2}, {3, 4})"}, {"vec[1, 2]", "vec{1, 2}"}, {"[[1, 2], [3, 4]]", nil},
    {"bias(m=[[1, 2], [3]])", "bias{m={{1, 2}, {3}}}"}, {"x = [1, 2; 3, 4]", nil},
    {"M[1, 2]", "M[1][2]"}, {"r.x[1,2]", "r.x[1][2]"}, {"x = {a: 1, b:'c'}", "x = {a = 1, b ='c'}"},
    {'x = {"a": 1}', 'x = {["a"] = 1}'}, {"run{problem: p}", "run{problem = p}"},
    {"f(x) = x^2", "function f(x) return x^2 end"}, {"f(x, y) = x*y", "function f(x, y) return x*y end"},
    {"f = function(x) x^2", "f = function(x) return x^2 end"},
    {"f = function(x) x^2 end", "f = function(x) return x^2 end"},
    {"f = function(x) { x^2 }", "f = function(x) return x^2 end"},
    {"function f(x) { return x }", "function f(x) return x end"},
    {"f = lambda x: x^2", "f = function(x) return x^2 end"}, {"f = x -> x^2", "f = function(x) return x^2 end"},
    {"f = (x, y) => x*y", "f = function(x, y) return x*y end"}, {"f = \\(x) x^2", "f = function(x) return x^2 end"},
    {"f <- function(x) x^2", "f = function(x) return x^2 end"}, {"def f(x): return x", "function f(x) return x end"},
    {"bias{q=lambda s: s^4, dist=d}", "bias{q=function(s) return s^4 end, dist=d}"},
    {"print x", "print(x)"}, {"print 3 + 4", "print(3 + 4)"}, {"echo x", "print(x)"}, {"disp 3", "print(3)"},
    {"x += 1", "x = x + 1"}, {"x -= y + 1", "x = x - (y + 1)"}, {"x *= 2;", "x = x * 2"}, {"x /= 2", "x = x / 2"},
    {"x ^= 2", "x = x ^ 2"}, {"x++", "x = x + 1"},
    {"t[1] += 2", "t[1] = t[1] + 2"}, {"x === 1", "x == 1"}, {"x !== 1", "x ~= 1"},
    {"x = 'a && b!' && !y", "x = 'a && b!' and not y"}, {"x = [[a != b]] != 'c'", "x = [[a != b]] ~= 'c'"},
    {"x != 1", "x ~= 1"}, {"if x != 1 then print 'a' end", "if x ~= 1 then print 'a' end"}, {"x ** 2", "x ^ 2"},
    {"x && y", "x and y"}, {"x || y", "x or y"}, {"x == 1 && !y", "x == 1 and not y"}, {"x := 3", "x = 3"},
    {"x == 1 ? 2 : 3", "x == 1 and 2 or 3"}, {"let x = 3", "x = 3"}, {"var x = 3", "x = 3"},
    {"if x == 1: print(x)", "if x == 1 then print(x) end"}, {"while x < 3:", "while x < 3 do"},
    {"if x = 1 then print(x) end", "if x == 1 then print(x) end"}, {"for i in 1:3", "for i = 1, 3 do"},
    {"for i = 1:3", "for i = 1, 3 do"}, {"for i = 1:3 print(i) end", "for i = 1, 3 do print(i) end"},
    {"for i in 1:n print(i) end", "for i = 1, n do print(i) end"},
    {"for i = 1:3 do print(i) end", "for i = 1, 3 do print(i) end"},
    {"p = f(dim=2, inner=lambda r: r)", "p = f{dim=2, inner=function(r) return r end}"},
    {"bias(q=s -> s**4, dist=d)", "bias{q=function(s) return s ^ 4 end, dist=d}"},
    {"1:10", "vec.linspace(1, 10, 10)"}, {"// a remark", "-- a remark"},
    {"bias(q=math.exp)", "bias{q=math.exp}"}, {"bias q=math.exp", "bias{q=math.exp}"},
    {"plot(x, y, title='a')", "plot(x, y, {title='a'})"},
    {"t$x", "t.x"}, {"t$x - t$y", "t.x - t.y"}, {"mean(t$x)", "t.x:mean()"}, {"mean(t.x)", "t.x:mean()"},
    {"sd(x)", "x:sd()"}, {"y = max(t.x) - min(t.x)", "y = t.x:max() - t.x:min()"}, {"help(mean)", 'help"mean"'},
    {"c(1, 2, 3)", "vec{1, 2, 3}"}, {"x = c(1, c(2, 3), NA)", "x = vec{1, vec{2, 3}, 0/0}"},
    {"x <- c(1, 2)", "x = vec{1, 2}"}, {"x <- c('a', 'b')", "x = {'a', 'b'}"}, {"5 %% 2", "5 % 2"},
    {"7 %/% 2", "7 // 2"}, {"x = 1:10", "x = vec.linspace(1, 10, 10)"}, {"x <- 1:3", "x = vec.linspace(1, 3, 3)"},
    {"if (x > 3) { y = 1 }", "if (x > 3) then y = 1 end"},
    {"if (x > 3) { y = 1 } else { y = 2 }", "if (x > 3) then y = 1 else y = 2 end"},
    {"'5 %% 2' .. 5 %% 2", "'5 %% 2' .. 5 % 2"},
    {"gen x = 3", "x = 3"}, {"display 3", "print(3)"}, {"'t$x' .. t$x", "'t$x' .. t.x"},
    {"help plot", 'help"plot"'}, {"lesson 1", "lesson(1)"},
}

for _, case in ipairs(rewritten) do
    local typed, want = case[1], case[2]
    local got = prompt.prints(typed):match "^debias: stdin:1: [^\n]*, write ([^\n]*)\n"
    t.equal(got, want, typed)
    t.ok(not got or load(got, "=", "t") or load("return " .. got) or load(got .. " end"), "is Lua: " .. typed)
end

-- What is typed, and all that is printed.
local told = {
    {"import numpy as np", "debias: stdin:1: syntax error near 'numpy', there is no import: math and all of debias "
        .. 'are here, require "name" loads a module of Lua'},
    {"x^2", "debias: stdin:1: unknown global 'x', give it a value, x = 3, or write function(x) return x^2 end"},
    {"math.exp(x) + 1",
        "debias: stdin:1: unknown global 'x', give it a value, x = 3, or write function(x) return math.exp(x) + 1 end"},
    {"bias{q=x^2, dist=dist.ramp(0, 2)}", "debias: stdin:1: unknown global 'x', write q=function(x) return x^2 end"},
    {"x <- 3", "debias: stdin:1: unknown global 'x', write x = 3"},
    {"a = {1, 2}; a[0]", "nil"},
    {"NA", "debias: stdin:1: unknown global 'NA', a missing number is 0/0, any other missing value nil"},
    {"read.csv('a.csv')", "debias: stdin:1: unknown global 'read', csv.read \"x.csv\" reads a table"},
    {"rnorm(c(1, 2))", "debias: stdin:1: unknown global 'rnorm', rng.new(1):normal(10) makes 10 draws"},
    {"data.frame(x=1)", "debias: stdin:1: ')' expected near '=', {x=vec{1, 2}, y=vec{3, 4}} is a table"},
    {"t[,1]", "debias: stdin:1: unexpected symbol near ',', t.x is a column of the table t, t.x[2] its second element"},
    {"t[1,]", "debias: stdin:1: ']' expected near ',', t.x is a column of the table t, t.x[2] its second element"},
    {"c = {}; c(1, 2)", "debias: stdin:1: attempt to call a table value (global 'c')"},
    {"True", "debias: stdin:1: unknown global 'True', did you mean 'true'?"},
    {"x = None", "debias: stdin:1: unknown global 'None', did you mean 'nil'?"},
    {"np.exp(1)", "debias: stdin:1: unknown global 'np', math and vec have it: math.exp, vec.linspace"},
    {"len({1})", "debias: stdin:1: unknown global 'len', #x is the length of x"},
    {"# a remark", "debias: stdin:1: unexpected symbol near '#', -- begins a comment"},
    {'print(f"m = {x}")',
        'debias: stdin:1: unknown global \'f\', string.format("m = %g", m) puts a number into a text'},
    {"f(1)", "debias: stdin:1: unknown global 'f'"},
    {"savefig('a.png')", "debias: stdin:1: unknown global 'savefig', r:plot():save \"x.png\" writes a figure"},
    {"dir()", "debias: stdin:1: unknown global 'dir', who() lists your globals"},
    {"ls", "debias: stdin:1: unknown global 'ls', !ls runs it in the shell"},
    {"for i in range(3): print(i)", "debias: stdin:1: 'do' expected near <eof>, a loop is for i = 1, 3 do .. end"},
    {"for (i = 0; i < 3; i++)", "debias: stdin:1: <name> expected near '(', a loop is for i = 1, 3 do .. end"},
    {"x = 5; x", "5"}, {"x = 5;", ""}, {"quit", ""}, {"exit()", ""}, {"q()", ""},
}
-- Ordinary errors, whose texts are those of Lua alone.
for _, case in ipairs {
    {"x = 3 4", "unexpected symbol near '4'"}, {"x = (1 + 2))", "unexpected symbol near ')'"},
    {"nothing x", "syntax error near 'x'"},
    {"x = = 3", "unexpected symbol near '='"}, {"end", "<eof> expected near 'end'"},
    {"x = 3 end", "<eof> expected near 'end'"},
    {"f(1) = 2", "syntax error near '='"}, {"x = 'a", "unfinished string near <eof>"},
    {"1 = x", "unexpected symbol near '1'"},
    {"x = 3 +* 4", "unexpected symbol near '*'"}, {"'a != b' c", "unexpected symbol near ''a != b''"},
    {"local 3", "<name> expected near '3'"}, {"x = }", "unexpected symbol near '}'"},
    {"return x y", "<eof> expected near 'y'"}, {"if t:empty() return", "'then' expected near 'return'"},
    {"while t:more() x = 1", "'do' expected near 'x'"}, {"x =! 3", "unexpected symbol near '!'"},
    {"f = (a) =>", "unexpected symbol near '='"}, {"x = {p:check}", "function arguments expected near '}'"},
    {"t[1 2]", "']' expected near '2'"}, {"dist 3", "syntax error near '3'"},
    {"length * 2", "unknown global 'length'"}, {"q = y", "unknown global 'y'"}, {"c, 2", "unknown global 'c'"},
    {"names", "unknown global 'names'"},
    {"x", "unknown global 'x'"}, {"x.y", "unknown global 'x'"}, {"x(1)", "unknown global 'x'"},
    {"myx^2", "unknown global 'myx'"},
    {"x + y", "unknown global 'x'"}, {"x .. 'a'", "unknown global 'x'"}, {"x < 3", "unknown global 'x'"},
    {"math = 3\nx", "unknown global 'x'"}, {"if x then x = 1 end", "unknown global 'x'"},
    {"(nil)[0]", "attempt to index a nil value"},
    {'c:plot():save "c.png"', "unknown global 'c'"}, {"c:rows(1)", "unknown global 'c'"},
    {"c:map(cos(1))", "unknown global 'c'"}, {'c:save "c(1)"', "unknown global 'c'"},
} do
    told[#told + 1] = {case[1], "debias: stdin:1: " .. case[2]}
end
told[#told + 1] = {"a = {}\na[0]", "nil"}
told[#told + 1] = {"a = {[0]=1, 2}\na[0]", "1"}
for _, case in ipairs(told) do
    local got = prompt.prints(case[1]):gsub("\n$", "")
    t.equal(got, case[2], case[1])
end
t.ok(prompt.output("-i", "a = {1, 2}\na[0]"):find("note: the first element is a[1]\n", 1, true), "a list")
t.ok(not prompt.output("-i", "a = {}\na[0]\na = {[0]=1, 2}\na[0]\na = {1}\na[2]"):find "note", "of no list, elsewhere")

-- Columns whose names are no names, and what is missed in silence.
local columns = 'do t = {age=vec{1, 2}, ["p.resp"]=vec{3}, ["p.resp 2"]=vec{4}} end\n'
for _, case in ipairs {
    {"t.p.resp", 'note: the column is t["p.resp"]\n'},
    {"t.p.resp:mean()", 'note: the column is t["p.resp"]\n'},
    {"t.p.resp 2", ', write t["p.resp 2"]\n'}, {"mean(t$p.resp)", ', write t["p.resp"]\n'},
    {"t.Age", "note: t has no 'Age', did you mean t.age?\n"},
    {"t.p_resp", "note: t has no 'p_resp', did you mean t[\"p.resp\"]?\n"},
    {"#t", "note: #t.age counts rows, #t only t[1], t[2] and so on\n"},
} do
    t.ok(prompt.output("-i", columns .. case[1]):gsub("\n +", " "):find(case[2], 1, true), case[1])
end
for _, quiet in ipairs {"t.age", "t.zzzzzz", "#t.age", "nil + 1", "x = #t", "u = {}; #u", "u = {f=print}\n#u",
    "t.Age = nil"} do
    t.ok(not prompt.output("-i", columns .. quiet):find "note", "nothing is noted of " .. quiet)
end
t.done()
