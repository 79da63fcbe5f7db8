#!/usr/bin/env python3
"""Writes simulated bounces, each a motion of its own, and the constants that they were made with.

    make_traces.py OUTPUT [COUNT] [--rows N] [--seed N] [--stamped] [--folder] [--truth FILE]

OUTPUT is one file with a column "trace", or with --folder a folder of COUNT files, 1000 in each folder below it.
A recording is a critically damped bounce

    y = -88 - C (t + phi) exp(-delta (t + phi)),   C 600 .. 2400 pt/s, delta 9 .. 13 1/s, phi 0 .. 1/60 s,

on a 3x screen: offsets are rounded to 1/3 pt. Frames are 1/60 s apart; with --stamped each stamp lies 0.2 to
0.5 ms before or after its frame, and the content is where it was at the stamp. --truth FILE takes the constants
as CSV. One seed gives the same motions in a file and in a folder, stamped or not.
"""
import argparse
import math
import os
import random

EDGE = -88
RATE = 60


def motion(rng):
    """C in pt/s, delta in 1/s, phi in s."""
    return rng.uniform(600, 2400), rng.uniform(9, 13), rng.uniform(0, 1 / RATE)


def stamps(rng, rows, stamped):
    """Times in s, as their text of six decimals says them."""
    if not stamped:
        return [round(frame / RATE, 6) for frame in range(rows)]
    # Counted from the first stamp, which is 0.
    jitter = [rng.choice((-1, 1)) * rng.uniform(0.0002, 0.0005) for _ in range(rows)]
    return [round(frame / RATE + late - jitter[0], 6) for frame, late in enumerate(jitter)]


def rows_of(constants, times, frames):
    """Lines `t,y` of a recording: where the content was at `frames`, said to be at `times`."""
    speed, delta, phase = constants
    exp = math.exp
    lines = []
    for time, frame in zip(times, frames):
        t = frame + phase
        lines.append(f"{time:.6f},{round((EDGE - speed * t * exp(-delta * t)) * 3) / 3:.4f}\n")
    return lines


def recordings(options):
    """Name, constants and lines of each recording."""
    rng = random.Random(options.seed)
    # Stamps have a generator of their own, so that they change no motion.
    late = random.Random(options.seed + 1)
    even = stamps(rng, options.rows, False)
    frames = [frame / RATE for frame in range(options.rows)]
    for number in range(options.count):
        constants = motion(rng)
        # At a stamp of 0.016667 s the frame of 1/60 s was on the screen.
        times = stamps(late, options.rows, True) if options.stamped else even
        yield f"t{number:07d}", constants, rows_of(
            constants, times, times if options.stamped else frames)


def header(columns):
    return (
        "# law: bounce\n# scale: 3\n"
        f"# edge_top: {EDGE}\n# refresh_hz: {RATE}\n{columns}\n")


def write_file(options, truth):
    with open(options.output, "w", encoding="ascii") as file:
        file.write(header("trace,t_s,offset_y_pt"))
        for name, constants, lines in recordings(options):
            file.write("".join([f"{name},{line}" for line in lines]))
            truth(name, constants)


def write_folder(options, truth):
    top = header("t_s,offset_y_pt")
    for number, (name, constants, lines) in enumerate(recordings(options)):
        folder = os.path.join(options.output, f"{number // 1000:03d}")
        if number % 1000 == 0:
            os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{name}.csv"), "w", encoding="ascii") as file:
            file.write(top + "".join(lines))
        truth(name, constants)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output")
    parser.add_argument("count", type=int, nargs="?", default=20_000)
    parser.add_argument("--rows", type=int, default=90)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stamped", action="store_true")
    parser.add_argument("--folder", action="store_true")
    parser.add_argument("--truth")
    options = parser.parse_args()
    write = write_folder if options.folder else write_file
    if options.truth is None:
        write(options, lambda name, constants: None)
        return
    with open(options.truth, "w", encoding="ascii") as file:
        file.write("trace,C,delta,phi\n")
        write(options, lambda name, constants: file.write(
            f"{name},{constants[0]!r},{constants[1]!r},{constants[2]!r}\n"))


if __name__ == "__main__":
    main()
