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

return file
