"""Helpers shared by the oracle scripts: paths, reading and writing the commented CSV files."""

import csv
import os

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "..", "..", "SampleTraces")
REAL_TRACES = [("real-3x", "uiscrollview-bounce-3x.csv", -88.0, 3), ("real-2x", "uiscrollview-bounce-2x.csv", -64.0, 2)]


def write_csv(name, script, seed, notes, columns, rows):
    """Writes `name` beside the scripts: comment lines, a header row, the rows."""
    with open(os.path.join(HERE, name), "w", newline="\n") as file:
        file.write(f"# script: {script}\n# seed: {seed}\n")
        for note in notes:
            file.write(f"# {note}\n")
        file.write(",".join(columns) + "\n")
        for row in rows:
            file.write(",".join(str(value) for value in row) + "\n")


def read_csv(path):
    """The rows of a commented CSV file as dictionaries."""
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def real_overscroll(file, edge):
    """edge - offset in double precision, one value a sample, top edge."""
    rows = read_csv(os.path.join(SAMPLES, file))
    return [edge - float(row["offset_y_pt"]) for row in rows]


def traces(name):
    """The traces of a file with columns trace, t_s, overscroll: [(trace, times, values)]."""
    found = {}
    for row in read_csv(os.path.join(HERE, name)):
        t, y = found.setdefault(row["trace"], ([], []))
        t.append(float(row["t_s"]))
        y.append(float(row["overscroll_pt"]))
    return [(trace, t, y) for trace, (t, y) in found.items()]
