"""Runs programs alternately, and sets their times against goals."""
import dataclasses
import os
import statistics
import sys
import time

# One thread each unless the command says otherwise: NumPy's algebra library starts a thread a core when loaded.
ENVIRONMENT = dict(os.environ, OPENBLAS_NUM_THREADS="1")


@dataclasses.dataclass
class Run:
    """What one run of a program took."""
    seconds: float
    processor_seconds: float


def spawn(command, output, source="/dev/null"):
    """Starts a program that reads `source` and writes to `output`, each a path or an open descriptor."""
    actions = []
    for end, number, flags in ((source, 0, os.O_RDONLY), (
            output, 1, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)):
        if isinstance(end, int):
            actions.append((os.POSIX_SPAWN_DUP2, end, number))
        else:
            actions.append((os.POSIX_SPAWN_OPEN, number, end, flags, 0o644))
    return os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=actions)


def run(command, output="/dev/null", source="/dev/null"):
    """Runs a program to its end, from the start of its process; ends this one where it fails."""
    begin = time.monotonic()
    process = spawn(command, output, source)
    _, status, usage = os.wait4(process, 0)
    seconds = time.monotonic() - begin
    if status != 0:
        sys.exit(f"exit {os.waitstatus_to_exitcode(status)}: {' '.join(command)}")
    return Run(seconds, usage.ru_utime + usage.ru_stime)


def alternate(contenders, rounds, measure):
    """`measure` of each contender in turn, `rounds` times: {name: [what it gave each time]}.

    Each round begins with another contender, so that none always follows the same one.
    """
    names = list(contenders)
    found = {name: [] for name in names}
    for number in range(rounds):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            found[name].append(measure(contenders[name]))
    return found


@dataclasses.dataclass
class Goal:
    """That the median of `over`, divided by that of `under` if there is one, keeps a limit."""
    over: str
    under: str | None
    limit: float
    is_least: bool

    @staticmethod
    def at_least(limit, over, under):
        return Goal(over, under, limit, True)

    @staticmethod
    def at_most(limit, over, under=None):
        return Goal(over, under, limit, False)

    def row(self, values, unit):
        title = f"{self.over} / {self.under}" if self.under else self.over
        asked = f"{'at least' if self.is_least else 'at most'} {self.limit:g}"
        if not self.under:
            asked += f" {unit}"
        if self.over not in values or self.under and self.under not in values:
            return [title, asked, "not measured", ""]
        over = values[self.over]
        under = values[self.under] if self.under else [1.0] * len(over)
        ratio = statistics.median(over) / statistics.median(under)
        # Of runs in the same round, which the machine's other work slowed alike.
        paired = [a / b for a, b in zip(over, under)]
        measured = (
            f"{printed(ratio, 3)} ({printed(min(paired), 3)} .. {printed(max(paired), 3)})")
        missing = (1 - ratio / self.limit) if self.is_least else (ratio / self.limit - 1)
        verdict = "reached" if missing <= 0 else f"missed by {100 * missing:.{0 if missing > 0.1 else 1}f} %"
        return [title, asked, measured, verdict]


def printed(value, digits):
    """A number of so many digits, without an exponent."""
    return f"{value:.0f}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def table(header, rows, right=()):
    """Markdown; `right` are the columns that hold numbers."""
    rule = ["---:" if column in right else "---" for column in range(len(header))]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [header, rule, *rows])


def report(title, values, goals, unit, column=None):
    """A section: what each contender took, with one more column if given, and the goals."""
    lines = [
        [name, *(printed(value, 4) for value in (
            min(found), statistics.median(found), max(found))), str(len(found))]
        for name, found in values.items()]
    print(f"\n### {title}\n")
    header = [unit, "least", "median", "most", "runs"]
    if column:
        header.append(column[0])
        for cells, cell in zip(lines, column[1:]):
            cells.append(cell)
    print(table(header, lines, right=range(1, len(header))))
    if goals:
        rows = [goal.row(values, unit) for goal in goals]
        print(table(["goal", "asked", "measured", ""], rows), flush=True)
