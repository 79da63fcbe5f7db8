"""Makes uiscrollview.csv: the springs that explain four recordings of UIScrollView to the pixel.

Run: python3 uiscrollview.py        No random numbers. A few minutes.

For one spring (stiffness k and damping c per mass) the curves are y = e^(-c t / 2) (a C(t) + b S(t)). The smallest
largest residual over a and b is the linear program min e, |y_n - a g_n - b h_n| <= e. By Helly's theorem it is the largest value
that any three samples force: with lambda orthogonal to both columns of the three rows, |sum lambda y| / sum |lambda|.
So it is taken over all triples, and at the end compared with SciPy's linear program (HiGHS).

M is that residual over half a pixel: a spring explains a recording where M <= 1. The range of a quantity over {M <= 1} is where
the smallest M at that value, over the other quantity, reaches 1: grids and golden sections, then bisection.
The clock is the frame interval over 1/60 s with which k = 120, c = 22 has M <= 1.

Recordings without stamps have t = n / 60. The stamps of held-release-3x are put on the nearest n / 60, and its first row, the
offset at release, is left out. Offsets are snapped to the pixel grid.
"""

import itertools
import os

import numpy as np
from scipy.optimize import linprog

from common import write_csv

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "SampleTraces")
NAMES = ["bounce-3x", "bounce-2x", "release-2x", "held-release-3x"]


class Recording:
    def __init__(self, name):
        meta, rows, header = {}, [], None
        with open(os.path.join(FOLDER, f"uiscrollview-{name}.csv")) as file:
            for line in file:
                if line.startswith("#"):
                    key, value = line[1:].split(":", 1)
                    meta[key.strip()] = value.strip()
                elif header is None:
                    header = line.strip().split(",")
                else:
                    rows.append([float(field) for field in line.split(",")])
        scale = float(meta["scale"])
        self.name, self.half = name, 0.5 / scale
        self.y = np.round((float(meta["edge_top"]) - np.array([row[-1] for row in rows])) * scale) / scale
        self.t = np.arange(len(rows)) / 60
        self.assumed = header == ["offset_y_pt"]
        if not self.assumed:
            self.t = np.round(np.array([row[0] for row in rows]) * 60 / 1000) / 60
            self.t, self.y = self.t[1:], self.y[1:]
        self.triples = np.array(list(itertools.combinations(range(len(self.t)), 3)))

    def columns(self, k, c, clock=1.0):
        t, d = clock * self.t, c / 2
        kappa = k - d * d
        w = np.sqrt(abs(kappa))
        if w < 1e-7:
            g, h = np.ones_like(t), t
        elif kappa < 0:
            g, h = np.cosh(w * t), np.sinh(w * t) / w
        else:
            g, h = np.cos(w * t), np.sin(w * t) / w
        return np.exp(-d * t) * g, np.exp(-d * t) * h

    def misfit(self, k, c, clock=1.0):
        g, h = self.columns(k, c, clock)
        p, q, r = self.triples.T
        x, y, z = g[q] * h[r] - g[r] * h[q], g[r] * h[p] - g[p] * h[r], g[p] * h[q] - g[q] * h[p]
        level = np.abs(x * self.y[p] + y * self.y[q] + z * self.y[r])
        return float(np.max(level / (np.abs(x) + np.abs(y) + np.abs(z)))) / self.half

    def program(self, k, c):
        g, h = self.columns(k, c)
        a = np.c_[g / np.max(np.abs(g)), h / np.max(np.abs(h))]
        ones = -np.ones((len(g), 1))
        found = linprog([0, 0, 1], A_ub=np.r_[np.c_[a, ones], np.c_[-a, ones]], b_ub=np.r_[self.y, -self.y],
                        bounds=[(None, None), (None, None), (0, None)], method="highs")
        return found.fun / self.half


