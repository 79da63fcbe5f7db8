#!/usr/bin/env python3
"""Kills runs over many recordings, and says whether the results are those of one that was left alone.

    many_files.py COUNT [BINARY] [--seed N] [--kills N]

COUNT files are made by make_traces.py, one in a hundred broken. Then `scrollfit batch`

- is run with -j 1 and with -j 2: standard output, standard error and results have to be the same bytes;
- has to name every broken file, and no other, with the line at which it is wrong;
- with --resume is killed (SIGKILL) when the results have grown to random sizes; some of the times the end of the file
  is cut off besides, as a loss of power may leave it. The run that follows the last kill has to leave the same bytes
  as the runs that were left alone, and print the same report.

It prints the seconds and the peak memory of each. It exits with 1 on any difference, and then leaves its folder.
"""
import argparse
import filecmp
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import make_traces
from scrollfit_binary import find

faults = []


def differ(what):
    faults.append(what)
    print(f"DIFFERENT: {what}")


def start(arguments, name):
    """A process whose standard output and error go to NAME.out and NAME.err."""
    with open(f"{name}.out", "wb") as out, open(f"{name}.err", "wb") as err:
        return subprocess.Popen(arguments, stdout=out, stderr=err)


def wait(process):
    """The status of a process and its peak memory in MiB; the memory is that of this script where that is more."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss / 1024


def whole_run(title, name, arguments):
    begin = time.monotonic()
    status, memory = wait(start(arguments, name))
    seconds = time.monotonic() - begin
    print(f"{title:25}  {seconds:7.2f} s  {memory:6.1f} MiB  exit {status}", flush=True)
    if status not in (0, 65):
        differ(f"{title} exits with {status}")
    return seconds


def compare(one, other):
    if not filecmp.cmp(one, other, shallow=False):
        differ(f"{one} and {other}")


def check_failures(errors, expected):
    """Compares `path:line:column: error:` of standard error with the lines `path:line` that the generator left."""
    place = re.compile(r"(.*?\.csv)(?::(\d+))?(?::\d+)?: error: ")
    found = []
    with open(errors, encoding="utf-8") as file:
        for line in file:
            match = place.match(line)
            if match:
                found.append(match[1] + (f":{match[2]}" if match[2] else ""))
    with open(expected, encoding="utf-8") as file:
        wanted = file.read().split("\n")[:-1]
    for path in wanted:
        if path not in found:
            differ(f"{path} is broken, and standard error does not say so")
    for path in found:
        if path not in wanted:
            differ(f"{path} is reported, and is not broken so")
    print(f"{len(found)} of {len(wanted)} broken files reported with their lines")


def killed_runs(rng, arguments, results, full_size, kills):
    """Runs again and again and kills each when the results have reached a random size."""
    hits = 0
    torn = 0
    # Sorted: a run takes over what the one before it left, so the file only grows.
    for size in sorted(rng.randrange(full_size) for _ in range(kills)):
        process = start(arguments, "killed")
        while process.poll() is None:
            if os.path.exists(results) and os.path.getsize(results) >= size:
                # A moment more: not every kill right after a write.
                time.sleep(rng.uniform(0, 0.02))
                process.send_signal(signal.SIGKILL)
                process.wait()
        if process.returncode == -signal.SIGKILL:
            hits += 1
            left = os.path.getsize(results) if os.path.exists(results) else 0
            if left > 0 and rng.random() < 0.5:
                os.truncate(results, left - rng.randint(1, min(left, 9000)))
                torn += 1
    print(f"{hits} of {kills} runs killed, the results cut short after {torn}", flush=True)
    if hits == 0:
        differ("no run was killed: take more files")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=10)
    options = parser.parse_args()
    binary = find(options.binary)
    folder = tempfile.mkdtemp(prefix="many-files-")
    os.chdir(folder)
    print(f"seed {options.seed}, {options.count} files")
    generator = os.path.abspath(make_traces.__file__)
    subprocess.run(
        [sys.executable, generator, "traces", str(options.count), "--seed", str(options.seed)],
        check=True)

    def batch(*more):
        return [binary, "batch", *more, "traces"]

    whole_run("-j 1", "one", batch("-j", "1", "--export", "one.ndjson"))
    whole_run("-j 2", "two", batch("-j", "2", "--export", "two.ndjson"))
    for ending in ["ndjson", "out", "err"]:
        compare(f"one.{ending}", f"two.{ending}")
    check_failures("one.err", "traces/broken.txt")

    whole_run("--resume, left alone", "whole", batch("--resume", "whole.ndjson"))
    compare("whole.ndjson", "one.ndjson")
    killed_runs(
        random.Random(options.seed), batch("--resume", "killed.ndjson"), "killed.ndjson",
        os.path.getsize("whole.ndjson"), options.kills)
    whole_run("--resume, after the kills", "last", batch("--resume", "killed.ndjson"))
    compare("killed.ndjson", "whole.ndjson")
    whole_run("--resume, nothing to do", "again", batch("--resume", "killed.ndjson"))
    compare("killed.ndjson", "whole.ndjson")
    for name in ["whole", "last", "again"]:
        compare(f"{name}.out", "one.out")
        compare(f"{name}.err", "one.err")
    whole_run("--results", "merged", [binary, "batch", "--results", "whole.ndjson"])
    compare("merged.out", "one.out")

    if faults:
        print(f"{len(faults)} differences, in {folder}")
        return 1
    os.chdir("/")
    shutil.rmtree(folder)
    print("no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
