"""Makes feasible_traces.csv and feasible.csv: which decay rates explain a trace by rounding alone.

Run: python3 feasible.py        Seed: 20210812 (NumPy PCG64). One minute.

M(delta) = min over a, b of max_n |y_n - (a + b t_n) e^(-delta t_n)|. For fixed delta the two basis functions form a
Chebyshev system, so the minimax is the largest levelled error over three samples: Stiefel's exchange, exact. Here with
30 digits (mpmath). The minimum over delta comes from a scan of 4000 logarithmic points in [0.5, 200] (every local
minimum refined), the ends of {delta : M <= quantum / 2} by bisection to 1e-14.

Offsets are taken as exact multiples of 1/scale: the recorded files print four decimals, so they are snapped first.
The simulated traces are rounded without noise, half to even; 000..049 are full bounces, 050..059 short or faint ones.
"""

import bisect
import math

import mpmath as mp
import numpy as np

from common import REAL_TRACES, real_overscroll, write_csv

SEED = 20210812
mp.mp.dps = 30


def minimax(delta, t, y, exp):
    """(M, a, b) by single exchange. Residuals are kept times e^(delta t): u = y e^(delta t), w = e^(delta t)."""
    w = [exp(delta * x) for x in t]
    u = [p * q for p, q in zip(y, w)]
    n = len(t)
    # Where the weights are comparable: a start on faint late samples would cost digits.
    middle = min(max(1, bisect.bisect_left(t, 1 / delta)), n - 2)
    triple = [0, middle, min(max(middle + 1, bisect.bisect_left(t, 3 / delta)), n - 1)]
    for _ in range(200):
        i, j, k = triple
        # u_i - a - b t_i = E w_i, u_j - a - b t_j = -E w_j, u_k - a - b t_k = E w_k
        dj, dk = t[j] - t[i], t[k] - t[i]
        rise_j, rise_k = u[j] - u[i], u[k] - u[i]
        wj, wk = w[j] + w[i], w[i] - w[k]
        # So rise_j = b dj - E wj and rise_k = b dk - E wk; a + b t is what is left of u.
        E = (rise_k * dj - rise_j * dk) / (wj * dk - wk * dj)
        b = (rise_j + E * wj) / dj
        a = u[i] - E * w[i] - b * t[i]
        r = [p - (a + b * x) / q for p, x, q in zip(y, t, w)]
        worst = max(range(n), key=lambda m: abs(r[m]))
        if worst in triple or abs(r[worst]) <= abs(E) * (1 + 1e-13 if exp is math.exp else 1):
            return abs(E), a, b
        sign = r[worst] > 0
        if worst < i:
            triple = [worst, j, k] if (r[i] > 0) == sign else [worst, i, j]
        elif worst < j:
            triple = [worst, j, k] if (r[i] > 0) == sign else [i, worst, k]
        elif worst < k:
            triple = [i, worst, k] if (r[j] > 0) == sign else [i, j, worst]
        else:
            triple = [i, j, worst] if (r[k] > 0) == sign else [j, k, worst]
    raise SystemExit("the exchange does not end")


def golden(f, lo, hi, width):
    g = (mp.sqrt(5) - 1) / 2
    c, d = hi - g * (hi - lo), lo + g * (hi - lo)
    fc, fd = f(c), f(d)
    while hi - lo > width:
        if fc <= fd:
            hi, d, fd = d, c, fc
            c = hi - g * (hi - lo)
            fc = f(c)
        else:
            lo, c, fc = c, d, fd
            d = lo + g * (hi - lo)
            fd = f(d)
    return (lo + hi) / 2


def crossing(f, inside, outside, level):
    while abs(outside - inside) > mp.mpf(10) ** -14:
        middle = (inside + outside) / 2
        if f(middle) <= level:
            inside = middle
        else:
            outside = middle
    return (inside + outside) / 2


