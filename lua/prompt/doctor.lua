-- doctor(): what the program found around it: terminal, files, machine.
local core, D = ...
local system, file, text, map = core.system, core.later "file", core.use "text", core.use "list".map

local doctor = {} -- facts: those of the program's prompt and command line; none in stock Lua

local function window(now)
    local pixels = now.cell_width > 0 and (", of %d x %d pixels"):format(now.cell_width, now.cell_height) or ""
    return ("%d x %d characters%s"):format(now.cols, now.rows, pixels)
end

local function terminal(now)
    local parts = {os.getenv "TERM" or "TERM is not set", now.name}
    parts[#parts + 1] = now.tmux and "through tmux" or nil
    parts[#parts + 1] = now.color and "in colour" or "without colour"
    return table.concat(parts, ", ")
end

local function locale(now)
    for _, name in ipairs {"LC_ALL", "LC_CTYPE", "LANG"} do
        local value = os.getenv(name)
        if value and value ~= "" then
            return ("%s (%s), %s"):format(value, name, now.utf8 and "UTF-8 is written" or "only ASCII is written")
        end
    end
    return "none is set, only ASCII is written"
end

local function font()
    local found, why = core.figure.has_font()
    return found and "DejaVu Sans" or why
        or "not found: DejaVu Sans; cairo takes another, and figures differ (install fonts-dejavu-core)"
end

local function path(name, missing)
    return name and name .. (file.is_there(name) and "" or " (not there)") or missing
end

local function prompt(facts)
    local rc = facts.no_environment and "left out" or path(facts.rc, "no home directory")
    return {{"editor", facts.editor}, {"history", path(facts.history, "none is kept")}, {"rc file", rc}}
end

-- Which parts for MPI are here, or which of them has joined this program to others.
local function mpi(facts)
    if facts.part then
        local all, here = core.ranks.all()
        return ("%d ranks joined by %s, %d of them on this machine"):format(all, facts.part, here)
    end
    local names = map({"openmpi", "mpich"}, function(name) return facts.has_part(name) and name or nil end)
    return (#names > 0 and "one process; parts for " .. table.concat(names, ", ") or "one process; no part is here")
        .. " (help\"MPI\")"
end

local function limits(facts)
    local seconds = facts.seconds and ("%d s of processor time"):format(facts.seconds)
    local memory = facts.memory and ("%d MB"):format(facts.memory)
    return (facts.sandbox and "sandbox, " or "") .. table.concat({seconds or memory, seconds and memory}, ", ")
end

local function rows()
    local now, facts = core.terminal.now(), doctor.facts or {}
    local list = {
        {"version", ("debias %s, %s"):format(D.version, _VERSION)},
        {"processor", ("%s instructions, %d thread%s"):format(system.cpu, system.threads,
            system.threads == 1 and "" or "s")},
        {"seed", tostring(system.seed)},
        {"figures", ("%s: %s"):format(now.protocol, now.why)},
        {"font", font()},
        {"modules", facts.sandbox and "./?.lua;./?/init.lua" or package.path},
    }
    local screen = {{"window", window(now)}, {"terminal", terminal(now)}, {"locale", locale(now)}}
    for _, part in ipairs {now.terminal and screen or {}, doctor.facts and prompt(facts) or {}} do
        table.move(part, 1, #part, #list + 1, list)
    end
    if doctor.facts then
        list[#list + 1] = {"MPI", mpi(facts)}
    end
    if facts.seconds or facts.memory then
        list[#list + 1] = {"limits", limits(facts)}
    end
    return list
end

function D.doctor()
    for _, row in ipairs(rows()) do
        text.write(("%-11s"):format(row[1]), row[2], "\n")
    end
end

return doctor
