"""Makes spring_motion.csv: a damped spring from a state, its turns and ends, and its constants in several notations.

Run: python3 spring_motion.py        No seed.

Arguments are doubles, printed so that they round-trip; each value belongs to the exact doubles. The motion is
A e^(r1 t) + B e^(r2 t) with complex roots r1, r2 at 400 digits, so that nothing is lost next to critical damping;
(A + B t) e^(r t) where the roots coincide. Turns are by the logarithm of -B r2 / (A r1), ends by bisection between turns.

spring_y, spring_v (y, v, delta, kappa, t)          position and velocity from the state (y, v) at t = 0
turn_time (y, v, delta, kappa)                      first t > 0 with velocity 0, -1 if there is none
furthest_time, furthest_y (y, v, delta, kappa)      largest |y| for t >= 0
settle_time (y, v, delta, kappa, epsilon)           last t >= 0 with |y| = epsilon, 0 if there is none
ratio_kappa, ratio_delta (omega, zeta)              kappa = omega^2 - delta^2, delta = zeta omega
mass_kappa, mass_delta (m, k, c)
bounce_kappa, bounce_delta (duration, bounce)       zeta = 1 - bounce, 1/(1 + bounce) below 0; omega = 2 pi / duration
bounce_of (delta, kappa)                            the bounce of these constants
slow_rate (delta, kappa)                            delta - sqrt(-kappa)
"""

import mpmath as mp

from common import write_csv

mp.mp.dps = 400
M = mp.mpf
ROWS = []


def add(name, arguments, value):
    padded = [repr(float(x)) for x in arguments] + [""] * (5 - len(arguments))
    ROWS.append([name, *padded, mp.nstr(M(value), 30, strip_zeros=False, min_fixed=-5, max_fixed=30)])


class Motion:
    def __init__(self, y, v, delta, kappa):
        self.y, self.v, self.delta, self.kappa = M(y), M(v), M(delta), M(kappa)
        if self.kappa != 0:
            root = mp.sqrt(-mp.mpc(self.kappa))
            self.r1, self.r2 = -self.delta + root, -self.delta - root
            self.A = (self.v - self.r2 * self.y) / (self.r1 - self.r2)
            self.B = self.y - self.A

    def at(self, t):
        t = M(t)
        if self.kappa == 0:
            e = mp.exp(-self.delta * t)
            b = self.v + self.delta * self.y
            return (self.y + b * t) * e, (b - self.delta * (self.y + b * t)) * e
        p, q = self.A * mp.exp(self.r1 * t), self.B * mp.exp(self.r2 * t)
        return mp.re(p + q), mp.re(self.r1 * p + self.r2 * q)

    def turn(self):
        """The first t > 0 with velocity 0; None if there is none."""
        if self.v == 0 and (self.kappa <= 0 or self.y == 0):
            return None
        if self.kappa == 0:
            b = self.v + self.delta * self.y
            return 1 / self.delta - self.y / b if b != 0 and 1 / self.delta > self.y / b else None
        if self.kappa > 0:
            half = mp.pi / mp.sqrt(self.kappa)
            if self.v == 0:
                return half
            t = mp.re(mp.log(-self.B * self.r2 / (self.A * self.r1)) / (self.r1 - self.r2))
            t = t - half * mp.floor(t / half)
            return t if t > 0 else half
        if self.A == 0 or self.B == 0:
            return None
        ratio = mp.re(-self.B * self.r2 / (self.A * self.r1))
        if ratio <= 0:
            return None
        t = mp.re(mp.log(ratio) / (self.r1 - self.r2))
        return t if t > 0 else None

    def furthest(self):
        turn = self.turn()
        if turn is None or abs(self.at(turn)[0]) <= abs(self.y):
            return M(0), self.y
        return turn, self.at(turn)[0]

    def settle(self, epsilon):
        epsilon = M(epsilon)
        cuts = [M(0)]
        turn = self.turn()
        if turn is not None:
            cuts.append(turn)
            if self.kappa > 0:
                half = mp.pi / mp.sqrt(self.kappa)
                while abs(self.at(cuts[-1])[0]) >= epsilon:
                    cuts.append(cuts[-1] + half)
        f = lambda t: abs(self.at(t)[0]) - epsilon
        if self.kappa <= 0:
            slow = self.delta - mp.sqrt(-self.kappa)
            far = cuts[-1] + 1 / slow
            while f(far) > 0:
                far = cuts[-1] + 2 * (far - cuts[-1])
            cuts.append(far)
        for left, right in reversed(list(zip(cuts, cuts[1:]))):
            if f(left) < 0:
                continue
            # y runs from beyond the threshold past it, one way: no further turn in between.
            sign = mp.sign(self.at(left)[0])
            while right - left > M(10) ** -50 * right:
                middle = (left + right) / 2
                left, right = (middle, right) if sign * self.at(middle)[0] >= epsilon else (left, middle)
            return left
        return M(0)


