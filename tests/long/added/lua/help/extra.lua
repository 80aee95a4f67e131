-- Pages of the added experiment and function.
return {
    excess = {
        summary = "the exact bias in percent of the value",
        usage = "excess{q=, dist=, ..}",
        params = "options.excess",
        returns = "a result",
        example = [[
            excess{q=poly{0,0,1}, dist=dist.ramp(0,2)}:rows()[1].percent
            --> 12.5]],
    },
    ["math.square"] = {
        summary = "x^2",
        usage = "math.square(x)",
    },
}
