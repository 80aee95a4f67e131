-- The options of a figure of what a class guessed at one step: a dot for each guess, stacked where they agree, or for
-- words a line for each.
local list_of = (...).use "list"
local number = (...).text.number

local BINS, FAR = 24, 5 -- across the axis; of how many usual distances from the median a guess is wild

-- How often each word was guessed, of those that were or are right: in that order, the right one first.
local function counted(row)
    local counts, words = {}, {}
    for _, word in ipairs({row.result, table.unpack(row.guesses)}) do
        words[#words + 1] = not counts[word] and word or nil
        counts[word] = counts[word] or 0
    end
    for _, word in ipairs(row.guesses) do
        counts[word] = counts[word] + 1
    end
    return words, counts
end

local function students(most)
    return {label = "students", min = 0, max = most + 1, whole = true}
end

-- A line for each word, named on the y axis: its length is how often it was guessed, its end is full for the result.
local function bars(row)
    local words, counts = counted(row)
    local names, series, most = {}, {}, 1
    for i, word in ipairs(words) do
        local place, n, is_right = #words + 1 - i, counts[word], word == row.result
        names[place] = is_right and word .. " (the result)" or word
        local label = ("%s: %d%s"):format(word, n, is_right and ", the result" or "")
        series[#series + 1] = {label = label, x = {0, n}, y = {place, place}, marker = "none", dash = "solid"}
        series[#series + 1] = {label = label, x = {n}, y = {place}, marker = "circle", hollow = not is_right}
        most = math.max(most, n)
    end
    return {x = students(most), y = {names = names}, series = series, legend = "none"}
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
    return {x = {min = lo, max = hi, label = "guess"}, y = students(most), series = list_of.map({
        #points.x > 0 and points or false,
        {label = "result: " .. number(row.result, 4), x = {row.result, row.result}, y = {0, most + 1}, marker = "none"},
        arrow(below, row.guesses[1], lo, -1, hi - lo, most) or false,
        arrow(above, row.guesses[#row.guesses], hi, 1, hi - lo, most) or false,
    }, function(series) return series or nil end)}
end

local function nobody(row)
    return {x = {label = "guess"}, y = students(1), series = {{
        label = ("nobody guessed, result: %s"):format(number(row.result, 4)), x = {row.result, row.result}, y = {0, 1},
        marker = "none",
    }}}
end

return function(row)
    local is_number = type(row.result) == "number"
    local draw = is_number and (#row.guesses == 0 and nobody or stacked) or bars
    local options = draw(row)
    options.title = ("step %d"):format(row.step)
    return options
end
