"""The Jupyter kernel with the real client: notebooks run, and what their cells hold. Prints TAP after test number N."""
import base64
import os
import sys

import nbformat
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
try:
    from nbconvert import HTMLExporter
except ImportError:
    HTMLExporter = None

count, program = int(sys.argv[1]), sys.argv[2]


def ok(condition, name, got=""):
    global count
    count += 1
    print("ok" if condition else "not ok", count, "-", name, flush=True)
    if not condition:
        print(f"got: {str(got)[:800]}", flush=True)


def equal(got, want, name):
    ok(got == want, name, f"{got!r}, want: {want!r}")


def notebook(*cells):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata.kernelspec = {"name": "debias", "display_name": "debias", "language": "lua"}
    return book


def run(book):
    """The outputs of each cell of code; of progress nothing is left but an empty one."""
    NotebookClient(book, timeout=600, kernel_name="debias").execute()
    return [[output for output in cell.outputs if output.get("data") != {}]
            for cell in book.cells if cell.cell_type == "code"]


def of_type(outputs, kind):
    return [output for output in outputs if output.output_type == kind]


def data_of(outputs):
    return [output.data for output in outputs if "data" in output]


def is_picture(data, png, svg):
    with open(png, "rb") as one, open(svg, encoding="utf-8") as other:
        return base64.b64decode(data["image/png"]) == one.read() and data["image/svg+xml"] == other.read()


# Notebooks ----------------------------------------------------------------------------------------------------------

for name in ("lesson1", "race"):
    book = nbformat.read(f"demos/{name}.ipynb", as_version=4)
    nbformat.validate(book)
    for cell in book.cells:  # fewer samples and rows, as is seen here whether cells run
        cell.source = cell.source.replace("samples=2e6", "samples=2e5").replace("n=50000", "n=5000")
    cells = run(book)
    media = [data for outputs in cells for data in data_of(outputs)]
    equal([each for outputs in cells for each in of_type(outputs, "error")], [], f"{name}.ipynb runs to its end")
    ok(any("image/png" in each for each in media), f"{name}.ipynb has figures", media)
    ok(any("text/html" in each for each in media), f"{name}.ipynb has tables", media)
    if name == "lesson1":
        ok("after 1048576 tries: 15.1" in cells[0][0].text, "lesson 1: the average of the squares", cells[0])
        ok("-1.0015" in data_of(cells[4])[0]["text/plain"], "lesson 1: the slope", data_of(cells[4]))

    if HTMLExporter:
        page = HTMLExporter().from_notebook_node(book)[0]
        ok(page.count("<svg") == sum("image/svg+xml" in each for each in media), f"nbconvert has the drawings of {name}")

png, svg = os.environ["TMPDIR"] + "/f.png", os.environ["TMPDIR"] + "/f.svg"
cells = run(notebook(
    f"f = plot{{1, 4, 9}}\nf:save '{png}'\nf:save '{svg}'\nf", "print 'first'\nf:show()\n_ == f", "help 'vec:dot'",
    "c = bias{q=poly{0, 0, 1}, dist=dist.ramp(0, 2), reps=1e3}\nc", "io.read()", "x = 5;"))
ok(is_picture(data_of(cells[0])[0], png, svg), "PNG and SVG in a cell have the bytes of f:save")
ok("3 points" in of_type(cells[0], "execute_result")[0].metadata["image/png"]["alt"], "and words that describe them")
ok(is_picture(data_of(cells[1])[0], png, svg), "f:show within a cell")
equal([each.output_type for each in cells[1]], ["stream", "display_data", "execute_result"], "in the order of the code")
equal(data_of(cells[1])[1]["text/plain"], "true", "_ is the last value")
ok(data_of(cells[2])[0]["text/markdown"].startswith("### vec:dot"), "help is Markdown")
ok(data_of(cells[3])[0]["text/html"].startswith("<table>"), "a table is HTML")
ok("answers no questions" in "".join(each.text for each in of_type(cells[4], "stream")), "a client that cannot be asked", cells[4])
equal(cells[5], [], "a semicolon keeps quiet")

