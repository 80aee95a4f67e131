-- Figures.
return {
    plot = {
        summary = "a figure of curves with their intervals, as PDF, SVG, PNG or text",
        usage = {"plot{x={label=, scale=}, y={..}, series={{x=, y=, label=}, ..}, ..}", "plot{panels={{..}, ..}, ..}"},
        words = {"subplots", "several figures in one", "small multiples", "facets"},
        params = "figure.plot",
        text = [[
The pages axis, series and fit list what the tables x and y, series and fit may hold.

panels={{series=, ..}, ..} draws several such figures in one, `across` in a row, each on an equal share of the page; the
other options then go into the panels, but for seed and spec. With characters they stand below one another. f:data() and
f:csv() number them in a field and column panel.

In all text, ^2 and ^{..} are raised and _{..} is lowered. The notes say what is not shown: points, series without any,
characters that the font lacks. The prompt draws a figure that an expression gives; f:save
writes it.]],
        returns = "a figure",
        errors = "unknown options; x, lo or hi of another length than y; nothing positive on a logarithmic axis",
        example = [[
            m = pow2(1, 32)
            f = plot{x={label="m", scale="log2"}, y={scale="log"}, series={
              {label="plug-in", x=m, y=0.2/m},
              {label="order 2", x=m, y=0.1/m^2, fit={slope=-2}}}}
            f:describe()
            --> y (logarithmic) against m (powers of 2).
            --> plug-in: 6 points, m from 1 to 32, falls from 0.2 to 0.00625.
            --> ...]],
        see = {"axis", "series", "fit", "figure:save", "figure:set"},
    },
    axis = {
        topic = true,
        summary = "the axes of a figure: plot's options x and y",
        usage = {"plot{x={label=, scale=, min=, max=}, ..}", "f:set{y={scale=\"log\"}}"},
        params = "figure.axis",
        text = [[
Points with a value that is not finite, on a logarithmic axis those with a value <= 0, and points beyond min or max are
left out, and the notes say how many of which series; a line towards a point beyond runs to the frame. Limits <= 0 of an
interval are drawn down to the floor of the axis and marked open, and the legend says so.]],
        errors = "unknown options; min that is not below max",
        example = [[
            f = plot{x={label="n", scale="log2"}, y={scale="log", min=1e-3}, series={
              {label="1/n", x=pow2(1, 32), y=1/pow2(1, 32)}}}
            f:describe()
            --> y (logarithmic) against n (powers of 2).
            --> 1/n: 6 points, n from 1 to 32, falls from 1 to 0.0312.]],
        see = {"plot"},
    },
    series = {
        topic = true,
        summary = "the curves of a figure: plot's option series",
        usage = "plot{series={{x=, y=, lo=, hi=, label=, ..}, ..}, ..}",
        params = "figure.series",
        text = [[
Series of one label share colour, dash and marker and have one entry in the legend: exact values as a line
and simulated ones as points, for example. lo and hi are drawn as a shaded band along a line (drawn with
characters, only one: several would hide the lines), as bars on points. Points
under the floor are hollow, and the region is shaded. With sign= the markers of negative values, whose size y is, point
down, and the legend says so.]],
        errors = "unknown options; x, lo or hi of another length than y; lo above hi",
        example = [[
            m = pow2(1, 32)
            f = plot{x={scale="log2"}, y={scale="log"}, series={
              {label="exact", x=m, y=0.2/m, marker="none"},
              {label="sampled", x=m, y=0.21/m, lo=0.15/m, hi=0.25/m, line=false}}}
            f:describe()
            --> y (logarithmic) against x (powers of 2).
            --> exact: 6 points, x from 1 to 32, falls from 0.2 to 0.00625.
            --> sampled: 6 points, x from 1 to 32, falls from 0.21 to 0.00656.]],
        see = {"plot", "fit"},
    },
    style = {
        topic = true,
        summary = "looks of curves by their label: plot's option style",
        usage = {"plot{style={[\"order 2\"]={color=, dash=}, sox={hide=true}}, ..}", "f:set{style={..}}"},
        params = "figure.style",
        text = "A style given for a label, or for a number (the first label is 1), goes before what the series says.",
        errors = "a label that no series has, options of another kind",
        example = [[
            m = pow2(1, 32)
            f = plot{style={b={hide=true}}, series={
              {label="a", x=m, y=1/m}, {label="b", x=m, y=1/m^2}}}
            f:describe()
            --> y against x.
            --> a: 6 points, x from 1 to 32, falls from 1 to 0.0312.]],
        see = {"plot", "series", "figure:set"},
    },
    fit = {
        topic = true,
        summary = "a fitted slope in a figure: the option fit of a series",
        usage = "plot{series={{x=, y=, fit={slope=, lo=, hi=, from=, to=}}, ..}, ..}",
        params = "figure.fit",
        text = [[
Drawn as a triangle beside the curve, with the slope and its interval; without room for it, the legend states the
slope.]],
        errors = "unknown options; from that is not below to",
        example = [[
            m = pow2(1, 32)
            f = plot{x={scale="log2"}, y={scale="log"}, series={
              {label="order 2", x=m, y=0.1/m^2, fit={slope=-2, from=1, to=32}}}}
            f:describe()
            --> y (logarithmic) against x (powers of 2).
            --> ...]],
        see = {"plot", "series"},
    },
    ["figure:set"] = {
        summary = "changes a figure",
        usage = "f:set{..}",
        like = "plot",
        text = [[
Takes plot's options. A new value replaces the old one; x, y and style are merged: f:set{style={sox={hide=true}}} keeps
all other styles. When an option is wrong, the figure stays as it is.]],
        returns = "the figure itself",
        errors = "unknown options; what plot refuses",
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            f:set{y={label="height", scale="log"}}:describe()
            --> height (logarithmic) against x.
            --> a: 3 points, x from 1 to 3, rises from 3 to 6.]],
        see = {"plot", "figure:save"},
    },
    ["figure:save"] = {
        summary = "writes the figure as PDF, SVG or PNG",
        usage = "f:save(path [, {width_mm=, height_mm=, theme=, dpi=}])",
        takes = "file",
        params = "figure.save",
        text = [[
The extension of the path chooses the format. The same figure gives the same bytes every time. Every file carries
the version, the seed and the spec of the result it was drawn from, and the figure in words: in the properties of
PDF, in <desc> and <metadata> of SVG, in text chunks of PNG. The file is written whole or not at all.]],
        returns = "the path",
        errors = "another extension; a path that cannot be written; a page too small for the labels",
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            path = f:save(os.tmpname() .. ".svg", {width_mm=84, height_mm=60})
            io.open(path):read(5)
            --> <?xml
            os.remove(path);]],
        see = {"figure:csv", "figure:show"},
    },
    ["figure:show"] = {
        summary = "draws the figure on standard output",
        usage = "f:show()",
        text = [[
As a picture on terminals that show pictures, else in characters, as large as the window allows. The page display says
how that is found out and how to choose. Where the window is too small, a line of words is printed instead.]],
        errors = "a call with a dot in place of the colon",
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            f:show()
            --> ...]],
        see = {"display", "figure:text", "figure:save"},
    },
    display = {
        topic = true,
        summary = "how figures are shown: pictures in the terminal, characters, none",
        usage = "debias --display=auto|kitty|iterm|sixel|braille|ascii|none",
        text = [[
At the first figure the terminal is asked, once, what it shows; it has 0.3 s to answer. The first that fits is taken:

    kitty      it answers a question of kitty's graphics protocol
    iterm      it goes by the name of iTerm2, WezTerm or mintty
    sixel      its attributes name sixels
    braille    the locale is UTF-8: curves in braille dots, all labels as text
    ascii      elsewhere, and where standard output is not a terminal

It is not asked where standard input or output is not a terminal, nor where TERM is dumb or linux. Inside tmux pictures
take kitty's protocol, if tmux lets them through (set -g allow-passthrough on), or sixels, if tmux has them. The theme
is dark where the terminal's background is. --display chooses one of these, whatever the terminal says; with none a
line of words replaces a figure.

With watch=true, run, compare and tune draw their curves while they go on, over and over in the same place, at most
four times a second; tune keeps the best curve of each method. No result depends on it; where a figure cannot be drawn
in its place (no terminal, TERM=dumb, --display=none) nothing is drawn. What on_record prints then would be drawn over.

--color=auto|always|never is about text: auto colours it on a terminal, unless NO_COLOR is set or TERM is dumb.]],
        see = {"figure:show", "run", "prompt"},
    },
    ["figure:text"] = {
        summary = "the figure as characters",
        usage = "f:text{cols=, rows=, charset=}",
        params = "figure.text",
        returns = "a string of `rows` lines; curves are dots, all labels are text",
        errors = "too few columns or rows for the labels",
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            print(f:text{cols=40, rows=10, charset="ascii"})
            --> 6 +                                 .o
            -->   | --o-- a                      .-''
            -->   |                          ..-'
            --> 5 +                       .--'
            -->   |                    .-'
            --> 4 +                .o-'
            -->   |         ..---''
            -->   |  ..---''
            --> 3 +o'-------+-------+-------+--------+-
            -->   1.0      1.5     2.0     2.5      3.0]],
        see = {"figure:show", "figure:describe"},
    },
    ["figure:data"] = {
        summary = "the numbers in the figure",
        usage = "f:data()",
        returns = "a list of {label=, x=, y=, lo=, hi=, floor=, sign=}, one per series; the columns are vecs",
        errors = "a call with a dot in place of the colon",
        example = [[
            f = plot{series={{label="a", x={1, 2}, y={3, 4}}}}
            f:data()[1].y
            --> vec{3, 4}]],
        see = {"figure:csv"},
    },
    ["figure:csv"] = {
        summary = "writes the numbers in the figure as CSV",
        usage = "f:csv(path)",
        takes = "file",
        text = [[
The columns are series (the label), x, y and, where a series has them, lo, hi, floor, sign; a row per point.]],
        returns = "the path",
        errors = "a path that cannot be written",
        example = [[
            f = plot{series={{label="a", x={1, 2}, y={3, 4}}}}
            path = f:csv(os.tmpname())
            for line in io.lines(path) do print(line) end
            --> series,x,y
            --> a,1,3
            --> a,2,4
            os.remove(path);]],
        see = {"figure:data"},
    },
    ["figure:describe"] = {
        summary = "the figure in words",
        usage = "f:describe()",
        returns = "what is drawn against what, each series' range, trend and fitted slope, and the notes",
        errors = "a call with a dot in place of the colon",
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            f:describe()
            --> y against x.
            --> a: 3 points, x from 1 to 3, rises from 3 to 6.]],
        see = {"figure:text", "plot"},
    },
    ["figure:layout"] = {
        summary = "the figure as a list of drawing commands",
        usage = "f:layout{width_mm=, height_mm=, theme=}",
        params = "figure.save",
        text = [[
Lines, polygons, markers and texts with their places in points, y downwards, a line each: what f:save draws, for
comparisons and for other programs.]],
        returns = "a string",
        errors = "unknown options; a page too small for the labels",
        example = [[
            f = plot{series={{label="a", x={1, 2}, y={3, 4}}}}
            f:layout{width_mm=80, height_mm=60}:match "^[^\n]*"
            --> page 226.77 170.08 #ffffffff]],
        see = {"figure:save"},
    },
}
