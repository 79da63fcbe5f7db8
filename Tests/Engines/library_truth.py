#!/usr/bin/env python3
"""Fits to each recording of the library recorders the law that its source states, and writes truth.json.

    library_truth.py FOLDER ...      needs: pip install numpy scipy, and PySide6-Essentials, kivy, textual for their eases

As truth.py, but for files of two columns without metadata. Motions whose law scrollfit lacks are listed in never_sure.
"""
import json, os, sys, re, warnings
import numpy as np
from scipy.optimize import least_squares
import csv
import library_eases as eases
warnings.filterwarnings("ignore")
NONE = "^$"

def read(path):
    rows = list(csv.reader(l for l in open(path) if not l.startswith("#")))
    ms = rows[0][0].endswith("ms"); a = np.array([[float(v) for v in r[:2]] for r in rows[1:]])
    return a[:, 0]/(1000 if ms else 1), a[:, 1]
def fit_tween(t, x, ease, T=None, begin=None, freeT=True, D0=None):
    """x0 + D e((t-t0)/T): x0, D known from rest, t0, T fitted; D may be free."""
    e = eases.get(ease) if isinstance(ease, str) else ease
    mv = np.flatnonzero(np.diff(x)); a, b = mv[0], mv[-1]+1
    x0, x1 = x[a], x[-1]
    sel = slice(max(0, a-2), min(len(t), b+3)); tt, xx = t[sel], x[sel]
    def curve(p): 
        return p[2] + p[3]*e(np.clip((tt-p[0])/max(p[1], 1e-3), 0, 1))
    best = None
    guess = [T] if T else [t[b]-t[a], (t[b]-t[a])*1.1, (t[b]-t[a])*.95, (t[b]-t[a])*1.3]
    for g in guess:
        for s in (0, .008, .02, -.01):
            f = least_squares(lambda p: curve(p)-xx, [t[a]+s, g, x0, x1-x0], x_scale=[.01, .05, 1, abs(x1-x0)*.1+1e-6], diff_step=1e-5)
            if best is None or f.cost < best.cost: best = f
    r = best.fun
    return best.x, float(np.sqrt(np.mean(r**2))), float(np.abs(r).max()), (tt, xx, curve(best.x))
def accept_of(ease):
    e = ease
    table = {"swing": "tween-cosine", "easeInOutSine": "tween-cosine", "qt:InOutSine": "tween-cosine", "textual:in_out_sine": "tween-cosine", "kivy:in_out_sine": "tween-cosine",
             "easeOutExpo": "power-law", "easeInOutExpo": NONE, "moo-expo-out": "exponential", "d3-exp-out": "exponential", "penner-expo-out": "exponential",
             "moo-back-out": NONE, "easeOutBack": NONE, "iscroll-back": NONE, "iscroll-elastic": "^spring", "d3-elastic": "^spring", "moo-elastic-out": "^spring", "easeOut4": "eased-quartic|power-law",
             "bezier(0.25,0.1,0.25,1)": "tween-ease$|tween-bezier", "bezier(0.42,0,0.58,1)": "tween-ease-in-out|tween-bezier", "bezier(0,0,0.58,1)": "tween-ease-out|tween-bezier", "bezier(0.42,0,1,1)": "tween-ease-in$|tween-bezier",
             "bezier(0.4,0,0,1)": "scroll-to|tween-bezier", "bezier(0.1,0.57,0.1,1)": "eased-iscroll|tween-bezier", "bezier(0.4,0,0.2,1)": "tween-standard|tween-bezier", "bezier(0.34,1.56,0.64,1)": NONE, "steps12": NONE}
    if e in table: return table[e]
    if e.startswith("bezier"): return "tween-bezier"
    k = re.sub(r"^(qt|textual|kivy):", "", e).replace("_", "").lower().replace("ease", "", 1) if not e.startswith("bezier") else e
    k = re.sub(r"^(qt|textual|kivy):", "", e).replace("_", "").lower()
    k = k[4:] if k.startswith("ease") else k
    m = {"inoutquad": "tween-quadratic-in-out", "inoutcubic": "tween-cubic-in-out", "inoutquart": "tween-quartic-in-out", "inoutquint": "tween-quintic-in-out", "inoutexpo": "tween-exponential-in-out", "inoutcirc": "tween-circular-in-out",
         "outquad": "constant-deceleration|power-law", "outcubic": "eased-cubic|power-law", "outquart": "eased-quartic|power-law", "outquint": "eased-quintic|power-law", "outsine": "eased-sine", "outcirc": "eased-circular", "outexpo": "exponential",
         "outback": "tween-back", "outelastic": "^spring", "outbounce": "collision"}
    return m.get(k, NONE)

