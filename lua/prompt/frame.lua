-- Requests of --machine, a line of JSON each, as tables; and which fields they have.
local core = ...
local scan, system = core.use "json_scan", core.system
local sorted = core.use "sorted"

local frame = {}

local id = {"id", "any", meaning = "a number or a text, which comes with the reply"}
local code = {"code", "string", required = true, meaning = "what stands in the cell"}
local cursor = {"cursor", "integer", low = 0, unit = "characters", meaning = "place in the code, its end at first"}

-- The fields of each request.
frame.fields = {
    execute = {id, code,
        {"answers", "boolean", default = false, meaning = "whether the client answers frames of type input"},
        {"silent", "boolean", default = false, meaning = "takes no number, and is not in Out"}},
    complete = {id, code, cursor},
    inspect = {id, code, cursor},
    is_complete = {id, code},
    input = {id, {"text", "string", meaning = "the line that was asked for; else the input is at its end"}},
    exit = {id},
}

local read = {}
for name, fields in pairs(frame.fields) do
    read[name] = core.options.table("machine " .. name, fields)
end

-- The value at `at` and the place after it.
local function value_of(s, name, at)
    local char = s.text:sub(at, at)
    if char == "[" or char == "{" then
        scan.fail(s, at, "expected a text, a number, true or false as '%s', got %s", name, scan.shown(s, at))
    end
    return scan.plain(s, at)
end

-- The members of the object that the line is.
local function members(line)
    local s, all = {text = line, path = "request", caller = "machine", whole = "line"}, {}
    local at = scan.skip(s, 1)
    if s.text:sub(at, at) ~= "{" then
        scan.fail(s, at, "expected an object, got %s", scan.shown(s, at))
    end
    at = scan.skip(s, scan.object(s, at, function(name, value, key)
        if all[name] ~= nil then
            scan.fail(s, key, "expected another name, got '%s' again", name)
        end
        local after
        all[name], after = value_of(s, name, value)
        return after
    end))
    if at <= #line then
        scan.fail(s, at, "expected the end of the line, got %s", scan.shown(s, at))
    end
    return all
end

-- What can come with a reply: a number or a text.
local function check_id(value)
    if value ~= nil and type(value) ~= "string" and not math.type(value) then
        system.fail("machine", "option 'id': expected a number or a text, got " .. system.describe(value))
    end
    return value
end

-- The request in a line: its name and a table of its fields; and its id, also of one that lacks others. Raises what is
-- wrong with it, after seen(id).
function frame.request(line, seen)
    local all = members(line)
    seen(check_id(all.id))
    local name = all.request
    if not frame.fields[name] then
        local names = table.concat(sorted(frame.fields), ", ")
        system.fail("machine", "option 'request': expected one of %s, got %s%s", names,
            system.describe(name), type(name) == "string" and system.hint(name, frame.fields) or "")
    end
    all.request = nil
    return name, read[name]("machine " .. name, all)
end

return frame
