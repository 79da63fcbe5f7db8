"""Reads recordings with Python's csv module."""
import csv
import itertools

import numpy


def recordings(path):
    """Law, name, abscissae and values of each recording of a file.

    These are times in s and, of bounces and springs, distances beyond the edge in pt, of decelerations offsets; of
    rubber bands, the finger's travel and the overscroll.
    """
    law = "bounce"
    edge = 0.0
    rate = 60.0
    with open(path, newline="", encoding="utf-8") as file:
        while (line := file.readline()).startswith("#"):
            key, _, value = line[1:].partition(":")
            if key.strip() == "edge_top":
                edge = float(value)
            elif key.strip() == "refresh_hz":
                rate = float(value)
            elif key.strip() == "law":
                law = value.strip()
        rows = csv.reader(itertools.chain([line], file))
        columns = next(rows)
        is_band = law == "rubber-band"
        outward = 1 if law in ("rubber-band", "decelerate") else -1
        offset = columns.index("overscroll_y_pt" if is_band else "offset_y_pt")
        stamp = columns.index("finger_y_pt") if is_band else (
            columns.index("t_s") if "t_s" in columns else None)
        trace = columns.index("trace") if "trace" in columns else None
        name = path
        times = []
        values = []
        for row in rows:
            if trace is not None and row[trace] != name:
                if times:
                    yield law, name, numpy.array(times), outward * (numpy.array(values) - edge)
                name = row[trace]
                times = []
                values = []
            # Without stamps, frame n at n / rate.
            times.append(len(times) / rate if stamp is None else float(row[stamp]))
            values.append(float(row[offset]))
        if times:
            yield law, name, numpy.array(times), outward * (numpy.array(values) - edge)
