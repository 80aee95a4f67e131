-- Numbers in words as print has them: typeset("-0.5 and 2e-06") is "−0.5 and 2×10^{−6}".
local function power(digits, sign, exponent)
    local raised = "10^{" .. (sign == "-" and "−" or "") .. exponent .. "}"
    return digits == "1" and raised or digits .. "×" .. raised
end

return function(words)
    local set = words:gsub("%f[%w.](%d[%d.]*)e([+-]?)0*(%d+)%f[^%w]", power)
    return (" " .. set):gsub("([^%w_.^)%]}-])%-(%.?%d)", "%1−%2"):sub(2)
end
