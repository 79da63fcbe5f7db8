#!/usr/bin/env python3
"""Records what JavaScript libraries scroll in headless Chromium: animations to a place, and glides after a touch.

    weblibs.py FOLDER [KIND ...]      needs: chromium, the libraries below; pip install websocket-client
"""

import json
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.argv, arguments = sys.argv[:1] + ["x"], sys.argv
import recording
from chromium import Browser, drag
sys.argv = arguments

JS = "file:///usr/share/javascript"

# A page: scripts, styles, body, set-up, and the offset that is read once a frame.
TALL = "<div id=tall style='height:40000px;background:linear-gradient(white,gray)'></div>"
ITEMS = "".join(f"<p style='height:100px;margin:0;box-sizing:border-box;border-bottom:1px solid gray'>{i}</p>" for i in range(200))
PAGE_TOP = "document.scrollingElement.scrollTop"
PAGES = {
    "plain": ([], "", TALL, "", PAGE_TOP),
    "jquery": ([f"{JS}/jquery/jquery.js", f"{JS}/jquery-ui/jquery-ui.js"], "", TALL, "", PAGE_TOP),
    "scrollto": ([f"{JS}/jquery/jquery.js", f"{JS}/jquery-scrollto/jquery.scrollTo.js"], "", TALL, "", PAGE_TOP),
    "mootools": ([f"{JS}/mootools/mootools.js", f"{JS}/mootools/mootools-more.js"], "", TALL, "", PAGE_TOP),
    "scriptaculous": ([f"{JS}/prototype/prototype.js", f"{JS}/scriptaculous/scriptaculous.js", f"{JS}/scriptaculous/effects.js"], "",
        "<div style='height:2000px'></div><div id=a style='height:350px'></div><div id=b style='height:1500px'></div><div id=c></div>" + TALL, "", PAGE_TOP),
    "d3": ([f"{JS}/d3/d3.js"], "", TALL, "", PAGE_TOP),
    "iscroll": ([f"{JS}/iscroll/iscroll.js"], "",
        f"<div id=w style='position:absolute;top:0;left:0;width:800px;height:600px;overflow:hidden'><div id=s>{ITEMS}</div></div>",
        "s = new IScroll('#w', Object.assign({probeType:3, mouseWheel:true, disablePointer:true, disableTouch:false}, OPTIONS)); s.scrollTo(0, -AT);",
        "-s.getComputedPosition().y"),
    "iscroll-raf": ([f"{JS}/iscroll/iscroll-probe.js"], "",
        f"<div id=w style='position:absolute;top:0;left:0;width:800px;height:600px;overflow:hidden'><div id=s>{ITEMS}</div></div>",
        "s = new IScroll('#w', Object.assign({probeType:3, mouseWheel:true, disablePointer:true, disableTouch:false, useTransition:false}, OPTIONS)); s.scrollTo(0, -AT);",
        "-s.getComputedPosition().y"),
    "leaflet": ([f"{JS}/leaflet/leaflet.js"], f"{JS}/leaflet/leaflet.css",
        "<div id=m style='width:800px;height:600px'></div>",
        "m = L.map('m', Object.assign({center:[10,0], zoom:7}, OPTIONS));", "-m._getMapPanePos().y"),
    "openlayers": ([f"{JS}/openlayers/OpenLayers.js"], "",
        "<div id=m style='width:800px;height:600px'></div>",
        """m = new OpenLayers.Map('m', Object.assign({controls:[new OpenLayers.Control.Navigation({dragPanOptions:{enableKinetic:true}}), new OpenLayers.Control.TouchNavigation({dragPanOptions:{enableKinetic:true}})],
           projection:'EPSG:3857', maxExtent:[-2e7,-2e7,2e7,2e7]}, OPTIONS));
           m.addLayer(new OpenLayers.Layer('b', {isBaseLayer:true})); m.setCenter([0,0], 12);
           o = m.getCenter(); r = m.getResolution()""", "-m.getCenter().lat / m.getResolution()"),
    "perfect": ([f"{JS}/utatti-perfect-scrollbar/dist/perfect-scrollbar.js"], "",
        f"<style>#w{{overflow:hidden!important;touch-action:none}}</style><div id=w style='position:relative;width:800px;height:600px'><div>{ITEMS}</div></div>",
        "s = new PerfectScrollbar('#w'); w.scrollTop = AT", "w.scrollTop"),
    "nicescroll": ([f"{JS}/jquery/jquery.js", f"{JS}/jquery-nicescroll/jquery.nicescroll.js"], "",
        f"<div id=w style='position:relative;width:800px;height:600px;overflow:hidden'><div id=s>{ITEMS}</div></div>",
        "n = $('#w').niceScroll(Object.assign({touchbehavior:true, emulatetouch:true}, OPTIONS)); w.scrollTop = AT", 
        "(() => { const k = getComputedStyle(w.firstElementChild).transform; return w.scrollTop - (k === 'none' ? 0 : new DOMMatrix(k).m42) })()"),
    "slick": ([f"{JS}/jquery/jquery.js", f"{JS}/slick/slick.js"], f"{JS}/slick/slick.css",
        "<div id=w style='width:800px'>" + "".join(f"<div><div style='height:500px;border:1px solid'>{i}</div></div>" for i in range(12)) + "</div>",
        "$('#w').slick(Object.assign({infinite:false, arrows:false}, OPTIONS))",
        "-new DOMMatrix(getComputedStyle(document.querySelector('.slick-track')).transform).m41"),
    "bootstrap": ([f"{JS}/jquery/jquery.js", f"{JS}/bootstrap4/js/bootstrap.bundle.js"], f"{JS}/bootstrap4/css/bootstrap.css",
        "<div id=w class='carousel slide' style='width:800px'><div class=carousel-inner>" + "".join(
            f"<div class='carousel-item {'active' if i == 0 else ''}' style='height:500px'>{i}</div>" for i in range(4)) + "</div></div>",
        "first = document.querySelector('.carousel-item.active')", "-first.getBoundingClientRect().left + 0"),
    "snap": ([], "", "<style>html{scroll-snap-type:y mandatory} section{height:700px;scroll-snap-align:start;border-bottom:1px solid}</style>" +
        "".join(f"<section>{i}</section>" for i in range(60)), "", PAGE_TOP),
    "snapnear": ([], "", "<style>html{scroll-snap-type:y proximity} section{height:400px;scroll-snap-align:start;border-bottom:1px solid}</style>" +
        "".join(f"<section>{i}</section>" for i in range(60)), "", PAGE_TOP),
    "anchor": ([], "", "<style>html{scroll-behavior:smooth}</style><div style='height:3000px'></div><a name=a></a><div style='height:350px'></div><a name=b></a><div style='height:4000px'></div><a name=c></a>" + TALL, "", PAGE_TOP),
    "css": ([], "", "<style>body{overflow:hidden;margin:0}#w{position:absolute;top:0;width:300px;height:4000px;background:linear-gradient(red,blue)}</style><div id=w></div>", "",
        "-new DOMMatrix(getComputedStyle(w).transform).m42"),
}
HARNESS = """<script>
"use strict";
var rows = [], recording = false, AT = %AT%, OPTIONS = %OPTIONS%, s, m, n, o, r, first;
function frame(time) { if (!recording) return; rows.push([time, +OFFSET()]); requestAnimationFrame(frame); }
function OFFSET() { return %OFFSET%; }
function startRecording() {
  if (%PAGED%) window.scrollTo({ top: AT, behavior: "instant" });
  return new Promise((done) => setTimeout(() => { rows = []; recording = true; requestAnimationFrame(frame); setTimeout(done, 300); }, 400));
}
function untilRest(limit) {
  const begin = performance.now();
  return new Promise((resolve) => { const timer = setInterval(() => {
    let last = rows.length - 1;
    while (last > 0 && Math.abs(rows[last - 1][1] - rows[rows.length - 1][1]) < 1e-6) last--;
    const now = performance.now();
    if (now - Math.max(rows[last][0], begin) < 800 && now - begin < limit) return;
    clearInterval(timer); recording = false; resolve(JSON.stringify(rows)); }, 100); });
}
</script>"""


