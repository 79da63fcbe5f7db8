#!/usr/bin/env python3
"""Counts how often `scrollfit identify` names the law of a motion that is hidden in noise, as offsets from a video are.

    noisy_motions.py [BINARY] [--motions N] [--seed N] [--keep FOLDER]

Motions of eight laws between two rests, at 30, 60 and 120 Hz, start between two frames. Each sample has normal noise of
0.3 or 1 pt and two digits after the point. An answer is right if it is one motion of the law. It prints its seed, and
exits with 1 if fewer than 90 in a hundred are right or an answer is surely another law.
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


def eased(distance, seconds, power):
    return lambda t: distance * (1 - (1 - min(t / seconds, 1)) ** power)


# By law: the way in pt after a time in s, and other laws of which it is a special case or a neighbour.
LAWS = {
    "exponential": (lambda t: 450 * (1 - math.exp(-4 * t)), ()),
    "constant-deceleration": (eased(750, 1, 2), ()),
    "eased-cubic": (eased(500, 0.7, 3), ("power-law",)),
    "eased-quartic": (eased(700, 0.9, 4), ("power-law",)),
    "power-law": (eased(600, 1.2, 2.6), ()),
    "tween-cosine": (lambda t: 350 * (1 - math.cos(math.pi * min(t / 0.9, 1))), ()),
    "critical-from-rest": (lambda t: 300 * (1 - (1 + 12 * t) * math.exp(-12 * t)), ("critical", "spring")),
    "spring": (lambda t: 300 * (1 - math.exp(-5 * t) * (math.cos(14 * t) + 5 / 14 * math.sin(14 * t))), ()),
}


def recording(law, noise, rate, source):
    start = 0.4 + source.random() / 60
    way = LAWS[law][0]
    return "t_s,offset_y_pt\n" + "".join(
        f"{index / rate:.6f},{100 + way(min(max(index / rate - start, 0), 1.5)) + source.gauss(0, noise):.2f}\n"
        for index in range(int(2.8 * rate)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--motions", type=int, default=288)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    binary = options.binary or find()
    print(f"seed {options.seed}, {options.motions} motions")
    folder = options.keep or tempfile.mkdtemp(prefix="noisy")
    os.makedirs(folder, exist_ok=True)
    cases = [(law, noise, rate) for rate in (30, 60, 120) for noise in (0.3, 1) for law in LAWS]
    counts = collections.defaultdict(collections.Counter)
    for index in range(options.motions):
        law, noise, rate = cases[index % len(cases)]
        path = os.path.join(folder, f"{law}-{noise}-{rate}-{index}.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write(recording(law, noise, rate, random.Random(f"{options.seed}/{index}")))
        run = subprocess.run([binary, "identify", "--format", "json", path],
                             capture_output=True, text=True, check=False)
        motions = json.loads(run.stdout)["results"][0].get("motions") or []
        names = (law, *LAWS[law][1])
        count = counts[law, noise]
        count["all"] += 1
        count["right"] += len(motions) == 1 and motions[0]["law"] in names
        count["sure"] += any(one["confidence"] == "sure" and one["law"] in names for one in motions)
        count["false"] += any(one["confidence"] == "sure" and one["law"] not in names for one in motions)
    for (law, noise), count in sorted(counts.items()):
        print(f"{law}, noise {noise} pt: {count['right']} of {count['all']} right, {count['sure']} sure, "
              f"{count['false']} falsely")
    total = sum(counts.values(), collections.Counter())
    print(f"{total['right']} of {total['all']} right, {total['sure']} sure, {total['false']} falsely")
    return 1 if 10 * total["right"] < 9 * total["all"] or total["false"] else 0


if __name__ == "__main__":
    sys.exit(main())
