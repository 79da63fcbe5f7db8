#!/usr/bin/env python3
"""Counts what `scrollfit identify` says of motions that were recorded by recorders with faults.

    recorder_faults.py [BINARY] [--motions N] [--seed N] [--keep FOLDER] [--faults NAME ...] [--laws NAME ...] [--details]

Motions of known laws with other constants each, between two rests, at 60, 90 or 120 Hz: frames seen twice, lost, late or
drawn late, clocks of whole milliseconds, content that stands still, timers that read the offset, drags before the
motion and fingers that end it. An answer is right if the longest motion has the law, false if it is sure of another one,
and off if it is sure and a constant is off by more than 2 % and three standard errors. It prints its seed, and exits
with 1 if more than one answer in a hundred is false or one ends with a crash.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Scaling"))
from scrollfit_binary import find  # noqa: E402


class Motion:
    """A way in pt after a time in s, with the names of its law and its true constants."""

    def __init__(self, names, way, seconds, constants, speed=0):
        self.names, self.way, self.seconds, self.constants, self.speed = names, way, seconds, constants, speed

    def __call__(self, t):
        return self.way(min(max(t, 0), 3 * self.seconds))


def exponential(rng):
    k, v0 = rng.uniform(2, 7), rng.uniform(600, 4000)
    return Motion(("exponential",), lambda t: v0 / k * (1 - math.exp(-k * t)), math.log(4 * v0 / k) / k, {"k": k}, v0)


def parabola(rng):
    a, v0 = rng.uniform(1000, 3000), rng.uniform(700, 3500)
    end = v0 / a
    return Motion(("constant-deceleration",), lambda t: v0 * min(t, end) - a / 2 * min(t, end) ** 2, end, {"a": a}, v0)


def ease_out(names, power):
    def make(rng):
        seconds, distance = rng.uniform(0.25, 1.1), rng.uniform(150, 1200)
        return Motion(names, lambda t: distance * (1 - (1 - min(t / seconds, 1)) ** power), seconds, {"T": seconds},
                      power * distance / seconds)
    return make


def bezier(x1, y1, x2, y2):
    def shape(u):
        low, high = 0.0, 1.0
        for _ in range(50):
            p = (low + high) / 2
            x = 3 * (1 - p) ** 2 * p * x1 + 3 * (1 - p) * p * p * x2 + p ** 3
            low, high = (p, high) if x < u else (low, p)
        p = (low + high) / 2
        return 3 * (1 - p) ** 2 * p * y1 + 3 * (1 - p) * p * p * y2 + p ** 3
    return shape


def tween(names, shape):
    def make(rng):
        seconds, distance = rng.uniform(0.2, 1.1), rng.uniform(150, 1200)
        return Motion(names, lambda t: distance * shape(min(t / seconds, 1)), seconds, {"T": seconds})
    return make


def smooth(power):
    return lambda u: 2 ** (power - 1) * u ** power if u < 0.5 else 1 - 2 ** (power - 1) * (1 - u) ** power


def critical(rng):
    k, y0 = rng.uniform(8, 20), rng.uniform(60, 400)
    return Motion(("critical-from-rest", "critical"), lambda t: y0 * (1 - (1 + k * t) * math.exp(-k * t)), 10 / k, {"k": k})


def spring(rng):
    omega, zeta, y0 = rng.uniform(9, 18), rng.uniform(0.25, 0.8), rng.uniform(100, 400)
    decay, w = zeta * omega, omega * math.sqrt(1 - zeta * zeta)
    return Motion(("spring",), lambda t: y0 * (1 - math.exp(-decay * t) * (math.cos(w * t) + decay / w * math.sin(w * t))),
                  7 / decay, {"omega": omega, "zeta": zeta})


def overdamped(rng):
    omega, zeta, y0 = rng.uniform(12, 30), rng.uniform(1.3, 2), rng.uniform(100, 400)
    root = math.sqrt(zeta * zeta - 1)
    s, q = omega * (zeta - root), omega * (zeta + root)
    return Motion(("spring", "overdamped", "overdamped-from-rest"),
                  lambda t: y0 * (1 - (q * math.exp(-s * t) - s * math.exp(-q * t)) / (q - s)), 8 / s,
                  {"omega": omega, "zeta": zeta})


def bounce(rng):
    k, speed = rng.uniform(8, 16), rng.uniform(800, 3000)
    return Motion(("critical", "critical-from-edge"), lambda t: speed * t * math.exp(-k * t), 10 / k, {"k": k}, speed)


LAWS = {
    "exponential": exponential, "constant-deceleration": parabola,
    "eased-cubic": ease_out(("eased-cubic", "power-law"), 3), "eased-quartic": ease_out(("eased-quartic", "power-law"), 4),
    "eased-quintic": ease_out(("eased-quintic", "power-law"), 5),
    "tween-ease": tween(("tween-ease",), bezier(0.25, 0.1, 0.25, 1)),
    "tween-ease-in-out": tween(("tween-ease-in-out",), bezier(0.42, 0, 0.58, 1)),
    "tween-ease-out": tween(("tween-ease-out",), bezier(0, 0, 0.58, 1)),
    "tween-ease-in": tween(("tween-ease-in",), bezier(0.42, 0, 1, 1)),
    "tween-standard": tween(("tween-standard",), bezier(0.4, 0, 0.2, 1)),
    "tween-cosine": tween(("tween-cosine",), lambda u: (1 - math.cos(math.pi * u)) / 2),
    "tween-quadratic-in-out": tween(("tween-quadratic-in-out",), smooth(2)),
    "tween-cubic-in-out": tween(("tween-cubic-in-out",), smooth(3)),
    "critical": critical, "spring": spring, "overdamped": overdamped, "bounce": bounce,
}


class Recording:
    """Times and offsets at the frames of a display, before its faults are put in."""

    def __init__(self, motion, rng, rate):
        self.rng, self.motion, self.rate = rng, motion, rate
        self.start = 0.4 + rng.random() / rate
        self.digits, self.milliseconds = rng.choice([0, 2, 2, 6]), False
        count = int((self.start + 1.2 * motion.seconds + 0.5) * rate)
        self.times = [index / rate for index in range(count)]
        self.offsets = [self.offset(time) for time in self.times]

    def offset(self, time):
        return self.motion(time - self.start)

    def within(self, low, high):
        """A frame that lies between two shares of the motion's duration."""
        share = self.rng.uniform(low, high)
        return min(int((self.start + share * self.motion.seconds) * self.rate) + 1, len(self.times) - 4)

    def text(self):
        unit, scale = ("ms", 1000) if self.milliseconds else ("s", 1)
        return f"t_{unit},offset_y_pt\n" + "".join(
            f"{time * scale:.{0 if self.milliseconds else 6}f},{offset:.{self.digits}f}\n"
            for time, offset in zip(self.times, self.offsets))


