-- Figure 9: a square and its root.
local x = pow2(1, 16)
return plot{x = {label = "x", scale = "log2"}, y = {label = "y"}, series = {{label = "square", x = x, y = x * x}}}
