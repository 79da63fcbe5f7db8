#!/usr/bin/env python3
"""Checks files of --export FILE.vl.json against the schema of Vega-Lite 5, and draws them.

    pip install 'altair<6' jsonschema vl-convert-python
    scrollfit bounce --export bounce.vl.json SampleTraces/uiscrollview-bounce-2x.csv
    python3 Tests/Plots/check_vega_lite.py bounce.vl.json

A file FILE.vl.json is valid, compiles to Vega without a warning, and is drawn as FILE.vl.png beside it; altair
before 6 ships the schema of version 5. Exits 1 when a file is not valid.
"""

import json
import pathlib
import sys

import altair
import jsonschema
import vl_convert


def schema():
    folder = pathlib.Path(altair.__file__).parent / "vegalite" / "v5" / "schema"
    return json.loads((folder / "vega-lite-schema.json").read_text())


def units(view):
    """The views with a mark of their own."""
    inner = view.get("vconcat") or view.get("layer") or []
    return [view] if "mark" in view else [unit for part in inner for unit in units(part)]


def main(paths):
    validator = jsonschema.Draft7Validator(schema())
    failed = False
    for path in map(pathlib.Path, paths):
        text = path.read_text()
        spec = json.loads(text)
        errors = list(validator.iter_errors(spec))
        for error in errors:
            print(f"{path}: {error.json_path}: {error.message[:200]}")
        failed = failed or bool(errors)
        if errors:
            continue
        png = vl_convert.vegalite_to_png(text, vl_version="v5.20", scale=2)
        path.with_suffix(".png").write_bytes(png)
        rows = sum(len(fit["data"]["values"]) for fit in spec["vconcat"])
        print(f"{path}: valid; {len(spec['vconcat'])} fits, {rows} rows, {len(units(spec))} marks")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
