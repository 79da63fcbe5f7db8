#!/usr/bin/env python3
"""Times fits of bounces with an lmfit Model, as its documentation has it: derivatives by differences.

    fit_lmfit.py --kernel FILE ROUNDS [--count M]   nothing but the fits of the first M recordings is timed
"""
import argparse
import itertools
import json
import time

from lmfit import Model

from fit_scipy import Bounce
from read_traces import recordings


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", nargs=2, metavar=("FILE", "ROUNDS"), required=True)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    path, rounds = options.kernel
    kept = list(itertools.islice(recordings(path), options.count))
    model = Model(Bounce.curve)
    start = model.make_params(**dict(zip(("c", "delta", "phi"), Bounce.start)))
    nanoseconds = []
    # The round before the first warms up and is not counted.
    for _ in range(int(rounds) + 1):
        begin = time.monotonic_ns()
        rates = [
            model.fit(values, start, t=times).params["delta"].value for _, _, times, values in kept]
        nanoseconds.append((time.monotonic_ns() - begin) / len(kept))
    print(json.dumps(
        {"fits": len(kept), "ns_per_fit": nanoseconds[1:], "deltas": rates[:100]}))


if __name__ == "__main__":
    main()