def smallest(f, low, high, count=40):
    places = np.linspace(low, high, count + 1)
    values = [f(x) for x in places]
    i = int(np.argmin(values))
    low, high = places[max(0, i - 1)], places[min(count, i + 1)]
    ratio = (5 ** 0.5 - 1) / 2
    p, q = high - ratio * (high - low), low + ratio * (high - low)
    at_p, at_q = f(p), f(q)
    for _ in range(30):
        if at_p < at_q:
            high, q, at_q = q, p, at_p
            p = high - ratio * (high - low)
            at_p = f(p)
        else:
            low, p, at_p = p, q, at_q
            q = low + ratio * (high - low)
            at_q = f(q)
    return ((p, at_p) if at_p < at_q else (q, at_q))


def reach(f, low, high):
    """The ends of {f <= 1}; nothing where the set is empty."""
    inside, value = smallest(f, low, high)
    if value > 1:
        return None
    ends = []
    for outside in (low, high):
        near = inside
        for _ in range(34):
            middle = (near + outside) / 2
            near, outside = (middle, outside) if f(middle) <= 1 else (near, middle)
        ends.append(near)
    return ends


def main():
    recordings = [Recording(name) for name in NAMES]
    rows = []
    for r in recordings:
        pair = r.misfit(120, 22)
        assert abs(pair - r.program(120, 22)) < 1e-7, r.name
        rows.append([r.name, "error_at_120_22_pt", f"{pair * r.half:.7f}", ""])
        if r.assumed:
            ends = reach(lambda clock: r.misfit(120, 22, clock), 0.996, 1.004)
            rows.append([r.name, "clock_at_120_22"] + [f"{x:.7f}" for x in ends])
    sets = [(r.name, [r]) for r in recordings] + [("all", recordings)]
    for name, group in sets:
        worst = lambda k, c: max(r.misfit(k, c) for r in group)
        if name == "held-release-3x":
            continue  # its region is long: stiffness and damping hang together in a slow return
        for key, low, high, f in (
            ("stiffness", 118.5, 121.5, lambda k: smallest(lambda z: worst(k, 2 * z * k ** 0.5), 0.99, 1.02)[1]),
            ("damping", 21.6, 22.4, lambda c: smallest(lambda z: worst((c / 2 / z) ** 2, c), 0.99, 1.02)[1]),
            ("zeta", 0.99, 1.02, lambda z: smallest(lambda k: worst(k, 2 * z * k ** 0.5), 118.5, 121.5)[1]),
        ):
            ends = reach(f, low, high)
            rows.append([name, key] + [f"{x:.5f}" for x in ends])
            print(rows[-1], flush=True)
    critical = smallest(lambda d: max(r.misfit(d * d, 2 * d) for r in recordings), 10.5, 11.4)[1]
    rows.append(["all", "smallest_critical_misfit", f"{critical:.5f}", ""])
    pairs = [(k, 2 * z * k ** 0.5) for k in np.linspace(119.9, 120.3, 61) for z in np.linspace(1.004, 1.0057, 61)]
    both = [p for p in pairs if max(recordings[0].misfit(*p), recordings[1].misfit(*p)) <= 1]
    share = sum(recordings[2].misfit(*p) <= 1 for p in both) / len(both)
    rows.append(["release-2x", "share_of_the_springs_of_both_bounces", f"{share:.2f}", ""])
    write_csv("uiscrollview.csv", "uiscrollview.py", "none",
              ["error_at_120_22_pt: worst residual of the best curve with stiffness 120 and damping 22 per mass",
               "clock_at_120_22: frame intervals over 1/60 s with which that spring explains every sample",
               "stiffness, damping (per mass), zeta: ranges over the springs that explain every sample, of one recording or of all four",
               "smallest_critical_misfit: of the best critically damped spring, largest residual over half a pixel; above 1 there is none",
               "share_of_the_springs_of_both_bounces: how many of the springs that explain bounce-3x and bounce-2x explain this recording"],
              ["recording", "quantity", "lower", "upper"], rows)


main()
