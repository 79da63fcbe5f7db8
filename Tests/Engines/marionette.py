"""Firefox and its Marionette protocol: as much of it as a recorder needs."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox") or shutil.which("firefox-esr")


class Firefox:
    """A Firefox of its own with one window on `display`."""

    def __init__(self, display, preferences):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        preferences = {
            "marionette.port": port, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
            "browser.startup.homepage_override.mstone": "ignore", "browser.aboutwelcome.enabled": False,
            "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.tabs.firefox-view": False, **preferences}
        with open(os.path.join(self.profile.name, "user.js"), "w") as file:
            for name, value in preferences.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.process = subprocess.Popen(
            [FIREFOX, "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", self.profile.name,
             "--width", "800", "--height", "700", "about:blank"],
            env=dict(os.environ, DISPLAY=display, MOZ_DISABLE_CONTENT_SANDBOX="1", HOME=self.profile.name),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise SystemExit("firefox did not open Marionette within 60 s")
        self.buffer, self.last = b"", 0
        self.receive()
        session = self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"unhandledPromptBehavior": "ignore"}})
        self.version = session["capabilities"]["browserVersion"]
        self.call("WebDriver:SetTimeouts", script=60000)

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        length, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(length):
            self.buffer += self.socket.recv(65536)
        message, self.buffer = self.buffer[: int(length)], self.buffer[int(length):]
        return json.loads(message)

    def call(self, command, **parameters):
        self.last += 1
        text = json.dumps([0, self.last, command, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        while (message := self.receive())[1] != self.last:
            pass
        if message[2]:
            raise RuntimeError(f"{command}: {message[2]}")
        return message[3]

    def evaluate(self, expression):
        """The value of an expression in the page; a promise is awaited."""
        script = f"const done = arguments[arguments.length - 1]; Promise.resolve({expression}).then(done);"
        return self.call("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None)["value"]

    def in_chrome(self, script):
        """What a script returns that runs in the browser's own window."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script=script, args=[])["value"]
        finally:
            self.call("Marionette:SetContext", value="content")

    def close(self):
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
        except (OSError, RuntimeError):
            self.process.terminate()
        self.process.wait()
        self.profile.cleanup()
