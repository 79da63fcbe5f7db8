#!/usr/bin/env python3
"""Records Kivy's effects with other frictions and spring constants, and Animation on a value, driven by its Clock.

    kivy_more.py FOLDER      needs: pip install kivy
"""
import json, os, sys, time
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1", KIVY_METRICS_DENSITY="1", KIVY_DPI="96")
from kivy.clock import Clock
from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.effects.opacityscroll import OpacityScrollEffect
from kivy.effects.scroll import ScrollEffect
from kivy.animation import Animation
from kivy.properties import NumericProperty
from kivy.event import EventDispatcher
folder = sys.argv[1]; os.makedirs(folder, exist_ok=True); notes = []
class Box(EventDispatcher):
    scroll = NumericProperty(2000)
    uid = NumericProperty(1)
def record(name, make, act, note):
    o = make(); rows = []; Clock.tick(); start = Clock.get_time()
    def frames(s):
        end = time.perf_counter() + s
        while time.perf_counter() < end:
            Clock.tick(); rows.append((Clock.get_time() - start, o.scroll))
    frames(.3); act(o, frames, rows); at = rows[-1][0]
    frames(.3)
    while rows[-1][1] != rows[-15][1] and rows[-1][0] < 12: frames(.2)
    frames(.7)
    with open(os.path.join(folder, name + ".csv"), "w") as f:
        f.write("t,y\n"); f.writelines(f"{t:.4f},{round(y, 3)}\n" for t, y in rows)
    print(name, len(rows), rows[0][1], rows[-1][1], flush=True); notes.append({"file": name + ".csv", "engine": "kivy", "from": at, **note})
def drag(dist, sec, hold=0):
    def act(e, frames, rows):
        b = time.perf_counter(); e.start(0)
        while (s := (time.perf_counter() - b) / sec) < 1: e.update(dist * s); frames(.001)
        e.update(dist); 
        h = time.perf_counter() + hold
        while time.perf_counter() < h: frames(.001); e.update(dist)
        e.stop(dist)
    return act
for fr in (0.02, 0.1, 0.2):
    for v in (300, 900, 2500):
        record(f"friction{str(fr)[2:]}-{v}", lambda: ScrollEffect(min=0, max=8000, value=2000, friction=fr), drag(v * .15, .15), {"law": "kivy-friction", "friction": fr})
for k, d in ((4.0, .25), (1.0, .1)):
    for p in (100, 300):
        record(f"damped-k{int(k)}-{p}", lambda: DampedScrollEffect(min=0, max=8000, value=0, spring_constant=k, edge_damping=d), drag(-p, .3, .3), {"law": "kivy-damped", "k": k, "d": d})
for p in (100, 300):
    record(f"opacity-{p}", lambda: OpacityScrollEffect(min=0, max=8000, value=0), drag(-p, .3, .3), {"law": "kivy-damped", "k": 2.0, "d": .25})
for t in ("linear", "in_out_quad", "out_cubic", "in_out_cubic", "out_expo", "out_back", "out_elastic", "out_bounce", "in_out_sine", "out_circ", "in_quad"):
    record(f"anim-{t}", Box, lambda o, f, r, t=t: Animation(scroll=3200, d=.8, t=t).start(o), {"law": "tween", "ease": "kivy:" + t, "T": .8, "engine": "none"})
with open(os.path.join(folder, "motions.jsonl"), "w") as f: f.writelines(json.dumps(n) + "\n" for n in notes)
