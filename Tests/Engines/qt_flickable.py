#!/usr/bin/env python3
"""Records the Flickable of Qt Quick, offscreen, driven by touch events, by its method flick and by a wheel.

    qt_flickable.py FOLDER [KIND ...]      needs: pip install PySide6-Essentials
"""

import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")

from PySide6.QtCore import QPoint, QPointF, QTimer, QUrl, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickView
from PySide6.QtTest import QTest

import recording
from recording import scaled

HEIGHT, CONTENT = 640, 20000
QML = f"""
import QtQuick
Flickable {{
  width: 360; height: {HEIGHT}; contentWidth: 360; contentHeight: {CONTENT}
  Rectangle {{ width: 360; height: {CONTENT}; gradient: Gradient {{
    GradientStop {{ position: 0; color: "white" }} GradientStop {{ position: 1; color: "gray" }} }} }}
}}
"""


class Stage:
    """One view with one Flickable, and the clock of its recording."""

    def __init__(self, at, each_frame):
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"flickable-{os.getpid()}.qml")
        with open(path, "w") as file:
            file.write(QML)
        self.view = QQuickView()
        self.view.setSource(QUrl.fromLocalFile(path))
        os.remove(path)
        self.view.show()
        self.flickable = self.view.rootObject()
        self.flickable.setProperty("contentY", float(at))
        self.wait(0.3)
        self.start = time.perf_counter()
        self.rows = []
        self.each_frame = each_frame
        self.sample()
        if each_frame:
            self.timer = QTimer(timerType=Qt.PreciseTimer, interval=16)
            self.timer.timeout.connect(self.sample)
            self.timer.start()
        else:
            self.flickable.contentYChanged.connect(self.sample)

    def sample(self):
        self.rows.append((f"{time.perf_counter() - self.start:.6f}", self.flickable.property("contentY")))

    def now(self):
        return time.perf_counter() - self.start

    def wait(self, seconds):
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            QGuiApplication.processEvents()
            time.sleep(0.0005)

    def until_rest(self):
        while self.flickable.property("moving"):
            self.wait(0.05)
        self.wait(1)
        if not self.each_frame:
            self.sample()

    def still(self):
        self.until_rest()
        return self.now()

    def drag(self, device, steps, distance, interval, hold=0):
        """A finger that moves `distance` points in `steps` steps, and is then still for `hold` seconds."""
        y = HEIGHT / 2 - distance / 2
        QTest.touchEvent(self.view, device).press(1, QPoint(180, round(y))).commit()
        for step in range(1, steps + 1):
            self.wait(interval)
            QTest.touchEvent(self.view, device).move(1, QPoint(180, round(y + distance * step / steps))).commit()
        if hold:
            self.wait(hold)
        QTest.touchEvent(self.view, device).release(1, QPoint(180, round(y + distance))).commit()
        return self.now()


def flick(stage, device, speed):
    stage.flickable.flick(0.0, -float(speed))
    released = stage.now()
    return [{"law": "coulomb", "from": released}]


def touch(stage, device, speed):
    released = stage.drag(device, 8, -round(speed * 0.128), 0.016)
    return [{"law": "coulomb", "from": released}]


def edge(stage, device, speed):
    released = stage.drag(device, 8, round(speed * 0.128), 0.016)
    return [{"law": "coulomb-to-edge", "from": released}, {"law": "qt-return", "from": released}]


def pull(stage, device, distance):
    released = stage.drag(device, max(6, distance // 12), distance, 0.016, hold=0.25)
    return [{"law": "qt-return", "from": released}]


def wheel(stage, device, notches):
    for _ in range(notches):
        QTest.wheelEvent(stage.view, QPointF(180, 320), QPoint(0, -120))
    return [{"law": "out-expo", "from": stage.now()}]


# PySide6 6.12 gives up a reference to None with each slot that it calls, which ends CPython 3.11 and older.
NONES = [None] * 1_000_000

def session(stage, device, count):
    return recording.session(
        count, 500, 2300, lambda speed: touch(stage, device, speed)[0], stage.still, stage.wait)


KINDS = {
    "flick": (flick, 2000, scaled(700, 1300, 2100)), "touch": (touch, 2000, scaled(600, 1200, 2200)), "edge": (edge, 450, scaled(1000, 1500, 2300)),
    "pull": (pull, 0, scaled(90, 180, 360)), "wheel": (wheel, 2000, [1, 2, 4]),
    "session": (session, 9000, [6, 10]),
}


def main(folder, kinds):
    app = QGuiApplication(sys.argv[:1])
    device = QTest.createTouchDevice()
    for kind in kinds or KINDS:
        act, at, sizes = KINDS[kind]
        for size, busy, each_frame in [(size, 0, size != sizes[1]) for size in sizes] + [(sizes[1], 1, True)]:
            stage = Stage(at, each_frame)
            with recording.load(busy):
                stage.wait(0.3)
                motions = act(stage, device, size)
                stage.until_rest()
            metadata = {
                "device": f"Qt {qVersion()} Flickable, PySide6, offscreen, software renderer", "edge_top": 0,
                "edge_bottom": CONTENT - HEIGHT, "bounds_height": HEIGHT,
                "note": "sampled " + ("by a timer of 16 ms" if each_frame else "where contentY changed"),
            }
            recording.save(
                folder, f"qt-{kind}-{size}" + ("-load" if busy else ""), "qt_flickable.py", f"{kind} {size}", metadata,
                ["t_s", "offset_y_pt"], stage.rows, [{"engine": "qt", **motion} for motion in motions])
            stage.view.close()
            if each_frame:
                stage.timer.stop()
    sys.stdout.flush()
    os._exit(0)  # not by the interpreter's end, which frees None once too often


main(sys.argv[1], sys.argv[2:])
