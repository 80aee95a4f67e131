-- What lesson.new is given, read and checked: a lesson as {title =, steps =}.
local core = ...
local system, list_of = core.system, core.use "list"
local is_plain = core.use "text".is_plain

local read_lesson = core.options.table("lesson.new", {
    {"title", "string", required = true, meaning = "one line"},
    {"steps", "table", required = true, choices = "lesson.step[]", meaning = "list of steps, see lesson.step"},
})

local read_options = core.options.table("lesson.step", {
    {"text", "string", required = true, meaning = "what the step is about"},
    {"ask", "string", meaning = "the question; the answer is a number or one of choices"},
    {"choices", "table", meaning = "list of strings to choose from"},
    {"hint", "string", meaning = "what ? at the question says"},
    {"run", "function",
        meaning = "function(made, guess, quick) -> the right answer, a figure or function(guess) that draws it; both "
            .. "may be left out without ask"},
    {"explain", "any", meaning = "text after the result, or function(made) that returns it"},
    {"vary", "table", meaning = "list of lines to type or paste at the prompt, which run without the lesson, too"},
})

-- What a terminal, a file and a figure can all show.
local function check_text(name, key, words)
    if not utf8.len(words) then
        system.fail(name, "option '%s': expected text in UTF-8, got %s", key, system.describe(words))
    elseif not is_plain(words) then
        system.fail(name, "option '%s': expected text without control characters, got %s", key, system.describe(words))
    end
end

local function check_list(name, key, list)
    if list and not (#list > 0 and list_of.all(list, function(item) return type(item) == "string" end)) then
        system.fail(name, "option '%s': expected a list of strings", key)
    end
    for _, item in ipairs(list or {}) do
        check_text(name, key, item)
    end
end

local function check_strings(name, step)
    for _, key in ipairs {"text", "ask", "hint", "explain"} do
        if type(step[key]) == "string" then
            check_text(name, key, step[key])
        end
    end
    check_list(name, "choices", step.choices)
    check_list(name, "vary", step.vary)
end

local function read_step(options, i)
    local name = ("lesson.new: step %d"):format(i)
    local step = read_options(name, options)
    check_strings(name, step)
    if step.ask and not step.run then
        system.fail(name, "option 'ask' goes with run, which returns the answer")
    elseif (step.choices or step.hint) and not step.ask then
        system.fail(name, "option '%s' goes with ask, the question", step.choices and "choices" or "hint")
    elseif step.explain ~= nil and type(step.explain) ~= "string" and type(step.explain) ~= "function" then
        system.fail(name, "option 'explain': expected a string or a function, got " .. system.describe(step.explain))
    end
    return step
end

return function(options)
    local o = read_lesson("lesson.new", options)
    check_text("lesson.new", "title", o.title)
    local steps = list_of.map(o.steps, read_step)
    if #steps == 0 then
        system.fail("lesson.new", "option 'steps': expected at least one step")
    end
    return {title = o.title, steps = steps}
end
