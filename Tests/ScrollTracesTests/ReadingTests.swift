import ScrollTraces
import Testing

@Suite struct ReadingTests {
  private static let plain = "t,y\n0,1\n0.5,2.25\n"

  @Test(arguments: [
    plain, "\u{FEFF}" + plain, "t;y\r\n0;1\r\n0.5;2.25", "t\ty\r0\t1\r0.5\t2.25\r",
    "\n\n t , y \n\n 0 , 1 \n \n0.5,2.25\n\n", "\"t\",\"y\"\n\"0\",\"1\"\n\"0.5\",\"2.25\"\n",
    "T,Y\n0,1\n# said between\n0.5,2.25\n", "t_ms,contentOffset.y\n0,1\n500,2.25\n",
    "timestamp_US,offset_pt\n0,1\n5e5,2.25\n", "time_ns,Offset_Y_pt\n0,1\n500000000,2.25\n",
    "comment,t,y\nnan,0,1\n\"a,\nb\",0.5,2.25\n", "t,,y,\n0,,1,\n0.5,,2.25,\n",
    "t_s,y\n0,1\n0,1\n0.5,2.25\n", "t|y\n0|1\n0.5|2.25",
    "sep=;\r\nt;y\r\n0;1\r\n0.5;2.25\r\n", "\u{FEFF}\"sep=\t\"\nt\ty\n0\t1\n0.5\t2.25\n",
    "# said above\nSEP=,\nt,y\n0,1\n0.5,2.25\n",
    // As spreadsheets, R, pandas and SQLite write tables.
    "Table 1\n\nt,y\n0,1\n0.5,2.25\n", "% 60 Hz\n// me; you\nt;y\n0;1\n0.5;2.25\n",
    "Take 3,,\n,,\nTime (s),Offset (pt),\n0,1,\n0.5,2.25,\n", "t,y\n0,1\nt,y\n0.5,2.25\n",
    "t,y\n0,1,\n0.5,2.25,\n", "time,offset\nms,pt\n0,1\n500,2.25\n",
    "time,offset\r\n(ms),\r\n0,1\r\n500,2.25\r\n", "# me\nt y\n0 1\n# said between\n0.5 2.25\n",
    "   t     y\n1  0.0  1.00\n2  0.5  2.25\n\n[2 rows x 2 columns]\n",
    "\"t\" \"y\"\n\"1\" 0 1\n\"2\" 0.5 2.25\n", "t    y   \n---  ----\n0    1   \n0.5  2.25\n",
    // As Markdown, databases, gnuplot and numpy write them.
    "Take 3, fast\n\n| t | y |\n| --- | ---: |\n| 0 | 1 |\n| 0.5 | 2.25 |\n\nThe end.\n",
    "# Take 3\r\n\r\nt | y\r\n--|--\r\n0 | 1\r\n0.5 | 2.25\r\n", "t|n|y\n0||1\n0.5|late|2.25\n",
    "  t  |  y\n-----+------\n   0 |    1\n 0.5 | 2.25\n(2 rows)\n",
    "┌─────┬──────┐\n│ t   │ y    │\n├─────┼──────┤\n│ 0   │ 1    │\n│ 0.5 │ 2.25 │\n",
    "| t | y |\n|---|---|\n| ms | pt |\n| 0 | 1 |\n| 500 | 2.25 |\n",
    "t   y\nms  pt\n0   1\n500 2.25\n",
    "# t y\n0 1\n0.5 2.25\n", "# me\n# t (ms)  n  y\n# scale: 3\n  0  7 1\n500  8 2.25\n",
    "# y  t_ms\n1.00\t  0\n2.25\t500\n",
    // Names of other programs count where no other column is a time or an offset.
    "frameTimeNanos,pageYOffset\n0,1\n500000000,2.25\n", "Zeit (s);scroll_y\n0;1\n0.5;2.25\n",
    "time_in_ms,Scroll Offset (pt)\n0,1\n500,2.25\n", "ms,t,pos,y\n7,0,5,1\n8,0.5,5,2.25\n",
    "temps;pos\n0;1\n0.5;2.25\n", "@timestamp,contentOffset\n0,1\n0.5,2.25\n",
    "_time,_y\n0,1\n0.5,2.25\n",
    "Zeit in ms;Offset in pt\n0;1\n500;2.25\n", "'t','y'\n0,1\n0.5,2.25\n",
    "t\u{A0}(ms),offset\u{A0}(pt)\n0,1\n500,2.25\n",
    // A unit behind each number; the pixels of a page are points.
    "t,y\n0ms,1pt\n500ms,2.25pt\n", "t_ms;y\n0 ms;1 dp\n500 ms;2.25 dp\n",
    "time,note,offset\n0s,,1pt\n0.5s,late,2.25pt\n", "t,scrollTop\n0,1px\n0.5,2.25px\n",
    "[{\"t\": \"0ms\", \"scrollTop\": \"1px\"},\n{\"t\": \"500ms\", \"scrollTop\": \"2.25px\"}]",
    // A performance mark, whose duration is no gesture.
    "[{\"startTime\":0,\"duration\":0,\"detail\":{\"y\":1}},\n"
      + "{\"startTime\":0.5,\"duration\":0,\"detail\":{\"y\":2.25}}]",
    "dt,offset\n0,1\n0.5,2.25\n", "delta_ms,y\n0,1\n500,2.25\n", "dt,t,y\n9,0,1\n9,0.5,2.25\n",
  ])
  func `the same recording is read from every dialect`(text: String) throws {
    let options = ReadingOptions(delimiter: text.hasPrefix("t|y") ? .pipe : nil)
    let reading = read(text, options)
    #expect(reading.error == nil)
    let trace = try #require(reading.traces.first)
    #expect(reading.traces.count == 1)
    #expect(trace.times == [0, 0.5])
    #expect(trace.channels.map(\.values) == [[1, 2.25]] && !trace.hasGaps)
    #expect(trace.channel(.offset)?.values == [1, 2.25])
  }

