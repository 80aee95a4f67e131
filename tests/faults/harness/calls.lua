-- How system calls fail: number k of a name alone, or it and all after it, with an errno; SHORT ones take half the
-- bytes. What tests/faults/harness/run.lua wants of a kind of fault: begin(n), last(counts) = the largest n; or nil
-- and why no call can be made to fail here.
local calls = assert(package.loadlib(os.getenv "FAULTS_LIBRARY", "luaopen_calls"))()
local installed, why_not = calls.install()
if not installed then
    return nil, why_not
end
local faults = {kinds = {}, stop = calls.stop, may_be_idle = true} -- what only computes makes no calls

local SHORT = -1
local number = {EIO = 5, EINTR = 4, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EMFILE = 24, ENOSPC = 28, EROFS = 30,
    EDQUOT = 122, ENOLCK = 37, SHORT = SHORT}

-- What an error may say: in the system's words, or for all kinds in those of its loader and of tests.
local words = {
    EIO = {"Input/output error"}, EINTR = {"Interrupted system call"}, EAGAIN = {"Resource temporarily unavailable"},
    ENOMEM = {"not enough memory", "Cannot allocate memory", "failed to map segment"}, EACCES = {"Permission denied"},
    EMFILE = {"Too many open files"}, ENOSPC = {"No space left on device"}, EROFS = {"Read-only file system"},
    EDQUOT = {"Disk quota exceeded"}, ENOLCK = {"No locks available"}, SHORT = {},
}
local ALL = {"cannot be loaded", "cannot open shared object file", "cannot read file data", "file too short",
    "cannot start a thread", "is there but cannot be read", "cannot write standard output"}

-- The failures of each call; + for all after it.
local list = {
    read = "EIO EIO+ EINTR SHORT", pread = "EIO EINTR SHORT", write = "EIO EIO+ ENOSPC+ EINTR SHORT", writev = "EIO",
    open = "EACCES EMFILE EMFILE+ EIO", rename = "EIO ENOSPC EACCES", link = "EIO ENOSPC EACCES",
    fsync = "EIO ENOSPC EINTR", flock = "EINTR ENOLCK", ftruncate = "EIO", mmap = "ENOMEM ENOMEM+",
    mkdir = "EACCES ENOSPC EROFS", unlink = "EIO EACCES", getdents = "EIO", pipe = "EMFILE EMFILE+",
    fstat = "EIO EACCES",
    thread = "EAGAIN EAGAIN+", fork = "EAGAIN EAGAIN+",
}

for name, all in pairs(list) do
    for failure, plus in all:gmatch "(%u+)(%+?)" do
        faults.kinds[#faults.kinds + 1] = {
            words = name .. " %d" .. (plus == "+" and " and all after it" or "") .. ": " .. failure,
            name = failure, order = name .. all:find(failure .. plus, 1, true),
            last = function(counts) return counts[name] end,
            begin = function(k) calls.begin(name, k, number[failure], plus == "+") end,
        }
    end
end
table.sort(faults.kinds, function(a, b) return a.order < b.order end)

-- Whether an error says what failed.
function faults.is_expected(why, kind)
    for _, of_kind in ipairs {words[kind.name], ALL} do
        for _, text in ipairs(of_kind) do
            if why:find(text, 1, true) then
                return true
            end
        end
    end
end

return faults
