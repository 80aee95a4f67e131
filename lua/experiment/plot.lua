-- plot{..} -> figure; the methods that need no drawing.
local core, D = ...
local system, module, file = core.system, core.use "module", core.use "file"
local any = core.use "list".any

D.plot = module("plot", {}, core.figure.new)

local methods = system.types().figure

-- One row per point: the series' label, its coordinates, and the limits where there are any.
function methods.csv(self, path)
    if system.kind(self) ~= "figure" then
        system.fail(nil, "figure:csv: call it with a colon")
    end
    local data = self:data()
    local names, columns, rows = {"series", "x", "y"}, {{}, {}, {}}, 0
    for _, name in ipairs {"lo", "hi", "floor", "sign"} do
        if any(data, function(series) return series[name] end) then
            names[#names + 1] = name
            columns[#columns + 1] = {}
        end
    end
    for _, series in ipairs(data) do
        for i = 1, #series.y do
            rows = rows + 1
            columns[1][rows] = series.label
            for j = 2, #names do
                columns[j][rows] = series[names[j]] and series[names[j]][i] or false
            end
        end
    end
    return file.write("figure:csv", path, core.csv.text(names, columns, rows))
end
