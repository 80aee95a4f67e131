-- The functions of the preloaded library that let calls of the system fail; nil where the system does not let it, which
-- is printed as what skips the test.
local calls = assert(package.loadlib(os.getenv "FAULTS_LIBRARY", "luaopen_calls"))()
local installed, why_not = calls.install()
if not installed then
    print("1..0 # SKIP " .. why_not)
end
return installed and calls or nil
