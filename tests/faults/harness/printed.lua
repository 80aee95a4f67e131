-- What tests/faults/printed calls: a sweep by workers, one of whose points prints what its worker then cannot read.
local calls = dofile "tests/faults/harness/installed.lua"
if not calls then
    return
end
local EIO = 5
local r = sweep{over = {m = {1, 2, 3, 4}}, threads = 2, run = function(v)
    print("point " .. v.m)
    if v.m == 2 then
        calls.begin("pread", 1, EIO, false)
    end
    return v.m
end}
print("values " .. table.concat(r:columns().value, " "))
