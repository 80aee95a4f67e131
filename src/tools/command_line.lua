-- What the program that runs this says of its command line: {usage=, options = {{name=, value= or nil, meaning=}, ..},
-- notes = lines on what it does with it}. Every option stands in a line "  NAME VALUE  MEANING" of --help.
local place = 0
while arg[place - 1] do
    place = place - 1
end

local function read_option(line)
    local name, value, meaning = line:match "^  (%-%S*) (%S+) +(.*)$"
    if not name then
        name, meaning = line:match "^  (%-%S*)  +(.*)$"
    end
    return name and {name = name, value = value, meaning = meaning}
end

local line_of = io.popen(("'%s' --help"):format(arg[place])):lines()
local found = {usage = line_of():match "^usage: (.*)$", options = {}, notes = {}}
for line in line_of do
    local option = read_option(line)
    local list = option and found.options or found.notes
    list[#list + 1] = option or line ~= "" and line or nil
end
assert(found.usage and #found.options > 0, "no options in the text of --help")
return found
