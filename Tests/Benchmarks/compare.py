#!/usr/bin/env python3
"""Measures scrollfit against other ways to fit the same recordings, in one run, and prints ratios.

    compare.py kernel        the fits alone, with everything in memory
    compare.py end-to-end    one file of recordings to lines of JSON, one thread
    compare.py summary       one file of recordings of each law to a summary, one thread
    compare.py lines         the same to lines of JSON with everything, and to brief lines
    compare.py folder        a folder of files to lines of JSON, two threads or processes
    compare.py cold          one recording from the start of the process to a text report
    compare.py memory        a stream of a million recordings
    compare.py all

Data are made, and programs in C built, in a folder that is removed at the end, or that --data names. Every
contender runs once before it is timed; what it gives then is compared with the constants that the recordings
were made with. Timed output goes to /dev/null, of all alike. It exits with 1 if a result is wrong; a goal that
is missed is printed, and no failure.
"""
import argparse
import dataclasses
import json
import os
import shutil
import statistics
import tempfile

import machine
from bench import HERE, Bench, fail
from measure import Goal, alternate, printed, report, run, spawn

ROOT = os.path.dirname(os.path.dirname(HERE))
SAMPLE = os.path.join(ROOT, "SampleTraces", "uiscrollview-bounce-3x.csv")

# What scrollfit is asked for.
BATCH = ["batch", "--format", "ndjson"]
BRIEF = ["--brief"]
FEASIBLE = ["--brief", "--feasible"]


def kernel(bench):
    repeats = "3"
    even = bench.traces("uniform")
    stamped = bench.traces("stamped", "--stamped")
    swift = bench.options.kernel_times
    if not os.path.exists(swift):
        fail(f"{swift} is missing; in Tests/Benchmarks: swift build -c release --product kernel-times")
    lmder = [bench.program("fit_lmder"), "--kernel"]
    contenders = {
        "scrollfit, uniform": [swift, "bounce-uniform", even, repeats],
        "scrollfit, uniform, inference": [swift, "bounce-uniform-inference", even, repeats],
        "scrollfit, stamped": [swift, "bounce-stamped", stamped, repeats],
        "scrollfit, stamped, inference": [swift, "bounce-stamped-inference", stamped, repeats],
        "scrollfit, general engine": [swift, "bounce-general-uniform", even, repeats],
        "lmder, uniform": [*lmder, even, repeats],
        "lmder, stamped": [*lmder, stamped, repeats],
        "SciPy, uniform": [*bench.script("fit_scipy.py"), "--kernel", even, repeats],
        "lmfit, uniform": [*bench.script("fit_lmfit.py"), "--kernel", even, repeats],
    }

    def measure(command):
        run(command, bench.path("kernel.json"))
        with open(bench.path("kernel.json"), encoding="utf-8") as file:
            return json.load(file)

    found = alternate(contenders, bench.options.rounds, measure)
    for name, rounds in found.items():
        bench.check_rates(name, rounds[0]["deltas"])
    values = {
        name: [time for one in rounds for time in one["ns_per_fit"]]
        for name, rounds in found.items()}
    bench.results["kernel"] = values
    report(
        f"Kernel, {bench.options.rows} samples, one thread", values, [
            Goal.at_least(15, "lmder, uniform", "scrollfit, uniform"),
            Goal.at_least(250, "SciPy, uniform", "scrollfit, uniform"),
            Goal.at_least(4, "lmder, stamped", "scrollfit, stamped"),
            Goal.at_least(5, "lmder, uniform", "scrollfit, uniform, inference"),
        ], "ns a fit")


def timed(bench, section, contenders, counting=()):
    """Runs everything once and checks it, then alternately; those in `counting` only count fields."""
    output = bench.path("output")
    for name, command in contenders.items():
        run(command, output)
        check = bench.check_count if name in counting else bench.check_lines
        check(name, output)
    os.remove(output)
    found = alternate(contenders, bench.options.rounds, run)
    bench.keep(section, found)
    return found


