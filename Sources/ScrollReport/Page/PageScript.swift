/// The script of a page: values on hover, zoom, and the current section in the index. The page is complete without it.
enum PageScript {
  /// The SHA-256 of ``text`` for the Content-Security-Policy. A test computes it again.
  static let hash = "sha256-WyvuYk7drHZuGX1zMAdVhukIoDXG2tQ7OPqmx18xoNo="

  /// The content of the element.
  static let text = #"""

    "use strict";
    {
      // Adds an element before another one, or at the end.
      function add(parent, name, attributes, before = null) {
        const made = document.createElementNS(parent.namespaceURI, name);
        for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
        return parent.insertBefore(made, before);
      }

      const numbers = text => text.split(" ").map(Number);

      // About as many ticks as asked for, at multiples of 1, 2 or 5 times a power of ten.
      function ticks([low, high], count) {
        const least = (high - low) / count;
        const power = 10 ** Math.floor(Math.log10(least));
        const step = power * [1, 2, 5, 10].find(digit => digit * power >= least * (1 - 1e-9));
        const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
        const made = [];
        for (let n = Math.ceil(low / step); n * step <= high; n++)
          made.push({ value: n * step, label: (n * step).toFixed(decimals) });
        return made;
      }

      const hint = "Point at a sample to read it, drag to zoom.";
      const keys = "Arrow keys read samples, + and - zoom, Escape shows all.";

      class Chart {
        constructor(svg) {
          this.svg = svg;
          this.plot = svg.parentNode;
          this.full = this.range = numbers(svg.dataset.x);
          this.panels = [...svg.querySelectorAll(".panel")].map(element => {
            const view = element.querySelector(".view");
            return {
              element, view, box: numbers(view.getAttribute("viewBox")),
              full: element.dataset.y && numbers(element.dataset.y),
              mark: element.dataset.y && add(element, "circle", { class: "mark", r: 5 }),
            };
          });
          this.guide = add(svg, "line", { class: "guide", y1: 0, y2: "100%" });
          this.chosen = add(svg, "rect", { class: "chosen", height: "100%" });
          const tools = add(this.plot.parentNode, "div", { class: "tools" }, this.plot.nextSibling);
          this.readout = add(tools, "p", { class: "readout", "aria-live": "polite" });
          this.buttons = [["Zoom in", () => this.zoom(0.5)], ["Zoom out", () => this.zoom(2)],
            ["Show all", () => this.show(this.full)]].map(([words, action]) => {
            const button = add(tools, "button", { type: "button" });
            button.textContent = words;
            button.addEventListener("click", action);
            return button;
          });
          this.listen();
          this.clear();
          this.enable();
        }

        listen() {
          const plot = this.plot;
          plot.tabIndex = 0;
          plot.setAttribute("role", "group");
          plot.setAttribute("aria-label", `${this.svg.querySelector("title").textContent}. ${keys}`);
          plot.addEventListener("focus", () => {
            if (this.index === undefined) this.readout.textContent = keys;
          });
          plot.addEventListener("blur", () => {
            if (this.index === undefined) this.clear();
          });
          plot.addEventListener("keydown", event => this.key(event));
          plot.addEventListener("pointerdown", event => {
            this.read(this.nearest(this.at(event)));
            // A finger reads as it moves; it zooms by the buttons.
            if (event.button !== 0 || event.pointerType === "touch") return;
            this.from = event;
            plot.setPointerCapture(event.pointerId);
          });
          plot.addEventListener("pointermove", event => {
            this.read(this.nearest(this.at(event)));
            if (this.from) this.choose(this.at(this.from), this.at(event));
          });
          plot.addEventListener("pointerup", event => {
            const from = this.from;
            this.drop();
            if (from && Math.abs(event.clientX - from.clientX) > 8)
              this.show([this.at(from), this.at(event)].sort((a, b) => a - b));
          });
          plot.addEventListener("pointercancel", () => this.drop());
          plot.addEventListener("pointerleave", event => {
            const isKept = event.pointerType === "touch" || document.activeElement === plot;
            if (!this.from && !isKept) this.clear();
          });
          plot.addEventListener("dblclick", () => this.show(this.full));
        }

        key(event) {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const actions = {
            ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
            Home: () => this.step(-Infinity), End: () => this.step(Infinity),
            "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), Enter: () => this.zoom(0.5),
            "-": () => this.zoom(2), Escape: () => { this.show(this.full); this.clear(); },
          };
          if (!actions[event.key]) return;
          event.preventDefault();
          actions[event.key]();
        }

        // The samples: those of the table below the chart, else the points that are drawn.
        get rows() { return this.found ??= this.tabled() ?? this.drawn(); }

        tabled() {
          const { table, columns, units } = this.svg.dataset;
          const found = table && document.getElementById(table);
          if (!found) return null;
          const [xUnit, yUnit] = units.split(" ");
          const names = [...found.tHead.rows[0].cells].map(cell => cell.textContent);
          const name = names[0].replace(/ \(.*/, "");
          return [...found.tBodies[0].rows].map(row => {
            const cells = [...row.cells].map(cell => cell.textContent);
            const values = columns.split(" ").map((panel, index) =>
              ({ panel: Number(panel), value: Number(cells[index + 1]) }));
            const rest = names.slice(2).map((name, index) => `, ${name} ${cells[index + 2]}`);
            return {
              x: Number(cells[0]), values: values.filter(one => isFinite(one.panel + one.value)),
              text: `${name} ${cells[0]} ${xUnit}: ${names[1]} ${cells[1]} ${yUnit}${rest.join("")}`,
            };
          });
        }

        drawn() {
          const path = this.svg.querySelector(".record, .samples");
          const { box: [left, top, width, height], full: [low, high] } = this.panels[0];
          const [start, end] = this.full;
          const { name = "value", units = " ", phases = "" } = this.svg.dataset;
          const [xUnit, yUnit] = units.split(" ");
          const parts = phases.split(";").map(part => part.split(" "));
          // No more digits than the drawing has.
          const print = (value, width) =>
            value.toFixed(Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(width)))));
          const points = [...(path?.getAttribute("d") ?? "").matchAll(/[ML](\S+) ([-.\d]+)/g)];
          return points.map(([, h, v]) => {
            const x = start + (h - left) / width * (end - start);
            const value = high - (v - top) / height * (high - low);
            const phase = parts.find(([until]) => Number(until) >= x)?.[1];
            return {
              x, values: [{ panel: 0, value }],
              text: `${print(x, (end - start) / 10)} ${xUnit}: ${name} ${print(value, high - low)} ${yUnit}`
                + (phase ? `, ${phase}` : ""),
            };
          });
        }

