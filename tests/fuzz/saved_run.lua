-- The file of a run, as it is, and with a header that is right for what follows it: read, shown, drawn, written, and
-- gone on with.
local clear, file = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/file.lua"
local core = debug.getregistry()["debias.core"]

local HEADER = 48

local function use(path)
    local done, r = clear(run.load, path, {seconds = 5, memory = 64})
    if not done then
        return
    end
    clear(tostring, r)
    clear(r.rows, r)
    clear(r.spec, r)
    clear(r.csv, r, "output")
    clear(r.save, r, "output")
    clear(core.system.limited, 0.2, 64e6, r.resume, r, {samples = 4000})
end

return {call = function(bytes)
    use(file(bytes))
    use(file(core.run.seal(bytes:sub(HEADER + 1))))
end, most = 256 * 2 ^ 20}
