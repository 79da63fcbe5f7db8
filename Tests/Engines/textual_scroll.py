#!/usr/bin/env python3
"""Records the scroll animations of Textual, headless: rows of a terminal, whole or not.

    textual_scroll.py FOLDER      needs: pip install textual
"""

import asyncio, json, os, sys, time

from textual.app import App
from textual.containers import VerticalScroll
from textual.widgets import Static

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
EASES = ["out_cubic", "in_out_cubic", "linear", "out_quad", "in_out_sine", "out_expo", "in_out_quint", "out_back", "out_bounce", "out_elastic", "out_circ", "in_quad"]
# name: (distance in rows, arguments of scroll_to, frames/s of the sampler, whole rows)
KINDS = {f"page-{d}": (d, {}, 60, True) for d in (20, 60, 150)}
KINDS |= {f"float-{d}": (d, {}, 60, False) for d in (20, 60, 150)}
KINDS |= {f"ease-{e}": (120, {"duration": 1.0, "easing": e}, 60, False) for e in EASES}
KINDS |= {f"rows-{e}": (120, {"duration": 1.0, "easing": e}, 60, True) for e in EASES[:6]}
KINDS |= {f"rate{r}-{d}": (100, {"duration": d}, r, False) for r, d in ((30, 0.8), (75, 0.6), (120, 0.5), (144, 0.5))}


class Scroller(App):
    def compose(self):
        with VerticalScroll():
            yield Static("\n".join(map(str, range(2000))))


async def record(name, distance, arguments, rate, whole):
    app = Scroller()
    rows = []
    async with app.run_test(size=(80, 40)) as pilot:
        view = app.query_one(VerticalScroll)
        view.scroll_to(y=300, animate=False)
        await pilot.pause(0.2)
        start = time.perf_counter()
        now = lambda: time.perf_counter() - start

        async def sample():
            n = 0
            while True:
                rows.append((now(), view.scroll_offset.y if whole else view.scroll_y))
                n += 1
                await asyncio.sleep(max(0, n / rate - now()))
        task = asyncio.create_task(sample())
        await asyncio.sleep(0.3)
        begin = now()
        view.scroll_to(y=300 + distance, animate=True, force=True, **arguments)
        last = None
        while now() < begin + 6 and (now() < begin + 0.3 or last != (last := view.scroll_y)):
            await asyncio.sleep(0.15)
        await asyncio.sleep(0.6)
        task.cancel()
    with open(os.path.join(folder, name + ".csv"), "w") as file:
        file.write("t,y\n")
        file.writelines(f"{t:.4f},{y if whole else round(y, 4)}\n" for t, y in rows)
    ease = arguments.get("easing", "out_cubic")
    return {"file": name + ".csv", "from": begin, "engine": "none", "law": "tween", "ease": "textual:" + ease,
            "T": arguments.get("duration", distance / 50)}


notes = [asyncio.run(record(name, *kind)) for name, kind in KINDS.items()]
with open(os.path.join(folder, "motions.jsonl"), "w") as file:
    file.writelines(json.dumps(note) + "\n" for note in notes)
