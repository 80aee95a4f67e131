-- Checkpoints of runs by several methods, of sweeps and of values: the first byte says of which, the rest is the file,
-- which is taken as it is, and with a header that is right for what follows it.
local clear, file = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/file.lua"
local core = debug.getregistry()["debias.core"]
local within = debug.getregistry().fuzz.within
local experiments = dofile "tests/fuzz/harness/checkpointed.lua"

local HEADER = 48

return {
    call = function(bytes)
        local experiment = experiments[(bytes:byte() or 0) % #experiments + 1]
        bytes = bytes:sub(2)
        clear(within, 0.2, experiment, file(bytes))
        clear(within, 0.2, experiment, file(core.run.seal(bytes:sub(HEADER + 1))))
    end,
}
