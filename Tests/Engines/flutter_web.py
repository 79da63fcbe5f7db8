#!/usr/bin/env python3
"""Records Flutter for the web, as flet-web ships it, in headless Chromium: flings as on Android, iOS, macOS and Linux.

    flutter_web.py FOLDER [KIND ...]      needs: chromium; pip install flet flet-web websocket-client msgpack
"""

import base64, json, os, subprocess, sys, time, urllib.request
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

APP = """
import flet as ft, sys
def main(page):
    page.padding = 0
    view = ft.ListView(expand=True, on_scroll=lambda e: None, scroll_interval=0,
        controls=[ft.Container(height=100, content=ft.Text(str(i))) for i in range(300)])
    def keyed(e):
        code = e.key.lower()
        jobs = {"1": (400, 300, ft.AnimationCurve.EASE), "2": (3000, 1000, ft.AnimationCurve.FAST_OUT_SLOWIN), "3": (1500, 600, ft.AnimationCurve.EASE_IN_OUT_CUBIC_EMPHASIZED),
            "4": (1500, 800, ft.AnimationCurve.DECELERATE), "5": (1500, 800, ft.AnimationCurve.EASE_OUT_CUBIC), "6": (1500, 800, ft.AnimationCurve.LINEAR_TO_EASE_OUT), "7": (1500, 800, ft.AnimationCurve.BOUNCE_OUT),
            "8": (1500, 800, ft.AnimationCurve.ELASTIC_OUT), "9": (1500, 800, ft.AnimationCurve.SLOW_MIDDLE)}
        async def go():
            if code == "0": await view.scroll_to(offset=4000, duration=0)
            if code in jobs:
                d, T, c = jobs[code]
                await view.scroll_to(delta=d, duration=T, curve=c)
        page.run_task(go)
    page.on_keyboard_event = keyed
    page.add(view)
ft.run(main, view=None, port=int(sys.argv[1]))
"""
AGENTS = {
    "android": ("Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36", "Linux armv8l"),
    "ios": ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1", "iPhone"),
    "macos": ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15", "MacIntel"),
    "linux": ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36", "Linux x86_64"),
}
HOOK = """window.__log = []; window.__raf = 0;
const R = window.requestAnimationFrame.bind(window); window.requestAnimationFrame = (f) => R((t) => { window.__raf = t; return f(t) });
const S = WebSocket.prototype.send;
WebSocket.prototype.send = function (d) { const u = new Uint8Array(d.buffer ? d.buffer.slice(d.byteOffset, d.byteOffset + d.byteLength) : d); let s = ''; for (const c of u) s += String.fromCharCode(c);
  window.__log.push([window.__raf, performance.now(), btoa(s)]); return S.call(this, d) };"""
SIZES = [4, 8, 16, 30, 45]
KINDS = {"fling": 1, "edge": -1, "pull": 0, "animate": 2}


def find(value):
    if isinstance(value, dict):
        if "pixels" in value or "p" in value and isinstance(value["p"], float):
            return value.get("pixels", value.get("p"))
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            if (found := find(item)) is not None:
                return found
    return None


def decode(text):
    import msgpack
    data = base64.b64decode(text)
    for skip in range(3):
        try:
            return msgpack.unpackb(data[skip:])
        except Exception:
            pass
    return None


def main(folder, wanted):
    import chromium, recording
    os.makedirs(folder, exist_ok=True)
    port = 8561
    app = subprocess.Popen([sys.executable, "-c", APP, str(port)], env=dict(os.environ, FLET_WEB_NO_CDN="true", FLET_WEB_RENDERER="canvaskit"))
    notes = []
    try:
        time.sleep(4)
        for platform in [w for w in wanted if w in AGENTS] or AGENTS:
            b = chromium.Browser(None)
            b.call("Emulation.setUserAgentOverride", userAgent=AGENTS[platform][0], platform=AGENTS[platform][1])
            b.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
            b.call("Page.enable")
            b.call("Page.addScriptToEvaluateOnNewDocument", source=HOOK)
            b.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
            time.sleep(14)
            def drag(step, count=8, hold=0.0):
                return chromium.drag(b, step, count, hold, middle=257)

            def key(k):
                now = b.evaluate("performance.now()")
                for kind in ("keyDown", "keyUp"):
                    b.call("Input.dispatchKeyEvent", type=kind, key=k, code="Digit" + k, windowsVirtualKeyCode=ord(k), nativeVirtualKeyCode=ord(k), **({"text": k} if kind == "keyDown" else {}))
                return now
            plan = [("fling", s, 0) for s in SIZES] + [("fling", 16, 1)]
            plan += [("edge", s, 0) for s in (10, 25, 40)]
            if platform in ("ios", "macos"):
                plan += [("pull", s, 0) for s in (10, 25, 45)]
            if platform == "android":
                plan += [("animate", s, 0) for s in range(1, 10)]
            for kind, size, busy in plan:
                if wanted and not any(w == kind or w in AGENTS for w in wanted):
                    continue
                key("0"); time.sleep(0.7)
                if kind == "edge":   # close to the top
                    for _ in range(9):
                        drag(45); time.sleep(0.02)
                    time.sleep(3.5)
                    drag(-15, 10, hold=0.3); time.sleep(0.5)
                if kind == "pull":
                    for _ in range(9):
                        drag(45); time.sleep(0.02)
                    time.sleep(3.5)
                b.evaluate("__log.length = 0")
                with recording.load(busy * 2):
                    time.sleep(0.2)
                    at = key(str(size)) if kind == "animate" else drag({"fling": -size, "edge": size, "pull": size}[kind], 10 if kind == "pull" else 8, 0.35 if kind == "pull" else 0)
                    time.sleep(4.5 if kind == "fling" else 2.5)
                rows = []
                for raf, now, text in json.loads(b.evaluate("JSON.stringify(__log)")):
                    message = decode(text)
                    pixels = find(message) if message else None
                    if pixels is not None and (not rows or rows[-1][0] != raf or rows[-1][2] != pixels):
                        rows.append((raf, now, pixels))
                name = f"{platform}-{kind}-{size}" + ("-load" if busy else "")
                if len(rows) < 8:
                    print(name, "only", len(rows), "rows"); continue
                with open(os.path.join(folder, name + ".csv"), "w") as file:
                    file.write("time_ms,pixels\n")
                    file.writelines(f"{t:.1f},{round(y, 4)}\n" for t, _, y in rows)
                notes.append({"file": name + ".csv", "from": at / 1000, "engine": "flutter", "law": f"flutter-{kind}", "platform": platform, "size": size, "sent": [r[1] for r in rows]})
                print(name, len(rows), rows[0][2], rows[-1][2], flush=True)
            b.close()
    finally:
        app.terminate()
        with open(os.path.join(folder, f"notes-{'-'.join(wanted) or 'all'}.jsonl"), "w") as file:
            file.writelines(json.dumps(n) + "\n" for n in notes)


main(sys.argv[1], sys.argv[2:])
