-- Whole files, for every reader and writer of the library; failures raise in the name of the public function.
local core = ...
local system = core.system
local open, stdin, stdout = io.open, io.stdin, io.stdout

local file = {}

local STREAM = "-" -- standard input to readers, standard output to writers

function file.check(name, path)
    if type(path) ~= "string" or path:find "\0" then
        system.fail(name, "expected a file name, got " .. system.describe(path))
    end
end

-- Of a file that is written to be read again, in whose place a new one is put each time: streams and folders are none.
function file.check_kept(name, path)
    file.check(name, path)
    local other = path == STREAM and "standard output" or core.file.other(path)
    if other then
        system.fail(name, "cannot write '%s': it is %s, expected a regular file or a new one", path, other)
    end
end

-- The text of the file, or nil and why there is none. A device may have no end.
function file.text(path)
    local place, why = core.file.place(path)
    local handle, text
    if place and core.file.other(place) == "a device" then
        why = "it is a device, expected a file"
    elseif place then
        handle, why = open(place, "rb")
    end
    if handle then
        text, why = handle:read "a"
        handle:close()
    end
    return text, why and why:gsub("^.*: ", "")
end

function file.read(name, path)
    file.check(name, path)
    local text, why
    if path == STREAM then
        text, why = stdin:read "a"
    else
        text, why = file.text(path)
    end
    if not text then
        system.fail(name, "cannot read '%s': %s", path, why)
    end
    return text
end

-- The same for core functions that take bytes, too: those of a large file come faster.
function file.load(name, path)
    file.check(name, path)
    return path ~= STREAM and core.file.load(path) or file.read(name, path)
end

function file.is_there(path)
    local place = core.file.place(path)
    local handle = place and open(place, "rb")
    return handle and handle:close()
end

local function write_out(text)
    local done, why = stdout:write(tostring(text))
    if done then
        done, why = stdout:flush()
    end
    return done, why
end

-- Writes all of it, a string or a core function's bytes, or nothing; returns path.
function file.write(name, path, text)
    file.check(name, path)
    local done, why
    if path == STREAM then
        done, why = write_out(text)
    else
        done, why = core.file.write(path, text)
    end
    if not done then
        system.fail(name, "cannot write '%s': %s", path, why)
    end
    return path
end

-- The path of what comes with the program under a name: a file of the folder with this ending; `kind` says what it is.
function file.embedded(caller, kind, folder, ending, name)
    local path = folder .. tostring(name) .. ending
    if not tostring(name):find("/", 1, true) and system.source(path) then
        return path
    end
    local names = core.use "list".map(system.files(folder), function(each)
        local rest = each:sub(#folder + 1)
        return rest:sub(-#ending) == ending and not rest:find "/" and rest:sub(1, -#ending - 1) or nil
    end)
    local hint = system.hint(name, names)
    return system.fail(caller, "no %s '%s'%s", kind, tostring(name),
        hint ~= "" and hint or ", there are " .. table.concat(names, ", "))
end

return file
