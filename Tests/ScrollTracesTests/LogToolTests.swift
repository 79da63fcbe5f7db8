import ScrollTraces
import Testing

/// Lines as other tools print them, nine samples each, with the offset i² + 0.5.
@Suite struct LogToolTests {
  private func numbers(_ line: (Int) -> String) -> String {
    (0..<9).map { line($0) + "\n" }.joined()
  }

  /// Expects the samples, the times being a step apart; without a step they are frames at 60 Hz.
  private func expect(
    _ text: String, step: Double?, otherLines: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let trace = try #require(read(text).traces.first, sourceLocation: sourceLocation)
    let offsets = (0..<9).map { Double($0 * $0) + 0.5 }
    #expect(trace.channel(.offset)?.values == offsets, sourceLocation: sourceLocation)
    #expect(trace.timing.isRecorded == (step != nil), sourceLocation: sourceLocation)
    let times = trace.times.map { $0 - trace.times[0] }
    let expected = (0..<9).map { Double($0) * (step ?? 1 / 60) }
    #expect(
      zip(times, expected).allSatisfy { abs($0 - $1) < 1e-6 }, sourceLocation: sourceLocation)
    #expect(trace.log?.otherLines == otherLines, sourceLocation: sourceLocation)
  }

  @Test func `a stack trace may stand behind each sample`() throws {
    let calls = (1...6).map { "UnityEngine.Call\($0):Log (UnityEngine.LogType,object)\n" }.joined()
    try expect(
      numbers {
        "anchoredPosition (0.00, \($0 * $0).5) \(3.2 + 0.016 * Double($0))\n\(calls)\n"
          + "(Filename: Assets/ScrollLogger.cs Line: 14)\n"
      }, step: 0.016, otherLines: 63)
  }

  @Test func `a time may stand behind the offset`() throws {
    let start = 1_700_000_000_000
    try expect(
      numbers { "scroll_offset{view=\"feed\"} \($0 * $0).5 \(start + 16 * $0)" }, step: 0.016)
    try expect(numbers { "scroll,view=feed offset=\($0 * $0).5 \(start + 16 * $0)" }, step: 0.016)
    try expect(numbers { "window.scrollY: \($0 * $0).5 @ \(16 * $0)ms" }, step: 0.016)
    // A count of lines is no time.
    let counted = read(numbers { "\($0 * $0).5 \($0 + 1)" })
    #expect(counted.traces.first?.timing.isRecorded == false)
  }

  @Test func `the signs of Safari, Swift and Unreal are no part of numbers and names`() throws {
    try expect(
      numbers { "[Log] \(0.5 * Double($0)) \u{2013} \($0 * $0).5 (scroll.js, line 3)" }, step: 0.5)
    try expect(numbers { "[\"t\": \(0.5 * Double($0)), \"y\": \($0 * $0).5]" }, step: 0.5)
    try expect(
      numbers { "[2026.11.23-16.07.3\($0):906][  1]LogScroll: Offset=\($0 * $0).5 Time=\($0)" },
      step: 1)
  }

  @Test func `samples may be a quarter of the lines`() throws {
    try expect(
      numbers { "Scroll y=\($0 * $0).5 t=\($0)\nDebug:Log (object)\nScroller:Update ()\n" },
      step: 1, otherLines: 18)
    try expect(
      "Engine v4.2.stable\nOpenGL 3.3\n" + numbers { "0.\($0) \($0 * $0).5" }, step: 0.1,
      otherLines: 2)
  }

  @Test func `stamps of Chromium and GLib, and numbers that are frame times, are times`() throws {
    try expect(
      numbers {
        "[4021:259:1126/15202\($0).016000:INFO:CONSOLE(12)] \"scrollTop \($0 * $0).5\", source: http://localhost/ (12)"
      }, step: 1)
    try expect(
      numbers { "(app:4021): Scroll-DEBUG: 15:20:2\($0).016: value \($0 * $0).5" }, step: 1)
    try expect(
      numbers { "D( 4021) frame \(81_234_000_000 + 16_000_000 * $0): y=\($0 * $0).5" }, step: 0.016)
    // Bytes of a transfer are no stamp.
    try expect(numbers { "loaded 1024/204800: y=\($0 * $0).5" }, step: nil)
  }

  @Test func `values of React, lengths of Compose and steps of time may have no mark`() throws {
    try expect(numbers { "LOG  scrollY.value \($0 * $0).5 dt 16" }, step: 0.016)
    try expect(numbers { "0.\($0) offset.current: \($0 * $0).5.dp" }, step: 0.1)
  }

  @Test func `times on the lines before numbers without a name are theirs`() throws {
    try expect(numbers { "15:20:2\($0).016\nscroll \($0 * $0).5" }, step: 1)
  }

  @Test(arguments: [
    "VerticalOffset=OFFSET", "scroll_vertical: OFFSET, delta: 1",
    "bounds: {{0, OFFSET}, {390, 844}}",
    "anchoredPosition=(0.0, OFFSET)",
  ])
  func `names of WPF, Godot, UIKit and Unity are known`(form: String) throws {
    try expect(
      numbers { "0.\($0) \(form.replacing("OFFSET", with: "\($0 * $0).5"))" }, step: 0.1)
  }
}