  @Test func `a table with bars has columns that are asked for, and lines with line feeds`() throws
  {
    let text = "| when | reading |\n|---|---|\n| 0 | 1 |\n| 0.5 | 2.25 |\n"
    var options = ReadingOptions()
    (options.timeColumn, options.offsetColumn) = ("when", "reading")
    let trace = try #require(read(text, options).traces.first)
    #expect(trace.times == [0, 0.5] && trace.channels.map(\.values) == [[1, 2.25]])
    #expect(read(text).traces.isEmpty)
    let other = read("| t | y |\r|---|---|\r| 0 | 1 |\r| 0.5 | 2.25 |\r")
    #expect(other.error?.message == "no column among \"| t | y |\" has a known name")
  }

  /// As spreadsheets write them where the decimal mark is a comma; the content is that of points.
  @Test(arguments: [
    "t_s;y\n0,016;-12,5\n1;1,234\n", "t_s\ty\r\n0,016\t\u{2212}12,5\r\n1\t1,234\r\n",
    "t_s,y\n\"0,016\",\"-12,5\"\n\"1,000\",\"1,234\"\n", "t_s;y\n0,016;-12,5\n1,0;\u{A0}1,234\n",
    "sep=;\nt_s;y\n1,6e-2;-12,5\n1;+1,234\n",
  ])
  func `decimal commas are read as points, and told`(text: String) throws {
    let points = try #require(read("t_s,y\n0.016,-12.5\n1,1.234\n").traces.first)
    let trace = try #require(read(text).traces.first)
    #expect(trace.times == points.times && trace.channels[0].values == points.channels[0].values)
    #expect(trace.contentHash == points.contentHash && points.decimalComma == nil)
    #expect(trace.decimalComma == (text.contains("e-2") ? "1,6e-2" : "0,016"))
  }

  @Test func `times of day go on after midnight, and may begin with minutes`() throws {
    let night = "t,y\n23:59:59.5,1\n00:00:00.25,2\n00:00:01,3\n"
    #expect(read(night).traces.first?.times == [86399.5, 86400.25, 86401])
    let minutes = "t;y\n59:59.5;1\n1:00:00,25;2,5\n"
    #expect(read(minutes).traces.first?.times == [3599.5, 3600.25])
    #expect(read("t,y\n10:00,1\n").error?.code == .notANumber)
  }

