#!/usr/bin/env python3
"""Records WebKitGTK in a window under Xvfb: flings of a touchpad, scrollTo smooth, keys and wheel notches.

    webkitgtk.py FOLDER [KIND ...]      needs: python3-gi, gir1.2-webkit2-4.1, Xvfb, xdotool
"""

import json
import os
import pathlib
import subprocess
import sys

import recording
from recording import scaled

PAGE = pathlib.Path(__file__).with_name("page.html").resolve().as_uri()
os.environ.update(
    DISPLAY=recording.start_display(), GDK_BACKEND="x11", GSETTINGS_BACKEND="memory", LIBGL_ALWAYS_SOFTWARE="1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1")

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, GObject, Gtk, WebKit2


class Browser:
    """A window with a web view."""

    def __init__(self):
        self.view = WebKit2.WebView()
        self.view.get_settings().set_enable_smooth_scrolling(True)
        self.window = Gtk.Window(default_width=800, default_height=600, decorated=False)
        self.window.add(self.view)
        self.window.move(0, 0)
        self.window.show_all()
        self.view.grab_focus()

    def wait(self, seconds):
        loop = GLib.MainLoop()
        GLib.timeout_add(round(seconds * 1000), loop.quit)
        loop.run()

    def evaluate(self, expression):
        """The value of an expression in the page, as JSON; a promise is awaited."""
        loop, answer = GLib.MainLoop(), []

        def done(view, result):
            try:
                answer.append(view.call_async_javascript_function_finish(result).to_string())
            except GLib.Error as error:
                answer.append(error)
            loop.quit()

        self.view.call_async_javascript_function(f"return JSON.stringify(await ({expression}))", -1, None, None, None, None, done)
        loop.run()
        if isinstance(answer[0], GLib.Error):
            raise RuntimeError(answer[0].message)
        return None if answer[0] == "undefined" else json.loads(answer[0])

    def open(self, height):
        self.view.load_uri(f"{PAGE}?height={height}")
        self.wait(0.3)
        while self.evaluate("document.readyState + typeof untilRest") != "completefunction":
            self.wait(0.1)
        self.wait(0.7)


def xdotool(browser, *command):
    now = browser.evaluate("performance.now()")
    subprocess.run(["xdotool", *command], check=True)
    return now


def swipe(browser, step, count=12):
    """Two fingers on a touchpad that WebKit takes for a real one: `count` events of `step` notches a frame, then the lift."""
    display = Gdk.Display.get_default()
    pointer = display.get_default_seat().get_pointer()
    touchpad = GObject.new(
        pointer.__gtype__, name="touchpad", display=display, input_source=Gdk.InputSource.TOUCHPAD,
        type=Gdk.DeviceType.SLAVE, device_manager=display.get_device_manager())

    def send(delta, is_stop):
        event = Gdk.Event.new(Gdk.EventType.SCROLL)
        event.window = browser.view.get_window()
        event.time = GLib.get_monotonic_time() // 1000
        event.x, event.y, event.x_root, event.y_root = 400, 300, 400, 300
        event.direction = Gdk.ScrollDirection.SMOOTH
        event.delta_x, event.delta_y, event.is_stop = 0, delta, is_stop
        event.set_device(pointer)
        event.set_source_device(touchpad)
        Gtk.main_do_event(event)

    for _ in range(count):
        send(step, False)
        browser.wait(1 / 60)
    now = browser.evaluate("performance.now()")
    send(0, True)
    return now


# name: (act, offset at the start, height of the page, law of the truth)
KINDS = {
    "fling": {str(tenths): (lambda b, s=tenths / 10: swipe(b, s), 2000, 40000, "exponential") for tenths in scaled(3, 6, 12)},
    "smooth": {str(size): (lambda b, s=size: b.evaluate(f"scrollSmoothly({s})"), 2000, 40000, "ease") for size in scaled(80, 1500, 9000)},
    "key": {name.lower(): (lambda b, n=name: xdotool(b, "key", n), 2000, 40000, "ease") for name in ("Down", "Next")}
    | {"end": (lambda b: xdotool(b, "key", "End"), 2000, 6000, "ease")},
    "wheel": {str(n): (lambda b, n=n: xdotool(b, "click", "--repeat", str(n), "--delay", "60", "5"), 2000, 40000,
                       "ease" if n == 1 else "none") for n in (1, 2, 4)},
}


def record(browser, folder, kind, size, busy):
    act, at, height, law = KINDS[kind][size]
    browser.open(height)
    with recording.load(busy):
        browser.evaluate(f"startRecording({at})")
        released = act(browser)
        result = json.loads(browser.evaluate("untilRest(8000)"))
    version = f"{WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}"
    metadata = {
        "device": f"WebKitGTK {version}, window under Xvfb, devicePixelRatio 1", "edge_top": 0, "edge_bottom": result["bottom"],
        "bounds_height": result["height"]}
    recording.save(
        folder, f"webkitgtk-{kind}-{size}" + ("-load" if busy else ""), "webkitgtk.py", f"{kind} {size}", metadata,
        ["t_ms", "offset_y_pt", "now"], result["rows"], [{"law": law, "engine": "webkit.?gtk", "from": released / 1000}])


def main(folder, kinds):
    browser = Browser()
    browser.wait(1)
    subprocess.run(["xdotool", "mousemove", "400", "300"], check=True)
    for kind in kinds or KINDS:
        sizes = list(KINDS[kind])
        for size, busy in [(size, 0) for size in sizes] + [(sizes[1], 1)]:
            record(browser, folder, kind, size, busy)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