def clean(_):
    pass


def seen_twice(it):
    for _ in range(it.rng.choice([1, 1, 2, 3])):
        frame = it.within(0.05, 0.6)
        it.offsets[frame] = it.offsets[frame - 1]


def stands_still(it):
    """The clock of the content stops for one to three frames."""
    frame, length = it.within(0.05, 0.6), it.rng.choice([1, 2, 3])
    it.offsets = it.offsets[:frame] + [it.offsets[frame - 1]] * length + it.offsets[frame:]
    it.times = [index / it.rate for index in range(len(it.offsets))]


def lost(it):
    kept = [index for index in range(len(it.times)) if it.rng.random() > 0.1]
    it.times, it.offsets = [it.times[i] for i in kept], [it.offsets[i] for i in kept]


def lost_in_runs(it):
    frame = it.within(0.1, 0.6)
    length = it.rng.choice([2, 3, 5])
    del it.times[frame:frame + length], it.offsets[frame:frame + length]


def whole_milliseconds(it):
    it.milliseconds = True


def late_stamps(it):
    """Stamps of the handler, some milliseconds after the frame."""
    it.times = sorted(time + it.rng.uniform(0, 0.004) for time in it.times)


def late_frames(it):
    """Some frames are drawn late and stamped so, with offsets of their own time."""
    shifts = [it.rng.uniform(0.2, 0.9) / it.rate if it.rng.random() < 0.1 else 0 for _ in it.times]
    it.offsets = [it.offset(time + shift) for time, shift in zip(it.times, shifts)]


def content_of_milliseconds(it):
    """The engine counts whole milliseconds since its start."""
    it.offsets = [it.motion(max(0, math.floor((time - it.start) * 1000)) / 1000) for time in it.times]


def read_by_timer(it):
    """A timer of 4 to 12 ms reads content that is drawn at the display's frames."""
    period, phase, times = it.rng.choice([0.004, 0.005, 0.007, 0.01, 0.012]), it.rng.random() / it.rate, []
    time = 0.0
    while time < it.times[-1]:
        times.append(time)
        time += period + it.rng.uniform(0, 0.0008)
    it.offsets = [it.offset(math.floor((time + phase) * it.rate) / it.rate - phase) for time in times]
    it.times = times


def read_at_another_rate(it):
    """A display link of 120 Hz reads content of 60 Hz."""
    it.offsets = [it.offset(math.floor(index / 2) / 60) for index in range(int(it.times[-1] * 120))]
    it.times = [index / 120 for index in range(len(it.offsets))]


