-- value(node) -> what is known of the value of an expression without running it, as context.resolve says; nothing known
-- is {}. A local that is given one value only is that value.
local core = ...
local context = core.use "prompt/context"

local DEEPEST = 20
local MODULE = {} -- the steps to what require "debias" returns, whose fields are the names of the library

local steps_of

local function append(node, step, depth)
    local steps = steps_of(node, depth)
    if steps == MODULE then
        return step.field and {{name = step.field}}
    end
    return steps and table.move({step}, 1, 1, #steps + 1, steps)
end

local function requires_module(node)
    local callee, name = node[1], node[2]
    return callee.tag == "Id" and callee[1] == "require" and not callee.variable
        and name and name.tag == "String" and name[1] == "debias"
end

local function of_name(node, depth)
    local variable = node.variable
    if not variable then
        return {{name = node[1]}}
    end
    local value = #variable.values == 1 and variable.values[1]
    return type(value) == "table" and steps_of(value, depth + 1) or nil
end

-- The steps from the first name on; nil where they are not known.
function steps_of(node, depth)
    if depth > DEEPEST then
        return nil
    elseif node.tag == "Id" then
        return of_name(node, depth)
    elseif node.tag == "String" then
        return {{text = true}}
    elseif node.tag == "Paren" then
        return steps_of(node[1], depth)
    elseif node.tag == "Index" then
        return append(node[1], node[2].tag == "String" and {field = node[2][1]} or {index = true}, depth)
    elseif node.tag == "Call" then
        return requires_module(node) and MODULE or append(node[1], {call = true}, depth)
    elseif node.tag == "Invoke" then
        local steps = append(node[1], {method = node[2][1]}, depth)
        return steps and table.move({{call = true}}, 1, 1, #steps + 1, steps)
    end
end

local value = {}

function value.of(node)
    local steps = steps_of(node, 1)
    return steps and context.resolve(steps) or {}
end

function value.is_module(node)
    return steps_of(node, 1) == MODULE
end

-- What is known of what a call calls.
function value.called(node)
    if node.tag == "Call" then
        return value.of(node[1])
    end
    local steps = append(node[1], {method = node[2][1]}, 1)
    return steps and context.resolve(steps) or {}
end

return value
