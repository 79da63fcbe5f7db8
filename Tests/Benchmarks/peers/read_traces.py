"""Reads recordings with Python's csv module."""
import csv
import itertools

import numpy


def recordings(path):
    """Name, times in s and distances beyond the edge in pt of each recording of a file."""
    edge = 0.0
    rate = 60.0
    with open(path, newline="", encoding="utf-8") as file:
        while (line := file.readline()).startswith("#"):
            key, _, value = line[1:].partition(":")
            if key.strip() == "edge_top":
                edge = float(value)
            elif key.strip() == "refresh_hz":
                rate = float(value)
        rows = csv.reader(itertools.chain([line], file))
        columns = next(rows)
        offset = columns.index("offset_y_pt")
        stamp = columns.index("t_s") if "t_s" in columns else None
        trace = columns.index("trace") if "trace" in columns else None
        name = path
        times = []
        values = []
        for row in rows:
            if trace is not None and row[trace] != name:
                if times:
                    yield name, numpy.array(times), edge - numpy.array(values)
                name = row[trace]
                times = []
                values = []
            # Without stamps, frame n at n / rate.
            times.append(len(times) / rate if stamp is None else float(row[stamp]))
            values.append(float(row[offset]))
        if times:
            yield name, numpy.array(times), edge - numpy.array(values)
