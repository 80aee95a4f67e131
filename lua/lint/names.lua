-- names: globals, fields of the library and methods of its values that there are none of.
local core, D = ...
local system, pages = core.system, core.use "guide/pages"
local value, strict = core.use "lint/value", core.use "prompt/strict"
local rawget, type = rawget, type

local names = {}

-- Globals that are read and that neither Lua, nor the library, nor the text itself has.
function names.globals(found, complain)
    for _, node in ipairs(found.globals) do
        local name = node[1]
        if rawget(_G, name) == nil and rawget(D, name) == nil and not found.given[name] and name ~= "_ENV"
            and name ~= "debias" then
            complain(node, strict.unknown(name))
        end
    end
end

-- Whether a table is Lua's or the library's, whose fields do not change.
local function is_ours(path, held)
    local owner = path and not path:find "[.]" and (rawget(_G, path) or rawget(D, path))
    return type(held) == "table" and rawequal(owner, held) and path ~= "_G" and path ~= "arg"
end

-- What a field is read of, where that is Lua's or the library's: its path and the table.
local function read_of(node, found)
    if value.is_module(node) then
        return "debias", D
    end
    local path = found.path_of(node)
    local held = path and not found.given[path] and value.of(node).value
    if is_ours(path, held) then
        return path, held
    end
end

-- Fields of such tables.
function names.fields(found, complain)
    for _, node in ipairs(found.fields) do
        local path, held = read_of(node[1], found)
        local key = node[2].tag == "String" and node[2][1]
        if key and path and rawget(held, key) == nil and not found.set[path .. "." .. key] then
            complain(node[2], ("%s: no field '%s'%s"):format(path, key, system.hint(key, held)))
        end
    end
end

-- The methods of a value of which the type is known, as a table with their names for keys; or nil.
local function methods_of(object)
    if object.type == "string" then
        return string
    elseif not object.is_result then
        return object.type and system.types()[object.type]
    end
    local all = {}
    for name in pairs(pages.all()) do
        local class, method = name:match "^([%w_]+):([%w_]+)$"
        if class == object.type or class == "result" then
            all[method] = true
        end
    end
    return all
end

function names.methods(found, complain)
    for _, node in ipairs(found.calls) do
        local object = node.tag == "Invoke" and value.of(node[1]) or {}
        local methods, name = methods_of(object), node.tag == "Invoke" and node[2][1]
        if methods and methods[name] == nil then
            complain(node[2], ("%s: no method '%s'%s"):format(object.type, name, system.hint(name, methods)))
        end
    end
end

-- What a text uses of the library: names of its pages, and of methods that texts name, each once, in order.
function names.used(found)
    local all = {}
    for _, node in ipairs(found.calls) do
        local page = value.called(node).page
        all[page or ""] = page and true or nil
    end
    return core.use "sorted"(all)
end

return names
