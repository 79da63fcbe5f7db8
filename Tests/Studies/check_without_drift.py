#!/usr/bin/env python3
"""Counts how often `scrollfit check` fails where nothing has changed.

    check_without_drift.py [BINARY] [--folders N] [--seed N] [--jobs N] [--drift LAW.NAME=FACTOR] [--bare]
                           [--keep FOLDER]

Each folder has 5 to 12 recordings of one scroll view: bounces, decelerations, rubber bands, springs, sessions and
others in random number, with random gestures, noise and jitter. They are simulated twice with other seeds: from the
first set `check --update` writes a reference, the second is checked against it. Nothing has changed, so no more than
one folder in a hundred may fail.

It prints its seed, the folders that failed with the verdicts that made them fail, and how many constants had which
verdict. With --drift a constant of the second set is multiplied by a factor: then most folders with that law have to
fail. It exits with 1 if more folders fail than one in a hundred lets expect at the level 1e-3 (binomial), without
--drift.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Scaling"))
from scrollfit_binary import find  # noqa: E402


def gesture(law, view, random):
    """The arguments of one recording of a law: what belongs to the view is fixed, what belongs to a gesture is not."""
    if law == "bounce":
        return [f"C={random.uniform(600, 4000):.1f}", f"phi={random.uniform(0, 1 / 60):.5f}", f"delta={view['delta']}"]
    if law == "decelerate":
        return [f"v0={random.uniform(500, 4000):.1f}", f"k={view['k']}", f"stop={view['stop']}"]
    if law == "rubber-band":
        return [f"travel={random.uniform(150, 600):.1f}", f"c={view['c']}", f"d={view['d']}"]
    if law == "spring":
        return [f"omega={view['omega']}", f"zeta={view['zeta']}", f"y0={random.uniform(40, 200):.1f}", "v0=0"]
    if law == "session":
        return [f"gestures={random.randint(2, 6)}", f"k={view['k']}", f"delta={view['delta']}", f"c={view['c']}"]
    raise ValueError(law)


LAWS = ["bounce", "decelerate", "rubber-band", "spring", "session"]
WEIGHTS = [4, 4, 2, 1, 4]


def plan(seed):
    """What a folder holds: the view, its noise and its recordings with their gestures."""
    choice = random.Random(seed)
    view = {
        "delta": round(choice.uniform(8, 14), 3), "k": round(choice.uniform(1.2, 4), 3),
        "stop": choice.choice([5, 10, 20]), "c": round(choice.uniform(0.4, 0.7), 3), "d": choice.choice([667, 844]),
        "omega": round(choice.uniform(8, 20), 3), "zeta": round(choice.uniform(0.2, 0.9), 3),
    }
    faults = ["--scale", str(choice.choice([2, 3])), "--rate", str(choice.choice([60, 60, 120]))]
    if choice.random() < 0.5:
        faults += ["--noise", f"{choice.choice([0.05, 0.1, 0.2, 0.4])}"]
    if choice.random() < 0.4:
        faults += ["--stamp-jitter", f"{choice.choice([0.05, 0.2, 0.5, 1])}"]
    if choice.random() < 0.2:
        faults += ["--drop", f"{choice.choice([0.02, 0.05])}"]
    laws = choice.choices(LAWS, WEIGHTS, k=choice.randint(5, 12))
    gestures = [(law, gesture(law, view, choice), choice.randrange(1 << 40)) for law in laws]
    return faults, gestures


def bare(text):
    """A recording without metadata and without a column of phases."""
    rows = [line.split(",") for line in text.splitlines() if not line.startswith("#")]
    kept = [index for index, name in enumerate(rows[0]) if name != "phase"]
    return "".join(",".join(row[index] for index in kept) + "\n" for row in rows)


def record(binary, folder, faults, gestures, which, drift, is_bare):
    os.makedirs(folder)
    for index, (law, arguments, seed) in enumerate(gestures):
        # The gestures of a session come from its seed. A UI test repeats them: the second set has the same, and
        # other noise, since with outliers, though there are none, each sample takes one random number more.
        again = ["--outliers", "1e-12"] if law == "session" and which else []
        own = [
            f"{name}={float(value) * drift.get(f'{law}.{name}', 1)}"
            for name, value in (argument.split("=") for argument in arguments)
        ]
        text = subprocess.run(
            [binary, "simulate", law, *own, *faults, *again, "--seed", str(seed if law == "session" else seed + which)],
            stdout=subprocess.PIPE, text=True, check=True).stdout
        with open(f"{folder}/{index:02}-{law}.csv", "w") as out:
            out.write(bare(text) if is_bare else text)


def study(binary, seed, drift, is_bare, keep):
    """The exit codes, the verdicts that fail, and the counts of all verdicts of one folder."""
    faults, gestures = plan(seed)
    top = f"{keep}/{seed}" if keep else tempfile.mkdtemp(prefix="scrollfit-check-")
    os.makedirs(top, exist_ok=True)
    try:
        base = f"{top}/recordings"
        environment = {name: value for name, value in os.environ.items() if name != "CI"}
        options = {"cwd": top, "capture_output": True, "text": True, "env": environment}
        record(binary, base, faults, gestures, 0, {}, is_bare)
        update = subprocess.run(
            [binary, "check", "--update", "-j", "1", "--reference", "reference.json", "recordings"], **options)
        os.rename(base, f"{top}/before")
        record(binary, base, faults, gestures, 1, drift, is_bare)
        check = subprocess.run(
            [binary, "check", "-j", "1", "--reference", "reference.json", "--format", "json", "recordings"], **options)
        summary = json.loads(check.stdout)["summary"]["check"]
        failing = [
            " ".join(str(part) for part in (
                constant["verdict"], (constant["source"] or {}).get("path", "pooled"), constant["law"], constant["key"],
                constant["value"], constant["reference_value"], constant["message"]))
            for constant in summary["constants"] if constant["verdict"] in ("fail", "missing", "error")
        ]
        unsure = [
            f"{constant['law']} {constant['key']} {'pooled' if constant['source'] is None else 'single'}: "
            f"{constant['message']}"
            for constant in summary["constants"] if constant["verdict"] == "unsure"
        ]
        return seed, update.returncode, check.returncode, failing, summary["counts"], unsure, " ".join(faults)
    finally:
        if not keep:
            shutil.rmtree(top)


def most_by_chance(count, rate=0.01, level=1e-3):
    """The largest number of failures that a rate lets expect at a level."""
    tail, number = 1.0, 0
    probability = (1 - rate) ** count
    while tail > level:
        tail -= probability
        probability *= (count - number) / (number + 1) * rate / (1 - rate)
        number += 1
    return number - 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--folders", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--drift", action="append", default=[])
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    binary = find(arguments.binary)
    drift = {name: float(value) for name, value in (text.split("=") for text in arguments.drift)}
    print(f"seed {arguments.seed}, {arguments.folders} folders", flush=True)
    failed, verdicts, reasons, why = 0, collections.Counter(), collections.Counter(), collections.Counter()
    codes = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        seeds = [arguments.seed * 1_000_000 + index for index in range(arguments.folders)]
        for seed, made, code, failing, counts, unsure, faults in pool.map(
                lambda seed: study(binary, seed, drift, arguments.bare, arguments.keep), seeds):
            codes[f"update {made}, check {code}"] += 1
            verdicts.update(counts)
            why.update(text.split(": ", 1)[0] + ": " + text.split(": ", 1)[1][:60] for text in unsure)
            if code == 1:
                failed += 1
                print(f"folder {seed} ({faults})", flush=True)
                for line in failing:
                    print(f"  {line}")
                    reasons[line.split()[0] + " " + " ".join(line.split()[2:4])] += 1
    print(f"failed {failed} of {arguments.folders}")
    for title, counter in (("exit codes", codes), ("verdicts", verdicts), ("failing", reasons), ("unsure", why)):
        print(title + ":", *(f"\n  {count:6} {name}" for name, count in counter.most_common(25)))
    most = most_by_chance(arguments.folders)
    if not drift and failed > most:
        sys.exit(f"more than {most}, which one in a hundred lets expect")


if __name__ == "__main__":
    main()
