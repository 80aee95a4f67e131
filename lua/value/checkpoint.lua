-- What value{} has drawn, in a file: another call with the same options goes on from there, as if nothing had happened.
local core = ...
local system, pack, file, over = core.system, core.use "pack", core.use "file", core.use "over"
local request, shape, list = core.use "experiment/request", core.use "experiment/shape", core.use "list"

local checkpoint = {}

local DAMAGED = "the file is damaged or cut off"
local kept = {"L", "costs", "step", "goal", "todo"} -- of a state, beside what was drawn

local function is_number_or_nil(value)
    return value == nil or math.type(value) ~= nil
end

local function is_numbers(value)
    return type(value) == "table" and list.all(value, math.type)
end

-- Whether a state of a file can be gone on with.
local function is_state(state)
    if type(state) ~= "table" or math.type(state.L) ~= "integer" or state.L < 0 or state.L > 20 then
        return false
    end
    for l = 0, state.L do
        local drawn = type(state.drawn) == "table" and state.drawn[l]
        if system.kind(drawn) ~= "vec" or #drawn ~= #core.terms.new() then
            return false
        end
    end
    return is_numbers(state.costs) and is_number_or_nil(state.step) and is_number_or_nil(state.goal)
        and (state.todo == nil or is_numbers(state.todo))
end

local function content_of(path)
    local body, why = core.run.unseal(file.read("value", path))
    local content = body and pack.value(body)
    if body and not (type(content) == "table" and request.is(content) and is_state(content.state)
        and shape.is_list(content.rows, function(row) return type(row) == "table" end)) then
        why = DAMAGED
    end
    if why then
        system.fail("value", "cannot read checkpoint '%s': %s", path, why)
    end
    return content
end

-- Puts what the file holds into the state, where there is one, and returns its rows; else none. One of another call is
-- refused.
function checkpoint.read(path, asked, state)
    file.check("value", path)
    if not file.is_there(path) then
        return {}
    end
    local content = content_of(path)
    local there, why = request.of("value", content.asked)
    why = not there and (why or DAMAGED) or asked:difference(there)
    if why then
        system.fail("value", "checkpoint '%s' is of another call: %s", path, why)
    end
    for _, name in ipairs(kept) do
        state[name] = content.state[name]
    end
    state.drawn = content.state.drawn
    return content.rows
end

local RARE = 20 -- times as long as one write takes is computed between two

-- save(is_last): writes what was drawn and the rows, unless that was done a moment ago.
function checkpoint.saver(path, asked, state, rows)
    local next_time = 0
    return function(is_last)
        local began = system.seconds()
        if began < next_time and not is_last then
            return
        end
        local content = {drawn = state.drawn}
        for _, name in ipairs(kept) do
            content[name] = state[name]
        end
        file.write("value", path, core.run.seal(pack.text{asked = asked.stored, state = content, rows = over(rows)}))
        next_time = system.seconds() + RARE * (system.seconds() - began)
    end
end

return checkpoint
