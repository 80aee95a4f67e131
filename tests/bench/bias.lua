-- W2 on the product: w2 without control variates, w2control with them. Prints `NAME VALUE UNIT CHECK`.
local name = arg[1]
local reps = os.getenv "SHORT" and 1000 or 100000
local start = os.clock()
local b = bias{q=poly{0, 0, 0, 0, 1}, dist=dist.ramp(0, 2), m=pow2(1, 32), reps=reps,
    control=name == "w2control", threads=1}
local spent, draws = os.clock() - start, 0
for _, row in ipairs(b:rows()) do
    draws = draws + reps * row.draws
end
print(("%s %.5g ns %.6g"):format(name, 1e9 * spent / draws, b:rows()[1].bias))
