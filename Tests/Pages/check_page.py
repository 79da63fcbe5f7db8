#!/usr/bin/env python3
"""Opens report pages in headless Chromium and checks them as their readers meet them.

    pip install playwright axe-playwright-python        # and Debian's package chromium
    python3 Tests/Pages/check_page.py [--shots FOLDER] PAGE.html ...

Each page is opened light and dark, at 1280 and 390 px, as on paper, and without scripts. Checked are: no message
on the console, no request but that of the page, nothing wider than the window, no word broken, no text cut off at the
border of its picture and none over another, the same words without scripts, the keyboard's way to every link and
summary, and axe-core's rules of WCAG 2.0 to 2.2, level A and AA; drive_page.py then uses the page. Exits 1 when
something is found.
"""

import argparse
import importlib.resources
import os
import shutil
import sys

from playwright.sync_api import sync_playwright

from drive_page import drive

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

# What sticks out of the window or its picture, which words are broken, and which texts of a picture lie on each other.
GEOMETRY = """() => {
  const found = [];
  const name = e => e.tagName + (e.id ? '#' + e.id : '') + ' ' + (e.textContent || '').slice(0, 40);
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide + 1)
    found.push('the page is wider than the window: ' + document.documentElement.scrollWidth + ' of ' + wide);
  for (const e of document.querySelectorAll('body *')) {
    if (e.parentNode.closest('svg')) continue;
    if (e.closest('.skip') || e.tagName === 'SCRIPT') continue;
    const b = e.getBoundingClientRect();
    if (b.width > 0 && (b.right > wide + 1 || b.left < -1)) found.push('outside the window: ' + name(e));
    if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible')
      found.push('cut off: ' + name(e));
  }
  for (const svg of document.querySelectorAll('svg[role=img]')) {
    // The labels of a stretched chart are in the margin around it.
    const frame = (svg.closest('.plot') || svg).getBoundingClientRect();
    if (frame.width === 0 || !svg.checkVisibility()) continue;
    const boxes = [];
    for (const t of svg.querySelectorAll('text')) {
      const b = t.getBoundingClientRect();
      if (b.width === 0) continue;
      if (b.left < frame.left - 1 || b.right > frame.right + 1 || b.top < frame.top - 1 || b.bottom > frame.bottom + 1)
        found.push('text outside its picture: ' + t.textContent + ' in ' + svg.querySelector('title').textContent);
      for (const o of boxes) {
        const w = Math.min(b.right, o.b.right) - Math.max(b.left, o.b.left);
        const h = Math.min(b.bottom, o.b.bottom) - Math.max(b.top, o.b.top);
        // Boxes hold the room for accents and tails: letters meet later than they do.
        if (w > 1 && h > 0.3 * Math.min(b.height, o.b.height))
          found.push('texts on each other: ' + t.textContent + ' and ' + o.t + ' in '
            + svg.querySelector('title').textContent);
      }
      boxes.push({b, t: t.textContent});
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentNode.closest('svg, script, .skip') || !node.parentNode.checkVisibility()) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].map(rect => Math.round(rect.top));
      if (new Set(tops).size > 1) found.push('broken: ' + word[0] + ' in ' + name(node.parentNode));
    }
  }
  return found;
}"""


def check(browser, path, shots):
    found = []
    url = "file://" + os.path.abspath(path)
    base = os.path.splitext(os.path.basename(path))[0]
    axe = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text()
    words = None
    for scheme in ("light", "dark"):
        for width in (1280, 390):
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            where = f"{base} {scheme} {width}"
            page.on("console", lambda m, w=where: found.append(f"{w}: console: {m.text}"))
            page.on("pageerror", lambda e, w=where: found.append(f"{w}: error: {e}"))
            page.on("request", lambda r, w=where: r.url == url or found.append(f"{w}: request: {r.url}"))
            page.goto(url)
            found += [f"{where}: {text}" for text in page.evaluate(GEOMETRY)]
            if shots:
                page.screenshot(path=os.path.join(shots, f"{base}-{scheme}-{width}.png"), full_page=True)
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            found += [f"{where}, tables open: {text}" for text in page.evaluate(GEOMETRY)]
            page.evaluate(axe)
            result = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", WCAG)
            for violation in result["violations"]:
                for node in violation["nodes"][:3]:
                    found.append(f"{where}: {violation['id']}: {violation['help']}: {node['html'][:120]}")
            if not result["passes"]:
                found.append(f"{where}: axe-core ran no rule")
            if scheme == "light" and width == 1280:
                words = page.inner_text("body")
                # Every link and summary is reached by the keyboard, in the order of the page.
                count = page.evaluate("document.querySelectorAll('a[href], summary').length")
                stops = page.evaluate("document.querySelectorAll('.plot, .tools button:enabled').length")
                page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
                seen = set()
                for _ in range(count + stops):
                    page.keyboard.press("Tab")
                    seen.add(page.evaluate("[...document.querySelectorAll('a[href], summary')]"
                                           ".indexOf(document.activeElement)"))
                if len(seen - {-1}) != count:
                    found.append(f"{where}: the keyboard reaches {len(seen - {-1})} of {count} links")
            page.close()
    # A4 paper at 96 px an inch, without its margins.
    page = browser.new_page(viewport={"width": 718, "height": 1000}, color_scheme="dark")
    page.goto(url)
    page.emulate_media(media="print")
    found += [f"{base} print: {text}" for text in page.evaluate(GEOMETRY)]
    ink = page.evaluate("getComputedStyle(document.body).color + getComputedStyle(document.body).backgroundColor")
    if ink != "rgb(31, 35, 40)rgb(255, 255, 255)":
        found.append(f"{base} print: not dark on light: {ink}")
    if shots:
        page.pdf(path=os.path.join(shots, f"{base}.pdf"), format="A4")
    page.close()
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(url)
    page.set_default_timeout(20000)
    plain = page.locator("body").inner_text()
    # The folded parts were open before, and the script adds its tools.
    said = set(plain.split("\n")) - {""}
    if not said or not said <= set(words.split("\n")):
        found.append(f"{base}: other words without scripts")
    context.close()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--shots", help="keep screenshots and PDF in this folder")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if arguments.shots:
        os.makedirs(arguments.shots, exist_ok=True)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for path in arguments.pages:
            one = check(browser, path, arguments.shots) + drive(browser, path, arguments.shots)
            print(f"{path}: {len(one)} findings")
            found += one
        browser.close()
    for text in sorted(set(found)):
        print("  " + text)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
