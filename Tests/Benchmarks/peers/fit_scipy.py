#!/usr/bin/env python3
"""Fits recordings with scipy.optimize.curve_fit and a Jacobian, by the law that the file names:

    bounce        y = C (t + phi) exp(-delta (t + phi))
    decelerate    y = x0 + v0 (1 - exp(-k t)) / k
    rubber-band   s = d c x / (c x + d)
    spring        y = exp(-delta t) (a cos(w t) + b sin(w t))

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


class Bounce:
    keys = ("C", "delta", "phi")
    start = (1000, 10, 0)

    @staticmethod
    def curve(t, c, delta, phi):
        tau = t + phi
        return c * tau * numpy.exp(-delta * tau)

    @staticmethod
    def jacobian(t, c, delta, phi):
        tau = t + phi
        decay = numpy.exp(-delta * tau)
        result = numpy.empty((t.size, 3))
        result[:, 0] = tau * decay
        result[:, 1] = -c * tau * tau * decay
        result[:, 2] = c * (1 - delta * tau) * decay
        return result


class Deceleration:
    keys = ("k", "v0", "x0")
    start = (3, 2000, 0)

    @staticmethod
    def curve(t, k, v0, x0):
        return x0 + v0 / k * (1 - numpy.exp(-k * t))

    @staticmethod
    def jacobian(t, k, v0, x0):
        decay = numpy.exp(-k * t)
        result = numpy.empty((t.size, 3))
        result[:, 0] = v0 / k * (t * decay - (1 - decay) / k)
        result[:, 1] = (1 - decay) / k
        result[:, 2] = 1
        return result


class RubberBand:
    keys = ("c", "d")
    start = (0.5, 500)

    @staticmethod
    def curve(x, c, d):
        return d * c * x / (c * x + d)

    @staticmethod
    def jacobian(x, c, d):
        share = 1 / (c * x + d)
        result = numpy.empty((x.size, 2))
        result[:, 0] = x * (d * share) ** 2
        result[:, 1] = (c * x * share) ** 2
        return result


class Spring:
    keys = ("delta", "w", "a", "b")
    start = (7, 12, 100, 50)

    @staticmethod
    def curve(t, delta, w, a, b):
        return numpy.exp(-delta * t) * (a * numpy.cos(w * t) + b * numpy.sin(w * t))

    @staticmethod
    def jacobian(t, delta, w, a, b):
        decay = numpy.exp(-delta * t)
        cosine = numpy.cos(w * t) * decay
        sine = numpy.sin(w * t) * decay
        result = numpy.empty((t.size, 4))
        result[:, 0] = -t * (a * cosine + b * sine)
        result[:, 1] = t * (b * cosine - a * sine)
        result[:, 2] = cosine
        result[:, 3] = sine
        return result


LAWS = {"bounce": Bounce, "decelerate": Deceleration, "rubber-band": RubberBand, "spring": Spring}


def solve(law, times, values):
    """Constants and their covariance. With a Jacobian and no bounds curve_fit runs MINPACK's lmder."""
    return curve_fit(law.curve, times, values, p0=law.start, jac=law.jacobian)


def line(law, name, times, values):
    law = LAWS[law]
    constants, _ = solve(law, times, values)
    misses = values - law.curve(times, *constants)
    return json.dumps({
        "trace": name, **dict(zip(law.keys, constants)),
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
        rates = [solve(Bounce, times, values)[0][1] for _, _, times, values in kept]
        nanoseconds.append((time.monotonic_ns() - begin) / len(kept))
    print(json.dumps(
        {"fits": len(kept), "ns_per_fit": nanoseconds[1:], "deltas": rates[:100]}))


def report(path):
    for law, name, times, values in recordings(path):
        law = LAWS[law]
        constants, covariance = solve(law, times, values)
        print(name)
        errors = numpy.sqrt(numpy.diag(covariance))
        for key, value, error in zip(law.keys, constants, errors):
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
