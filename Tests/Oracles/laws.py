"""Makes bounce_law.csv: reference values of the bounce law and of the damped spring around it, 40 digits.

Run: python3 laws.py        No seed.

Arguments are doubles, printed so that they round-trip; each value belongs to the exact doubles (60 digits inside,
mpmath). One scalar a row. tau = t + phi; lengths pt, times s.

overscroll, velocity, acceleration (C, delta, phi, t)       y = C tau e^(-delta tau) and its derivatives in t
overscroll_C, overscroll_delta, overscroll_phi (same)       partial derivatives of y
linear_a, linear_b (C, delta, phi)                          y = (a + b t) e^(-delta t)
linear_overscroll, linear_velocity (a, b, delta, t)
linear_C, linear_phi (a, b, delta)                          C = b e^(delta a/b), phi = a/b
step_y, step_v (y, v, delta, h)                             the exact step from a state
state_tau, state_C (y, v, delta)                            tau = y/(v + delta y), C = (v + delta y) e^(delta tau)
state_b (y, v, delta)                                       v + delta y, zero where the law is y e^(-delta t)
furthest (C, delta), time_to_max (delta, phi)               |C|/(delta e), 1/delta - phi
settle_time (C, delta, epsilon)                             last tau with |y| = epsilon
linear_settle_time (a, b, delta, epsilon)                   last t >= 0 with |y| = epsilon, 0 if none; any a and b
spring_c, spring_s (kappa, t)                               cos(sqrt(kappa) t), sin(sqrt(kappa) t)/sqrt(kappa)
spring_c_kappa, spring_s_kappa, spring_c_kappa2, spring_s_kappa2 (kappa, t)     derivatives in kappa
spring_overscroll, spring_velocity (a, b, delta, kappa, t)  y = e^(-delta t)(a c + b s), b = v(0) + delta y(0)
"""

import mpmath as mp

from common import write_csv

mp.mp.dps = 60
M = mp.mpf
ROWS = []


def add(name, arguments, value):
    padded = [repr(float(x)) for x in arguments] + [""] * (5 - len(arguments))
    ROWS.append([name, *padded, mp.nstr(value, 40, strip_zeros=False, min_fixed=-5, max_fixed=40)])


def with_phase():
    constants = [(1000.0, 10.9, 0.0), (4301.8, 10.926, 0.00925), (2236.1, 10.927, 0.0045), (200.0, 6.0, 1 / 60), (-1793.594, 10.0, 0.0),
                 (6000.0, 16.0, 0.2), (986.497, 10.954451150103322, -0.004), (0.001, 12.5, 0.5), (1000.0, 0.5, 0.01), (3000.0, 200.0, 0.001)]
    for C, delta, phi in constants:
        c, d, p = M(C), M(delta), M(phi)
        for t in (0.0, 1e-9, 1 / 60, 0.0167, 0.09174311926605505, 0.25, 0.5, 0.7337, 1.0, 2.0, 10.0):
            tau = M(t) + p
            e = mp.exp(-d * tau)
            arguments = (C, delta, phi, t)
            add("overscroll", arguments, c * tau * e)
            add("velocity", arguments, c * e * (1 - d * tau))
            add("acceleration", arguments, c * e * d * (d * tau - 2))
            add("overscroll_C", arguments, tau * e)
            add("overscroll_delta", arguments, -c * tau**2 * e)
            add("overscroll_phi", arguments, c * e * (1 - d * tau))
        add("linear_a", (C, delta, phi), c * p * mp.exp(-d * p))
        add("linear_b", (C, delta, phi), c * mp.exp(-d * p))
        add("furthest", (C, delta), abs(c) / (d * mp.e))
        add("time_to_max", (delta, phi), 1 / d - p)
        for epsilon in (0.5, 1 / 3, 1e-3, 1e-12):
            ratio = d * M(epsilon) / abs(c)
            if ratio < mp.exp(-1):
                add("settle_time", (C, delta, epsilon), -mp.lambertw(-ratio, -1).real / d)
    # The peak just reaches epsilon: the branch point.
    delta, epsilon = 10.9, 0.5
    edge = float(M(delta) * M(epsilon) * mp.e)
    for factor in (1 + 1e-12, 1 + 1e-9, 1 + 1e-6, 1.001, 1.1):
        C = edge * factor
        ratio = M(delta) * M(epsilon) / M(C)
        assert ratio < mp.exp(-1)
        add("settle_time", (C, delta, epsilon), -mp.lambertw(-ratio, -1).real / M(delta))


