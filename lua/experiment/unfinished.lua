-- What an interrupt left of methods that are measured one after the other, in a sentence.

local function add(phrases, labels, words)
    phrases[#phrases + 1] = labels[1] and table.concat(labels, ", ") .. " " .. words or nil
end

-- labels: of all methods; reached(i): true where method i finished, how far it came ("2400 samples") where it was
-- stopped early, nil or false where it had not begun. nil where all finished.
return function(labels, reached)
    local finished, early, waiting, phrases = {}, {}, {}, {}
    for i, label in ipairs(labels) do
        local far = reached(i)
        if far == true then
            finished[#finished + 1] = label
        elseif far then
            early[#early + 1] = ("%s stopped early, at %s"):format(label, far)
        else
            waiting[#waiting + 1] = label
        end
    end
    add(phrases, finished, "finished")
    phrases[#phrases + 1] = early[1] and table.concat(early, "; ")
    add(phrases, waiting, "had not begun")
    return #finished < #labels and "interrupted: " .. table.concat(phrases, "; ") or nil
end
