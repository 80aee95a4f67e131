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
    version = {
        summary = "the version of this program, a string",
        example = [[
            version
            --> 0.1.0]],
        see = {"help"},
    },
}
