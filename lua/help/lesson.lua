-- Lessons and demos.
return {
    lesson = {
        summary = "guided experiments in steps: a guess, a run, the two compared",
        usage = {"lesson()", "lesson(n [, {..}])", "lesson(l [, {..}])"},
        params = "options.lesson",
        words = {"course", "tutorial", "teach", "class", "student"},
        text = [[
lesson() lists the lessons, lesson(1) runs the first, lesson(l) one made by lesson.new. A step says what it is about and
asks for a guess, a number (0.5, -2, 1e-3, 1/4) or one of a few words (their beginning or number will do, Tab
completes): Enter alone skips it, an answer that does not fit is asked again. Then it runs, draws the guess against the
result, explains, and shows lines to paste and vary afterwards. Ctrl-D or Ctrl-C leaves the lesson, the session goes on.

Every number comes from the run shown, with the program's seed. Where nobody can answer (input or output is no
terminal) the same runs are made without guesses. A lesson sets no global variable: l = lesson(1) keeps what it
returns, and l.made is the table of what its steps made, l.made.c for a curve c, say.]],
        returns = [[
a result with the columns step, guess and result, and the field made; nothing when the lesson was left before the first
result]],
        errors = "a number without a lesson; unknown options",
        example = [[
            lesson()
            -->   1  why the plug-in estimate is biased
            --> ...]],
        see = {"lesson.new", "lesson.source", "demo", "result"},
    },
    ["lesson.new"] = {
        summary = "a lesson of your own",
        usage = "lesson.new{title=, steps={{text=, ask=, run=, explain=, vary=}, ..}}",
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
        usage = "lesson.new{title=, steps={{text=, ask=, choices=, run=, explain=, vary=}, ..}}",
        params = "options.lesson.step",
        text = [[
In this order: the text and the question are printed and the answer read, run is called, its figure drawn, the result
printed beside the guess, and, after Enter, explain and the lines of vary are printed. Texts are filled to the width of
the screen; a line that begins with a space stays as it is.

run(made, guess, quick) gets a table that all steps and explain(made) share, the guess (nil when there is none) to draw
into its figure, and whether the lesson was asked for with quick=true.]],
        errors = "unknown options, with the number of the step",
        example = [[
            toss = function() return dist.bernoulli(0.5):draw(10):sum() end
            s = {text="Ten tosses of a coin.", ask="How many heads?", run=toss}
            lesson.new{title="ten tosses", steps={s}}
            --> lesson: ten tosses (1 step)]],
        see = {"lesson.new"},
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
        errors = "a name without a demo, with the nearest",
        example = [[
            demo "bias_lab"
            --> demos/bias_lab.lua (demo.source"bias_lab" is its text)
            --> ...]],
        see = {"demo.source", "lesson", "figure"},
    },
    ["demo.source"] = {
        summary = "the Lua text of a demo",
        usage = 'demo.source"name"',
        takes = "demo",
        returns = "a string",
        errors = "a name without a demo, with the nearest",
        example = [[
            demo.source "race":match "[^\n]+"
            --> -- bsgd against e-bsgd at the same oracle calls.]],
        see = {"demo"},
    },
}
