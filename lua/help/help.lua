return {
    help = {
        summary = "explains a name, a value or a subject",
        usage = {"help()", 'help"name"', "help(value)"},
        text = [[
help() lists every page. help"name" prints one: of a function ("run"), of a field ("dist.normal"), of a method
("vec:dot") or of a subject ("seed"). help(value) prints the page about a value: of a function of this library
that you hold, or of the value's type. "r:plot" for your own r is the method of its type.]],
        returns = "nothing; the page goes to standard output, at most 80 columns wide",
        errors = "a name without a page, with the nearest name that has one; a value without a page",
        example = [[
            help "dist.normal"
            help(dist.normal)]],
    },
    version = {
        summary = "the version of this program, a string",
        example = "print(version)",
    },
}
