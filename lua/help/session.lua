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
    MPI = {
        topic = true,
        words = {"cluster", "mpirun", "mpiexec", "srun", "sbatch", "Slurm", "Open MPI", "MPICH", "DEBIAS_MPI", "ranks",
            "several machines", "supercomputer", "parallel"},
        summary = "one script on the processors of many machines: mpirun -n 64 debias study.lua",
        text = [[
    mpirun -n 64 debias study.lua     Open MPI or MPICH, by hand or in a job
    srun --mpi=pmix debias study.lua  Slurm with Open MPI; MPICH: --mpi=pmi2
    sbatch cluster.sbatch study.lua   a job of Slurm (demos/cluster.sbatch)

The 64 processes, the ranks, all run the script from its first line to its last. They make the same calls in the same
order, and each call deals its work to them and to the threads of each; then all of them have the whole result. Only
rank 0 prints, draws and writes files. Everything that is printed or written has the bytes that one process on one
thread would give it.

    in equal shares    replicates of run; draws of bias, estimator:moments and
                       :levels; levels of value; groups of correct, trials of
                       its verdict
    by teams of ranks  methods of compare, methods x eps of complexity, entries
                       of tune where they are few; the replicates of each in
                       equal shares, and as many teams as take the least time
    one by one, to     points of sweep, entries of tune where they are many
    whoever is free
    by every rank      all else: problems, their data, plain Lua

A point of a sweep, with all that it calls, is the work of one rank. Give a run at least as many replicates as there are
ranks times threads, and a sweep several times as many points as ranks. With on_record, or a function as update, all
ranks make one run of compare, tune or complexity after the other. A rank takes as many threads as processors of
its machine fall to it, or as mpirun binds it to; --threads=N says another number. Every rank holds its own copy of the
problem. A rank makes no copies of its process, as compare, complexity and tune do elsewhere: where methods have fewer
replicates than threads, start a rank for each processor.

The part that knows MPI is loaded when mpirun or srun has started several processes; doctor() says which parts there
are. Where srun lets a program of either MPI meet, DEBIAS_MPI=openmpi or DEBIAS_MPI=mpich in the environment chooses.

What a script does beside the library's calls, outside of work that is dealt:

    print, files written       rank 0 alone
    files read                 every rank, from a folder that all machines see
    os.time, date, clock,      rank 0, and all get what came of it
    execute, remove, rename,
    tmpname; io.popen; what is
    read from standard input,
    and of "r+", "w+" and "a+"
    math.random                every rank, from the same seed
    os.getenv; the order of    each rank's own: no call may depend on them
    pairs, tables as texts

Functions of yours that experiments call (f, g, q, step, run of a sweep) may depend on their arguments alone: each call
is made by one rank, and the others do not see what it changes. What run of a sweep, or step of compare and tune, prints
comes in the order of the points; what f and g print is seen of rank 0 alone.

Ranks that make different calls end the job, and rank 0 names both: "the ranks differ in what they do: rank 0 is at
study.lua:4: run{m=4, ..}, rank 1 at study.lua:4: run{m=8, ..}". An error in a function of yours on one rank is an error
of all, of several the first in the order of the work, and is printed once; one that is a table comes as its text.

A rank that dies ends the job, as MPI does it; what has a checkpoint (run, compare, tune, complexity, sweep, value) then
goes on from it, with any number of ranks, to the same bytes. Ctrl-C and SIGTERM that mpirun passes on do what they do
to one process: what runs returns what it has, or leaves its last checkpoint. MPICH passes no SIGHUP on, as of a
terminal that closes, and kills its ranks: nohup mpirun .. goes on.

There is no prompt on several ranks: -i is refused, and so is a start at a terminal without a script.

demos/cluster.lua is a study for many processors, a sweep of methods, steps and inner batches and a ladder of eps:
"debias cluster.lua 400" takes a minute alone, "mpirun -n 64 debias cluster.lua 1e5 study" is one for 64 processors.
Its job of Slurm, demos/cluster.sbatch, is in short

    #!/bin/sh
    #SBATCH --ntasks=64
    #SBATCH --cpus-per-task=1
    #SBATCH --time=04:00:00
    exec mpirun debias cluster.lua 1e5 study]],
        errors = "no part for the MPI, or that of another; srun without --mpi=; ranks that differ",
        example = [[
            r = sweep{over={order={1, 2}, m={1, 2, 4}}, run=function(v)
              -- the next point goes to the rank that is free first
              local e = extrap.order(v.order)
              return e:estimate(math.exp, dist.uniform(0, 1), {m=v.m})
            end}
            r
            --> m  order    mean     bias          se        sd       tail
            --> 1      1  1.7129   0.0641  0.00494081  0.494081  -0.859761
            --> 1      2  1.6459  -0.0028  0.00345038  0.345038  -0.417359
            --> 2      1  1.6809   0.0322  0.00343382  0.343382  -0.408272
            --> 2      2  1.6473  -0.0014  0.00240104  0.240104  -0.176203
            --> 4      1  1.6648   0.0161  0.00240236  0.240236  -0.187686
            --> 4      2  1.6486  -0.0002  0.00169451  0.169451  -0.100187
            --> missing: 0]],
        see = {"sweep", "seed", "checkpoints", "doctor"},
    },
    lint = {
        topic = true,
        words = {"check", "dry run", "syntax", "linter", "CI", "luacheck"},
        summary = "--lint: what is wrong with a script, without running it",
        text = [[
    debias --lint FILE ..          standard input without a file
    debias -l FILE.lua             the same; lua5.4 requires FILE/lua.lua

Nothing of the files is run. Each mistake is a line on standard error, as compilers print them, which editors and CI
read: FILE:LINE:COLUMN: MESSAGE. The exit code is 1 where there is one, else 0. On standard output a line for each file
names the functions, problems and methods of the library that it uses; --quiet leaves it out.

It finds syntax errors; globals that neither Lua, nor the library, nor the file has; fields that the library's tables do
not have; and, in tables of options written in a call or in a local that is assigned once, unknown options, names of
methods and other words that an option does not know, and numbers, texts, lists and functions that it does not take, as
a number out of its range; and names of demos, figures and tables that there are none of. What it says is what a run
would say. Methods are checked on what calls of the library return. A local that holds require "debias" is the library.
Other mistakes show only in a run. The parser is luacheck's, of Debian's package lua-check.]],
        errors = [["script.lua:2:59: bias: unknown option 'repz', did you mean 'reps'?"; "script.lua:3:7: unknown global
'fo', did you mean 'io'?"; "script.lua:4:10: bias: no method 'plott', did you mean 'plot'?"; "debias: --lint: the parser
of luacheck is not there (apt install lua-check)"]],
        see = {"prompt", "sandbox"},
    },
    editors = {
        topic = true,
        words = {"VS Code", "Neovim", "Emacs", "LSP", "lua-language-server", "LuaCATS", "annotations", "luarocks"},
        summary = "completion, types and errors in editors",
        text = [[
PREFIX/share/debias/library/debias.lua, which make install puts there, tells lua-language-server every function, method
and option of the library, with types, units, ranges, defaults and what help says. A project finds it by a file
.luarc.json in its folder, which all editors with that server read:

    {"workspace.library": ["/usr/local/share/debias/library"],
     "runtime.version": "Lua 5.4"}

VS Code has the server as the extension "Lua" by sumneko; Neovim starts it with vim.lsp.enable "lua_ls", Emacs with
M-x eglot or lsp-mode. The same names are globals there, as in scripts of the program, and fields of require "debias",
as in stock Lua.

debias --lint FILE, or -l FILE.lua, says what is wrong in lines that editors read (help"lint"). In Vim that is
:set makeprg=debias\ --lint\ % and :make, in Emacs M-x compile, in VS Code a task in .vscode/tasks.json:

    {"version": "2.0.0", "tasks": [{"label": "lint", "type": "process",
     "command": "debias", "args": ["--quiet", "--lint", "${file}"],
     "problemMatcher": {"owner": "debias", "fileLocation": "absolute",
      "pattern": {"regexp": "^(.*?):(\\d+):(\\d+): (.*)$",
                  "file": 1, "line": 2, "column": 3, "message": 4}}}]}

luarocks make src/tools/debias-scm-1.rockspec, in the folder of the source, builds the module for stock Lua 5.4.]],
        see = {"lint", "stock Lua", "help"},
    },
    doctor = {
        words = {"terminal", "font", "locale", "version", "paths", "threads", "diagnosis"},
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
        see = {"display", "rc file", "sandbox", "MPI"},
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
