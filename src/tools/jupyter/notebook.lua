-- debias notebook.lua NAME.md: the notebook of a text in Markdown, whose pieces of ```lua are its code cells.
local core = debug.getregistry()["debias.core"]
local json, map, split = core.use "json", core.use "list".map, core.use "text".split

-- A text as notebooks hold it: its lines, with their ends.
local function lines_of(text)
    local lines = split(text, "\n")
    return map(lines, function(line, i) return line .. (i < #lines and "\n" or "") end)
end

local cells = {}

local function add(kind, text)
    text = text:gsub("^%s+", ""):gsub("%s+$", "")
    if text ~= "" then
        local cell = {cell_type = kind, id = "cell-" .. #cells + 1, metadata = json.object, source = lines_of(text)}
        cell.outputs = kind == "code" and {} or nil
        cells[#cells + 1] = cell
    end
end

local file <close> = assert(io.open(arg[1]))
local text, from = "\n" .. file:read "a", 1
for before, code, after in text:gmatch "(.-)\n```lua\n(.-)\n```()" do
    add("markdown", before)
    add("code", code)
    from = after
end
add("markdown", text:sub(from))

-- The count of a cell that has not run is null, which no table of Lua holds.
local written = json.text({
    cells = cells, nbformat = 4, nbformat_minor = 5,
    metadata = {
        kernelspec = {display_name = "debias (Lua)", language = "lua", name = "debias"},
        language_info = {name = "lua", file_extension = ".lua", mimetype = "text/x-lua", pygments_lexer = "lua"},
    },
}, 4)
print((written:gsub('("cell_type":"code",)', '%1\n"execution_count":null,')))
