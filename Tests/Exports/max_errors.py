"""Prints the largest errors of exports against the laws, by law and format, as Markdown.

Run: python3 Tests/Exports/max_errors.py [path of scrollfit]        No seed. Needs mpmath; cc, node and swiftc are used
where they exist.

The laws are evaluated by mpmath with 40 digits, for the exact doubles of the arguments and with none of the Swift
code. Code is compared at 400 times from 0 to the end, positions in pt; rows of a table at their stamps; lines between
points, of a table every 1/60 s and of CSS, on 20000 times. A bracket holds what the export states of itself.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import mpmath as mp

mp.mp.dps = 40
M = mp.mpf
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Scaling"))
from scrollfit_binary import find  # noqa: E402

BINARY = find(sys.argv[1] if len(sys.argv) > 1 else None)


def spring(y0, v0, delta, kappa):
    """y = e^(-delta t) (a c + b s), by complex numbers for any damping."""
    y0, v0, delta, kappa = map(M, (y0, v0, delta, kappa))
    root = mp.sqrt(mp.mpc(kappa))
    b = v0 + delta * y0

    def position(t):
        if kappa == 0:
            return (y0 + b * t) * mp.exp(-delta * t)
        return (mp.exp(-delta * t) * (y0 * mp.cos(root * t) + b * mp.sin(root * t) / root)).real

    return position


def glide(v0, k, coulomb=0, stop=0):
    """v' = -k v - c for v0 > 0, until the speed is that of the stop."""
    v0, k, c, stop = map(M, (v0, k, coulomb, stop))
    pull = c / k
    end = mp.log((v0 + pull) / (stop + pull)) / k if stop + pull > 0 else mp.inf

    def position(t):
        t = min(t, end)
        return (v0 + pull) * (1 - mp.exp(-k * t)) / k - pull * t

    return position


def discrete(v0, d):
    """The sum over whole milliseconds."""
    v0, k = M(v0), -1000 * mp.log(M(d))

    def position(t):
        n = mp.floor(t * 1000 + M(10) ** -6)
        q = mp.exp(-k / 1000)
        return v0 / 1000 * q * (1 - q ** n) / (1 - q)

    return position


def fling(v0, k, distance, delta):
    v0, k, distance, delta = map(M, (v0, k, distance, delta))
    edge = -mp.log(1 - k * distance / v0) / k
    bounce = spring(0, v0 - k * distance, delta, 0)
    before = glide(v0, k)
    return lambda t: before(t) if t < edge else distance + bounce(t - edge)


def inner(v0, k, distance, stop):
    v0, k, distance = map(M, (v0, k, distance))
    edge = -mp.log(1 - k * distance / v0) / k
    after = glide(v0 - k * distance, k, 0, stop)
    return lambda t: M(0) if t < edge else after(t - edge)


def collision(e, g, height):
    e, g, height = map(M, (e, g, height))
    contact, speed = mp.sqrt(2 * height / g), mp.sqrt(2 * g * height)

    def position(t):
        if t < contact:
            return g * t * t / 2
        start, u = contact, speed * e
        while 2 * u / g > M(10) ** -25:
            if t < start + 2 * u / g:
                return height - (t - start) * (u - g * (t - start) / 2)
            start, u = start + 2 * u / g, u * e
        return height

    return position


def rubber_band(c, d):
    c, d = M(c), M(d)
    return lambda x: d * c * x / (c * x + d)


KAPPA = 200 - M(1.1) ** 2 * 200
CASES = [
    ("bounce", "bounce v0=2404.116 delta=10.93", "position", spring(0, 2404.116, 10.93, 0)),
    ("bounce, released", "bounce v0=0 y0=80 delta=10.93", "position", spring(80, 0, 10.93, 0)),
    ("spring, zeta 1.1", "spring v0=2404 stiffness=100 mass=0.5 damping_ratio=1.1", "position",
     spring(0, 2404, M(1.1) * mp.sqrt(200), KAPPA)),
    ("spring, zeta 0.35", "spring v0=1200 omega=12 zeta=0.35", "position",
     spring(0, 1200, M(0.35) * 12, 144 * (1 - M(0.35) ** 2))),
    ("spring, kappa 1e-9", "spring v0=1200 delta=11 kappa=1e-9", "position", spring(0, 1200, 11, 1e-9)),
    ("spring, kappa -1e-9", "spring v0=1200 delta=11 kappa=-1e-9", "position", spring(0, 1200, 11, -1e-9)),
    ("deceleration, stop", "decelerate v0=1802.126 k=2.002 stop=10", "position", glide(1802.126, 2.002, 0, 10)),
    ("deceleration, friction", "decelerate v0=4000 k=3.7 coulomb=636.4", "position", glide(4000, 3.7, 636.4)),
    ("deceleration, k 1e-7", "decelerate v0=900 k=1e-7 coulomb=600", "position", glide(900, 1e-7, 600)),
    ("deceleration, discrete", "decelerate v0=1802 d=0.998 form=discrete", "position", discrete(1802, 0.998)),
    ("fling", "fling v0=3000 k=2.002 distance=600 delta=10.93", "position", fling(3000, 2.002, 600, 10.93)),
    ("transfer, inner", "transfer v0=2000 k=2.002 distance=500 stop=10", "innerPosition",
     inner(2000, 2.002, 500, 10)),
    ("resistance", "resistance v0=800 r=2", "position", glide(800, 2)),
    ("gravity", "gravity g=1000 height=480", "position", lambda t: 500 * t * t),
    ("collision", "collision e=0.6 g=1000 height=480", "position", collision(0.6, 1000, 480)),
    ("rubber-band", "rubber-band c=0.55 d=844", "overscroll", rubber_band(0.55, 844)),
    ("stretch", "stretch gain=1.2 intercept=220", "height", lambda x: 220 + M(1.2) * max(0, -x)),
]


