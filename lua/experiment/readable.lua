-- Values of options to be read: readable.of(value), readable.word(value), readable.complete(spec, options).
local core = ...
local system, callable, getinfo = core.system, core.use "callable", debug.getinfo

local readable = {}

-- Numbers, words, vecs, small mats and tables of such; all else as text.
function readable.of(value)
    local kind = system.kind(value)
    if kind and kind ~= "vec" and kind ~= "mat" then
        return tostring(value)
    elseif type(value) == "function" and getinfo(value, "S").what ~= "C" then
        local info = getinfo(value, "S")
        return ("function at %s:%d"):format(info.short_src, info.linedefined)
    elseif callable(value) then
        return "function"
    elseif kind == "mat" and value.rows * value.cols > 64 then
        return system.describe(value)
    elseif type(value) ~= "table" then
        return value
    end
    return core.use "list".mapped(value, readable.of)
end

-- A word that is the same from run to run.
function readable.word(value)
    local all = readable.of(value)
    return type(all) == "table" and "table" or tostring(all)
end

-- Adds to a run's spec what its options hold besides numbers and words.
function readable.complete(spec, options)
    for _, key in ipairs {"step", "m", "update", "metrics", "on_record", "x0"} do
        if options[key] ~= nil then
            spec[key] = readable.of(options[key])
        end
    end
    spec.least = select(3, options.problem:minimizer()) and "found" or nil
    spec.estimated = not core.problem.is_exact(options.problem) or nil
end

return readable
