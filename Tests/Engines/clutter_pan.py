#!/usr/bin/env python3
"""Records Clutter: the kinetic ClutterPanAction driven by a mouse, and ClutterScrollActor's animations.

    clutter_pan.py FOLDER      needs: python3-gi gir1.2-clutter-1.0 xdotool, an X server with GL
"""
import json, os, subprocess, sys, threading, time
import gi
gi.require_version("Clutter", "1.0")
from gi.repository import Clutter, GLib
folder = sys.argv[1]; os.makedirs(folder, exist_ok=True)
Clutter.init([])
stage = Clutter.Stage(); stage.set_size(400, 600); stage.set_position(0, 0)
content = Clutter.Actor(); content.set_size(400, 20000); content.set_background_color(Clutter.Color.get_static(Clutter.StaticColor.BLUE)); content.set_reactive(True); stage.add_child(content)
pan = Clutter.PanAction(); pan.set_interpolate(True); pan.set_pan_axis(Clutter.PanAxis.Y_AXIS) 
off = {"y": 0.0}
def on_pan(action, actor, interpolated):
    if interpolated: dx, dy = action.get_interpolated_coords(0)[:2] if False else (0, action.get_interpolated_delta()[-1])
    else: dy = action.get_motion_delta(0)[-1]
    off["y"] -= dy
    content.set_translation(0, -off["y"], 0)
    return True
pan.connect("pan", on_pan)
content.add_action(pan)
scroll = Clutter.ScrollActor(); scroll.set_size(100, 100); inner = Clutter.Actor(); inner.set_size(100, 5000); scroll.add_child(inner); stage.add_child(scroll)
spos = {"y": 0}
stage.show()
rows = []; start = time.perf_counter(); now = lambda: time.perf_counter() - start
rec = {"on": False, "get": lambda: off["y"]}
tl = Clutter.Timeline.new(10000000); tl.set_repeat_count(-1)
tl.connect("new-frame", lambda t, ms: rows.append((now(), rec["get"]())) if rec["on"] else None); tl.start()
notes = []
x = lambda *a: subprocess.run(["xdotool", *map(str, a)])
def ui(f):
    d = threading.Event(); r = []
    def g():
        r.append(f()); d.set(); return False
    GLib.idle_add(g); d.wait(); return r[0]
def save(name, note):
    with open(os.path.join(folder, name + ".csv"), "w") as f:
        f.write("t,y\n"); f.writelines(f"{t:.4f},{round(y, 3)}\n" for t, y in rows)
    print(name, len(rows), rows[0][1], rows[-1][1], flush=True); notes.append({"file": name + ".csv", "engine": "none", **note})
def drive():
    time.sleep(1.5)
    for dec in (0.95, 0.9):
        ui(lambda: pan.set_deceleration(dec))
        for step in (5, 15, 35, 60):
            ui(lambda: off.update(y=4000.0)); x("mousemove", 200, 560); time.sleep(.4); rows.clear(); rec["on"] = True; time.sleep(.3)
            x("mousedown", 1)
            for _ in range(8): time.sleep(.011); x("mousemove_relative", "--", 0, -step)
            x("mouseup", 1); at = now(); time.sleep(4); rec["on"] = False
            save(f"pan{str(dec)[2:]}-{step}", {"law": "clutter-pan", "rate": dec, "from": at})
    rec["get"] = lambda: -scroll.get_transition("x") if False else inner.get_transformed_position()[1] * -1
    with open(os.path.join(folder, "motions.jsonl"), "w") as f: f.writelines(json.dumps(n) + "\n" for n in notes)
    os._exit(0)
threading.Thread(target=drive, daemon=True).start()
Clutter.main()