def seconds(found):
    return {name: [one.seconds for one in runs] for name, runs in found.items()}


def processor_seconds(found):
    """A column for the report: two threads of a contender take more of these than of seconds."""
    return ["processor, median"] + [
        printed(statistics.median(one.processor_seconds for one in runs), 4) for runs in found.values()]


def end_to_end(bench):
    even = bench.traces("uniform")
    batch = [bench.options.scrollfit, *BATCH, "-j", "1"]
    found = timed(bench, "end-to-end", {
        "scrollfit": [*batch, *BRIEF, even],
        "scrollfit, feasible": [*batch, *FEASIBLE, even],
        "libcsv, counting": [bench.program("count_fields"), even],
        "libcsv and lmder": [bench.program("fit_lmder"), even],
        "csv and SciPy": [*bench.script("fit_scipy.py"), even],
    }, counting=["libcsv, counting"])
    report(
        f"One file of {bench.options.count} recordings, one thread", seconds(found), [
            Goal.at_most(2, "scrollfit", "libcsv, counting"),
            Goal.at_most(3.5, "scrollfit, feasible", "libcsv, counting"),
            Goal.at_least(2.5, "libcsv and lmder", "scrollfit"),
            Goal.at_least(20, "csv and SciPy", "scrollfit"),
        ], "seconds", processor_seconds(found))


# The recordings of `summary`, and how many times as fast as SciPy it should be.
KINDS = {"bounce": 8, "decelerate": 8, "rubber-band": 8, "spring": 3, "bounce-mixed": 3}


def recordings(bench, kind):
    law = kind.removesuffix("-mixed")
    return bench.traces(kind, *(["--mixed"] if law != kind else []), law=law)


def compared(bench, section, kinds, arguments, goals):
    """Times scrollfit and SciPy on recordings of each kind; what either finds is checked beforehand."""
    values = {}
    for kind in kinds:
        path = recordings(bench, kind)
        scipy = [*bench.script("fit_scipy.py"), path]
        for name, command in {
                "scrollfit": [bench.options.scrollfit, *BATCH, *BRIEF, path], "SciPy": scipy}.items():
            run(command, bench.path("output"))
            bench.check_lines(f"{name}, {kind}", bench.path("output"), kind)
        found = alternate(
            {f"scrollfit, {kind}": [bench.options.scrollfit, "batch", "-j", "1", *arguments, path],
             f"csv and SciPy, {kind}": scipy}, bench.options.rounds, run)
        values.update(found)
    bench.keep(section, values)
    report(
        f"{section.capitalize()} of {bench.options.count} recordings, one thread", seconds(values),
        [Goal.at_least(goals[kind], f"csv and SciPy, {kind}", f"scrollfit, {kind}") for kind in kinds],
        "seconds", processor_seconds(values))


def summary(bench):
    kinds = bench.options.kinds.split(",") if bench.options.kinds else KINDS
    compared(bench, "summary", kinds, [], KINDS)


def lines(bench):
    kinds = ["bounce", "decelerate"]
    compared(bench, "lines", kinds, ["--format", "ndjson"], dict.fromkeys(kinds, 4))
    compared(bench, "brief lines", kinds, ["--format", "ndjson", *BRIEF], dict.fromkeys(kinds, 12))


def folder(bench):
    files = bench.traces("folder", "--folder")
    # The peers are given their files; scrollfit has to find them.
    paths = sorted(
        os.path.join(place, name) for place, _, names in os.walk(files) for name in names)
    with open(bench.path("files.txt"), "w", encoding="utf-8") as file:
        file.write("".join(f"{path}\n" for path in paths))
    given = ["-j", "2", "--files-from", bench.path("files.txt")]
    found = timed(bench, "folder", {
        "scrollfit": [bench.options.scrollfit, *BATCH, *BRIEF, "-j", "2", files],
        "libcsv and lmder": [bench.program("fit_lmder"), *given],
        "csv and SciPy": [*bench.script("fit_scipy.py"), *given],
    })
    report(
        f"A folder of {bench.options.count} files, two threads or processes", seconds(found), [
            Goal.at_least(2, "libcsv and lmder", "scrollfit"),
            Goal.at_least(20, "csv and SciPy", "scrollfit"),
        ], "seconds", processor_seconds(found))