  @Test(arguments: [
    "11/26/2026 11:59:59.5 PM,1\n11/27/2026 12:00:00.25 AM,2\n",
    "11/26/26 23:59:59.5,1\n11/27/26 0:00:00.25,2\n", "11:59:59.5 pm,1\n12:00:00.25\u{202F}am,2\n",
    "\"11/26/2026, 11:59:59.5 PM\",1\n\"11/27/2026, 12:00:00.25 AM\",2\n",
    "26.11.2026 23:59:59.5,1\n27.11.2026 00:00:00.25,2\n",
    "2026/11/26 23:59:59.5,1\n2026/11/27 00:00:00.25,2\n",
    "20261126T235959.5Z,1\n20261127T000000.25Z,2\n",
    "2026-11-26 23:59:59.5 UTC,1\n2026-11-27 01:00:00.25 +0100,2\n",
    "23:59:59:500,1\n00:00:00:250,2\n",
    "0 days 23:59:59.5,1\n1 days 00:00:00.25,2\n",
    // The clock is put back in between.
    "2026-10-25T02:59:59.5+02:00,1\n2026-10-25T02:00:00.25+01:00,2\n",
  ])
  func `dates are read as spreadsheets and programs write them`(rows: String) throws {
    let trace = try #require(read("t,y\n" + rows).traces.first)
    #expect(trace.times[1] - trace.times[0] == 0.75)
  }

  @Test func `options name columns without the units that rows have`() {
    let options = ReadingOptions(timeColumn: "at", offsetColumn: "Scroll")
    for rows in ["(ms),(pt)\n0,1\n500,2\n", "0ms,1pt\n500ms,2pt\n"] {
      let trace = read("at,Scroll\n" + rows, options).traces.first
      #expect(trace?.times == [0, 0.5] && trace?.channel(.offset)?.values == [1, 2])
    }
  }

