#!/usr/bin/env python3
"""Counts how often intervals of where a glide ends contain the truth, and how often glides are taken for bounces.

    glide_rests.py [BINARY] [--recordings N] [--after SECONDS ...]

Glides with k 1.5, 3, 6 and 10 1/s and 600 to 3000 pt/s, at 1x, 2x and 3x, 60 and 120 Hz, that the system stops at 0.5 to
12 pt/s or never. Each recording goes on for some seconds after the stop, or for so long after the speed at which 0.3 pt
are left. N recordings a cell of law, screen and rate; seeds are those of the cells. For each speed of the stop it prints
how many recordings state a quantity, and the share of their 95 % intervals that contain the truth. Last, how many of
all recordings `fit` calls a bounce, or gives an edge.
"""
import argparse
import collections
import itertools
import json
import math
import os
import random
import subprocess
import tempfile

KEYS = ["k", "rest_offset", "distance", "stop_velocity", "duration"]


def glide(rng, stop, k, scale, rate, after):
    """Rows of one recording, and what is true of it."""
    v0, k, x0 = rng.uniform(600, 3000), k * rng.uniform(0.97, 1.03), rng.uniform(0, 50)
    sign = rng.choice([1, -1])
    ends = math.log(v0 / stop) / k if stop else math.inf
    last = (ends if stop else math.log(v0 / (0.3 * k)) / k) + after
    rows = []
    for index in range(int(last * rate) + 1):
        time = min(index / rate, ends)
        rows.append((index / rate, round((x0 + sign * v0 * (1 - math.exp(-k * time)) / k) * scale) / scale))
    return rows, {"k": k, "v0": sign * v0, "x0": x0, "stop": stop, "ends": ends,
                  "rest": x0 + sign * (v0 - (stop or 0)) / k}


def contains(estimate, truth):
    """Whether an interval contains the truth; None where nothing is stated."""
    if not estimate or estimate["value"] is None or not estimate["interval"]:
        return None
    low, high = estimate["interval"]
    return (low is None or low <= truth) and (high is None or truth <= high)


def count(fit, truth, tally):
    """Adds the intervals of one fit."""
    start = fit["window"]["start_s"]
    offset = truth["x0"] + truth["v0"] * (1 - math.exp(-truth["k"] * start)) / truth["k"]
    truths = {"k": truth["k"], "rest_offset": truth["rest"], "distance": abs(truth["rest"] - offset)}
    if fit["stop"]["rule"] == "epsilon":
        truths["duration"] = math.log(abs(truth["v0"]) / (0.1 * truth["k"])) / truth["k"] - start
    else:
        truths |= {"stop_velocity": truth["stop"], "duration": truth["ends"] - start}
    for key, value in truths.items():
        held = contains(fit["parameters"].get(key) or fit["derived"].get(key), value)
        # Content that stopped never came within 0.1 pt of a limit that lies further away.
        if held is None or key == "duration" and truth["stop"] and fit["stop"]["rule"] == "epsilon":
            continue
        tally[key][0] += 1
        tally[key][1] += held


def results(binary, command, path):
    output = subprocess.run([binary, command, path, "--format", "ndjson"], capture_output=True, text=True).stdout
    for line in output.splitlines():
        result = json.loads(line)
        if result.get("source", {}).get("trace"):
            yield result


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary", nargs="?", default=".build/release/scrollfit")
parser.add_argument("--recordings", type=int, default=60)
parser.add_argument("--after", type=float, nargs="+", default=[0, 0.5, 3])
arguments = parser.parse_args()
bounces = edges = recordings = 0
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "glides.csv")
    for after in arguments.after:
        print(f"recorded for {after} s after the stop")
        for stop in [0, 0.5, 1, 2, 5, 10, 12]:
            tally = collections.defaultdict(lambda: [0, 0])
            for k, scale, rate in itertools.product([1.5, 3, 6, 10], [1, 2, 3], [60, 120]):
                rng = random.Random(f"{stop} {k} {scale} {rate} {after}")
                cell = {f"r{i}": glide(rng, stop, k, scale, rate, after) for i in range(arguments.recordings)}
                with open(path, "w") as file:
                    file.write(f"# scale: {scale}\ntrace,t_s,offset_y_pt\n")
                    for name, (rows, _) in cell.items():
                        file.writelines(f"{name},{t:.6f},{x:.6f}\n" for t, x in rows)
                for result in results(arguments.binary, "decelerate", path):
                    if result["fits"]:
                        count(result["fits"][-1], cell[result["source"]["trace"]][1], tally)
                for result in results(arguments.binary, "fit", path):
                    recordings += 1
                    bounces += any(phase["kind"] in ("bounce", "release") for phase in result["phases"])
                    edges += any(phase.get("edge") for phase in result["phases"])
            shares = (f"{key} {tally[key][0]}: {100 * tally[key][1] / tally[key][0]:.1f} %"
                      for key in KEYS if tally[key][0])
            print(f"  {'never' if not stop else stop}: " + "; ".join(shares), flush=True)
print(f"{recordings} recordings: fit calls {bounces} a bounce and gives {edges} an edge")
