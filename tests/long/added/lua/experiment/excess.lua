-- excess{..}: the exact bias of an operator at several m, in percent of the value.
local core, D = ...
local result = core.use "result"

local read_options = core.options.table("excess", {
    {"q", "any", required = true, meaning = "function of a number"},
    {"dist", "object", required = true, choices = "dist", meaning = "law of delta"},
    {"order", "integer", default = 1, low = 1, high = 8, meaning = "order of the operator"},
})

function D.excess(options)
    local o = read_options("excess", options)
    local rows, op, wanted = {}, D.extrap.order(o.order), o.q(o.dist:mean())
    for m = 1, 4 do
        rows[m] = {m = m, percent = 100 * op:bias(o.q, o.dist, {m = m}) / wanted}
    end
    return result.new("excess", {m = D.vec {1, 2, 3, 4}, percent = D.vec {
        rows[1].percent, rows[2].percent, rows[3].percent, rows[4].percent,
    }}, {"m", "percent"}, {order = o.order})
end
