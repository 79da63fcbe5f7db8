"""Uses a report page as its readers do: points, drags, zooms, types, touches, scrolls and prints.

check_page.py runs it. What the page shows is compared with its tables and with what its attributes say, not with its
script.
"""

import os


def numbers(text):
    return [float(part) for part in text.split()]


class Chart:
    """A chart of a page, and what it should show."""

    def __init__(self, page, index):
        self.page = page
        self.svg = page.locator("svg.chart").nth(index)
        self.plot = page.locator(".plot").nth(index)
        self.tools = self.plot.locator("xpath=following-sibling::*[1]")
        self.full = numbers(self.svg.get_attribute("data-x"))
        self.box = numbers(self.views()[0])
        self.rows = self.page.evaluate("""svg => {
          const table = document.getElementById(svg.dataset.table);
          return table && [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.textContent));
        }""", self.svg.element_handle())

    def views(self):
        return self.svg.locator(".view").evaluate_all("views => views.map(view => view.getAttribute('viewBox'))")

    def range(self):
        """The abscissae in view, by the view box of the first panel."""
        left, _, width, _ = numbers(self.views()[0])
        unit = (self.full[1] - self.full[0]) / self.box[2]
        return (self.full[0] + (left - self.box[0]) * unit, self.full[0] + (left + width - self.box[0]) * unit)

    def readout(self):
        return self.tools.locator(".readout").inner_text()

    def button(self, words):
        return self.tools.get_by_role("button", name=words)

    def place(self, x):
        """Where an abscissa is in the window."""
        low, high = self.range()
        box = self.svg.bounding_box()
        return (box["x"] + box["width"] * (x - low) / (high - low), box["y"] + box["height"] / 3)

    def nearest(self, x):
        return min(self.rows, key=lambda row: abs(float(row[0]) - x))


