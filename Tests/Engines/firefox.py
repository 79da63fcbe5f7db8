#!/usr/bin/env python3
"""Records Firefox in a window under Xvfb: touch flings, scrollTo smooth, keys and wheel notches.

    firefox.py FOLDER [KIND ...]      needs: firefox or firefox-esr, Xvfb, xdotool
"""

import json
import os
import pathlib
import subprocess
import sys
import time

import recording
from recording import scaled
from marionette import Firefox

PAGE = pathlib.Path(__file__).with_name("page.html").resolve().as_uri()
DISPLAY = recording.start_display()
CONTACT, REMOVE = 2, 4  # nsIDOMWindowUtils.TOUCH_CONTACT, TOUCH_REMOVE


def pointer(browser):
    """The screen position of the middle of the page."""
    return browser.evaluate("[mozInnerScreenX + 400, mozInnerScreenY + 300].map(Math.round)")


def drag(browser, step, count, hold=0):
    """A finger that moves `step` px every 16 ms, `count` times, then waits `hold` ms. Runs inside the browser: exact to its timers."""
    x, y = pointer(browser)
    browser.call("Marionette:SetContext", value="chrome")
    try:
        browser.call("WebDriver:ExecuteAsyncScript", args=[], script=f"""
          const done = arguments[arguments.length - 1];
          const touch = (state, y) => window.windowUtils.sendNativeTouchPoint(0, state, {x}, y, 1, 0, null);
          const begin = {y} - {step * count // 2}, started = window.performance.now();
          let index = 0;
          touch({CONTACT}, begin);
          (function next() {{
            const now = window.performance.now() - started;
            if (now >= (index + 1) * 16 && index < {count}) {{ index++; touch({CONTACT}, begin + index * {step}); }}
            if (now >= {count} * 16 + {hold}) {{ touch({REMOVE}, begin + {count} * {step}); done(); return; }}
            window.setTimeout(next, 1);
          }})();""")
    finally:
        browser.call("Marionette:SetContext", value="content")
    return browser.evaluate("performance.now()")


def key(browser, name):
    now = browser.evaluate("performance.now()")
    subprocess.run(["xdotool", "key", name], check=True, env=dict(os.environ, DISPLAY=DISPLAY))
    return now


def wheel(browser, notches):
    now = browser.evaluate("performance.now()")
    for _ in range(notches):
        subprocess.run(["xdotool", "click", "5"], check=True, env=dict(os.environ, DISPLAY=DISPLAY))
    return now


def session(browser, count):
    return recording.session(
        count, 12, 70, lambda step: {"law": "exponential", "from": drag(browser, step, 8) / 1000},
        lambda: browser.evaluate("still(8000, 400)") / 1000)


KINDS = {
    "fling": {str(step): (lambda b, s=step: drag(b, -s, 8), 2000, 40000, "exponential") for step in scaled(12, 30, 60)},
    "edge": {str(step): (lambda b, s=step: drag(b, s, 8), 500, 40000, "exponential-to-edge") for step in scaled(12, 30, 60)},
    "smooth": {str(size): (lambda b, s=size: b.evaluate(f"scrollSmoothly({s})"), 2000, 40000, "critical-spring")
               for size in scaled(200, 1500, 9000)},
    "key": {name.lower(): (lambda b, n=name: key(b, n), 2000, 40000, "firefox-bezier") for name in ("Next", "Down")}
    | {"end": (lambda b: key(b, "End"), 2000, 6000, "firefox-bezier")},
    "wheel": {str(n): (lambda b, n=n: wheel(b, n), 2000, 40000, "firefox-bezier" if n == 1 else "none") for n in (1, 2, 4)},
    "session": {str(n): (lambda b, n=n: session(b, n), 18000, 40000, "") for n in (6, 10)},
    "drag": {"slow": (lambda b: drag(b, -4, 40, hold=300), 2000, 40000, "never-sure")},
}


def record(browser, folder, kind, size, busy):
    act, at, height, law = KINDS[kind][size]
    browser.call("WebDriver:Navigate", url=f"{PAGE}?height={height}")
    time.sleep(0.5)
    with recording.load(busy):
        browser.evaluate(f"startRecording({at})")
        done = act(browser)
        done = done if kind == "session" else done / 1000
        result = json.loads(browser.evaluate("untilRest(8000)"))
    metadata = {
        "device": f"Firefox/{browser.version}, window under Xvfb, devicePixelRatio 1", "edge_top": 0, "edge_bottom": result["bottom"],
        "bounds_height": result["height"]}
    recording.save(
        folder, f"firefox-{kind}-{size}" + ("-load" if busy else ""), "firefox.py", f"{kind} {size}", metadata,
        ["t_ms", "offset_y_pt", "now"], result["rows"],
        recording.motions("firefox", law, done))


def main(folder, kinds):
    browser = Firefox(DISPLAY, {"dom.w3c_touch_events.enabled": 1, "privacy.reduceTimerPrecision": False})
    try:
        browser.call("WebDriver:Navigate", url=PAGE)
        x, y = pointer(browser)
        subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True, env=dict(os.environ, DISPLAY=DISPLAY))
        for kind in kinds or KINDS:
            sizes = list(KINDS[kind])
            for size, busy in [(size, 0) for size in sizes] + [(sizes[len(sizes) // 2], 1)]:
                record(browser, folder, kind, size, busy)
    finally:
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
