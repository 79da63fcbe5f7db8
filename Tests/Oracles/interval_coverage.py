"""Counts how often the 95 % intervals of scrollfit contain the constants that recordings were made with.

Run: python3 interval_coverage.py springs|edges|stamps|starts [path of scrollfit] [recordings a cell]
Cells have seeds of their own. 500 recordings a cell take a few minutes.

springs: a spring whose place of rest lies anywhere between two pixels and is not known, by damping ratio.
edges:   a bounce whose edge is not known and lies off the pixel grid, by how much of a pixel; the system ends the motion
         below half a point, at the edge.
stamps:  a bounce, a glide, and a spring at a known edge, whose samples were taken off their stamps, by the standard
         deviation in ms; frames even, or uneven by a fifth.
starts:  the same, with the first row half a frame late or in time; how often it is left out.
"""

import json
import math
import random
import subprocess
import sys

SCREENS = [(scale, rate) for scale in (1, 2, 3) for rate in (60, 120)]


def pixel(value, scale):
    return math.copysign(math.floor(abs(value) * scale + 0.5) / scale, value)


def spring(t, delta, kappa, a, b):
    w = math.sqrt(abs(kappa))
    if w * t < 1e-6:
        c, s = 1.0, t
    elif kappa > 0:
        c, s = math.cos(w * t), math.sin(w * t) / w
    else:
        c, s = math.cosh(w * t), math.sinh(w * t) / w
    return math.exp(-delta * t) * (a * c + b * s)


class Cell:
    """Recordings of one law, in one stream, with what is true of each from a time on."""

    def __init__(self, law, scale, rate, metadata=()):
        self.law, self.scale = law, scale
        self.lines = [f"# scale: {scale}", f"# refresh_hz: {rate}", *metadata, "trace,t_s,offset_y_pt"]
        self.truths = []

    def add(self, times, offsets, truth):
        self.truths.append(truth)
        for t, x in zip(times, offsets):
            self.lines.append(f"{len(self.truths)},{t:.9f},{pixel(x, self.scale):.9f}")

    def count(self, binary, keys, warnings):
        """Coverage of each key, of the fits without warnings, of fits that hold it or warn; and the shares of codes."""
        found = subprocess.run(
            [binary, "batch", "--law", self.law, "--format", "ndjson", "-"],
            input="\n".join(self.lines) + "\n", capture_output=True, text=True).stdout
        fits, codes = 0, {}
        held = {key: [0, 0, 0, 0, 0] for key in keys}
        for line in found.splitlines():
            result = json.loads(line)
            if "source" not in result or len(result["fits"]) != 1:
                continue
            fits += 1
            fit = result["fits"][0]
            own = {w["code"] for w in result["warnings"]} | {w["code"] for w in fit.get("warnings", [])}
            for code in own:
                codes[code] = codes.get(code, 0) + 1
            warned = bool(own & set(warnings))
            start = fit["window"]["start_s"]
            truth = self.truths[int(result["source"]["trace"]) - 1](start)
            for key in keys:
                interval = {**fit["parameters"], **fit["derived"]}[key]["interval"]
                if interval is None:
                    continue
                holds = interval[0] <= truth[key] <= interval[1]
                held[key] = [
                    n + m for n, m in zip(held[key], (1, holds, not warned, holds and not warned, holds or warned))]
        cells = [
            f"{key} {100 * h[1] / max(1, h[0]):.1f} ({100 * h[3] / max(1, h[2]):.1f} unwarned, {100 * h[4] / max(1, h[0]):.1f} held or warned)"
            for key, h in held.items()]
        shares = " ".join(f"{code} {100 * n / max(1, fits):.1f}" for code, n in sorted(codes.items()))
        return f"{fits}/{len(self.truths)} fits: " + ", ".join(cells) + f"; {shares}"


def frames(rng, rate, seconds, uneven):
    n = int(seconds * rate) + 1
    if not uneven:
        return [i / rate for i in range(n)]
    times = [0.0]
    while times[-1] < seconds:
        times.append(times[-1] + rng.uniform(0.8, 1.2) / rate)
    return times


def springs(binary, n):
    for zeta in (0.9, 0.95, 1, 1.1, 1.4, 2):
        for scale, rate in SCREENS:
            rng = random.Random(f"{zeta} {scale} {rate}")
            cell = Cell("spring", scale, rate)
            for i in range(n):
                omega = rng.uniform(8, 14)
                delta, kappa = zeta * omega, omega * omega * (1 - zeta * zeta)
                rest, phase = rng.uniform(-100, 100), rng.random() / rate
                v, y = rng.uniform(500, 3000), rng.choice([0, rng.uniform(0, 100)])
                slow = delta - math.sqrt(max(0, -kappa))
                times = [j / rate for j in range(int((8.8 / slow + 0.3) * rate))]
                offsets = [rest + spring(t + phase, delta, kappa, y, v + delta * y) for t in times]
                truth = dict(zeta=zeta, kappa=kappa, delta=delta, rest_offset=rest)
                cell.add(times, offsets, lambda start, truth=truth: truth)
            print(f"zeta {zeta} {scale}x {rate} Hz", cell.count(binary, ("zeta", "kappa", "delta", "rest_offset"), ("W410",)), flush=True)


