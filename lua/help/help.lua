return {
    help = {
        summary = "explains a name, a value or a subject; searches",
        usage = {"help()", 'help"name"', "help(value)", 'help"?words"'},
        takes = "page",
        text = [[
help() says how to begin and lists all names. help"name" prints a page: of a function ("run"), of a field
("dist.normal"), of a method ("vec:dot") or of a subject ("seed"). help(value) prints the page about a value: of a
function of this library that you hold, or of the value's type. "r:plot" for your own r is the method of its type.

help"?words" searches all pages for words or their beginnings; the best match comes first, a misspelled word is taken
for the nearest. help"all" prints a line for every page.

At the prompt ?name is help"name" and ??words is help"?words".]],
        returns = "nothing; the page goes to standard output, at most 80 columns wide",
        errors = "a name without a page, with the nearest name that has one; a value without a page",
        example = [[
            help "vec:sum"
            --> ...]],
        see = {"example", "prompt"},
    },
    example = {
        summary = "runs the example of a page",
        usage = 'example"name"',
        takes = "page",
        text = [[
Prints the entries of the page's example, as if they were typed at the prompt, and what they print. The seed is 1,
whatever the program's is, so that the output is the page's. In the program the example's variables are yours
afterwards, except those whose names you use already; as a module for another Lua it sets no global.]],
        returns = "nothing",
        errors = "a name without a page, a page without an example",
        example = [[
            example "vec:sum"
            --> > vec{1, 2, 6}:sum()
            --> 9.0]],
        see = {"help", "prompt"},
    },
    ["web pages"] = {
        topic = true,
        words = {"html", "browser", "website", "documentation", "manual", "print", "offline"},
        summary = "help, lessons, demos and figures as pages for a browser or a printer",
        text = [[
In the source, make docs writes them into build/docs/; index.html is the first. It takes some minutes, in which all
figures of plots/ are drawn from fresh runs. make install, and the Debian package, put pages that are written into
share/doc/debias/html/ below their prefix.

They need no network, and no script but for the search, which finds what ??words finds, in the same order. Examples
that plot are shown with their figures, whose alternative text is that of f:describe(). Notebooks are shown with what
their cells print and draw, demos in C, Python and R with what they print where these languages were there. The pages
follow the browser's light or dark scheme.]],
        see = {"help", "lesson", "demo", "figure", "figure:describe"},
    },
    version = {
        summary = "the version of this program, a string",
        example = [[
            version
            --> 0.1.0]],
        see = {"help"},
    },
}
