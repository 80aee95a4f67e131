-- whose(figures, labels, names): the notes of several figures as one text. A note that not all of them have begins with
-- what the legend calls those it is about.
local core = ...
local list = core.use "list"
local map, unique = list.map, list.unique

local MOST = 4 -- labels that stand for a figure

-- What a figure is called, of the labels that its series have in the legend: all where they are few, "(2)" where each
-- ends so.
local function name_of(labels)
    local number = #labels > 1 and labels[1]:match " (%(%d+%))$"
    local is_shared = number and list.all(labels, function(label) return label:sub(-#number) == number end)
    local few = table.concat(labels, ", ", 1, math.min(#labels, MOST))
    return is_shared and number or few .. (labels[MOST + 1] and ", .." or "")
end

-- The names of the figures that have the note.
local function owners(note, figures, labels, names)
    return map(figures, function(figure, i)
        return figure.notes == note and (names[i] or name_of(labels[i])) or nil
    end)
end

-- labels: of each figure its labels in the legend; names: its own name, if the user gave any.
return function(figures, labels, names)
    local notes = unique(map(figures, function(figure) return figure.notes end))
    if not notes[1] or not notes[2] and list.all(figures, function(figure) return figure.notes end) then
        return notes[1]
    end
    return table.concat(map(notes, function(note)
        return table.concat(owners(note, figures, labels, names), ", ") .. ": " .. note
    end), " ")
end
