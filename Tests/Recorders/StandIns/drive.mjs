// Feeds ReactNative.tsx the events of session.csv, as React Native would send them, along x with the argument x, and
// prints what it recorded.
import { readFileSync } from "node:fs";
import { useScrollRecorder } from "./ReactNative.tsx";

const recorder = useScrollRecorder(), { props } = recorder;
const lines = readFileSync("session.csv", "utf8").trim().split("\n").filter((line) => line[0] !== "#").slice(1);
const sideways = process.argv[2] === "x";
const isFinger = (label) => label === "tracking" || label === "rubber-band";
let last = null, before = "rest";
for (const line of lines) {
  const [time, offset, label] = line.replaceAll('"', "").split(",");
  const event = { nativeEvent: {
    timestamp: 5e6 + Number(time) * 1000, contentOffset: { x: 0, y: 0, [sideways ? "x" : "y"]: Number(offset) },
    contentInset: { top: 0, left: 0, bottom: 0, right: 0 },
    contentSize: { width: 844 + (sideways ? 1500 : 0), height: 844 + (sideways ? 0 : 1500) },
    layoutMeasurement: { width: 844, height: 844 } } };
  if (isFinger(label) && !isFinger(before)) props.onScrollBeginDrag(event);
  if (!isFinger(label) && isFinger(before)) props.onScrollEndDrag(event);
  if (offset !== last) props.onScroll(event);
  if (label === "rest" && before !== "rest") props.onMomentumScrollEnd(event);
  [last, before] = [offset, label];
}
process.stdout.write(recorder.text());
