-- The session itself: what it holds, and what it may do.
return {
    sandbox = {
        topic = true,
        words = {"untrusted", "students", "security", "limits"},
        summary = "--sandbox: running scripts of others",
        text = [=[
    debias --sandbox [--seconds N] [--memory SIZE] script.lua

The script gets Lua's names but io, debug, package, string.dump and of os all but clock, date, difftime, exit and time.
load, loadfile, dofile and require take text, no bytecode and no C modules. Every reader and writer of the library
(csv, figure:save, run:save, run.load, checkpoint=, ..) keeps to the folder that the program was started in, and
follows no link out of it; files whose names begin with a dot are not written. Start it in an otherwise empty folder:
what lies there may be read and replaced. There are no processes, the environment stays unread (as with -E), and a
prompt keeps no history. The script named on the command line may lie anywhere.

--seconds (60) is processor time of all threads together. When it is over, the script ends with a message and the exit
code 152, whatever pcall, coroutine or finalizer it is in; a long call into Lua's C library ends about a second later.
--memory (512: megabytes; 500M, 2G) holds for Lua's values, for all else that the program takes, and here also for each
file written; Lua code meets the error "not enough memory". It may be given without --sandbox, too.]=],
        errors = [=["unknown global 'io': --sandbox leaves it out"; "--sandbox leaves out os.execute"; "csv.write:
cannot write '/tmp/x.csv': it is outside the working folder (--sandbox)"; "out of processor time (the limit is
--seconds 60)"; "not enough memory (the limit is --memory 512)"; "needs 8 GB of memory, the limit is --memory 512"]=],
        see = {"prompt"},
    },
    ["files of others"] = {
        topic = true,
        words = {"trust", "trusted", "untrusted files", "hostile", "malicious", "strangers"},
        summary = "what files of others can do, and which are code",
        text = [=[
Data and results may come from anyone. csv.read, json.read, npy.read, npz.read, run.load, reproduce, checkpoints and the
prompt's history take what a file says for numbers and words: nothing in it is run. A file that is damaged is refused
with what is wrong with it. Reading one takes no more memory than 64 times its size and 32 MB. A device, which may have
no end, is not read.

run.load computes nothing; r:resume goes on with what the run was asked. reproduce computes what the file asks for: only
options that compute, within seconds and memory (help"reproduce"). A checkpoint is refused where it is of another call.

Some files are code and can do all that you can: scripts, sessions that save_session wrote, rc.lua, modules of require,
what LUA_INIT names, and what you paste at the prompt. Run the scripts of others with --sandbox (help"sandbox"). The
inputrc is read by readline: it sets keys, which may type whole entries when you press them; one that includes itself is
left out.]=],
        errors = [=["run.load: cannot read 'r.run': the file is damaged or cut off"; "run.load: cannot read '/dev/zero':
it is a device, expected a file"; "reproduce: cannot read 'a.pdf': a file may not ask for the option 'checkpoint'"]=],
        see = {"sandbox", "reproduce", "run.load"},
    },
    who = {
        summary = "your own globals: name, type, size, value",
        usage = "who()",
        text = [[
The size is the number of elements of a vec, of bytes of a string, of fields of a table, of rows of a result.]],
        returns = "nothing; the table goes to standard output",
        errors = "none",
        example = [[
            v = vec{1, 2, 3}
            who()
            --> ...]],
        see = {"show", "save_session"},
    },
    time = {
        words = {"benchmark", "profiler", "stopwatch", "timeit", "elapsed"},
        summary = "how long a call, or the last entry, takes",
        usage = {"time()", "time(fn)", "time(fn, a, ..)"},
        text = [[
time() says how long the last entry at the prompt took: seconds, and seconds of processor time of all threads and of
processes that ended meanwhile. prompt{timing=true} prints both after each entry, prompt{timing=1} after those that took
a second.

With a function it calls fn with the arguments. Where that takes less than 0.05 s, fn is called again and again in five
rounds of about 0.05 s, and the best mean of a round counts; a note says so. What fn does besides returning then happens
many times.]],
        returns = [[the seconds of one call (wall clock), then what the first call returned; time(): the seconds, and
the seconds of processor time]],
        errors = "anything that cannot be called; time() where no entry has run at a prompt",
        example = [[
            time(function() return extrap.order(3).amplification end) < 1
            --> true]],
        see = {"problem:explain"},
    },
    save_session = {
        words = {"transcript", "session log", "diary"},
        summary = "writes the entries of this session as a script",
        usage = "save_session(path)",
        takes = "file",
        text = [[
Questions (?name), save_session itself and entries that failed or were interrupted are left out. An entry that may have
changed a variable or printed something before it raised an error is kept, in an xpcall: the script prints the error and
goes on, as the session did. A note names the variables that an interrupted entry had changed. An expression becomes
show(..) or print(..) of it, _ is set where a later entry asks for it, a local variable ends with its entry. The first
line is a comment with the command that runs the script with this session's --seed; the script then prints what the
session printed, except several values with a table or a figure among them, which are printed on separate lines.]],
        returns = "the path",
        errors = "a path that is not a string; a file that cannot be written",
        example = [[
            path = save_session(os.tmpname())
            io.lines(path)()
            --> ...
            os.remove(path);]],
        see = {"prompt", "seed", "reproduce"},
    },
    reproduce = {
        words = {"repeat", "rerun", "verify", "provenance", "metadata"},
        summary = "repeats the experiment of a saved figure or run",
        usage = {"reproduce(path)", "reproduce(path, {problem=p})", "reproduce(path, {q=q})"},
        params = {
            {name = "problem", meaning = "the problem, where its own functions or data made it"},
            {name = "q, step, methods, ..", meaning = "options that were, or held, functions, by their names"},
            {name = "seconds", kind = "number", default = "3600", meaning = "the most that the file may take"},
            {name = "memory", kind = "number", default = "4096", unit = "MB", meaning = "the most that it may need"},
        },
        text = [[
A figure of a result (run, compare, bias, running, tune, complexity; also those of figure"1b") carries in its PDF, SVG
or PNG file what was asked, with the seed, and a word for the numbers that came out; a file of run:save holds them. They
are computed again and compared to the last bit. Functions are not in files: options that were functions must be given
again, and so must a problem of your own functions or data, which is recognized by its fingerprint; the error names
them. Functions of the library (poly, math.exp, dist, schedule, extrap) are known. A figure of figure"1b" names its
script, which is drawn again as a whole. Of a run that went on (r:resume) all stages are run again; an option that is
given holds for each stage that had a function there.

new:plot() draws as the file was drawn: with its options, what f:set changed, and its lines and texts (f:hline and the
like). Of plot{a, b} and panels{a, b} all parts are computed again, and the new figure is returned; numbers of your own
that stand beside results are in the file.

The file may be a stranger's. It can ask for options that compute and for no others: not for checkpoint, threads, watch,
progress, seconds or a function. Anything else in it is refused by name. The two limits hold for all that is done with
the file: reading it, making its problem, running it. The numbers are compared, the words of a figure are not.]],
        returns = [[the new result, or figure; true when it is equal; else false and what differs]],
        errors = [[a file that is not a run or figure, or does not say how it was made (a plot of your own series); a
function or problem that must be given; another problem; an experiment that seconds, on_record or an interrupt
ended; a file that asks for what files may not ask for, or for more than
seconds or memory]],
        example = [[
            p = problem.instrumental{n=20}
            r = run{problem=p, method="e-bsgd", step=1e-5, samples=1e3}
            path = r:save(os.tmpname())
            r2, equal = reproduce(path)
            equal
            --> true
            os.remove(path);]],
        see = {"run:save", "figure:save", "seed", "save_session"},
    },
    doctor = {
        words = {"terminal", "font", "locale", "version", "paths", "threads", "MPI", "diagnosis"},
        summary = "what the program found: terminal, font, locale, files, processor",
        usage = "doctor()",
        text = [[
Version, instruction set (DEBIAS_CPU) and threads; how figures are shown and why ("display"); window, terminal and
locale; font; where modules are looked for; editor, history and rc file of the prompt; MPI: how many ranks there are, or
which parts for it; limits.]],
        returns = "nothing; the text goes to standard output",
        errors = "none",
        example = [[
            doctor()
            --> ...]],
        see = {"display", "rc file", "sandbox"},
    },
    ["rc file"] = {
        topic = true,
        words = {"configuration", "startup", "init", "rc.lua", "inputrc", "profile"},
        summary = "Lua code of yours that runs before the prompt opens",
        text = [[
debias/rc.lua in $XDG_CONFIG_HOME (~/.config) is run before a prompt opens, first of all: its globals are yours. An
error in it is reported with its line, and the prompt opens all the same. -E and --sandbox leave it out. Scripts without
a prompt never run it: what they compute does not depend on it.

Keys are set in your inputrc, between the lines "$if debias" and "$endif".]],
        see = {"prompt", "doctor"},
    },
}
