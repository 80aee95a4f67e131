-- lesson(), lesson(n), lesson(l), lesson.new{..}, ..: guided experiments in steps. A step says what it is about, asks
-- for a guess, runs, draws the guess against the result, explains, and suggests what to vary. The lessons of lua/lesson
-- are made by lesson.new as any teacher's are; how one runs is in lua/course.
local core, D = ...
local system, module, list_of = core.system, core.use "module", core.use "list"
local read_lesson, beyond, class = core.use "course/steps", core.later "course/beyond", core.later "course/class"
local script, take, place = core.later "guide/script", core.later "course/take", core.later "course/place"
local text, pager = core.use "text", core.later "guide/pager"
local folder = "lua/lesson/"

local read_options = core.options.table("lesson", {
    {"step", "integer", default = 1, low = 1, high = 1000,
        meaning = "where it begins; the steps before are run without their questions"},
    {"quick", "boolean", default = false, meaning = "fewer draws, for a look at the lesson itself"},
})

local lessons = setmetatable({}, {__mode = "k"}) -- lesson -> {title =, steps =}
local built_in -- the lessons that come with the program, read at the first call
local made = {} -- what the steps of the lesson that runs, or ran last, have made
local outcome   -- what the last one with a result returned, or nil
local running   -- the state of the lesson in which somebody is now