def pointing(chart, found):
    """Every readout is the row of the table that is nearest to the pointer; the mark lies on its sample."""
    low, high = chart.range()
    inside = [row for row in chart.rows if low <= float(row[0]) <= high]
    for row in inside[:: max(1, len(inside) // 7)]:
        x, y = chart.place(float(row[0]))
        chart.page.mouse.move(x, y)
        said = chart.readout()
        expected = chart.nearest(float(row[0]))
        # Rows of one abscissa are equally near.
        rows = [other for other in chart.rows if other[0] == expected[0]]
        if not any(all(cell in said for cell in other[:4]) for other in rows):
            found.append(f"at {row[:4]} the chart says: {said}")
        mark = chart.svg.locator(".mark").first.bounding_box()
        if abs(mark["x"] + mark["width"] / 2 - x) > 1.5:
            found.append(f"the mark of {row[0]} is {mark['x'] + mark['width'] / 2 - x:.1f} px off")
        if chart.svg.locator(".guide").evaluate("line => getComputedStyle(line).visibility") != "visible":
            found.append("no guide at the pointer")


def zooming(chart, found):
    """Buttons, dragging and a double click; the labels are those of what is in view."""
    start = chart.views()
    width = chart.full[1] - chart.full[0]
    if chart.button("Zoom out").is_enabled() or chart.button("Show all").is_enabled():
        found.append("a whole chart can be zoomed out")
    for step in (2, 4):
        chart.button("Zoom in").click()
        low, high = chart.range()
        if abs((high - low) * step / width - 1) > 0.01:
            found.append(f"zoomed in: {high - low} of {width}")
    ticks = chart.svg.locator("text.x:visible").all_text_contents()
    if len(ticks) < 2 or any(not low - 1e-9 <= float(tick) <= high + 1e-9 for tick in ticks):
        found.append(f"ticks {ticks} in {low} .. {high}")
    if chart.rows:
        pointing(chart, found)
    chart.button("Zoom out").click()
    if abs((chart.range()[1] - chart.range()[0]) * 2 / width - 1) > 0.01:
        found.append("zooming out does not undo zooming in")
    chart.button("Show all").click()
    if chart.views() != start or chart.svg.locator(".tick").count():
        found.append("showing all leaves a part in view")
    a, b = (chart.full[0] + part * width for part in (0.3, 0.6))
    chart.page.mouse.move(*chart.place(a))
    chart.page.mouse.down()
    chart.page.mouse.move(*chart.place(b), steps=4)
    chart.page.mouse.up()
    low, high = chart.range()
    if abs(low - a) > 0.01 * width or abs(high - b) > 0.01 * width:
        found.append(f"dragged from {a} to {b}, shown {low} .. {high}")
    chart.page.mouse.dblclick(*chart.place((low + high) / 2))
    if chart.views() != start:
        found.append("a double click does not show all")
    chart.page.mouse.move(1, 1)


def typing(chart, found):
    """Arrows read, + and - zoom, Escape shows all; buttons are reached by Tab and pressed by Enter."""
    press = chart.page.keyboard.press
    start = chart.views()
    chart.plot.focus()
    press("Home")
    said = [chart.readout()]
    for _ in range(2):
        press("ArrowRight")
        said.append(chart.readout())
    press("ArrowLeft")
    # Of two samples with equal values the readout is the same.
    if len(set(said)) < 2 or chart.readout() != said[1]:
        found.append(f"arrows read {said}, then {chart.readout()}")
    if chart.rows:
        for row, words in zip(chart.rows, said):
            if not all(cell in words for cell in row[:4]):
                found.append(f"arrows at {row[:4]} read: {words}")
    press("+")
    press("+")
    for _ in range(12):
        press("ArrowRight")
    low, high = chart.range()
    if high - low > 0.26 * (chart.full[1] - chart.full[0]):
        found.append("+ does not zoom")
    if chart.rows and not low <= float(chart.rows[min(13, len(chart.rows) - 1)][0]) <= high:
        found.append("arrows leave the part in view")
    press("Tab")
    press("Tab")
    if chart.page.evaluate("document.activeElement.textContent") != "Zoom out":
        found.append("Tab does not reach the button that zooms out")
    press("Enter")
    if chart.range()[1] - chart.range()[0] < high - low:
        found.append("Enter does not press a button")
    chart.plot.focus()
    press("Escape")
    if chart.views() != start or "Point at" not in chart.readout():
        found.append("Escape does not show all")
    press("Enter")
    chart.button("Show all").focus()
    press("Enter")
    if chart.views() != start or not chart.plot.evaluate("plot => plot === document.activeElement"):
        found.append("a button that is off keeps the focus")
    chart.page.evaluate("document.activeElement.blur()")


def index(page, found):
    """The index stays in view, and says which part is shown."""
    nav = page.locator("nav")
    page.evaluate("window.scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    page.wait_for_timeout(150)
    box = nav.bounding_box()
    if box["y"] < -1 or box["y"] + box["height"] > page.viewport_size["height"] + 1:
        found.append(f"the index is not in view at the end of the page: {box}")
    links = nav.locator("a:visible")
    for number in sorted({0, links.count() // 2, links.count() - 1}):
        link = links.nth(number)
        target = link.get_attribute("href")
        link.click()
        page.wait_for_timeout(50)
        top = page.evaluate("id => document.getElementById(id).getBoundingClientRect().top", target[1:])
        if not -2 <= top <= page.viewport_size["height"]:
            found.append(f"{target} does not lead to its part: {top}")
        if page.viewport_size["width"] < 1000 and number > 0 and top < box["height"] - 1:
            found.append(f"the index lies on {target}")
    page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
    page.wait_for_timeout(200)
    has_script = page.locator(".tools").count() > 0
    if has_script and page.locator("nav a[aria-current]").all_inner_texts() != ["Top"]:
        found.append("the index does not say that the top is shown")


def paper(page, found, path):
    """On paper no index and no buttons; what was folded is open, but for tables of samples."""
    page.emulate_media(media="print")
    for name in ("nav", ".tools", ".skip"):
        if page.locator(f"{name}:visible").count():
            found.append(f"on paper: {name}")
    folded = page.locator("main details.prints figure")
    for number in range(min(4, folded.count())):
        if not folded.nth(number).bounding_box():
            found.append("on paper a folded figure is not there")
    if page.locator("main details:not(.prints):visible").count():
        found.append("on paper: a table of samples")
    page.pdf(path=path, format="A4")
    if os.path.getsize(path) < 10000:
        found.append("on paper: an empty document")


def drive(browser, path, shots):
    found = []
    url = "file://" + os.path.abspath(path)
    base = os.path.splitext(os.path.basename(path))[0]
    for width in (1280, 390):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, has_touch=width < 400, reduced_motion="reduce")
        page = context.new_page()
        problems = []
        where = f"{base} used at {width}"
        page.on("console", lambda m: problems.append(f"console: {m.text}"))
        page.on("pageerror", lambda e: problems.append(f"error: {e}"))
        page.goto(url)
        count = page.locator("svg.chart").count()
        if count != page.locator(".tools").count():
            problems.append("a chart without tools: the script did not run")
        for number in sorted({0, count // 2, count - 1} if count else set()):
            chart = Chart(page, number)
            chart.svg.scroll_into_view_if_needed()
            if width > 400:
                if chart.rows:
                    pointing(chart, problems)
                zooming(chart, problems)
                typing(chart, problems)
            else:
                chart.page.touchscreen.tap(*chart.place((chart.full[0] + chart.full[1]) / 2))
                if "Point at" in chart.readout():
                    problems.append("a touch reads nothing")
        if count and shots:
            chart = Chart(page, 0)
            page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
            chart.button("Zoom in").click()
            page.mouse.move(*chart.place(sum(chart.range()) / 2))
            page.screenshot(path=os.path.join(shots, f"{base}-zoomed-{width}.png"))
        index(page, problems)
        found += [f"{where}: {problem}" for problem in problems]
        context.close()
    page = browser.new_page(viewport={"width": 718, "height": 1000})
    page.goto(url)
    problems = []
    paper(page, problems, os.path.join(shots or "/tmp", f"{base}.pdf"))
    # Nothing but the script that the policy names runs.
    if page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.isOpen = true";
      document.body.append(script);
      return window.isOpen === true;
    }"""):
        problems.append("the policy lets other scripts run")
    page.close()
    page = browser.new_page(reduced_motion="reduce")
    page.goto(url)
    if page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") != "auto":
        problems.append("moves smoothly where less motion is asked for")
    page.close()
    return found + [f"{base}: {problem}" for problem in problems]
