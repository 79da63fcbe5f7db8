#!/usr/bin/env python3
"""Counts how often `scrollfit identify` is sure of a law that a motion does not follow.

    lacking_laws.py [BINARY] [--motions N] [--seed N] [--keep FOLDER] [--details] [--laws NAME ...]

Motions of laws that identify does not know: poles of a higher order, springs whose stiffness grows or depends on the
place, drags that it lacks, eases of other libraries, S-curves of statistics, profiles of robots. They
are recorded at 1x to 3x, at 60 and 120 Hz, with rests on both sides. An answer is false where it is sure and a sample of
the motion lies further from the curve than rounding lets it, or where the law leaves part of the motion out. It prints
its seed and exits with 1 if more than one motion in a hundred is answered so.
"""
import argparse
import collections
import json
import math
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Scaling"))
from scrollfit_binary import find  # noqa: E402


def solved(acceleration, y, v, seconds, step=1 / 4800):
    """The path of an equation of motion y'' = acceleration(t, y, y'), by the classical Runge-Kutta method."""
    path, t = [y], 0.0
    while t < seconds:
        k1 = (v, acceleration(t, y, v))
        k2 = (v + step / 2 * k1[1], acceleration(t + step / 2, y + step / 2 * k1[0], v + step / 2 * k1[1]))
        k3 = (v + step / 2 * k2[1], acceleration(t + step / 2, y + step / 2 * k2[0], v + step / 2 * k2[1]))
        k4 = (v + step * k3[1], acceleration(t + step, y + step * k3[0], v + step * k3[1]))
        y += step / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
        v += step / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        path.append(y)
        t += step

    def position(time):
        place = min(max(time / step, 0), len(path) - 1.001)
        index = int(place)
        return path[index] + (place - index) * (path[index + 1] - path[index])
    return position


def tween(shape, rng):
    """A motion from rest to rest: distance, duration and a shape from (0, 0) to (1, 1)."""
    distance, seconds = rng.uniform(150, 1500), rng.uniform(0.3, 1.2)
    return (lambda t: distance * shape(min(max(t / seconds, 0), 1))), seconds


def rise(function, low, high):
    """A part of a function as a shape from (0, 0) to (1, 1)."""
    start, end = function(low), function(high)
    return lambda u: (function(low + u * (high - low)) - start) / (end - start)


def bounce_out(u):
    """Penner's bounce."""
    if u < 1 / 2.75:
        return 7.5625 * u * u
    for shift, level in [(1.5, 0.75), (2.25, 0.9375)]:
        if u < (shift + 0.5) / 2.75:
            return 7.5625 * (u - shift / 2.75) ** 2 + level
    return 7.5625 * (u - 2.625 / 2.75) ** 2 + 0.984375


def trapezoid(share):
    """A robot's way: constant acceleration, constant speed, constant deceleration."""
    def shape(u):
        top = 1 / (1 - share)
        if u < share:
            return top * u * u / (2 * share)
        if u < 1 - share:
            return top * (u - share / 2)
        return 1 - top * (1 - u) ** 2 / (2 * share)
    return shape


def triple_pole(rng):
    a, k, b = rng.uniform(80, 400), rng.uniform(8, 20), rng.uniform(-1, 2)
    return (lambda t: a * (1 + b * k * t + (k * t) ** 2 / 2) * math.exp(-k * t)), 14 / k


def duffing(rng):
    w, zeta, y = rng.uniform(8, 16), rng.uniform(0.7, 1.3), rng.uniform(80, 300)
    beta = rng.uniform(1, 4) * w * w / y ** 2
    return solved(lambda t, p, v: -w * w * p - beta * p ** 3 - 2 * zeta * w * v, y, 0, 14 / w), 14 / w