def cold(bench):
    contenders = {"scrollfit": [bench.options.scrollfit, "bounce", SAMPLE]}
    if bench.options.static:
        contenders["scrollfit, static"] = [bench.options.static, "bounce", SAMPLE]
    contenders["SciPy"] = [*bench.script("fit_scipy.py"), "--report", SAMPLE]
    contenders["a program that does nothing"] = [bench.program("nothing")]
    # Once before, so that files are in memory and Python has compiled its modules.
    for command in contenders.values():
        run(command)
    found = alternate(contenders, max(41, bench.options.rounds), run)
    bench.keep("cold", found)
    values = {
        name: [1000 * one for one in taken] for name, taken in seconds(found).items()}
    report("One recording, from the start of the process", values, [
        Goal.at_most(8, "scrollfit, static"),
        Goal.at_least(10, "SciPy", "scrollfit, static"),
        Goal.at_least(10, "SciPy", "scrollfit"),
    ], "ms")


def memory(bench):
    count = str(bench.options.stream_count)
    source, sink = os.pipe()
    generator = spawn([bench.program("stream_traces"), count, str(bench.options.rows)], sink)
    os.close(sink)
    peak = bench.path("peak")
    taken = run(
        [bench.program("peak_memory"), bench.options.scrollfit, *BATCH, *BRIEF, "-"], peak, source)
    os.close(source)
    _, status = os.waitpid(generator, 0)
    if status != 0:
        fail("stream_traces ended early")
    with open(peak, encoding="utf-8") as file:
        mib = int(file.read()) / 1024
    bench.results["memory"] = {"scrollfit": {"seconds": taken.seconds, "peak_mib": mib}}
    report(
        f"A stream of {count} recordings, {taken.seconds:.0f} s", {"scrollfit": [mib]},
        [Goal.at_most(32, "scrollfit")], "MiB")


COMPARISONS = {
    "kernel": kernel, "end-to-end": end_to_end, "summary": summary, "lines": lines,
    "folder": folder, "cold": cold, "memory": memory}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("comparison", choices=[*COMPARISONS, "all"])
    parser.add_argument("--scrollfit", default=os.path.join(ROOT, ".build/release/scrollfit"))
    parser.add_argument("--static", help="a statically linked scrollfit, for cold")
    parser.add_argument(
        "--kernel-times", default=os.path.join(HERE, ".build/release/kernel-times"))
    parser.add_argument("--data", help="folder for data and programs, which stay")
    parser.add_argument("--json", help="file for all that was measured")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=20_000, help="recordings")
    parser.add_argument("--kinds", help="recordings of summary, as bounce,spring; all by default")
    parser.add_argument("--rows", type=int, default=90, help="samples of a recording")
    parser.add_argument("--stream-count", type=int, default=1_000_000)
    options = parser.parse_args()
    if options.rounds < 5:
        parser.error("at least 5 rounds")
    for name in ("scrollfit", "static"):
        path = getattr(options, name)
        if path and not os.access(path, os.X_OK):
            parser.error(f"{path} is no program; see --{name}")
        if path:
            setattr(options, name, os.path.abspath(path))
    data = os.path.abspath(options.data) if options.data else tempfile.mkdtemp(prefix="compare-")
    os.makedirs(data, exist_ok=True)
    bench = Bench(options, data)
    facts = machine.description()
    print(facts, flush=True)
    try:
        for name, compare in COMPARISONS.items():
            if options.comparison in (name, "all"):
                others = machine.OtherWork()
                compare(bench)
                print(f"Other work took {others.share():.0%} of the cores' time.", flush=True)
    finally:
        if not options.data:
            shutil.rmtree(data)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"machine": facts.splitlines(), **bench.results}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
