-- Lessons and demos.
return {
    lesson = {
        summary = "guided experiments in steps: a guess, a run, the two compared",
        usage = {"lesson()", "lesson(n [, {..}])", "lesson(l [, {..}])"},
        params = "options.lesson",
        words = {"course", "tutorial", "teach", "class", "student"},
        text = [[
lesson() lists the lessons and says how far you got, lesson(1) runs the first, lesson(l) one made by lesson.new. A step
says what it is about and asks for a guess, a number (0.5, -2, 1e-3, 1/4, 2*13.7 - 15.2) or one of a few words (the
beginning of a word or its number in the list will do, Tab completes): Enter alone skips it, ? gives a hint, quit leaves
the lesson, an answer that does not fit is asked again. You may correct a wrong guess once. Then the guess is drawn
against the result, with an arrow where it lies far outside, and the result explained.

What is longer than the window stops after each page, as help does. At "lesson> " you are at the prompt, within the step
(? says which one): type or paste the lines to vary, or anything else, with the same history, Tab key and results; an
error or Ctrl-C ends that entry alone. Enter on an empty line goes on, unless more was pasted after it. Ctrl-D leaves
the lesson, so does Ctrl-C at a question or in its runs; the session goes on. lesson.resume() takes up where you left.

Every number comes from the run shown, with the program's seed. Where nobody can answer (input or output is no
terminal) the same runs are made without guesses. A lesson sets no global variable: l = lesson(1) keeps what it
returns, l.made is the table of what its steps made, l.made.c for a curve c, say, and lesson.made() is that table while
the lesson still runs.]],
        returns = [[
a result with the columns lesson, step, first (a guess before the last one), guess and result, the field made and the
method save; nothing when the lesson was left before the first result]],
        errors = "a number without a lesson; unknown options; a step that the lesson does not have; a call within a "
            .. "lesson",
        example = [[
            lesson()
            -->   1  why the plug-in estimate is biased
            --> ...]],
        see = {"lesson.resume", "lesson:save", "lesson.class", "lesson.new", "lesson.source", "demo", "result"},
    },
    ["lesson.resume"] = {
        summary = "goes on with the lesson that was left last, or with one of them",
        usage = {"lesson.resume()", "lesson.resume(n)", "lesson.resume(l)"},
        words = {"continue", "go on", "again"},
        text = [[
It goes on at the step that was left, or with the next one where the result and its explanation had been read. The
guesses before stay. lesson() says which lessons were left, lesson(2, {step=3}) goes to any step.

The steps at which you left, and your guesses, are kept for the next session in the file "lessons" beside the history
of the prompt (doctor() shows where that is), if there is one: not in a sandbox. Lessons of your own are remembered
until the session ends.]],
        returns = "as lesson",
        errors = "no lesson, or not this one, was left before its end; a call within a lesson",
        example = [[
            ok, why = pcall(lesson.resume)
            ok
            --> false]],
        see = {"lesson"},
    },
    ["lesson.save"] = {
        summary = "writes the lesson that ran last, as l:save does",
        usage = {'lesson.save "handout.html"', 'lesson.save "anna.csv"'},
        takes = "file",
        returns = "the path",
        errors = "before the first lesson; as l:save",
        example = [[
            ok, why = pcall(lesson.save, "handout.doc")
            ok
            --> false]],
        see = {"lesson:save", "lesson"},
    },
    ["lesson:save"] = {
        topic = true,
        summary = "writes a lesson as a handout, or its guesses as a table",
        usage = {'l:save "handout.html"', 'l:save "handout.pdf"', 'l:save "handout.md"', 'l:save "anna.csv"'},
        takes = "file",
        words = {"print a lesson", "worksheet", "homework"},
        text = [[
l is what lesson returns. A handout holds the steps taken: text, question, figure, result with your guess, explanation,
and the lines to vary, which run at any prompt of debias. HTML is one file with its figures in it; PDF has pages of A4
whose text can be searched, with title and number at the foot; Markdown has its figures beside it, as handout-1.svg and
so on; files of these names are replaced. In a script, l = lesson(1) gives a handout without guesses.

A file .csv holds guesses and results, a row for each question: what lesson.class reads.]],
        returns = "the path",
        errors = "a file name with another ending; a file that cannot be written",
        example = [[
            run = function() return 50, plot{series={{x={0, 1}, y={0, 50}}}} end
            s = {text="A fair coin is tossed 100 times.", ask="How many heads?", run=run}
            path = os.tmpname() .. ".csv"
            l = lesson(lesson.new{title="a coin", steps={s}})
            --> lesson: a coin
            --> ...
            csv.read(l:save(path)).result
            --> vec{50}
            os.remove(path);]],
        see = {"lesson", "lesson.save", "lesson.class"},
    },
    ["lesson.class"] = {
        summary = "what a class guessed, from the files of its students",
        usage = {'lesson.class{"anna.csv", "bo.csv", ..}', 'lesson.class "answers/"'},
        takes = "file",
        words = {"poll", "clicker", "what a class guessed"},
        text = [[
Each student saves the guesses with l = lesson(1); l:save "anna.csv". Give a list of these files, or a folder, of which
all .csv files are read. Students may have left the lesson at different steps. What a spreadsheet saved (semicolons or
tabs, decimal commas) is read, too, and so are guesses written as 1/4. A file that does not fit is left out, and a line
below the table says why: it cannot be read, is no such table, is named twice (also by another path or a link), is of
another lesson than most, has a word where a number was asked.

Of each step: how many files have it, how many of them a guess, how many are right (within a twentieth of the result,
or the right word), and for numbers the quarters of the guesses: lower, median, upper. c:plot() draws all guesses, a
panel for each step, c:plot{step=2} those of one: a dot for each number, stacked where they agree or nearly do, with an
arrow and a count for wild ones, which a wide gap parts from the rest and the result; for each word a line, whose length
is how often it was guessed.]],
        returns = [[
a result with the columns step, files, guessed, right, lower, median, upper and result, and the fields lesson and
left_out, a list of sentences]],
        errors = "no list and no folder; no file that can be used, with the reason of the first one",
        example = [[
            function answer(guess)
              local columns = {lesson={1}, step={1}, guess={guess}, result={15}}
              return csv.write(os.tmpname(), columns)
            end
            c = lesson.class{answer(12.25), answer(15), answer(20)}
            c:rows()[1].median, c:rows()[1].right
            --> 15.0	1]],
        see = {"lesson:save", "lesson", "class:plot"},
    },
    ["class:plot"] = {
        topic = true,
        summary = "draws what a class guessed",
        usage = {"c:plot()", "c:plot{step=2}"},
        text = "c is what lesson.class returns. Without step every step has a panel.",
        returns = "a figure",
        errors = "a step that no file has; other options",
        example = [[
            function answer(guess)
              local columns = {lesson={1}, step={1}, guess={guess}, result={15}}
              return csv.write(os.tmpname(), columns)
            end
            lesson.class{answer(12.25), answer(15), answer(20)}:plot():describe()
            --> ...]],
        see = {"lesson.class", "figure:save"},
    },
    ["lesson.made"] = {
        summary = "what the steps of the present lesson, or of the last one, have made",
        usage = "lesson.made()",
        returns = "a table, with the names that the steps give: lesson.source(7) shows those of lesson 7",
        errors = "none: before the first lesson it is empty",
        example = [[
            type(lesson.made())
            --> table]],
        see = {"lesson"},
    },
    ["lesson.guess"] = {
        summary = "a figure with a guess in it",
        usage = {
            "lesson.guess(figure, x, y)", "lesson.guess(figure, {x1, x2}, y)",
            "lesson.guess(figure, {x1, x2}, {y1, y2})",
        },
        words = {"arrow"},
        text = [[
For the steps of a lesson: a point at x, y or the line between two, "your guess". What is more than the height of the
data above or below them is cut off, and an arrow with the number shows where it lies. Without y (nil) the figure stays
as it is.]],
        returns = "the figure",
        errors = "what is no figure, or has panels; an x or y that is not a number or a list of two",
        example = [[
            f = plot{series={{label="heads", x={1, 2, 3}, y={48, 55, 51}}}}
            lesson.guess(f, {1, 3}, 900):data()[2].label
            --> your guess, 900 above]],
        see = {"lesson.step"},
    },
    ["lesson.new"] = {
        summary = "a lesson of your own",
        usage = "lesson.new{title=, steps={{text=, ask=, hint=, run=, explain=, vary=}, ..}}",
        params = "options.lesson.new",
        words = {"teacher", "write", "own"},
        text = [[
The lessons of the program are made by it too: lesson.source(1) is one to begin with. The page lesson.step
lists what a step takes.]],
        returns = "a lesson; lesson(l) runs it",
        errors = "unknown options, with the number of the step; a step with a question and no run",
        example = [[
            function run(made)
              made.heads = dist.bernoulli(0.5):draw(100):sum()
              return made.heads
            end
            coin = {text="A fair coin is tossed 100 times.", ask="How many heads?",
              run=run, explain="It is 50 on average, give or take 10.",
              vary={"dist.bernoulli(0.5):draw(10000):sum()"}}
            lesson.new{title="a coin", steps={coin}}
            --> lesson: a coin (1 step)]],
        see = {"lesson", "lesson.step", "lesson.source"},
    },
    ["lesson.step"] = {
        topic = true,
        summary = "a step of a lesson: lesson.new's option steps",
        usage = "lesson.new{title=, steps={{text=, ask=, hint=, run=, explain=, ..}, ..}}",
        params = "options.lesson.step",
        text = [[
In this order: the text and the question are printed and the answer read, run is called, after a wrong guess another one
is asked for, the figure drawn, the result printed beside the guess, and, after Enter, explain and the lines of vary
are printed. Texts are filled to the width of the screen; a line that begins with a space stays as it is.

run(made, guess, quick) gets a table that all steps and explain(made) share, the first guess (nil when there is none),
and whether the lesson was asked for with quick=true. It is also called without its question, where a lesson begins at a
later step. Its second result is a figure, or a function(guess) that draws it with the last guess: lesson.guess
does that.]],
        errors = "unknown options, with the number of the step",
        example = [[
            toss = function() return dist.bernoulli(0.5):draw(10):sum() end
            s = {text="Ten tosses of a coin.", ask="How many heads?", run=toss}
            lesson.new{title="ten tosses", steps={s}}
            --> lesson: ten tosses (1 step)]],
        see = {"lesson.new", "lesson.guess"},
    },
    ["lesson.source"] = {
        summary = "the Lua text of a lesson",
        usage = "lesson.source(n)",
        text = [[
The text is a script as you would write it: saved as a file and changed, it is a lesson of yours, to be run with
lesson(dofile "mine.lua").]],
        returns = "a string",
        errors = "a number without a lesson",
        example = [[
            lesson.source(1):match "[^\n]+"
            --> -- Lesson 1: a die and its square.]],
        see = {"lesson.new"},
    },
    demo = {
        summary = "the demos: short scripts that come with the program",
        usage = {"demo()", 'demo"name"'},
        takes = "demo",
        text = [[
demo() lists them, demo"name" says where the script is in the source and runs it. Some write figures into the current
folder. Your own globals are not set.]],
        errors = "a name without a demo, with the nearest; one that demo.source has alone",
        example = [[
            demo "bias_lab"
            --> demos/bias_lab.lua (demo.source"bias_lab" is its text)
            --> ...]],
        see = {"demo.source", "lesson", "figure"},
    },
    ["demo.source"] = {
        summary = "the text of a demo",
        usage = 'demo.source"name"',
        takes = "demo source",
        text = [[
Besides the scripts that demo"name" runs there are notebooks ("race.ipynb"), a job of Slurm ("cluster.sbatch"), and
examples of the C library in C, Python and R ("python/example.py"); demo() lists all. make install puts them in
PREFIX/share/doc/debias/examples/.]],
        returns = "a string",
        errors = "a name without a demo, with the nearest",
        example = [[
            demo.source "race":match "[^\n]+"
            --> -- bsgd against e-bsgd at the same oracle calls.]],
        see = {"demo"},
    },
}
