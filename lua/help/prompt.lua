return {
    show = {
        summary = "prints a value as the prompt does",
        usage = {"show(v)", "show(v, {digits=6})"},
        params = {
            {name = "digits", default = "as Lua prints", meaning = "significant digits of numbers; 1 to 17"},
        },
        text = [[
Numbers print as Lua prints them, strings as they are, objects and results as their own text (often a table), and a
figure is drawn. A plain table is written one level deep: tables in it as {..}, long texts and long lists cut short.]],
        returns = "nothing; the text goes to standard output",
        errors = "an unknown option, digits that are not a whole number from 1 to 17",
        example = [[
            show(1/3, {digits=3})
            --> 0.333
            show {1, 2, name="a", more={3}}
            --> {1, 2, more = {3}, name = "a"}]],
        see = {"prompt", "result"},
    },
    prompt = {
        topic = true,
        words = {"completion", "keys", "readline", "keyboard"},
        summary = "keys, what is printed, _ and ;, Tab, Ctrl-C, history",
        text = [=[
An entry is an expression or any Lua statements; one that is not finished goes on after ">> ". The values of an
expression are printed, with tabs between; a figure is drawn; an assignment prints nothing. A ; at the end silences.

    _          the last value that was not nil
    ?name      help"name"; ?r:plot explains a method of your own r
    ??words    searches all pages, demos, figures and lessons
    Tab        completes; twice lists what fits
    Ctrl-C     clears the line, or stops what runs
    !command   runs a command of the shell
    Ctrl-D     leaves, as exit and quit do

Code that Ctrl-C stops is stopped for good, whatever pcall or coroutine it is in; a run returns what it has, so that
r = run{..} sets r, and the rest of the entry is dropped. A local variable ends with its entry: leave out the word
local to keep a value. Your own global hides a name of debias (a note says so) until you set it to nil. Names without
a value are errors at the prompt and in the main script, not in libraries.

Tab (with readline) completes globals, fields, methods after a colon, the options of the call at the cursor and what
they may be, and in texts the names of files, figures, demos and pages. It runs no code of yours: what a call returns it
knows from the help pages.

Lines are edited with the keys of readline and of your inputrc ($if debias). The history is the file debias/history in
$XDG_STATE_HOME (~/.local/state): the last 2000 entries, each once. A pasted text of several lines is run entry by
entry, as if typed; what an entry begins with as local becomes global. Where its first line has a prompt, lines without
one are taken for old output and left out.

The options of the program are listed by debias --help and in its manual page, debias(1).]=],
        example = [[
            x = 6
            x * 7
            --> 42
            _ + 1
            --> 43
            x, "two";]],
        see = {"help", "show", "seed", "rc file", "sandbox", "save_session"},
    },
}
