-- prompt(), prompt{..}: what the prompt shows.
local core, D = ...
local system, terminal = core.system, core.terminal

local read = core.options.table("prompt", {
    {"numbers", "boolean",
        meaning = "whether the number of the entry stands before the prompt, [3]> ; true at first"},
    {"results", "integer", low = 0, high = 1e6, unit = "results",
        meaning = "how many of the last results Out keeps; 20 at first"},
    {"timing", "any", choices = "true|false",
        meaning = "when the time that an entry took is printed: true always, false never, or a number of seconds, "
        .. "after entries that took as long; false at first"},
    {"color", "choice", choices = "auto|always|never",
        meaning = "colours in errors, prompt, help and figures made of characters, as --color says"},
    {"pager", "boolean", meaning = "whether help that is longer than the window stops after each page; true at first"},
})

local settings = {numbers = true, results = 20, timing = false}

local function check_timing(value)
    if type(value) ~= "boolean" and not (math.type(value) and value >= 0) then
        system.fail("prompt", "option 'timing': expected true, false or a number of seconds, got "
            .. system.describe(value))
    end
end

function D.prompt(options)
    if options == nil then
        local pager = core.use "guide/pager".wanted
        return core.use "over"(settings, {color = terminal.color(), pager = pager})
    end
    local given = read("prompt", options)
    if given.timing ~= nil then
        check_timing(given.timing)
    end
    for name in pairs(settings) do
        if given[name] ~= nil then
            settings[name] = given[name]
        end
    end
    terminal.color(given.color)
    if given.pager ~= nil then
        core.use "guide/pager".wanted = given.pager
    end
end

return settings
