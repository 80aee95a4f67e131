-- What was asked of an experiment, kept beside its result and written into its figures, so that reproduce can ask the
-- same again: again.keep, again.recipe, again.find.
local core = ...
local asked, pack, result = core.use "experiment/asked", core.use "pack", core.use "result"

local again = {}
local kept = setmetatable({}, {__mode = "k"}) -- result -> {call =, record =, cut = the option that may have ended it}

-- Keeps that the result came from call(options); returns it. record: that of asked.record, where it is at hand.
function again.keep(self, call, options, record)
    local cut = options.seconds and "seconds" or options.on_record and "on_record" or nil
    kept[self] = {call = call, record = record or asked.record(options), cut = cut}
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

-- The JSON text of a spec with what reproduce needs added to it; as it is where that is not known.
function again.recipe(self, spec)
    local one = kept[self]
    if not one then
        return spec
    end
    local done, bytes = pcall(pack.text, {
        call = one.call, asked = one.record, cut = one.cut, digest = again.digest(result.columns(self)),
    })
    return done and spec:gsub("}$", (',"again":"%s"}'):format(hex(bytes))) or spec
end

local function from_hex(digits)
    return (digits:gsub("%x%x", function(byte)
        return string.char(tonumber(byte, 16))
    end))
end

-- What a figure's file says that was asked: {call =, asked =, digest =}, or nil. A PDF may have it in UTF-16.
function again.find(text)
    local wide = text:match "/Keywords <FEFF(%x+)>"
    local found = (wide and from_hex(wide):gsub("%z", "") or text):match '"again":"(%x+)"'
    local content = found and pack.value(from_hex(found))
    local good = type(content) == "table" and type(content.call) == "string" and asked.is_record(content.asked)
    return good and content or nil
end

return again
