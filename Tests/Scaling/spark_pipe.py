#!/usr/bin/env python3
"""Fits simulated recordings through RDD.pipe of Apache Spark and in one run, and compares what comes out.

    spark_pipe.py [BINARY] [--count N] [--partitions N] [--seed N]

Three in a hundred recordings never move, so that failures are compared too. Of each result everything has to be the
same but `source.line` and `error.line`: they count the lines of the stream that a run reads, and every partition is a
stream of its own. The summaries of `batch --results` have to agree to 1e-9. Exits with 0 where they do, with 1 where
something differs, and with 77 where PySpark or Java is absent.
"""
import argparse
import contextlib
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

import make_traces
from scrollfit_binary import find

HEADER = ["# scale: 3", "# edge_top: -88", "# refresh_hz: 60", "trace,t_s,offset_y_pt"]
TOLERANCE = 1e-9
# A partition without a recording gives no result. Recordings that failed are in the results: their status 65 is no
# reason to run a partition again.
SCRIPT = """
IFS= read -r first || exit 0
{{ printf '%s\\n' {header} "$first"; cat; }} | {binary} batch -j 1 --format ndjson - 2>/dev/null
status=$?
test $status -eq 65 || exit $status
"""


def recordings(count, seed):
    """The rows of each recording, joined, without the last line's end."""
    rng = random.Random(seed)
    for number in range(count):
        rows = make_traces.samples(rng, 10.93, rng.randint(49, 120))
        if number % 33 == 16:
            rows = ((t, -88.0) for t, _ in rows)
        yield "\n".join(f"t{number:07d},{t:.6f},{y:.4f}" for t, y in rows)


def command(binary):
    """What each partition goes through: the header comes first, as every partition is a stream of its own."""
    header = " ".join(map(shlex.quote, HEADER))
    return "sh -c " + shlex.quote(SCRIPT.format(header=header, binary=shlex.quote(binary)))


@contextlib.contextmanager
def quiet():
    """Keeps standard error, where Java, Spark and its executors write their log, and shows it after a fault only."""
    stderr = os.dup(2)
    with tempfile.TemporaryFile() as log:
        os.dup2(log.fileno(), 2)
        try:
            yield
        except BaseException:
            log.seek(0)
            os.write(stderr, log.read())
            raise
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)


def piped(traces, binary, partitions):
    """The lines that come out of Spark."""
    from pyspark import SparkConf, SparkContext

    conf = SparkConf().setMaster("local[2]").setAppName("spark_pipe")
    conf = conf.set("spark.ui.enabled", "false").set("spark.driver.host", "127.0.0.1")
    with quiet():
        context = SparkContext(conf=conf)
        try:
            # One element a recording: no recording is split between two partitions.
            rows = context.parallelize(traces, partitions)
            return rows.pipe(command(binary), checkCode=True).collect()
        finally:
            context.stop()


def batch(binary, arguments, input=""):
    run = subprocess.run(
        [binary, "batch", *arguments], input=input, capture_output=True, text=True)
    if run.returncode not in (0, 65):
        sys.exit(f"scrollfit batch {' '.join(arguments)} exits with {run.returncode}\n{run.stderr}")
    return run.stdout


def without_lines(node):
    """A result without the members that count lines of the stream."""
    node["source"].pop("line")
    if node["error"]:
        node["error"].pop("line", None)
    return node


def difference(one, other, place="", tolerance=0.0):
    """Where two values of JSON differ, with both; nil where they do not."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return f"{place}: members {sorted(one.keys() ^ other.keys())} in one of them"
        pairs = [(f"{place}.{key}", one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{place}: {len(one)} and {len(other)} elements"
        pairs = [(f"{place}[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other))]
    else:
        numbers = [type(x) in (int, float) for x in (one, other)]
        if all(numbers) and abs(one - other) <= tolerance * max(abs(one), abs(other)):
            return None
        return None if one == other and type(one) is type(other) else f"{place}: {one} and {other}"
    return next((d for d in (difference(a, b, p, tolerance) for p, a, b in pairs) if d), None)


def summary(binary, lines):
    """The summary of results, without the lines at which failures are."""
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
        file.write("".join(line + "\n" for line in lines))
        file.flush()
        merged = json.loads(batch(binary, ["--results", "--format", "json", file.name]))["summary"]

    def strip(node):
        for child in node.values() if isinstance(node, dict) else node:
            if isinstance(child, (dict, list)):
                strip(child)
        if isinstance(node, dict):
            node.pop("line", None)

    strip(merged)
    return merged


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--partitions", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        import pyspark
    except ImportError:
        print("PySpark is absent: pip install pyspark", file=sys.stderr)
        return 77
    java = os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
    if shutil.which(java) is None:
        print("Java is absent: Spark needs it", file=sys.stderr)
        return 77
    binary = find(options.binary)

    traces = list(recordings(options.count, options.seed))
    stream = "\n".join(HEADER + traces) + "\n"
    plain = batch(binary, ["--format", "ndjson", "-"], stream).splitlines()
    spark = piped(traces, binary, options.partitions)

    faults = []
    if len(plain) != options.count:
        faults.append(f"{len(plain)} results of {options.count} recordings in one run")
    by_name = {}
    for line in spark:
        name = json.loads(line)["source"]["trace"]
        if name in by_name:
            faults.append(f"{name}: came out of Spark twice")
        by_name[name] = line
    failed = 0
    for line in plain:
        one = without_lines(json.loads(line))
        name = one["source"]["trace"]
        failed += one["error"] is not None
        if name not in by_name:
            faults.append(f"{name}: did not come out of Spark")
            continue
        fault = difference(one, without_lines(json.loads(by_name.pop(name))), name)
        if fault:
            faults.append(fault)
    faults += [f"{name}: came out of Spark only" for name in by_name]
    fault = difference(summary(binary, plain), summary(binary, spark), "summary", TOLERANCE)
    if fault:
        faults.append(fault)
    for fault in faults:
        print(f"DIFFERENT: {fault}")
    print(
        f"Spark {pyspark.__version__}, {options.partitions} partitions: {len(spark)} results, {failed} of"
        f" them failures; {len(faults)} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
