-- Checkpoints of value{..} in which a field of a row is missing or another thing: they are read, or refused as damaged.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pack, path = core.use "pack", t.path "kept"
local p = problem.invariant_logistic{n = 6, d = 2}

local strange = {false, true, "x", {}, {"a"}, 1.5, -1, 0 / 0, vec{1, 2}}

-- Whether a call that begins with this content ends well: with a text, or the file's fault told.
local function ends_well(options, content)
    t.write(path, core.run.seal(pack.text(content)))
    local done, result = pcall(function() return tostring(value(options)) end)
    return done or result:find "value: cannot read checkpoint '[^']*': the file is damaged or cut off$" ~= nil, result
end

for _, more in ipairs {{method = "v-mlmc"}, {method = "e-bsgd"}, {method = "ru-mlmc"}, {method = "rt-mlmc"}} do
    local options = t.over({problem = p, eps = {0.3, 0.2}, checkpoint = path}, more)
    os.remove(path)
    value(options)
    local body, refused = assert(core.run.unseal(t.read(path))), 0
    local fields = {}
    for name in pairs(pack.value(body).rows[1]) do
        fields[#fields + 1] = name
    end
    for _, name in ipairs(fields) do
        for i = 0, #strange do
            local content = pack.value(body)
            content.rows[1][name] = strange[i]
            local well, why = ends_well(options, content)
            refused = refused + (tostring(why):find "damaged" and 1 or 0)
            t.ok(well, ("%s: %s = %s: %s"):format(more.method, name, tostring(strange[i]), why))
        end
    end
    t.ok(refused > 5 * #strange, more.method .. ": rows are refused")
end
t.done()
