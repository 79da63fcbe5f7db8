"""The data, programs and checks that the comparisons share."""
import csv
import dataclasses
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(HERE, "peers")

COMPILER = ["gcc", "-std=c11", "-O2", "-Wall", "-Wextra"]
PROGRAMS = {
    "count_fields": ["count_fields.c", "-lcsv"],
    "fit_lmder": ["fit_lmder.c", "recordings.c", "-lcsv", "-lcminpack", "-lm", "-pthread"],
    "stream_traces": ["stream_traces.c", "-lm"],
    "nothing": ["nothing.c"],
    "peak_memory": ["peak_memory.c"],
}

# Rounding to 1/3 pt leaves delta 0.0065 1/s off in the median and 0.12 at most; a fit that is wrong exceeds that.
LARGEST_MEDIAN_ERROR = 0.01
LARGEST_ERROR = 0.2


def fail(message):
    sys.exit(f"compare.py: {message}")


class Bench:
    """Data, programs and results of one run."""

    def __init__(self, options, data):
        self.options = options
        self.data = data
        self.results = {}
        self.programs = {}
        self.python = sys.executable
        self.shape = f"{options.count}x{options.rows}"
        self.truth = {}
        self.truth_path = self.path(f"truth-{self.shape}")

    def path(self, name):
        return os.path.join(self.data, name)

    def program(self, name):
        """A program of ours in C, built when first asked for."""
        if name not in self.programs:
            sources = [
                os.path.join(PEERS, word) if word.endswith(".c") else word
                for word in PROGRAMS[name]]
            self.programs[name] = self.path(name)
            subprocess.run([*COMPILER, "-o", self.path(name), *sources], check=True)
        return self.programs[name]

    def script(self, name):
        return [self.python, os.path.join(PEERS, name)]

    def traces(self, name, *more):
        """A file or folder of recordings, made when first asked for; the truth is the same for all."""
        output = self.path(f"{name}-{self.shape}")
        if not os.path.exists(output):
            subprocess.run(
                [self.python, os.path.join(HERE, "make_traces.py"), output,
                 str(self.options.count), "--rows", str(self.options.rows), "--truth",
                 self.truth_path, *more], check=True)
        return output

    def keep(self, section, found):
        """Remembers runs for --json."""
        self.results[section] = {
            name: [dataclasses.asdict(one) for one in runs] for name, runs in found.items()}

    # Checks

    def true_rates(self):
        if not self.truth:
            with open(self.truth_path, newline="", encoding="utf-8") as file:
                self.truth = {row["trace"]: float(row["delta"]) for row in csv.DictReader(file)}
        return self.truth

    def check(self, name, pairs, count):
        """Compares pairs of found and true deltas."""
        if len(pairs) != count:
            fail(f"{name} gives {len(pairs)} results for {count} recordings")
        errors = [abs(found - true) for found, true in pairs]
        median = statistics.median(errors)
        if not (median < LARGEST_MEDIAN_ERROR and max(errors) < LARGEST_ERROR):
            fail(f"{name} misses delta by {median:g} 1/s in the median and {max(errors):g} at most; "
                 f"{LARGEST_MEDIAN_ERROR} and {LARGEST_ERROR} are allowed")
        print(
            f"{name}: delta is off by {median:.4f} 1/s in the median of {count} and "
            f"{max(errors):.4f} at most", file=sys.stderr)

    def check_lines(self, name, output):
        """Checks lines of JSON, of whatever shape: each names its recording and holds a delta."""
        truth = self.true_rates()
        pairs = []
        with open(output, encoding="utf-8") as file:
            for line in file:
                record = json.loads(line)
                trace = first(record, "trace") or first(record, "path")
                trace = os.path.basename(trace).removesuffix(".csv")
                pairs.append((float(first(record, "delta")), truth[trace]))
        self.check(name, pairs, len(truth))

    def check_count(self, name, output):
        """Checks the number of fields: four comments and the names of three columns are above the rows."""
        with open(output, encoding="utf-8") as file:
            fields = json.load(file)["fields"]
        if fields != 3 * self.options.count * self.options.rows + 4 + 3:
            fail(f"{name} counts {fields} fields")

    def check_rates(self, name, rates):
        """Checks the deltas of the first recordings, as the kernels print them."""
        self.check(name, list(zip(rates, self.true_rates().values())), len(rates))


def first(value, key):
    """The first value of a key in nested JSON: itself, its `value` or its first; None where there is none."""
    if isinstance(value, list):
        parts = value
    elif isinstance(value, dict):
        if value.get(key) is not None:
            found = value[key]
            if isinstance(found, list):
                return found[0]
            return found["value"] if isinstance(found, dict) else found
        parts = value.values()
    else:
        return None
    return next((found for part in parts if (found := first(part, key)) is not None), None)