def released(t, x, start, curve, guesses, most=9, loose=1):
    """The first sample after the release from which the law holds about as well as from any: (p, rms, i, max)."""
    found = []
    for i in range(start, min(start + most, len(t) - 6)):
        tt, xx = t[i:], x[i:]
        if np.count_nonzero(np.diff(xx)) < 5: break
        best = None
        for g in guesses(tt, xx):
            f = least_squares(lambda p: curve(tt, p) - xx, g, x_scale=np.maximum(np.abs(g), 1e-3), max_nfev=300)
            if best is None or f.cost < best.cost: best = f
        n = max(3, np.count_nonzero(np.diff(xx)))
        found.append((best.x, float(np.sqrt(2*best.cost/n)), i, float(np.abs(best.fun).max())))
    if not found: return None
    low = min(f[1] for f in found)
    step = np.median(np.abs(np.diff(x[found[0][2]:])[np.diff(x[found[0][2]:]) != 0]))
    dt = np.median(np.diff(t[found[0][2]:]))
    return next(f for f in found if f[1] <= max(2*low, 0.003, 1e-4*step, loose*0.8e-3*step/dt*(0.3 if low < 0.02 else 1)))
def coulomb(t, p): return p[0] - p[2]/2*np.maximum(0, p[1]-t)**2
def g_coul(t, x):
    mv = np.flatnonzero(np.diff(x)); T = max(t[mv[-1]+1]-t[0], .05) if len(mv) else .1
    return [(x[-1], t[0]+T*s, 2*(x[-1]-x[0])/(T*s)**2) for s in (.9, 1, 1.1)]
def expo(t, p): return p[0]-p[1]*np.exp(-p[2]*(t-t[0]))
def g_exp(t, x): return [(x[-1], x[-1]-x[0], k) for k in (2, 4, 8, 16)]
def spring(t, p):  # X, y0, v0, zeta, omega
    z, w = abs(p[3]), p[4]; u = t-t[0]; y, v = p[1], p[2]; a = z*w
    q = np.sqrt(abs(1-z*z)+1e-12)*w
    if z < 1: return p[0]+np.exp(-a*u)*(y*np.cos(q*u)+(v+a*y)/q*np.sin(q*u))
    return p[0]+np.exp(-a*u)*(y*np.cosh(q*u)+(v+a*y)/q*np.sinh(q*u))
def bez3(t):  # Flutter's emphasized curve
    t = np.asarray(t, float); m = (.166666, .4)
    a = eases.bezier(np.clip(t/m[0], 0, 1), .05/m[0], 0, .133333/m[0], .06/m[1])*m[1]
    b = eases.bezier(np.clip((t-m[0])/(1-m[0]), 0, 1), (.208333-m[0])/(1-m[0]), (.82-m[1])/(1-m[1]), (.25-m[0])/(1-m[0]), (1-m[1])/(1-m[1]))*(1-m[1])+m[1]
    return np.where(t < m[0], a, b)
