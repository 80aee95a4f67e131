-- The bias of operators of any order, exact and sampled.
local q, d = poly{0, 0, 0, 0, 1}, dist.ramp(0, 2)

print "exact bias of the paper's operators at m = 8"
for k = 1, 3 do
    local op = extrap.paper(k)
    print(op.name, op.draws, op:bias(q, d, {m = 8}))
end

print "orders 1 to 5 at m = 8: draws, sum of |weights|, exact bias"
for k = 1, 5 do
    local op = extrap.order(k)
    print(k, op.draws, op.amplification, (op:bias(q, d, {m = 8})))
end

print "sampled at equal cost: fitted slopes"
local normal = dist.normal{mean = 0, sd = 1}
local c = bias{q = math.exp, dist = normal, operators = {1, 2, 3}, m = pow2(1, 16), reps = 1e5, seed = 1}
for _, s in ipairs(c:slopes():rows()) do
    print(s.operator, s.slope and ("%.2f"):format(s.slope) or s.why)
end

--> exact bias of the paper's operators at m = 8
--> paper 1	1	0.2936149691358
--> paper 2	2	0.0013551311728395
--> paper 3	12	0.0
--> orders 1 to 5 at m = 8: draws, sum of |weights|, exact bias
--> 1	1	1.0	0.2936149691358
--> 2	2	3.0	0.0013551311728395
--> 3	4	5.0	-7.2337962962963e-06
--> 4	8	6.4285714285714	0.0
--> 5	16	7.2857142857143	0.0
--> sampled at equal cost: fitted slopes
--> order 1	-1.01
--> order 2	-2.05
--> order 3	fewer than two points stand out of the noise by 3 standard errors
