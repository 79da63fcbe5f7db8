// Records the offset of a web page, or of any element that scrolls, once a frame, as a CSV for scrollfit.
//
//   const recorder = recordScroll();                      // the page; recordScroll(element) for an element
//   ... fling, wait until it rests ...
//   recorder.save("fling.csv");                           // downloads; recorder.stop() returns the text instead
//
// recordScroll(target, { axis: "x" }) records sideways. Paste it into the console, or load it with a <script>.
//
// Clock: the argument of requestAnimationFrame, the time of the frame, which is the same for all callbacks of a frame.
// performance.now() in the callback, or in a scroll event, is that time plus however long the page was busy.
//
// Phase: touch events tell the finger; what moves after it is a glide, or a bounce beyond an edge. Pointer events
// do not: the browser cancels them when a pan begins. The column is written where a finger was seen. What a wheel, a
// key or a script moves has no label; scrollfit finds those phases by itself.
//
// Wheel: what each event asked for stands in a row of its own, in the column delta; scrollfit compares it with where
// the content went.
function recordScroll(target = window, { axis = "y", seconds = 600 } = {}) {
  const page = target === window || target === document || target === document.scrollingElement;
  const scroller = page ? document.scrollingElement : target;
  const vertical = axis === "y";
  const capacity = Math.ceil(seconds * 120);
  const times = new Float64Array(capacity); // all memory at once: nothing is allocated in a frame
  const offsets = new Float64Array(capacity);
  const phases = new Uint8Array(capacity);
  const NONE = 0, FINGER = 1, GLIDE = 2;
  let count = 0, phase = NONE, touched = false, request = 0, changed = 0;

  // A page zoomed by a pinch scrolls its visual viewport within the layout viewport first.
  const viewport = page ? window.visualViewport : null;
  function offset() {
    const value = vertical ? scroller.scrollTop : scroller.scrollLeft;
    if (!viewport || viewport.scale === 1) return value;
    return value + (vertical ? viewport.offsetTop : viewport.offsetLeft);
  }
  function frame(time) {
    const value = offset();
    if (count === 0 || value !== offsets[count - 1]) changed = time;
    if (phase === GLIDE && time - changed > 500) phase = NONE; // came to rest
    times[count] = time;
    offsets[count] = value;
    phases[count] = phase;
    count += 1;
    if (count < capacity) request = requestAnimationFrame(frame);
  }

  function onTouch(event) {
    touched = true;
    phase = event.touches.length > 0 ? FINGER : GLIDE;
    changed = event.timeStamp;
  }
  function onOther() {
    if (phase === GLIDE) phase = NONE;
  }
  const wheels = []; // time and delta of each event; few beside the frames
  function onWheel(event) {
    onOther();
    // A browser asked for deltaMode answers in lines; not asked, in pixels.
    const delta = vertical ? event.deltaY : event.deltaX;
    if (delta !== 0) wheels.push([event.timeStamp, delta]);
  }
  const listeners = [
    ["touchstart", onTouch], ["touchend", onTouch], ["touchcancel", onTouch],
    ["wheel", onWheel], ["keydown", onOther], ["scrollend", onOther]];
  const source = page ? document : target;
  const options = { capture: true, passive: true };
  for (const [name, listener] of listeners) source.addEventListener(name, listener, options);
  request = requestAnimationFrame(frame);

  function stop() {
    cancelAnimationFrame(request);
    for (const [name, listener] of listeners) source.removeEventListener(name, listener, options);
    const size = vertical ? scroller.clientHeight : scroller.clientWidth;
    const end = (vertical ? scroller.scrollHeight : scroller.scrollWidth) - size;
    const scale = Math.round(devicePixelRatio * (viewport ? viewport.scale : 1) * 1e4) / 1e4;
    let text = `# device: ${navigator.userAgent}\n# scale: ${scale}\n`;
    text += vertical ? `# edge_top: 0\n# edge_bottom: ${end}\n` : `# edge_left: 0\n# edge_right: ${end}\n`;
    text += vertical ? `# bounds_height: ${size}\n` : `# bounds_width: ${size}\n`;
    text += vertical ? "t_s,offset_y_pt" : "t_s,offset_x_pt";
    if (wheels.length > 0) text += vertical ? ",delta_y_pt" : ",delta_x_pt";
    text += touched ? ",phase\n" : "\n";
    const labels = new Array(count);
    let moves = false; // whether the glide moves after this frame, or before the half second without a change
    for (let row = count - 1; row >= 0; row--) {
      const value = offsets[row];
      if (phases[row] !== GLIDE) moves = false;
      else if (row > 0 && value !== offsets[row - 1]) moves = true;
      const free = value < 0 || value > end ? "bounce" : moves ? "decelerating" : "rest";
      labels[row] = phases[row] === FINGER ? "tracking" : phases[row] === GLIDE ? free : "";
    }
    const stamp = (time) => (Math.max(0, time - times[0]) / 1000).toFixed(6);
    const blank = touched ? "," : ""; // events of a wheel have no phase
    let next = 0;
    for (let row = 0; row < count; row++) {
      while (next < wheels.length && wheels[next][0] <= times[row]) {
        text += `${stamp(wheels[next][0])},,${wheels[next][1]}${blank}\n`;
        next += 1;
      }
      text += `${stamp(times[row])},${offsets[row]}${wheels.length > 0 ? "," : ""}`;
      text += touched ? `,${labels[row]}\n` : "\n";
    }
    return text;
  }
  function save(name = "scroll.csv") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([stop()], { type: "text/csv" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  return { stop, save };
}
