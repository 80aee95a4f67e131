-- Figures.
return {
    plot = {
        summary = "a figure of numbers or results, as PDF, SVG, PNG or text",
        usage = {"plot(x, y [, {title=, label=, x={label=, scale=}, ..}])", "plot(y [, {..}])",
            "plot{a, b; labels=, ..}", "plot{x={label=, scale=}, y={..}, series={{x=, y=, label=}, ..}, ..}",
            "plot{panels={{..}, ..}, ..}"},
        words = {"several results in one figure", "overlay", "line chart"},
        later = "series",
        params = {"figure.plot", {name = "labels", kind = "table",
            meaning = "of plot{a, b}: a name for each, for the legend"},
            {name = "kind", kind = "choice", choices = "curves|histogram", default = "curves",
                meaning = "of plot(y): histogram counts the values"},
            {name = "bins", kind = "integer", low = 1, high = 1000, meaning = "of a histogram; default Sturges' rule"}},
        text = [[
plot(x, y) draws a curve of numbers, two vecs or lists of one length; plot(y) against 1, 2, .. . The options are those
below and, for the curve, those of a series: label, color, lo, hi and so on. plot(y, {kind="histogram"}) counts values.

plot{a, b} draws results and figures on the same axes, with their intervals, captions and fits; a file of the figure
can be reproduced as theirs can. It takes the options below, and x and y may name columns as in a:plot{y="objective"}.
A label that several have gets the number of its element, or the name that labels={"small", "large"} gives. Axes with
different labels are an error, unless x={label=} says what they are: panels{a, b} draws side by side. Notes that not all
of them have begin with what the legend calls the element: "(2): L3: exactly unbiased.", or its name in labels=.

plot{series={..}} is the full form. The pages axis, series and fit list what the tables x and y, series and fit may
hold.

panels={{series=, ..}, ..} draws several such figures in one, `across` in a row (panels{f1, f2} calls it `columns`),
each on an equal share of the page, under a common title; legend="shared" puts one legend below all of them, or in
the free place of a last row that is not full. Without a shared legend such a row is centred. Where panels have
legends of their own, all of these stand inside the axes or all below. A panel may be a figure, too. The other options
then go into the panels, but for
marks, seed, spec, name, rows and columns. With characters they stand below one another. f:data() and f:csv() number
them in a field and column panel.

A legend never covers data. Axes shorter than 8 times the font size, or lower than 5 times, have no grid and no legend.

In all text, \alpha, x_t, F^* and the like are typeset (help"labels"); in notes, numbers as -0.5 and 2e-06 get a true
minus and a raised power. The notes say what is not shown: points, series without any, marks, characters that the font
lacks. The prompt draws a figure that an expression gives; f:save writes it.]],
        returns = "a figure",
        errors = "unknown options; x, lo or hi of another length than y; nothing positive on a logarithmic axis; "
            .. "different axes in plot{a, b}",
        example = [[
            m = pow2(1, 32)
            plot(m, 0.2/m, {label="plug-in", y={scale="log"}}):describe()
            --> y (logarithmic) against x.
            --> plug-in: 6 points, x from 1 to 32, falls from 0.2 to 0.00625.
            f = plot{x={label="m", scale="log2"}, y={scale="log"}, series={
              {label="plug-in", x=m, y=0.2/m},
              {label="order 2", x=m, y=0.1/m^2, fit={slope=-2}}}}
            f:describe()
            --> y (logarithmic) against m (powers of 2).
            --> plug-in: 6 points, m from 1 to 32, falls from 0.2 to 0.00625.
            --> ...]],
        see = {"panels", "axis", "series", "fit", "looks", "marks", "labels", "colors", "figure:save", "figure:set"},
    },
    looks = {
        topic = true,
        summary = "how each method and operator looks in figures, and what it is called there",
        text = [[
A method has the same name, colour, dash and marker in the figures of run, compare, tune and complexity, so that they
can be told apart in grey and in characters without colour:

    dashed, hollow  plain: BSGD (blue circle), BSpiderBoost (vermillion square),
                    NestedVR (green triangle), STORM (sky diamond), SARAH
    solid, full     extrapolated: E-BSGD and so on, else as the plain one
    other dashes    V-MLMC, RT-MLMC, RU-MLMC, SOX, MSVR

Legends of experiments have this order, those of plot{..} and panels{..} that of their series. Of a method that comes
twice in a figure, the one without options in its label keeps its look, the other gets a free colour and marker. In
figures of bias and running, order 1 and the paper's L1 are dashed and all other operators solid; hollow markers are
noise there. In figures of one's own, a series whose label names a method or operator ("bsgd", "E-BSGD m=2", "L1",
"order 2", also in a part, "m = 2, method = bsgd") has these looks, too, where it gives no color. Styles go by the
label, or by the name as typed: style={bsgd={..}}.

Markers of lines that would cover each other take turns.]],
        see = {"style", "compare", "bias"},
    },
    panels = {
        summary = "figures side by side in one, under one title, with one legend",
        usage = "panels{f1, f2; columns=2, title=, notes=, legend=}",
        words = {"subplots", "several figures in one", "small multiples", "facets"},
        params = {
            {name = "columns", kind = "integer", default = 2, low = 1, high = 8, meaning = "panels in a row"},
            {name = "title", kind = "string", meaning = "printed above all"},
            {name = "notes", kind = "string", meaning = "a sentence under all"},
            {name = "legend", kind = "choice", choices = "auto|shared|own", default = "auto",
                meaning = "shared: one for all, below them; own: each its own; auto: shared where a label is in two"},
            {name = "marks", kind = "table", choices = "marks[]", meaning = "for all panels, or for one (panel=)"},
        },
        text = [[
Takes figures and results of any kinds. plot{panels={..}, across=} calls `columns` `across`. In a shared legend a label
has one look in all panels. Every panel is as large as a figure alone; f:save"..." takes width_mm and height_mm of the
whole. A last row that is not full has the shared legend in its free place, or is centred. With
characters they stand below one another. f:hline and the like draw in each panel, or in one of them:
f:hline(0.1, {panel=2}). A file of the figure can be reproduced as those of its panels can.]],
        returns = "a figure",
        errors = "an element that has panels itself; no element; unknown options",
        example = [[
            m = pow2(1, 32)
            f = panels{plot(m, 0.2/m, {label="L1"}), plot(m, 0.1/m^2, {label="L2"});
              title="Two operators"}
            f:describe()
            --> Two operators.
            --> Panel 1. y against x.
            --> L1: 6 points, x from 1 to 32, falls from 0.2 to 0.00625.
            --> Panel 2. y against x.
            --> L2: 6 points, x from 1 to 32, falls from 0.1 to 9.77e-05.]],
        see = {"plot", "marks", "figure:save"},
    },
    labels = {
        topic = true,
        part = "plot",
        summary = "symbols, powers and indices in the text of figures",
        usage = {"plot{x={label=\"\\\\epsilon\"}, ..}", "plot{y={label=\"F(x) - F^*\"}, ..}"},
        words = {"greek", "latex", "superscript", "subscript"},
        text = [=[
    raised     ^ and a number with its sign, a letter, a symbol, a star or {..}:
               m^2, 10^-3, F^*, e^{-t/2}
    lowered    _ and {..}: L_{2}; without braces a number or one letter behind a
               letter or symbol that stands alone: x_t, n_0; not in noise_var
    Greek      \alpha \beta .. \omega; \Gamma \Delta \Theta \Lambda \Xi
               \Pi \Sigma \Phi \Psi \Omega
    others     \nabla \partial \sqrt{n} \infty \sum \prod \int \ell \pm \times
               \cdot \star \le \ge \neq \approx \sim \propto \in \to \leftarrow
               \langle \rangle \prime \dagger \ldots \degree \Vert

The characters of UTF-8 do as well as their names. In a Lua string a backslash is written twice, "\\alpha", and once
between double brackets, [[\alpha]]. An empty pair of braces ends a name: \nabla{}F. A name that is not known is printed
as it stands.

With characters, numbers are raised and lowered; where only ASCII is shown, symbols are words.]=],
        example = [[
            f = plot{x={label="\\epsilon"}, y={label="F(x_t) - F^*"},
              series={{label="\\sigma_0", y={1, 2}}}}
            f:describe()
            --> F(x_t) - F^* against ε.
            --> σ_0: 2 points, ε from 1 to 2, rises from 1 to 2.]],
        errors = "a name whose beginning Lua took for an escape sequence, as \\nabla in \"\\nabla\"",
        see = {"plot", "axis"},
    },
    colors = {
        topic = true,
        part = "plot",
        summary = "names of colours in figures",
        usage = {"plot{style={[\"order 2\"]={color=\"red\"}}, ..}", "f:hline(0.1, {color=\"#c04040\"})"},
        words = {"palette", "grey"},
        text = [[
1 to 8, or by name blue, vermillion, green, purple, orange, sky, black and yellow, are the palette: readers with any
colour vision can tell them apart, and the dark theme has its own versions of them. Series that name no colour take them
in this order, but for yellow.

red, darkred, gray (or grey, with light and dark before it), brown, pink, magenta, violet, cyan, teal, navy, olive, gold
and white are the same in all themes, as is any "#rrggbb" or "#rgb".]],
        errors = "another name; the error lists them all",
        example = [[
            f = plot{series={{label="a", y={1, 2}, color="grey"}}}
            f:layout():match "marker circle #(%x+)"
            --> 7f7f7fff]],
        see = {"series", "style", "marks"},
    },
    marks = {
        topic = true,
        part = "plot",
        summary = "lines, texts, slopes and windows in a figure: plot's option marks",
        usage = {"plot{marks={{kind=\"hline\", y=, label=}, ..}, ..}", "f:set{marks={}}"},
        words = {"annotation", "reference line", "abline"},
        params = "figure.marks",
        text = [[
f:hline, f:vline, f:slope, f:text and f:window add one each; f:set{marks={}} takes all away. The axes reach as far as
the lines, texts and windows do, unless min and max say otherwise; what is beyond them is left out, and the notes say
so. A label goes where it covers least. Marks are part of the files that f:save writes.]],
        errors = "an option that the kind needs and was not given, or one that it does not take; "
            .. "x or y <= 0 on a logarithmic axis",
        example = [[
            m = pow2(1, 32)
            f = plot{series={{label="L1", x=m, y=0.2/m}},
              marks={{kind="hline", y=0.01, label="goal"},
                     {kind="window", from=4, to=16}}}
            f:describe()
            --> y against x.
            --> L1: 6 points, x from 1 to 32, falls from 0.2 to 0.00625.
            --> Line at y = 0.01: goal.
            --> Window for x from 4 to 16.]],
        see = {"figure:hline", "figure:vline", "figure:slope", "figure:text", "figure:window", "colors"},
    },
    ["figure:hline"] = {
        summary = "adds a level line at a value of y",
        usage = "f:hline(y [, {label=, color=, dash=, panel=}])",
        params = "options.figure_hline",
        text = [[
In a figure with panels the line is in each of them, or in number `panel`.]],
        returns = "the figure itself",
        errors = "y that is not a number, or <= 0 on a logarithmic axis",
        example = [[
            f = plot{y={label="gap"}, series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            f:hline(5, {label="goal", color="red"}):describe()
            --> gap against x.
            --> a: 3 points, x from 1 to 3, rises from 3 to 6.
            --> Line at gap = 5: goal.]],
        see = {"marks", "figure:vline", "figure:slope", "colors"},
    },
    ["figure:vline"] = {
        summary = "adds an upright line at a value of x",
        usage = "f:vline(x [, {label=, color=, dash=, panel=}])",
        params = "options.figure_vline",
        text = "In a figure with panels the line is in each of them, or in number `panel`.",
        returns = "the figure itself",
        errors = "x that is not a number, or <= 0 on a logarithmic axis",
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            f:vline(2, {label="here"}):describe()
            --> y against x.
            --> a: 3 points, x from 1 to 3, rises from 3 to 6.
            --> Line at x = 2: here.]],
        see = {"marks", "figure:hline", "figure:window"},
    },
    ["figure:slope"] = {
        summary = "adds a reference line of a given slope",
        usage = "f:slope(slope [, {x=, y=, from=, to=, label=, color=, dash=, panel=}])",
        params = "options.figure_slope",
        words = {"rate", "order of convergence", "reference slope", "triangle"},
        text = [[
Through x, y, or through the first point that the figure shows. On logarithmic axes it is the slope of the logarithms: a
power of x. The line goes from the x `from` to the x `to`, else across the axes. The label is "slope" and its value,
unless one is given; label="" leaves it out.]],
        returns = "the figure itself",
        errors = "a slope that is not a number; x without y",
        example = [[
            m = pow2(1, 32)
            f = plot{x={label="m", scale="log2"}, y={scale="log"},
              series={{label="L2", x=m, y=0.1/m^2}}}
            f:slope(-2, {x=1, y=0.2}):describe()
            --> y (logarithmic) against m (powers of 2).
            --> L2: 6 points, m from 1 to 32, falls from 0.1 to 9.77e-05.
            --> Line of slope -2 through m = 1, y = 0.2: slope −2.]],
        see = {"marks", "fit", "figure:hline"},
    },
    ["figure:window"] = {
        summary = "shades a range of x",
        usage = "f:window(from, to [, {label=, color=, dash=, panel=}])",
        params = "options.figure_window",
        words = {"axvspan", "region", "span"},
        text = "Its ends are dotted lines, or as `dash` says. With panels it is in each of them, or in number `panel`.",
        returns = "the figure itself",
        errors = "from that is not below to; an end <= 0 on a logarithmic axis",
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            f:window(2, 3, {label="fitted"}):describe()
            --> y against x.
            --> a: 3 points, x from 1 to 3, rises from 3 to 6.
            --> Window for x from 2 to 3: fitted.]],
        see = {"marks", "figure:vline", "bias:plot"},
    },
    axis = {
        topic = true,
        part = "plot",
        summary = "the axes of a figure: plot's options x and y",
        usage = {"plot{x={label=, scale=, min=, max=, whole=, names=}, ..}", "f:set{y={scale=\"log\"}}"},
        params = "figure.axis",
        text = [[
Points with a value that is not finite, on a logarithmic axis those with a value <= 0, and points beyond min or max are
left out, and the notes say how many of which series; a line towards a point beyond runs to the frame. Limits <= 0 of an
interval are drawn down to the floor of the axis and marked open, and the legend says so. The label of a logarithmic
axis whose numbers are at even steps, as 1.7, 1.8, 1.9, ends with (log scale). With names={"low", "high"}
words stand at 1, 2, .. in place of numbers; what is too long for its place is cut.]],
        errors = [[
unknown options; min that is not below max; names that are no list of texts, or on a logarithmic axis]],
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
        part = "plot",
        summary = "the curves of a figure: plot's option series",
        usage = "plot{series={{x=, y=, lo=, hi=, label=, ..}, ..}, ..}",
        params = "figure.series",
        text = [[
Series of one label share colour, dash and marker and have one entry in the legend: exact values as a line
and simulated ones as points, for example. lo and hi are drawn as a shaded band along a line (drawn with
characters, only one: several would hide the lines), as bars on points. With edges= there are the bars of a
histogram, which base= and unit= put in a row of their own. Points under the floor are hollow, and the region is
shaded. With sign= the markers of negative values, whose size y is, point down, and the legend says so.]],
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
        part = "plot",
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
        part = "plot",
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
        summary = "writes the figure as PDF, SVG or PNG, or as source for TeX or gnuplot",
        usage = "f:save(path [, {width_mm=, height_mm=, theme=, dpi=}])",
        takes = "file",
        params = "figure.save",
        text = [[
The extension of the path chooses the format. The same figure gives the same bytes every time. Every file carries
the version, the seed and the spec of the result it was drawn from, and the figure in words: in the properties of
PDF, in <desc> and <metadata> of SVG, in text chunks of PNG, in comments of source. The file is written whole or not
at all.

Source takes the fonts of your paper. "a.tex" is for pgfplots: \input{a} in a document that loads it, or pdflatex a.tex
by itself. "a.gp" is for gnuplot 5.4: gnuplot a.gp writes a.pdf, and gnuplot -e "FACE='Times'" a.gp with that font. Both
hold all numbers of the figure, exactly, and everything in it at the place that it has in the PDF; width_mm= is your
column. Two things are as each program has them: fitted slopes stand in the legend, not in triangles, and words are
broken into lines where its fonts need it. A line with many points leaves out those closer than 0.2 pt to each other
where they do not show, and is cut far beyond the axes. In TeX F^*, x_t, \alpha and single letters are mathematics. A
label is text in both, whatever stands in it.]],
        returns = "the path",
        errors = "another extension; a path that cannot be written; a page too small for the labels",
        words = {"pgfplots", "tikz", "TeX", "gnuplot"},
        example = [[
            f = plot{series={{label="a", x={1, 2, 3}, y={3, 4, 6}}}}
            path = f:save(os.tmpname() .. ".svg", {width_mm=84, height_mm=60})
            io.open(path):read(4)
            --> <svg
            os.remove(path);
            path = f:save(os.tmpname() .. ".tex")
            io.open(path):read "a":match "%(1,3%).-}"
            --> (1,3) (2,4) (3,6)}
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
In a notebook it is one figure of the cell, which changes.

--color=auto|always|never is about text: auto colours it on a terminal, unless NO_COLOR is set or TERM is dumb.]],
        see = {"figure:show", "run", "prompt"},
    },
    ["figure:text"] = {
        summary = "the figure as characters; with x and y, adds words to it",
        usage = {"f:text{cols=, rows=, charset=}", "f:text(x, y, words [, {anchor=, color=, panel=}])"},
        params = {"figure.text", "options.figure_words"},
        text = [[
f:text(x, y, words) writes words at x, y in the figure: anchor="left" (where they begin), "center" or "right". In a
figure with panels they are in each of them, or in number `panel`.]],
        returns = "a string of `rows` lines, curves as dots and labels as text; with words the figure itself",
        errors = "too few columns or rows for the labels; x or y <= 0 on a logarithmic axis",
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
        see = {"figure:show", "figure:describe", "marks", "labels"},
    },
    ["figure:data"] = {
        summary = "the numbers in the figure",
        usage = "f:data()",
        returns = "a list of {label=, x=, y=, lo=, hi=, floor=, sign=, edges=}, one per series; the columns are vecs",
        errors = "a call with a dot in place of the colon",
        example = [[
            f = plot{series={{label="a", x={1, 2}, y={3, 4}}}}
            f:data()[1].y
            --> vec{3, 4}]],
        see = {"figure:csv"},
    },
    ["figure:rows"] = {
        summary = "the table that belongs under the figure",
        usage = "f:rows()",
        text = [[
The rows that plot's option rows gave, a list or a result: in the figures of plots/ the numbers behind the caption.
Without them the points, as f:csv writes them.]],
        returns = "a list of tables, a row each, and the list of the columns' names",
        errors = "a call with a dot in place of the colon",
        example = [[
            curve = {label="a", x={1, 2}, y={3, 4}}
            f = plot{series={curve}, rows={{of="a", slope=1}}, columns={"of", "slope"}}
            f:rows()[1].slope
            --> 1
            rows, columns = plot{series={curve}}:rows()
            columns[3], rows[2].y
            --> y	4.0]],
        see = {"figure:csv", "figure:caption"},
    },
    ["figure:caption"] = {
        summary = "the words under the figure",
        usage = "f:caption()",
        returns = "its notes and those of its panels, each once, with what is not shown; \"\" without any",
        errors = "a call with a dot in place of the colon",
        example = [[
            plot{series={{y={3, 4}}}, notes="It rises by 1e-3 a step."}:caption()
            --> It rises by 10^{−3} a step.]],
        see = {"figure:rows", "figure:describe"},
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
