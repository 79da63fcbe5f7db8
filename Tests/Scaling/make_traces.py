#!/usr/bin/env python3
"""Writes a folder of simulated bounces, one in a hundred of them broken in one of twelve ways.

    make_traces.py FOLDER COUNT [--seed N] [--device-count N] [--broken PERCENT]
    make_traces.py --stream COUNT [--seed N]        one stream with a column "trace" on standard output

A good file holds 49 to 120 rows of a critically damped bounce of delta 10.93 per second on a 3x screen at
60 Hz. FOLDER/broken.txt lists the broken files and the line at which each is wrong; it is no .csv.
"""
import argparse
import math
import os
import random
import sys


def samples(rng, delta, rows):
    """Offsets of a bounce beyond an edge at -88 pt, rounded to thirds of a point, and times in s."""
    speed = rng.uniform(600, 2400)
    phase = rng.uniform(0.0, 1 / 60)
    for frame in range(rows):
        t = frame / 60
        y = speed * (t + phase) * math.exp(-delta * (t + phase))
        yield t, round((-88 - y) * 3) / 3


def header(device):
    return [
        "# what: simulated bounce", f"# device: {device}", "# scale: 3", "# edge_top: -88",
        "# refresh_hz: 60", "t_s,offset_y_pt",
    ]


def good(rng, devices):
    rows = rng.randint(49, 120)
    lines = header(f"device {rng.randrange(devices)}")
    lines += [f"{t:.6f},{y:.4f}" for t, y in samples(rng, 10.93, rows)]
    return lines


def broken(kind, lines, rng):
    """The bytes of a file broken in one way, and the line at which it is; 0 where it has none."""
    row = rng.randrange(12, len(lines) - 4)
    if kind == 0:  # empty
        return b"", 0
    if kind == 1:  # comments and nothing else
        return ("\n".join(lines[:5]) + "\n").encode(), 0
    if kind == 2:  # no row
        return ("\n".join(lines[:6]) + "\n").encode(), 6
    if kind == 3:  # text where a number belongs
        lines[row] = lines[row].split(",")[0] + ",abc"
    elif kind == 4:  # a row cut short
        lines[row] = lines[row].split(",")[0]
    elif kind == 5:  # a row with a field too many
        lines[row] += ",1"
    elif kind == 6:  # time goes back
        lines[row] = "0.000000," + lines[row].split(",")[1]
    elif kind == 7:  # an empty cell
        lines[row] = lines[row].split(",")[0] + ","
    elif kind == 8:  # a quote without an end
        lines[row] = '"' + lines[row]
    elif kind == 9:  # a byte 0
        text = "\n".join(lines[:row]) + "\n\0" + "\n".join(lines[row:]) + "\n"
        return text.encode(), row + 1
    elif kind == 10:  # no column that means anything
        lines[5] = "a,b"
        row = 5
    else:  # the content never moves
        lines[6:] = [line.split(",")[0] + ",-88.0000" for line in lines[6:]]
        row = 6
    return ("\n".join(lines) + "\n").encode(), row + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device-count", type=int, default=4)
    parser.add_argument("--broken", type=float, default=1.0)
    parser.add_argument("--stream", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    if options.stream:
        out = sys.stdout
        out.write("# scale: 3\n# edge_top: -88\n# refresh_hz: 60\ntrace,t_s,offset_y_pt\n")
        # A hundred motions again and again under other names: making them all would take longer than fitting.
        motions = [
            [f",{t:.6f},{y:.4f}\n" for t, y in samples(rng, 10.93, rng.randint(49, 120))]
            for _ in range(100)
        ]
        for number in range(options.count):
            name = f"t{number:07d}"
            out.write("".join(name + row for row in motions[rng.randrange(100)]))
        return
    os.makedirs(options.folder, exist_ok=True)
    every = round(100 / options.broken) if options.broken > 0 else 0
    faults = []
    for number in range(options.count):
        lines = good(rng, options.device_count)
        folder = os.path.join(options.folder, f"{number // 1000:03d}")
        if number % 1000 == 0:
            os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, f"{number:06d}.csv")
        if every and number % every == every // 2:
            content, line = broken(len(faults) % 12, lines, rng)
            faults.append(f"{path}:{line}" if line else path)
        else:
            content = ("\n".join(lines) + "\n").encode()
        with open(path, "wb") as file:
            file.write(content)
    with open(os.path.join(options.folder, "broken.txt"), "w") as file:
        file.write("".join(fault + "\n" for fault in faults))


if __name__ == "__main__":
    main()
