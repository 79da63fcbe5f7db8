"""The machine and the versions of what runs on it, in words."""
import importlib.metadata
import os
import platform
import shutil
import subprocess


def first_line(*command):
    if shutil.which(command[0]) is None:
        return "unknown"
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.stdout.splitlines()[0] if result.stdout else "unknown"


def debian(package):
    return first_line("dpkg-query", "-W", "-f", "${Version}\n", package)


def python_package(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def processor():
    """Model, cores and whether there is a hypervisor below, from /proc/cpuinfo."""
    facts = {}
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            key, _, value = line.partition(":")
            facts.setdefault(key.strip(), value.strip())
    cores = len(os.sched_getaffinity(0))
    kind = "virtual machine" if "hypervisor" in facts.get("flags", "").split() else "machine"
    return f"{facts.get('model name', platform.machine())}, {cores} cores of a {kind}"


def description():
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    return "\n".join([
        f"- {processor()}; {system}, Linux {platform.release().split('-')[0]}",
        f"- {first_line('gcc', '--version')}; libcsv {debian('libcsv-dev')}; "
        f"cminpack {debian('libcminpack-dev')}",
        f"- Python {platform.python_version()}, NumPy {python_package('numpy')}, "
        f"SciPy {python_package('scipy')}, lmfit {python_package('lmfit')}",
        f"- load averages at the start: {load}",
    ])


class OtherWork:
    """How much of the cores' time goes to what is neither this process nor started by it."""

    def __init__(self):
        self.start = self.read()

    @staticmethod
    def read():
        """All time of all cores, the idle part of it, and that of this process and its ended children, s."""
        with open("/proc/stat", encoding="ascii") as file:
            # user, nice, system, idle, iowait, irq, softirq, steal; guests are in the first two.
            ticks = [int(field) for field in file.readline().split()[1:9]]
        times = os.times()
        own = times.user + times.system + times.children_user + times.children_system
        rate = os.sysconf("SC_CLK_TCK")
        return sum(ticks) / rate, (ticks[3] + ticks[4]) / rate, own

    def share(self):
        """From 0 to 1, since it was made."""
        whole, idle, own = (now - then for now, then in zip(self.read(), self.start))
        return max(0.0, (whole - idle - own) / whole) if whole > 0 else 0.0