def read_too_slowly(it):
    it.offsets = [it.offset(index / 30) for index in range(int(it.times[-1] * 30))]
    it.times = [index / 30 for index in range(len(it.offsets))]


def dragged_before(it):
    """A finger pulls the content until the motion starts."""
    speed = it.motion.speed or it.rng.uniform(-500, 500)
    turn = it.rng.uniform(0.5, 1.5)

    def finger(time):
        past = it.start - time
        return -speed * (past - turn * past * past) if past < 0.25 else -speed * (0.25 - turn * 0.0625)
    it.offsets = [offset if time >= it.start else finger(time) for time, offset in zip(it.times, it.offsets)]


def stopped(it):
    """A finger stops the content on its way."""
    frame = it.within(0.25, 0.7)
    it.offsets[frame:] = [it.offsets[frame]] * (len(it.offsets) - frame)


def jumps(it):
    """The content is laid out anew and jumps."""
    frame, step = it.within(0.1, 0.6), it.rng.uniform(10, 80)
    it.offsets[frame:] = [offset + step for offset in it.offsets[frame:]]


def noisy(it):
    it.offsets = [offset + it.rng.gauss(0, 0.5) for offset in it.offsets]


FAULTS = {function.__name__: function for function in [
    clean, seen_twice, stands_still, lost, lost_in_runs, whole_milliseconds, late_stamps, late_frames,
    content_of_milliseconds, read_by_timer, read_at_another_rate, read_too_slowly, dragged_before, stopped, jumps, noisy]}


def judged(motion, found):
    """What the answer is worth: the confidence with `false` or `off` before it where the law or a constant is not the motion's."""
    if not found:
        return "nothing"
    longest = max(found, key=lambda one: one["samples"])
    if longest["law"] == "crash":
        return "crash"
    sure = [one for one in found if one["confidence"] == "sure"]
    if any(one["law"] not in motion.names for one in sure):
        return "false"
    if longest["law"] not in motion.names:
        return "other"
    values = next((one["constants"] for one in longest["candidates"] if one["law"] == longest["law"]), {})
    is_off = any(
        abs(values[name]["value"] - true) > max(0.02 * true, 3 * (values[name].get("standard_error") or 0))
        for name, true in motion.constants.items() if name in values)
    return ("off" if is_off else "sure") if longest in sure else longest["confidence"]


def answer(binary, path):
    run = subprocess.run([binary, "identify", "--format", "json", path], capture_output=True, text=True, check=False)
    if run.returncode < 0:
        return [{"law": "crash", "confidence": "crash", "samples": 1, "candidates": []}]
    results = json.loads(run.stdout)["results"] if run.stdout else []
    return (results[0].get("motions") or []) if results else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--motions", type=int, default=2 * len(LAWS) * len(FAULTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--faults", nargs="*", default=list(FAULTS))
    parser.add_argument("--laws", nargs="*", default=list(LAWS))
    parser.add_argument("--details", action="store_true", help="name the answers that are false or off")
    options = parser.parse_args()
    binary = options.binary or find()
    print(f"seed {options.seed}, {options.motions} motions")
    folder = options.keep or tempfile.mkdtemp(prefix="faults")
    os.makedirs(folder, exist_ok=True)
    cases = [(law, fault) for fault in options.faults for law in options.laws]
    jobs = []
    for index in range(options.motions):
        law, fault = cases[index % len(cases)]
        rng = random.Random(f"{options.seed}/{law}/{fault}/{index // len(cases)}")
        motion = LAWS[law](rng)
        recording = Recording(motion, rng, rng.choice([60, 60, 90, 120]))
        FAULTS[fault](recording)
        path = os.path.join(folder, f"{fault}-{law}-{index}.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write(recording.text())
        jobs.append((fault, motion, path))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda job: answer(binary, job[2]), jobs))
    counts = collections.defaultdict(collections.Counter)
    for (fault, motion, path), found in zip(jobs, answers):
        verdict = judged(motion, found)
        counts[fault][verdict] += 1
        if options.details and verdict in ("false", "off"):
            said = [(one["law"], one["confidence"]) for one in found]
            print(f"{verdict}: {os.path.basename(path)} {said} {motion.constants}")
    verdicts = ["sure", "likely", "open", "unknown", "other", "nothing", "off", "false"]
    verdicts += sorted(set().union(*counts.values()) - set(verdicts))
    total = sum(counts.values(), collections.Counter())
    print(f"{'':24}" + "".join(f"{verdict:>9}" for verdict in verdicts))
    for fault, count in [*counts.items(), ("all", total)]:
        print(f"{fault:24}" + "".join(f"{count[verdict]:9}" for verdict in verdicts))
    return 1 if total["crash"] or 100 * total["false"] > options.motions else 0


if __name__ == "__main__":
    sys.exit(main())
