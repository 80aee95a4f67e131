-- Whole files, for every reader and writer of the library; failures raise in the name of the public function.
local core = ...
local system = core.system
local open = io.open

local file = {}

local function check(name, path)
    if type(path) ~= "string" or path:find "\0" then
        system.fail(name, "expected a file name, got " .. system.describe(path))
    end
end

function file.read(name, path)
    check(name, path)
    local text
    local handle, why = open(path, "rb")
    if handle then
        text, why = handle:read "a"
        handle:close()
    end
    if not text then
        why = why:gsub("^.*: ", "")
        system.fail(name, ("cannot read '%s': %s"):format(path, why))
    end
    return text
end

-- Writes all of it or nothing; returns path.
function file.write(name, path, text)
    check(name, path)
    local done, why = core.file.write(path, text)
    if not done then
        system.fail(name, ("cannot write '%s': %s"):format(path, why))
    end
    return path
end

-- The path of what comes with the program under a name: a file of the folder with this ending; `kind` says what it is.
function file.embedded(caller, kind, folder, ending, name)
    local path = folder .. tostring(name) .. ending
    if system.source(path) then
        return path
    end
    local names = {}
    for _, each in ipairs(system.files(folder)) do
        if each:sub(-#ending) == ending then
            names[#names + 1] = each:sub(#folder + 1, -#ending - 1)
        end
    end
    local hint = system.hint(name, names)
    return system.fail(caller, ("no %s '%s'%s"):format(kind, tostring(name),
        hint ~= "" and hint or ", there are " .. table.concat(names, ", ")))
end

return file
