"""The curves of scroll engines, each with a fit of its own by least squares, and what identify may call it."""

import numpy
from scipy.optimize import least_squares

EASE, EASE_IN_OUT, CHROMIUM = (0.25, 0.1, 0.25, 1), (0.42, 0, 0.58, 1), (0.4, 0, 0, 1)


def bezier(u, x1, y1, x2, y2):
    """A CSS cubic Bezier at the shares u of its time."""
    u = numpy.clip(u, 0, 1)
    s = u.copy()
    for _ in range(40):  # Newton, kept inside 0 .. 1
        x = 3 * s * (1 - s) ** 2 * x1 + 3 * s**2 * (1 - s) * x2 + s**3
        slope = 3 * (1 - s) ** 2 * x1 + 6 * s * (1 - s) * (x2 - x1) + 3 * s**2 * (1 - x2)
        s = numpy.clip(s - (x - u) / numpy.maximum(slope, 0.05), 0, 1)
    return 3 * s * (1 - s) ** 2 * y1 + 3 * s**2 * (1 - s) * y2 + s**3


class Law:
    """A curve x(t; p), starts of p from the samples, what identify may call it, and the words for its truth."""

    accept = ""
    from_rest = False

    def starts(self, t, x):
        raise NotImplementedError

    def window(self, p, t):
        return t[0], t[-1]

    def words(self, p):
        return ""

    def fit(self, t, x, starts=None):
        best = None
        for start in starts or self.starts(t, x):
            found = least_squares(lambda p: self.curve(t, p) - x, start, x_scale=numpy.maximum(numpy.abs(start), 1e-3), max_nfev=400)
            if best is None or found.cost < best.cost:
                best = found
        residuals = best.fun
        variance = residuals @ residuals / max(1, len(t) - len(best.x))
        try:
            errors = numpy.sqrt(numpy.maximum(0, numpy.diag(numpy.linalg.pinv(best.jac.T @ best.jac)) * variance))
        except numpy.linalg.LinAlgError:
            errors = numpy.full(len(best.x), numpy.nan)
        return best.x, errors, float(numpy.sqrt(numpy.mean(residuals**2)))


class Coulomb(Law):
    """x = X - s a (tau - t)^2 / 2 until tau; p = X, tau, s a."""

    accept = "constant|friction|coulomb"

    def curve(self, t, p):
        return p[0] - p[2] / 2 * numpy.maximum(0, p[1] - t) ** 2

    def starts(self, t, x):
        span = t[-1] - t[0]
        return [(x[-1], t[0] + span * share, 2 * (x[-1] - x[0]) / (span * share) ** 2) for share in (0.9, 1, 1.1)]

    def window(self, p, t):
        return t[0], min(t[-1], p[1])

    def answer(self, p, errors):
        return [abs(p[2]), max(0.005 * abs(p[2]), 4 * errors[2])]

    def words(self, p):
        return f"constant deceleration {abs(p[2]):.1f} pt/s^2"


class Exponential(Law):
    """x = X - A exp(-k (t - t0)); p = X, A, k."""

    accept = "exponential|viscous"

    def curve(self, t, p):
        return p[0] - p[1] * numpy.exp(-p[2] * (t - t[0]))

    def starts(self, t, x):
        return [(x[-1], x[-1] - x[0], k) for k in (2, 4, 8, 20)]

    def answer(self, p, errors):
        return [p[2], max(0.005 * p[2], 4 * errors[2])]

    def words(self, p):
        return f"exponential, k {p[2]:.4f} 1/s"


class OutExpo(Law):
    """Qt's easing OutExpo over 0.3 s: x = x0 + D 1.001 (1 - 2^(-10 u)); p = x0, D, t0."""

    accept = "expo|viscous|qt"

    def curve(self, t, p):
        u = (t - p[2]) / 0.3
        return numpy.where(u >= 1, p[0] + p[1], p[0] + p[1] * 1.001 * (1 - 2 ** (-10 * numpy.clip(u, 0, 1))))

    def starts(self, t, x):
        return [(x[0], x[-1] - x[0], t[0] - shift) for shift in (0, 0.01, 0.03)]

    def window(self, p, t):
        return max(t[0], p[2]), min(t[-1], p[2] + 0.3)

    def words(self, p):
        return f"easing OutExpo, 0.3 s (k 23.1 1/s), distance {p[1]:.1f} pt"