def stiffening(rng):
    w, zeta, y, g = rng.uniform(6, 12), rng.uniform(0.6, 1.2), rng.uniform(80, 300), rng.uniform(1, 4)
    return solved(lambda t, p, v: -w * w * (1 + g * t) * p - 2 * zeta * w * v, y, 0, 12 / w), 12 / w


def coulomb_spring(rng):
    w, zeta, y = rng.uniform(8, 16), rng.uniform(0.2, 0.6), rng.uniform(100, 300)
    dry = rng.uniform(0.03, 0.1) * w * w * y
    return solved(lambda t, p, v: -w * w * p - 2 * zeta * w * v - dry * math.tanh(v / 2), y, 0, 8 / w), 8 / w


def mixed_drag(rng):
    v, k = rng.uniform(800, 4000), rng.uniform(0.8, 3)
    c = rng.uniform(0.5, 3) * k / v
    return solved(lambda t, p, u: -k * u - c * u * abs(u), 0, v, 8 / k), 8 / k


def ageing_drag(rng):
    v, k, g = rng.uniform(800, 4000), rng.uniform(0.8, 2), rng.uniform(1, 4)
    return solved(lambda t, p, u: -k * (1 + g * t * t) * u, 0, v, 4), 4


def stretched(rng):
    d, tau, b = rng.uniform(200, 900), rng.uniform(0.15, 0.5), rng.choice([rng.uniform(0.6, 0.8), rng.uniform(1.3, 2.5)])
    return (lambda t: d * (1 - math.exp(-((t / tau) ** b)))), tau * 7 ** (1 / b)


def flat_gaussian(rng):
    v, tau, p = rng.uniform(800, 3000), rng.uniform(0.4, 0.9), rng.uniform(2.6, 4)
    return solved(lambda t, y, u: -p / tau * (t / tau) ** (p - 1) * u, 0, v, 3 * tau), 3 * tau


def rational(rng):
    d, tau = rng.uniform(200, 900), rng.uniform(0.1, 0.25)
    return (lambda t: d * t * t / (t * t + tau * tau)), 14 * tau


LAWS = {
    "triple-pole": triple_pole, "duffing": duffing, "stiffening-spring": stiffening, "coulomb-spring": coulomb_spring,
    "viscous-and-quadratic": mixed_drag, "ageing-drag": ageing_drag,
    "stretched-exponential": stretched, "flat-gaussian": flat_gaussian, "rational": rational,
    "gaussian": lambda rng: tween(rise(math.erf, *[rng.uniform(1.2, 2.2) * s for s in (-1, 1)]), rng),
    "tanh": lambda rng: tween(rise(math.tanh, *[rng.uniform(1.5, 3.5) * s for s in (-1, 1)]), rng),
    "gompertz": lambda rng: tween(rise(lambda x: math.exp(-math.exp(-x)), rng.uniform(-1.8, -1.2), rng.uniform(4, 6)), rng),
    "arctangent": lambda rng: tween(rise(math.atan, 0, rng.uniform(2, 8)), rng),
    "exponential-of-sine": lambda rng: tween(rise(lambda x: math.exp(math.sin(x)), -math.pi / 2, math.pi / 2), rng),
    "penner-bounce": lambda rng: tween(bounce_out, rng),
    "trapezoid": lambda rng: tween(trapezoid(rng.uniform(0.15, 0.4)), rng),
    "power-in-out": lambda rng: tween((lambda p: lambda u: (2 * u) ** p / 2 if u < 0.5 else 1 - (2 - 2 * u) ** p / 2)(
        rng.uniform(1.4, 1.7)), rng),
    "seventh-order": lambda rng: tween(lambda u: u ** 4 * (35 - 84 * u + 70 * u ** 2 - 20 * u ** 3), rng),
    "sine-power": lambda rng: tween((lambda p: lambda u: math.sin(math.pi / 2 * u) ** p)(rng.uniform(1.3, 3)), rng),
    "two-tweens": lambda rng: tween((lambda m: lambda u: m * (1 - (1 - min(u / 0.5, 1)) ** 3)
                                     + (1 - m) * max(0, (u - 0.5) / 0.5) ** 2)(rng.uniform(0.3, 0.7)), rng),
}


