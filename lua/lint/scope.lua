-- scope(tree, visit): walks a syntax tree with the names that are local at each place, and returns what it found:
-- {globals = {node, ..} that are read, given = {[name] = true} that the text itself gives a value, calls = {node, ..},
-- fields = {node, ..} that are read, set = {["name.field"] = true} that it sets}. An Id of a local has .variable =
-- {values = {expression or false, ..}}: all that it is ever given.
local walk = {}

local found, block -- of the walk that goes on; what follows names each other

local function declare(names, node, value)
    node.variable = {values = {value}}
    names[node[1]] = node.variable
end

local function each(nodes, names)
    for _, node in ipairs(nodes or {}) do
        if type(node) == "table" then
            (walk[node.tag] or each)(node, names)
        end
    end
end

-- The statements of a block, with names of its own.
function block(nodes, names)
    each(nodes, setmetatable({}, {__index = names}))
end

function walk.Id(node, names)
    node.variable = names[node[1]]
    found.globals[#found.globals + 1] = not node.variable and node or nil
end

function walk.Local(node, names)
    each(node[2], names)
    for i, name in ipairs(node[1]) do
        local expressions = node[2] or {}
        declare(names, name, expressions[i] or #expressions == 0 and "nothing")
    end
end

function walk.Localrec(node, names)
    for i, name in ipairs(node[1]) do
        declare(names, name, (node[2] or {})[i] or false)
    end
    each(node[2], names)
end

-- "a.b" for a node of names and fields, or nil.
local function path_of(node)
    if node.tag == "Id" then
        return not node.variable and node[1] or nil
    elseif node.tag == "Index" and node[2].tag == "String" then
        local before = path_of(node[1])
        return before and before .. "." .. node[2][1]
    end
end

local function assign(node, names, value)
    if node.tag ~= "Id" then
        each(node, names)
        found.set[path_of(node) or ""] = true
    elseif names[node[1]] then
        node.variable = names[node[1]]
        table.insert(node.variable.values, value)
    else
        found.given[node[1]] = true
    end
end

function walk.Set(node, names)
    each(node[2], names)
    for i, target in ipairs(node[1]) do
        assign(target, names, node[2][i] or false)
    end
end

walk.OpSet = walk.Set

function walk.Function(node, names)
    local own = setmetatable({}, {__index = names})
    for _, parameter in ipairs(node[1]) do
        if parameter.tag == "Id" then
            declare(own, parameter, false)
        end
    end
    block(node[2], own)
end

function walk.Fornum(node, names)
    local own = setmetatable({}, {__index = names})
    for i = 2, #node - 1 do
        each({node[i]}, names)
    end
    declare(own, node[1], false)
    block(node[#node], own)
end

function walk.Forin(node, names)
    local own = setmetatable({}, {__index = names})
    each(node[2], names)
    for _, name in ipairs(node[1]) do
        declare(own, name, false)
    end
    block(node[3], own)
end

function walk.Repeat(node, names)
    local own = setmetatable({}, {__index = names})
    each(node[1], own)
    each({node[2]}, own)
end

walk["While"] = function(node, names)
    each({node[1]}, names)
    block(node[2], names)
end

walk["Do"] = block

walk["If"] = function(node, names)
    for _, part in ipairs(node) do
        if part.tag then
            each({part}, names)
        else
            block(part, names)
        end
    end
end

function walk.Call(node, names)
    found.calls[#found.calls + 1] = node
    each(node, names)
end

walk.Invoke = walk.Call

function walk.Index(node, names)
    found.fields[#found.fields + 1] = node
    each(node, names)
end

return function(tree)
    found = {globals = {}, given = {}, calls = {}, fields = {}, set = {}, path_of = path_of}
    block(tree, {})
    return found
end
