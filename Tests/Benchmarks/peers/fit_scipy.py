#!/usr/bin/env python3
"""Fits bounces with scipy.optimize.curve_fit and a Jacobian: y = C (t + phi) exp(-delta (t + phi)).

    fit_scipy.py FILE...                            one line of JSON a recording
    fit_scipy.py -j N --files-from LIST             the same on N processes, of the files that LIST names
    fit_scipy.py --kernel FILE ROUNDS [--count M]   nothing but the fits of the first M recordings is timed
    fit_scipy.py --report FILE                      the constants with their errors, as text
"""
import argparse
import itertools
import json
import sys
import time

import numpy
from scipy.optimize import curve_fit

from read_traces import recordings

START = (1000, 10, 0)


def bounce(t, c, delta, phi):
    tau = t + phi
    return c * tau * numpy.exp(-delta * tau)


def jacobian(t, c, delta, phi):
    tau = t + phi
    decay = numpy.exp(-delta * tau)
    result = numpy.empty((t.size, 3))
    result[:, 0] = tau * decay
    result[:, 1] = -c * tau * tau * decay
    result[:, 2] = c * (1 - delta * tau) * decay
    return result


def solve(times, values):
    """Constants and their covariance. With a Jacobian and no bounds curve_fit runs MINPACK's lmder."""
    return curve_fit(bounce, times, values, p0=START, jac=jacobian)


def line(name, times, values):
    (c, delta, phi), _ = solve(times, values)
    misses = values - bounce(times, c, delta, phi)
    return json.dumps({
        "trace": name, "C": c, "delta": delta, "phi": phi,
        "rms": float(numpy.sqrt(numpy.mean(misses * misses)))}) + "\n"


def lines(path):
    return "".join([line(*recording) for recording in recordings(path)])


def fit_files(paths, jobs):
    if jobs == 1:
        for path in paths:
            for recording in recordings(path):
                sys.stdout.write(line(*recording))
        return
    # Of no use to the other modes, and slow to load.
    import multiprocessing
    with multiprocessing.Pool(jobs) as pool:
        for text in pool.imap_unordered(lines, paths, chunksize=64):
            sys.stdout.write(text)


def time_kernel(path, rounds, count):
    kept = list(itertools.islice(recordings(path), count))
    nanoseconds = []
    # The round before the first warms up and is not counted.
    for _ in range(rounds + 1):
        begin = time.monotonic_ns()
        rates = [solve(times, values)[0][1] for _, times, values in kept]
        nanoseconds.append((time.monotonic_ns() - begin) / len(kept))
    print(json.dumps(
        {"fits": len(kept), "ns_per_fit": nanoseconds[1:], "deltas": rates[:100]}))


def report(path):
    for name, times, values in recordings(path):
        constants, covariance = solve(times, values)
        print(name)
        errors = numpy.sqrt(numpy.diag(covariance))
        for key, value, error in zip(("C", "delta", "phi"), constants, errors):
            print(f"  {key:6} {value:12.6g} +- {error:.2g}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("--files-from")
    parser.add_argument("--kernel", nargs=2, metavar=("FILE", "ROUNDS"))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--report", metavar="FILE")
    options = parser.parse_args()
    if options.kernel:
        time_kernel(options.kernel[0], int(options.kernel[1]), options.count)
    elif options.report:
        report(options.report)
    else:
        paths = options.files
        if options.files_from:
            with open(options.files_from, encoding="utf-8") as file:
                paths = file.read().splitlines()
        fit_files(paths, options.jobs)


if __name__ == "__main__":
    main()
