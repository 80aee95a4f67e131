-- Writes the manual page debias(1): run by the program, whose options and help pages it describes.
local debias = require "debias"
local core = debug.getregistry()["debias.core"]
local sorted_keys, pages, text = core.use "sorted", core.use "guide/pages", core.use "text"
local command_line = dofile "src/tools/command_line.lua"

-- Text that troff prints as it is.
local function escape(words)
    words = words:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("^([.'])", "\\&%1"):gsub("\n([.'])", "\n\\&%1")
    return (words:gsub("~", "\\(ti"):gsub("%^", "\\(ha"):gsub("`", "\\(ga"):gsub("\"", "\\(dq"))
end

local function put(format, ...)
    local words = {...}
    for i, word in ipairs(words) do
        words[i] = escape(word)
    end
    print(format:format(table.unpack(words)))
end

-- Text in lines short enough for any pager of troff's source.
local function put_filled(words)
    put("%s", table.concat(text.wrap(words, 66), "\n"))
end

local function section(title)
    put(".SH %s", title)
end

local function entry(head, meaning, ...)
    print ".TP"
    put(head, ...)
    put_filled(meaning)
end

-- Paragraphs, filled; one whose lines are indented stays as it is.
local function put_paragraphs(words)
    local between = ""
    for paragraph in (words .. "\n\n"):gmatch "(.-)\n\n+" do
        io.write(between)
        if paragraph:find "^ " then
            print ".RS 4\n.nf"
            put("%s", (("\n" .. paragraph):gsub("\n    ", "\n"):sub(2)))
            print ".fi\n.RE"
        else
            put_filled(paragraph)
        end
        between = ".PP\n"
    end
end

-- Every page but those of methods.
local function put_area(area, of_area)
    put(".SS %s", area)
    for _, name in ipairs(sorted_keys(of_area)) do
        if not name:find ":" then
            entry(".B %s", of_area[name].summary, name)
        end
    end
end

local date = os.date("!%Y-%m-%d", math.tointeger(os.getenv "SOURCE_DATE_EPOCH"))
print(('.TH DEBIAS 1 %s "debias %s" "User Commands"'):format(date, debias.version))
section "NAME"
put("debias \\- %s", "laboratory for conditional stochastic optimization and its bias")
section "SYNOPSIS"
put(".B debias\n%s", command_line.usage:match " (.*)")
section "DESCRIPTION"
put_paragraphs([[
A Lua prompt over an engine of extrapolation operators and stochastic optimizers. It measures how wrong a plug-in
estimate is, removes the error by extrapolation, and races the methods that do so at equal cost.

]] .. table.concat(command_line.notes, "\n"))
section "OPTIONS"
for _, option in ipairs(command_line.options) do
    entry(option.value and ".BI \"%s \" \"%s\"" or ".B %s", option.meaning, option.name, option.value)
end
section "PROMPT"
put_paragraphs(pages.all().prompt.text)
section "FUNCTIONS"
put_filled 'help"name" at the prompt explains a name with its options, errors and an example.'
for _, area in ipairs(sorted_keys(pages.areas())) do
    put_area(area, pages.areas()[area])
end
section "ENVIRONMENT"
entry(".B %s", "forces a set of kernels: avx512, avx2 or plain; no result depends on it", "DEBIAS_CPU")
entry(".B %s", "seconds before a long computation shows its progress: 1 by default, inf for none",
    "DEBIAS_PROGRESS")
entry(".B %s", "the MPI that joins several processes where srun may use either: openmpi or mpich", "DEBIAS_MPI")
entry(".B %s", "no colours in the terminal", "NO_COLOR")
entry(".B %s", "a file with keys for the prompt, in place of ~/.inputrc", "INPUTRC")
entry(".B %s", "as for lua5.4(1), unless -E is given", "LUA_INIT LUA_PATH LUA_CPATH")
section "FILES"
entry(".I %s", "history of the prompt; ~/.local/state without the variable", "$XDG_STATE_HOME/debias/history")
entry(".I %s", "run before a prompt opens; ~/.config without the variable", "$XDG_CONFIG_HOME/debias/rc.lua")
section "EXAMPLES"
put_paragraphs [[
    debias
    debias script.lua
    debias --seed 7 -e 'print(extrap.order(3))'
    lua5.4 -e 'D = require "debias"; print(D.extrap.order(3))']]
section "SEE ALSO"
put(".BR %s (1)", "lua5.4")
