"""What all recorders share: the CSV file of a recording, notes for the fit of its truth, and load beside it."""

import atexit
import contextlib
import json
import os
import random
import subprocess
import sys
import time

NOTES = "motions.jsonl"


def scaled(*sizes):
    """Speeds, steps or distances times SCALE of the environment, whole."""
    return [round(size * float(os.environ.get("SCALE", 1))) for size in sizes]


def session(count, least, most, act, still, wait=time.sleep):
    """`count` motions one after the other, with pauses between them: the note of each for the fit of its truth.

    Speeds are random, of either sign, between `least` and `most` times SCALE; SEED of the environment gives others.
    `act(speed)` lets go and returns its note; `still()` waits for the rest and returns its time in s; `wait` waits.
    """
    source = random.Random(int(os.environ.get("SEED", 1)))
    motions = []
    for _ in range(count):
        speed = source.choice([-1, 1]) * source.uniform(*scaled(least, most))
        motions.append(act(round(speed)))
        motions[-1]["to"] = still()
        wait(source.choice([0, 0, 0.5, 1.5]))
    return motions


def motions(engine, law, done):
    """The notes of what an act did: of a session those of each motion, else one that begins at the time `done` in s."""
    return [{"engine": engine, **motion} for motion in (done if isinstance(done, list) else [{"law": law, "from": done}])]


def start_display():
    """Starts an X server without a screen, which ends with this process; returns its name, such as :1."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24"], pass_fds=[write], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    os.close(write)
    atexit.register(server.wait)
    atexit.register(server.terminate)
    with os.fdopen(read) as file:
        return ":" + file.readline().strip()


def save(folder, name, source, what, metadata, columns, rows, motions=(), time_origin=None):
    """Writes `name`.csv and appends what is known of its motions to motions.jsonl.

    `metadata` is a dictionary; `motions` are dictionaries with the key `law` (a fit of truth.py), the key `engine`, `from`
    and optionally `to` in seconds of the recording's own clock, and what else that fit needs.
    """
    os.makedirs(folder, exist_ok=True)
    head = {"device": metadata.get("device", ""), "source": f"Tests/Engines/{source}", "what": what, "scale": 1}
    head.update({key: value for key, value in metadata.items() if key not in head})
    with open(os.path.join(folder, name + ".csv"), "w", newline="\n") as file:
        for key, value in head.items():
            file.write(f"# {key}: {value}\n")
        file.write(",".join(columns) + "\n")
        for row in rows:
            file.write(",".join(str(value) for value in row) + "\n")
    path = os.path.join(folder, NOTES)
    kept = []
    if os.path.exists(path):
        with open(path) as file:
            kept = [line for line in file if json.loads(line)["file"] != name + ".csv"]
    with open(path, "w", newline="\n") as file:
        file.writelines(kept)
        for motion in motions or [{"law": "none"}]:
            file.write(json.dumps({"file": name + ".csv", **motion}) + "\n")
    print(f"{name}.csv: {len(rows)} rows", flush=True)


@contextlib.contextmanager
def load(processes=0):
    """Keeps `processes` processors busy while the block runs."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        for process in busy:
            os.setpriority(os.PRIO_PROCESS, process.pid, 0)  # also where the engine runs with a higher one
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