def motions():
    states = [(0.0, 1000.0), (0.0, -2404.116), (80.0, 0.0), (80.0, -584.0), (50.0, -2500.0), (-30.0, 900.0), (12.0, 300.0), (0.25, 3.0)]
    springs = [(10.926, 0.0)]
    for size in (1e-300, 1e-30, 1e-16, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 10.0, 60.0, 115.0):
        springs += [(10.926, size), (10.926, -size)]
    springs += [(10.926, 2000.0), (15.556349186104047, -42.0), (20.554804791094465, -172.5), (300.0, -89000.0), (1000.0, -999999.0), (1.5, 140.0), (0.01, 400.0)]
    for delta, kappa in springs:
        for y, v in states:
            motion = Motion(y, v, delta, kappa)
            for t in (0.0, 1e-9, 1 / 60, 0.1, 0.5, 2.0):
                p, w = motion.at(t)
                add("spring_y", (y, v, delta, kappa, t), p)
                add("spring_v", (y, v, delta, kappa, t), w)
            turn = motion.turn()
            add("turn_time", (y, v, delta, kappa), -1 if turn is None else turn)
            time, place = motion.furthest()
            if turn is not None:
                assert abs(motion.at(turn)[1]) < M(10) ** -90 * (1 + abs(v))
            add("furthest_time", (y, v, delta, kappa), time)
            add("furthest_y", (y, v, delta, kappa), place)
            for epsilon in (0.5, 0.1):
                add("settle_time", (y, v, delta, kappa, epsilon), motion.settle(epsilon))


def constants():
    for omega in (10.954451150103322, 14.142135623730951, 0.5, 1e6):
        for zeta in (1.0, 0.999999999, 1.000000001, 1 - 2.0**-52, 1 + 2.0**-52, 1.1, 0.5, 0.01, 1.3, 40.0):
            o, z = M(omega), M(zeta)
            add("ratio_delta", (omega, zeta), z * o)
            add("ratio_kappa", (omega, zeta), o * o * (1 - z) * (1 + z))
    for m, k, c in ((1.0, 100.0, 20.0), (0.5, 100.0, 15.556349186104047), (1.0, 120.0, 21.908902300206645), (0.3, 75.0, 12.332), (2.0, 119.4, 0.5), (1.0, 500.0, 10.0), (3.0, 100.0, 90.0)):
        add("mass_delta", (m, k, c), M(c) / 2 / M(m))
        add("mass_kappa", (m, k, c), M(k) / M(m) - (M(c) / 2 / M(m)) ** 2)
    for duration in (0.5, 0.35, 0.575):
        for bounce in (0.0, 0.15, 0.3, 1e-9, 1e-14, -1e-9, -1e-14, -0.2, -0.5, -0.99, 0.999, 1.0):
            omega, b = 2 * mp.pi / M(duration), M(bounce)
            zeta = 1 - b if b >= 0 else 1 / (1 + b)
            add("bounce_delta", (duration, bounce), zeta * omega)
            add("bounce_kappa", (duration, bounce), omega**2 * (1 - zeta) * (1 + zeta))
    for delta, kappa in ((10.93, 0.0), (10.93, 1e-12), (10.93, -1e-12), (10.93, 40.0), (10.93, -60.0), (0.01, 400.0), (1000.0, -999999.0)):
        omega = mp.sqrt(M(delta) ** 2 + M(kappa))
        zeta = M(delta) / omega
        add("bounce_of", (delta, kappa), 1 - zeta if zeta <= 1 else 1 / zeta - 1)
        if kappa <= 0:
            add("slow_rate", (delta, kappa), M(delta) - mp.sqrt(-M(kappa)))


def main():
    motions()
    constants()
    write_csv("spring_motion.csv", "spring_motion.py (mpmath 1.3.0, 400 digits)", "none",
              ["30 digits for the exact doubles printed; what each name means stands in the script"],
              ["function", "argument_1", "argument_2", "argument_3", "argument_4", "argument_5", "value"], ROWS)


main()
