-- What the maker of a point says of it to the process that gathers: {point =, cells =, is_misuse =, out = and err =
-- what it has printed, unread = why that cannot be read, changed = a variable's name}; x: as in points/deal.
local core = ...
local system, pack = core.system, core.use "pack"

local message = {}

-- The points in the order in which they are taken: what is wrong with the first is said at once; of the others the last
-- come first, since costs mostly grow along a sweep and no long one is to be left over at its end. With x.in_order all
-- come in their order, so that those before one of wrong use have been taken when it is known.
function message.order(x)
    if x.in_order then
        return x.todo
    end
    local order = {x.todo[1]}
    for i = #x.todo, 2, -1 do
        order[#order + 1] = x.todo[i]
    end
    return order
end

-- Point k, computed; printed() gives what it has printed.
function message.of(x, k, printed)
    local cells, is_misuse = x.compute(k)
    local out, err, why = printed()
    return pack.text{
        point = k, cells = cells, is_misuse = is_misuse, out = out, err = err, unread = why,
        changed = x.changed and x.changed() or nil,
    }
end

-- print(message) prints what a point has printed once all points before it are done; print() what is left. What comes
-- after a point of wrong use is not printed. labels: of all points.
function message.printer(todo, labels)
    local texts, place = {}, 1
    local function put(k)
        io.stdout:write(texts[k].out)
        io.stdout:flush()
        io.stderr:write(texts[k].err)
        if texts[k].unread then
            system.note(("what %s has printed cannot be read, though a later one may show it: %s")
                :format(labels[k], texts[k].unread))
        end
        texts[k] = nil
    end
    return function(one)
        if one then
            texts[one.point] = one
        end
        while place <= #todo and (texts[todo[place]] or not one) do
            local next_one = texts[todo[place]]
            if next_one then
                put(todo[place])
            end
            place = next_one and next_one.is_misuse and math.huge or place + 1
        end
    end
end

-- note(name) says once that run changes a variable.
function message.noter()
    local noted = false
    return function(name)
        if name and not noted then
            noted = true
            system.note(("sweep: run changes '%s', which only its own process sees: threads=1 makes all points in this "
                .. "one"):format(name))
        end
    end
end

return message
