-- Names of other languages that are missed as globals, and how Lua or debias says it: missed(name, text) -> ", ..", or
-- nil; text: the entry, where it is known.
local core = ...
local set, of_r = core.use "list".set, core.later "prompt/of_r"

local words = {
    True = "true", TRUE = "true", False = "false", FALSE = "false", None = "nil", null = "nil", NULL = "nil",
    elif = "elseif",
    disp = "print", printf = "print", echo = "print", typeof = "type", str = "tostring",
    float = "tonumber", int = "math.floor", NaN = "0/0", nan = "0/0", inf = "math.huge", Inf = "math.huge",
}

local sentences = {
    len = "#x is the length of x", length = "#x is the length of x", range = "for i = 1, 10 do .. end counts",
    savefig = 'r:plot():save "x.png" writes a figure',
    save = 'r:plot():save "x.png" writes a figure, save_session "x.lua" the session',
    dir = "who() lists your globals", locals = "who() lists your globals", globals = "who() lists your globals",
    whos = "who() lists your globals", ones = "vec.zeros(n) + 1 has n ones", array = "vec{1, 2, 3} makes one",
    jax = "problem.new differentiates f and g", torch = "problem.new differentiates f and g",
    np = "math and vec have it: math.exp, vec.linspace", numpy = "math and vec have it: math.exp, vec.linspace",
    plt = "plot(x, y) draws", matplotlib = "plot(x, y) draws", pd = 'csv.read "x.csv" reads a table',
    pandas = 'csv.read "x.csv" reads a table', library = 'require "name" loads a module of Lua',
}

local formats = 'string.format("m = %g", m) puts a number into a text'

local programs = set "ls pwd clear cat cp mv rm mkdir less more man vi vim nano top date grep"

-- Of an entry that begins so.
local function of_text(name, text)
    if text:find("^%s*" .. name .. "%s*<%-") then
        local target, value = text:match "^%s*(.-)%s*<%-%s*(.-)%s*$"
        return ("write %s = %s"):format(target, of_r.translated(value))
    elseif name == "f" and text:find "%f[%w_]f[\"']" then
        return formats
    elseif text:find "^%s*#%s*%a" then
        return "-- begins a comment"
    elseif programs[name] and text:find("^%s*" .. name .. "%s*$") then
        return ("!%s runs it in the shell"):format(name)
    end
end

-- Whether the text is arithmetic in one name that has no value.
local function is_formula(text, name)
    for other in text:gmatch "%f[%w_.][%a_][%w_]*" do
        if other ~= name and rawget(_G, other) == nil then
            return false
        end
    end
    return text:find "[-+*/^]" and not text:find '[=~<>{:"\'%[]' and not text:find("%f[%w_]" .. name .. "%s*[.(]")
end

-- Of x where it is the variable of a function that was not written as one: x^2, q=x^2.
local function of_variable(name, text)
    if not name:find "^%l$" or text:find "function" then
        return nil
    end
    local word = "%f[%w_]" .. name .. "%f[^%w_]"
    local value = text:match("[{,]%s*q%s*=%s*([^,{}=]*" .. word .. "[^,{}=]*)")
    if value then
        return ("write q=function(%s) return %s end"):format(name, value:match "^(.-)%s*$")
    elseif #text <= 40 and load("return " .. text) and is_formula(text, name) then
        return ("give it a value, %s = 3, or write function(%s) return %s end"):format(name, name,
            text:match "^%s*(.-)%s*;?%s*$")
    end
end

-- Names that others call, and that are as likely to be variables.
local called = set "str float int range len length typeof disp printf echo library"

return function(name, text)
    if text and called[name] and not text:find("%f[%w_]" .. name .. "%s*[(\"'{]") then
        return nil
    elseif words[name] then
        return (", did you mean '%s'?"):format(words[name])
    end
    local sentence = sentences[name] or text and of_text(name, text) or of_r.missed(name, text)
        or text and of_variable(name, text)
    return sentence and ", " .. sentence
end
