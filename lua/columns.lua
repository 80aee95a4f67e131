-- Columns that hold text: lists of strings, which raise where they are used as numbers.
local core = ...
local system = core.system

local columns = {}

local operations = {"add", "sub", "mul", "div", "idiv", "mod", "pow", "unm", "lt", "le"}

-- The list as a column of text; fault: why it is none of numbers, with the place of the first cell that is none. C
-- reads it where a vec is expected (bind_to_vec).
function columns.text(list, fault)
    local meta = {__fault = fault}
    local function refuse()
        system.fail(nil, fault)
    end
    for _, name in ipairs(operations) do
        meta["__" .. name] = refuse
    end
    function meta.__index(_, key)
        if type(key) == "string" then
            refuse()
        end
    end
    return setmetatable(list, meta)
end

-- Why the value, a column of text, is none of numbers; nil for any other value.
function columns.fault(value)
    local meta = type(value) == "table" and getmetatable(value)
    return type(meta) == "table" and rawget(meta, "__fault") or nil
end

-- The option columns= of a reader of a file: names among the keys of `all`, each once.
function columns.chosen(caller, path, only, all)
    for key, name in pairs(only) do
        if math.type(key) ~= "integer" or type(name) ~= "string" then
            system.fail(caller, "option 'columns': expected a list of names, got %s at %s", system.describe(name),
                system.describe(key))
        elseif not all[name] then
            system.fail(caller, "option 'columns': %s has no column '%s'%s", path, name, system.hint(name, all))
        end
    end
    if #only == 0 then
        system.fail(caller, "option 'columns': expected at least one name, got none")
    end
    return core.use "list".unique(only)
end

return columns
