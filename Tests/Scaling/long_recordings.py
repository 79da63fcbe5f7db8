#!/usr/bin/env python3
"""Measures every command on long recordings of no law.

A random walk, a square wave, a sawtooth, a staircase of ramps, hops, a rest that flickers by a pixel beside one motion,
and a constant.

    long_recordings.py [BINARY] [--count N] [--seconds S] [--memory MIB] [--shapes NAME,...] [--commands NAME,...]

Each recording has COUNT samples of offsets in pt at 60 Hz, 20 000 without --count. Prints the processor time, the peak
memory and the exit code of each run, as Markdown. Exits with 1 where a run takes longer than --seconds of processor
time, more memory than --memory, or ends neither with 0 nor with 65.
"""
import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile

from scrollfit_binary import find


def walk(count):
    rng = random.Random(1)
    offset = 0
    for _ in range(count):
        offset += rng.choice((-1, 0, 1)) * rng.randint(0, 9)
        yield offset


def hops(count):
    rng = random.Random(2)
    offset = 0
    for _ in range(count):
        if rng.random() < 0.02:
            offset += rng.randint(-800, 800)
        yield offset


def flicker(count):
    for index in range(count):
        yield 5 * index if 100 < index < 160 else int(index % 12 == 5)


SHAPES = {
    "walk": walk,
    "square": lambda count: (300 * (index // 40 % 2) for index in range(count)),
    "sawtooth": lambda count: (index % 60 * 5 for index in range(count)),
    "staircase": lambda count: (60 * (index // 90) + 3 * min(index % 90, 20) for index in range(count)),
    "hops": hops,
    "flicker": flicker,
    "constant": lambda count: (120 for _ in range(count)),
}

COMMANDS = [
    "identify", "fit", "bounce", "decelerate", "momentum", "spring", "gravity", "collision", "resistance",
    "rubber-band", "stretch", "transfer", "inspect", "report", "batch", "check", "compare",
]


def arguments(command, path, page):
    if command == "report":
        return [command, path, "--output", page]
    if command == "check":
        return [command, "--reference", "uikit", path]
    return [command, path, path] if command == "compare" else [command, path]


def run(words, seconds):
    """The processor time in s, the peak memory in MiB and the exit code of a run, which ends after twice the time."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (2 * int(seconds) + 1, 2 * int(seconds) + 1))
    process = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime, usage.ru_maxrss / 1024, process.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--memory", type=float, default=200)
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--commands", default=",".join(COMMANDS))
    options = parser.parse_args()
    binary = find(options.binary)
    shapes = options.shapes.split(",")
    worst = False
    print(f"| {options.count} samples | " + " | ".join(shapes) + " |")
    print("| --- |" + " ---: |" * len(shapes))
    with tempfile.TemporaryDirectory() as folder:
        for shape in shapes:
            with open(f"{folder}/{shape}.csv", "w") as file:
                file.write("t,y\n")
                for index, offset in enumerate(SHAPES[shape](options.count)):
                    file.write(f"{index / 60:.6f},{offset}\n")
        for command in options.commands.split(","):
            cells = []
            for shape in shapes:
                words = arguments(command, f"{folder}/{shape}.csv", f"{folder}/{shape}-{command}.html")
                seconds, memory, status = run([binary] + words, options.seconds)
                is_bad = seconds > options.seconds or memory > options.memory or status not in (0, 65)
                worst = worst or is_bad
                cells.append(f"{seconds:.2f} s, {memory:.0f} MiB" + (f", exit {status}" if is_bad else ""))
            print(f"| {command} | " + " | ".join(cells) + " |", flush=True)
    sys.exit(1 if worst else 0)


if __name__ == "__main__":
    main()
