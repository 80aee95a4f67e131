-- The library sets no globals. Plots, demos, lessons and tests run in the program: they may read its public names, which
-- the built program itself tells.
std = "lua54"
max_line_length = 120
cache = false
color = false

local public = {math = {other_fields = true}}
local ask = [[echo 'for name in pairs(require "debias") do print(name) end' | "%s" 2>/dev/null]]
local names = io.popen(ask:format(os.getenv "DEBIAS" or "build/debias"))
for name in names:lines() do
    public[name] = {other_fields = true}
end
names:close()

for _, folder in ipairs {"lua/lesson", "plots", "demos", "tests", "src/tools/gallery.lua"} do
    files[folder] = {read_globals = public}
end
