-- Values from bytes, the same ones from the same bytes: draw = value(bytes, objects). `objects` by their types' names.
--   draw.pick(n)           a whole number from 1 to n
--   draw.number()          any number: small, large, near whole ones, nan
--   draw.any()             a value of any type
--   draw.options(params)   a table of some of these options, most of them of the kind that is wanted
local core = debug.getregistry()["debias.core"]
local sorted = core.use "sorted"

local junk, words = {}, {}
dofile "tests/lua/harness/junk.lua"(function(name, value)
    junk[#junk + 1] = name ~= "a file" and value or name -- which is not to be closed
end)

-- Words that mean something to some function.
for _, name in ipairs(sorted(core.use "guide/pages".all())) do
    words[#words + 1] = name
end
for _, functions in pairs(core) do
    for _, params in pairs(type(functions) == "table" and functions.params or {}) do
        for _, param in ipairs(params) do
            words[#words + 1] = param.name
            for word in (param.choices or ""):gmatch "[^|]+" do
                words[#words + 1] = word
            end
        end
    end
end
words = core.use "list".unique(words)
table.sort(words)

local special = {
    0, 1, 2, 3, -1, 0.5, 1e-3, -0.0, 1e308, -1e308, 5e-324, 0 / 0, math.huge, -math.huge, math.maxinteger,
    math.mininteger, 2^53, 2^53 + 2, 2^31, 2^32, 1e9, 1e6, 1e15,
}

return function(bytes, objects)
    local draw, at = {}, 0
    local kinds = sorted(objects or {})

    local function byte()
        at = at + 1
        return bytes:byte(at) or 0
    end

    function draw.pick(n)
        return (n > 256 and byte() * 256 + byte() or byte()) % n + 1
    end
    local pick = draw.pick

    local numbers = {
        function() return byte() - 8 end,
        function() return byte() / 16 end,
        function() return special[pick(#special)] end,
        function() return (byte() - 128) * 10.0 ^ (byte() % 40 - 20) end,
        function()
            local eight = bytes:sub(at + 1, at + 8)
            at = at + 8
            return #eight == 8 and string.unpack("<d", eight) or 1.5
        end,
    }

    function draw.number()
        return numbers[pick(#numbers)]()
    end

    local function real() -- vecs take no others
        return draw.number() + 0.0
    end

    function draw.word()
        return words[pick(#words)]
    end

    function draw.list(item)
        local list = {}
        for i = 1, byte() % 6 do
            list[i] = item()
        end
        return list
    end

    function draw.object(kind)
        return objects and (objects[kind] or objects[kinds[pick(#kinds)]])
    end

    -- A function of a user's, which returns such values.
    function draw.callable()
        local made = draw.any(true)
        local ways = {
            function() return made end, function(x) return x end, math.exp, poly{0, 0, 1},
            function(x) return x * x end, function(x) return math.exp(x) + 1 end,
            function(x) return x[1] end, function() error("called", 0) end,
        }
        return ways[pick(#ways)]
    end

    local function named()
        local t = {}
        for _ = 1, byte() % 4 do
            t[draw.word()] = draw.any(true)
        end
        return t
    end

    -- `simple`: of no function and no table.
    function draw.any(simple)
        local makers = {
            draw.number, draw.word, function() return junk[pick(#junk)] end, function() return byte() > 127 end,
            function() return nil end, function() return vec(draw.list(real)) end, draw.object,
            not simple and draw.callable or draw.number, not simple and named or draw.word,
            function() return draw.list(not simple and draw.any or draw.number) end,
        }
        return makers[pick(#makers)]()
    end

    local of_kind = {
        number = draw.number, integer = function() return byte() % 64 end, boolean = function() return byte() > 127 end,
        choice = function(param)
            local list = core.use "text".split(param.choices, "|")
            return list[pick(#list)]
        end,
        string = draw.word, vector = function() return draw.list(draw.number) end,
        matrix = function() return mat{{real(), real()}, {real(), 1}} end,
        ["function"] = draw.callable, object = function(param) return draw.object(param.choices) end,
        table = function() return draw.list(draw.any) end, any = function() return draw.any() end,
    }

    local function option(param)
        if byte() < 16 then
            return draw.any()
        elseif param.name == "threads" then
            return pick(2)
        end
        return (of_kind[param.kind] or of_kind.any)(param)
    end

    function draw.options(params)
        local options = {}
        for _, param in ipairs(params) do
            if param.required or byte() < 48 then
                options[param.name] = option(param)
            end
        end
        if byte() < 8 then
            options[draw.word()] = draw.any()
        end
        return options
    end

    return draw
end
