-- Entries whose last statement is an expression print its value: at the prompt, with -e and -p, from a pipe, in scripts
-- that save_session writes. Nothing is evaluated twice, and errors name their line.
local t = dofile "tests/lua/harness/tap.lua"
local prompt = assert(loadfile "tests/lua/harness/prompt.lua")(t)
local output_of, at_prompt = prompt.output, prompt.prints

-- Entries and what they print.
local cases = {
    {"x = 6; x * 7", "42\n"},
    {"x = 6; x * 7;", ""},
    {"x = 6; x * 7; -- quiet", ""},
    {"x = 6; x * 7 -- a; b", "42\n"},
    {"x = 6; x, x + 1", "6\t7\n"},
    {"x = ';'; x", ";\n"},
    {"x = 'a;b'; #x", "3\n"},
    {"x = [[a;\nb]]; #x", "4\n"},
    {"local a = 1; a", "1\n"},
    {"local a <const> = 1; local b = a; a + b", "2\n"},
    {"x = 2; (x)", "2\n"},
    {"x = 2; -x", "-2\n"},
    {"x = {3}; x[1]", "3\n"},
    {"x = {3}; {x[1]}", "{3}\n"},
    {"x = 2; 'a'", "a\n"},
    {"x = 2; nil", "nil\n"},
    {"x = 2; math.abs(-3)", "3\n"},
    {"x = 2; tostring 'a'", "a\n"},
    {"x = 2; print 'a'", "a\n"},
    {"x = 2; function() return 1; end", "function, "},
    {"f = function() y = 1; return 5 end; f()", "5\n"},
    {"f = function() y = 1; f() end", ""},
    {"function f() return 1; end", ""},
    {"function f() return 4 end f()", "4\n"},
    {"for i = 1, 3 do x = i end x", "3\n"},
    {"do x = 1; print(x); end", "1\n"},
    {"if true then x = 4; print(x) end", "4\n"},
    {"repeat x = 5; local done = true until done; x", "5\n"},
    {"x = 1 -- one; two\nx + 1", "2\n"},
    {"x = function()\nreturn 1; end; x()", "1\n"},
    {"x = 3; x +\n4", "7\n"},
    {"x = 3; ('a'):rep(\nx)", "aaa\n"},
    {"x = {\n1, 2}; #x", "2\n"},
    {"x = 3; --[[ ; a comment\n over lines ]] x", "3\n"},
    {"x = 1; y = 2", ""},
    {"x = 1;", ""},
    {"goto on; ::on:: x = 2; x", "2\n"},
    {"n = 0; function count() n = n + 1; return n end; count()", "1\n"},
}

local function starts(got, want, name)
    t.equal(want == "function, " and got:sub(1, #want) or got, want, name)
end

for _, case in ipairs(cases) do
    local text, want = case[1], case[2]
    if not text:find "\nx %+ 1" then -- which the prompt takes for two entries
        starts(at_prompt(text), want, "prompt: " .. text)
    end
    -- which prints what a semicolon keeps quiet, too
    starts(text:find "7;" and "" or output_of(("-p %q"):format(text):gsub("\\\n", "\n")), want, "-p: " .. text)
    -- the first line makes it no chunk of Lua
    starts(output_of("", "local _\n1;\n" .. text), want, "a pipe: " .. text)
end

t.equal(output_of "-e 'x = 6; x * 7'", "42\n", "-e")
t.equal(output_of "-e 'x = 6; math.abs(x)'", "", "-e of a chunk of Lua")
t.equal(at_prompt "x = f\n(3)", "debias: stdin:1: unknown global 'f'\n3\n", "entries of their own")
t.equal(at_prompt "n = 0; function count() n = n + 1; return n end\nn = 5; count()\nn, _", "6\n6\t6\n",
    "nothing runs twice, and _ is the last value")
t.equal(at_prompt "x = 1; 7\n_ + 1\nOut[1]", "7\n8\n7\n", "_ and Out hold it")

-- Errors.
t.equal(at_prompt "x = no_such; 3", "debias: stdin:1: unknown global 'no_such'\n", "an error in the statement")
t.equal(at_prompt "x = {\n1,\nno_such}; 3", "debias: stdin:3: unknown global 'no_such'\n", "and its line")
t.equal(at_prompt "x = {\n1}; x.a.b", "debias: stdin:2: attempt to index a nil value (field 'a')\n",
    "an error in the expression, and its line")
t.equal(output_of("", "x = 1; x\n\nx = 2; x.y.z\n"),
    "1\ndebias: stdin:3: attempt to index a number value (global 'x')\n", "in a pipe")
t.equal(at_prompt "x = 6; x * * 7", "debias: stdin:1: syntax error near '*'\n", "an expression that is none")
t.equal(at_prompt "x = = 6; x", "debias: stdin:1: unexpected symbol near '='\n", "a statement that is none")
t.equal(at_prompt "x = {}; x:plot", "debias: stdin:1: function arguments expected near <eof>, call it: x:plot()\n",
    "a method that is not called")

-- A script of such entries prints the same.
local entries = [[
x = 6; x * 7
local a = 1; a + 1
_ + 1
x = 3; x + 1;
_
x = 5; math.abs(-x)
x = 1; x.y.z
x = 2; Out[1] + x -- with a remark
]]
at_prompt(entries .. "save_session 'kept.lua'")
local shown = at_prompt(entries)
t.equal((output_of "kept.lua":gsub("kept.lua:%d+", "stdin:1")), shown, "save_session")
t.done()