def page(folder, lib, at, options):
    scripts, style, body, setup, offset = PAGES[lib]
    harness = (HARNESS.replace("%AT%", str(at)).replace("%OPTIONS%", options).replace("%OFFSET%", offset)
               .replace("%PAGED%", "true" if offset == PAGE_TOP else "false"))
    path = os.path.join(folder, lib + ".html")
    with open(path, "w") as file:
        file.write("<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'><style>body{margin:0}</style>"
                   + (f"<link rel=stylesheet href='{style}'>" if style else "") + "".join(f"<script src='{s}'></script>" for s in scripts)
                   + "<body>" + harness + body + f"<script>{setup}; var ready = true</script>")
    return "file://" + path


def js(code):
    return lambda b: b.evaluate(f"(() => {{ const now = performance.now(); {code}; return now }})()")


def touch(step, count=8):
    return lambda b: drag(b, step, count)


def mouse(step, count=8):
    def act(b):
        y = 300 - step * count // 2
        e = lambda kind, y: b.call("Input.dispatchMouseEvent", type=kind, x=400, y=y, button="left", buttons=1, clickCount=1)
        e("mousePressed", y)
        begin = time.perf_counter()
        for i in range(1, count + 1):
            time.sleep(max(0, begin + i * 0.016 - time.perf_counter()))
            e("mouseMoved", y + i * step)
        e("mouseReleased", y + step * count)
        return b.evaluate("performance.now()")
    return act