def last_crossing(a, b, d, epsilon):
    """The last t >= 0 with |(a + b t) e^(-d t)| = epsilon, by pieces on which |y| is monotone."""
    f = lambda t: abs(a + b * t) * mp.exp(-d * t) - epsilon
    cuts = [M(0)]
    if b != 0:
        cuts += [t for t in (-a / b, 1 / d - a / b) if t > 0]
    far = M(1)
    while f(far) > 0 or far <= max(cuts):
        far *= 2
    cuts = sorted(cuts) + [far]
    for left, right in reversed(list(zip(cuts, cuts[1:]))):
        if f(left) > 0 >= f(right):
            for _ in range(230):
                middle = (left + right) / 2
                left, right = (middle, right) if f(middle) > 0 else (left, middle)
            return left
    return M(0)


def linear_form():
    cases = [(35.96, 3888.4, 10.926), (0.0, 1000.0, 10.9), (100.0, 0.0, 10.9), (100.0, 1e-12, 10.9), (100.0, -1e-12, 10.9), (100.0, 1e-3, 10.9),
             (100.0, 1090.0, 10.9), (100.0, 360.0, 10.9), (100.0, -1000.0, 10.9), (100.0, -20.0, 10.9), (-80.0, -500.0, 12.0), (0.4, 1.0, 10.9),
             (0.4, -0.3, 10.9), (1e-9, 2000.0, 10.9), (-3.0, 2000.0, 10.9), (0.0, 0.0, 10.9)]
    for a, b, delta in cases:
        x, y, d = M(a), M(b), M(delta)
        for t in (0.0, 1 / 60, 0.1, 0.5, 2.0):
            e = mp.exp(-d * M(t))
            add("linear_overscroll", (a, b, delta, t), (x + y * M(t)) * e)
            add("linear_velocity", (a, b, delta, t), (y - d * (x + y * M(t))) * e)
        for epsilon in (0.5, 0.1):
            add("linear_settle_time", (a, b, delta, epsilon), last_crossing(x, y, d, M(epsilon)))
        if b != 0:
            add("linear_phi", (a, b, delta), x / y)
            if abs(d * x / y) < 690:
                add("linear_C", (a, b, delta), y * mp.exp(d * x / y))


def states():
    for y, v, delta in ((10.0, 300.0, 10.9), (0.0, 1500.0, 10.9), (80.0, 0.0, 10.926), (50.0, -365.0, 10.9), (-30.0, 100.0, 10.0), (0.25, -2.6, 10.9)):
        s, w, d = M(y), M(v), M(delta)
        for h in (0.0, 1e-12, 1e-6, 1 / 120, 1 / 60, 0.1, 1.0, -1 / 60):
            e, k = mp.exp(-d * M(h)), M(h)
            add("step_y", (y, v, delta, h), e * (s * (1 + d * k) + w * k))
            add("step_v", (y, v, delta, h), e * (w * (1 - d * k) - d * d * k * s))
    found = [(10.0, 300.0, 10.9), (10.0, 0.0, 10.9), (50.0, -365.0, 10.9), (-20.0, -900.0, 12.5), (20.0, -217.9, 10.9), (10.0, -150.0, 10.9)]
    # y -> 0: tau -> 0 and C -> v.
    found += [(sign * 10.0**-k, 1000.0, 10.9) for k in (1, 3, 6, 9, 12, 16, 30, 100, 300) for sign in (1, -1)] + [(0.0, 1000.0, 10.9), (0.0, -1000.0, 10.9), (5e-324, 1000.0, 10.9)]
    # v/y -> -delta: b -> 0, tau and C run away; 10.875 y is exact in binary, so b is the small number meant.
    for k in range(1, 13):
        for sign in (1, -1):
            found.append((64.0, -696.0 + sign * 2.0**-k, 10.875))
    found += [(64.0, -696.0 + 2.0**-k, 10.875) for k in (20, 30, 40, 43)] + [(64.0, -696.0, 10.875)]
    for y, v, delta in found:
        s, w, d = M(y), M(v), M(delta)
        b = w + d * s
        add("state_b", (y, v, delta), b)
        if b != 0:
            tau = s / b
            add("state_tau", (y, v, delta), tau)
            if abs(d * tau) < 690:
                add("state_C", (y, v, delta), b * mp.exp(d * tau))


