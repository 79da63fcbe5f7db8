#!/usr/bin/env python3
"""Writes the first inputs of the fuzz targets, made of the sample traces and of the tests' bad files."""

import hashlib
import itertools
import pathlib
import re
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
# What stands in front of a file: which options, and the sizes of three pieces.
TRACE_HEAD = bytes([0, 16, 2, 200])


def literals(path):
    """The string literals of a Swift file, those of several lines too."""
    text = (PROJECT / "Tests" / path).read_text()
    found = []
    for match in re.finditer(r'"""\n(.*?)\n *"""|"((?:[^"\\\n]|\\.)*)"', text, re.S):
        literal = match.group(1) if match.group(1) is not None else match.group(2)
        if match.group(1) is not None:
            lines = literal.split("\n")
            indent = min((len(l) - len(l.lstrip()) for l in lines if l.strip()), default=0)
            literal = "\n".join(line[indent:] for line in lines)
        literal = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "1", literal)
        for escape, character in [
            ("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\0", "\0"), ('\\"', '"'), ("\\\\", "\\"),
        ]:
            literal = literal.replace(escape, character)
        found.append(re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda m: chr(int(m.group(1), 16)), literal))
    return found


def traces():
    """Files: the start of each sample, and whatever the tests read."""
    for path in sorted((PROJECT / "SampleTraces").glob("**/*.csv")):
        text = path.read_bytes()
        rows = re.search(rb"^[^#\n][^\n]*\n(?:[^\n]*\n){0,25}", text, re.M)
        yield text[: rows.end()][:4000] if rows else text[:4000]
    for path in sorted((PROJECT / "SampleTraces").glob("*.log")):
        yield b"\n".join(path.read_bytes().split(b"\n")[:8]) + b"\n"
    # Each string of the tests of logs is a line: three of them are a log of it.
    for literal in literals("ScrollTracesTests/LogTests.swift"):
        if 4 < len(literal) < 400:
            yield (literal.replace("\\#(", "") + "\n").encode(errors="replace") * 3
    for path in ("ScrollTracesTests/ErrorTests.swift", "ScrollTracesTests/ReadingTests.swift",
                 "ScrollTracesTests/PieceTests.swift", "CommandTests/BadInputTests.swift",
                 "ScrollTracesTests/LogTests.swift", "ScrollTracesTests/ConditionTests.swift"):
        for literal in literals(path):
            if "\n" in literal:
                yield literal.encode(errors="replace")


    yield b'{"scale": 3, "edge_top": 0}\n{"t": 0, "y": 1.5}\n\n{"y": 2, "t": 0.016, "phase": null}\n'
    yield b'[{"t": 0, "contentOffset": {"x": 0, "y": 1}},\n {"t": 1e-1, "contentOffset": {"x": [2], "y": 3}}]'
    yield b'{"trace": "a \\"b\\u00e9", "t": 0, "y": 1}\n{"trace": "c", "t": 0, "y": true}\n{"t": {'


def numbers():
    """Text of numbers, and doubles to be printed."""
    texts = set()
    for literal in literals("ScrollTracesTests/DecimalNumberTests.swift"):
        if any(c.isdigit() for c in literal) and len(literal) < 80:
            texts.add(literal)
    texts |= {
        "0", "-0", "1e308", "1.7976931348623159e308", "4.9e-324", "2.4703282292062327e-324",
        "9007199254740993", "0.1", " 1 ", "\t-1.5e-3", "+.5", "5.", "1e", "1e+", "0x1p3", "nan",
        "1_000", "18446744073709551615", "18446744073709551616", "1" * 40, "0." + "0" * 40 + "1",
        "1/60", "0.5%", "12345678", "1234.5678", "123456789",
    }
    for text in sorted(texts):
        yield bytes([0, 0, 3, 1]) + text.encode(errors="replace")
    for word in (0, 1 << 63, 1, 0x7FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x4341C37937E08000,
                 0x3F50624DD2F1A9FC, 0x41DFFFFFFFC00000, 0x0010000000000000):
        for decimals in (0, 2, 9, 30):
            yield bytes([1]) + word.to_bytes(8, "big") + bytes([decimals])


def metadata():
    """Comment lines without their marks."""
    lines = [
        "scale: 3", "Scale: 3", "refresh_hz: 60", "interval: 1/60", "edge_top: -88",
        "bounds_height: 681.667", "device: iPhone", "law: bounce", "note: a: b", "http://a.b/c",
        "a sentence: with a colon", "_key.2-x: v", "\tkey :\tvalue ", "é: ü", ": no key", "key:",
    ]
    for line in lines:
        yield bytes([5, 1, 2]) + line.encode()
    yield bytes([5, 1, 2]) + "\n".join(lines).encode()
    yield bytes([5, 1, 2]) + b"scalx: 1\nscale: 3\nscaly: 2"
    for path in sorted((PROJECT / "SampleTraces").glob("**/*.csv"))[:10]:
        comments = [l[1:].strip() for l in path.read_text().splitlines() if l.startswith("#")]
        yield bytes([9, 3, 1]) + "\n".join(comments).encode()[:1500]


