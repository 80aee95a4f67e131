-- The program in a folder of its own: prompt.output(options, input) and prompt.prints(lines), without prompts.
local t = ...
local program, folder = os.getenv "DEBIAS", t.path "work"
os.execute(("mkdir '%s'"):format(folder))

local prompt = {}

-- All that it prints, with standard input from a file.
function prompt.output(options, input)
    local file = assert(io.open(folder .. "/lines", "w"))
    file:write(input or "")
    file:close()
    local pipe = io.popen(("cd '%s' && '%s' %s 2>&1 <lines"):format(folder, program, options))
    local text = pipe:read "a"
    pipe:close()
    return text
end

-- What the prompt prints for these lines.
function prompt.prints(lines)
    local shown = "\n" .. prompt.output("--quiet -i", lines):gsub("%[%d+%]> ", "> ")
    return (shown:gsub("\n[> ]*", "\n"):sub(2):gsub("\n\n$", "\n"):gsub("^\n$", ""))
end

return prompt
