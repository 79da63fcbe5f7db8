// Opens a page, moves it, and writes what web.js recorded, as a CSV for scrollfit. Needs web.js beside it.
//
//   npm install playwright && npx playwright install
//   node playwright.mjs https://example.com fling.csv touch
//   node playwright.mjs https://example.com keys.csv key firefox "#list"
//
// Arguments: address, file, what moves it (touch, wheel, key or smooth), browser (chromium, firefox or webkit), and a
// selector where an element scrolls and not the page. EXECUTABLE in the environment is a browser of your own.
//
// A touch fling takes Chromium: Playwright has no moving touches, so they go through DevTools. `wheel` is one event of
// 300 px, `key` one Page Down, `smooth` a scrollBy of 1500 px: each ends with the browser's own animation.
//
// Clock: that of web.js, the time of the frame in the page. Times taken here have crossed a socket.
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as playwright from "playwright";

const [address, file, by = "touch", name = "chromium", selector] = process.argv.slice(2);
if (!address || !file || !["touch", "wheel", "key", "smooth"].includes(by)) {
  console.error("usage: playwright.mjs ADDRESS FILE [touch|wheel|key|smooth] [chromium|firefox|webkit] [SELECTOR]");
  process.exit(64);
}
if (by === "touch" && name !== "chromium") {
  console.error("touch takes chromium");
  process.exit(64);
}

const browser = await playwright[name].launch({ executablePath: process.env.EXECUTABLE });
const context = await browser.newContext({ hasTouch: by === "touch" });
const page = await context.newPage();
await page.goto(address);
await page.addScriptTag({ content: readFileSync(new URL("web.js", import.meta.url), "utf8") });
const target = selector ? `document.querySelector(${JSON.stringify(selector)})` : "document.scrollingElement";
const area = await page.evaluate(`(() => {
  const box = ${selector ? `${target}.getBoundingClientRect()` : "({ left: 0, top: 0, width: innerWidth, height: innerHeight })"};
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, height: box.height };
})()`);

await page.evaluate(`void (globalThis.recorder = recordScroll(${target}))`);
await sleep(300);
if (by === "touch") {
  const session = await context.newCDPSession(page);
  const step = Math.min(40, area.height / 12); // px in 16 ms
  const touch = (type, y) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: area.x, y }] });
  const start = performance.now();
  await touch("touchStart", area.y + 4 * step);
  for (let index = 1; index <= 8; index++) {
    await sleep(Math.max(0, start + 16 * index - performance.now()));
    await touch("touchMove", area.y + (4 - index) * step);
  }
  await touch("touchEnd");
} else if (by === "wheel") {
  await page.mouse.move(area.x, area.y);
  await page.mouse.wheel(0, 300);
} else if (by === "key") {
  if (selector) await page.focus(selector);
  await page.keyboard.press("PageDown");
} else {
  await page.evaluate(`${target}.scrollBy({ top: 1500, behavior: "smooth" })`);
}

// One second after the last change.
await page.evaluate(`new Promise((resolve) => {
  let last = ${target}.scrollTop, since = performance.now();
  const timer = setInterval(() => {
    if (${target}.scrollTop !== last) { last = ${target}.scrollTop; since = performance.now(); }
    if (performance.now() - since > 1000) { clearInterval(timer); resolve(); }
  }, 50);
})`);
writeFileSync(file, await page.evaluate("recorder.stop()"));
await browser.close();
