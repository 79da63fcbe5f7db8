#!/usr/bin/env python3
"""Records the Flickable of Slint in a window of an X server, driven by a mouse.

    slint_flickable.py FOLDER [KIND ...]      needs: pip install --pre slint; Xvfb and xdotool, DISPLAY set
"""

import datetime, json, os, subprocess, sys, tempfile, threading, time
os.environ.setdefault("SLINT_BACKEND", "winit-software")
import slint
import importlib.metadata

SOURCE = """
import { ListView } from "std-widgets.slint";
export component Main inherits Window { width: 400px; height: 600px;
  out property <length> at: f.viewport-y;
  public function jump(to: length) { f.viewport-y = to; }
  f := Flickable { width: 100%; height: 100%; viewport-height: 20000px;
    Rectangle { height: 20000px; background: @linear-gradient(180deg, white, gray); } } }
"""
VERSION = importlib.metadata.version("slint")
KINDS = {"fling": (-4000, {str(s): -s for s in (6, 14, 30, 58)}, 16), "back": (-4000, {str(s): s for s in (10, 40)}, 16),
         "edge": (-250, {str(s): s for s in (15, 30, 58)}, 16), "fling120": (-4000, {"20": -20, "45": -45}, 8), "fling30": (-4000, {"30": -30}, 33),
         "wheel": (-4000, {"1": 1, "3": 3}, 16)}


def x(*words):
    subprocess.run(["xdotool", *map(str, words)])


def drive(window, folder, kinds, quit):
    rows, notes = [], []
    start = time.perf_counter()
    now = lambda: time.perf_counter() - start
    box = {}

    def sample():
        rows.append((now(), -window.at))
    def on_ui(action):  # the interface belongs to the main thread: a timer of it looks what is to do
        box["do"] = action
        while "do" in box:
            time.sleep(0.005)
    window._box = box
    time.sleep(1)
    for kind, (at, sizes, interval) in kinds.items():
        for size, busy in [(s, 0) for s in sizes] + [(list(sizes)[len(sizes) // 2], 1)]:
            step = sizes[size]
            x("mousemove", 200, 560 if step < 0 else 40 if kind != "wheel" else 300)
            on_ui(lambda: window.jump(at))
            time.sleep(0.6)
            on_ui(lambda: box.update(timer=start_timer(interval, sample)))
            rows.clear()
            burner = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * busy)]
            time.sleep(0.3)
            if kind == "wheel":
                begin = now()
                for _ in range(step):
                    x("click", 5)
            else:
                x("mousedown", 1)
                for _ in range(8):
                    time.sleep(0.011)
                    x("mousemove_relative", "--", 0, step)
                x("mouseup", 1)
                begin = now()
            time.sleep(3)
            for b in burner:
                b.kill(); b.wait()
            on_ui(lambda: box["timer"].stop())
            name = f"slint{VERSION.split('.')[1]}-{kind}-{size}" + ("-load" if busy else "")
            kept = list(rows)
            with open(os.path.join(folder, name + ".csv"), "w") as file:
                file.write("t,y\n")
                file.writelines(f"{t:.4f},{round(y, 3)}\n" for t, y in kept)
            print(name, len(kept), kept[0][1], kept[-1][1], flush=True)
            notes.append({"file": name + ".csv", "from": begin, "engine": "slint", "law": "coulomb" if kind != "wheel" and VERSION[:3] != "1.9" else "tween" if kind != "wheel" else "none",
                          "why": "wheel", "ease": "bezier(0,0,0.58,1)", "T": 0.25})
    with open(os.path.join(folder, f"notes-{VERSION}.jsonl"), "w") as file:
        file.writelines(json.dumps(n) + "\n" for n in notes)
    os._exit(0)


def start_timer(interval, sample):
    timer = slint.Timer()
    timer.start(slint.TimerMode.Repeated, datetime.timedelta(milliseconds=interval), sample)
    return timer


def main(folder, kinds):
    os.makedirs(folder, exist_ok=True)
    path = tempfile.mktemp(suffix=".slint")
    open(path, "w").write(SOURCE)
    window = slint.load_file(path).Main()
    class Proxy:
        at = property(lambda self: window.at)
        def jump(self, to): window.jump(to)
    proxy = Proxy()
    def poll():
        box = getattr(proxy, "_box", {})
        if "do" in box:
            box["do"]()
            del box["do"]
    timer = start_timer(7, poll)
    threading.Thread(target=drive, args=(proxy, folder, {k: v for k, v in KINDS.items() if not kinds or k in kinds}, None), daemon=True).start()
    window.run()


main(sys.argv[1], sys.argv[2:])