def texts():
    """JSON texts."""
    for path in ("ScrollReportTests/ReferenceFileTests.swift",
                 "ScrollReportTests/EngineFileTests.swift",
                 "ScrollReportTests/ResultFileTests.swift",
                 "ScrollReportTests/ResultsReferenceTests.swift",
                 "ScrollReportTests/JSONNodeTests.swift"):
        for literal in literals(path):
            if literal[:1] in ("{", "[", '"') or literal[:1].isdigit():
                yield literal.encode(errors="replace")
    for name in ("bounce.delta", "decelerate.k", "spring.kappa"):
        for value in ("1e308", "-1e308", "5e-324", "0", "10"):
            yield (
                '{"format_version": "1.0", "note": "n", "tolerances": {"%s": {"absolute": %s}},'
                ' "pooled": {"%s": {"value": %s, "unit": "1", "standard_error": 1e-300,'
                ' "degrees_of_freedom": 3, "traces": 2}}, "traces": [{"path": "a.csv", "trace": "b",'
                ' "constants": {"%s": {"value": %s}}}]}'
                % (name, value.lstrip("-"), name, value, name, value)).encode()
    for path in sorted((PROJECT / "Docs").rglob("*.md")):
        for block in re.findall(r"```json\n(.*?)```", path.read_text(), re.S):
            yield block.encode()[:8000]


def results():
    """A line of results of each kind of content."""
    yield (
        b'{"format_version":"1.0","settings":"0123456789abcdef","source":{"path":"a.csv","trace":"t",'
        b'"line":3,"content_hash":"0123456789abcdef"},"metadata":{"device":"phone"},"sampling":'
        b'{"samples":60},"fits":[{"law":"bounce","axis":"y","window":{"start_s":0,"end_s":1},'
        b'"samples":{"used":60},"parameters":{"delta":{"value":10,"unit":"1/s","standard_error":0.1,'
        b'"degrees_of_freedom":50,"interval":[9.8,10.2],"classical_error":0.1}},"residual":'
        b'{"rms_pt":0.1,"floor_pt":0.1},"search":{"converged":true}}],"constants":[{"law":"bounce",'
        b'"key":"delta","value":10,"unit":"1/s","standard_error":0.1,"degrees_of_freedom":50,'
        b'"interval":[9.8,10.2],"working_error":0.1,"reason":null,"noise":{"floor_pt":0.0962,'
        b'"noise_pt":0.1,"degrees_of_freedom":50},"gestures":1}],"warnings":[{"code":"W402"}],'
        b'"error":null}')


def fits():
    """Every motion by its own law and in every other way, and options of each kind."""
    own = 255
    for motion, way in itertools.product(range(13), (0, 3, 5, 6, 7)):
        # way, motion, law, flags of options, outputs, axis, then the recording.
        yield bytes([way, motion, own, 0, 0xFF, 0])
    for motion, law in itertools.product(range(1, 9), range(9)):
        yield bytes([0, motion, law, 0, 0, 0, 4])
    for flag, motion in itertools.product((1, 2, 4, 8, 16, 32, 64, 128), range(13)):
        yield bytes([0, motion, own, flag, 1, 2, 3, 4, 5, 6, 7, 8])
    # Rounding, and faults in the samples.
    for motion, rounding, faults in itertools.product(range(13), range(6), range(4)):
        yield bytes([0, motion, own, 0, 0, 0, 0, 0, 0, 0, 0, rounding, faults, 1, 30, 0, 40, 7, 20,
                     0, 60, 9, 3, 3])

def write(folder, name, seeds):
    target = folder / name
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        old.unlink()
    for seed in seeds:
        (target / hashlib.sha1(seed).hexdigest()[:16]).write_bytes(seed)


def main():
    folder = pathlib.Path(sys.argv[1])
    write(folder, "trace", (TRACE_HEAD[:0] + bytes([on]) + TRACE_HEAD[1:] + text
                            for text in traces() for on in (0, 1)))
    write(folder, "number", numbers())
    write(folder, "metadata", metadata())
    json_texts = list(texts())
    json_seeds = [bytes([way]) + text for text in json_texts for way in (0, 1, 2, 4, 5, 7)]
    for line in results():
        json_seeds += [bytes([way]) + line for way in (0, 3, 6)]
        json_seeds += [b"\x05" + text + b"\0" + line for text in json_texts if b"traces" in text]
    write(folder, "json", json_seeds)
    write(folder, "fit", fits())


if __name__ == "__main__":
    main()
