#!/usr/bin/env python3
"""Records what else scrolls in Qt: easings on a scroll bar and on contentY, SmoothedAnimation, SpringAnimation, snapping lists, paths.

    qt_animations.py FOLDER [KIND ...]      needs: pip install PySide6-Essentials
"""
import json, os, sys, time
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from PySide6.QtCore import QEasingCurve, QPoint, QPointF, QPropertyAnimation, QTimer, QUrl, Qt
from PySide6.QtQuick import QQuickView
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea
import recording

NONES = [None] * 1_000_000
QML = """
import QtQuick
import QtQuick.Controls
Item { width: 360; height: 640; property real pos: %POS%; property alias target: it
  %BODY%
  function go(v) { %GO% }
  function jump(v) { %JUMP% }
}
"""
FLICK = "Flickable { id: it; anchors.fill: parent; contentWidth: 360; contentHeight: 20000; %MORE% Rectangle { width: 360; height: 20000; color: 'gray' } %ANIM% }"
def flick(more="", anim="", go="", jump="it.contentY = v"):
    return QML.replace("%POS%", "it.contentY").replace("%BODY%", FLICK.replace("%MORE%", more).replace("%ANIM%", anim)).replace("%GO%", go).replace("%JUMP%", jump)
def ani(kind, extra):
    return flick(anim=f"{kind} {{ id: an; target: it; property: 'contentY'; {extra} }}", go="an.to = v; an.start()")
def lst(extra, size=100):
    return QML.replace("%POS%", "it.contentY").replace("%BODY%", f"ListView {{ id: it; anchors.fill: parent; model: 300; {extra}; delegate: Rectangle {{ width: 360; height: {size}; border.width: 1 }} }}").replace("%GO%", "it.currentIndex = v").replace("%JUMP%", "it.contentY = v")
def behave(b):
    return QML.replace("%POS%", "it.y").replace("%BODY%", f"Rectangle {{ id: it; width: 100; height: 100; {b} }}").replace("%GO%", "it.y = v").replace("%JUMP%", "")

def touch(step, count=8, hold=0.0):
    def act(s):
        y = 320 - step * count // 2
        QTest.touchEvent(s.view, s.device).press(1, QPoint(180, y)).commit()
        for i in range(1, count + 1):
            s.wait(0.016)
            QTest.touchEvent(s.view, s.device).move(1, QPoint(180, y + step * i)).commit()
        s.wait(hold)
        QTest.touchEvent(s.view, s.device).release(1, QPoint(180, y + step * count)).commit()
    return act
def go(v):
    return lambda s: s.view.rootObject().metaObject().invokeMethod(s.view.rootObject(), "go", Qt.DirectConnection, *([] if False else [__import__("PySide6.QtCore", fromlist=["Q_ARG"]).Q_ARG("QVariant", v)]))

K = {}
def add(kind, size, qml, at, act, note, hz=60, edge=None): K.setdefault(kind, {})[size] = (qml, at, act, note, hz)
tw = lambda e, T=None: {"law": "tween", "ease": e, "T": T}
for hz in (30, 60, 75, 120, 144):
    add("number", f"inoutquad-{hz}hz", ani("NumberAnimation", "duration: 500; easing.type: Easing.InOutQuad"), 2000, go(3200), tw("qt:InOutQuad", .5), hz)
for e in ("Linear", "OutQuad", "OutQuart", "OutQuint", "InOutSine", "OutCirc", "OutBack", "OutElastic", "OutBounce", "InCubic", "OutInCubic"):
    add("number", e.lower(), ani("NumberAnimation", f"duration: 700; easing.type: Easing.{e}"), 2000, go(3000), tw("qt:" + e, .7))
for v in (200, 1000):
    for d in (300, 2000):
        add("smoothed", f"v{v}-{d}", ani("SmoothedAnimation", f"velocity: {v}; duration: -1"), 2000, go(2000 + d), {"law": "smoothed", "velocity": v})
add("smoothed", "d500-600", ani("SmoothedAnimation", "velocity: -1; duration: 500"), 2000, go(2600), {"law": "smoothed", "velocity": -1})
for k, d, m in ((2, .2, 1), (5, .2, 1), (3, .5, 2), (10, .35, 1)):
    add("spring", f"k{k}-d{d}-m{m}".replace(".", ""), behave(f"Behavior on y {{ SpringAnimation {{ spring: {k}; damping: {d}; mass: {m} }} }}"), 0, go(400), {"law": "spring", "spring": k, "damping": d, "mass": m})
for dec in (500, 5000):
    for s in (8, 20, 45):
        add("decel", f"{dec}-{s}", flick(f"flickDeceleration: {dec}; maximumFlickVelocity: 10000;"), 6000, touch(-s), {"law": "coulomb", "engine": "none", "value": dec})
for hz in (30, 75, 120, 144):
    add("flickrate", f"{hz}hz", flick(), 6000, touch(-20), {"law": "coulomb", "engine": "qt"}, hz)
for s in (6, 20, 45):
    add("snap", f"toitem-{s}", lst("snapMode: ListView.SnapToItem"), 6000, touch(-s), {"law": "none", "why": "snapping"})
    add("snap", f"one-{s}", lst("snapMode: ListView.SnapOneItem", 640), 6400, touch(-s), {"law": "none", "why": "snapping"})
for d in (1, 6, 40):
    add("highlight", f"default-{d}", lst("highlightFollowsCurrentItem: true; preferredHighlightBegin: 0; preferredHighlightEnd: 100; highlightRangeMode: ListView.StrictlyEnforceRange; currentIndex: 0"), 0, go(d), {"law": "smoothed", "velocity": 400})
    add("highlight", f"dur-{d}", lst("highlightMoveDuration: 600; highlightMoveVelocity: -1; preferredHighlightBegin: 0; preferredHighlightEnd: 100; highlightRangeMode: ListView.StrictlyEnforceRange; currentIndex: 0"), 0, go(d), {"law": "smoothed", "velocity": -1})
