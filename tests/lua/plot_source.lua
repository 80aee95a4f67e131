-- Source of pgfplots and gnuplot: all that a figure can have is in it, and no label is more than text.
local t = dofile "tests/lua/harness/tap.lua"
local figures = dofile "tests/lua/harness/figures.lua"

local endings = {".tex", ".gp"}

local function source(figure, ending, options)
    return t.read(figure:save(t.path("a" .. ending), options))
end

-- The numbers of a source, as text.
local function numbers(text)
    local set = {}
    for number in text:gsub("\n[%%#][^\n]*", ""):gmatch "%-?%d[%d.]*e?[-+]?%d*" do
        set[number] = true
    end
    return set
end

-- The first value of a series that is not among them, if any.
local function missing(set, series)
    for _, column in ipairs {"x", "y"} do
        for i = 1, series.edges and 0 or #series.x do
            local number = ("%.17g"):format(series[column][i])
            if not set[number] and series.y[i] == series.y[i] then
                return number
            end
        end
    end
end

local function check_numbers(name, text, figure)
    local set = numbers(text)
    for i, series in ipairs(figure:data()) do
        t.equal(missing(set, series), nil, ("%s: all numbers of series %d"):format(name, i))
    end
end

for _, each in ipairs(figures) do
    for _, ending in ipairs(endings) do
        local name, text = each.name .. ending, source(each.figure, ending)
        t.ok(source(each.figure, ending) == text, name .. ": the same bytes again")
        if not each.partly then
            check_numbers(name, text, each.figure)
        end
    end
end

-- Each label in a figure that has only it, taken out of the source.
local function label_of(label, ending)
    local text = source(plot{series = {{y = {1, 2}}}, x = {label = label}}, ending)
    return text:match(ending == ".tex" and " xlabel=(%b{})" or "set xlabel (.-) tc rgb INK")
end

for label, want in pairs {
    ["F^*"] = {"{$F^{*}$}", "'F^{*}'"},
    ["x_t"] = {"{$x_{t}$}", "'x_{t}'"},
    ["x_t^2"] = {"{$x_{t}^{2}$}", "'x_{t}^{2}'"},
    ["\\alpha"] = {"{$\\alpha$}", "'α'"},
    ["\\alpha_0 of m"] = {"{$\\alpha_{0}$ of $m$}", "'α_{0} of m'"},
    ["10^{-3}"] = {"{$10^{-3}$}", "'10^{-3}'"},
    ["noise_var"] = {"{noise\\_var}", "'noise\\_var'"},
    ["gap, 95% of {a} #1 $b$ & ~"] = {
        "{gap, 95\\% of \\{a\\} \\#1 \\$$b$\\$ \\& \\textasciitilde{}}",
        "'gap, 95% of \\{a\\} #1 $b$ \\& \\~'",
    },
    ["it's \"so\" `x`"] = {
        "{it{'}s \\char34{}so\\char34{} \\char96{}$x$\\char96{}}",
        [['it'."\047".'s "so" `x`']],
    },
} do
    for i, ending in ipairs(endings) do
        t.equal(label_of(label, ending), want[i], label .. ending)
    end
end

-- A text that is made of what could end it: between the braces that hold it no command of TeX but ours.
local ours = {}
for name in ("textbackslash textasciicircum textasciitilde textless textgreater textbar char mbox debiasscript "
    .. "debiaschar debiasletter alpha"):gmatch "%a+" do
    ours[name] = true
end
local pieces = {"\\", "{", "}", "$", "%", "#", "^", "_", "&", "~", "'", '"', "`", "^^5c", "\\end", "\\input",
    "\\write18", "a", " ", "-", "\n",
    "@", "]", "[", ",", "=", ";", "<", ">", "|", "α", "中", "system('x')", "!"}

local function commands(text)
    local found = {}
    for name in text:gsub("\\[\\{}$%%#&_]", ""):gmatch "\\(%a+)" do
        found[#found + 1] = not ours[name] and name or nil
    end
    return table.concat(found, " ")
end

-- The strings of a command of gnuplot between single quotes, and what stands outside of them.
local function outside(text)
    return (text:gsub("'[^']*'", ""):gsub('%."\\047"%.', ""):gsub('%."\\n"%.', ""))
end

local random = rng.new(1)
for round = 1, 300 do
    local label = {}
    for i = 1, 12 do
        label[i] = pieces[1 + math.floor(random:uniform() * #pieces)]
    end
    label = table.concat(label)
    local made, figure = pcall(plot, {series = {{y = {1, 2}}}, x = {label = label}})
    if made then
        local tex = source(figure, ".tex"):match "\n xlabel style=[^\n]* xlabel=([^\n]*)\n?" or ""
        t.equal(commands(tex), "", ("round %d, TeX: %q"):format(round, label))
        local gp = source(figure, ".gp"):match "set xlabel (.-) tc rgb INK font FONT" or ""
        t.equal(outside(gp), "", ("round %d, gnuplot: %q"):format(round, label))
    end
end

-- A file of source is computed again as any other one is.
local c = bias{q = poly{0, 0, 1}, dist = dist.ramp(0, 2), m = {1, 2}, reps = 1000}
for _, ending in ipairs(endings) do
    local again, same = reproduce(c:plot():save(t.path("b" .. ending)))
    t.ok(same and again.columns, "reproduce" .. ending)
end

local narrow = source(figures[1].figure, ".tex", {width_mm = 60, height_mm = 50})
t.ok(narrow:find("rectangle (170.079bp,", 1, true), "the width of a paper's column")
t.ok(source(figures[1].figure, ".tex", {theme = "dark"}):find("fill[debiaspaper]", 1, true), "a dark page")
t.ok(source(figures[1].figure, ".gp"):find("set output 'a'.'.pdf'", 1, true), "gnuplot writes beside it")
local odd = t.path "it's.gp"
figures[1].figure:save(odd)
t.ok(t.read(odd):find([[set output 'it'."\047".'s'.'.pdf']], 1, true), "a quote in the name of the file")
t.done()
