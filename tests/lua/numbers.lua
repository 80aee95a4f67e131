-- Whole numbers that no double has are refused, not rounded: as arguments, in options, lists and CSV files, on the
-- command line. Numbers keep their decimal point whatever the locale.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"

local function outcome(command)
    local pipe = assert(io.popen(command .. " 2>&1; echo $?"))
    local text = pipe:read "a"
    pipe:close()
    return text
end
local function write(name, text)
    assert(io.open(t.path(name), "wb")):write(text):close()
    return t.path(name)
end

-- Integers around powers of two, and whether a double has them.
local kept, lost = {0, -1, 2 ^ 53 | 0, -(2 ^ 53) | 0, math.mininteger}, {math.maxinteger}
for k = 53, 61 do
    local step = 1 << (k - 52) -- of the doubles from 2^k on
    for _, sign in ipairs {1, -1} do
        kept[#kept + 1] = sign * ((1 << k) + step)
        lost[#lost + 1] = sign * ((1 << k) + step // 2 + (k == 53 and 0 or 1))
        lost[#lost + 1] = sign * ((1 << k) + 3 * step - 1)
    end
end
local why = ", which no double is (whole numbers are exact up to 2^53)"
for _, i in ipairs(kept) do
    t.equal(vec{i}[1], i + 0.0, "vec keeps " .. i)
    t.equal(csv.read(write("kept.csv", ("a\n%d\n"):format(i))).a[1], i + 0.0, "csv.read keeps " .. i)
end
for _, i in ipairs(lost) do
    t.raises(function() vec{1, i} end, ("vec: expected numbers, got %d%s at element 2"):format(i, why))
    t.raises(function() vec.zeros(i) end, ("vec.zeros: expected a whole number >= 0 as n, got %d%s"):format(i, why))
    local ok, err = pcall(vec, csv.read(write("lost.csv", ("a\n%d\n"):format(i))).a)
    t.ok(not ok and err:find(("got '%d', which would become %.0f"):format(i, i + 0.0), 1, true), "csv.read: " .. err)
end
local p = problem.invariant_logistic{n = 20, d = 2}
t.raises(function() run{problem = p, method = "bsgd", step = 0.1, samples = 100, seed = 9007199254740993} end,
    "run: option 'seed': expected a whole number from 0 to 2^53, got 9007199254740993" .. why)
for _, text in ipairs {"9007199254740993", "09007199254740993", "90071992547409910", "18446744073709551617"} do
    t.ok(outcome(("'%s' --seed %s -e 'print(1)'"):format(program, text)):find("whole number from 0 to", 1, true),
        "--seed " .. text)
end
for _, text in ipairs {"9007199254740992", "007", "1e5"} do
    t.equal(outcome(("'%s' --seed=%s -e 'print(1)'"):format(program, text)), "1\n0\n", "--seed " .. text)
end
for _, cell in ipairs {"1e300", "0.1", "9007199254740993.0", "9007199254740992", "-007"} do
    t.equal(csv.read(write("cell.csv", "a\n" .. cell .. "\n")).a[1], tonumber(cell) + 0.0, "the cell " .. cell)
end

-- A locale with a decimal comma, made for this test.
local made = os.execute(("localedef -i de_DE -f UTF-8 '%s' >'%s' 2>&1"):format(t.path "de_DE.UTF-8", t.path "log"))
local script = write("locale.lua", [[
local all, numeric = os.setlocale "de_DE.UTF-8", os.setlocale("de_DE.UTF-8", "numeric")
local v = vec{0.5, 1.25}
print(all ~= nil, numeric, os.setlocale(nil, "numeric"), 1.5, v, tonumber "2.5", ("%.2f"):format(0.1))
show(v)
print(plot{series={{y=v}}}:describe())
local b = bias{q=poly{0, 0, 1}, dist=dist.ramp(0, 2), m={1, 2}, reps=10}
print(b)
print(io.open(b:csv(os.tmpname())):read "a", io.open(b:json(os.tmpname())):read "a")
]])
if made then
    local text = outcome(("LOCPATH='%s' '%s' '%s'"):format(os.getenv "TMPDIR" or "/tmp", program, script))
    t.ok(text:find "^true\tnil\tC\t1.5\t", "the locale is set, but numbers are not: " .. text:match "[^\n]*")
    t.equal(text:match "%f[%d]%d+,%d+ ", nil, "no decimal comma")
    t.equal(text:gsub("^[^\n]*", ""), outcome(("'%s' '%s'"):format(program, script)):gsub("^[^\n]*", ""),
        "the same in every locale")
else
    t.skip("a locale with a decimal comma", "localedef cannot make one here")
end

-- A g that drops its inner draw: of two parameters, or of three in which the draw changes nothing.
local function notes(g, inner)
    return outcome(("'%s' '%s'"):format(program, write("own.lua", ("problem.new{dim=1, outer={1, 2}, "
        .. "inner=%s, x0={0}, f=math.exp, g=%s}"):format(inner or "dist.normal{mean=0, sd=1}", g))))
end
local dropped = "g does not use its inner draw, the third argument of g(x, xi, eta)"
local pair = "function(rng) return {a=rng:normal(), b=rng:normal(3)} end"
for i, row in ipairs {
    {true, "function(x) return x[1] end"}, {true, "function(x, eta) return x[1] + eta end"},
    {true, "function(x, xi, eta) return x[1] + xi end"}, {true, "function(x, xi, eta) return x[1] end", pair},
    {true, "function(x, ...) return x[1] end"}, {false, "function(x, ...) return x[1] + select(2, ...) end"},
    {false, "function(x, xi, eta) return x[1] + eta end"}, {false, "function(x, xi, eta) return xi * x[1] * eta end"},
    {false, "function(x, xi, eta) return x[1] + eta.a end", pair},
    {false, "function(x, xi, eta) return x[1] + eta.b[3] end", pair},
    {false, "function(x, xi, eta) return math.relu(eta) end"},
} do
    t.equal(notes(row[2], row[3]):find(dropped, 1, true) ~= nil, row[1], ("%d: %s"):format(i, row[2]))
end
t.done()