class QtReturn(Law):
    """Half the way to the edge InQuad in 0.1 s, the rest OutExpo in 0.3 s; p = start of it, overscroll."""

    accept = "expo|viscous|qt"

    def curve(self, t, p):
        u, w = numpy.clip((t - p[0]) / 0.1, 0, 1), numpy.clip((t - p[0] - 0.1) / 0.3, 0, 1)
        return numpy.where(t < p[0] + 0.1, p[1] * (1 - u**2 / 2), numpy.where(w >= 1, 0, p[1] / 2 * (1 - 1.001 * (1 - 2 ** (-10 * w)))))

    def starts(self, t, x):
        return [(t[0] + shift, x[0]) for shift in (-0.02, 0)]

    def window(self, p, t):
        return p[0] + 0.1, p[0] + 0.4

    def words(self, p):
        return f"return from {p[1]:.1f} pt: half InQuad in 0.1 s before the window, half OutExpo in 0.3 s (k 23.1 1/s)"


class OutQuad(Coulomb):
    """QScroller's overshoot comes back by the easing OutQuad, which is a constant deceleration of no fixed size."""

    accept, answer = "constant|friction|coulomb|tween|ease|quad", None

    def words(self, p):
        return f"return by OutQuad, constant deceleration {abs(p[2]):.0f} pt/s^2 here"


class Tween(Law):
    """x = x0 + D B((t - t0) / T) with control points that are known; p = x0, D, t0, T."""

    from_rest = True

    def __init__(self, name, points, accept):
        self.name, self.points, self.accept = name, points, f"bezier|tween|ease{accept}"

    def curve(self, t, p):
        return p[0] + p[1] * bezier((t - p[2]) / max(p[3], 1e-3), *self.points)

    def starts(self, t, x):
        moves = numpy.flatnonzero(numpy.diff(x))
        begin, end = t[moves[0]], t[moves[-1] + 1]
        return [(x[0], x[-1] - x[0], begin - late, (end - begin) * share) for share in (1, 1.15) for late in (0, 0.01)]

    def window(self, p, t):
        return p[2], p[2] + p[3]

    def answer(self, p, errors):
        return [p[3], max(0.01, 0.05 * p[3])]

    def words(self, p):
        return f"{self.name}: cubic-bezier{self.points}, {p[1]:.0f} px in {p[3]:.4f} s"


class OutCubic(Tween):
    """The animation of GtkAdjustment, 1 - (1 - u)^3; p = x0, D, t0, T."""

    def __init__(self):
        super().__init__("ease-out-cubic", None, "|cubic|gtk")

    def curve(self, t, p):
        return p[0] + p[1] * (1 - (1 - numpy.clip((t - p[2]) / max(p[3], 1e-3), 0, 1)) ** 3)

    def words(self, p):
        return f"{self.name}: 1 - (1 - u)^3, {p[1]:.0f} px in {p[3]:.4f} s"


class ChromiumFling(Law):
    """Bezier (0.2, slope), (0.55, 1) over T = min(2, v / 2300); p = x0, v, t0, D. It stops at the edge, if there is one."""

    accept = "bezier|tween|ease|chromium|physics"

    def __init__(self, edge=None):
        self.edge = edge

    def shape(self, p):
        """Distance, duration, control points."""
        time = min(2, abs(p[1]) / 2300)
        # Of a fling that an edge stops the distance is not seen; it is that of a fling that nothing bounds.
        distance = p[3] if self.edge is None else numpy.sign(p[1]) * p[1] ** 2 / 5291
        slope = abs(p[1]) * time / max(abs(distance), 1e-9)  # of the distance over the time
        return distance, time, ((0.2, 0.2 * slope, 0.55, 1) if slope * 0.2 <= 1 else (1 / slope, 1, 0.55, 1))

    def curve(self, t, p):
        distance, time, points = self.shape(p)
        x = p[0] + distance * bezier((t - p[2]) / max(time, 1e-3), *points)
        return x if self.edge is None else numpy.maximum(x, self.edge)

    def starts(self, t, x):
        v = numpy.median(numpy.diff(x[:5]) / numpy.diff(t[:5]))
        if self.edge is not None:
            return [(x[0], v * f, t[0] - 0.01) for f in (0.9, 1.1, 1.4)]
        return [(x[0], v * f, t[0] - 0.01, numpy.sign(v) * (v * f) ** 2 / 5291) for f in (0.9, 1.1, 1.4)] + [
            (x[0], v, t[0] - 0.01, x[-1] - x[0])]

    def window(self, p, t):
        return t[0], min(t[-1], p[2] + self.shape(p)[1])

    def words(self, p):
        distance, time, points = self.shape(p)
        return (f"physics-based fling: cubic-bezier({points[0]:.3f}, {points[1]:.4f}, 0.55, 1), v {p[1]:.0f} px/s, D {distance:.0f} px "
                f"(v^2/{p[1]**2 / max(abs(distance), 1e-9):.0f}), T {time:.3f} s" + (", stopped by the edge" if self.edge is not None else ""))