def swipe_x(step, count=8):
    def act(b):
        x = 400 - step * count // 2
        t = lambda kind, points: b.send("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        t("touchStart", [{"x": x, "y": 300}])
        begin = time.perf_counter()
        for i in range(1, count + 1):
            time.sleep(max(0, begin + i * 0.016 - time.perf_counter()))
            t("touchMove", [{"x": x + i * step, "y": 300}])
        t("touchEnd", [])
        return b.evaluate("performance.now()")
    return act


def wheel(delta):
    def act(b):
        now = b.evaluate("performance.now()")
        b.call("Input.dispatchMouseEvent", type="mouseWheel", x=400, y=300, deltaX=0, deltaY=delta)
        return now
    return act


def tween(ease, T=None, **more):
    return {"law": "tween", "ease": ease, **({"T": T} if T else {}), **more}


# kind: {size: (page, offset at the start, options, act, note of the truth)}
UI = ["linear", "swing"] + [f"ease{d}{f}" for f in ("Quad", "Cubic", "Quart", "Quint", "Expo", "Sine", "Circ", "Elastic", "Back", "Bounce") for d in ("In", "Out", "InOut")]
KINDS = {
    "jquery-animate": {f"{d}-{T}": ("jquery", 2000, "{}", js(f"$('html').animate({{scrollTop: 2000 + {d}}}, {T})"), tween("swing", T / 1000))
        for d, T in ((300, 400), (1500, 600), (6000, 1000), (-900, 200))},
    "jquery-ease": {e: ("jquery", 2000, "{}", js(f"$('html').animate({{scrollTop: 3200}}, 800, '{e}')"), tween(e, 0.8)) for e in UI},
    "jquery-scrollto": {f"{d}": ("scrollto", 2000, "{}", js(f"$.scrollTo(2000 + {d}, {T})"), tween("swing", T / 1000)) for d, T in ((400, 500), (3000, 900))},
    "mootools": {f"{n}": ("mootools", 2000, "{}", js(f"new Fx.Scroll(window, {{duration: {T}, transition: '{t}'}}).start(0, 2000 + {d})"), tween(e, T / 1000))
        for n, d, T, t, e in (("sine-500", 900, 500, "sine:in:out", "swing"), ("sine-250", 300, 250, "sine:in:out", "swing"), ("expo-out", 1500, 700, "expo:out", "moo-expo-out"),
            ("quart-inout", 2500, 1000, "quart:in:out", "easeInOutQuart"), ("circ-out", 1500, 600, "circ:out", "easeOutCirc"), ("back-out", 1200, 700, "back:out", "moo-back-out"),
            ("bounce-out", 1200, 1000, "bounce:out", "easeOutBounce"), ("elastic-out", 800, 1200, "elastic:out", "moo-elastic-out"))},
    "scriptaculous": {n: ("scriptaculous", 300, "{}", js(f"new Effect.ScrollTo('{n}')"), tween("swing", 1.0)) for n in ("a", "b", "c")},
    "d3": {n: ("d3", 2000, "{}", js(f"""d3.select(document.scrollingElement).transition(){f".duration({T})" if T != 250 else ""}{f".ease('{e}')" if e else ""}.tween('s', () => {{
            const i = d3.interpolateNumber(2000, 2000 + {d}); return (t) => {{ document.scrollingElement.scrollTop = i(t) }} }})"""), tween(law, T / 1000))
        for n, d, T, e, law in (("default", 800, 250, None, "easeInOutCubic"), ("slow", 3000, 900, None, "easeInOutCubic"), ("mid", 1500, 500, "quad-out", "easeOutQuad"),
            ("elastic", 800, 1500, "elastic", "d3-elastic"), ("bounce", 1000, 1000, "bounce", "easeOutBounce"), ("circle", 1000, 700, "circle-in-out", "easeInOutCirc"), ("exp", 1000, 700, "exp-out", "d3-exp-out"), ("sin-in", 1000, 700, "sin", "easeInSine"))},
    "iscroll-fling": {f"{s}": ("iscroll", 4000, "{}", touch(-s), tween("bezier(0.1,0.57,0.1,1)", engine="iscroll")) for s in (6, 12, 25, 45)},
    "iscroll-edge": {f"{s}": ("iscroll", 250, "{}", touch(s), {"law": "none", "why": "momentum cut at the edge with another curve, then return"}) for s in (10, 20, 45)},
    "iscroll-pull": {f"{s}": ("iscroll", 0, "{}", lambda b, s=s: drag(b, s, 10, hold=0.4), tween("bezier(0.1,0.57,0.1,1)", 0.6, engine="iscroll")) for s in (10, 20, 40)},
    "iscroll-raf": {f"{s}": ("iscroll-raf", 4000, "{}", touch(-s), tween("easeOutCirc", engine="iscroll")) for s in (12, 25, 45)},
    "iscroll-rafpull": {f"{s}": ("iscroll-raf", 0, "{}", lambda b, s=s: drag(b, s, 10, hold=0.4), tween("easeOutCirc", 0.6, engine="iscroll")) for s in (10, 20, 40)},
    "iscroll-bounce": {n: ("iscroll" if n != "raf" else "iscroll-raf", 0, f"{{bounceEasing:'{e}', bounceTime:{T}}}", lambda b: drag(b, 30, 10, hold=0.4), tween(law, T / 1000, engine="iscroll"))
        for n, e, T, law in (("elastic", "elastic", 1200, "iscroll-elastic"), ("back", "back", 600, "iscroll-back"), ("bounce", "bounce", 800, "easeOutBounce"), ("raf", "elastic", 1000, "iscroll-elastic"))},
    "leaflet-fling": {f"{s}": ("leaflet", 0, "{}", touch(-s), tween("easeOutQuint", engine="leaflet")) for s in (6, 15, 40, 47)},
    "leaflet-easy": {f"{s}": ("leaflet", 0, "{easeLinearity:0.5, inertiaDeceleration:2000}", touch(-s), tween("easeOutQuad", engine="leaflet")) for s in (15, 40)},
    "leaflet-pan": {f"{d}": ("leaflet", 0, "{}", js(f"m.panBy([0, {d}])"), tween("easeOutQuad", 0.25, engine="leaflet")) for d in (80, 300, 550)},
    "leaflet-pan-long": {f"{d}": ("leaflet", 0, "{}", js(f"m.panBy([0, {d}], {{duration: 1}})"), tween("easeOutQuad", 1.0, engine="leaflet")) for d in (300, 550)},
    "openlayers-fling": {f"{s}": ("openlayers", 0, "{}", mouse(-s), {"law": "coulomb", "engine": "openlayers"}) for s in (6, 15, 40, 47)},
    "openlayers-pan": {f"{d}": ("openlayers", 0, "{}", js(f"m.pan(0, {d})"), tween("penner-expo-out", engine="openlayers")) for d in (100, 300, 500)},
    "perfect-touch": {f"{s}": ("perfect", 4000, "{}", touch(-s), {"law": "geometric", "engine": "perfect-scrollbar"}) for s in (6, 15, 40)},
    "nicescroll-wheel": {f"{d}": ("nicescroll", 1000, "{}", wheel(d), {"law": "none", "why": "unknown"}) for d in (100, 240, 600)},
    "nicescroll-touch": {f"{s}": ("nicescroll", 4000, "{}", touch(-s), {"law": "none", "why": "unknown"}) for s in (6, 15, 40)},
    "slick": {f"{n}": ("slick", 0, o, js(c), tween(e, T)) for n, o, c, e, T in (("next", "{}", "$('#w').slick('slickNext')", "bezier(0.25,0.1,0.25,1)", 0.5),
        ("goto5", "{speed:1200}", "$('#w').slick('slickGoTo', 5)", "bezier(0.25,0.1,0.25,1)", 1.2), ("jq", "{useCSS:false, easing:'swing'}", "$('#w').slick('slickNext')", "swing", 0.5))},
    "bootstrap": {"next": ("bootstrap", 0, "{}", js("$('#w').carousel('next')"), tween("bezier(0.42,0,0.58,1)", 0.6))},
    "snap": {f"{s}": ("snap", 7000, "{}", touch(-s), {"law": "none", "why": "fling retargeted to a snap point"}) for s in (10, 25, 50, 80)},
    "snapnear": {f"{s}": ("snapnear", 8000, "{}", touch(-s), {"law": "none", "why": "fling retargeted to a snap point"}) for s in (10, 25, 50)},
    "snapdrag": {f"{s}": ("snap", 7000, "{}", lambda b, s=s: drag(b, -s, 12, hold=0.25), tween("chromium-smooth?")) for s in (8, 20, 35)},
    "snapwheel": {f"{s}": ("snap", 7000, "{}", wheel(s), tween("chromium-smooth?")) for s in (120, 500)},
    "anchor": {n: ("anchor", 200, "{}", js(f"location.hash = '{n}'"), tween("bezier(0.4,0,0,1)", engine="chromium")) for n in "abc"},
    "css": {n: ("css", 0, "{}", js(f"w.animate([{{transform:'none'}}, {{transform:'translateY(-{d}px)'}}], {{duration:{T}, easing:'{e}', fill:'forwards'}})"), tween(law, T / 1000))
        for n, d, T, e, law in (("material3", 600, 500, "cubic-bezier(0.2, 0, 0, 1)", "bezier(0.2,0,0,1)"), ("ios", 500, 400, "cubic-bezier(0.32, 0.72, 0, 1)", "bezier(0.32,0.72,0,1)"),
            ("decel", 600, 450, "cubic-bezier(0.05, 0.7, 0.1, 1)", "bezier(0.05,0.7,0.1,1)"), ("swiper", 800, 300, "ease", "bezier(0.25,0.1,0.25,1)"), ("easeout", 800, 300, "ease-out", "bezier(0,0,0.58,1)"),
            ("easein", 800, 300, "ease-in", "bezier(0.42,0,1,1)"), ("linear", 800, 700, "linear", "linear"), ("backy", 500, 500, "cubic-bezier(0.34, 1.56, 0.64, 1)", "bezier(0.34,1.56,0.64,1)"),
            ("ionic", 700, 400, "cubic-bezier(0.36, 0.66, 0.04, 1)", "bezier(0.36,0.66,0.04,1)"), ("steps", 700, 700, "steps(12)", "steps12"))},
}


def main(folder, kinds):
    os.makedirs(folder, exist_ok=True)
    browser = Browser(None)
    notes = []
    pages = tempfile.mkdtemp()
    try:
        browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
        for kind in kinds or list(KINDS):
            sizes = list(KINDS[kind])
            for size, busy in [(s, 0) for s in sizes] + ([(sizes[len(sizes) // 2], 1)] if kind not in ("jquery-ease", "css") else []):
                lib, at, options, act, note = KINDS[kind][size]
                name = f"{kind}-{size}" + ("-load" if busy else "")
                try:
                    browser.call("Page.navigate", url=page(pages, lib, at, options))
                    for _ in range(200):
                        if browser.evaluate("document.readyState + (typeof ready)") == "completeboolean":
                            break
                        time.sleep(0.05)
                    else:
                        print(name, "page failed", browser.evaluate("typeof s + document.readyState"))
                        continue
                    time.sleep(0.3)
                    with recording.load(busy):
                        browser.evaluate("startRecording()")
                        at_ms = act(browser)
                        rows = json.loads(browser.evaluate("untilRest(6000)"))
                except Exception as error:
                    print(name, "failed", str(error)[:300])
                    continue
                with open(os.path.join(folder, name + ".csv"), "w") as file:
                    file.write("time_ms,scrollTop\n")
                    file.writelines(f"{t:.1f},{y:.4f}\n" if y % 1 else f"{t:.1f},{y:.0f}\n" for t, y in rows)
                notes.append({"file": name + ".csv", "from": at_ms / 1000, "engine": "none", **note})
                print(name, len(rows), rows[0][1], rows[-1][1], flush=True)
    finally:
        browser.close()
    path = os.path.join(folder, "motions.jsonl")
    old = [l for l in open(path)] if os.path.exists(path) else []
    mine = {n["file"] for n in notes}
    with open(path, "w") as file:
        file.writelines(l for l in old if json.loads(l)["file"] not in mine)
        file.writelines(json.dumps(n) + "\n" for n in notes)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
