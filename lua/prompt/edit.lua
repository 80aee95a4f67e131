-- edit(), edit(n), edit(f): an entry in the user's editor; what is saved is run as if it were typed.
local core = ...
local system, record, paste = core.system, core.use "prompt/record", core.use "prompt/paste"
local entry, file = core.use "prompt/entry", core.use "file"
local dump, getinfo = string.dump, debug.getinfo
local CHUNK = "=stdin"

-- The code of a function, as it is found within the code of the entry that holds the function.
local function code_of(f)
    local code = dump(f)
    local _, last = code:find(CHUNK, 1, true)
    return code:sub(last + 1)
end

-- The number of the last entry that defines the function, or nil.
local function defining(f)
    local code = code_of(f)
    for n = #record.texts, 1, -1 do
        local whole = entry.compile(record.texts[n], CHUNK, _G)
        if whole and dump(whole):find(code, 1, true) then
            return n
        end
    end
end

-- The last entry that is no call of edit.
local function last()
    for n = #record.texts, 1, -1 do
        if not record.texts[n]:find "^%s*edit%f[^%w_]" then
            return n
        end
    end
    system.fail("edit", "there is no entry yet")
end

-- The number of the entry that is meant.
local function number_of(what)
    if what == nil then
        return last()
    elseif math.type(what) then
        return record.texts[what] and what or system.fail("edit", "no entry has the number " .. tostring(what))
    elseif type(what) ~= "function" then
        system.fail("edit", "expected the number of an entry or a function, got " .. system.describe(what))
    end
    local info = getinfo(what, "S")
    local n = info.source == CHUNK and defining(what)
    return n or system.fail("edit", "expected a function defined at the prompt, got one of "
        .. (info.what == "C" and "C" or info.short_src))
end

local function editor()
    for _, name in ipairs {"VISUAL", "EDITOR"} do
        local value = os.getenv(name)
        if value and value:find "%S" then
            return value
        end
    end
    system.fail("edit", "no editor: set the variable VISUAL or EDITOR, as in export EDITOR=nano")
end

local function remove(folder)
    for _, name in ipairs(core.file.list(folder)) do
        os.remove(folder .. "/" .. name)
    end
    os.remove(folder)
end

-- Writes the text to the file and starts the editor; returns what the file holds when the editor has ended.
local function edited(program, path, text)
    file.write("edit", path, text)
    io.stdout:flush()
    local _, how, code = os.execute(("%s '%s'"):format(program, path:gsub("'", "'\\''")))
    if code ~= 0 then
        system.fail("edit", "%s: %s %d, nothing is run", program, how == "exit" and "exit code" or "signal", code)
    end
    return file.read("edit", path)
end

-- Where the user has saved something else than that text, before the editor failed: says where it is; else nil.
local function left(path, text)
    local saved = file.text(path)
    return saved and saved ~= text and saved:find "%S" and "; what was saved is in " .. path or nil
end

-- The text after the user has edited it, in a file in a folder that is removed, but for what would be lost.
local function changed(text)
    local program = editor()
    local folder, why = core.file.scratch()
    if not folder then
        system.fail("edit", "no folder for a file: " .. why)
    end
    local path = folder .. "/entry.lua"
    local done, new = pcall(edited, program, path, text)
    local words = not done and left(path, text)
    if words then
        error(new .. words, 0)
    end
    remove(folder)
    return done and new or error(new, 0)
end

return function(what)
    if not core.use "noted".at_prompt then
        system.fail("edit", "there are no entries outside of the prompt")
    elseif core.use "prompt/doctor".facts.sandbox then
        system.fail("edit", "--sandbox starts no editor")
    end
    local text = record.texts[number_of(what)] .. "\n"
    local new = changed(text)
    if new == text then
        system.fail("edit", "the file was left as it was, nothing is run")
    elseif not new:find "%S" then
        system.fail("edit", "the file is empty, nothing is run")
    end
    paste.give((new:gsub("%s+$", "")))
end