        // The abscissa at a pointer.
        at(event) {
          const box = this.svg.getBoundingClientRect();
          const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
          return this.range[0] + part * (this.range[1] - this.range[0]);
        }

        nearest(x) {
          let best = 0;
          this.rows.forEach((row, index) => {
            if (Math.abs(row.x - x) < Math.abs(this.rows[best].x - x)) best = index;
          });
          return best;
        }

        percent(x) {
          return `${100 * (x - this.range[0]) / (this.range[1] - this.range[0])}%`;
        }

        // Shows a sample.
        read(index) {
          const row = this.rows[index];
          if (!row) return;
          this.index = index;
          this.readout.textContent = row.text;
          const isInside = row.x >= this.range[0] && row.x <= this.range[1];
          this.svg.classList.toggle("reading", isInside);
          const place = this.percent(row.x);
          this.guide.setAttribute("x1", place);
          this.guide.setAttribute("x2", place);
          this.panels.forEach((panel, number) => {
            const one = row.values.find(one => one.panel === number);
            if (!panel.mark || !one) return;
            const [low, high] = panel.range ?? panel.full;
            panel.mark.setAttribute("cx", place);
            panel.mark.setAttribute("cy", panel.box[3] * (high - one.value) / (high - low));
          });
        }

        clear() {
          this.index = undefined;
          this.readout.textContent = hint;
          this.svg.classList.remove("reading");
        }

        step(count) {
          const last = this.rows.length - 1;
          const from = this.index ?? this.nearest(this.range[count > 0 ? 0 : 1]) - Math.sign(count);
          const index = Math.max(0, Math.min(last, from + count));
          const x = this.rows[index]?.x;
          const half = (this.range[1] - this.range[0]) / 2;
          if (x < this.range[0] || x > this.range[1]) this.show([x - half, x + half]);
          this.read(index);
        }

        choose(a, b) {
          const [from, to] = [a, b].sort((a, b) => a - b);
          this.chosen.setAttribute("x", this.percent(from));
          this.chosen.setAttribute("width", `${100 * (to - from) / (this.range[1] - this.range[0])}%`);
          this.svg.classList.add("choosing");
        }

        drop() {
          this.from = undefined;
          this.svg.classList.remove("choosing");
        }

