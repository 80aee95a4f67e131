-- What a script of several ranks does to the world is done once, by rank 0, and all ranks get what came of it, so that
-- they agree on what comes next; within work that was dealt to them each does its own. Loaded where there are ranks.
local core = ...
local ranks, pack = core.ranks, core.use "pack"
local os, math = _G.os, _G.math -- the user's: the library has copies

-- Goes on once all ranks have got here: files then are what rank 0 has made of them, and nobody reads them any more.
local function meet()
    ranks.same ""
end

-- f, called by rank 0 alone; all return what it does, which must be plain values.
local function once(f)
    return function(...)
        if ranks.size() == 1 then
            return f(...)
        end
        meet()
        local results = ranks.rank() == 0 and pack.text(table.pack(pcall(f, ...)))
        results = pack.value(ranks.same(results or ""))
        if not results[1] then
            error(results[2], 0)
        end
        return table.unpack(results, 2, results.n)
    end
end

-- In Lua's own libraries.
local function replace(library, name, f)
    library[name] = f
end

for _, name in ipairs {"clock", "execute", "remove", "rename", "tmpname"} do
    replace(os, name, once(os[name]))
end

-- Of the time alone: a given one is the same everywhere.
for _, name in ipairs {"time", "date"} do
    local f, now = os[name], once(os[name])
    replace(os, name, function(a, b)
        local is_now = name == "time" and a == nil or name == "date" and b == nil
        return (is_now and now or f)(a, b)
    end)
end

-- A seed that Lua takes at random is rank 0's for all.
local seed, seeds = math.randomseed, once(math.randomseed)

replace(math, "randomseed", function(...)
    if select("#", ...) > 0 then
        return seed(...)
    end
    return seed(seeds())
end)

-- Files -------------------------------------------------------------------------------------------------------------

local open, popen, input, output, read, lines = io.open, io.popen, io.input, io.output, io.read, io.lines

-- open(..), whose last result is a file to write to: rank 0 has it, and the others one that keeps nothing.
local function written(f, null, ...)
    local fine, file, why, code = true, nil, nil, nil
    meet()
    if ranks.rank() == 0 then
        fine, file, why, code = pcall(f, ...)
        why = fine and why or file
    end
    local done
    fine, done, why, code = table.unpack(pack.value(ranks.same(pack.text{fine, fine and file ~= nil,
        type(why) == "string" and why or false, code or false})))
    if not fine then
        error(why, 0)
    elseif done then
        return file or null()
    end
    return nil, why or nil, code or nil
end

local function is_read(mode)
    return mode == nil or type(mode) ~= "string" or not mode:find "[wa+]"
end

replace(io, "open", function(path, mode)
    if ranks.size() == 1 then
        return open(path, mode)
    elseif is_read(mode) then
        meet()
        return open(path, mode)
    end
    return written(open, function() return open("/dev/null", mode) end, path, mode)
end)

-- f, which opens a file of a name to be read.
local function reading(f)
    return function(path, ...)
        if type(path) == "string" then
            meet()
        end
        return f(path, ...)
    end
end

replace(io, "input", reading(input))
replace(_G, "dofile", reading(dofile))
replace(_G, "loadfile", reading(loadfile))

replace(io, "output", function(file)
    if ranks.size() == 1 or type(file) ~= "string" then
        return output(file)
    end
    local own, why = io.open(file, "w")
    return own and output(own) or error(why, 2)
end)

-- What rank 0's program prints, for all to read.
local printed = once(function(command)
    local program, why, code = popen(command, "r")
    if not program then
        return nil, why, code
    end
    local text = program:read "a"
    program:close()
    return text
end)

replace(io, "popen", function(command, mode)
    if ranks.size() == 1 then
        return popen(command, mode)
    elseif mode and mode:find "w" then
        return written(popen, function() return open("/dev/null", "w") end, command, mode)
    end
    local text, why, code = printed(command)
    local file = text and io.tmpfile()
    if file then
        file:write(text)
        file:seek "set"
    end
    return file, why, code
end)

-- Only rank 0 has standard input.
local read_input = once(read)

replace(io, "read", function(...)
    return (io.input() == io.stdin and read_input or read)(...)
end)

local lines_of = reading(lines)

replace(io, "lines", function(path, ...)
    if path ~= nil or io.input() ~= io.stdin then
        return lines_of(path, ...)
    end
    local formats = table.pack(...)
    return function() return io.read(table.unpack(formats, 1, formats.n)) end
end)
