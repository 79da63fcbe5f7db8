// Records the offset of a React Native ScrollView or FlatList, as a CSV for scrollfit. Not run on a phone by this project.
//
//   const recorder = useScrollRecorder();
//   <ScrollView {...recorder.props}> ... </ScrollView>
//   <Button title="Save" onPress={() => Share.share({ message: recorder.text() })} />
//
// Run a release build: a debug build loses events.
//
// Clock: the native event's own time, where there is one: React Native's new architecture stamps a scroll event where it
// is made, on the thread of the display. performance.now() in JavaScript, the fallback, is the time at which
// the event had crossed to the other thread, which wanders by several ms: then prefer UIKit.swift or AndroidView.kt.
//
// An event comes only where the offset changed; scrollfit puts the frames between back. The offset written is that along
// the axis on which the content moved further: x of a horizontal list.
import { useMemo } from "react";
import { NativeScrollEvent, NativeSyntheticEvent, PixelRatio, Platform } from "react-native";

type ScrollEvent = NativeSyntheticEvent<NativeScrollEvent & { timestamp?: number }>;

const capacity = 120 * 600;
const labels = ["", "tracking", "decelerating", "rest"];
const NONE = 0, FINGER = 1, GLIDE = 2, REST = 3;

class ScrollRecorder {
  private times = new Float64Array(capacity);
  private offsets = { x: new Float64Array(capacity), y: new Float64Array(capacity) };
  private phases = new Uint8Array(capacity);
  private count = 0;
  private phase = NONE;
  private last: NativeScrollEvent | null = null;

  private add = (event: ScrollEvent) => {
    const native = event.nativeEvent;
    if (this.count === capacity) return;
    const time = native.timestamp ?? performance.now();
    // An event that reports a change of phase repeats the offset.
    const previous = this.count - 1;
    if (previous >= 0 && time <= this.times[previous]) return;
    this.times[this.count] = time;
    this.offsets.x[this.count] = native.contentOffset.x;
    this.offsets.y[this.count] = native.contentOffset.y;
    this.phases[this.count] = this.phase;
    this.count += 1;
    this.last = native;
  };

  props = {
    scrollEventThrottle: 1, // every event
    onScroll: this.add,
    onScrollBeginDrag: () => { this.phase = FINGER; },
    onScrollEndDrag: () => { this.phase = GLIDE; },
    onMomentumScrollBegin: () => { this.phase = GLIDE; },
    onMomentumScrollEnd: (event: ScrollEvent) => {
      this.phase = REST;
      this.add(event);
      this.phase = NONE; // a scroll of the app has no label
    },
  };

  /** How far the content moved along an axis. */
  private travel(axis: "x" | "y"): number {
    const offsets = this.offsets[axis].subarray(0, this.count);
    return offsets.reduce((a, b) => Math.max(a, b)) - offsets.reduce((a, b) => Math.min(a, b));
  }

  /** The CSV of all events so far. */
  text(): string {
    const last = this.last;
    if (last === null) return "";
    const sideways = this.travel("x") > this.travel("y");
    const offsets = sideways ? this.offsets.x : this.offsets.y;
    const { contentInset: inset, contentSize: content, layoutMeasurement: view } = last;
    const start = !inset ? 0 : sideways ? -inset.left : -inset.top;
    const end = Math.max(start, sideways
      ? content.width + (inset ? inset.right : 0) - view.width
      : content.height + (inset ? inset.bottom : 0) - view.height);
    const lines = [
      `# device: ${Platform.OS} ${Platform.Version}`,
      `# scale: ${PixelRatio.get()}`,
      sideways ? `# edge_left: ${start}` : `# edge_top: ${start}`,
      sideways ? `# edge_right: ${end}` : `# edge_bottom: ${end}`,
      sideways ? `# bounds_width: ${view.width}` : `# bounds_height: ${view.height}`,
      sideways ? "t_s,offset_x_pt,phase" : "t_s,offset_y_pt,phase",
    ];
    for (let row = 0; row < this.count; row++) {
      const offset = offsets[row];
      const beyond = this.phases[row] === GLIDE && (offset < start || offset > end);
      const label = beyond ? "bounce" : labels[this.phases[row]];
      lines.push(`${((this.times[row] - this.times[0]) / 1000).toFixed(6)},${offset},${label}`);
    }
    return lines.join("\n") + "\n";
  }
}

export function useScrollRecorder(): ScrollRecorder {
  return useMemo(() => new ScrollRecorder(), []);
}
