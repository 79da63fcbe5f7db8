#!/usr/bin/env python3
"""Writes simulated recordings, each a motion of its own, and the constants that they were made with.

    make_traces.py OUTPUT [COUNT] [--law LAW] [--mixed] [--rows N] [--seed N] [--stamped] [--folder] [--truth FILE]

OUTPUT is one file with a column "trace", or with --folder a folder of COUNT files, 1000 in each folder below it.
Laws, with t from the first frame:

    bounce        y = -88 - C (t + phi) exp(-delta (t + phi)),  C 600 .. 2400 pt/s, delta 9 .. 13 1/s, phi 0 .. 1/60 s
    decelerate    y = v0 (1 - exp(-k t)) / k,                   v0 800 .. 6000 pt/s, k 2 .. 6 1/s
    rubber-band   s = d c x / (c x + d), the finger at x,       c 0.4 .. 0.7, d 400 .. 900 pt
    spring        y = -88 - a exp(-delta t) (cos(w t) + sin(w t) delta / w),
                  a 60 .. 240 pt, delta 5 .. 9 1/s, w 8 .. 16 1/s

on a 3x screen: offsets are rounded to 1/3 pt. Frames are 1/60 s apart; with --stamped each stamp lies 0.2 to
0.5 ms before or after its frame, and the content is where it was at the stamp. With --mixed two of three recordings
have noise of 0.3 pt, and one of two has lost 5 % of its frames. --truth FILE takes the constants as CSV. One seed gives the same motions in a file and in a folder, stamped or not.
"""
import argparse
import math
import os
import random

EDGE = -88
RATE = 60


class Bounce:
    keys = ("C", "delta", "phi")
    columns = "t_s,offset_y_pt"

    @staticmethod
    def constants(rng):
        """C in pt/s, delta in 1/s, phi in s."""
        return rng.uniform(600, 2400), rng.uniform(9, 13), rng.uniform(0, 1 / RATE)

    @staticmethod
    def value(constants, time):
        speed, delta, phase = constants
        t = time + phase
        return EDGE - speed * t * math.exp(-delta * t)


class Deceleration:
    keys = ("k", "v0")
    columns = "t_s,offset_y_pt"

    @staticmethod
    def constants(rng):
        """k in 1/s, v0 in pt/s."""
        return rng.uniform(2, 6), rng.uniform(800, 6000)

    @staticmethod
    def value(constants, time):
        k, v0 = constants
        return v0 * (1 - math.exp(-k * time)) / k


class RubberBand:
    keys = ("c", "d", "speed")
    columns = "finger_y_pt,overscroll_y_pt"

    @staticmethod
    def constants(rng):
        """c, d in pt, and how fast the finger moves, in pt/s."""
        return rng.uniform(0.4, 0.7), rng.uniform(400, 900), rng.uniform(150, 350)

    @staticmethod
    def abscissa(constants, time):
        """Where the finger is, on a pixel."""
        return round((5 + constants[2] * time) * 3) / 3

    @staticmethod
    def value(constants, travel):
        c, d, _ = constants
        return d * c * travel / (c * travel + d)


class Spring:
    keys = ("delta", "omega", "a")
    columns = "t_s,offset_y_pt"

    @staticmethod
    def constants(rng):
        """delta and the angular frequency in 1/s, the first displacement in pt."""
        return rng.uniform(5, 9), rng.uniform(8, 16), rng.uniform(60, 240)

    @staticmethod
    def value(constants, time):
        delta, omega, a = constants
        turn = omega * time
        return EDGE - a * math.exp(-delta * time) * (
            math.cos(turn) + math.sin(turn) * delta / omega)


LAWS = {"bounce": Bounce, "decelerate": Deceleration, "rubber-band": RubberBand, "spring": Spring}


def stamps(rng, rows, stamped):
    """Times in s, as their text of six decimals says them."""
    if not stamped:
        return [round(frame / RATE, 6) for frame in range(rows)]
    # Counted from the first stamp, which is 0.
    jitter = [rng.choice((-1, 1)) * rng.uniform(0.0002, 0.0005) for _ in range(rows)]
    return [round(frame / RATE + late - jitter[0], 6) for frame, late in enumerate(jitter)]


def rows_of(law, constants, times, frames):
    """Lines `t,y` of a recording: where the content was at `frames`, said to be at `times`."""
    lines = []
    for time, frame in zip(times, frames):
        if law is RubberBand:
            time = frame = law.abscissa(constants, frame)
        lines.append(f"{time:.6f},{round(law.value(constants, frame) * 3) / 3:.4f}\n")
    return lines


def mixed_rows(law, constants, times, frames, number, faults):
    """The same with noise, with frames lost, or both."""
    noise = 0.3 if number % 3 else 0
    lines = []
    for time, frame in zip(times, frames):
        if number % 2 and 0 < frame < frames[-1] and faults.random() < 0.05:
            continue
        value = law.value(constants, frame) + noise * faults.gauss(0, 1)
        lines.append(f"{time:.6f},{round(value * 3) / 3:.4f}\n")
    return lines


def recordings(options):
    """Name, constants and lines of each recording."""
    law = LAWS[options.law]
    rng = random.Random(options.seed)
    # Stamps have a generator of their own, so that they change no motion.
    late = random.Random(options.seed + 1)
    even = stamps(rng, options.rows, False)
    frames = [frame / RATE for frame in range(options.rows)]
    for number in range(options.count):
        constants = law.constants(rng)
        if options.mixed:
            lines = mixed_rows(law, constants, even, frames, number, late)
        else:
            # At a stamp of 0.016667 s the frame of 1/60 s was on the screen.
            times = stamps(late, options.rows, True) if options.stamped else even
            lines = rows_of(law, constants, times, times if options.stamped else frames)
        yield f"t{number:07d}", constants, lines


def header(options, before=""):
    edge = f"# edge_top: {EDGE}\n" if options.law in ("bounce", "spring") else ""
    return (
        f"# law: {options.law}\n# scale: 3\n{edge}# refresh_hz: {RATE}\n"
        f"{before}{LAWS[options.law].columns}\n")


def write_file(options, truth):
    with open(options.output, "w", encoding="ascii") as file:
        file.write(header(options, "trace,"))
        for name, constants, lines in recordings(options):
            file.write("".join([f"{name},{line}" for line in lines]))
            truth(name, constants)


def write_folder(options, truth):
    top = header(options)
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
    parser.add_argument("--law", choices=LAWS, default="bounce")
    parser.add_argument("--mixed", action="store_true")
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
        file.write(",".join(("trace", *LAWS[options.law].keys)) + "\n")
        write(options, lambda name, constants: file.write(
            ",".join([name, *map(repr, constants)]) + "\n"))


if __name__ == "__main__":
    main()
