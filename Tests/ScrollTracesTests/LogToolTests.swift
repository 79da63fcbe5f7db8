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

  @Test(arguments: ["http://localhost/a.html (12)", " (1)", "data:text/html,<p>1 2 (1)"])
  func `numbers without names in the console of Chromium are a time and an offset`(
    source: String
  ) throws {
    let head = { (second: Int) in "[4021:259:1126/15202\(second).016000:INFO:CONSOLE:12]" }
    try expect(
      numbers { "\(head($0)) \"\(16 * $0).5 \($0 * $0).5\", source: \(source)" }, step: 0.016)
    try expect(numbers { "\(head($0)) \"\($0 * $0).5\", source: \(source)" }, step: 1)
    // The stamp of a line without numbers of processes.
    try expect(
      numbers { "[1126/15202\($0).016000:INFO:CONSOLE(12)] \"\($0 * $0).5\", source: \(source)" },
      step: 1)
    // Messages of the browser itself are no samples.
    try expect(
      numbers {
        "\(head($0)) \"\($0 * $0).5\", source: \(source)\n[4021:259:1126/152021.016000:ERROR:viz.cc(440)] GPU 7"
      }, step: 1, otherLines: 9)
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

  /// A count in front of a time, or beside it, would be the time itself.
  @Test(arguments: [
    "COUNT:03-14 15:20:2TIME  451  451 D Scroll: y=OFFSET",
    "[COUNT][2026-03-14 15:20:2TIME] y=OFFSET", "[15:20:2TIME] [COUNT] y=OFFSET",
    "15:20:2TIME #COUNT y=OFFSET", "COUNT:15:20:2TIME y=OFFSET",
    "./scroll.log:COUNT:2026-03-14 15:20:2TIME OFFSET", "COUNT 2026-03-14 15:20:2TIME OFFSET",
    "COUNT:8TIME y=OFFSET", "[COUNT] y=OFFSET (TIMEs)", "scroll.log:COUNT:8TIME OFFSET",
    "[2026.11.23-15.20.2SECOND:016][COUNT]LogScroll: y=OFFSET",
  ])
  func `a count is no time where there is another one`(form: String) throws {
    let uneven = [1, 3, 4, 9, 11, 12, 20, 22, 25]
    for count in [(0..<9).map { 3 * $0 + 7 }, uneven] {
      try expect(
        numbers {
          form.replacing("COUNT", with: "\(count[$0])").replacing("TIME", with: "\($0).016")
            .replacing("SECOND", with: "\($0)").replacing("OFFSET", with: "\($0 * $0).5")
        }, step: 1)
    }
  }

  @Test func `milliseconds beside a time of day are no count`() throws {
    let text = numbers { "15:20:20.\(100 + 16 * $0) \(81_100 + 16 * $0) \($0 * $0).5" }
    try expect(text, step: 0.016)
    #expect(read(text).traces.first?.timing == .stamps(column: "t"))
    // Lines that are printed all at once share a time of day.
    try expect(numbers { "15:20:20.016 D Scroll: \(16 * $0) y=\($0 * $0).5" }, step: 0.016)
    let named = read(
      (0..<24).map { "15:20:20.016 y=\($0 * $0).5 vsync=\(33_016_000_000 + 16_000_000 * $0)\n" }
        .joined())
    #expect(named.error?.help.contains("scrollfit --log --time vsync trace.csv") == true)
  }

  @Test(arguments: ["doFrame COUNT: y=OFFSET", "COUNT:y=OFFSET"])
  func `a count alone is refused, and passed over where an option says the interval`(form: String)
    throws
  {
    let text = numbers {
      form.replacing("COUNT", with: "\(2 * $0 + 7)").replacing("OFFSET", with: "\($0 * $0).5")
    }
    let error = try #require(read(text).error)
    #expect(error.code == .unclearTime && error.line == 1)
    #expect(error.help.contains("scrollfit --log --interval 1/60 trace.csv;"), "\(error.help)")
    let trace = try #require(read(text, ReadingOptions(interval: 0.5)).traces.first)
    #expect(!trace.timing.isRecorded && trace.times[8] == 4 && trace.channels.count == 1)
  }

  @Test(arguments: ["y=OFFSET (8.TENTHms since last)", "frame 3 (8.TENTH ms): y OFFSET"])
  func `what each line lasted is refused with a command`(form: String) throws {
    let text = numbers {
      form.replacing("TENTH", with: "\($0 * 7 % 10)").replacing("OFFSET", with: "\($0 * $0).5")
    }
    let error = try #require(read(text).error)
    #expect(error.code == .unclearTime)
    #expect(
      error.help.contains(
        "sed -E 's/([0-9.]+ *ms)([^A-Za-z]|$)/dt=\\1\\2/' trace.csv | scrollfit --log -;"),
      "\(error.help)")
    let mended = read(text.replacing("8.", with: "dt=8."))
    #expect(mended.traces.first?.timing.isRecorded == true, "\(String(describing: mended.error))")
  }

  @Test(arguments: [
    ("03-14 15:20:2ROW.016 u0_a312  451  451 D TAG: y=OFFSET", 1.0),
    ("2026-03-14 15:20:2ROW.016  451-451  TAG   com.app   D  y=OFFSET", 1),
    ("2026-03-14 15:20:2ROW.016 451-451/com.app D/TAG: y=OFFSET", 1),
    ("03-14 15:20:2ROW.016 451-451/? D/TAG: OFFSET", 1),
    ("D  03-14 15:20:2ROW.016  y=OFFSET", 1), ("D( 451) y=OFFSET  (TAG)", nil),
    ("D( 451: 452) y=OFFSET", nil), ("[ 03-14 15:20:2ROW.016  451: 451 D/TAG ]\ny=OFFSET\n", 1),
    ("7ROW:03-14 15:20:2ROW.016  451  451 D TAG: y=OFFSET", 1),
  ])
  func `the formats of logcat and of Android Studio are known`(form: String, step: Double?) throws {
    for tag in ["Scroll", "flutter"] where form.contains("TAG") || tag == "Scroll" {
      let text = numbers {
        form.replacing("ROW", with: "\($0)").replacing("TAG", with: tag)
          .replacing("OFFSET", with: "\($0 * $0).5")
      }
      try expect(text, step: step)
      #expect(read(text).traces.first?.log?.isOfAndroid == (tag == "Scroll"), "\(tag)")
    }
  }

  @Test func `a table in lines of logcat may hold pixels too`() throws {
    let text = "03-14 15:20:20.016  451  451 D Scroll: t_s,y\n"
    let rows = numbers { "03-14 15:20:20.016  451  451 D Scroll: 0.\($0),\($0 * $0).5" }
    let trace = try #require(read(text + rows).traces.first)
    #expect(trace.log?.isOfAndroid == true && trace.count == 9)
  }

  @Test func `the number of elements above what Swift dumps is no item`() throws {
    try expect(
      "▿ 9 elements\n" + numbers { "  ▿ Sample\n    - t: 0.\($0)\n    - y: \($0 * $0).5" },
      step: 0.1, otherLines: 1)
  }

  @Test func `a time may be said to be that of an offset without a name`() throws {
    for form in ["scrollViewDidScroll: OFFSET at 8.ROW16", "didScroll OFFSET @ 8.ROW16"] {
      try expect(
        numbers {
          form.replacing("ROW", with: "\($0)").replacing("OFFSET", with: "\($0 * $0).5")
        }, step: 0.1)
    }
    // Places that fall are no times.
    #expect(read(numbers { "tap \($0 * $0) at \(90 - $0)" }).error?.code == .noKnownColumn)
  }

  @Test func `the types of columns that R prints below their names are no row`() throws {
    let rows = numbers { "\($0 + 1) \(16 * $0) \($0 * $0).5" }
    try expect("# A tibble: 9 x 2\n   t_ms offset_y\n  <dbl>    <dbl>\n" + rows, step: 0.016)
  }

  @Test func `lines may end with carriage returns alone`() throws {
    try expect(numbers { "0.\($0) offset: \($0 * $0).5" }.replacing("\n", with: "\r"), step: 0.1)
  }

  @Test func `times on lines of their own are no offsets`() throws {
    var options = ReadingOptions()
    options.isLog = true
    let text = (0..<12).map { "1741944413.\(500 + 16 * $0)\n    mScrollY=\($0 * $0)\n" }.joined()
    let error = try #require(read(text, options).error)
    #expect(error.code == .emptyCell)
    #expect(
      error.help.hasSuffix("trace.csv | paste -d ' ' - - | scrollfit --log --offset mScrollY -"))
  }

  @Test func `lines out of order and arrays in a line get a command`() throws {
    let order = [0, 1, 2, 4, 3, 5, 6, 7, 8]
    let unsorted = read(numbers { "2026-03-14 15:20:2\(order[$0]).016 y=\($0)" }).error
    #expect(unsorted?.help.hasSuffix("sort -s -k 1,2 trace.csv | scrollfit --log -") == true)
    let array = read(" LOG  [{\"t\":0,\"y\":1},{\"t\":1,\"y\":2}]\n").error
    #expect(array?.help.hasSuffix("grep -o '\\[{.*}\\]' trace.csv | scrollfit -") == true)
    let insert = numbers { "INSERT INTO s (id, t_ms, y, n) VALUES (\($0), \($0).5, \($0), 0);" }
    #expect(
      read(insert).error?.help.hasSuffix("{ print $4 }' trace.csv | tr -d \"'\" | scrollfit fit -")
        == true)
  }
}