pv = QML.replace("%POS%", "it.offset * 100").replace("%BODY%", "PathView { id: it; anchors.fill: parent; model: 40; pathItemCount: 6; delegate: Rectangle { width: 300; height: 100; border.width: 1 } path: Path { startX: 180; startY: 0; PathLine { x: 180; y: 640 } } }").replace("%GO%", "").replace("%JUMP%", "")
for s in (8, 20, 40):
    add("pathview", f"{s}", pv, 0, touch(s), {"law": "none", "why": "PathView"})
sv = QML.replace("%POS%", "it.contentItem.contentX").replace("%BODY%", "SwipeView { id: it; anchors.fill: parent; Repeater { model: 8; Rectangle { border.width: 1 } } }").replace("%GO%", "it.currentIndex = v").replace("%JUMP%", "")
for d in (1, 3, 7):
    add("swipeview", f"{d}", sv, 0, go(d), {"law": "none", "why": "SwipeView"})
for s in (10, 25, 45):
    add("drag-over", f"{s}", flick("boundsBehavior: Flickable.DragAndOvershootBounds; rebound: Transition { NumberAnimation { properties: 'x,y'; duration: 600; easing.type: Easing.OutBounce } }"), 0, touch(s, hold=.3), tw("qt:OutBounce", .6))

class Stage:
    def __init__(self, qml, at, hz, device):
        path = f"/tmp/qa-{os.getpid()}.qml"; open(path, "w").write(qml)
        self.device = device
        self.view = QQuickView(); self.view.setResizeMode(QQuickView.SizeRootObjectToView)
        self.view.resize(360, 640)
        self.view.setSource(QUrl.fromLocalFile(path))
        assert self.view.rootObject(), self.view.errors()
        self.view.show(); self.root = self.view.rootObject()
        self.wait(.2)
        if at:
            from PySide6.QtCore import Q_ARG
            self.root.metaObject().invokeMethod(self.root, "jump", Qt.DirectConnection, Q_ARG("QVariant", float(at)))
        self.wait(.4); self.start = time.perf_counter(); self.rows = []
        self.timer = QTimer(timerType=Qt.PreciseTimer, interval=round(1000 / hz)); self.timer.timeout.connect(self.sample); self.timer.start()
    def now(self): return time.perf_counter() - self.start
    def sample(self): self.rows.append((self.now(), self.root.property("pos")))
    def wait(self, s):
        end = time.perf_counter() + s
        while time.perf_counter() < end:
            QApplication.processEvents(); time.sleep(.0005)
    def rest(self):
        begin = self.now()
        while self.now() < begin + 8:
            self.wait(.1)
            last = self.rows[-1][1]
            moved = [t for t, y in self.rows if y != last]
            if self.now() - max([begin] + moved) > .7: break

def main(folder, kinds):
    os.makedirs(folder, exist_ok=True)
    app = QApplication(sys.argv[:1]); device = QTest.createTouchDevice(); notes = []
    def save(name, rows, note, whole=False):
        with open(os.path.join(folder, name + ".csv"), "w") as f:
            f.write("t,y\n"); f.writelines(f"{t:.4f},{y if whole else round(y, 4)}\n" for t, y in rows)
        notes.append({"file": name + ".csv", "engine": "none", **note}); print(name, len(rows), rows[0][1], rows[-1][1], flush=True)
    for kind in K:
        if kinds and kind not in kinds: continue
        for size, (qml, at, act, note, hz) in K[kind].items():
            s = Stage(qml, at, hz, device); s.wait(.25); begin = s.now()
            act(s); note = {**note, "from": begin if "tween" == note["law"] else s.now()}
            s.rest(); s.timer.stop(); s.view.close()
            save(f"{kind}-{size}", s.rows, note)
    if not kinds or "scrollbar" in kinds:
        area = QScrollArea(); label = QLabel(); label.setFixedSize(300, 20000); area.setWidget(label); area.resize(320, 640); area.show()
        bar = area.verticalScrollBar()
        for e in ("Linear", "InOutQuad", "OutCubic", "InOutCubic", "OutExpo", "OutQuint", "InOutBack", "OutElastic", "InQuad", "CosineCurve" if False else "InOutExpo"):
            for T, d in ((500, 1200),):
                bar.setValue(2000); rows = []; start = time.perf_counter()
                timer = QTimer(timerType=Qt.PreciseTimer, interval=16); timer.timeout.connect(lambda: rows.append((time.perf_counter() - start, bar.value()))); timer.start()
                end = time.perf_counter() + .3
                while time.perf_counter() < end: QApplication.processEvents(); time.sleep(.0005)
                a = QPropertyAnimation(bar, b"value"); a.setDuration(T); a.setEndValue(2000 + d); a.setEasingCurve(QEasingCurve(getattr(QEasingCurve.Type, e))); begin = time.perf_counter() - start; a.start()
                end = time.perf_counter() + 1.6
                while time.perf_counter() < end: QApplication.processEvents(); time.sleep(.0005)
                timer.stop(); save(f"scrollbar-{e.lower()}", rows, {**tw("qt:" + e, T / 1000), "from": begin}, True)
    with open(os.path.join(folder, f"notes-{'-'.join(kinds) or 'all'}.jsonl"), "w") as f:
        f.writelines(json.dumps(n) + "\n" for n in notes)
    sys.stdout.flush(); os._exit(0)

main(sys.argv[1], sys.argv[2:])
