#!/usr/bin/env python3
"""Records Kivy's DampedScrollEffect and ScrollEffect, driven by kivy.clock.Clock at 60 frames/s.

    kivy_effect.py FOLDER [KIND ...]      needs: pip install kivy

No window is opened: an effect is the whole physics of a ScrollView, which copies its value.
"""

import os
import sys
import time

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1", KIVY_METRICS_DENSITY="1", KIVY_DPI="96")

import kivy
from kivy.clock import Clock
from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.effects.scroll import ScrollEffect

import recording
from recording import scaled

BOTTOM = 8000


class Stage:
    """An effect between the edges 0 and 8000, and the clock of its recording."""

    def __init__(self, kind, at):
        self.effect = kind(min=0, max=BOTTOM, value=at)
        self.rows = []
        Clock.tick()
        self.start = Clock.get_time()

    def now(self):
        return time.perf_counter() - self.start

    def frame(self):
        Clock.tick()
        self.rows.append((f"{Clock.get_time() - self.start:.6f}", self.effect.scroll))

    def wait(self, seconds):
        end = self.now() + seconds
        while self.now() < end:
            self.frame()

    def until_rest(self):
        last = None
        while last != (last := self.effect.scroll):
            self.wait(0.2)
        self.wait(1)

    def still(self):
        self.until_rest()
        return self.now()

    def drag(self, distance, seconds, hold=0):
        """A finger that moves `distance` points in `seconds`, and is then still for `hold` seconds."""
        begin = self.now()
        self.effect.start(0)
        while (share := (self.now() - begin) / seconds) < 1:
            self.effect.update(distance * share)
            self.frame()
        self.effect.update(distance)
        hold_end = self.now() + hold
        while self.now() < hold_end:
            self.frame()
            self.effect.update(distance)
        self.effect.stop(distance)
        return float(self.rows[-1][0])


def session(stage, count):
    return recording.session(
        count, 250, 2500, lambda speed: {"law": "kivy-glide", "from": stage.drag(speed * 0.15, 0.15)}, stage.still, stage.wait)


KINDS = {
    "fling": (DampedScrollEffect, 2000, scaled(300, 900, 2500), "kivy-glide", lambda stage, size: stage.drag(size * 0.15, 0.15)),
    "plain": (ScrollEffect, 2000, scaled(300, 900, 2500), "kivy-glide", lambda stage, size: stage.drag(size * 0.15, 0.15)),
    "edge": (DampedScrollEffect, 60, scaled(300, 900, 2500), "kivy-edge", lambda stage, size: stage.drag(-size * 0.1, 0.1)),
    "pull": (DampedScrollEffect, 0, scaled(60, 150, 400), "kivy-edge", lambda stage, size: stage.drag(-size, 0.4, hold=0.3)),
    "session": (DampedScrollEffect, 4000, [6, 10], "", session),
}


def main(folder, kinds):
    for kind in kinds or KINDS:
        effect, at, sizes, law, act = KINDS[kind]
        for size, busy in [(size, 0) for size in sizes] + [(sizes[1], 1)]:
            stage = Stage(effect, at)
            with recording.load(busy):
                stage.wait(0.3)
                done = act(stage, size)
                stage.until_rest()
            metadata = {
                "device": f"Kivy {kivy.__version__} {effect.__name__}, driven by kivy.clock.Clock at 60 frames/s",
                "edge_top": 0, "edge_bottom": BOTTOM}
            recording.save(
                folder, f"kivy-{kind}-{size}" + ("-load" if busy else ""), "kivy_effect.py", f"{kind} {size}", metadata,
                ["t_s", "offset_y_pt"], stage.rows,
                recording.motions("kivy", law, done))


main(sys.argv[1], sys.argv[2:])
