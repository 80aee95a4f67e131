-- rng.new: reproducible streams, one for each kind of draw; moments within 5 standard errors.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local rng, vec = D.rng, D.vec

local n = 100000
local a, b = rng.new(7), rng.new(7)
t.equal(a:normal(1000), b:normal(1000), "same seed, same draws")
t.ok(rng.new(8):normal(3) ~= rng.new(7):normal(3), "another seed, other draws")
t.equal(rng.new():normal(3), rng.new(1):normal(3), "the seed is 1 when none is given")
local c, d = rng.new(7), rng.new(7)
local single = vec{}
for _ = 1, 600 do single = single .. c:normal() end
t.equal(single, d:normal(600), "one by one or together")
c, d = rng.new(7), rng.new(7)
c:uniform(5)
c:exponential(1)
c:index(3)
t.equal(c:normal(5), d:normal(5), "kinds of draw do not disturb each other")
t.ok(rng.new(7):uniform() ~= rng.new(7):exponential(1), "uniforms are not those of the exponential")

local x = a:normal(n)
t.near(x:mean(), 0, 5 / n ^ 0.5, "mean of normals")
t.near(x:var(), 1, 5 * (2 / n) ^ 0.5, "variance of normals")
x = a:uniform(n)
t.near(x:mean(), 0.5, 5 * (1 / 12 / n) ^ 0.5, "mean of uniforms")
t.ok(x:min() > 0 and x:max() < 1, "uniforms lie inside (0, 1)")
x = a:exponential(3, n)
t.near(x:mean(), 3, 5 * 3 / n ^ 0.5, "mean of exponentials")
t.near(x:var(), 9, 5 * 9 * (8 / n) ^ 0.5, "variance of exponentials") -- E(x - mean)^4 = 9 mean^4
t.ok(x:min() > 0, "exponentials are positive")
t.equal(rng.new(3):exponential(2), rng.new(3):exponential(2, 1)[1], "one exponential")

local counts = {0, 0, 0}
for _ = 1, 30000 do
    local i = a:index(3)
    counts[i] = counts[i] + 1
end
for i = 1, 3 do
    t.near(counts[i], 10000, 5 * (30000 * 2 / 9) ^ 0.5, "index is uniform: " .. i)
end
t.equal(math.type(a:index(10)), "integer", "an index is an integer")
t.equal(a:index(1), 1, "one index only")
t.equal(#a:normal(0), 0, "no draws")
t.equal(tostring(a), "rng", "prints")

t.raises(function() rng.new(-1) end, "rng.new: expected a whole number >= 0 as seed, got -1")
t.raises(function() rng.new "a" end, "rng.new: expected a whole number >= 0 as seed, got 'a'")
t.raises(function() a.normal(3) end, "rng:normal: call it with a colon")
t.raises(function() a:normal(1.5) end, "rng:normal: expected a whole number >= 0 as n, got 1.5")
t.raises(function() a:normal(0, 1) end, "rng:normal: expected g:normal() or g:normal(n), got 2 arguments")
t.raises(function() a:uniform(0, 1) end, "rng:uniform: expected g:uniform() or g:uniform(n), got 2 arguments")
t.raises(function() a:exponential(1, 2, 3) end,
    "rng:exponential: expected g:exponential(mean) or g:exponential(mean, n), got 3 arguments")
t.raises(function() a:index(1, 6) end, "rng:index: expected g:index(n), got 2 arguments")
t.raises(function() a:exponential() end, "rng:exponential: expected a number as mean, got nil")
t.raises(function() a:exponential(0) end, "rng:exponential: expected a mean > 0, got 0.0")
t.raises(function() a:index() end, "rng:index: expected a whole number >= 1 as n, got nil")
t.raises(function() a:index(2 ^ 33) end, "rng:index: expected at most 2^32, got 8589934592")
t.raises(function() return a.cauchy end, "rng: no field 'cauchy', it has exponential, index, normal, uniform")

t.done()
