-- Specs of figures: bytes -> options of plot with series, axes, marks and panels; drawn as a page and in characters.
local clear, value = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/value.lua"
local core = debug.getregistry()["debias.core"]
local over, within = core.use "over", debug.getregistry().fuzz.within
local tables = core.figure.params

local function series(draw)
    local n = draw.pick(5)
    local x, y = {}, {}
    for i = 1, n do
        x[i], y[i] = draw.number(), draw.number()
    end
    local one = over({label = draw.word(), x = x, y = y}, draw.pick(3) == 1 and draw.options(tables.series) or {})
    if draw.pick(6) == 1 then
        one.fit = draw.options(tables.fit)
    end
    return one
end

local function axis(draw)
    local options = draw.options(tables.axis)
    local scales = {"log", "linear", "log2"}
    options.scale = draw.pick(3) > 1 and scales[draw.pick(3)] or options.scale
    return options
end

local function figure(draw, depth)
    local o = draw.pick(3) == 1 and draw.options(tables.plot) or {}
    o.series = draw.list(function() return series(draw) end)
    o.x, o.y = draw.pick(2) == 1 and axis(draw) or nil, draw.pick(2) == 1 and axis(draw) or nil
    o.style = draw.pick(8) == 1 and {[draw.word()] = draw.options(tables.style)} or nil
    o.marks = draw.pick(3) == 1 and draw.list(function() return draw.options(tables.marks) end) or nil
    if depth == 0 and draw.pick(4) == 1 then
        o.panels = draw.list(function() return figure(draw, 1) end)
        o.series = nil
    end
    return o
end

local endings = {"pdf", "svg", "png"}

local function draw_all(draw)
    local f = plot(figure(draw, 0))
    local _ = f:layout() .. f:text() .. f:describe() .. tostring(f)
    if draw.pick(8) == 1 then
        f:save("figure." .. endings[draw.pick(3)])
    end
end

return {
    call = function(bytes)
        clear(within, 2, draw_all, value(bytes))
    end,
    most = 512 * 2 ^ 20,
}
