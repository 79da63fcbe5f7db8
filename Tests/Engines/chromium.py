#!/usr/bin/env python3
"""Records Chromium by its DevTools: touch flings, scrollTo smooth, keys and wheel notches.

    chromium.py FOLDER [KIND ...]      needs: chromium; pip install websocket-client; for wheel: Xvfb and xdotool
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import websocket

import recording
from recording import scaled

PAGE = pathlib.Path(__file__).with_name("page.html").resolve().as_uri()
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


class Browser:
    """A Chromium of its own with one page, spoken to by DevTools."""

    def __init__(self, display=None):
        self.display = display
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        arguments = [
            CHROMIUM, "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={self.profile.name}", "--no-first-run",
            "--disable-gpu", "--remote-allow-origins=*", "--window-size=800,657", "--window-position=0,0", "about:blank"]
        if not display:
            arguments.insert(1, "--headless=new")
        environment = dict(os.environ, **({"DISPLAY": display} if display else {}))
        self.process = subprocess.Popen(arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self.wait_for_port()
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
        page = next(page for page in pages if page["type"] == "page")
        self.version = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version"))["Browser"]
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60)
        self.last = 0

    def wait_for_port(self):
        path = os.path.join(self.profile.name, "DevToolsActivePort")
        for _ in range(300):
            if os.path.exists(path) and (lines := open(path).read().splitlines()):
                return int(lines[0])
            time.sleep(0.1)
        raise SystemExit("chromium did not open its DevTools within 30 s")

    def send(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        return self.last

    def call(self, method, **parameters):
        sent = self.send(method, **parameters)
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == sent:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def open(self, height):
        self.call("Page.navigate", url=f"{PAGE}?height={height}")
        while self.evaluate("document.readyState + typeof untilRest") != "completefunction":
            time.sleep(0.05)
        time.sleep(0.5)

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


def drag(browser, step, count=8, hold=0, middle=300):
    """A finger that moves `step` px every 16 ms, `count` times about `middle`, and is then still for `hold` seconds."""
    y = middle - step * count // 2
    touch = lambda kind, points: browser.send("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    touch("touchStart", [{"x": 400, "y": y}])
    begin = time.perf_counter()
    for index in range(1, count + 1):
        time.sleep(max(0, begin + index * 0.016 - time.perf_counter()))
        touch("touchMove", [{"x": 400, "y": y + index * step}])
    time.sleep(hold)
    touch("touchEnd", [])
    return browser.evaluate("performance.now()")


def key(browser, name):
    code = {"PageDown": 34, "ArrowDown": 40, "End": 35}[name]
    now = browser.evaluate("performance.now()")
    for kind in ["rawKeyDown", "keyUp"]:
        browser.call(
            "Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, nativeVirtualKeyCode=code)
    return now


def wheel(browser, notches, interval=0.0):
    now = browser.evaluate("performance.now()")
    for index in range(notches):
        if index:
            time.sleep(interval)
        subprocess.run(["xdotool", "click", "5"], check=True, env=dict(os.environ, DISPLAY=browser.display))
    return now


def session(browser, count):
    return recording.session(
        count, 12, 70, lambda step: {"law": "chromium-fling", "from": drag(browser, step) / 1000},
        lambda: browser.evaluate("still(6000, 400)") / 1000)


# name: (act, offset at the start, height of the page, law of the truth)
KINDS = {
    "fling": {str(step): (lambda b, s=step: drag(b, -s), 2000, 40000, "chromium-fling") for step in scaled(15, 40, 70)},
    "edge": {str(step): (lambda b, s=step: drag(b, s), 900, 40000, "chromium-edge") for step in scaled(25, 40, 70)},
    "bounded": {str(step): (lambda b, s=step: drag(b, -s), 200, 3000, "chromium-fling") for step in scaled(25, 40, 70)},
    "smooth": {str(size): (lambda b, s=size: b.evaluate(f"scrollSmoothly({s})"), 2000, 40000, "chromium-smooth")
               for size in scaled(200, 1500, 9000)},
    "key": {name.lower(): (lambda b, n=name: key(b, n), 2000, 40000, "ease-in-out") for name in ("PageDown", "ArrowDown")}
    | {"end": (lambda b: key(b, "End"), 2000, 6000, "ease-in-out")},
    "wheel": {str(n): (lambda b, n=n: wheel(b, n), 2000, 40000, "ease-in-out" if n == 1 else "none") for n in (1, 2, 4)},
    "session": {str(n): (lambda b, n=n: session(b, n), 18000, 40000, "") for n in (6, 10)},
    "drag": {"slow": (lambda b: drag(b, -4, 40, hold=0.3), 2000, 40000, "never-sure")},
}


def record(browser, folder, kind, size, busy):
    act, at, height, law = KINDS[kind][size]
    browser.open(height)
    with recording.load(busy):
        browser.evaluate(f"startRecording({at})")
        done = act(browser)
        done = done if kind == "session" else done / 1000
        result = json.loads(browser.evaluate("untilRest(6000)"))
    rows = [[f"{time:.1f}", offset, now] for time, offset, now in result["rows"]]
    metadata = {
        "device": f"{browser.version}, " + ("window under Xvfb" if browser.display else "headless=new") + ", devicePixelRatio 1",
        "edge_top": 0, "edge_bottom": result["bottom"], "bounds_height": result["height"]}
    recording.save(
        folder, f"chromium-{kind}-{size}" + ("-load" if busy else ""), "chromium.py", f"{kind} {size}", metadata,
        ["t_ms", "offset_y_pt", "now"], rows,
        recording.motions("chromium", law, done))


def main(folder, kinds):
    kinds = kinds or list(KINDS)
    for windowed in [False, True]:
        chosen = [kind for kind in kinds if (kind == "wheel") == windowed]
        if not chosen:
            continue
        browser = Browser(recording.start_display() if windowed else None)
        try:
            browser.call("Emulation.setTouchEmulationEnabled", enabled=not windowed)
            if windowed:
                subprocess.run(["xdotool", "mousemove", "400", "400"], check=True, env=dict(os.environ, DISPLAY=browser.display))
            for kind in chosen:
                sizes = list(KINDS[kind])
                for size, busy in [(size, 0) for size in sizes] + [(sizes[len(sizes) // 2], 1)]:
                    record(browser, folder, kind, size, busy)
        finally:
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
