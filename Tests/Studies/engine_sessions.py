#!/usr/bin/env python3
"""Simulates sessions of engines and counts which of their phases `scrollfit fit` finds from times and offsets alone.

    engine_sessions.py [--scrollfit BINARY] [--seeds FIRST LAST] [ENGINE ...]

A phase of five samples and more is found where one of its kind has its start and its end within two frames, or within
pixels that do not change by more than half of one on the way. Prints a line an engine, and the share of all.
"""
import argparse
import concurrent.futures
import csv
import json
import re
import subprocess

STEP = 1 / 3  # pt, a pixel of a 3x screen
FRAMES = 2.6 / 60  # s


def run(binary, arguments, text=None):
    return subprocess.run([binary, *arguments], input=text, capture_output=True, text=True).stdout


def recording(binary, engine, seed):
    """Times, offsets and phases of a session."""
    text = run(binary, ["simulate", "session", engine, "gestures=6", "--seed", str(seed), "--edge", "-64"])
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines))
    return [float(r["t_s"]) for r in rows], [float(r["offset_y_pt"]) for r in rows], [r["phase"] for r in rows]


def runs(phases):
    """Kind, first and last sample of each phase."""
    start = 0
    for index in range(1, len(phases) + 1):
        if index == len(phases) or phases[index] != phases[start]:
            yield phases[start], start, index - 1
            start = index


def is_near(times, offsets, one, other):
    low, high = min(one, other), max(one, other)
    between = [y for t, y in zip(times, offsets) if low - 1e-6 <= t <= high + 1e-6]
    return high - low <= FRAMES or not between or max(between) - min(between) <= 1.6 * STEP


def study(binary, engine, seed):
    """Kind and whether it was found, of each phase."""
    times, offsets, phases = recording(binary, engine, seed)
    bare = "t_s,offset_y_pt\n" + "".join(f"{t:.6f},{y:.6f}\n" for t, y in zip(times, offsets))
    found = json.loads(run(binary, ["fit", "--format", "json", "-"], bare))["results"][0]["phases"]
    verdicts = []
    for kind, first, last in runs(phases):
        if last - first < 4:
            continue
        is_found = any(
            phase["kind"].replace("interrupted", "deceleration") == kind
            and is_near(times, offsets, phase["window"]["start_s"], times[first])
            and is_near(times, offsets, phase["window"]["end_s"], times[last])
            for phase in found
        )
        verdicts.append((kind, is_found))
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scrollfit", default=".build/release/scrollfit")
    parser.add_argument("--seeds", nargs=2, type=int, default=[1, 5], metavar=("FIRST", "LAST"))
    parser.add_argument("engine", nargs="*", help="all that are listed where none is named")
    options = parser.parse_args()
    listed = re.findall(r"^([a-z0-9-]+): ", run(options.scrollfit, ["engines"]), re.M)
    seeds = range(options.seeds[0], options.seeds[1] + 1)
    all_found = all_count = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for engine in options.engine or listed:
            verdicts = [v for found in pool.map(lambda s: study(options.scrollfit, engine, s), seeds) for v in found]
            counts = {}
            for kind, is_found in verdicts:
                count = counts.setdefault(kind, [0, 0])
                count[0] += is_found
                count[1] += 1
            found = sum(is_found for _, is_found in verdicts)
            kinds = ", ".join(f"{kind} {one} of {both}" for kind, (one, both) in counts.items() if kind != "rest")
            print(f"{engine:20} {found:3} of {len(verdicts):3}: {kinds}")
            all_found += found
            all_count += len(verdicts)
    print(f"{all_found} of {all_count} phases found, {100 * all_found / max(1, all_count):.1f} %")


main()
