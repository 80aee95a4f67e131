-- completion.lua SHELL: writes the completion of debias for bash, zsh or fish. The program, which runs this, says
-- which options there are; -e completes the names of figures and demos.
local debias = require "debias"
local core = debug.getregistry()["debias.core"]

-- The options, each once; of one that takes two kinds of values the second, which is a file.
local function each_once(all)
    local found, places = {}, {}
    for _, option in ipairs(all) do
        local place = places[option.name]
        if place then
            option.meaning = found[place].meaning .. "; or " .. option.meaning
        end
        places[option.name] = place or #found + 1
        found[places[option.name]] = option
    end
    return found
end

local options = each_once(dofile("src/tools/command_line.lua").options)

-- Statements that -e may run: figure"1a", demo"quickstart", ..
local function statements()
    local found = {}
    for call, folder in pairs {figure = "plots/", demo = "demos/"} do
        for _, path in ipairs(debias[call] and core.system.files(folder) or {}) do
            local name = path:sub(#folder + 1):match "^([^/]+)%.lua$"
            found[#found + 1] = name and ('%s"%s"'):format(call, name)
        end
    end
    table.sort(found)
    return found
end

-- What may follow an option: a list of words, "file", "any", or nil for nothing.
local function values(option)
    if option.name == "-e" then
        return statements()
    end
    local words = option.meaning:match ": ([%w|]+)$"
    if words then
        return core.use "text".split(words, "|")
    end
    return option.value and (option.value:find "^FILE" and "file" or "any")
end

local function quoted(text)
    return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function put(format, ...)
    print(select("#", ...) > 0 and format:format(...) or format)
end

local shells = {}

-- The words, each as one word of a list that a shell reads.
local function joined(words)
    return (table.concat(words, " "):gsub('"', '\\"'))
end

local bash = [=[
# Completion of debias(1) in bash.
_debias()
{
    local word words=() current=$2 before=${COMP_WORDS[COMP_CWORD - 1]} IFS=$'\n'
    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
    [[ $current == = ]] && current=
    COMPREPLY=()
    case $before in
@CASES
    *)
        if [[ $current == -* ]]; then
            words=(@NAMES)
        else
            COMPREPLY=($(compgen -f -X '!*.lua' -- "$current"; compgen -d -- "$current"))
        fi ;;
    esac
    for word in "${words[@]}"; do
        [[ $word == "$current"* ]] && COMPREPLY+=("$word")
    done
}
complete -o filenames -o bashdefault -F _debias debias]=]

-- What bash does after an option, or nil for an option that takes nothing.
local function bash_case(option)
    local after = values(option)
    local action = after == "any" and "return" or after == "file" and 'COMPREPLY=($(compgen -f -- "$current"))'
    if type(after) == "table" then
        action = ("words=(%s)"):format(joined(after))
    end
    return action and ("    %s) %s ;;"):format(option.name, action) or nil
end

function shells.bash()
    local names, cases = {}, {}
    for i, option in ipairs(options) do
        names[i] = option.name
        cases[#cases + 1] = bash_case(option)
    end
    put((bash:gsub("@(%u+)", {NAMES = joined(names), CASES = table.concat(cases, "\n")})))
end

function shells.zsh()
    put "#compdef debias\n# Completion of debias(1) in zsh."
    put "_arguments \\"
    for _, option in ipairs(options) do
        local after, name = values(option), option.name
        local action = type(after) == "table" and "(" .. joined(after) .. ")" or after == "file" and "_files"
        local meaning = option.meaning:gsub("[%[%]:]", "\\%0")
        if name:find "%w" then
            local form = name .. (after and (name:find "^%-%-" and "=" or "+") or "")
            local value = after and ":" .. option.value .. ":" .. (action or "") or ""
            put("    %s \\", quoted("*" .. form .. "[" .. meaning .. "]" .. value))
        end
    end
    put [[    '1:script:_files -g "*.lua"' \]]
    put "    '*:argument:_files'"
end

function shells.fish()
    put "# Completion of debias(1) in fish."
    put "complete -c debias -k -a '(__fish_complete_suffix .lua)'"
    for _, option in ipairs(options) do
        local after, name = values(option), option.name
        local form = name:find "^%-%-%w" and "-l " .. name:sub(3) or "-s " .. name:sub(2)
        local value = not after and "" or after == "file" and " -r -F" or " -x"
        if type(after) == "table" then
            value = value .. " -a " .. quoted(joined(after))
        end
        if name:find "%w" then
            put("complete -c debias %s%s -d %s", form, value, quoted(option.meaning))
        end
    end
end

shells[arg[1]]()
