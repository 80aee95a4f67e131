-- What a figure says of the course of its series, against the data: no text claims what the points do not do.
local t = dofile "tests/lua/harness/tap.lua"

local function course(x, y, scale)
    local text = plot{y = {scale = scale}, series = {{x = x, y = y, marker = "none"}}}:describe()
    return text:match "\n.-, x = [^,]*, ([^\n]*)%.\n" or text:match "\n.-, x from [^,]*, ([^\n]*)%.\n"
end

-- The largest step against a rise (sign 1) or a fall (-1) from point i to k, in parts of the whole range.
local function back(y, i, k, sign)
    local most, low, high = 0, math.huge, -math.huge
    for a = 1, #y do
        low, high = math.min(low, y[a]), math.max(high, y[a])
        for b = a, k do
            most = a >= i and math.max(most, sign * (y[a] - y[b])) or most
        end
    end
    return most / (high - low)
end

local function rounded(value)
    return ("%.3g"):format(value)
end

local function find(list, value)
    for i, each in ipairs(list) do
        if ("%.4g"):format(each) == value then return i end
    end
end

-- What the text claims and the points do not do; nil if there is nothing. y: on a logarithmic axis the logarithms.
local function false_claim(text, x, values, y)
    local n, low, high = #y, math.min(table.unpack(values)), math.max(table.unpack(values))
    local one, from, to, at, other, last = text:match "^(%a+) from (%S+) to (%S+) at x = (%S+), then (%a+) to (%S+)$"
    if one then
        local k, sign = find(x, at), one == "rises" and 1 or -1
        return ((one == "rises") == (other == "rises") and "one turn") or (values[k] ~= (sign == 1 and high or low)
            and "its place") or (from ~= rounded(values[1]) or to ~= rounded(values[k]) or last ~= rounded(values[n]))
            and "its values" or back(y, 1, k, sign) > 0.1 + 1e-9 and "the first part"
            or back(y, k, n, -sign) > 0.1 + 1e-9 and "the second part" or nil
    end
    one, from, to = text:match "^(%a+) from (%S+) to (%S+)$"
    if one then
        return (from ~= rounded(values[1]) or to ~= rounded(values[n])) and "its ends"
            or (one == "rises") ~= (values[n] >= values[1]) and "its direction"
            or back(y, 1, n, one == "rises" and 1 or -1) > 0.1 + 1e-9 and "the way" or nil
    end
    from, to = text:match "^goes up and down between (%S+) and (%S+)$"
    return (from ~= rounded(low) or to ~= rounded(high)) and "its range"
        or (back(y, 1, n, 1) <= 0.1 - 1e-9 or back(y, 1, n, -1) <= 0.1 - 1e-9) and "it goes one way" or nil
end

-- Shapes: so many straight parts up and down, with noise that is less than a tenth in all.
local words = {"^%a+ from %S+ to %S+$", "^%a+ from .* then ", "^goes up and down between "}
local random = rng.new(1)
for case = 1, 200 do
    local parts, scale = 1 + case % 5, case % 2 == 0 and "log" or "linear"
    local up, x, y, values = case % 4 < 2 and 1 or -1, {}, {}, {}
    for i = 1, 1 + 8 * parts do
        local part, within = (i - 1) // 8, (i - 1) % 8 / 8
        x[i] = (x[i - 1] or 0) + 0.1 + random:uniform()
        y[i] = up * (part % 2 == 0 and within or 1 - within) + 0.04 * (random:uniform() - 0.5)
        values[i] = scale == "log" and math.exp(y[i]) or y[i]
    end
    local text = course(x, values, scale)
    t.ok(text:find(words[math.min(parts, 3)]), ("%d parts: %s"):format(parts, text))
    t.equal(false_claim(text, x, values, y), nil, text)
    for i = 1, #y do -- noise alone
        y[i] = random:normal() * (0.1 + case % 3) + i * (case % 7) / 10
        values[i] = scale == "log" and math.exp(y[i]) or y[i]
    end
    text = course(x, values, scale)
    t.equal(false_claim(text, x, values, y), nil, text)
end
t.equal(course({3, 2, 1}, {1, 2, 4}), "falls from 4 to 1", "from the right to the left")
t.equal(course({4, 3, 2, 1}, {3, 1, 2, 4}), "falls from 4 to 1 at x = 3, then rises to 3", "with a turn")
t.equal(course({1, 3, 2}, {1, 2, 3}), "lies between 1 and 3", "in no order")
t.equal(course({1, 1, 1}, {1, 3, 2}), "rises from 1 to 3 at x = 1, then falls to 2", "in one place")
t.equal(course({1, 2, 3, 4}, {0 / 0, 2, 0 / 0, 1}), "falls from 2 to 1", "with gaps")
-- Numbers that differ do so in the text, whatever their size; what the notes say is said.
for _, size in ipairs {1e300, 1, 1e-300, 5e-324} do
    local far = size == 5e-324 and 2 or 1 + 2^-40
    t.equal(course({1, 2}, {size, size * far}):match "^rises from (%S+) to (%S+)$" ~= nil, true, "a rise at " .. size)
    local from, to = course({1, 2}, {size, size * far}):match "from (%S+) to (%S+)"
    t.ok(from ~= to and tonumber(from) < tonumber(to), ("from one number to another at %g"):format(size))
end
t.equal(course({1, 2, 3, 4, 5}, {-1e308, 1e308, -1e308, 1e308, -1e308}), "goes up and down between -1e+308 and 1e+308",
    "a range beyond the largest number")
local unbiased = bias{q=poly{0, 0, 1}, dist=dist.ramp(0, 2), operators={1, 2}, m=pow2(1, 4), reps=100}
t.ok(unbiased:plot():describe():find "\norder 2: nothing to show.*\norder 2: exactly unbiased%.",
    "why there is nothing to show")

t.done()
