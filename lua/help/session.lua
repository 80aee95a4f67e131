-- The session itself: what it holds, and what it may do.
return {
    sandbox = {
        topic = true,
        words = {"untrusted", "students", "security", "limits"},
        summary = "--sandbox: running scripts of others",
        text = [=[
    debias --sandbox [--seconds N] [--memory MB] script.lua

The script gets Lua's names but io, debug, package, string.dump and of os all but clock, date, difftime, exit and time.
load, loadfile, dofile and require take text, no bytecode and no C modules. Every reader and writer of the library
(csv, figure:save, run:save, run.load, checkpoint=, ..) keeps to the folder that the program was started in, and
follows no link out of it; files whose names begin with a dot are not written. Start it in a folder of its own: what
lies there may be read and replaced. There are no processes, the environment stays unread (as with -E), and a prompt
keeps no history. The script named on the command line may lie anywhere.

--seconds (60) is processor time of all threads together. When it is over, the script ends with a message and the exit
code 152, whatever pcall, coroutine or finalizer it is in; a long call into Lua's C library ends about a second later.
--memory (512) holds for Lua's values, for the engine's and for each file written; Lua code meets the error "not enough
memory".]=],
        errors = [=["unknown global 'io': --sandbox leaves it out"; "--sandbox leaves out os.execute"; "csv.write:
cannot write '/tmp/x.csv': it is outside the working folder (--sandbox)"; "out of processor time (the limit is
--seconds 60)"; "not enough memory (the limit is --memory 512)"]=],
        see = {"prompt"},
    },
}
