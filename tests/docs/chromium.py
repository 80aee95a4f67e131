"""Chromium without a window, driven through a pipe by its DevTools protocol."""
import json
import os
import subprocess


class Browser:
    def __init__(self, profile):
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&%d 4>&%d' % (to_read, to_write), "sh", "chromium", "--headless", "--no-sandbox",
             "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir=" + profile, "about:blank"],
            pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.buffer, self.events = 0, b"", []
        self.session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(t for t in targets if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.call("Page.enable")

    def message(self):
        """The next message of the browser."""
        while b"\0" not in self.buffer:
            more = os.read(self.read_end, 65536)
            if not more:
                raise RuntimeError("chromium has ended")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write_end, json.dumps(request).encode() + b"\0")
        while True:
            reply = self.message()
            if reply.get("id") == self.number:
                if "error" in reply:
                    raise RuntimeError(method + ": " + reply["error"]["message"])
                return reply["result"]
            self.events.append(reply.get("method"))

    def wait_for(self, event):
        """Waits for an event that comes after the last `forget`."""
        while event not in self.events:
            self.events.append(self.message().get("method"))

    def forget(self):
        self.events = []

    def open(self, address):
        self.forget()
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def run(self, script):
        """The value of a script in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:400])
        return result["result"].get("value")

    def look(self, width, scheme, media=""):
        """As on a window so wide, in the light or dark scheme, on a screen or on paper."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key, text=None):
        codes = {"Tab": 9, "Enter": 13, "ArrowDown": 40, "ArrowUp": 38}
        down = {"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        if text or key == "Enter":
            down["text"] = text or "\r"
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key)

    def type(self, words):
        for letter in words:
            self.press(letter, letter)

    def end(self):
        self.call("Browser.close")
        self.process.wait()