def series(kappa, t, start, order):
    """The derivative of that order in kappa of sum (-kappa)^k t^(2k + start) / (2k + start)!, start 0 for c, 1 for s."""
    total, k = M(0), order
    with mp.workdps(110):
        kappa, t = M(kappa), M(t)
        while True:
            term = (-1) ** k * mp.ff(k, order) * kappa ** (k - order) * t ** (2 * k + start) / mp.factorial(2 * k + start)
            total += term
            if k > order and (kappa == 0 or (abs(term) <= abs(total) * M(10) ** -90 and 2 * k > 2 * mp.sqrt(abs(kappa)) * t + 10)):
                return total
            k += 1


def spring():
    kappas = [0.0]
    for size in (1e-300, 1e-30, 1e-16, 1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0):
        kappas += [size, -size]
    for kappa in kappas + [400.0, 3000.0]:
        for t in (0.0, 1e-6, 1 / 60, 0.1, 0.5, 1.0, 2.0):
            for name, start in (("c", 0), ("s", 1)):
                value = series(kappa, t, start, 0)
                if kappa != 0:
                    with mp.workdps(400 if abs(kappa) > 1e-299 else 800):
                        root = mp.sqrt(M(kappa))
                        plain = mp.cos(root * M(t)) if start == 0 else mp.sin(root * M(t)) / root
                    assert abs(plain.real - value) <= M(10) ** -50 * abs(value), (kappa, t, name)
                add(f"spring_{name}", (kappa, t), value)
                add(f"spring_{name}_kappa", (kappa, t), series(kappa, t, start, 1))
                add(f"spring_{name}_kappa2", (kappa, t), series(kappa, t, start, 2))
    for a, b, delta in ((35.96, 3888.4, 10.926), (0.0, 1000.0, 10.9), (100.0, 360.0, 9.0)):
        for kappa in (0.0, 1e-12, -1e-12, 1e-6, -1e-6, 1e-3, -1e-3, 0.1, -0.1, 1.0, -1.0, 25.0, -25.0, 400.0):
            for t in (1 / 60, 0.1, 0.5, 1.5):
                c, s = series(kappa, t, 0, 0), series(kappa, t, 1, 0)
                x, y, d = M(a), M(b), M(delta)
                e = mp.exp(-d * M(t))
                add("spring_overscroll", (a, b, delta, kappa, t), e * (x * c + y * s))
                # c' = -kappa s, s' = c
                add("spring_velocity", (a, b, delta, kappa, t), e * ((y - d * x) * c - (d * y + M(kappa) * x) * s))


def main():
    with_phase()
    linear_form()
    states()
    spring()
    write_csv("bounce_law.csv", "laws.py (mpmath 1.3.0, 60 digits)", "none",
              ["40 digits for the exact doubles printed; what each name means stands in the script"],
              ["function", "argument_1", "argument_2", "argument_3", "argument_4", "argument_5", "value"], ROWS)


main()
