"""Makes engines.csv: free fall, rebounds, flings by a power law, superposed decelerations, eases, and the framewise rules.

Run: python3 engines.py        No seed.

Arguments are doubles, printed so that they round-trip; each value belongs to the exact doubles (mpmath, 60 digits). Positions
are integrals of the velocity by quadrature, contacts a recurrence from one to the next, frames a loop: no closed form that
the Swift code also has, but for the roots of a quadratic.

fall_time (w, g, h)                 first time >= 0 with w t + g t^2 / 2 = h, g > 0
contact (h, v, g, e, n)             time of contact n of a thing thrown down with v from a height h
rebound_y, rebound_v (h, v, g, e, t)    height above the floor, and velocity upward
power_x, power_v (v0, T, p, t)      v = v0 (1 - t/T)^(p-1)
android_time, android_distance (f, v)   as OverScroller writes them, by logarithms; the time of the spline
superposed_end (v, k, a)            first zero of v e^(-k t) - a t
superposed_x (v, k, a, t)
ease, ease_slope (index, u)         quadratic, cubic, quartic, quintic, sine, circular, exponential
bezier, bezier_slope (x1, y1, x2, y2, u)
pastrykit, impetus (s, v, n)        overscroll after n frames of 1/60 s
smooth_damp (y, v, n)               Unity's SmoothDamp of 0.1 s after n frames of 1/60 s
quadratic_drag (c, p, q, x)         s with ds/dx = c - p s - q s^2
"""

import mpmath as mp

from common import write_csv

mp.mp.dps = 60
M = mp.mpf
ROWS = []


def add(name, arguments, value):
    padded = [repr(float(x)) for x in arguments] + [""] * (5 - len(arguments))
    ROWS.append([name, *padded, mp.nstr(M(value), 30, strip_zeros=False, min_fixed=-5, max_fixed=30)])


def fall_time(w, g, h):
    root = mp.sqrt(w * w + 2 * g * h)
    return min(t for t in ((-w - root) / g, (-w + root) / g) if t >= 0)


def contacts(h, v, g, e, last):
    # A throw from the floor itself is caught when it comes back.
    t = fall_time(M(v), M(g), M(h)) if h else -2 * M(v) / M(g)
    speed = mp.sqrt(M(v) ** 2 + 2 * M(g) * M(h))
    found = []
    for _ in range(last):
        speed *= M(e)
        found.append((t, speed))
        t += 2 * speed / M(g)
    return found


def falls():
    for w, g, h in [(0.0, 1000.0, 480.0), (0.0, 1000.0, 568.0), (300.0, 1000.0, 480.0), (-700.0, 1000.0, 480.0), (-700.0, 1000.0, -200.0), (1e6, 1e-3, 1.0), (-1e-6, 1000.0, 1e-12), (5.0, 1e-12, 480.0)]:
        add("fall_time", [w, g, h], fall_time(M(w), M(g), M(h)))


def rebounds():
    for h, v, g, e in [(480.0, 0.0, 1000.0, 0.5), (568.0, 250.0, 1000.0, 0.75), (480.0, -300.0, 1000.0, 0.3), (100.0, 0.0, 1000.0, 1.0), (100.0, 0.0, 1000.0, 0.999999), (0.0, -400.0, 1000.0, 0.6)]:
        found = contacts(h, v, g, e, 400)
        for n in (1, 2, 3, 7, 40):
            add("contact", [h, v, g, e, n], found[n - 1][0])
        for n in (1, 2, 5, 12):
            start, speed = found[n - 1]
            for part in (0.25, 0.5, 0.9):
                t = M(float(start + part * 2 * speed / M(g)))
                s = t - start
                add("rebound_y", [h, v, g, e, t], speed * s - M(g) * s * s / 2)
                add("rebound_v", [h, v, g, e, t], speed - M(g) * s)


def flings():
    p = float(mp.log(M("0.78")) / mp.log(M("0.9")))
    for v, T, q in [(2000.0, 0.8, p), (-350.0, 0.41, p), (9000.0, 2.5, p), (1000.0, 0.5, 2.0), (1000.0, 0.5, 1.0), (1000.0, 1.5, 40.0)]:
        for part in (0.0, 1e-9, 0.01, 0.3, 0.75, 0.999, 1.0):
            t = float(M(part) * M(T))
            f = lambda s: M(v) * (1 - s / M(T)) ** (M(q) - 1) if s < M(T) else M(0)
            add("power_x", [v, T, q, t], mp.quad(f, [0, M(t)]))
            add("power_v", [v, T, q, t], f(M(t)))
    rate = mp.log(M("0.78")) / mp.log(M("0.9"))
    for f, v in [(0.015, 1000.0), (0.015, 50.0), (0.015, 8000.0), (0.015, 24000.0), (0.03, 2500.0)]:
        c = M("9.80665") * M("39.37") * 160 * M("0.84")
        l = mp.log(M("0.35") * M(v) / (M(f) * c))
        add("android_time", [f, v], mp.exp(l / (rate - 1)))
        add("android_distance", [f, v], M(f) * c * mp.exp(rate / (rate - 1) * l))


