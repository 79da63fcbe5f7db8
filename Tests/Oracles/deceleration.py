"""Makes deceleration.csv: a decelerating scroll view with and without friction, the discrete sum, and the rubber band.

Run: python3 deceleration.py        No seed.

Arguments are doubles, printed so that they round-trip; each value belongs to the exact doubles (mpmath, 800 digits, so that
the closed forms hold for the smallest k). v0, stop and lengths are positive here. The discrete form is summed, not summed up
in closed form, wherever it has fewer than 20000 steps.

x, v (v0, k, c, t)                  distance and velocity of v' = -k v - c; c = 0 is pure drag, k = 0 pure friction
standstill (v0, k, c)               ln(1 + k v0 / c) / k
limit (v0, k, c)                    distance until v = 0, or without end
stop_time, stop_distance (v0, k, c, stop)           until v = stop
within_time (v0, k, c, epsilon)                     until the limit is epsilon away
time_after, speed_after (v0, k, c, distance)
discrete_x, discrete_v (v0, k, n)                   after n milliseconds: sum of v0/1000 d^i, i = 1 ... n, and v0 d^n
discrete_limit (v0, k)
discrete_stop (v0, k, stop), discrete_within (v0, k, epsilon), discrete_after (v0, k, distance)     the first n
band, band_travel, band_slope (c, d, argument)      s of a travel, travel of an s, ds/dx of a travel
"""

import mpmath as mp

from common import write_csv

mp.mp.dps = 800
M = mp.mpf
ROWS = []


def add(name, arguments, value):
    padded = [repr(float(x)) for x in arguments] + [""] * (4 - len(arguments))
    ROWS.append([name, *padded, mp.nstr(M(value), 30, strip_zeros=False, min_fixed=-5, max_fixed=30)])


class Glide:
    def __init__(self, v0, k, c):
        self.v0, self.k, self.c = M(v0), M(k), M(c)

    def v(self, t):
        if self.k == 0:
            return self.v0 - self.c * t
        return (self.v0 + self.c / self.k) * mp.exp(-self.k * t) - self.c / self.k

    def x(self, t):
        if self.k == 0:
            return self.v0 * t - self.c * t * t / 2
        return (self.v0 + self.c / self.k) * (1 - mp.exp(-self.k * t)) / self.k - self.c * t / self.k

    def time(self, speed):
        if self.k == 0:
            return (self.v0 - speed) / self.c
        return mp.log((self.k * self.v0 + self.c) / (self.k * speed + self.c)) / self.k

    def limit(self):
        return self.x(self.time(M(0))) if self.c else self.v0 / self.k

    def after(self, distance):
        if not self.c:
            return -mp.log(1 - self.k * distance / self.v0) / self.k
        low, high = M(0), self.time(M(0))
        for _ in range(250):
            middle = (low + high) / 2
            low, high = (low, middle) if self.x(middle) >= distance else (middle, high)
        return high


def glides():
    cases = [(2000.0, 2.0020020026706717, 0.0), (5027.0956, 10.05033585350145, 0.0), (12.5, 2.002, 0.0), (1e-3, 2.002, 0.0), (1e7, 0.01, 0.0), (2000.0, 1e-9, 0.0)]
    cases += [(2000.0, k, c) for k in (2.002, 1e-3, 1e-9, 1e-18, 1e-300, 0.0) for c in (600.0, 1.0, 1e-6)] + [(2000.0, 2.002, 1e-300), (1e-9, 2.002, 500.0), (1e200, 1e-8, 1e-200)]
    for v0, k, c in cases:
        g = Glide(v0, k, c)
        end = g.time(M(0)) if c else 3 / g.k
        if c:
            add("standstill", (v0, k, c), end)
        add("limit", (v0, k, c), g.limit())
        for part in (0.0, 1e-9, 0.1, 0.5, 0.9):
            t = float(end * M(part))
            add("x", (v0, k, c, t), g.x(M(t)))
            add("v", (v0, k, c, t), g.v(M(t)))
        for part in (0.5, 0.005):
            stop = v0 * part
            t = g.time(M(stop))
            add("stop_time", (v0, k, c, stop), t)
            add("stop_distance", (v0, k, c, stop), g.x(t))
        for part in (0.5, 0.1, 1e-4):
            place = float(g.limit() * M(part))
            if 0 < place < 1e300:
                t = g.after(M(place))
                add("time_after", (v0, k, c, place), t)
                add("speed_after", (v0, k, c, place), g.v(t))
                rest = g.limit() - M(place)
                add("within_time", (v0, k, c, place), mp.log(g.v0 / (g.k * M(place))) / g.k if not c else g.after(rest))


def ticks():
    mp.mp.dps = 60
    for v0 in (5027.0956, 1412.374, 400.0, 10.5):
        for d in (0.998, 0.99, 0.95, 0.5):
            # The rate that a double of k means, not d.
            k = float(-1000 * mp.log(M(d)))
            D = mp.exp(-M(k) / 1000)
            total, speed, at, stop_at = M(0), M(v0), {}, None
            limit = M(v0) / 1000 * D / (1 - D)
            add("discrete_limit", (v0, k), limit)
            marks = {"discrete_stop": 10.0, "discrete_within": 0.1, "discrete_after": float(limit * M(0.7))}
            found = {}
            for n in range(0, 20001):
                if n:
                    speed *= D
                    total += speed / 1000
                if n in (0, 1, 16, 250, 2000):
                    add("discrete_x", (v0, k, n), total)
                    add("discrete_v", (v0, k, n), speed)
                for name, holds in (("discrete_stop", speed < 10), ("discrete_within", limit - total <= M(0.1)), ("discrete_after", total >= M(marks["discrete_after"]))):
                    if holds and name not in found:
                        found[name] = n
                        add(name, (v0, k, marks[name]), n)
                if len(found) == 3 and n > 2000:
                    break
            assert abs(total + speed / 1000 * D / (1 - D) - limit) < M(10) ** -40 * limit


def bands():
    for c in (0.55, 0.52, 1.0, 1 / 3, 1e-9):
        for d in (844.0, 681.6666666666666, 1e-3, 1e300):
            for x in (0.0, 1e-300, 1e-9, 100.0, 844.0, 1e6, 1e300, -250.0):
                C, D, X = M(c), M(d), M(x)
                add("band", (c, d, x), X * C * D / (C * abs(X) + D))
                add("band_slope", (c, d, x), C * (D / (C * abs(X) + D)) ** 2)
            for part in (0.0, 1e-12, 0.25, 0.999, -0.5):
                s = d * part
                add("band_travel", (c, d, s), M(s) * D / (C * (D - abs(M(s)))))


def main():
    glides()
    bands()
    ticks()
    write_csv("deceleration.csv", "deceleration.py (mpmath 1.3.0, 800 and 60 digits)", "none",
              ["30 digits for the exact doubles printed; what each name means stands in the script"],
              ["function", "argument_1", "argument_2", "argument_3", "argument_4", "value"], ROWS)


main()
