-- Figure 1b: |bias| against m, q = s^4.
-- The paper's: density t/2 on [0, 2], at equal cost: L1(12m), L2(6m), L3(m). The paper says that all three are biased;
-- with L3 as printed its bias is exactly zero for every polynomial of degree up to 4, so what is drawn of it is
-- sampling noise.
local options = ... or {}
local c = bias{
    q = poly{0, 0, 0, 0, 1}, dist = dist.ramp(0, 2), m = pow2(1, 32), reps = options.quick and 2e4 or 1e6, seed = 1,
}
local s = c:slopes():rows()
local l3 = c:rows()[#c].exact
return c:plot{
    style = {["paper 1"] = {label = "L1(12m)"}, ["paper 2"] = {label = "L2(6m)"}, ["paper 3"] = {label = "L3(m)"}},
    notes = ("q = s^4 on density t/2: slopes %.3f (exact %.3f) for L1 and %.2f (exact %.2f) for L2. L3 as printed is "
        .. "exactly unbiased here (bias %g): its points are sampling noise."):format(
        s[1].slope, s[1].exact, s[2].slope, s[2].exact, l3),
}
