#!/usr/bin/env python3
"""Records GTK 4's ScrolledWindow in a window under Xvfb: kinetic scrolling, and the animation of its keys.

    gtk4.py FOLDER [KIND ...]      needs: python3-gi, gir1.2-gtk-4.0, Xvfb

GTK 4 takes no events made by a program. A fling is the signal of its swipe gesture, a key the signal of its key binding.
"""

import os
import sys
import time

import recording
from recording import scaled

HEIGHT, CONTENT = 640, 20000


os.environ.update(DISPLAY=recording.start_display(), GDK_BACKEND="x11", GSK_RENDERER="cairo", GSETTINGS_BACKEND="memory")

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk


class Stage:
    """A window with a scrolled window, sampled once a frame by its frame clock."""

    def __init__(self, at):
        self.scrolled = Gtk.ScrolledWindow(kinetic_scrolling=True)
        area = Gtk.DrawingArea(content_height=CONTENT, content_width=360)
        self.scrolled.set_child(area)
        self.window = Gtk.Window(default_width=360, default_height=HEIGHT, decorated=False)
        self.window.set_child(self.scrolled)
        self.window.present()
        self.wait(0.7)
        self.adjustment = self.scrolled.get_vadjustment()
        self.adjustment.set_value(at)
        self.wait(0.1)
        self.rows, self.start = [], None
        self.clock = self.window.get_frame_clock()
        self.clock.connect("after-paint", self.frame)
        self.window.add_tick_callback(lambda widget, clock: GLib.SOURCE_CONTINUE)  # a frame each 1/60 s, also at rest

    def frame(self, clock):
        time_us = clock.get_frame_time()
        self.start = time_us if self.start is None else self.start
        self.rows.append((f"{(time_us - self.start) / 1e6:.6f}", self.adjustment.get_value()))

    def wait(self, seconds):
        loop = GLib.MainLoop()
        GLib.timeout_add(round(seconds * 1000), loop.quit)
        loop.run()

    def until_rest(self, limit=12):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            self.wait(0.1)
            recent = [value for stamp, value in self.rows if float(stamp) > float(self.rows[-1][0]) - 1]
            if min(recent) == max(recent) and float(self.rows[-1][0]) > 1.4:
                return

    def now(self):
        return float(self.rows[-1][0])

    def still(self):
        self.until_rest()
        return self.now()

    def swipe(self, speed):
        controllers = self.scrolled.observe_controllers()
        gestures = [controllers.get_item(index) for index in range(controllers.get_n_items())]
        next(gesture for gesture in gestures if isinstance(gesture, Gtk.GestureSwipe)).emit("swipe", 0.0, float(-speed))

    def key(self, scroll_type):
        self.scrolled.emit("scroll-child", scroll_type, False)


def session(stage, count):
    def swipe(speed):
        stage.swipe(speed)
        return {"law": "exponential", "from": stage.now()}

    return recording.session(count, 400, 4000, swipe, stage.still, stage.wait)


KINDS = {
    "swipe": {str(speed): (lambda stage, s=speed: stage.swipe(s), 2000, "exponential") for speed in scaled(500, 1500, 4000)},
    "edge": {str(speed): (lambda stage, s=speed: stage.swipe(-s), 200, "exponential-to-edge") for speed in scaled(1200, 2000, 4000)},
    "key": {"step": (lambda stage: stage.key(Gtk.ScrollType.STEP_FORWARD), 2000, "ease-out-cubic"),
            "page": (lambda stage: stage.key(Gtk.ScrollType.PAGE_FORWARD), 2000, "ease-out-cubic"),
            "end": (lambda stage: stage.key(Gtk.ScrollType.END), 15000, "ease-out-cubic")},
    "session": {str(count): (lambda stage, n=count: session(stage, n), 9000, "") for count in (6, 10)},
}


def main(folder, kinds):
    for kind in kinds or KINDS:
        sizes = list(KINDS[kind])
        for size, busy in [(size, 0) for size in sizes] + [(sizes[1], 1)]:
            act, at, law = KINDS[kind][size]
            stage = Stage(at)
            with recording.load(busy):
                stage.wait(0.3)
                done = act(stage) or stage.now()
                stage.until_rest()
            metadata = {
                "device": f"GTK {Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()} ScrolledWindow under Xvfb",
                "edge_top": 0, "edge_bottom": stage.adjustment.get_upper() - stage.adjustment.get_page_size(),
                "bounds_height": stage.adjustment.get_page_size()}
            recording.save(
                folder, f"gtk4-{kind}-{size}" + ("-load" if busy else ""), "gtk4.py", f"{kind} {size}", metadata,
                ["t_s", "offset_y_pt"], stage.rows,
                recording.motions("gtk", law, done))
            stage.window.destroy()


Gtk.init()
main(sys.argv[1], sys.argv[2:])
