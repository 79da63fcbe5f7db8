"""Makes bounce_traces.csv: 200 simulated bounces and the two recorded ones, as overscroll against time.

Run: python3 simulate_bounces.py        Seed: 20210719 (NumPy PCG64). Deterministic.

C log-uniform 200..6000 pt/s, delta 6..16 1/s, phi 0..1/60 s; 60 or 120 Hz; 40..120 frames; gaussian noise of
0, 0.1 or 0.3 pt, then rounding to 0 (none), 1/2, 1/3 or 1 pt (half to even), never neither. Every third trace has
irregular stamps: up to 1 ms late or early, one frame in twenty missing; the law is evaluated at the stamp itself.
"""

import numpy as np

from common import REAL_TRACES, real_overscroll, write_csv

SEED = 20210719


def main():
    rng = np.random.Generator(np.random.PCG64(SEED))
    rows, truths = [], []
    for name, file, edge, scale in REAL_TRACES:
        for n, y in enumerate(real_overscroll(file, edge)):
            rows.append((name, repr(n / 60), repr(y)))
        truths.append((name, "", "", "", 60, repr(1 / scale), "", 0))
    for index in range(200):
        C = float(np.exp(rng.uniform(np.log(200), np.log(6000))))
        delta = float(rng.uniform(6, 16))
        phi = float(rng.uniform(0, 1 / 60))
        rate = int(rng.choice([60, 120]))
        count = int(rng.integers(40, 121))
        while True:
            noise = float(rng.choice([0, 0.1, 0.3]))
            quantum = float(rng.choice([0, 1 / 2, 1 / 3, 1]))
            if noise > 0 or quantum > 0:
                break
        t = np.arange(count) / rate
        irregular = index % 3 == 2
        if irregular:
            kept = rng.random(count) >= 0.05
            kept[0] = True
            t = np.round(t + rng.uniform(-0.001, 0.001, count), 6)[kept]
            t = np.round(t - t[0], 6)
        y = C * (t + phi) * np.exp(-delta * (t + phi)) + noise * rng.standard_normal(t.size)
        if quantum > 0:
            # Divide by the pixels per point: the doubles are then the nearest to the thirds.
            pixels = round(1 / quantum)
            y = np.round(y * pixels) / pixels
        name = f"sim-{index:03d}"
        rows += [(name, repr(float(a)), repr(float(b) + 0.0)) for a, b in zip(t, y)]
        truths.append((name, repr(C), repr(delta), repr(phi), rate, repr(quantum), repr(noise), int(irregular)))
    write_csv("bounce_traces.csv", "simulate_bounces.py", SEED,
              ["overscroll in points, positive outward; every number round-trips a double",
               "real-3x, real-2x: edge - offset of SampleTraces, assumed grid n / 60 s, all samples"],
              ["trace", "t_s", "overscroll_pt"], rows)
    write_csv("bounce_truths.csv", "simulate_bounces.py", SEED,
              ["constants that made each trace of bounce_traces.csv (empty: unknown)",
               "C pt/s, delta 1/s, phi s; quantum and noise sd pt; irregular 1 = jittered stamps, dropped frames"],
              ["trace", "C", "delta", "phi", "rate_hz", "quantum", "noise", "irregular"], truths)


main()
