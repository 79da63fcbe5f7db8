#!/usr/bin/env python3
"""Records libadwaita: AdwSpringAnimation, AdwTimedAnimation on a GtkAdjustment, AdwCarousel; and GTK 4's spin to a child.

    adw_animations.py FOLDER      needs: python3-gi gir1.2-adw-1, an X server
"""
import json, os, sys
import gi
gi.require_version("Adw", "1"); gi.require_version("Gtk", "4.0")
from gi.repository import Adw, GLib, Gtk
folder = sys.argv[1]; os.makedirs(folder, exist_ok=True)
notes = []
KINDS = []
for z, m, k in ((1.0, 1, 500), (0.5, 1, 300), (1.4, 1, 400), (1.0, 0.5, 500), (0.2, 2, 800)):
    KINDS.append((f"spring-z{z}-m{m}-k{k}".replace(".", ""), "spring", (z, m, k)))
KINDS.append(("springv-z10-v3000", "springv", (1.0, 1, 400, 3000)))
for e in ("LINEAR", "EASE_OUT_CUBIC", "EASE_IN_OUT_CUBIC", "EASE_OUT_QUINT", "EASE_IN_OUT_SINE", "EASE_OUT_EXPO", "EASE_OUT_BACK", "EASE_OUT_ELASTIC", "EASE_OUT_BOUNCE", "EASE_IN_OUT_QUINT", "EASE_OUT_CIRC"):
    KINDS.append((f"timed-{e.lower()}", "timed", (e, 600)))
for d in (1, 3): KINDS.append((f"carousel-{d}", "carousel", d))
KINDS.append(("spring-load", "spring", (1.0, 1, 300)))
PENNER = {"LINEAR": "Linear", "EASE_OUT_CUBIC": "OutCubic", "EASE_IN_OUT_CUBIC": "InOutCubic", "EASE_OUT_QUINT": "OutQuint", "EASE_IN_OUT_SINE": "InOutSine", "EASE_OUT_EXPO": "OutExpo", "EASE_OUT_BACK": "OutBack", "EASE_OUT_ELASTIC": "OutElastic", "EASE_OUT_BOUNCE": "OutBounce", "EASE_IN_OUT_QUINT": "InOutQuint", "EASE_OUT_CIRC": "OutCirc"}

def run(app):
    win = Adw.ApplicationWindow(application=app, default_width=400, default_height=600)
    sc = Gtk.ScrolledWindow(); box = Gtk.Box(); box.set_size_request(100, 20000); sc.set_child(box)
    car = Adw.Carousel()
    for i in range(6):
        b = Gtk.Label(label=str(i)); b.set_size_request(300, 200); car.append(b)
    top = Gtk.Box(orientation=Gtk.Orientation.VERTICAL); sc.set_vexpand(True); top.append(sc); top.append(car); win.set_content(top); win.present()
    adj = sc.get_vadjustment(); state = {"rows": None, "get": adj.get_value, "keep": None}
    win.add_tick_callback(lambda w, c: (state["rows"].append((c.get_frame_time() / 1e6, state["get"]())) if state["rows"] is not None else None, True)[1])
    plan = list(KINDS)
    def step():
        if not plan:
            with open(os.path.join(folder, "motions.jsonl"), "w") as f: f.writelines(json.dumps(n) + "\n" for n in notes)
            app.quit(); return False
        name, kind, a = plan.pop(0)
        adj.set_value(2000); car.scroll_to(car.get_nth_page(0), False)
        def begin():
            state["rows"] = []; state["get"] = adj.get_value if kind != "carousel" else lambda: car.get_position() * 400
            GLib.timeout_add(300, act); return False
        def act():
            rows = state["rows"]; at = rows[-1][0]
            target = Adw.CallbackAnimationTarget.new(lambda v: adj.set_value(v))
            if kind.startswith("spring"):
                p = Adw.SpringParams.new(a[0], a[1], a[2]); an = Adw.SpringAnimation.new(win, 2000, 2900, p, target)
                if kind == "springv": an.set_initial_velocity(a[3])
                notes.append({"file": name + ".csv", "law": "springanim", "zeta": a[0], "mass": a[1], "stiffness": a[2], "from": at, "engine": "none"})
            elif kind == "timed":
                an = Adw.TimedAnimation.new(win, 2000, 2900, a[1], target); an.set_easing(getattr(Adw.Easing, a[0]))
                notes.append({"file": name + ".csv", "law": "tween", "ease": "qt:" + PENNER[a[0]], "T": a[1] / 1000, "from": at, "engine": "none"})
            if kind == "carousel":
                car.scroll_to(car.get_nth_page(a), True); an = None
                notes.append({"file": name + ".csv", "law": "springanim", "zeta": 1.0, "mass": .5, "stiffness": 500, "from": at, "engine": "none"})
            if an: an.play()
            state["keep"] = (an, target)
            def end():
                with open(os.path.join(folder, name + ".csv"), "w") as f:
                    f.write("t,y\n"); f.writelines(f"{t - rows[0][0]:.6f},{round(y, 3)}\n" for t, y in rows)
                notes[-1]["from"] = at - rows[0][0]
                print(name, len(rows), rows[0][1], rows[-1][1], flush=True); state["rows"] = None
                GLib.timeout_add(100, step); return False
            GLib.timeout_add(2600, end); return False
        GLib.timeout_add(300, begin); return False
    GLib.timeout_add(800, step)
app = Adw.Application(application_id="org.example.a"); app.connect("activate", run); app.run([])