book = notebook("x = {}\n  y = x.a.b", "never = 1")
try:
    run(book)
    ok(False, "an error ends a notebook")
except CellExecutionError as why:
    ok("attempt to index a nil value (field 'a')" in str(why), "an error ends a notebook", why)
fault = book.cells[0].outputs[0]
equal([fault.ename, fault.evalue], ["error", "stdin:2: attempt to index a nil value (field 'a')"], "its words")
equal(fault.traceback[1:], ["   2 |   y = x.a.b", "     | " + " " * 8 + "^"], "its line, and a mark below its place")
equal(book.cells[1].outputs, [], "what follows does not run")

# A client that stays --------------------------------------------------------------------------------------------------

manager, client = start_new_kernel(kernel_name="debias")


def execute(code, act=None, **options):
    """The reply's content and the outputs, each (type, content); act is called with each as it comes."""
    outputs = []

    def heed(message):
        kind = message["header"]["msg_type"]
        if kind not in ("status", "execute_input"):
            outputs.append((kind, message["content"]))
            if act:
                act(kind, message["content"])
    return client.execute_interactive(  # what comes right after an error would else be dropped by ipykernel
        code, output_hook=heed, timeout=600, stop_on_error=False, **options)["content"], outputs


def text_of(outputs):
    return outputs[0][1]["data"]["text/plain"]


def interrupt_at(kind, text):
    """Interrupts once, when such an output comes."""
    done = []

    def act(got, content):
        if got.endswith(kind) and text in str(content) and not done:
            done.append(True)
            manager.interrupt_kernel()
    return act


execute("p = problem.invariant_logistic{n=50};")
reply, outputs = execute("r = run{problem=p, method='bsgd', m=1, step=1e-3, samples=1e13}",
                         interrupt_at("display_data", "run, "))
equal((reply["status"], reply["ename"]), ("error", "interrupted"), "a cell is interrupted that shows its progress")
equal(text_of(execute("#r:rows() > 0")[1]), "true", "the session lives, with the result so far")
execute("debug.getregistry()['debias.core'].terminal.is_due = function() return true end;")
watched = "r = run{problem=p, method='bsgd', m=1, step=1e-3, samples=%s, record=9, watch=true};"
reply, outputs = execute(watched % "1e4")
pictures = [(kind, each) for kind, each in outputs if "image/png" in each.get("data", {})]
kinds = [kind for kind, _ in pictures]
equal((kinds[0], set(kinds[1:])), ("display_data", {"update_display_data"}), "a watched run has a figure that changes")
equal(len({str(each["transient"]) for _, each in pictures}), 1, "in one place")
ok(pictures[0][1]["data"]["image/png"] != pictures[-1][1]["data"]["image/png"], "and grows")
svg = pictures[-1][1]["data"]["image/svg+xml"]
reply, outputs = execute(watched % "1e13", interrupt_at("update_display_data", "image/png"))
equal(reply["ename"], "interrupted", "a watched run is interrupted")
ok([kind for kind, each in outputs if "image/png" in each.get("data", {})], "and its figure stays")
equal(text_of(execute("#r:rows() > 0")[1]), "true", "as do its rows")
cells = run(notebook("p = problem.invariant_logistic{n=50};", watched % "1e4", watched % "1e4"))
for cell in cells[1:]:
    equal([each["image/svg+xml"] == svg for each in data_of(cell)], [True], "nbclient keeps the last figure of a run")

reply, outputs = execute("print 'go' while true do end", interrupt_at("stream", "go"))
equal(reply["ename"], "interrupted", "a loop is interrupted, whose text came before")

