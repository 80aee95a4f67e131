-- What was asked of an experiment, kept beside its result and written into its figures, so that reproduce can ask the
-- same again: again.keep, again.recipe, again.figure, again.find.
local core = ...
local asked, pack, result = core.use "experiment/asked", core.use "pack", core.use "result"
local shape = core.use "experiment/shape"

local again = {}
local kept = setmetatable({}, {__mode = "k"}) -- result -> {call =, record =, before = records of stages, cut =}

-- Reasons to end that cannot be repeated in another run.
again.cuts = {
    interrupted = "was stopped by an interrupt, so it cannot be repeated",
    on_record = "was made with option 'on_record', which may end another run elsewhere",
    seconds = "was made with option 'seconds', which may end another run elsewhere",
    stopped = "was stopped by on_record, so it cannot be repeated",
    timed = "was stopped by a time limit, so it cannot be repeated",
}

-- Keeps that the result came from call(options); returns it. record: that of asked.record, where it is at hand;
-- stages: {before =, cut =} of a run that went on (lua/experiment/saved.lua).
function again.keep(self, call, options, record, stages)
    local one = {call = call, record = record or asked.record(options)}
    one.cut = options.seconds and "seconds" or options.on_record and "on_record" or nil
    if stages then
        one.before, one.cut = #(stages.before or {}) > 0 and stages.before or nil, stages.cut or one.cut
    end
    kept[self] = one
    return self
end

-- A word for the columns of a result: equal ones have the same, down to the last bit.
function again.digest(columns)
    local all = {}
    for name, list in pairs(columns) do
        all[name] = list
    end
    all.seconds = nil
    return core.run.digest(pack.text(all))
end

local function hex(bytes)
    return (bytes:gsub(".", function(byte)
        return ("%02x"):format(byte:byte())
    end))
end

-- The JSON text of a spec with the content as its last field.
local function with_content(spec, content)
    local done, bytes = pcall(pack.text, content)
    if not done then
        return spec
    end
    local field = ('"again":"%s"}'):format(hex(bytes))
    return (spec:gsub(',?"again":"%x+"}$', "}"):gsub("}$", spec == "{}" and field or "," .. field))
end

-- The JSON text of a spec with what reproduce needs added to it; as it is where that is not known.
function again.recipe(self, spec)
    local one = kept[self]
    return one and with_content(spec, {
        call = one.call, asked = one.record, before = one.before, cut = one.cut,
        digest = again.digest(result.columns(self)),
    }) or spec
end

-- A word for what a figure shows.
function again.digest_figure(figure)
    return core.run.digest(pack.text(figure:data()))
end

-- Lets a figure of the program say that it is one: that is all that it takes to draw it again.
function again.figure(figure, options)
    local content = {call = "figure", asked = {options = options}, digest = again.digest_figure(figure)}
    return figure:set{spec = with_content(core.figure.spec(figure) or "{}", content)}
end

local function from_hex(digits)
    return (digits:gsub("%x%x", function(byte)
        return string.char(tonumber(byte, 16))
    end))
end

local function is_content(value)
    return type(value) == "table" and type(value.call) == "string" and asked.is_record(value.asked)
        and (value.before == nil or shape.is_list(value.before, asked.is_record))
        and (value.cut == nil or again.cuts[value.cut] ~= nil)
end

-- What a figure's file says that was asked, {call =, asked =, before =, cut =, digest =}, or nil. A PDF may have it in
-- UTF-16.
function again.find(text)
    local wide = text:match "/Keywords <FEFF(%x+)>"
    local found = (wide and from_hex(wide):gsub("%z", "") or text):match '"again":"(%x+)"'
    local content = found and pack.value(from_hex(found))
    return is_content(content) and content or nil
end

return again
