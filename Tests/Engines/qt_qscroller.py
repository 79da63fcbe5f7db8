#!/usr/bin/env python3
"""Records QScroller on a QScrollArea, offscreen, driven by touch events.

    qt_qscroller.py FOLDER [KIND ...]      needs: pip install PySide6-Essentials

The offset is where the content is drawn: the scroll bar's value, and beyond an edge the distance by which the viewport is moved.
"""

import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QTimer, Qt, qVersion
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QScroller
from PySide6.QtTest import QTest

import recording
from recording import scaled

HEIGHT, CONTENT = 640, 20000


class Stage(QScrollArea):
    """A scroll area with its scroller, and the clock of its recording."""

    def __init__(self, at):
        super().__init__()
        label = QLabel()
        label.resize(360, CONTENT)
        self.setWidget(label)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        self.setFrameShape(QScrollArea.NoFrame)
        self.resize(360, HEIGHT)
        self.viewport().setAttribute(Qt.WA_AcceptTouchEvents)
        QScroller.grabGesture(self.viewport(), QScroller.TouchGesture)
        self.show()
        self.verticalScrollBar().setValue(at)
        self.wait(0.3)
        self.rows = []
        self.start = time.perf_counter()
        self.timer = QTimer(timerType=Qt.PreciseTimer, interval=16)
        self.timer.timeout.connect(self.sample)
        self.timer.start()

    def sample(self):
        # An overshoot moves the viewport, not the scroll bar.
        self.rows.append((f"{time.perf_counter() - self.start:.6f}", -self.widget().mapTo(self, QPoint(0, 0)).y()))

    def now(self):
        return time.perf_counter() - self.start

    def wait(self, seconds):
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            QApplication.processEvents()
            time.sleep(0.0005)

    def until_rest(self):
        scroller = QScroller.scroller(self.viewport())
        while scroller.state() != QScroller.Inactive:
            self.wait(0.05)
        self.wait(1)

    def still(self):
        self.until_rest()
        return self.now()

    def drag(self, device, steps, distance, interval, hold=0):
        """A finger that moves `distance` points in `steps` steps, and is then still for `hold` seconds."""
        y, target = HEIGHT / 2 - distance / 2, self.viewport()
        QTest.touchEvent(target, device).press(1, QPoint(180, round(y)), target).commit()
        for step in range(1, steps + 1):
            self.wait(interval)
            QTest.touchEvent(target, device).move(1, QPoint(180, round(y + distance * step / steps)), target).commit()
        if hold:
            self.wait(hold)
            QTest.touchEvent(target, device).move(1, QPoint(180, round(y + distance)), target).commit()
        QTest.touchEvent(target, device).release(1, QPoint(180, round(y + distance)), target).commit()
        return self.now()


def fling(stage, device, speed):
    return [{"law": "coulomb", "from": stage.drag(device, 12, -round(speed * 0.192), 0.016)}]


def edge(stage, device, speed):
    released = stage.drag(device, 12, round(speed * 0.192), 0.016)
    return [{"law": "coulomb-to-edge", "from": released}, {"law": "qscroller-return", "from": released}]


def pull(stage, device, distance):
    return [{"law": "qscroller-return", "from": stage.drag(device, max(6, distance // 12), distance, 0.016, hold=0.25)}]


def session(stage, device, count):
    return recording.session(
        count, 500, 1700, lambda speed: fling(stage, device, speed)[0], stage.still, stage.wait)


KINDS = {"fling": (fling, 5000, scaled(600, 1200, 2200)), "edge": (edge, 400, scaled(900, 1500, 2200)), "pull": (pull, 0, scaled(120, 240, 420)),
         "session": (session, 9000, [6, 10])}


# PySide6 6.12 gives up a reference to None with each slot that it calls, which ends CPython 3.11 and older.
NONES = [None] * 1_000_000


def main(folder, kinds):
    app = QApplication(sys.argv[:1])
    device = QTest.createTouchDevice()
    for kind in kinds or KINDS:
        act, at, sizes = KINDS[kind]
        for size, busy in [(size, 0) for size in sizes] + [(sizes[1], 1)]:
            stage = Stage(at)
            with recording.load(busy):
                stage.wait(0.3)
                motions = act(stage, device, size)
                stage.until_rest()
            stage.timer.stop()
            metadata = {
                "device": f"Qt {qVersion()} QScroller on a QScrollArea, PySide6, offscreen", "edge_top": 0,
                "edge_bottom": CONTENT - HEIGHT, "bounds_height": HEIGHT, "note": "sampled by a timer of 16 ms"}
            recording.save(
                folder, f"qscroller-{kind}-{size}" + ("-load" if busy else ""), "qt_qscroller.py", f"{kind} {size}", metadata,
                ["t_s", "offset_y_pt"], stage.rows, [{"engine": "qt?-?scroller", **motion} for motion in motions])
            stage.close()
    sys.stdout.flush()
    os._exit(0)  # not by the interpreter's end, which frees None once too often


main(sys.argv[1], sys.argv[2:])