FL = {1: ("bezier(0.25,0.1,0.25,1)", .3), 2: ("bezier(0.4,0,0.2,1)", 1.0), 3: (bez3, .6), 4: ("easeOutQuad", .8), 5: ("bezier(0.215,0.61,0.355,1)", .8), 6: ("bezier(0.35,0.91,0.33,0.97)", .8),
      7: ("easeOutBounce", .8), 8: (lambda t: 1+2**(-10*t)*np.sin((t-.1)*2*np.pi/.4), .8), 9: ("bezier(0.15,0.85,0.85,0.15)", .8)}

def judge(n, folder):
    t, x = read(os.path.join(folder, n["file"])); law = n["law"]; frm = n["from"]
    eng = n.get("engine", "none")
    out = {"file": n["file"], "engine": eng}
    i0 = int(np.searchsorted(t, frm-0.002))
    if law.startswith("flutter-"):
        k = law[8:]; pl = n["platform"]
        if k == "animate":
            e, T = FL[n["size"]]; law, n = "tween", {**n, "ease": e, "T": T, "rest": True}
            j = np.flatnonzero(x == 4000)[-1]; t, x = t[j:], x[j:]; t = np.concatenate([[t[0] - .0], t[1:]]); i0 = 0; frm = t[0]
            t = np.concatenate([[t[1] - .034], t[1:]]) if len(t) > 1 else t
        elif k == "fling":
            law = {"android": "android-power", "ios": "ios-fling", "macos": "macos-fling"}[pl]
        elif pl == "android": return None, "stops at the edge"
        else: law = "edge-spring"; out["engine"] = f"flutter-{pl}"
        if k == "fling": out["engine"] = f"flutter-{pl}"
    if n["file"].startswith("slint18-edge"): return None, "the edge stops it"
    if not np.diff(x[max(0, i0-2):]).any(): return None, "nothing moved"
    if law == "tween":
        touch = not n.get("rest") and (n["file"].startswith(("iscroll-fling", "iscroll-raf", "iscroll-pull", "iscroll-probe", "iscroll-bounce", "leaflet-fling", "leaflet-easy", "slint")))
        if n["ease"] == "chromium-smooth?": return None, "snap after a drag or notch: the law is not known"
        e = n["ease"]; f = eases.get(e) if isinstance(e, str) else e
        name = e if isinstance(e, str) else {3: "Flutter easeInOutCubicEmphasized", 8: "Flutter elasticOut"}[n["size"]]
        if touch:
            def curve(tt, p): return p[0]+p[1]*f(np.clip((tt-p[2])/max(p[3], 1e-3), 0, 1))
            def g(tt, xx):
                mv = np.flatnonzero(np.diff(xx)); T = max(.05, tt[mv[-1]+1]-tt[0]) if len(mv) else .1
                return [(xx[0], xx[-1]-xx[0], tt[0]-s, n.get("T") or T*q) for s in (0, .01) for q in (1, 1.15)]
            b = released(t, x, max(0, i0), curve, g)
            if not b: return None, "too few samples"
            p, rms, i, mx = b; w = [t[i], p[2]+p[3]]; D, T = p[1], p[3]
        else:
            p, rms, mx, _ = fit_tween(t[max(0, i0-3):], x[max(0, i0-3):], f, n.get("T")); T, D = p[1], p[3]; w = [p[0], p[0]+T]
        out.update(accept=accept_of(e) if isinstance(e, str) else ("^spring" if n.get("size") == 8 else NONE), window=w, truth=f"ease {name}, {D:.0f} pt in {T:.4f} s"); rate = abs(D)/max(T, .01)
        if out["accept"] not in (NONE,) and re.search("tween|circ|sine|cubic|quart|quint|iscroll|scroll-to", out["accept"]): out["constant"] = [float(T), max(.01, .05*T)]
    elif law == "coulomb":
        b = released(t, x, i0, coulomb, g_coul); 
        if not b: return None, "too few samples"
        p, rms, i, mx = b; out.update(accept="constant-deceleration", window=[t[i], min(p[1], t[-1])], truth=f"constant deceleration {abs(p[2]):.1f}", constant=[abs(p[2]), .01*abs(p[2])]); rate = abs(x[-1]-x[i])/max(.01, p[1]-t[i])
    elif law in ("ios-fling", "clutter-pan", "snapfling"):
        b = released(t, x, i0, expo, g_exp, 16, 0 if law == 'snapfling' else 1); p, rms, i, mx = b
        out.update(accept="exponential$", window=[t[i], t[np.flatnonzero(np.diff(x))[-1]+1]], truth=f"exponential k {p[2]:.4f}", constant=[p[2], .01*p[2]]); rate = abs(p[1]*p[2])/2
    elif law == "macos-fling":
        k = -np.log(.135)
        mono = t; s = np.sign(x[-1]-x[max(0,i0-1)]) or 1.0
        end = min(np.flatnonzero(np.diff(x))[-1]+2, int(np.argmax(s*x))+1)
        turn = int(np.argmax(s*x)) + 1
        def cur(tt, p): u = tt-tt[0]+p[2]; return p[0]+s*(p[1]*(1-np.exp(-k*u))/k-700*u*u)
        def g(tt, xx): return [(xx[0], abs(xx[1]-xx[0])/(tt[1]-tt[0]), q) for q in (.01, .1)]
        b = released(t[:min(end, len(t))], x[:min(end, len(t))], i0, cur, g)
        if not b or b[1] > 1: return None, "too few samples, or beyond the edge"
        p, rms, i, mx = b; out.update(accept="superposed-deceleration", window=[t[i], t[min(end, len(t))-1]], truth=f"v = v0 e^(-2.0025 t) - 1400 t, v0 {p[1]:.0f}"); rate = p[1]/2
    elif law == "android-power":
        P = np.log(.78)/np.log(.9)
        def cur(tt, p): return p[0]-p[1]*np.maximum(0, 1-(tt-tt[0])/p[2])**P
        def g(tt, xx): 
            T = max(.05, tt[-1]-tt[0]); return [(xx[-1], xx[-1]-xx[0], T*s) for s in (.7, 1, 1.2)]
        end = np.flatnonzero(np.diff(x))[-1]+2
        b = released(t[:end], x[:end], i0, cur, g)
        if not b: return None, "too few samples"
        p, rms, i, mx = b; out.update(accept="android-power-law", window=[t[i], t[i]+p[2]], truth=f"power law p 2.3582, T {p[2]:.4f}, v0 {p[1]*P/p[2]:.1f}", constant=[p[2], .01*p[2]]); rate = abs(p[1]/p[2])
    elif law == "edge-spring":
        # beyond the edge 0 only
        j = np.flatnonzero(x < -1e-9); j = j[t[j] >= frm-0.002]
        if len(j) < 8: return None, "fewer than eight samples beyond the edge"
        a, z = j[0], min(j[-1]+2, len(t))
        z0, w0 = (1.1, 14.142) if n["platform"] == "ios" else (1.3, 15.811)
        def cur(tt, p): return spring(tt, (0, p[0], p[1], z0, w0))
        def g(tt, xx): return [(xx[0], 0.), (xx[0], (xx[1]-xx[0])/(tt[1]-tt[0]))]
        b = released(t[:z-1], x[:z-1], a, cur, g)
        if not b: return None, "too few samples"
        p, rms, i, mx = b; out.update(accept="^spring|critical" if False else "^spring", window=[t[i], t[z-1]], truth=f"spring zeta {z0}, omega {w0}", constant=[w0, .02*w0]); rate = abs(p[1])/2
    elif law == "springanim":
        mv = np.flatnonzero(np.diff(x)); a = mv[0]; tt, xx = t[a:mv[-1]+2], x[a:mv[-1]+2]
        w0 = np.sqrt(n["stiffness"]/n["mass"]); best = None
        z0 = n["zeta"]
        for s in (0, .008, .016):
            v = 0.0
            def cur(p, tt=tt): 
                u = np.maximum(tt-p[0], 0); q = np.concatenate([[0], u]); 
                return spring(np.concatenate([[0.], u]), (x[-1], x[0]-x[-1], p[3], p[1], p[2]))[1:]
            f = least_squares(lambda p: cur(p)-xx, [tt[0]+s, z0, w0, 0], x_scale=[.01, .1, 1, 100])
            if best is None or f.cost < best.cost: best = f
        p, rms, mx = best.x, float(np.sqrt(np.mean(best.fun**2))), float(np.abs(best.fun).max())
        out.update(accept="critical|^spring" if z0 == 1 else "^spring", window=[p[0], t[mv[-1]+1]], truth=f"spring zeta {p[1]:.3f} omega {p[2]:.2f} ({z0}, {w0:.2f})", constant=[w0, .03*w0]); rate = abs(x[-1]-x[0])/(t[mv[-1]+1]-p[0])
    elif law == "kivy-friction":
        fr = n["friction"]
        def sim(tt, x0, p):
            v = p[0]; y = x0; o = [y]
            for dt in np.diff(tt):
                v -= v*fr*dt/.017; s = v*dt; v = 0. if abs(s) < .1 else v; y += s; o.append(y)
            return np.array(o)
        best = None
        for i in range(i0, i0+5):
            tt, xx = t[i:], x[i:]; f = least_squares(lambda p: sim(tt, xx[0], p)-xx, [(xx[1]-xx[0])/(tt[1]-tt[0])*1.05]); rms = float(np.sqrt(np.mean(f.fun**2)))
            if best is None or rms < .7*best[1]: best = (f.x, rms, i, float(np.abs(f.fun).max()))
        p, rms, i, mx = best; mv = np.flatnonzero(np.diff(x))
        out.update(accept="stepped-viscous|exponential$", window=[t[i], t[mv[-1]+1]], truth=f"Euler steps, r {fr/.017:.4f}, v {p[0]:.0f}"); rate = abs(p[0])/3
    else: return None, n.get("why", law)
    out["window"] = [round(float(v), 4) for v in out["window"]]
    if "constant" in out: out["constant"] = [float(f"{v:.6g}") for v in out["constant"]]
    m = (t >= out["window"][0]) & (t <= out["window"][1]); d = np.diff(x[m]); dt = np.diff(t[m])
    sp = float(np.sqrt(np.mean((d/np.maximum(dt, 1e-3))**2))) if len(d) else 1
    out["truth"] += f"; rms {rms:.3g}, max {mx:.3g}, as time {1e3*rms/max(sp, 1e-9):.2f} ms"; out["ms"] = 1e3*rms/max(sp, 1e-9); out["n"] = int(m.sum())
    return out, None

