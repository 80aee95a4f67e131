-- What a lesson returns: guesses and results, a row each; what its steps made; and a way to save all of it.
local core = ...
local system, result = core.system, core.use "result"
local handout = core.later "course/handout"

local order = {"lesson", "step", "first", "guess", "result"}

local function save(self, path, heading, records)
    local ending = type(path) == "string" and (path:match "%.(%a+)$" or ""):lower()
    if ending == "csv" then
        return self:csv(path)
    elseif not handout[ending or ""] then
        system.fail("lesson:save", "expected a file name that ends with .html, .pdf, .md or .csv, got %s",
            system.describe(path))
    end
    return handout[ending](path, heading, records)
end

-- state -> a result; nothing while no question has a result.
return function(state)
    local records, rows = {}, {}
    for i = 1, #state.steps do
        local record = state.records[i]
        records[#records + 1] = record
        rows[#rows + 1] = record and record.ask and {
            lesson = state.number or state.title, step = i,
            first = record.first, guess = record.guess, result = record.result,
        } or nil
    end
    if #rows == 0 then
        return
    end
    return result.of_rows("lesson", order, rows, {lesson = state.title}, {
        save = function(self, path) return save(self, path, state.heading, records) end,
    }, {made = state.made})
end
