"""Makes bounce_minima.csv: the least-squares minimum of every trace of bounce_traces.csv, to 25 digits.

Run: python3 bounce_minima.py (after simulate_bounces.py)        No seed. Ten seconds.

Model y = (a + b t) e^(-delta t), unweighted, all samples, a, b, delta free. The projected objective is scanned on 600
logarithmic points over delta in [0.5, 400] in double precision; every local minimum is refined (scipy), the best one
polished by Newton with 50 digits (mpmath): residuals of the exact doubles in the file, exact second derivative.

Errors at the minimum, J the full three-column Jacobian, s^2 = RSS / (n - 3), h the leverages:
classical  s^2 (J'J)^-1;  HC3  (J'J)^-1 [sum J_i J_i' r_i^2 / (1 - h_i)^2] (J'J)^-1.
C = b e^(delta phi) and phi = a / b by the delta method, from the same covariance.
"""

import mpmath as mp
import numpy as np
from scipy.optimize import minimize_scalar

from common import traces, write_csv

mp.mp.dps = 50
LOWEST, HIGHEST = 0.5, 400.0


def projected(delta, t, y):
    """The residual sum of squares with a and b projected out, in double precision."""
    e = np.exp(-delta * t)
    basis = np.column_stack([e, t * e])
    q, _ = np.linalg.qr(basis / np.linalg.norm(basis, axis=0))
    r = y - q @ (q.T @ y)
    return r @ r


def local_minima(t, y):
    """[(RSS, delta)] of all local minima inside [0.5, 400], best first."""
    grid = np.geomspace(LOWEST, HIGHEST, 600)
    f = np.array([projected(d, t, y) for d in grid])
    found = []
    for i in range(1, grid.size - 1):
        if f[i] <= f[i - 1] and f[i] < f[i + 1]:
            best = minimize_scalar(projected, bracket=(grid[i - 1], grid[i], grid[i + 1]), args=(t, y), tol=1e-12)
            found.append((best.fun, best.x))
    found.sort()
    at_end = min(f[0], f[-1])
    if not found or at_end < found[0][0]:
        raise SystemExit("the minimum lies at an end of the range")
    return found


def linear(delta, t, y):
    e = [mp.exp(-delta * x) for x in t]
    te = [x * k for x, k in zip(t, e)]
    g = mp.matrix([[mp.fdot(e, e), mp.fdot(e, te)], [mp.fdot(e, te), mp.fdot(te, te)]])
    right = mp.matrix([mp.fdot(e, y), mp.fdot(te, y)])
    det = g[0, 0] * g[1, 1] - g[0, 1] ** 2
    a = (g[1, 1] * right[0] - g[0, 1] * right[1]) / det
    b = (g[0, 0] * right[1] - g[0, 1] * right[0]) / det
    model = [a * p + b * q for p, q in zip(e, te)]
    return a, b, e, te, model, g, det


def newton(delta, t, y):
    """Polishes delta: derivative of the projected objective, its exact second derivative by a Schur complement."""
    for _ in range(30):
        a, b, e, te, model, g, det = linear(delta, t, y)
        r = [p - q for p, q in zip(y, model)]
        tm = [x * m for x, m in zip(t, model)]
        first = mp.fdot(r, tm)
        hdd = mp.fdot(tm, tm) - mp.fsum(p * x * q for p, x, q in zip(r, t, tm))
        # d2/da ddelta and d2/db ddelta of RSS / 2; the residual terms count.
        h0 = -mp.fdot(e, tm) + mp.fdot(r, te)
        h1 = -mp.fdot(te, tm) + mp.fsum(p * x * q for p, x, q in zip(r, t, te))
        second = hdd - (g[1, 1] * h0**2 - 2 * g[0, 1] * h0 * h1 + g[0, 0] * h1**2) / det
        if second <= 0:
            raise SystemExit("not a minimum")
        step = first / second
        delta -= step
        if abs(step) < mp.mpf(10) ** -40:
            return delta
    raise SystemExit("Newton did not converge")


def text(x, digits=25):
    return mp.nstr(x, digits, strip_zeros=False, min_fixed=-4, max_fixed=30)


def fit(name, t_double, y_double):
    found = local_minima(np.array(t_double), np.array(y_double))
    t, y = [mp.mpf(x) for x in t_double], [mp.mpf(x) for x in y_double]
    delta = newton(mp.mpf(found[0][1]), t, y)
    assert abs(delta - found[0][1]) < 1e-5 * delta
    a, b, e, te, model, *_ = linear(delta, t, y)
    r = [p - q for p, q in zip(y, model)]
    rss = mp.fdot(r, r)
    n = len(t)
    J = [mp.matrix([p, q, -x * m]) for p, q, x, m in zip(e, te, t, model)]
    JtJ = mp.zeros(3)
    for row in J:
        JtJ += row * row.T
    inverse = JtJ ** -1
    classical = inverse * (rss / (n - 3))
    meat, largest = mp.zeros(3), mp.mpf(0)
    for row, residual in zip(J, r):
        h = (row.T * inverse * row)[0]
        largest = max(largest, h)
        meat += row * row.T * (residual / (1 - h)) ** 2
    hc3 = inverse * meat * inverse
    phi = a / b
    C = b * mp.exp(delta * phi)
    scale = mp.exp(delta * phi)
    G = mp.matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1],
                   [delta * scale, scale * (1 - delta * phi), phi * C], [1 / b, -a / b**2, 0]])
    out = [name, n, text(delta), text(C), text(phi), text(a), text(b), text(rss)]
    correlations = []
    for covariance in (classical, hc3):
        full = G * covariance * G.T
        sd = [mp.sqrt(full[i, i]) for i in range(5)]
        out += [text(x, 20) for x in sd]
        correlations += [text(full[3, 2] / sd[3] / sd[2], 20), text(full[3, 4] / sd[3] / sd[4], 20)]
    watson = mp.fsum((r[i] - r[i - 1]) ** 2 for i in range(1, n)) / rss
    second = [repr(float(found[1][1])), repr(float(found[1][0]))] if len(found) > 1 else ["", ""]
    print(name, n, found[:3])
    return out + correlations + [text(watson, 20), text(largest, 20), len(found)] + second


def main():
    columns = ["trace", "samples", "delta", "C", "phi", "a", "b", "rss"]
    for kind in ("classical", "hc3"):
        columns += [f"{kind}_{p}" for p in ("a", "b", "delta", "C", "phi")]
    columns += [f"{k}_corr_C_{p}" for k in ("classical", "hc3") for p in ("delta", "phi")]
    columns += ["durbin_watson", "max_leverage", "local_minima", "second_delta", "second_rss"]
    write_csv("bounce_minima.csv", "bounce_minima.py (mpmath 1.3.0, 50 digits)", "none",
              ["global least-squares minimum over delta in [0.5, 400]; a, b, delta free; all samples, unweighted",
               "classical_*, hc3_*: standard errors; *_corr_*: correlations from that covariance",
               "local_minima: minima of the projected objective in the range; second_*: the next best (double precision)",
               "parameters and rss to 25 digits; errors, correlations and statistics to 20"],
              columns, [fit(*trace) for trace in traces("bounce_traces.csv")])


main()