def superposed():
    for v, k, a in [(3000.0, 2.002480501, 1400.0), (20000.0, 2.002480501, 1400.0), (10.0, 2.0, 1400.0), (1e12, 2.0, 1e-9), (500.0, 1e-6, 100.0)]:
        low, high = M(0), M(v) / M(a)
        for _ in range(260):
            middle = (low + high) / 2
            low, high = (middle, high) if M(v) * mp.exp(-M(k) * middle) > M(a) * middle else (low, middle)
        add("superposed_end", [v, k, a], low)
        for part in (0.01, 0.4, 0.9):
            t = M(float(part * low))
            add("superposed_x", [v, k, a, t], mp.quad(lambda s: M(v) * mp.exp(-M(k) * s) - M(a) * s, mp.linspace(0, t, 21)))


EASES = [
    lambda u: 1 - (1 - u) ** 2, lambda u: 1 - (1 - u) ** 3, lambda u: 1 - (1 - u) ** 4, lambda u: 1 - (1 - u) ** 5,
    lambda u: mp.sin(mp.pi * u / 2), lambda u: mp.sqrt(1 - (u - 1) ** 2), lambda u: 1 - M(2) ** (-10 * u),
]


def cubic(a, b, s):
    return 3 * M(a) * s * (1 - s) ** 2 + 3 * M(b) * s * s * (1 - s) + s ** 3


def eases():
    for index, ease in enumerate(EASES):
        for u in (1e-6, 0.1, 0.35, 0.5, 0.8, 0.99):
            add("ease", [index, u], ease(M(u)))
            add("ease_slope", [index, u], mp.diff(ease, M(u), h=M(10) ** -25))
    for x1, y1, x2, y2 in [(0.1, 0.57, 0.1, 1.0), (0.23, 1.0, 0.32, 1.0), (0.165, 0.84, 0.44, 1.0), (0.0, 0.0, 0.58, 1.0)]:
        def at(u):
            return mp.findroot(lambda s: cubic(x1, x2, s) - u, (M(0), M(1)), solver="anderson", tol=M(10) ** -100)
        for u in (0.01, 0.2, 0.5, 0.9):
            add("bezier", [x1, y1, x2, y2, u], cubic(y1, y2, at(M(u))))
            slope = mp.diff(lambda s: cubic(y1, y2, s), at(M(u)), h=M(10) ** -25) / mp.diff(lambda s: cubic(x1, x2, s), at(M(u)), h=M(10) ** -25)
            add("bezier_slope", [x1, y1, x2, y2, u], slope)


def pastrykit(s, w):
    s += w
    w *= M(0.95)
    if s > 0:
        w = w - M(0.03) * s if w >= 0 else -M(0.08) * s
    elif abs(w) <= M(0.01):
        w = M(0)
    return s, w


def impetus(s, w):
    w *= M(0.92)
    s += w
    if s > 0:
        w = w - M(0.04) * s if w >= 0 else -M(0.11) * (s + M(2.5))
    elif abs(w) <= M(0.3):
        w = M(0)
    return s, w


def smooth_damp(y, v):
    h = M(1) / 60
    omega = 2 / M(0.1)
    x = omega * h
    e = 1 / (1 + x + M("0.48") * x ** 2 + M("0.235") * x ** 3)
    temp = (v + omega * y) * h
    v, out = (v - omega * temp) * e, (y + temp) * e
    if (0 - y > 0) == (out > 0):
        return M(0), M(0)
    return out, v


def frames():
    for name, rule in (("pastrykit", pastrykit), ("impetus", impetus)):
        for s, v in [(0.0, 2400.0), (0.0, 300.0), (80.0, 0.0), (60.0, -200.0), (-30.0, 3000.0)]:
            state = (M(s), M(v) / 60)
            for n in range(91):
                if n in (1, 2, 5, 9, 14, 30, 60, 90):
                    add(name, [s, v, n], state[0])
                state = rule(*state)
    for y, v in [(0.0, 2400.0), (80.0, 0.0), (60.0, -4000.0), (0.0, -100.0), (-80.0, 0.0)]:
        state = (M(y), M(v))
        for n in range(61):
            if n in (1, 2, 5, 12, 30, 60):
                add("smooth_damp", [y, v, n], state[0])
            state = smooth_damp(*state)


def drags():
    for c, p, q in [(0.45, 1e-4, 5e-6), (0.5, 0.0, 1e-5), (0.3, 2e-3, 0.0)]:
        for x in (1.0, 100.0, 400.0, 3000.0):
            # x as the integral of dx/ds, solved for s by bisection below the place where it follows no more.
            top = M(c) / M(p) if not q else (-M(p) + mp.sqrt(M(p) ** 2 + 4 * M(c) * M(q))) / (2 * M(q))
            low, high = M(0), top
            for _ in range(120):
                middle = (low + high) / 2
                mp.mp.dps = 30
                # Towards the top the integrand has a pole: split the way there by halves of what is left.
                knots = [middle * 0] + [top - (top - 0) * M(2) ** -j for j in range(1, 100) if top - top * M(2) ** -j < middle] + [middle]
                way = mp.quad(lambda s: 1 / (M(c) - M(p) * s - M(q) * s * s), knots)
                mp.mp.dps = 60
                low, high = (middle, high) if way < M(x) else (low, middle)
            add("quadratic_drag", [c, p, q, x], low)


falls()
rebounds()
flings()
superposed()
eases()
frames()
drags()
write_csv(
    "engines.csv", "engines.py (mpmath 1.3.0, 60 digits)", "none",
    ["30 digits for the exact doubles printed; what each name means stands in the script"],
    ["function", "argument_1", "argument_2", "argument_3", "argument_4", "argument_5", "value"], ROWS)