class CriticalSpring(Law):
    """x = X - D (1 + w u) exp(-w u), u = t - t0 >= 0; p = X, D, t0, w."""

    accept, from_rest = "spring|critical", True

    def curve(self, t, p):
        u = numpy.maximum(0, t - p[2])
        return p[0] - p[1] * (1 + p[3] * u) * numpy.exp(-p[3] * u)

    def starts(self, t, x):
        begin = t[numpy.flatnonzero(numpy.diff(x))[0]]
        return [(x[-1], x[-1] - x[0], begin + late, w) for late in (-0.01, 0.005) for w in (10, 16, 25)]

    def window(self, p, t):
        return p[2], t[-1]

    def answer(self, p, errors):
        return [p[3], max(0.02 * p[3], 4 * errors[3])]

    def words(self, p):
        return f"critically damped spring, {p[3]:.3f} 1/s (stiffness {p[3]**2:.1f}), {p[1]:.0f} px"


class Kivy(Law):
    """The recursion of Kivy's effects, frame by frame over the recorded stamps; p = speed before the first frame."""

    def __init__(self, edge):
        self.edge, self.accept = edge, "kivy" if edge else "exponential|viscous|kivy"

    def fit(self, t, x, starts=None):
        self.first = x[0]
        return super().fit(t, x, starts)

    def curve(self, t, p):
        x, v, out = self.first, p[0], [self.first]
        for dt in numpy.diff(t):
            over = min(0.0, x) if self.edge else 0.0
            force = v * 0.05 * dt / 0.017
            if abs(over) > 0.5:
                force += 0.25 * v + 2 * over
            else:
                over = 0.0
            inward = over < 0 and v > 0
            v -= force
            step = v * dt / (1 + abs(over) / 200)
            v = 0.0 if abs(step) < 0.1 else v
            x += step
            if inward and x > 0:
                x, v = 0.0, 0.0
            out.append(x)
        return numpy.array(out)

    def window(self, p, t):
        """From the edge on; the fling before it is a motion with its own law."""
        beyond = numpy.flatnonzero(self.curve(t, p) < 0) if self.edge else []
        return (t[beyond[0]] if len(beyond) else t[0]), t[-1]

    def starts(self, t, x):
        v = (x[1] - x[0]) / (t[1] - t[0])
        return [(v * f,) for f in (1, 1.3)]

    def words(self, p):
        return f"Kivy's recursion {'beyond the edge' if self.edge else 'of a glide'}, speed {p[0]:.1f} pt/s"


LAWS = {
    "coulomb": Coulomb(), "exponential": Exponential(), "out-expo": OutExpo(), "qt-return": QtReturn(), 
    "coulomb-to-edge": Coulomb(), "qscroller-return": OutQuad(), "chromium-fling": ChromiumFling(), "chromium-edge": ChromiumFling(edge=0),
    "chromium-smooth": Tween("scrollTo smooth", CHROMIUM, "|chromium"), "ease-in-out": Tween("ease-in-out", EASE_IN_OUT, "|chromium"),
    "ease": Tween("CSS ease", EASE, "|webkit"), "firefox-bezier": Tween("Firefox's curve from rest", (0.25, 0, 0.6, 1), "|firefox"),
    "exponential-to-edge": Exponential(), "ease-out-cubic": OutCubic(), "critical-spring": CriticalSpring(), "kivy-glide": Kivy(False), "kivy-edge": Kivy(True),
}