local function new(options)
    local one = read_lesson(options)
    local self = setmetatable({}, {
        __tostring = function()
            return ("lesson: %s (%d step%s)"):format(one.title, #one.steps, #one.steps > 1 and "s" or "")
        end,
    })
    lessons[self] = one
    return self
end

-- The lessons that come with the program -------------------------------------------------------------------------

local function all()
    if not built_in then
        built_in = {}
        for i, each in ipairs(script.list(folder)) do
            local self = script.load(folder .. each.name .. ".lua")()
            built_in[i] = {name = each.name, lesson = self, title = lessons[self].title}
        end
    end
    return built_in
end

local function find(caller, n)
    local found = math.type(n) and all()[n]
    if not found then
        system.fail(caller, "expected a number from 1 to %d%s, got %s", #all(),
            caller == "lesson.source" and "" or " or a lesson", system.describe(n))
    end
    return found
end

-- How far one got with a lesson, in words.
local function progress(name, count)
    local at = place.of(name)
    if not at then
        return ""
    end
    return at.at > count and " (done)" or (" (left at step %d of %d)"):format(at.at, count)
end

-- {{name = 1, summary =}, ..}
local function list()
    return list_of.map(all(), function(each, i) return {name = tostring(i), summary = each.title} end)
end

local function print_list()
    local lines = list()
    for i, each in ipairs(all()) do
        lines[i].summary = lines[i].summary .. progress(each.name, #lessons[each.lesson].steps)
    end
    text.write(script.lines(lines), "lesson(1) runs one, lesson.resume() goes on where you left,\n"
        .. "lesson.source(1) is its text, lesson.new{..} makes your own\n")
end

-- Running one ----------------------------------------------------------------------------------------------------

local function farewell_of(n)
    local following = all()[n + 1]
    return ("end of lesson %d of %d%s"):format(n, #all(),
        following and ("; next: lesson(%d), %s"):format(n + 1, following.title) or "")
end

-- What is known of a lesson: its number or itself -> a state that has taken no step.
local function state_of(caller, which)
    local own = lessons[which]
    local found = not own and find(caller, which)
    local one = own or lessons[found.lesson]
    local state = {title = one.title, steps = one.steps, made = {}, records = {}, at = 1, step = 1}
    state.asks, state.show = system.can_ask(), pager.dialogue -- show: writes what is to be read
    if own then
        state.key, state.heading, state.farewell = which, "lesson: " .. one.title, "end of the lesson"
        state.name = ("lesson '%s'"):format(one.title)
    else
        state.key, state.number = found.name, math.tointeger(which)
        state.name = ("lesson %d"):format(which)
        state.heading = ("%s: %s"):format(state.name, one.title)
        state.farewell = farewell_of(state.number)
    end
    return state
end

-- Brings the state to the begin of step `at`: with what was made before, else by running the steps again. False when it
-- was broken off.
local function go_to(state, at)
    local before = place.of(state.key)
    local is_here = before and before.made and before.quick == state.quick
    for i = 1, at - 1 do
        if is_here and before.records[i] then
            state.made, state.records[i] = before.made, before.records[i]
        elseif not take.redo(state, i, before and before.before[i]) then
            return false
        end
    end
    state.at = at
    return true
end

-- Says that the lesson was left at its step i, or after that; Ctrl-C says it with its own message.
local function say_left(state, i)
    local words = (state.at > i and "left after step %d of %d; lesson.resume() goes on"
        or "left at step %d of %d; lesson.resume() goes on there"):format(i, #state.steps)
    if not system.interrupted(words) then
        take.say(words)
    end
end

-- Takes the steps from `at` on; false when the user leaves before the end.
local function take_steps(state, at)
    for i = at, #state.steps do
        local goes_on = take.step(state, i)
        if state.asks then
            place.keep(state)
        end
        if not goes_on and state.at <= #state.steps then
            say_left(state, i)
            return false
        end
    end
    return true
end

-- Runs a lesson from step `at` on.
local function run_from(state, at)
    local _ <close> = setmetatable({}, {__close = function() running = nil end})
    running = state.asks and state
    local came = go_to(state, at)
    made = state.made
    if came and take_steps(state, at) then
        take.say(state.farewell)
    end
    local own = core.use "course/outcome"(state)
    outcome = own or outcome
    if own and state.asks and not system.interrupted() then
        take.say 'lesson.save "handout.html" (.pdf, .md) writes it with figures and your guesses'
    end
    if own then
        return own
    end
end

-- Refuses a lesson within another one.
local function check_free(caller)
    if running then
        system.fail(caller, "you are in %s, step %d: Enter goes on, Ctrl-D leaves it", running.name, running.step)
    end
end

local function run(which, options)
    check_free "lesson"
    if math.type(options) then
        system.fail("lesson", "expected a table of options, got %s; {step=%s} begins there", options, options)
    end
    local state, o = state_of("lesson", which), read_options("lesson", options)
    if o.step > #state.steps then
        system.fail("lesson", "option 'step': expected a number from 1 to %d, got %d", #state.steps, o.step)
    end
    local before = o.step == 1 and state.asks and place.of(state.key)
    state.quick = o.quick
    take.say(state.heading)
    if before and before.at > 1 and before.at <= #state.steps then
        take.say(("(you left it at step %d; lesson.resume() or lesson(%s, {step=%d}) goes on there)"):format(before.at,
            state.number or "l", before.at))
    end
    return run_from(state, o.step)
end

-- Saves the lesson that ran last.
local function save(path)
    if not outcome then
        system.fail("lesson.save", "no lesson has run yet that has a question; lesson(1) runs one")
    end
    return outcome:save(path)
end

-- The number of a lesson that comes with the program, by its name; an own lesson as it is.
local function number_of(key)
    for i, each in ipairs(all()) do
        if each.name == key then
            return i
        end
    end
    return lessons[key] and key
end

-- The state of a lesson that was left before its end, of the last one by default, and where it was left.
local function state_left(which)
    local key = which == nil and place.last()
    which = which or key and number_of(key)
    local state = which and state_of("lesson.resume", which)
    local before = state and place.of(state.key)
    if not state then
        system.fail("lesson.resume", "no lesson was left before its end; lesson(1) begins one")
    elseif not before or before.at > #state.steps then
        system.fail("lesson.resume", "%s was not left before its end; lesson(%s) begins it", state.name,
            state.number or "l")
    end
    return state, before
end

local function resume(which)
    check_free "lesson.resume"
    local state, before = state_left(which)
    state.quick = before.quick
    take.say(state.heading)
    return run_from(state, before.at)
end

D.lesson = module("lesson", {
    new = new,
    resume = resume,
    class = function(files) return class(files) end,
    guess = function(figure, x, y) return beyond(figure, x, y) end,
    made = function() return made end,
    save = save,
    source = function(n)
        return system.source(folder .. find("lesson.source", n).name .. ".lua")
    end,
}, function(...)
    return (select("#", ...) == 0 and print_list or run)(...)
end)

return {list = list}
