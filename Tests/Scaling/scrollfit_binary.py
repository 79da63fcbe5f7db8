"""Finds the scrollfit to test."""
import os
import shutil
import sys


def find(argument=None):
    """The absolute path of the binary: the argument, else SCROLLFIT_BINARY, else scrollfit on the PATH."""
    name = argument or os.environ.get("SCROLLFIT_BINARY") or "scrollfit"
    path = shutil.which(name)
    if path is None:
        sys.exit(f"{name}: no such program; give it as an argument or in SCROLLFIT_BINARY")
    return os.path.abspath(path)