def recording(law, rng):
    """The rows of one motion with rests, and the step of its offsets."""
    position, seconds = LAWS[law](rng)
    scale, rate = rng.choice([1, 2, 3]), rng.choice([60, 120])
    begin, end, sign, place = rng.uniform(0.1, 0.4), rng.uniform(0.2, 0.5), rng.choice([1, -1]), rng.uniform(0, 900)
    rows = []
    for frame in range(int((begin + seconds + end) * rate) + 1):
        time = frame / rate
        offset = place + sign * position(min(max(time - begin, 0), seconds))
        rows.append(f"{time:.6f},{round(offset * scale) / scale:.4f}")
    return rows, 1 / scale


def moving(rows, quantum):
    """The times between which the offset changes by more than a step in a tenth of a second."""
    points = [tuple(map(float, row.split(","))) for row in rows]
    reach = round(0.05 / (points[1][0] - points[0][0]))
    fast = [index for index in range(reach, len(points) - reach)
            if max(p[1] for p in points[index - reach:index + reach + 1])
            - min(p[1] for p in points[index - reach:index + reach + 1]) > 1.5 * quantum]
    return points[fast[0]][0], points[fast[-1]][0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--motions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--laws", nargs="*", default=list(LAWS))
    options = parser.parse_args()
    binary = options.binary or find()
    print(f"seed {options.seed}, {options.motions} motions")
    folder = options.keep or tempfile.mkdtemp(prefix="lacking")
    os.makedirs(folder, exist_ok=True)
    truths = {}
    for index in range(options.motions):
        law = options.laws[index % len(options.laws)]
        rows, quantum = recording(law, random.Random(f"{options.seed}/{law}/{index}"))
        path = os.path.join(folder, f"{law}-{index}.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("t_s,offset_y_pt\n" + "\n".join(rows) + "\n")
        truths[path] = (law, quantum, moving(rows, quantum))
    paths = list(truths)
    answers = collections.defaultdict(collections.Counter)
    false = 0
    for start in range(0, len(paths), 50):
        run = subprocess.run([binary, "identify", "--format", "json"] + paths[start:start + 50],
                             capture_output=True, text=True, check=False)
        results = json.loads(run.stdout)["results"]
        assert len(results) == len(paths[start:start + 50]), run.stderr
        for result in results:
            path = result["source"]["path"]
            law, quantum, (first, last) = truths[path]
            best = max((m for m in result.get("motions") or []), key=lambda m: m["samples"], default=None)
            confidence = best["confidence"] if best else "silent"
            answers[law][confidence] += 1
            for motion in result.get("motions") or []:
                if motion["confidence"] != "sure":
                    continue
                answer = next(one for one in motion["candidates"] if one["law"] == motion["law"])
                window = motion["window"]
                part = (min(window["end_s"], last) - max(window["start_s"], first)) / (last - first)
                outside = answer["max_pt"] > 0.55 * quantum
                if outside or part < 0.9:
                    false += 1
                    answers[law]["FALSE"] += 1
                    if options.details:
                        print(f"  {path}: {motion['law']} max {answer['max_pt'] / quantum:.2f} px, {100 * part:.0f} %"
                              f" of the motion, share {motion['share']:.2f}")
                    break
    columns = ["sure", "likely", "open", "none", "silent", "FALSE"]
    print(f"{'law':24}" + "".join(f"{name:>8}" for name in columns))
    for law in options.laws:
        print(f"{law:24}" + "".join(f"{answers[law][name]:8}" for name in columns))
    share = false / max(1, len(paths))
    print(f"{false} of {len(paths)} falsely sure, {100 * share:.2f} %")
    sys.exit(1 if share > 0.01 else 0)


if __name__ == "__main__":
    main()
