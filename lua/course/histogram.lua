-- The options of a figure of what a class guessed at one step: a dot for each guess, stacked where they agree, or for
-- words a line for each.
local core, D = ...
local list_of, number = core.use "list", core.text.number

local BINS = 24             -- across the axis
local GAP = 4               -- wild guesses are beyond a gap this many times as wide as the range of those shown
local SPREAD = 1            -- that range counts as at least this many times the size of the result
local HUGE = 1e9            -- a guess this many times the result, or 1, is wild in any case
local EDGE, ROOM = 0.1, 0.2 -- what stays free beyond the range shown, as a share of it; ROOM where an arrow stands

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

-- The axis for so many, with room in which a line of the result stands above the highest stack.
local function students(most)
    return {label = "students", min = 0, max = most + math.max(1, most // 8), whole = true}
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

-- The guesses that are not huge, and the places of the first and last of their middle half. One or two have no middle
-- half: then last = first - 1, and the result lies between these places.
local function middle(row)
    local most = HUGE * math.max(math.abs(row.result), 1)
    local near = list_of.map(row.guesses, function(value) return math.abs(value) <= most and value or nil end)
    if #near > 2 then
        return near, #near + 1 - 3 * #near // 4, 3 * #near // 4
    end
    local below = #list_of.map(near, function(value) return value <= row.result and value or nil end)
    return near, below + 1, below
end

-- What a guess is large beside: the result, or where that is 0 the usual guess.
local function size_of(result, guesses)
    local sizes = list_of.map(guesses, function(value) return value ~= 0 and math.abs(value) or nil end)
    table.sort(sizes)
    return result ~= 0 and math.abs(result) or sizes[(#sizes + 1) // 2] or 0
end

-- The least and greatest value that is shown: from the result and the middle half outward, up to a gap wider than GAP
-- times all within. Guesses that only thin out have no such gap.
local function without_wild(row)
    local near, first, last = middle(row)
    local lo, hi, size = row.result, row.result, size_of(row.result, near)
    if first <= last then
        lo, hi = math.min(lo, near[first]), math.max(hi, near[last])
    end
    local is_down, is_up
    repeat
        local gap = GAP * math.max(hi - lo, SPREAD * size)
        local down, up = near[first - 1], near[last + 1]
        is_down, is_up = down and lo - down <= gap, up and up - hi <= gap
        first, lo = is_down and first - 1 or first, is_down and math.min(lo, down) or lo
        last, hi = is_up and last + 1 or last, is_up and math.max(hi, up) or hi
    until not (is_down or is_up)
    return lo, hi
end

-- The guesses from lo to hi, a list for each part of the axis that has any.
local function binned(guesses, lo, hi)
    local bins, order = {}, {}
    for _, value in ipairs(guesses) do
        local at = hi > lo and math.floor((value - lo) / (hi - lo) * BINS) or 0
        if value >= lo and value <= hi then
            order[#order + 1] = not bins[at] and at or nil
            bins[at] = bins[at] or {}
            table.insert(bins[at], value)
        end
    end
    return list_of.map(order, function(at) return bins[at] end)
end

-- A dot for each of them, those of one part in a stack at their mean, from 1 up; the highest stack.
local function dots(bins)
    local x, y, most = {}, {}, 1
    for _, bin in ipairs(bins) do
        local mean = bin[1] == bin[#bin] and bin[1] or D.vec(bin):mean()
        for height = 1, #bin do
            x[#x + 1], y[#y + 1] = mean, height
        end
        most = math.max(most, #bin)
    end
    return {x = x, y = y, line = false, marker = "circle"}, most
end

local function counted_if(guesses, is)
    return #list_of.map(guesses, function(value) return is(value) and value or nil end)
end

-- The ends of the axis: beyond what is shown stands an arrow where there are more guesses.
local function ends(lo, hi, below, above)
    local size = math.max(hi - lo, SPREAD * math.abs(hi), 1e-9)
    return lo - size * (below > 0 and ROOM or EDGE), hi + size * (above > 0 and ROOM or EDGE)
end

-- An arrow at the end of the axis (way -1 or 1) for so many guesses beyond, in the room that is free of dots.
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
    local guesses, lo, hi = row.guesses, without_wild(row)
    local points, most = dots(binned(guesses, lo, hi))
    local below = counted_if(guesses, function(value) return value < lo end)
    local above = counted_if(guesses, function(value) return value > hi end)
    local left, right = ends(lo, hi, below, above)
    local up = students(most)
    points.label = ("%d guess%s"):format(#guesses, #guesses == 1 and "" or "es")
    return {x = {min = left, max = right, label = "guess"}, y = up, series = list_of.map({
        #points.x > 0 and points or false,
        {label = "result: " .. number(row.result, 4), x = {row.result, row.result}, y = {0, up.max}, marker = "none"},
        arrow(below, guesses[1], left, -1, right - left, most) or false,
        arrow(above, guesses[#guesses], right, 1, right - left, most) or false,
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
