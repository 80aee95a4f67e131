-- The scripts that come with the program: figures, demos and lessons. They are written as for the prompt, and read
-- the library's public names whatever globals the user has; what they set themselves stays among them.
local core, D = ...
local system, file, text = core.system, core.use "file", core.use "text"
local load = load

local script = {}

local stock = _ENV -- Lua's names as the files of the library have them, whatever the user does to theirs

-- The table `own` as globals: it comes first, then the library's names, then Lua's, then the user's.
function script.environment(own)
    return setmetatable(own, {
        __index = function(_, name)
            for _, names in ipairs {D, stock, _G} do
                local value = rawget(names, name)
                if value ~= nil then
                    return value
                end
            end
        end,
    })
end

-- The file as a function, not yet called. chunk: its name in messages, without one the library's; own: its globals.
function script.load(path, chunk, own)
    return assert(load(system.source(path), chunk or "=[debias]/" .. path, "t", script.environment(own or {})))
end

-- The path of the folder's script with this name; raises in the name of caller when there is none.
function script.path(caller, kind, folder, name)
    return file.embedded(caller, kind, folder, ".lua", name)
end

-- What a script says of itself in its first line, a comment.
function script.summary(path)
    return (system.source(path):match "^%-%- ([^\n]*)":gsub("%.$", ""))
end

-- The scripts of a folder in the order of their names: {{name =, summary =}, ..}.
function script.list(folder)
    return core.use "list".map(system.files(folder), function(path)
        local name = path:sub(#folder + 1):match "^([^/]+)%.lua$"
        return name and {name = name, summary = script.summary(path)}
    end)
end

-- Such a list as text, a line each; those that are longer than so many columns are broken, where these are given.
function script.lines(list, columns)
    local wide, lines = 0, {}
    for _, each in ipairs(list) do
        wide = math.max(wide, #each.name)
    end
    local indent = (" "):rep(wide + 4)
    for i, each in ipairs(list) do
        local words = columns and text.fill(each.summary, columns, indent):sub(#indent + 1) or each.summary
        lines[i] = ("  %-" .. wide .. "s  %s\n"):format(each.name, words)
    end
    return table.concat(lines)
end

return script
