-- The files of a script of several ranks. One that is only read is read by every rank. All others, which are those that
-- are written to, programs, and standard input, are files of rank 0, in whose place the other ranks have one that is
-- empty and keeps nothing: what is read of them, where they stand and how they close is what rank 0 finds.
local core = ...
local ranks, pack, once = core.ranks, core.use "pack", core.use "prompt/once"
local io = _G.io -- the user's: the library has a copy
local open, popen, input, output = io.open, io.popen, io.input, io.output
local read, lines = io.read, io.lines

local methods = getmetatable(io.stdin).__index
local of_file = {close = methods.close, lines = methods.lines}

local of_rank_0 = setmetatable({[io.stdin] = true}, {__mode = "k"}) -- the set of these files
local ended = setmetatable({}, {__mode = "k"}) -- file of what a program has printed -> how that ended

-- Goes on once all ranks have got here: files then are what rank 0 has made of them, and nobody reads them any more.
local function meet()
    ranks.same ""
end

-- Methods ------------------------------------------------------------------------------------------------------------

for _, name in ipairs {"read", "seek"} do
    local f = methods[name]
    local shared = once(f)
    methods[name] = function(file, ...)
        return (of_rank_0[file] and shared or f)(file, ...)
    end
end

local close_shared = once(of_file.close)

function methods.close(file)
    local how = ended[file]
    if how then
        of_file.close(file)
        return table.unpack(how, 1, how.n)
    elseif not of_rank_0[file] then
        return of_file.close(file)
    elseif ranks.rank() > 0 then
        pcall(of_file.close, file)
    end
    return close_shared(file)
end

-- What an iterator over lines gives.
local function checked(first, why, ...)
    if first == nil and why then
        error(why, 0)
    end
    return first, why, ...
end

function methods.lines(file, ...)
    if not of_rank_0[file] then
        return of_file.lines(file, ...)
    end
    local formats = table.pack(...)
    return function() return checked(file:read(table.unpack(formats, 1, formats.n))) end
end

-- Opening ------------------------------------------------------------------------------------------------------------

-- f(..), which opens a file of rank 0; stand_in() opens one for the others.
local function open_one(f, stand_in, ...)
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
    elseif not done then
        return nil, why or nil, code or nil
    end
    file = file or stand_in()
    of_rank_0[file] = true
    return file
end

local function is_read(mode)
    return mode == nil or type(mode) ~= "string" or not mode:find "[wa+]"
end

function io.open(path, mode)
    if ranks.size() == 1 then
        return open(path, mode)
    elseif is_read(mode) then
        meet()
        return open(path, mode)
    end
    return open_one(open, function() return open("/dev/null", mode) end, path, mode)
end

-- f, which opens a file of a name to be read.
local function reading(f)
    return function(path, ...)
        if type(path) == "string" then
            meet()
        end
        return f(path, ...)
    end
end

io.input = reading(input)
_G.dofile = reading(dofile)
_G.loadfile = reading(loadfile)

function io.output(file)
    if ranks.size() == 1 or type(file) ~= "string" then
        return output(file)
    end
    local own, why = io.open(file, "w")
    return own and output(own) or error(why, 2)
end

-- What rank 0's program prints, for all to read, and how it ends.
local run = once(function(command)
    local program, why, code = popen(command, "r")
    if not program then
        return nil, why, code
    end
    return program:read "a", of_file.close(program)
end)

function io.popen(command, mode)
    if ranks.size() == 1 then
        return popen(command, mode)
    elseif mode and mode:find "w" then
        return open_one(popen, function() return open("/dev/null", "w") end, command, mode)
    end
    local all = table.pack(run(command))
    local file = all[1] and io.tmpfile()
    if not file then
        return table.unpack(all, 1, all.n)
    end
    file:write(all[1])
    file:seek "set"
    ended[file] = table.pack(table.unpack(all, 2, all.n))
    return file
end

-- Standard files -----------------------------------------------------------------------------------------------------

function io.close(file)
    if file ~= nil and not io.type(file) then
        error(("bad argument #1 to 'close' (FILE* expected, got %s)"):format(type(file)), 2)
    end
    return (file or io.output()):close()
end

-- Whether what is read now is a file of rank 0.
local function is_shared()
    return of_rank_0[input()] and io.type(input()) == "file"
end

function io.read(...)
    if is_shared() then
        return input():read(...)
    end
    return read(...)
end

local lines_of = reading(lines)

function io.lines(path, ...)
    if path ~= nil or not is_shared() then
        return lines_of(path, ...)
    end
    return input():lines(...)
end
