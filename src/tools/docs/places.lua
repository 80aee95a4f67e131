-- Where pages are: names of help pages, demos, figures and lessons to addresses from the top of the site.
local core = debug.getregistry()["debias.core"]
local pages, script, sorted_keys = core.use "guide/pages", core.use "guide/script", core.use "sorted"
local lessons = core.use "guide/lesson"

local places = {}

-- A name as a file: "vec:dot" is vec-dot, "plug-in bias" is plug-in_bias, "c/bias.c" is c-bias.c.
function places.file(name)
    return (name:gsub("[:/]", "-"):gsub(" ", "_"):gsub("@", "_at_"))
end

-- {["help"] = {[name] = address}, ..}
local address = {help = {}, demo = {}, figure = {}, lesson = {}}

local function add(kind, folder, name)
    address[kind][name] = ("%s/%s.html"):format(folder, places.file(name))
end

local files = {} -- in lower case: some file systems tell no letters apart
for _, name in ipairs(sorted_keys(pages.all())) do
    add("help", "help", name)
    local file = places.file(name):lower()
    assert(not files[file] and file:find "^[%w._-]+$", "no file for the page " .. name)
    files[file] = true
end
for _, each in ipairs(script.list "demos/") do
    add("demo", "demos", each.name)
end
for _, each in ipairs(core.use "guide/others".list()) do
    add("demo", "demos", each.name)
end
for _, each in ipairs(script.list "plots/") do
    add("figure", "figures", each.name)
end
for _, each in ipairs(lessons.list()) do
    add("lesson", "lessons", each.name)
end

-- The address of a help page, demo, figure or lesson, or nil.
function places.of(kind, name)
    return address[kind][name]
end

-- The address of what a search calls so: a help page's name, demo"x", demo.source"x", figure"x" or lesson(1).
function places.of_found(name)
    local kind, inner = name:gsub("^demo%.source", "demo"):match '^(%l+)[("]+([^"()]+)[)"]+$'
    return kind and address[kind] and address[kind][inner] or address.help[name]
end

-- The address of the help page that is called so at the prompt, or nil.
function places.of_topic(topic)
    local name, page = pages.find(topic)
    return page and address.help[name]
end

return places
