-- What a file may make the program do before it is given up: limits.within(name, path, options, fn, ..).
local core = ...
local system, text = core.system, core.text

local limits = {}

-- Seconds of time, and MB of memory, where the call does not say.
limits.names = {seconds = 3600, memory = 4096}

-- The limit of that name: the option's, a number > 0, or the default.
local function limit_of(name, given, key)
    local value = given[key]
    if value == nil then
        return limits.names[key]
    elseif not math.type(value) or value ~= value or value <= 0 then
        system.fail(name, "option '%s': expected a number > 0, got %s", key, system.describe(value))
    end
    return value
end

local exceeds = {seconds = "takes more than %s seconds", memory = "needs more than %s MB of memory"}

local function finish(name, path, all, cut, ...)
    if cut then
        local words = exceeds[cut]:format(text.number(all[cut], 6))
        system.fail(name, "'%s' %s, the limit is option '%s'", path, words, cut)
    end
    return ...
end

-- fn(..) for the file at that path, within the limits that the options of the public function of that name give.
function limits.within(name, path, options, fn, ...)
    local all = {seconds = limit_of(name, options, "seconds"), memory = limit_of(name, options, "memory")}
    return finish(name, path, all, system.limited(all.seconds, all.memory * 1e6, fn, ...))
end

return limits