  @Test func `the dialect is told`() {
    #expect(
      read("\u{FEFF}t;y\r\n0;1\r\n").traces.first?.dialect
        == Dialect(delimiter: .semicolon, hasByteOrderMark: true, lineEnding: .crlf))
    #expect(read("1\n2\n").traces.first?.dialect == Dialect(hasHeader: false))
  }

  @Test(arguments: [
    ("velocity_pt_per_ms", Role.velocity, 1500.0), ("edge_velocity_px_per_s", .edgeVelocity, 0.75),
    ("velocity_px_per_ms", .velocity, 750), ("distance_px", .distance, 0.75),
    ("max_overscroll", .maxOverscroll, 1.5),
    ("overscroll", .overscroll, 1.5), ("height_px", .height, 0.75), ("velocity", .velocity, 1.5),
    ("FINGER_Y_PT", .finger, 1.5), ("inner_y", .inner, 1.5), ("delta_y", .delta, 1.5),
  ])
  func `units are converted to points and seconds`(name: String, role: Role, value: Double) {
    let trace = read("# scale: 2\n\(name)\n1.5\n").traces.first
    #expect(trace?.channels.map(\.role) == [role])
    #expect(trace?.channels.first?.values == [value])
  }

  @Test func `a duration alone is no gesture`() {
    #expect(read("duration_ms\n1.5\n").error?.code == .noKnownColumn)
    let table = read("velocity,duration_ms\n1,1.5\n").traces.first
    #expect(table?.channel(.duration)?.values == [0.0015])
  }

  @Test(arguments: ["y_ms", "t_pt", "phase_s", "velocity_pt", "offset_", "yy", "offset z"])
  func `names with units they cannot have are unknown`(name: String) {
    let columns = read("x,\(name)\n1,2\n").traces.first?.columns
    #expect(columns?.map(\.isUsed) == [true, false])
    #expect(columns?[1].role == nil)
  }

  @Test func `options name columns and settle which is meant`() {
    let text = "t,timestamp_ms,y,offset,place_px\n1,2000,3,4,5\n"
    var options = ReadingOptions(timeColumn: "timestamp_ms", offsetColumn: "offset", scale: 2)
    var trace = read(text, options).traces.first
    #expect(trace?.times == [2])
    #expect(trace?.channel(.offset)?.values == [4])
    #expect(trace?.columns.map(\.isUsed) == [false, true, false, true, false])
    options.offsetColumn = "place_px"
    options.timeColumn = "T"
    options.timeUnit = .microseconds
    trace = read(text, options).traces.first
    #expect(trace?.times == [1e-6])
    #expect(trace?.channel(.offset)?.values == [2.5])
  }

  @Test func `both axes can be recorded`() {
    let trace = read("x,y\n1,2\n").traces.first
    #expect(trace?.axes(of: .offset) == [.x, .y])
    #expect(trace?.channel(.offset, axis: .x)?.values == [1])
  }

  @Test func `without stamps the interval is the option's, the metadata's, or 1/60 s`() {
    let text = "# interval: 1/120\n# refresh_hz: 30\ny\n1\n2\n"
    #expect(
      read(text, ReadingOptions(interval: 0.5)).traces.first?.timing
        == .assumed(interval: 0.5, source: .option))
    #expect(
      read(text).traces.first?.timing == .assumed(interval: 1 / 120, source: .metadata))
    let bare = read("7\n8\n9\n").traces.first
    #expect(bare?.timing == .assumed(interval: 1 / 60, source: .standard))
    #expect(bare?.times == [0, 1.0 / 60, 2.0 / 60])
    #expect(bare?.channel(.offset)?.values == [7, 8, 9])
    #expect(bare?.line == 1)
  }

  @Test func `metadata keeps its order, its unknown keys and its comments`() {
    let text = "# Scale: 3\n#made by hand\n# my-key:  a: b \n#edge_top:-88\n# see http://a\ny\n1\n"
    let metadata = read(text).traces.first?.metadata
    #expect(metadata?.entries.map(\.key) == ["Scale", "my-key", "edge_top"])
    #expect(metadata?["MY-KEY"] == "a: b")
    #expect(metadata?.scale == 3)
    #expect(metadata?.edgeTop == -88)
    #expect(metadata?.comments == ["made by hand", "see http://a"])
  }

  @Test func `recordings in one file are told apart by the trace column`() {
    let text = "trace,t,y,phase\na,0,1,drag\na,1,2,fling\na,2,3,fling\n# next\nb,0,4,\na,0,5,x\n"
    let traces = read(text).traces
    #expect(traces.map(\.name) == ["a", "b", "a"])
    #expect(traces.map(\.line) == [2, 6, 7])
    #expect(traces.map(\.rowsRead) == [3, 1, 1])
    #expect(
      traces[0].phases
        == [PhaseSpan(label: "drag", range: 0..<1), PhaseSpan(label: "fling", range: 1..<3)])
    #expect(traces[0].phase(at: 2) == "fling")
  }

  @Test func `from and to keep a span of the recording's own clock`() {
    let trace = read("t,y\n0,0\n1,1\n2,2\n3,3\n", ReadingOptions(from: 1, to: 2)).traces.first
    #expect(trace?.times == [1, 2])
    #expect(trace?.line == 3)
    #expect(trace?.rowsRead == 4)
  }

  @Test func `repeated rows are dropped, other values at one stamp are kept`() {
    let trace = read("t,y\n0,1\n0,1\n0,1\n0,2\n1,2\n").traces.first
    #expect(trace?.times == [0, 0, 1])
    #expect(trace?.duplicateRows == 2)
    #expect(trace?.duplicateStamps == 1)
    #expect(read("y\n1\n1\n1\n").traces.first?.count == 3)
  }

  @Test func `a long rest takes 1025 samples and ends where it ended`() throws {
    var text = "t_s,y\n-1,5\n"
    for row in 0..<5000 { text += "\(row),7\n" }
    text += "6000,8\n"
    let reading = read(Array(text.utf8), pieces: 1 << 16, ReadingOptions())
    let trace = try #require(reading.traces.first)
    #expect(trace.count == 1 + 1 + 1025 + 1)
    #expect(trace.restSamplesFolded == 5000 - 1 - 1025)
    #expect(trace.times.suffix(2) == [4999, 6000])
    #expect(trace.rowsRead == 5002)
  }

  @Test func `neither gestures nor steady deltas are rest`() {
    let rows = String(repeating: "3\n", count: 3000)
    for name in ["velocity", "delta_y"] {
      let reading = read(Array("\(name)\n\(rows)".utf8), pieces: 1 << 16, ReadingOptions())
      #expect(reading.traces.first?.count == 3000)
    }
  }

  @Test func `the content hash depends on content alone, and never changes`() throws {
    let one = try #require(read("# a: b\nt,y\n0,1\n0.5,2.25\n").traces.first)
    let same = read("\u{FEFF}# a: b\r\ntime;skip;offset\r\n0.0;x;1.00\r\n5e-1;y;2.25").traces.first
    #expect(same?.contentHash == one.contentHash)
    for other in [
      "# a: c\nt,y\n0,1\n0.5,2.25\n", "# a: b\nt,x\n0,1\n0.5,2.25\n", "# a: b\nt,y\n0,1\n0.5,2.5\n",
      "# a: b\nt_ms,y\n0,1\n0.5,2.25\n", "# a: b\nt,y\n0,1\n0.5,2.25\n1,2.25\n",
    ] {
      #expect(read(other).traces.first?.contentHash != one.contentHash)
    }
    // Computed from the definition by a program of its own; references hold such numbers.
    #expect(one.contentHash == 13_263_835_024_897_630_048)
    let part = read("# a: b\nt,y\n0,1\n0.5,2.25\n", ReadingOptions(from: 0.2)).traces.first
    #expect(part?.contentHash == one.contentHash)
  }

  @Test func `deltas add up to an offset`() {
    let trace = read("t,delta_y\n0,1\n1,2\n2,-4\n").traces.first
    #expect(trace?.channel(.delta)?.summed().values == [1, 3, -1])
  }

  @Test func `a column momentum names the phases, unless another does`() {
    let text = "t,delta_y,momentum\n0,1,false\n1,2,0\n2,9,true\n3,8,1\n4,7,True\n5,6,\n"
    #expect(
      read(text).traces.first?.phases == [
        PhaseSpan(label: "drag", range: 0..<2), PhaseSpan(label: "momentum", range: 2..<5),
        PhaseSpan(label: "", range: 5..<6),
      ])
    let both = read("t,delta_y,momentum,phase\n0,1,true,drag\n1,2,true,drag\n")
    #expect(both.error == nil)
    #expect(both.traces.first?.phases == [PhaseSpan(label: "drag", range: 0..<2)])
  }

  @Test func `events of a wheel may be stamped late and be alike, samples may not`() {
    let late = read("t_ms,delta_y\n0,1\n20,2\n19,2\n19,2\n36,3\n")
    #expect(late.error == nil)
    #expect(late.traces.first?.times == [0, 0.02, 0.02, 0.02, 0.036])
    #expect(late.traces.first?.channel(.delta)?.values == [1, 2, 2, 2, 3])
    // In ms as well where only the size of the stamps tells that.
    let open = read("t,delta_y\n0,1\n8,2\n24,2\n22,2\n36,3\n40,1\n60,1\n80,2\n")
    #expect(open.error == nil && open.traces.first?.count == 8)
    for text in [
      "t_ms,delta_y\n0,1\n100,2\n79,3\n", "t_ms,y\n0,1\n20,2\n19,3\n",
      "t_ms,delta_y,y\n0,1,0\n20,2,1\n19,3,2\n",
    ] {
      #expect(read(text).error?.code == .timeBackwards, "\(text)")
    }
  }

  @Test(arguments: ["5", "5\n", "y\r5", "\"y\"\n\"5\"", "y\n5\n\n\n"])
  func `one row is a recording`(text: String) {
    let reading = read(text)
    #expect(reading.error == nil)
    #expect(reading.traces.map { $0.channels.map(\.values) } == [[[5]]])
  }

  @Test func `extreme numbers make no trouble`() {
    #expect(read("dt,y\n1e308,1\n1e308,2\n").error?.code == .numberTooLarge)
    let text = "t,y\n-1e308,1e308\n" + (0..<9).map { "\($0),-1e308\n" }.joined() + "1e308,5e-324\n"
    let trace = read(text).traces.first
    #expect(trace?.count == 11)
    #expect(trace.map { SamplingFacts($0).sampleCount } == 11)
    let still = read("y\n1\n2\n", ReadingOptions(interval: 0)).traces.first
    #expect(still.map { SamplingFacts($0).grid?.frameNumbers } == [0, 0])
  }

  @Test func `random damage is refused with a place, or read, the same in all pieces`() {
    var random = Random(seed: 99)
    let base = Array("# scale: 3\ntrace,t_ms,y_px,phase\na,0,1.5,\"d\"\nb,1,-2e1,f\nb,2,3,f\n".utf8)
    let noise = Array("\",;\t\r\n#.e-0x\u{0}\u{FF}".utf8) + [0xFF, 0xFE]
    for _ in 0..<3000 {
      var bytes = base
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = noise.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      let reading = read(bytes)
      #expect(reading.error == nil || reading.error?.help.isEmpty == false)
    }
  }

  /// The values of known keys are kept beside the entries; how long that takes is watched by the fuzz target `metadata`.
  @Test func `a key is found again behind thousands of others`() throws {
    let others = (0..<4990).map { "# key\($0): 1\n" }.joined()
    let known = String(repeating: "# scale: 3\n", count: 4990)
    let good = read(Array((others + known + Self.plain).utf8), pieces: 1 << 16, ReadingOptions())
    #expect(good.error == nil)
    #expect(good.traces.first?.metadata.entries.count == 9980)
    #expect(good.traces.first?.metadata.scale == 3)
    let bad = read(
      Array(("# scale: 2\n" + others + known + Self.plain).utf8), pieces: 1 << 16, ReadingOptions())
    let error = try #require(bad.error)
    #expect(error.code == .badMetadata && error.line == 4992)
  }
}