def export(line, format, *options):
    return subprocess.run([BINARY, "export", *line.split(), "--as", format, "--name", "Curve", *options], check=True,
                          capture_output=True, text=True).stdout


def snake(name):
    return re.sub("([A-Z])", lambda m: "_" + m.group(1).lower(), name)


def run(language, line, function, places):
    """What the code of a language computes; None where the language is not here."""
    label = {"overscroll": "travel", "height": "offset"}.get(function, "at")
    calls = [repr(x) for x in places]
    with tempfile.TemporaryDirectory() as folder:
        def write(name, text):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)

        if language == "c":
            tool, command = "cc", "cc -std=c99 -O2 main.c -o program -lm && ./program"
            write("curve.h", export(line, "c"))
            body = "".join(f'printf("%.17g\\n", curve_{snake(function)}({x}));\n' for x in calls)
            write("main.c", f'#include "curve.h"\n#include <stdio.h>\nint main(void) {{\n{body}return 0;\n}}\n')
        elif language == "javascript":
            tool, command = "node", "node main.mjs"
            body = ",\n".join(f"Curve.{function}({x})" for x in calls)
            write("main.mjs", export(line, "javascript") + f"for (const y of [{body}]) console.log(y);\n")
        else:
            tool, command = "swiftc", "swiftc -Onone main.swift -o program && ./program"
            body = ",\n".join(f"Curve.{function}({label}: {x})" for x in calls)
            write("main.swift", export(line, "swift") + f"let ys: [Double] = [{body}]\nfor y in ys {{ print(y) }}\n")
        if shutil.which(tool) is None:
            return None
        output = subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True, text=True).stdout
        return [float(word) for word in output.split()]


def joined(places, values, law, step):
    """The largest distance of straight lines between points from a law."""
    first, last = places[0], places[-1]
    if step:
        grid = [i / 1000 for i in range(int(round(first * 1000)), int(round(last * 1000)))]
    else:
        grid = [first + (last - first) * i / 20000 for i in range(20001)]
    largest, index = 0.0, 0
    for x in grid:
        while index + 2 < len(places) and places[index + 1] <= x:
            index += 1
        share = (x - places[index]) / (places[index + 1] - places[index])
        y = values[index] * (1 - share) + values[index + 1] * share
        largest = max(largest, abs(y - float(law(M(x)))))
    return largest


def css(line, function, law, step):
    """The error of the easing, and what it states."""
    result = subprocess.run([BINARY, "export", *line.split(), "--as", "css"], capture_output=True, text=True)
    if result.returncode:
        return None
    text = result.stdout
    duration = float(re.search(r"duration: ([\d.e+-]+)ms", text).group(1)) / 1000
    part = text.split("/* 0 is ")[2 if function == "innerPosition" else 1]
    zero, one = (float(x) for x in re.findall(r"\((-?[\d.e+-]+) pt\)", part)[:2])
    stated = float(re.search(r"Maximum error: ([\d.e+-]+)", part).group(1))
    points = [p.split() for p in re.search(r"linear\(([^)]*)\)", part).group(1).split(",")]
    points[0].append("0%")
    points[-1].append("100%")
    places = [float(p[1][:-1]) / 100 * duration for p in points]
    values = [zero + float(p[0]) * (one - zero) for p in points]
    return joined(places, values, law, step), stated, len(points)


def short(value):
    return f"{value:.1e}".replace("e-0", "e-").replace("e+00", "")


def main():
    print("| law | size | Swift | JavaScript | C | table, rows | table, lines [stated] | CSS [stated], points |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, line, function, law in CASES:
        data = json.loads(export(line, "json"))["export"]
        domain, rows = data["domain"], data["table"]["rows"]
        column = next(c for c in rows[0] if c in (snake(function), "position"))
        places = [domain["start"] + (domain["end"] - domain["start"]) * i / 400.37 for i in range(401)]
        expected = [float(law(M(x))) for x in places]
        cells = [name, f"{max(map(abs, expected)):.0f} pt"]
        for language in ("swift", "javascript", "c"):
            found = run(language, line, function, places)
            # To 40 digits before the difference: a double of the law would hide half of it.
            cells.append("-" if found is None else
                         short(max(float(abs(M(y) - law(M(x)))) for x, y in zip(places, found))))
        stamps = [row[domain["variable"]] for row in rows]
        values = [row[column] for row in rows]
        cells.append(short(max(float(abs(M(y) - law(M(x)))) for x, y in zip(stamps[:-1], values))))
        step = "discrete" in line
        stated = data["table"]["maximum_error"]
        cells.append(f"{short(joined(stamps, values, law, step))} [{short(stated)}]")
        eased = css(line, function, law, step)
        cells.append("no motion" if eased is None else f"{short(eased[0])} [{short(eased[1])}], {eased[2]}")
        print("| " + " | ".join(cells) + " |", flush=True)


main()