def edges(binary, n):
    for off in (0, 0.1, 0.2, 0.25, 0.3, 0.37, 0.5):
        for scale, rate in SCREENS:
            rng = random.Random(f"{off} {scale} {rate}")
            cell = Cell("bounce", scale, rate)
            for i in range(n):
                c, delta, phi = 500 * 8 ** rng.random(), rng.uniform(9, 13), rng.random() / rate
                edge = (-rng.randrange(40 * scale, 100 * scale) + rng.choice([-off, off])) / scale
                times = [j / rate for j in range(int(1.6 * rate))]
                y = [c * (t + phi) * math.exp(-delta * (t + phi)) for t in times]
                last = max(j for j in range(len(y)) if y[j] >= 0.5)
                y[last + 1:] = [0] * (len(y) - last - 1)
                cell.add(
                    times, [edge - value for value in y],
                    lambda start, c=c, delta=delta, phi=phi: dict(C=c, delta=delta, phi=phi + start))
            print(f"{off} px off {scale}x {rate} Hz", cell.count(binary, ("C", "delta", "phi"), ("W405", "W410")), flush=True)


def motion(rng, law, rate):
    """A motion that ends, how long it lasts, and what is true of it from a time on."""
    phase = rng.random() / rate
    if law == "decelerate":
        v, k = 400 * 12.5 ** rng.random(), 1.5 * (10 / 1.5) ** rng.random()
        end = math.log(v / 10) / k
        place = lambda t: v * -math.expm1(-k * min(t, end)) / k
        return place, end + 0.3, lambda start: dict(k=k, v0=v * math.exp(-k * start), x0=place(start))
    if law == "bounce":
        c, delta = 500 * 8 ** rng.random(), rng.uniform(9, 13)
        place = lambda t: -c * (t + phase) * math.exp(-delta * (t + phase))
        return place, 1.4, lambda start: dict(C=c, delta=delta, phi=phase + start)
    omega, zeta, v = rng.uniform(8, 14), rng.uniform(0.3, 1.5), rng.uniform(500, 3000)
    delta, kappa = zeta * omega, omega * omega * (1 - zeta * zeta)
    place = lambda t: -spring(t + phase, delta, kappa, 0, v)
    return place, 2, lambda start: dict(delta=delta, kappa=kappa, a=-place(start))


LAWS = {"bounce": ("C", "delta", "phi"), "decelerate": ("k", "v0", "x0"), "spring": ("delta", "kappa", "a")}


def stamps(binary, n):
    for law, keys in LAWS.items():
        for uneven in (False, True):
            for error in (0, 0.1, 0.2, 0.3):
                for scale, rate in SCREENS:
                    rng = random.Random(f"{law} {uneven} {error} {scale} {rate}")
                    cell = Cell(law, scale, rate, () if law == "decelerate" else ("# edge_top: 0",))
                    for i in range(n):
                        place, seconds, truth = motion(rng, law, rate)
                        times = frames(rng, rate, seconds, uneven)
                        cell.add(times, [place(t + rng.gauss(0, error / 1000)) for t in times], truth)
                    print(
                        f"{law} {'uneven' if uneven else 'even'} {error} ms {scale}x {rate} Hz",
                        cell.count(binary, keys, ("W410",)), flush=True)


def starts(binary, n):
    for law, keys in LAWS.items():
        for late in (0, 0.5):
            for scale, rate in SCREENS:
                rng = random.Random(f"{law} {late} {scale} {rate}")
                cell = Cell(law, scale, rate, () if law == "decelerate" else ("# edge_top: 0",))
                for i in range(n):
                    place, seconds, truth = motion(rng, law, rate)
                    times = frames(rng, rate, seconds, False)
                    taken = [times[0] + late / rate] + times[1:]
                    cell.add(times, [place(t) for t in taken], truth)
                print(f"{law} first row {late} frames late {scale}x {rate} Hz", cell.count(binary, keys, ("W410",)), flush=True)


if __name__ == "__main__":
    study = {"springs": springs, "edges": edges, "stamps": stamps, "starts": starts}[sys.argv[1]]
    study(sys.argv[2] if len(sys.argv) > 2 else "scrollfit", int(sys.argv[3]) if len(sys.argv) > 3 else 500)