def analyse(name, t, pixels, scale):
    td, yd = [float(x) for x in t], [p / scale for p in pixels]
    t, y = [mp.mpf(x) for x in td], [mp.mpf(p) / scale for p in pixels]
    half = mp.mpf(1) / (2 * scale)
    f = lambda d: minimax(d, t, y, mp.exp)[0]
    fast = lambda d: minimax(d, td, yd, math.exp)[0]
    grid = np.geomspace(0.5, 200, 4000)
    M = [fast(float(d)) for d in grid]
    minima = []
    for i in range(1, len(M) - 1):
        if M[i] <= M[i - 1] and M[i] < M[i + 1]:
            x = golden(fast, float(grid[i - 1]), float(grid[i + 1]), 1e-10)
            minima.append((fast(x), i))
    minima.sort()
    i = minima[0][1]
    best = golden(f, mp.mpf(grid[i - 1]), mp.mpf(grid[i + 1]), mp.mpf(10) ** -14)
    value, a, b = minimax(best, t, y, mp.exp)
    lower = upper = ""
    parts = 0
    if value <= half:
        below = [j for j in range(i) if grid[j] < best and M[j] > half]
        above = [j for j in range(i, len(M)) if grid[j] > best and M[j] > half]
        lower = crossing(f, best, mp.mpf(grid[below[-1]]), half) if below else "open"
        upper = crossing(f, best, mp.mpf(grid[above[0]]), half) if above else "open"
        # Connected? Every other local minimum of the coarse scan, and a fine scan around the interval.
        lo, hi = float(grid[0] if lower == "open" else lower), float(grid[-1] if upper == "open" else upper)
        parts = 1 + sum(1 for m, j in minima[1:] if m <= half and not lo < grid[j] < hi)
        fine = np.linspace(max(0.5, lo - (hi - lo)), min(200, hi + (hi - lo)), 1500)
        inside = [fast(float(d)) <= float(half) for d in fine]
        parts = max(parts, sum(1 for p, q in zip([False] + inside, inside) if q and not p))
    show = lambda x: x if isinstance(x, str) else mp.nstr(x, 14 if abs(x) < 100 else 15, strip_zeros=False)
    rival = repr(float(minima[1][0])) if len(minima) > 1 else ""
    print(name, len(t), show(best), show(value), float(half), show(lower), show(upper), parts, len(minima), rival, flush=True)
    return [name, len(t), f"1/{scale}", show(best), mp.nstr(value, 17), mp.nstr(a, 17), mp.nstr(b, 17), show(lower),
            show(upper), parts, len(minima), rival]


def main():
    rng = np.random.Generator(np.random.PCG64(SEED))
    results, rows = [], []
    for name, file, edge, scale in REAL_TRACES:
        pixels = [round(y * scale) for y in real_overscroll(file, edge)]
        results.append(analyse(name, [n / 60 for n in range(len(pixels))], pixels, scale))
    for index in range(60):
        short = index >= 50
        C = float(np.exp(rng.uniform(np.log(40), np.log(400)) if short else rng.uniform(np.log(200), np.log(6000))))
        delta, phi = float(rng.uniform(6, 16)), float(rng.uniform(0, 1 / 60))
        rate = int(rng.choice([60, 120]))
        count = int(rng.integers(8, 30)) if short else int(rng.integers(40, 121))
        scale = int(rng.choice([2, 3]))
        t = np.arange(count) / rate
        if index % 3 == 2:
            t = np.round(t + np.concatenate([[0], rng.uniform(0, 0.001, count - 1)]), 6)
        pixels = [int(p) for p in np.round(C * (t + phi) * np.exp(-delta * (t + phi)) * scale)]
        name = f"rounded-{index:03d}"
        rows += [(name, repr(float(a)), repr(p / scale)) for a, p in zip(t, pixels)]
        result = analyse(name, t, pixels, scale)
        for end, sign in ((result[7], 1), (result[8], -1)):
            assert end == "open" or (delta - float(end)) * sign > 0
        results.append(result + [repr(C), repr(delta), repr(phi)])
    results[0] += ["", "", ""]
    results[1] += ["", "", ""]
    write_csv("feasible_traces.csv", "feasible.py", SEED,
              ["bounces rounded to 1/2 or 1/3 pt without noise; every number round-trips a double"],
              ["trace", "t_s", "overscroll_pt"], rows)
    write_csv("feasible.csv", "feasible.py (mpmath 1.3.0, 30 digits)", SEED,
              ["best_delta, best_residual, a, b: argmin and value of M(delta), pt; lower, upper: ends of {M <= quantum/2}",
               "lower, upper empty: no delta explains the trace; open: the set reaches 0.5 or 200",
               "parts: pieces of the set found by scanning; minima: local minima of M; rival: second smallest of them",
               "real traces: t = n / 60, all samples, snapped to the pixel grid"],
              ["trace", "samples", "quantum", "best_delta", "best_residual", "a", "b", "lower", "upper", "parts", "minima",
               "rival", "true_C", "true_delta", "true_phi"], results)


main()
