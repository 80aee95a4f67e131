-- texts(call, page, complain): looks at the name that a call gets of something that comes with the program.
local core = ...
local file, pages = core.use "file", core.use "guide/pages"

-- What each kind of name is called, and where its files are.
local kinds = {
    figure = {"figure", "plots/", ".lua"}, demo = {"demo", "demos/", ".lua"}, table = {"table", "demos/data/", ".csv"},
}

return function(call, name, complain)
    local given, kind = call[2], kinds[pages.all()[name].takes]
    if call.tag == "Call" and kind and given and given.tag == "String" then
        local fine, why = pcall(file.embedded, name, kind[1], kind[2], kind[3], given[1])
        if not fine then
            complain(given, why:sub(why:find(name .. ": ", 1, true) or 1)) -- without the line that runs
        end
    end
end