reply = client.complete("bias{re", reply=True, timeout=60)["content"]
equal((reply["matches"], reply["cursor_start"], reply["cursor_end"]), (["reps="], 5, 7), "completion")
reply = client.complete("x = '\u00e9' r:pl", reply=True, timeout=60)["content"]
equal((reply["matches"], reply["cursor_start"]), (["plot"], 10), "completion counts characters")
reply = client.inspect("bias{q=", 7, reply=True, timeout=60)["content"]
ok(reply["found"] and reply["data"]["text/markdown"].startswith("### bias"), "inspection", reply)
equal(client.inspect("nothing_here", reply=True, timeout=60)["content"]["found"], False, "nothing to inspect")
client.is_complete("for i = 1, 2 do")
reply = client.get_shell_msg(timeout=60)["content"]
equal((reply["status"], reply["indent"]), ("incomplete", "    "), "an open block goes on")

answers = iter(["Ada", "\x04"])
reply, outputs = execute("io.read(), io.read()", allow_stdin=True, stdin_hook=lambda _: client.input(next(answers)))
equal(text_of(outputs), "Ada\tnil", "a cell reads what is typed")
equal([kind for kind, _ in execute("a = 1 print(a)", silent=True)[1]], [], "what is silent shows nothing")
number = execute("42")[0]["execution_count"]
equal(text_of(execute(f"Out[{number}]")[1]), "42", "numbers are those of Out")

for code, words in (("os.exit(3)", "debias has ended with exit code 3"), ("quit", "debias has ended, as it was asked to"),
                    ("!kill -9 $PPID", "debias was ended by signal 9 (SIGKILL)")):
    reply, outputs = execute(code)
    equal(outputs[-1][1].get("text"), words + "; it was started again, without its variables\n", f"said after {code}")
    reply, outputs = execute("1 + 1")
    equal((text_of(outputs), reply["execution_count"]), ("2", 1), "and it goes on")

reply, outputs = execute("s = '" + "x" * 17000000 + "'")
equal(reply["evalue"], "machine: expected a request of at most 16 MB, got a longer one", "a cell that is too long")
equal(outputs[0][1]["evalue"], reply["evalue"], "is shown to be")
number = execute("43")[0]["execution_count"]
equal(text_of(execute(f"Out[{number}]")[1]), "43", "and takes no number")

replies = 0
for number in range(100):  # an interrupt that comes late for its cell would else be one of the kernel
    execute(f"print({number})", lambda kind, content: [manager.interrupt_kernel() for _ in range(5)])
    replies += 1
equal(replies, 100, "a storm of interrupts loses no reply")
equal(text_of(execute("1 + 1")[1]), "2", "and no request")
client.stop_channels()
manager.shutdown_kernel()
ok(not manager.is_alive(), "it is shut down")

# A program that is not always there, with an rc file --------------------------------------------------------------------

there = os.environ["TMPDIR"] + "/debias"
os.symlink(program, there)
os.makedirs(os.environ["TMPDIR"] + "/rc/debias")
with open(os.environ["TMPDIR"] + "/rc/debias/rc.lua", "w", encoding="utf-8") as rc:
    rc.write("print 'from the rc file'\nerror 'of it'")
manager, client = start_new_kernel(
    kernel_name="debias", env=dict(os.environ, DEBIAS=there, XDG_CONFIG_HOME=os.environ["TMPDIR"] + "/rc"))
said = "".join(content.get("text", "") for _, content in execute("1")[1])
ok("from the rc file" in said and "rc.lua:2: of it" in said, "what the rc file says is in the first cell", said)
os.unlink(there)
ok("it cannot be started again: [Errno 2] No such file" in execute("os.exit(3)")[1][0][1]["text"],
   "a program that cannot be started again")
os.symlink(program, there)
execute("1")
equal(execute("1 + 1")[0]["status"], "ok", "until it is there")
client.stop_channels()
manager.shutdown_kernel()
ok(not manager.is_alive(), "it is shut down")
print(f"1..{count}")
