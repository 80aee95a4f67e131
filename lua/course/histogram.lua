-- The options of a figure of what a class guessed at one step: a dot for each guess, stacked where they agree, or for
-- words a bar for each.
local list_of = (...).use "list"
local number = (...).text.number

local BINS, FAR = 24, 5 -- across the axis; of how many usual distances from the median a guess is wild

-- A bar for each word that was guessed or is right.
local function bars(row)
    local counts, words, series, most = {}, {}, {}, 1
    for _, word in ipairs({row.result, table.unpack(row.guesses)}) do
        words[#words + 1] = not counts[word] and word or nil
        counts[word] = counts[word] or 0
    end
    for _, word in ipairs(row.guesses) do
        counts[word] = counts[word] + 1
    end
    for i, word in ipairs(words) do
        series[i] = {label = ("%s: %d%s"):format(word, counts[word], word == row.result and ", the result" or ""),
            x = {i, i}, y = {0, counts[word]}, marker = "none", dash = "solid"}
        most = math.max(most, counts[word])
    end
    local names = table.concat(list_of.map(words, function(word, i) return ("%d %s"):format(i, word) end), ", ")
    return series, {min = 0, max = #words + 1, label = names}, most
end

-- How far a guess may be from the median: few wild ones do not change that, in a small class either.
local function reach(row)
    local off = list_of.map(row.guesses, function(value) return math.abs(value - row.median) end)
    table.sort(off)
    local usual = off[(#off + 1) // 2]
    return FAR * math.max(usual, math.abs(row.result - row.median), math.abs(row.result) / 20, 1e-9)
end

-- The least and greatest value of the axis: wild guesses are left outside.
local function range(row)
    local far = reach(row)
    local lo, hi = row.result, row.result
    for _, value in ipairs(row.guesses) do
        if math.abs(value - row.median) <= far then
            lo, hi = math.min(lo, value), math.max(hi, value)
        end
    end
    local edge = math.max((hi - lo) / 10, math.abs(hi) / 100, 1e-9)
    return lo - edge, hi + edge
end

-- The guesses within the axis as dots, the lowest one of each stack on 1; how many are below, above; the highest stack.
local function dots(row, lo, hi)
    local x, y, height, below, above, most = {}, {}, {}, 0, 0, 1
    for _, value in ipairs(row.guesses) do
        if value < lo or value > hi then
            below, above = below + (value < lo and 1 or 0), above + (value > hi and 1 or 0)
        else
            local bin = math.floor((value - lo) / (hi - lo) * BINS)
            height[bin] = (height[bin] or 0) + 1
            most = math.max(most, height[bin])
            x[#x + 1], y[#y + 1] = value, height[bin]
        end
    end
    return {x = x, y = y}, below, above, most
end

-- An arrow at the end of the axis (way -1 or 1) for so many guesses beyond.
local function arrow(count, value, tip, way, size, most)
    if count == 0 then
        return nil
    end
    local head, wing = tip - way * 0.03 * size, math.min(0.06 * most, 0.8)
    return {label = ("%d %s, as far as %s"):format(count, way < 0 and "below" or "above", number(value, 4)),
        marker = "none", dash = "solid",
        x = {tip - way * 0.1 * size, tip, head, tip, head}, y = {1, 1, 1 + wing, 1, 1 - wing}}
end

local function stacked(row)
    local lo, hi = range(row)
    local points, below, above, most = dots(row, lo, hi)
    points.label, points.line, points.marker = ("%d guesses"):format(#row.guesses), false, "circle"
    return list_of.map({
        #points.x > 0 and points or false,
        {label = "result: " .. number(row.result, 4), x = {row.result, row.result}, y = {0, most + 1}, marker = "none"},
        arrow(below, row.guesses[1], lo, -1, hi - lo, most) or false,
        arrow(above, row.guesses[#row.guesses], hi, 1, hi - lo, most) or false,
    }, function(series) return series or nil end), {min = lo, max = hi, label = "guess"}, most
end

return function(row)
    local series, x, most
    if #row.guesses == 0 and type(row.result) == "number" then
        series, x, most = {{label = ("nobody guessed, result: %s"):format(number(row.result, 4)),
            x = {row.result, row.result}, y = {0, 1}, marker = "none"}}, {label = "guess"}, 1
    else
        series, x, most = (type(row.result) == "number" and stacked or bars)(row)
    end
    return {title = ("step %d"):format(row.step), x = x, y = {label = "students", min = 0, max = most + 1},
        series = series}
end
