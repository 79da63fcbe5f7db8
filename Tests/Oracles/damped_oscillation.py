"""Makes damped_oscillation.csv: the two curves of a damped oscillation and their derivatives by kappa.

Run: python3 damped_oscillation.py        No seed.

Arguments are doubles, printed so that they round-trip. The power series of c and s in kappa are summed term by term at 1200
digits, and so are their derivatives: no root, no sine, no case for the sign of kappa.

c, s (delta, kappa, t)                              e^(-delta t) times the sums of (-kappa)^n t^2n / (2n)!, t^(2n+1) / (2n+1)!
c_kappa, s_kappa (delta, kappa, t)                  their derivatives by kappa
"""

import mpmath as mp

from common import write_csv

mp.mp.dps = 1200
M = mp.mpf
TINY = M(10) ** -1100
ROWS = []


def series(kappa, t, first):
    """The sum over n of (-kappa)^n t^(2n + first) / (2n + first)! and its derivative by kappa."""
    kappa, t = M(kappa), M(t)
    power, value, slope, n = t**first, M(0), M(0), 0
    # power: t^(2n + first) / (2n + first)!, the power of -kappa apart for the derivative.
    now, before = M(1), M(0)
    while True:
        value += now * power
        slope -= n * before * power
        n += 1
        power *= t * t / ((2 * n + first) * (2 * n + first - 1))
        now, before = now * -kappa, now
        if n > 2 and n * n > abs(kappa) * t * t and abs(before * n * power) < TINY:
            return value, slope


def main():
    springs = [(10.93, 0.0), (0.0, 0.0)]
    for size in (1e-300, 1e-30, 1e-16, 1e-9, 1e-3, 0.1, 1.0, 10.0, 60.0, 115.0):
        springs += [(10.93, size), (10.93, -size)]
    springs += [(10.93, 2000.0), (0.01, 400.0), (1.5, 140.0), (20.554804791094465, -172.5), (300.0, -89000.0), (1000.0, -999999.0)]
    for delta, kappa in springs:
        for t in (0.0, 1e-9, 1 / 60, 0.1, 0.21, 0.5, 2.0, 10.0 if delta < 50 else 1.0):
            decay = mp.exp(-M(delta) * M(t))
            for name, first in (("c", 0), ("s", 1)):
                for key, value in zip((name, name + "_kappa"), series(kappa, t, first)):
                    ROWS.append([key, repr(delta), repr(kappa), repr(t), mp.nstr(decay * value, 30, strip_zeros=False, min_fixed=-5, max_fixed=30)])
    write_csv("damped_oscillation.csv", "damped_oscillation.py (mpmath 1.3.0, 1200 digits)", "none",
              ["30 digits for the exact doubles printed; what each name means stands in the script"],
              ["function", "argument_1", "argument_2", "argument_3", "value"], ROWS)


main()