if __name__ == "__main__":
  for folder in sys.argv[1:]:
    notes = {}
    for f in sorted(os.listdir(folder)):
        if f.endswith(".jsonl"):
            for l in open(os.path.join(folder, f)):
                k = json.loads(l); notes[k["file"]] = k
    for f in sorted(os.listdir(folder)):
        if f.endswith(".csv") and f not in notes: notes[f] = {"file": f, "law": "none", "why": "no note", "from": 0}
    T = {"note": "Windows in seconds of the recording's own clock; found by least squares in Tests/Engines/library_truth.py.", "motions": [], "never_sure": [], "unlisted": []}
    for name in sorted(notes):
        if not os.path.exists(os.path.join(folder, name)):
            continue
        try: m, why = judge(notes[name], folder)
        except Exception as e: m, why = None, f"fit failed: {type(e).__name__} {e}"
        if m and m["accept"] == NONE:
            T["never_sure"].append(name)
            T["unlisted"].append({"file": name, "why": "no law of scrollfit: " + m["truth"]})
            print(name, "LACKING", m["truth"])
        elif m: T["motions"].append(m); print(name, m["accept"], m["window"], m["truth"])
        else: T["unlisted"].append({"file": name, "why": why}); print(name, "UNLISTED", why)
    json.dump(T, open(os.path.join(folder, "truth.json"), "w"), indent=1)
