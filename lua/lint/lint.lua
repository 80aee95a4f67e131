-- --lint: looks at scripts without running them, and says what is wrong with them in lines "file:line:column: message"
-- on standard error, and what of the library each one uses on standard output.
local core = ...
local system = core.system
local tree, scope = core.use "lint/tree", core.use "lint/scope"
local names, check_options, value = core.use "lint/names", core.use "lint/options", core.use "lint/value"
local check_texts = core.use "lint/texts"

local lint = {}

local function by_place(a, b)
    return a.line ~= b.line and a.line < b.line or a.line == b.line and a.column < b.column
end

-- The complaints about a text, {line =, column =, message =}, in order; and what it uses of the library.
function lint.text(text)
    local root, at, wrong = tree(text)
    if not root then
        return {{line = at.line, column = at.column, message = wrong}}, {}
    end
    local found, list, seen = scope(root), {}, {}
    local function complain(node, message)
        local line, column = node.place.line, node.place.column
        local key = ("%d:%d:%s"):format(line, column, message)
        list[#list + 1] = not seen[key] and {line = line, column = column, message = message} or nil
        seen[key] = true
    end
    names.globals(found, complain)
    names.fields(found, complain)
    names.methods(found, complain)
    for _, call in ipairs(found.calls) do
        local page = value.called(call).page
        if page then
            check_options(call, page, complain)
            check_texts(call, page, complain)
        end
    end
    table.sort(list, by_place)
    return list, names.used(found)
end

local function read(path)
    if path == "-" then
        return io.read "a"
    end
    local file <close>, why = io.open(path, "rb")
    local text = file and file:read "a"
    why = why and why:gsub("^.*: ", "") or "Is a directory"
    return text or system.fail("--lint", "cannot read '%s': %s", path, why)
end

function lint.files(paths)
    local fine = true
    for _, path in ipairs(paths) do
        local shown = path == "-" and "stdin" or path
        local complaints, used = lint.text(read(path))
        for _, each in ipairs(complaints) do
            fine = false
            io.stderr:write(("%s:%d:%d: %s\n"):format(shown, each.line, each.column, each.message))
        end
        if used[1] and not system.quiet then
            print(("%s: uses %s"):format(shown, table.concat(used, ", ")))
        end
    end
    return fine
end

return lint
