-- What value{} has drawn, in a file: another call with the same options goes on from there, as if nothing had happened.
local core = ...
local system, pack, file, over = core.system, core.use "pack", core.use "file", core.use "over"
local request, shape, list = core.use "experiment/request", core.use "experiment/shape", core.use "list"
local holds, code_of = core.use "experiment/holds", core.use "code"
local keeper, seldom = core.use "keeper", core.use "seldom"

local checkpoint = {}

local DAMAGED = "the file is damaged or cut off"

-- Of a state, beside what was drawn: the way to a goal, and what was chosen.
local kept = {"L", "costs", "step", "goal", "todo", "name", "order", "chosen", "others"}

-- What auto chooses among, and the orders of those that extrapolate.
local chosen, MOST_ORDER = list.set "v-mlmc rt-mlmc ru-mlmc bsgd e-bsgd", 10

local MOST_TERMS = 2.0 ^ 53

-- Of every row.
local numbers = {"value", "se", "bias", "rmse", "cost"}

local function is_number_or_nil(value)
    return value == nil or math.type(value) ~= nil
end

-- A number of at least 0 that is finite; or nil.
local function is_amount_or_nil(value)
    return value == nil or math.type(value) ~= nil and value >= 0 and value < math.huge
end

local function is_text_or_nil(value)
    return value == nil or shape.is_text(value)
end

local function is_key(key)
    return math.type(key) ~= nil or shape.is_text(key)
end

-- Whether they are terms, so many of them that more can be counted.
local function is_terms(value)
    if system.kind(value) ~= "vec" or #value ~= #core.terms.new() then
        return false
    end
    local n = core.terms.read(value).n
    return n >= 0 and n < MOST_TERMS and n == math.floor(n)
end

local function is_drawn(drawn)
    return type(drawn) == "table" and list.all(drawn, function(each, key)
        return is_terms(each) and is_key(key)
    end)
end

local function is_level(L)
    return L == nil or math.type(L) == "integer" and L >= 0 and L <= 20
end

-- What levels 0 to L shall have; or nil.
local function is_plan_or_nil(todo, L)
    for l = 0, todo and L or -1 do
        if type(todo) ~= "table" or todo[l] == nil or not is_amount_or_nil(todo[l]) then
            return false
        end
    end
    return todo == nil or L ~= nil
end

-- Whether a state of a file can be gone on with.
local function is_state(state)
    return type(state) == "table" and is_drawn(state.drawn) and is_level(state.L)
        and type(state.costs) == "table" and list.all(state.costs, is_amount_or_nil)
        and is_amount_or_nil(state.step) and is_amount_or_nil(state.goal) and is_amount_or_nil(state.others)
        and is_plan_or_nil(state.todo, state.L) and is_text_or_nil(state.chosen)
        and (state.order == nil or math.type(state.order) == "integer" and state.order >= 1
            and state.order <= MOST_ORDER)
        and (state.plain == nil or is_drawn(state.plain))
        and (not state.code or math.type(state.code) == "integer")
end

-- Whether the state is one of the method that is asked for, or that it has chosen.
local function is_of(state, method)
    return state.name == method or method == "auto" and chosen[state.name]
end

local function cannot_read(path, why)
    system.fail("value", "cannot read checkpoint '%s': %s", path, why)
end

local function content_of(path)
    local body, why = core.run.unseal(file.read("value", path))
    local content = body and pack.value(body)
    if body and not (type(content) == "table" and request.is(content) and is_state(content.state)
        and shape.is_list(content.rows, function(row) return type(row) == "table" end)) then
        why = holds.other(content, "value") or DAMAGED
    end
    if why then
        cannot_read(path, why)
    end
    return content
end

-- The rows of a file that is gone on with by this state: what the report says of them is there.
function checkpoint.check_rows(path, state, rows)
    for _, row in ipairs(rows) do
        local fits = list.all(numbers, function(name) return math.type(row[name]) end)
            and is_number_or_nil(row.eps) and is_number_or_nil(row.plain_cost) and is_number_or_nil(row.ratio)
            and (row.plain_cost == nil) == (row.ratio == nil)
        if not fits or not state.kind.is_row(row) then
            cannot_read(path, DAMAGED)
        end
    end
end

-- What the file holds, {state =, rows =}, where there is one. One of another call is refused. o: the call's options.
function checkpoint.read(path, asked, o)
    file.check_kept("value", path)
    if not file.is_there(path) then
        return nil
    end
    local content = content_of(path)
    local there, why = request.of("value", content.asked)
    why = not there and (why or DAMAGED) or asked:difference(there)
        or o.levels and content.state.code ~= code_of(o.levels) and "option 'levels' is another function there"
    if why then
        system.fail("value", "checkpoint '%s' is of another call: %s", path, why)
    elseif not is_of(content.state, o.method) then
        cannot_read(path, DAMAGED)
    end
    return content
end

-- Puts what a file holds of a state into one that has drawn nothing.
function checkpoint.restore(state, content)
    for _, name in ipairs(kept) do
        if content[name] ~= nil then
            state[name] = content[name]
        end
    end
    state.drawn = content.drawn
end

-- What a file holds of a state.
local function kept_of(state)
    local levels = state.o.levels
    local content = {
        drawn = state.drawn, code = levels and code_of(levels),
        plain = state.plain and state.plain ~= state and state.plain.drawn or nil,
    }
    for _, name in ipairs(kept) do
        content[name] = state[name]
    end
    return content
end

-- save(is_last): writes what was drawn and the rows, unless that was done a moment ago. A choice that was cut short is
-- not kept: it would have gone on.
function checkpoint.saver(path, asked, state, rows)
    local save = seldom(keeper(path, function()
        local content = {asked = asked.stored, state = kept_of(state), rows = over(rows)}
        file.write("value", path, core.run.seal(pack.text(content)))
    end))
    return function(is_last)
        if not state.cut then
            save(is_last)
        end
    end
end

return checkpoint
