-- What the maker of an item says of it: item.make(x, k, printed) -> {point = k, value = what it comes to, or failure =
-- the error that it raised, last = whether nothing after it is wanted, out =, err =, unread = what it has printed, as
-- printed() gives it}; nil where an interrupt left nothing of it. item.packed(one) -> its bytes. x: as in
-- points/by_teams.
local core = ...
local pack = core.use "pack"

local item = {}

function item.make(x, k, printed)
    local one = {point = k}
    local done, value, last = pcall(x.compute, k)
    one.out, one.err, one.unread = printed()
    one.last = not done or last
    one[done and "value" or "failure"] = done and value or tostring(value)
    return (done or not core.system.interrupted()) and one or nil
end

-- What has no bytes, so that others cannot have it, is a failure.
function item.packed(one)
    local done, text = pcall(pack.text, one)
    if not done then
        one.value, one.failure, one.last = nil, tostring(text), true
    end
    return done and text or pack.text(one)
end

return item
