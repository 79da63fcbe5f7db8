import ScrollTraces
import Testing

/// Stamps in a column that names no unit.
@Suite struct TimeUnitTests {
  /// A recording of 60 rows, a step of `interval` apart, whose stamps begin at `start`.
  private func text(
    header: String = "t,offset_y_pt", comments: [String] = [], start: Double = 0,
    interval: Double, decimals: Bool = true, count: Int = 60
  ) -> String {
    var lines = comments + [header]
    for index in 0..<count {
      let stamp = start + (Double(index) * interval * 1000).rounded() / 1000
      lines.append("\(decimals ? "\(stamp)" : "\(Int(stamp))"),\(index * index)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func trace(
    _ text: String, _ options: ReadingOptions = ReadingOptions(), piece: Int = 1 << 16
  ) throws -> Trace {
    let reading = read(Array(text.utf8), pieces: piece, options)
    #expect(reading.error == nil)
    return try #require(reading.traces.first)
  }

  struct Case: Sendable {
    var interval: Double
    var unit: ColumnUnit
    var start = 0.0
    var comments: [String] = []
  }

  @Test(arguments: [
    // Frames at 24 to 500 Hz, and thinned ones.
    Case(interval: 1 / 60, unit: .seconds), Case(interval: 0.1, unit: .seconds),
    Case(interval: 0.9, unit: .seconds), Case(interval: 2, unit: .seconds),
    Case(interval: 2.083, unit: .milliseconds), Case(interval: 4.167, unit: .milliseconds),
    Case(interval: 5, unit: .milliseconds), Case(interval: 16.667, unit: .milliseconds),
    Case(interval: 41.667, unit: .milliseconds), Case(interval: 100.2, unit: .milliseconds),
    Case(interval: 2083, unit: .microseconds), Case(interval: 16_667, unit: .microseconds),
    Case(interval: 100_000, unit: .microseconds), Case(interval: 8_333_333, unit: .nanoseconds),
    Case(interval: 100_000_000, unit: .nanoseconds),
    // Times of day in each unit.
    Case(interval: 0.016, unit: .seconds, start: 1.7e9),
    Case(interval: 16, unit: .milliseconds, start: 1.7e12),
    Case(interval: 16_667, unit: .microseconds, start: 1.7e15),
    Case(interval: 16_666_880, unit: .nanoseconds, start: 1.7e18),
    // A display that the file says is as slow.
    Case(interval: 4, unit: .seconds, comments: ["# refresh_hz: 0.25"]),
    Case(interval: 16.667, unit: .milliseconds, comments: ["# refresh_hz: 60"]),
  ])
  func `the unit is the one in which samples are as far apart as frames`(_ item: Case) throws {
    let trace = try trace(
      text(comments: item.comments, start: item.start, interval: item.interval))
    #expect(trace.columns[0].unit == item.unit)
    #expect(trace.columns[0].isUnitInferred == (item.unit != .seconds))
    let divisor = item.unit.divisor(scale: 1)
    let first = item.start / divisor
    #expect(trace.times.first == first)
    let last = try #require(trace.times.last)
    // A time of day in seconds has an ulp of 2.4e-7.
    #expect((last - first - 59 * item.interval / divisor).magnitude < 1e-3 / divisor + 5e-7)
  }

  @Test(arguments: [
    ("t_s,offset_y_pt", nil), ("t,offset_y_pt", ColumnUnit.seconds),
    ("t_ms,offset_y_pt", ColumnUnit.seconds),
  ])
  func `a unit that is stated is taken`(_ header: String, _ option: ColumnUnit?) throws {
    let trace = try trace(
      text(header: header, interval: 1.5), ReadingOptions(timeUnit: option))
    #expect(trace.columns[0].unit == .seconds)
    #expect(!trace.columns[0].isUnitInferred)
    #expect(trace.times[1] == 1.5)
  }

  @Test(arguments: [
    ("ts (ns)", ColumnUnit.nanoseconds), ("timestamp (ms)", .milliseconds),
    ("Time [ms]", .milliseconds), ("t[us]", .microseconds), ("time (s)", .seconds),
    ("tMs", .milliseconds),
    ("elapsedMicros", .microseconds), ("timestamp_nanos", .nanoseconds),
    ("timeSeconds", .seconds),
  ])
  func `a unit in brackets or in a word is stated`(_ name: String, _ unit: ColumnUnit) throws {
    let content = text(header: "\(name),offset_y_pt", interval: 1.5)
    for options in [ReadingOptions(), ReadingOptions(timeColumn: name)] {
      let trace = try trace(content, options)
      #expect(trace.columns[0].unit == unit && !trace.columns[0].isUnitInferred)
      #expect(trace.timing == .stamps(column: name))
      #expect((trace.times[1] - 1.5 / unit.divisor(scale: 1)).magnitude < 1e-12)
    }
    // Beside a column of this format it is passed over.
    let both = try trace("t_s,\(name),y\n0,0,1\n1,2,3\n")
    #expect(both.columns.map(\.isUsed) == [true, false, true])
  }

  @Test func `a word at the end of any name states the unit of the times that are asked for`()
    throws
  {
    let content = text(header: "frameMicros,offset_y_pt", interval: 1.5)
    let trace = try trace(content, ReadingOptions(timeColumn: "frameMicros"))
    #expect(trace.columns[0].unit == .microseconds && !trace.columns[0].isUnitInferred)
    #expect(read("pixels (pt),offset (px)\n1,2\n").error?.code == .needsScale)
  }

  @Test func `a column that --time names has the unit of its own name`() throws {
    let content = text(header: "when,offset_y_pt", interval: 16.667)
    let open = try trace(content, ReadingOptions(timeColumn: "when"))
    #expect(open.times[1] == 0.016667)
    let stated = try trace(
      text(header: "when_s,offset_y_pt", interval: 1.5), ReadingOptions(timeColumn: "when_s"))
    #expect(stated.times[1] == 1.5)
  }

  @Test func `each recording of a file is told by itself`() throws {
    var content = "trace,t,offset_y_pt\n"
    for (name, interval) in [("a", 16.667), ("b", 0.016667), ("c", 8.333)] {
      for index in 0..<20 {
        content += "\(name),\((Double(index) * interval * 1e6).rounded() / 1e6),\(index * index)\n"
      }
    }
    for pieces in [1, 64, 1 << 16] {
      let traces = read(Array(content.utf8), pieces: pieces, ReadingOptions()).traces
      #expect(traces.map(\.columns[1].isUnitInferred) == [true, false, true])
      #expect(traces.map { $0.times[10] } == [166.67 / 1000, 0.16667, 83.33 / 1000])
    }
  }

  /// Everything but the column, which says how its unit is known, and the hash, which covers the unit as stated.
  private func content(_ trace: Trace) -> Trace {
    var trace = trace
    trace.columns = []
    trace.contentHash = 0
    // A repeated row outside the span counts as a repeated stamp where another phase was kept last.
    trace.duplicateStamps += trace.duplicateRows
    trace.duplicateRows = 0
    return trace
  }

  @Test(arguments: [60, 1023, 1024, 1025, 3000], [1, 1 << 16])
  func `a span in seconds is that of a file that states the unit`(_ count: Int, _ piece: Int)
    throws
  {
    // Phases, lines without a sample, repeated rows and rests, so that all that is counted is.
    var content = "t,offset_y_pt,phase\n"
    for index in 0..<count {
      if index % 50 == 7 { content += "\n# remark\n" }
      let value = index % 400 < 300 ? index * 3 : 7
      let row = "\(Double(index) * 10),\(value),\(index / 37 % 2 == 0 ? "drag" : "fling")\n"
      content += index % 45 == 3 ? row + row : row
    }
    let end = Double(count) / 100
    for (from, to) in [
      (0.05, nil), (nil, 0.3), (0.1, 0.4), (0.5 * end, end), (0, 2 * end), (0.9 * end, nil),
    ] as [(Double?, Double?)] {
      var options = ReadingOptions(from: from, to: to)
      let told = try trace(content, options, piece: piece)
      options.timeUnit = .milliseconds
      let stated = try trace(content, options, piece: piece)
      #expect(told.columns[0].unit == .milliseconds)
      let isSame = self.content(told) == self.content(stated)
      #expect(
        isSame, "\(count) rows, from \(String(describing: from)) to \(String(describing: to))")
    }
  }

  @Test func `a span without samples is named in seconds`() throws {
    let reading = read(
      Array(text(interval: 16.667).utf8), pieces: 64, ReadingOptions(from: 5))
    let error = try #require(reading.error)
    #expect(error.code == .nothingInWindow)
    #expect(error.message.contains("from 0.0 s to 0.983"))
  }

  @Test func `pauses and repeated stamps do not change what the median says`() throws {
    // Seconds with long pauses between bursts; milliseconds with stamps that repeat.
    var bursts = "t,delta_y\n"
    var pairs = "t,offset_y_pt\n"
    for index in 0..<60 {
      bursts += "\(Double(index / 6) * 30 + Double(index % 6) * 0.016),\(index)\n"
      pairs += "\(Double(index / 2) * 16.667),\(index)\n"
    }
    #expect(try trace(bursts).columns[0].unit == .seconds)
    #expect(try trace(pairs).columns[0].unit == .milliseconds)
  }

  @Test func `gestures of a table have no frames`() throws {
    let trace = try trace("t,velocity,distance\n0,900,450\n30,1200,600\n60,1500,750\n")
    #expect(trace.columns[0].unit == .seconds)
    #expect(!trace.columns[0].isUnitInferred)
  }

  /// The second stamp is 1.25 s after the first, whatever stands for it.
  @Test(arguments: [
    ("2024-02-29T23:59:59.500Z", "2024-03-01T00:00:00.750Z"),
    ("2023-12-31 23:59:59.5", "2024-01-01 00:00:00.75"),
    ("2024-05-01T12:00:00,5+02:00", "2024-05-01T10:00:01,75Z"),
    ("2024-05-01T05:30:00-0430", "2024-05-01T12:00:01.25+02"),
    ("1969-12-31T23:59:59.5Z", "1970-01-01T00:00:00.75Z"), ("10:00:59.25", " 10:01:00.5"),
  ])
  func `times of ISO 8601 are seconds`(first: String, second: String) throws {
    for text in [
      "time,y\n\"\(first)\",1\n\"\(second)\",2\n",
      "{\"time\": \"\(first)\", \"y\": 1}\n{\"time\": \"\(second)\", \"y\": 2}\n",
    ] {
      let reading = read(Array(text.utf8), pieces: 7, ReadingOptions())
      let trace = try #require(reading.traces.first, "\(String(describing: reading.error))")
      #expect(abs(trace.times[1] - trace.times[0] - 1.25) < 1e-6)
    }
  }

  @Test func `a date of ISO 8601 is that of the calendar`() throws {
    let text = "t_s,y\n2024-05-01T10:00:00.5Z,1\n2024-05-01T10:00:01Z,2\n"
    let trace = try #require(read(Array(text.utf8), pieces: 64, ReadingOptions()).traces.first)
    #expect(trace.times == [1_714_557_600.5, 1_714_557_601])
  }

  @Test(arguments: [
    "2024-05-01", "2024-13-01T10:00:00", "2024-05-01T10:00", "10:60:00", "24:00:00", "10:00:00.",
    "13:00:00 PM", "10:00:00 PMx", "20261126T1520Z", "11/26/2026", "2024-05-01T10:00:00+25",
    "2024-05-01T10:00:00Zx",
  ])
  func `what is no time of ISO 8601 is refused`(text: String) {
    let reading = read(Array("t,y\n\(text),1\n".utf8), pieces: 64, ReadingOptions())
    #expect(reading.error?.code == .notANumber)
  }
}
