#!/usr/bin/env python3
"""Records a browser with Docs/Recorders/web.js:   browsers.py chromium|firefox|webkitgtk FOLDER [KIND ...]

The drivers are those of Tests/Engines; only the recorder is another.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Engines"))
RECORDER = (HERE.parent.parent / "Docs" / "Recorders" / "web.js").read_text()

# Functions of the page itself, so that no sandbox of a driver stands between them and the recorder.
HELPERS = """
var recorder;
function begin(at) {
  window.scrollTo({ top: at, behavior: "instant" });
  window.focus();
  return new Promise((resolve) => setTimeout(() => { recorder = recordScroll(); setTimeout(resolve, 300); }, 300));
}
function rested(limit) {
  let last = document.scrollingElement.scrollTop, since = performance.now();
  const start = since;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now(), top = document.scrollingElement.scrollTop;
      if (top !== last) { last = top; since = now; }
      if (now - since < 1000 && now - start < limit) return;
      clearInterval(timer);
      resolve(recorder.stop());
    }, 50);
  });
}
"""
INJECT = (
    "(document.head.appendChild(Object.assign(document.createElement('script'), { textContent: "
    + json.dumps(RECORDER + HELPERS) + " })), 1)")


def record(folder, name, evaluate, act, at=2000):
    """Records one act, and writes what the recorder returns."""
    evaluate(INJECT)
    evaluate(f"begin({at})")
    act()
    text = evaluate("rested(8000)")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + ".csv")
    with open(path, "w", newline="\n") as file:
        file.write(text)
    print(f"{name}.csv: {text.count(chr(10))} lines", flush=True)


def chromium(folder, kinds):
    import chromium as driver
    import recording

    acts = {
        "fling": lambda: driver.drag(browser, -40), "smooth": lambda: browser.evaluate("scrollSmoothly(1500)"),
        "key": lambda: driver.key(browser, "PageDown")}
    if any(name in kinds for name in acts):
        browser = driver.Browser()
        try:
            browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
            for name, act in acts.items():
                if name in kinds:
                    browser.open(40000)
                    record(folder, f"chromium-{name}", browser.evaluate, act)
        finally:
            browser.close()
    if "wheel" not in kinds:
        return
    browser = driver.Browser(recording.start_display())
    try:
        subprocess.run(["xdotool", "mousemove", "400", "400"], check=True, env=dict(os.environ, DISPLAY=browser.display))
        browser.open(40000)
        record(folder, "chromium-wheel", browser.evaluate, lambda: driver.wheel(browser, 1))
    finally:
        browser.close()


def firefox(folder, kinds):
    import firefox as driver

    browser = driver.Firefox(driver.DISPLAY, {"dom.w3c_touch_events.enabled": 1, "privacy.reduceTimerPrecision": False})
    try:
        browser.call("WebDriver:Navigate", url=driver.PAGE)
        x, y = driver.pointer(browser)
        subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True, env=dict(os.environ, DISPLAY=driver.DISPLAY))
        acts = {
            "fling": lambda: driver.drag(browser, -30, 8), "smooth": lambda: browser.evaluate("scrollSmoothly(1500)"),
            "key": lambda: driver.key(browser, "Next"), "wheel": lambda: driver.wheel(browser, 1)}
        for name, act in acts.items():
            if name in kinds:
                browser.call("WebDriver:Navigate", url=f"{driver.PAGE}?height=40000")
                time.sleep(0.5)
                record(folder, f"firefox-{name}", browser.evaluate, act)
    finally:
        browser.close()


def webkitgtk(folder, kinds):
    import webkitgtk as driver

    browser = driver.Browser()
    browser.wait(1)
    subprocess.run(["xdotool", "mousemove", "400", "300"], check=True)
    acts = {
        "fling": lambda: driver.swipe(browser, 0.6), "smooth": lambda: browser.evaluate("scrollSmoothly(1500)"),
        "key": lambda: driver.xdotool(browser, "key", "Next"), "wheel": lambda: driver.xdotool(browser, "click", "5")}
    for name, act in acts.items():
        if name in kinds:
            browser.open(40000)
            record(folder, f"webkitgtk-{name}", browser.evaluate, act)


if __name__ == "__main__":
    {"chromium": chromium, "firefox": firefox, "webkitgtk": webkitgtk}[sys.argv[1]](
        sys.argv[2], sys.argv[3:] or ["fling", "smooth", "key", "wheel"])
