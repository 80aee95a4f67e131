"""The Jupyter kernel: hands what a notebook asks to one `debias --machine`, whose frames help"machine mode" describes.

The first argument is the program; DEBIAS in the environment is a command instead: "debias --sandbox", say.
"""
import base64
import contextlib
import json
import os
import shlex
import signal
import struct
import subprocess
import sys

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

COMMAND = shlex.split(os.environ.get("DEBIAS", "")) or sys.argv[1:2]


class Ended(Exception):
    """The program is there no more; the words say how it ended."""


def ending(code):
    if code < 0:
        return f"was ended by signal {-code} ({signal.Signals(-code).name})"
    return "is out of processor time (--seconds)" if code == 152 else f"has ended with exit code {code}"


class Program:
    """debias, in a group of processes of its own: an interrupt is passed on where something runs, and to all of them."""

    def __init__(self):
        self.process = subprocess.Popen(
            COMMAND + ["--machine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.busy = self.stopping = False
        self.said = []  # by the rc file, before the program is ready
        try:
            self.ready = self.until("ready", self.said.append)
        except Ended as end:
            raise Ended("".join([f"{end}\n", *(frame["text"] for frame in self.said)]).strip()) from None

    def frames(self):
        for line in self.process.stdout:
            yield json.loads(line)
        raise Ended(ending(self.process.wait()))

    def send(self, **request):
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Ended(ending(self.process.wait())) from None

    def until(self, kind, heed):
        """The next frame of that kind; heed is called with each before it."""
        for frame in self.frames():
            if frame["type"] == kind:
                return frame
            heed(frame)

    def ask(self, heed, **request):
        """Sends a request, calls heed with each frame before the reply, and returns that."""
        def watch(frame):
            self.busy = self.busy or frame["type"] == "busy"
            if self.busy and self.stopping:
                self.interrupt()
            heed(frame)
        self.send(**request)
        reply = self.until("reply", watch)
        self.busy = False
        return reply

    def interrupt(self):
        self.stopping = not self.busy  # else it would be taken for one before the request
        if self.busy:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGINT)

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        except ProcessLookupError:
            pass


def pointed(code, error):
    """The line of the cell that an error is about, with a mark below its place."""
    if "column" not in error:
        return []
    head = f"{error['line']:>4} | "
    row = code.split("\n")[error["line"] - 1]
    blank = "".join("\t" if c == "\t" else " " for c in row[:error["column"] - 1])
    return [head + row, " " * (len(head) - 2) + "| " + blank + "^"]


def looks_of(frame):
    """Of pictures: what those hear who see none, and for PNG, of many dots per inch, the width on a page."""
    looks = {kind: {"alt": frame["alt"]} for kind in frame["data"] if kind.startswith("image/")}
    if looks:
        looks["image/png"]["width"] = struct.unpack(">I", base64.b64decode(frame["data"]["image/png"][:32])[16:20])[0] // 2
    return looks


class DebiasKernel(Kernel):
    implementation = "debias"
    language_info = {"name": "lua", "version": "5.4", "mimetype": "text/x-lua", "file_extension": ".lua",
                     "pygments_lexer": "lua", "codemirror_mode": "lua"}

    def __init__(self, **options):
        super().__init__(**options)
        self.silent = self.asking = False
        self.implementation_version = self.program.ready["version"]
        self.banner = f"debias {self.implementation_version}: help() shows more, lesson() teaches"

    def tell(self, kind, **content):
        if not self.silent:
            self.send_response(self.iopub_socket, kind, content)

    # What comes while a cell runs -----------------------------------------------------------------------------------

    def heed(self, frame):
        getattr(self, "on_" + frame["type"], lambda frame: None)(frame)

    def on_stdout(self, frame):
        self.tell("stream", name=frame["type"], text=frame["text"])

    on_stderr = on_stdout

    def on_display(self, frame, kind="display_data"):
        key = {"display_id": f"figure {frame['key']} {self.program.process.pid}"} if "key" in frame else {}
        self.tell(kind, data=frame["data"], metadata=looks_of(frame), transient=key)

    def on_update(self, frame):
        self.on_display(frame, "update_display_data")

    def on_result(self, frame):
        self.tell("execute_result", data=frame["data"], metadata=looks_of(frame),
                  execution_count=self.execution_count)

    def on_progress(self, frame):
        kind = "update_display_data" if self.shown else "display_data"
        self.shown = True
        self.tell(kind, data={"text/plain": frame["text"]} if frame["text"] else {}, metadata={},
                  transient={"display_id": f"progress {self.execution_count} {self.program.process.pid}"})

    def on_error(self, frame):
        lines = [f"\x1b[31mdebias:\x1b[0m {frame['message']}", *pointed(self.code, frame), *frame["traceback"]]
        self.error = {"ename": frame["kind"], "evalue": frame["message"], "traceback": lines}
        self.tell("error", **self.error)

    def on_input(self, frame):
        answer = {}
        try:
            self.asking = True
            try:
                answer = {"text": self.raw_input(frame["prompt"])}
            except EOFError:
                pass
            self.asking = False
        except KeyboardInterrupt:
            return self.program.interrupt()
        self.program.send(request="input", **answer)

    # Interrupts: the program's as long as a message of the client is handled, but while an answer is awaited -----------

    def interrupted(self, *_):
        if self.asking:
            self.asking = False
            raise KeyboardInterrupt
        self.program.interrupt()

    def pre_handler_hook(self):
        self.program.stopping = False
        self.before = signal.signal(signal.SIGINT, self.interrupted)

    def post_handler_hook(self):
        signal.signal(signal.SIGINT, self.before)

    # What a client asks -----------------------------------------------------------------------------------------------

    def start_again(self, words):
        try:
            self.program = Program()
            words = f"{words}; it was started again, without its variables"
        except (OSError, Ended) as why:
            words = f"{words}; it cannot be started again: {why}"
        self.execution_count = 0  # Out begins again, too
        self.tell("stream", name="stderr", text=f"debias {words}\n")

    def ask(self, otherwise, **request):
        """The reply, or what is returned otherwise."""
        try:
            reply = self.program.ask(self.heed, **request)
            if reply["status"] == "refused" and request["request"] == "execute":
                self.on_error({"kind": "refused", "message": reply["message"], "traceback": []})
                self.execution_count -= not self.silent  # the program did not number it
            return reply if reply["status"] == "ok" else otherwise
        except Ended as end:
            self.start_again(end)
            return otherwise

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **_):
        self.code, self.error, self.shown, number = code, None, False, self.execution_count
        self._allow_stdin = allow_stdin  # what raw_input goes by
        program, self.silent = self.program, silent
        while program.said:
            self.heed(program.said.pop(0))
        reply = self.ask({"status": "error"}, request="execute", code=code, answers=allow_stdin, silent=silent)
        payload = []
        if reply.get("leaves"):  # a console leaves, too; a notebook stays
            program.process.wait()
            self.start_again("has ended, as it was asked to")
            payload = [{"source": "ask_exit", "keepkernel": False}]
        if reply["status"] == "ok":
            return {"status": "ok", "execution_count": number, "payload": payload, "user_expressions": {}}
        failed = self.error or {"ename": "ended", "evalue": "debias has ended", "traceback": []}
        return {"status": "error", "execution_count": number, **failed}

    def do_complete(self, code, cursor_pos):
        r = self.ask(None, request="complete", code=code, cursor=cursor_pos)
        r = r or {"matches": [], "from": cursor_pos, "to": cursor_pos}
        words = r["matches"] if len(r["matches"]) != 1 else [r["matches"][0] + r["after"]]
        return {"status": "ok", "matches": words, "cursor_start": r["from"], "cursor_end": r["to"], "metadata": {}}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        r = self.ask({"found": False, "data": {}}, request="inspect", code=code, cursor=cursor_pos)
        return {"status": "ok", "found": r["found"], "data": r["data"], "metadata": {}}

    def do_is_complete(self, code):
        r = self.ask({"code": "unknown"}, request="is_complete", code=code)
        return {"status": r["code"], "indent": r.get("indent", "")}

    def do_shutdown(self, restart):
        self.program.end()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    try:
        DebiasKernel.program = Program()
    except (OSError, Ended) as why:
        sys.exit(f"debias_kernel: cannot start debias: {why}")
    del sys.argv[1]
    IPKernelApp.launch_instance(kernel_class=DebiasKernel)
