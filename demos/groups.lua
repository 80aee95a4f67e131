-- A long table: rows of readings, with the person's id.
-- Each of 300 people tries a treatment 2 to 8 times; a reading is what it is worth to this person (willingness to pay
-- minus cost), with much noise. What is it worth to decide person by person? The mean over people of max(0, own mean)
-- looks better than it is: who was lucky is treated. In truth worths are N(0, 1), so that it is 1/sqrt(2 pi) = 0.3989.
local g = rng.new(5)
local id, worth = {}, {}
for i = 1, 300 do
    local own = g:normal()
    for _ = 1, 1 + g:index(7) do
        id[#id + 1], worth[#worth + 1] = ("person %d"):format(i), own + 1.5 * g:normal()
    end
end

local r = correct(function(s) return math.max(s, 0) end, worth, {by=id})
print(r)
print(r:groups())

-- The same table as a problem: the price x per person that is best for a seller who learns one reading at a time, where
-- a person buys with probability sigmoid(4 (own mean - x)). F is exact, its estimate from few readings is biased.
local p = problem.new{dim=1, inner=groups(id, worth), x0={0.5},
    g=function(x, _, eta) return eta - x[1] end,
    f=function(y) return -math.sigmoid(4 * y) end}
print(p)
for _, order in ipairs {1, 2} do
    local e = estimator(p, {of="value", order=order, m=8 // order}):moments(vec{0.5}, {reps=1e5})
    print(("order %d from 8 readings: F is %.4f, off by %+.4f +- %.4f"):format(order, e.mean, e.bias, e.se))
end

--> operator  blocks  kept  value     removed     se        saved        added
--> order 1        1     0  0.514           0  0.041            0            0
--> order 2        2     0  0.430   0.0844431  0.044   0.00706783  0.000238946
--> order 3        4    87  0.471   0.0435884  0.043   0.00186897  0.000158517
--> order 4        8   262  0.507  0.00696923  0.042  4.32223e-05  2.66148e-05
-->
--> operator  blocks  verdict
--> order 1        1  no difference
--> order 2        2  helps
--> order 3        4  helps
--> order 4        8  no difference
--> group_count: 300
--> largest: 8
--> plugin: 0.514206
--> removed: 0.0844431
--> se: 0.0441987
--> smallest: 2
--> splits: all
--> tail: -0.0688959
--> value: 0.429763
--> verdict: helps
--> 300 groups of 2 to 8 rows, 1487 rows
--> bias^2 saved 0.00707, variance added 0.000239 (± 0.00264), variance of the plug-in 0.00171
--> all splits of every group are averaged
--> id            n      plugin         value      removed
--> person 1      3    0.541809      0.407862     0.133947
--> person 10     3           0     -0.493441     0.493441
--> person 100    3           0     -0.206425     0.206425
--> person 101    8     1.80287       1.80287            0
--> person 102    2           0     -0.936666     0.936666
--> person 103    7           0    -0.0158754    0.0158754
--> person 104    7           0    -0.0418571    0.0418571
--> person 105    8     1.00564      0.991437    0.0141987
--> person 106    6    0.275058     0.0153473      0.25971
--> person 107    3     2.97258       2.97258            0
--> person 108    8           0   -0.00311703   0.00311703
--> person 109    5    0.146533     0.0270951     0.119438
--> ...         ...         ...           ...          ...
--> person 93     3           0     -0.219348     0.219348
--> person 94     5  0.00911834     -0.291777     0.300895
--> person 95     3           0             0            0
--> person 96     7           0             0            0
--> person 97     7           0  -0.000651126  0.000651126
--> person 98     6     1.48244       1.48244            0
--> person 99     5           0    -0.0160874    0.0160874
--> problem.new: dim 1, n 300, l2 0
--> order 1 from 8 readings: F is -0.3794, off by -0.0066 +- 0.0013
--> order 2 from 8 readings: F is -0.3732, off by -0.0004 +- 0.0014
