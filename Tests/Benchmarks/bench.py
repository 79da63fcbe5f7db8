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

# The constant of each law that is checked, as scrollfit and as the truth name it, and the errors that are allowed in
# the median and at most, as shares of it. Rounding to 1/3 pt leaves delta of a bounce 0.0065 1/s off in the median and
# 0.12 at most; a fit that is wrong exceeds that.
CHECKED = {
    "bounce": ("delta", 0.001, 0.02), "decelerate": ("k", 0.001, 0.02), "rubber-band": ("d", 0.01, 0.2),
    "spring": ("delta", 0.01, 0.2), "bounce-mixed": ("delta", 0.01, 0.5)}


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

    def traces(self, name, *more, law="bounce"):
        """A file or folder of recordings, made when first asked for; of bounces the truth is the same for all."""
        output = self.path(f"{name}-{self.shape}")
        if not os.path.exists(output):
            subprocess.run(
                [self.python, os.path.join(HERE, "make_traces.py"), output,
                 str(self.options.count), "--law", law, "--rows", str(self.options.rows), "--truth",
                 self.truth_path(law), *more], check=True)
        return output

    def truth_path(self, law):
        return self.path(f"truth-{law}-{self.shape}")

    def keep(self, section, found):
        """Remembers runs for --json."""
        self.results[section] = {
            name: [dataclasses.asdict(one) for one in runs] for name, runs in found.items()}

    # Checks

    def true_values(self, kind):
        """The constant of each recording that is checked."""
        law = kind.removesuffix("-mixed")
        if law not in self.truth:
            key = CHECKED[kind][0]
            with open(self.truth_path(law), newline="", encoding="utf-8") as file:
                self.truth[law] = {row["trace"]: float(row[key]) for row in csv.DictReader(file)}
        return self.truth[law]

    def check(self, name, pairs, count, kind="bounce"):
        """Compares pairs of found and true constants."""
        key, most_in_median, most = CHECKED[kind]
        if len(pairs) != count:
            fail(f"{name} gives {len(pairs)} results for {count} recordings")
        errors = [abs(found / true - 1) for found, true in pairs]
        median = statistics.median(errors)
        if not (median < most_in_median and max(errors) < most):
            fail(f"{name} misses {key} by {median:.2%} in the median and {max(errors):.2%} at most; "
                 f"{most_in_median:.2%} and {most:.2%} are allowed")
        print(
            f"{name}: {key} is off by {median:.3%} in the median of {count} and "
            f"{max(errors):.3%} at most", file=sys.stderr)

    def check_lines(self, name, output, kind="bounce"):
        """Checks lines of JSON, of whatever shape: each names its recording and holds the constant."""
        truth = self.true_values(kind)
        pairs = []
        with open(output, encoding="utf-8") as file:
            for line in file:
                record = json.loads(line)
                trace = first(record, "trace") or first(record, "path")
                trace = os.path.basename(trace).removesuffix(".csv")
                pairs.append((float(first(record, CHECKED[kind][0])), truth[trace]))
        self.check(name, pairs, len(truth), kind)

    def check_count(self, name, output):
        """Checks the number of fields: four comments and the names of three columns are above the rows."""
        with open(output, encoding="utf-8") as file:
            fields = json.load(file)["fields"]
        if fields != 3 * self.options.count * self.options.rows + 4 + 3:
            fail(f"{name} counts {fields} fields")

    def check_rates(self, name, rates):
        """Checks the deltas of the first recordings, as the kernels print them."""
        self.check(name, list(zip(rates, self.true_values("bounce").values())), len(rates))


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
