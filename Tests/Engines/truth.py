#!/usr/bin/env python3
"""Fits to each recording the law that its engine's source states, and writes truth.json.

    truth.py FOLDER      needs: pip install numpy scipy; reads FOLDER/motions.jsonl, which the recorders write

A motion is listed where its own law explains it to about its rounding and its stamps (`tolerance`), and unlisted with
the reason where it does not. Nothing of scrollfit is used.
"""

import csv
import json
import os
import sys

import numpy

from engine_laws import LAWS

# Error of a stamp, s; 0.5 ms elsewhere. Qt moves every 16 ms and is sampled by another timer of 16 ms.
STAMPS = {"qt": 1.5e-3, "qt?-?scroller": 2.5e-3, "gtk": 1e-4, "kivy": 1e-6, "chromium": 2e-4}
LATE = ("chromium", "firefox", "webkit.?gtk", "gtk")  # may show the offset of an earlier frame


def read(path):
    """Times in s, offsets."""
    with open(path) as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    if "t_ms" in rows[0]:
        times = numpy.array([float(row["t_ms"]) for row in rows]) / 1000
    else:
        times = numpy.array([float(row["t_s"]) for row in rows])
    return times, numpy.array([float(row["offset_y_pt"]) for row in rows])


def span(note, t, x, law):
    """Indices of the first sample of the motion and of its last change, and one sample more."""
    changes = numpy.flatnonzero(numpy.diff(x))
    last = changes[-1] + 2
    if law.from_rest:
        first = max(0, changes[changes >= numpy.searchsorted(t, note["from"]) - 2][0] - 3)
    else:
        first = numpy.searchsorted(t, note["from"])
        if note["law"] in ("qt-return", "qscroller-return"):  # from the furthest sample on; a pull rests there before
            first = numpy.flatnonzero(x[first - 1:] == x[first - 1:].min())[-1] + first
        elif note["law"].endswith("-to-edge") and x.min() <= 0:
            last = numpy.flatnonzero(x[first:] <= 0)[0] + first
        elif note["law"].startswith("kivy"):
            last -= 2  # the last frame rounds, or puts on the edge
    return int(first), int(min(last, len(t)))


def tolerance(note, x, t, busy):
    """What rounding and the error of the stamps leave of a true law."""
    values = numpy.unique(x)
    step = 1.0 if numpy.all(values == numpy.round(values)) else 0.0
    speed = numpy.sqrt(numpy.mean((numpy.diff(x) / numpy.maximum(numpy.diff(t), 1e-3)) ** 2))
    stamp = STAMPS.get(note["engine"], 5e-4) * (2 if busy else 1)
    return float(numpy.sqrt(step**2 / 12 * 1.5 + (speed * stamp) ** 2 + 0.02**2))


def fit_late(law, t, x, allowed):
    """A fit where single samples may show what up to three frames earlier was right, and the share of them.

    A browser that loses frames gives its page the offset of an earlier one. A sample is on time where that explains it.
    """
    frame, best = numpy.median(numpy.diff(t)), None
    p = law.fit(t, x)[0]
    for shift in (0, 1):
        start = numpy.array(p)
        if len(start) > 2 and shift:
            start[2] -= frame
        shown = t
        for _ in range(8):
            candidates = [t - late * frame for late in range(4)]
            residuals = numpy.array([numpy.abs(law.curve(when, start) - x) for when in candidates])
            late = numpy.where(residuals[0] <= 1.5 * allowed, 0, residuals.argmin(axis=0))
            shown = t - late * frame
            start, errors, rms = law.fit(shown, x, [start])
        if best is None or rms < best[2]:
            # A delay that most samples share is no delay of single ones: t0 has it.
            moving = late[numpy.append(True, numpy.diff(x) != 0)]
            best = (start, errors, rms, float(numpy.mean(moving != numpy.bincount(moving).argmax())))
    return best


def judge(note, folder):
    law = LAWS[note["law"]]
    t, x = read(os.path.join(folder, note["file"]))
    known = t <= note.get("to", t[-1])
    t, x = t[known], x[known]
    if not numpy.any(numpy.diff(x[t >= note["from"] - 0.05])):
        return None, "nothing moved"
    first, last = span(note, t, x, law)
    best = None
    for start in range(first, min(first + (1 if law.from_rest else 5), last - 5)):
        p, errors, rms = law.fit(t[start:last], x[start:last])
        allowed = tolerance(note, x[start:last], t[start:last], "-load" in note["file"])
        if best is None or rms / allowed < 0.7 * best[0]:
            best = (rms / allowed, rms, allowed, p, errors, start)
    if best is None:
        return None, "fewer than six samples move"
    ratio, rms, allowed, p, errors, start = best
    late = 0
    if ratio > 1 and note["engine"] in LATE:
        allowed = tolerance(note, x[start:last], t[start:last], "-load" in note["file"])
        p, errors, rms, late = fit_late(law, t[start:last], x[start:last], allowed)
        ratio = rms / allowed
    words = f"{law.words(p)}; rms {rms:.3g} of {allowed:.2g} allowed" + (f"; {100 * late:.0f} % of the samples show an earlier frame" if late else "")
    if numpy.count_nonzero(numpy.diff(x[start:last])) < len(p) + 3:
        return None, f"{numpy.count_nonzero(numpy.diff(x[start:last]))} samples move, which is too few: {words}"
    if ratio > 1 or late > 0.35:
        return None, f"not explained: {words}"
    low, high = law.window(p, t[start:last])
    motion = {"file": note["file"], "window": [round(float(low), 4), round(float(high), 4)], "accept": law.accept}
    if getattr(law, "answer", None):
        motion["constant"] = [float(f"{value:.6g}") for value in law.answer(p, errors)]
    return {**motion, "engine": note["engine"], "truth": words}, None


def main(folder):
    with open(os.path.join(folder, "motions.jsonl")) as file:
        notes = [json.loads(line) for line in file]
    truth = {
        "note": "Windows in seconds of the recording's own clock. Found by least squares in Tests/Engines/truth.py; rms of that fit in 'truth'.",
        "motions": [], "never_sure": [], "unlisted": []}
    for note in sorted(notes, key=lambda note: note["file"]):
        if note["law"] == "never-sure":
            truth["never_sure"].append(note["file"])
            continue
        motion, reason = (None, note.get("why", "no single law")) if note["law"] == "none" else judge(note, folder)
        if motion:
            truth["motions"].append(motion)
        else:
            truth["unlisted"].append({"file": note["file"], "why": reason})
        print(f"{note['file']:40} {motion['truth'] if motion else 'UNLISTED ' + reason}")
    with open(os.path.join(folder, "truth.json"), "w") as file:
        json.dump(truth, file, indent=1)
        file.write("\n")


main(sys.argv[1])
