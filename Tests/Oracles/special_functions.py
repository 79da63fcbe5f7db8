"""Makes special_functions.csv: reference values of the special functions behind intervals, tests and settle times.

Run: python3 special_functions.py        No seed. Ten seconds.

Every value is computed with 60 and again with 90 digits (mpmath) and both must agree to 42 digits; Student's t also
against a quadrature of its density. Arguments are doubles and printed so that they round-trip; the value belongs to
the exact double, which matters next to a branch point. Values carry 40 digits.

lambert_w_minus_1(x)                 the real branch below -1
student_t_quantile(alpha, nu)        t with P(|T| > t) = alpha
student_t_cdf(t, nu), student_t_two_sided(t, nu) = P(|T| > |t|)
normal_quantile(p), normal_upper_tail(z), chi_square_upper_tail(x, k), f_upper_tail(x, d1, d2)
incomplete_beta(x, a, b)             regularised I_x(a, b)
incomplete_gamma_p(a, x), incomplete_gamma_q(a, x)   regularised, lower and upper
log_gamma(x), erfc(x)
settle_time(C, delta, epsilon)       tau after which |C| tau e^(-delta tau) < epsilon for good
"""

import math

import mpmath as mp

from common import write_csv

M = mp.mpf


def lambert(x):
    return mp.lambertw(M(x), -1).real


def t_tail(t, nu):
    """P(|T| > |t|)."""
    t, nu = M(t), M(nu)
    return mp.betainc(nu / 2, M(1) / 2, 0, nu / (nu + t * t), regularized=True)


def t_cdf(t, nu):
    tail = t_tail(t, nu) / 2
    return 1 - tail if t > 0 else tail


def t_density(x, nu):
    nu = M(nu)
    front = mp.exp(mp.loggamma((nu + 1) / 2) - mp.loggamma(nu / 2)) / mp.sqrt(nu * mp.pi)
    return front * mp.exp(-(nu + 1) / 2 * mp.log1p(x * x / nu))


def t_quantile(alpha, nu):
    from scipy.special import stdtrit
    t = M(-float(stdtrit(nu, alpha / 2)))
    for _ in range(12):  # Newton on the tail, quadratic from 10 digits on.
        step = (t_tail(t, nu) - M(alpha)) / (2 * t_density(t, nu))
        t += step
        if abs(step) < abs(t) * M(10) ** (-(mp.mp.dps - 8)):
            return t
    raise SystemExit("no convergence")


def normal_tail(z):
    return mp.erfc(M(z) / mp.sqrt(2)) / 2


def normal_quantile(p):
    # From the smaller side: the upper half follows by symmetry from the exact complement.
    p = M(p)
    if p > M(1) / 2:
        return -normal_quantile(1 - p)
    if p == M(1) / 2:
        return M(0)
    z = -mp.sqrt(-2 * mp.log(p)) if p < M("0.1") else M("-0.3")
    for _ in range(80):
        f = normal_tail(-z)
        density = mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)
        u = (f - p) / density
        step = u / (1 + z * u / 2)  # Halley
        z -= step
        if abs(step) < abs(z) * M(10) ** (-(mp.mp.dps - 8)):
            return z
    raise SystemExit("no convergence")


def chi_square_tail(x, k):
    return mp.gammainc(M(k) / 2, M(x) / 2, mp.inf, regularized=True)


def f_tail(x, d1, d2):
    x, d1, d2 = M(x), M(d1), M(d2)
    return mp.betainc(d2 / 2, d1 / 2, 0, d2 / (d2 + d1 * x), regularized=True)


def beta(x, a, b):
    return mp.betainc(M(a), M(b), 0, M(x), regularized=True)


def gamma_p(a, x):
    return mp.gammainc(M(a), 0, M(x), regularized=True)


def gamma_q(a, x):
    return mp.gammainc(M(a), M(x), mp.inf, regularized=True)


def settle(C, delta, epsilon):
    return -mp.lambertw(-M(delta) * M(epsilon) / abs(M(C)), -1).real / M(delta)


