return {
    ["machine mode"] = {
        topic = true,
        words = {"--machine", "JSON", "protocol", "front end", "kernel"},
        summary = "debias --machine: the prompt for programs",
        text = [=[
A program that shows a prompt of its own, as the Jupyter kernel does, starts debias --machine and
writes requests to its standard input. What they do is what the prompt does: entries, values, completion, ?, hints, _,
Out, rc file, Ctrl-C. -e, -l, --seed, --sandbox, --seconds and the other options mean what they mean for the prompt;
like the prompt, it is refused on several ranks.

Each request is a JSON object in one line of UTF-8, of 16 MB at most; its field "request" names it. Its "id", a number
or a text, comes with the reply. They are answered in turn:

    execute      code; answers: whether the client answers frames of
                 type input (false); silent: takes no number (false)
    complete     code; cursor: a place in it, in characters from 0 on
                 (the end)
    inspect      code; cursor: as in complete
    is_complete  code
    input        text: the line that a frame of type input asked for;
                 without it the input is at its end
    exit         leaves, as the end of the input does

Each line of the output is a JSON object, too: a frame, whose field "type" says what it is. The last one about a
request is its reply.

    ready     the program answers from now on; program, version,
              language, protocol (1)
    busy      a cell begins to run, and SIGINT would break it off;
              id, number
    stdout    text that code or a program it runs has printed
    stderr    the same of standard error, where notes go
    progress  text: how far a computation is; it takes the place of
              the one before, and "" ends it
    result    values of an entry; data, number (n of Out[n]), alt
    display   what show, f:show and help show; data, alt; key where
              updates may follow, as of the figure of watch=true
    update    takes the place of the display with its key; data, alt
    error     kind ("error" or "interrupted"), message; line, column of
              the cell where they are known; traceback, a list
    input     the code reads standard input; prompt
    reply     id; status: "ok", "error", "interrupted", or "refused",
              which has a message and has done nothing

data holds the same thing as several kinds of media, by their names: "text/plain"; "text/html" for what has a table;
"text/markdown" for help; "image/png" (in base64) and "image/svg+xml" for a figure, with the bytes that f:save writes,
and alt, the words of f:describe. A byte that is no UTF-8 is taken for a character of Latin-1. Replies have, besides:

    execute      number; leaves: whether the program ends, as exit asks
    complete     matches, a list of words for the characters from "from"
                 up to "to"; after: what follows where there is one
    inspect      found, data: help on the name at the cursor, else on
                 the call around it; of your own names type and value
    is_complete  code: "complete", "incomplete" or "invalid"; indent: of
                 a further line

A cell that is one entry runs as one. Any other is run entry by entry, as the prompt takes a text that is pasted, up to
the first error. While an input frame waits for its answer, complete, inspect and is_complete are answered. SIGINT ends
what runs, which keeps what it has, and the session goes on; sent to the group of processes it ends programs, too. Where
nobody is left to read the output, debias ends as by SIGTERM.]=],
        errors = [=["machine: request:1:9: expected ':', got 'x'"; "machine: option 'request': expected one of complete,
execute, ..; got 'exec', did you mean 'execute'?"; "machine execute: option 'code' must be given: what stands in the
cell"; "machine: expected a request of at most 16 MB, got a longer one"; "machine: expected the answer to a frame of
type input, got the request 'execute'". Where code reads standard input and the client answers no questions, a note says
so.]=],
        see = {"Jupyter", "prompt", "sandbox"},
    },
    Jupyter = {
        topic = true,
        words = {"notebook", "notebooks", "JupyterLab", "ipynb", "nbconvert"},
        summary = "debias in notebooks: the Jupyter kernel",
        text = [=[
The kernel is installed with the program where Python has ipykernel (Debian: python3-ipykernel, or the package
debias-jupyter), and notebooks, consoles and nbconvert then offer "debias (Lua)". make install PREFIX=/usr/local puts
it where Jupyter looks; for another PREFIX, JUPYTER_PATH=PREFIX/share/jupyter names the place.

    jupyter console --kernel debias
    jupyter nbconvert --execute --to html lesson1.ipynb

A cell is what is pasted at the prompt: the value of its last line is printed unless it ends with a semicolon, ?name
and help"name" show a page, !command goes to the shell. Figures come as PNG and SVG, tables as HTML, Tab completes,
Shift-Tab shows help on the call that is being typed. Interrupting stops what runs, which keeps what it has; text and
progress come while it runs. With watch=true run, compare and tune draw their curves in one figure, which changes while
they go on; its last state stays, also after an interrupt. Errors show the line of the cell. lesson(1) asks its
questions where the notebook can ask; elsewhere it runs without them. If the program ends, as by os.exit, it is started
again, and a note says so. What your rc file prints comes with the first cell.

nbconvert --to pdf needs pandoc, TeX, and inkscape for the SVG; with --SVG2PDFPreprocessor.enabled=False it takes the
PNG instead.

DEBIAS in the environment is the command: DEBIAS="debias --sandbox --seed 7". demos/lesson1.ipynb and demos/race.ipynb
are examples.]=],
        errors = [["debias was ended by signal 9 (SIGKILL); it was started again, without its variables"; "debias has
ended with exit code 3; it cannot be started again: [Errno 2] No such file or directory: 'debias'"]],
        see = {"machine mode", "prompt", "lesson"},
    },
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
        words = {"completion", "keys", "readline", "keyboard", "colour", "pager", "NO_COLOR", "shell", "settings"},
        summary = "keys, what is printed, _ and Out, Tab, Ctrl-C, history; settings",
        usage = {"prompt()", "prompt{timing=, results=, ..}"},
        params = "options.prompt",
        text = [=[
An entry is an expression or any Lua statements; one that is not finished goes on after ">> ". The values of an
expression are printed, with tabs between, or below each other where one takes several lines, and so are those of an
expression that is the last statement: x = 6; x * 7 prints 42. A figure is drawn; an assignment prints nothing. A ; at
the end silences.

    _          the last value that was not nil
    Out[3]     the value of entry 3, of which the prompt was [3]> (help"Out")
    ?name      help"name"; ?r:plot explains a method of your own r
    ??words    searches all pages, demos, figures and lessons
    Tab        completes; twice lists what fits
    Up         goes back through the entries that begin with what is typed
    Ctrl-C     clears the line, or stops what runs
    !command   runs a command of the shell, and so does ;command
    edit()     opens the last entry in your editor; edit(3) entry 3
    time()     how long the last entry took
    Ctrl-D     leaves, as exit and quit do

Ctrl-C ends a command of the shell, and not the session; an exit code that is not 0 is shown.

Code that Ctrl-C stops is stopped for good, whatever pcall or coroutine it is in; a run returns what it has. The line
that gets it goes on to its end, without new calls: r = run{..} sets r, and so does r = f() where f returns the run. The
rest of the entry is dropped. Of an experiment that an error in a function of yours ends, _ is what it has
(help"unfinished"). A local variable ends with its entry: leave out the word local to keep a value. Your own global
hides a name of debias (a note says so) until you set it to nil. Names without a value are errors at the prompt and in
the main script, not in libraries. A recursion that is between 100000 and 200000 calls deep ends with "stack overflow".

Tab completes globals, fields, methods after a colon, the options of the call at the cursor and what they may be, and
in texts the names of files, figures, demos and pages, or the keys of a table: t["na. It runs no code of yours: what a
call returns it knows from the help pages.

Help that is longer than the window goes through the program in the variable PAGER, or stops after each page: Space
shows the next one, Enter a line, b goes back, / searches, q or Ctrl-C leaves. It is printed whole in scripts, pipes and
dumb terminals, and when more was typed ahead or pasted. The sandbox does not start PAGER.

Errors, the prompt and headings of help are coloured on a terminal; not where NO_COLOR is set or TERM is dumb, and
as --color says. A closing bracket shows its opening one for half a second or until the next key (with readline; set
blink-matching-paren off in your inputrc ends that).

prompt{..} changes these settings, for instance in your rc file; prompt() returns them.

Lines are edited with the keys of readline and of your inputrc ($if debias), or of libedit and your editrc. The history
is the file debias/history in $XDG_STATE_HOME (~/.local/state): the last 2000 entries, each once, but none of more than
64 KB, which only its session keeps. A pasted text of several lines is run entry by entry, as if typed; what an entry
begins with as local becomes global. Where its first line has a prompt, lines without one are taken for old output and
left out.

The options of the program are listed by debias --help and in its manual page, debias(1).]=],
        returns = "prompt(): a table of the settings; prompt{..}: nothing",
        errors = "an unknown option, a value out of its range",
        example = [[
            prompt().results
            --> 20
            x = 6
            x * 7
            --> 42
            _ + 1
            --> 43
            y = x + 1; y, "two"
            --> 7	two
            x, "two";]],
        see = {"help", "show", "Out", "edit", "time", "seed", "rc file", "sandbox", "save_session"},
    },
    Out = {
        topic = true,
        words = {"results", "numbered", "In", "ans"},
        summary = "the values of entries by their numbers",
        text = [[
Out[3] is the first value of entry 3, also where a ; silenced it, unless that was nil. The prompt [3]> says the number
of the entry that is typed; questions and commands of the shell have numbers too. The last 20 values are kept, so that
the memory of older ones is free again; prompt{results=100} keeps more, prompt{results=0} none. Where --memory or
--sandbox sets a limit, the oldest are dropped as well while Lua values take more than half of it. _ is the last
value.

    [1]> 6 * 7
    42
    [2]> x = 1;
    [3]> Out[1] + x
    43]],
        errors = [["Out: the result of entry 3 is gone; the last 20 are kept, see prompt{results=}"; "Out: entry 4 gave
no value"; "Out: the result of entry 3 is gone: it was dropped when memory was short"; "Out: no
entry has the number 12"]],
        see = {"prompt", "save_session"},
    },
    edit = {
        words = {"editor", "VISUAL"},
        summary = "an entry in your editor; what is saved is run",
        usage = {"edit()", "edit(n)", "edit(f)"},
        text = [[
Opens an entry in the editor that the variable VISUAL names, or else EDITOR: the last one, the one with the number n, or
the one that defined the function f at the prompt. When the editor has ended, what was saved is printed and run as if it
were typed, entry by entry, and goes into the history.]],
        returns = "nothing",
        errors = [[no editor; an editor that fails (what was saved before stays in its file, which is named); a file
that was left as it was, or is empty: nothing is run then; no entry of that number; a function from elsewhere; outside
of the prompt, and in the sandbox, which starts no programs]],
        example = [[
            pcall(edit)
            --> ...]],
        see = {"prompt", "save_session"},
    },
}