        zoom(factor) {
          const [low, high] = this.range;
          const middle = this.rows[this.index]?.x ?? (low + high) / 2;
          const half = factor * (high - low) / 2;
          this.show([middle - half, middle + half]);
        }

        // Shows a part of the abscissa, at most fifty times as large.
        show([from, to]) {
          const [start, end] = this.full;
          const width = Math.min(end - start, Math.max(to - from, (end - start) / 50));
          const low = Math.max(start, Math.min(end - width, (from + to - width) / 2));
          this.range = width < end - start ? [low, low + width] : this.full;
          const isZoomed = this.range !== this.full;
          this.svg.querySelectorAll(".tick").forEach(tick => tick.remove());
          this.svg.classList.toggle("zoomed", isZoomed);
          this.panels.forEach((panel, number) => this.view(panel, number, isZoomed));
          if (isZoomed) {
            const height = Number(this.svg.getAttribute("height"));
            for (const { value, label } of ticks(this.range, 5))
              add(this.svg, "text", { class: "x tick", x: this.percent(value), y: height + 17 })
                .textContent = label;
          }
          this.enable();
          if (this.index !== undefined) this.read(this.index);
        }

        // The part of a panel that is shown, with its grid and labels.
        view(panel, number, isZoomed) {
          const [left, top, width, height] = panel.box;
          const [start, end] = this.full;
          const h = x => left + width * (x - start) / (end - start);
          const across = [h(this.range[0]), h(this.range[1])];
          let down = [top, top + height];
          if (!isZoomed) {
            panel.range = panel.full;
          } else if (panel.full) {
            const [low, high] = panel.full;
            const v = value => top + height * (high - value) / (high - low);
            panel.range = number === 0 ? this.extent(panel.full) : panel.full;
            down = [v(panel.range[1]), v(panel.range[0])];
            this.label(panel, number, h, v, across, down);
          }
          const part = [across[0], down[0], across[1] - across[0], down[1] - down[0]];
          panel.view.setAttribute("viewBox", (isZoomed ? part : panel.box).join(" "));
        }

        // The values of the samples in view, with a margin; at most 200 times as large as all of them.
        extent(full) {
          const values = this.rows.filter(row => row.x >= this.range[0] && row.x <= this.range[1])
            .flatMap(row => row.values.filter(one => one.panel === 0).map(one => one.value));
          if (!values.length) return full;
          const [low, high] = [Math.min(...values), Math.max(...values)];
          const half = Math.max(0.58 * (high - low), (full[1] - full[0]) / 400);
          return [(low + high) / 2 - half, (low + high) / 2 + half];
        }

        label(panel, number, h, v, across, down) {
          const xs = ticks(this.range, 5);
          const ys = ticks(panel.range, number === 0 ? 6 : 4);
          const grid = xs.map(({ value }) => `M${h(value)} ${down[0]}V${down[1]}`)
            .concat(ys.map(({ value }) => `M${across[0]} ${v(value)}H${across[1]}`));
          add(panel.view, "path", { class: "grid tick", d: grid.join("") }, panel.view.firstChild);
          for (const { value, label } of ys) {
            const y = panel.box[3] * (v(value) - down[0]) / (down[1] - down[0]);
            add(panel.element, "text", { class: "y tick", x: -7, y: y + 4 }).textContent = label;
          }
        }

        enable() {
          const isFull = this.range === this.full;
          const active = document.activeElement;
          this.buttons.forEach((button, index) => { button.disabled = index > 0 && isFull; });
          // A button that no longer does anything gives the focus to its chart.
          if (isFull && this.buttons.includes(active) && active.disabled) this.plot.focus();
        }
      }

      document.querySelectorAll("svg.chart").forEach(svg => new Chart(svg));

      // The index says which part is in view.
      const nav = document.querySelector("nav");
      const links = new Map();
      for (const link of nav.querySelectorAll("a")) {
        const target = document.getElementById(link.hash.slice(1));
        const part = target === document.body ? document.querySelector("header") : target.closest("section");
        links.set(part, link);
      }
      const watch = new IntersectionObserver(entries => {
        const entry = entries.findLast(entry => entry.isIntersecting);
        if (!entry) return;
        for (const link of links.values()) link.removeAttribute("aria-current");
        const link = links.get(entry.target);
        link.setAttribute("aria-current", "true");
        if (nav.scrollHeight > nav.clientHeight) nav.scrollTop = link.offsetTop - nav.clientHeight / 2;
      }, { rootMargin: "-20% 0px -70% 0px" });
      for (const part of links.keys()) watch.observe(part);
    }

    """#
}