def cases():
    branch = -0.36787944117144233  # rounds below -1/e: the first double with a real value is the next one up
    x = branch
    for _ in range(4):
        x = math.nextafter(x, 0)
        yield "lambert_w_minus_1", lambert, (x,)
    for k in range(15, 0, -1):
        yield "lambert_w_minus_1", lambert, (float(-mp.exp(-1) + M(10) ** -k),)
    for x in (-0.3678, -0.367, -0.36, -0.35, -0.3, -0.25, -0.2, -0.15, -0.05, -0.02, -1e-2, -5.45e-3, -1e-3, -1e-4, -1e-5,
              -1e-6, -1e-8, -1e-10, -1e-15, -1e-20, -1e-30, -1e-50, -1e-100, -1e-200, -1e-300, -2.2250738585072014e-308):
        yield "lambert_w_minus_1", lambert, (x,)
    orders = (1, 2, 2.5, 3, 4, 5, 7, 10, 15, 20, 30, 37, 37.3, 46, 57, 87, 117, 200, 1000, 1e4, 1e6)
    for nu in orders:
        for alpha in (0.5, 0.32, 0.1, 0.05, 0.01, 0.001, 1e-6):
            yield "student_t_quantile", t_quantile, (alpha, nu)
        for t in (-3.0, -0.5, 0.01, 1.0, 1.96, 2.5, 6.0):
            yield "student_t_cdf", t_cdf, (t, nu)
        for t in (1e-8, 0.5, 2.0, 10.0):
            yield "student_t_two_sided", t_tail, (t, nu)
    for p in (1e-300, 1e-100, 1e-20, 1e-10, 1e-5, 0.001, 0.005, 0.02425, 0.025, 0.05, 0.1, 0.25, 0.3, 0.49, 0.5, 0.51, 0.75,
              0.9, 0.95, 0.975, 0.97575, 0.995, 0.9995, 0.999999, 1 - 2**-53):
        yield "normal_quantile", normal_quantile, (p,)
    for z in (-8.0, -2.0, -0.5, 0.0, 1e-10, 0.1, 0.5, 1.0, 1.6448536269514722, 1.959963984540054, 2.5, 3.0, 5.0, 8.0, 12.0, 20.0,
              37.0):
        yield "normal_upper_tail", normal_tail, (z,)
    for k in (1, 2, 3, 5, 10, 11, 30, 60, 100, 500):
        for ratio in (0.01, 0.3, 0.8, 1.0, 1.2, 2.0, 5.0):
            yield "chi_square_upper_tail", chi_square_tail, (k * ratio, k)
    for d1 in (1, 2, 3, 5, 20):
        for d2 in (1, 2, 10, 46, 117, 1000):
            for x in (0.1, 1.0, 2.5, 10.0, 100.0):
                yield "f_upper_tail", f_tail, (x, d1, d2)
    for a, b in ((0.5, 0.5), (1, 1), (0.5, 10), (10, 0.5), (2, 3), (5, 5), (30, 0.5), (58.5, 0.5), (100, 50), (500, 0.5), (0.01, 2)):
        for x in (1e-10, 0.01, 0.2, 0.5, 0.7, 0.95, 0.999999):
            yield "incomplete_beta", beta, (x, a, b)
    for a in (0.01, 0.5, 1, 1.5, 2, 5, 10, 30, 100):
        for ratio in (1e-8, 0.05, 0.5, 0.9, 1.0, 1.1, 2.0, 10.0):
            x = a * ratio
            yield "incomplete_gamma_p", gamma_p, (a, x)
            yield "incomplete_gamma_q", gamma_q, (a, x)
    for x in (1e-10, 0.01, 0.5, 0.9999999, 1.0000001, 1.5, 1.9999999, 2.0000001, 2.5, 3.5, 7.25, 10, 58.5, 100, 1000, 1e6, 1e10):
        yield "log_gamma", lambda v: mp.loggamma(M(v)), (x,)
    for x in (-5.0, -0.5, 1e-12, 0.3, 0.5, 1.0, 2.0, 4.0, 10.0, 26.0):
        yield "erfc", lambda v: mp.erfc(M(v)), (x,)
    for C in (20.0, 200.0, 986.497, 1000.0, 1251.628, -1793.594, 2404.116, 6000.0):
        for delta in (6.0, 10.0, 10.9, 10.926, 16.0):
            for epsilon in (0.5, 1 / 3, 0.1):
                if abs(C) / (math.e * delta) > epsilon:
                    yield "settle_time", settle, (C, delta, epsilon)


def main():
    rows = []
    for name, function, arguments in cases():
        both = []
        for digits in (60, 90):
            mp.mp.dps = digits
            both.append(function(*arguments))
        a, b = both
        if abs(a - b) > M(10) ** -42 * max(abs(b), M(10) ** -400):
            raise SystemExit(f"{name}{arguments}: {a} is not {b}")
        mp.mp.dps = 50
        if name == "student_t_two_sided":
            t, nu = arguments
            core = 2 * mp.quad(lambda x: t_density(x, nu), mp.linspace(0, t, 9))
            assert abs(1 - core - b) < M(10) ** -25, (name, arguments)
        padded = [repr(float(x)) for x in arguments] + [""] * (3 - len(arguments))
        rows.append([name, *padded, mp.nstr(b, 40, strip_zeros=False, min_fixed=-5, max_fixed=40)])
    write_csv("special_functions.csv", "special_functions.py (mpmath 1.3.0)", "none",
              ["40 digits for the exact double printed; what each function means stands in the script"],
              ["function", "argument_1", "argument_2", "argument_3", "value"], rows)


main()
