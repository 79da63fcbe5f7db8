import ScrollTraces
import Testing

/// Recordings without stamps of their own, whose file tells the rate of frames in another way.
@Suite struct RateTests {
  private func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private func expect(
    _ text: String, interval: Double, _ source: IntervalSource, count: Int = 9,
    _ options: ReadingOptions = ReadingOptions(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let reading = read(text, options)
    let trace = try #require(
      reading.traces.first, "\(String(describing: reading.error))", sourceLocation: sourceLocation)
    guard case .assumed(let found, source) = trace.timing else {
      Issue.record("\(trace.timing)", sourceLocation: sourceLocation)
      return
    }
    #expect(abs(found - interval) < 1e-12, sourceLocation: sourceLocation)
    #expect(trace.count == count, sourceLocation: sourceLocation)
    for (row, time) in trace.times.enumerated() {
      #expect(abs(time - Double(row) * interval) < 1e-9, sourceLocation: sourceLocation)
    }
    let offsets = (0..<count).map { row in Double(row / 2 * (row / 2)) }
    #expect(trace.channel(.offset)?.values == offsets, sourceLocation: sourceLocation)
  }

  private func offset(_ row: Int) -> String { "\(row / 2 * (row / 2))" }

  @Test(arguments: [
    "# fps: 120", "# refresh rate: 120 Hz", "# refreshRate: 120", "# Frame_Rate: 120 fps",
    "# frame-rate-hz: 120", "# sample_rate: 120", "# Sampling Rate: 120.0 Hz", "# dt: 1/120",
    "# dt_ms: 8.333333333333333", "# sample_interval: 8333.333333333333 us",
    "# refresh_hz: 120 Hz", "# interval: 1/120 s", "# recorded at 120 fps", "# 120 Hz",
    "# Captured at 120Hz, iPhone", "# note: logged at 120 fps",
    "# ProMotion 120Hz", "# iPad Pro, 120 Hz display",
    "{\"fps\": 120, \"device\": \"iPad\"}",
  ])
  func `the rate may have other names`(line: String) throws {
    let rows =
      line.hasPrefix("{")
      ? lines(9) { "{\"frame\": \($0), \"y\": \(offset($0))}" } : "y\n" + lines(9, offset)
    try expect(line + "\n" + rows, interval: 1 / 120, .metadata)
  }

  @Test(arguments: [
    "# fps: variable", "# touch sampling at 240 Hz",
    "# recorded at 60 fps on 120 Hz, sampled at 30 Hz",
    "# dt: unknown", "# refresh of the list: 120",
  ])
  func `what is no rate of the samples is none`(line: String) throws {
    try expect("\(line)\ny\n" + lines(9, offset), interval: 1 / 60, .standard)
  }

  @Test func `a line above the samples of a log may state the rate`() throws {
    let rows = lines(9) { "y=\(offset($0))" }
    try expect("Recording at 120 Hz\n" + rows, interval: 1 / 120, .metadata)
    // A meter of frames is none.
    try expect("57 fps\n" + rows, interval: 1 / 60, .standard)
  }

  @Test func `a rate of samples is not that of the display`() throws {
    let trace = try #require(
      read("# sample_rate: 250\nt_s,y\n" + lines(9) { "\($0),\($0)" }).traces.first)
    #expect(trace.metadata.refreshRate == nil && trace.metadata.interval == 0.004)
    let both = "# refresh_hz: 60\n# fps: 30\ny\n" + lines(9, offset)
    try expect(both, interval: 1 / 60, .metadata)
  }

  @Test func `a constant column beside a count of frames states the rate`() throws {
    try expect(
      "frame,fps,offset\n" + lines(9) { "\($0),120,\(offset($0))" }, interval: 1 / 120, .metadata)
    // One that is measured changes.
    try expect(
      "frame,fps,offset\n" + lines(9) { "\($0),\(59 + $0 % 3),\(offset($0))" }, interval: 1 / 60,
      .standard)
    let error = try #require(
      read("frame,fps,offset\n" + lines(12) { "\(2 * $0),120,\(offset($0))" }).error)
    #expect(error.code == .unclearTime && error.help.hasPrefix("if it counts frames, at 120 Hz, "))
  }

  /// Rows of 30 Hz from the middle of a second on, with rests of two rows.
  private func seconds(_ form: String, rate: Int = 30, _ count: Int = 100) -> String {
    lines(count) { row in
      let second = (row + rate / 2) / rate
      return form.replacing("S", with: "\(11 + second)").replacing("Y", with: offset(row))
    }
  }

  @Test(arguments: [
    "2026-11-28 09:14:S +0000 y=Y", "09:14:S AM contentOffset.y = Y", "[09:14:S] offset Y",
  ])
  func `the lines in each second of a log tell the rate`(form: String) throws {
    try expect(seconds(form), interval: 1 / 30, .counted, count: 100)
    // Some frames are missing.
    let thin = seconds(form).split(separator: "\n").enumerated()
      .filter { $0.offset % 7 != 3 && $0.offset % 31 > 4 }.map { $0.element + "\n" }.joined()
    let trace = try #require(read(thin).traces.first)
    #expect(trace.timing == .assumed(interval: 1 / 60, source: .standard))
  }

  @Test(arguments: [
    "time,y\n2026-11-28 09:14:S,Y", "Time,y\n11/28/2026 09:14:S AM,Y", "timestamp,y\n17327000S,Y",
    "t_s,y\n1S,Y", "{\"time\": \"09:14:S\", \"y\": Y}",
  ])
  func `the rows in each second of a table tell the rate`(form: String) throws {
    let parts = form.split(separator: "\n").map(String.init)
    let header = parts.count > 1 ? parts[0] + "\n" : ""
    try expect(header + seconds(parts[parts.count - 1]), interval: 1 / 30, .counted, count: 100)
    let options = ReadingOptions(interval: 0.02)
    let odd = header + seconds(parts[parts.count - 1], rate: 37)
    try expect(odd, interval: 0.02, .option, count: 100, options)
    let error = try #require(read(odd).error)
    #expect(error.code == .unclearTime)
    #expect(
      error.help.hasSuffix("hold 37: scrollfit fit --interval 1/37 trace.csv"), "\(error.help)")
    #expect(read(header + seconds(parts[parts.count - 1]), ReadingOptions(from: 1)).error != nil)
  }

  @Test(arguments: [60, 90, 120])
  func `the fullest seconds of a log of changes tell the rate`(rate: Int) throws {
    // Three drags and glides of 3.2 s, with rests of 1.8 s in which no line is printed.
    let moving = (0..<15 * rate).filter { 10 * ($0 % (5 * rate)) < 32 * rate }
    func text(_ form: String, _ moving: [Int]) -> String {
      moving.enumerated().map { row, frame in
        let time = Double(frame) / Double(rate) + 0.45
        return form.replacing("S", with: "\(10 + Int(time))").replacing("Y", with: offset(row))
          + "\n"
      }.joined()
    }
    let forms = ["2026-11-28 09:14:S +0000 y=Y", "09:14:S,Y"]
    for (header, form) in zip(["", "time,y\n"], forms) {
      try expect(
        header + text(form, moving), interval: 1 / Double(rate), .counted, count: moving.count)
    }
    // One in eight lines is lost, so that no second is full.
    let thin = text(forms[0], moving.filter { $0 % 8 != 3 })
    let trace = try #require(read(thin).traces.first)
    #expect(trace.timing == .assumed(interval: 1 / 60, source: .standard))
    let error = try #require(read("time,y\n" + text(forms[1], moving.filter { $0 % 8 != 3 })).error)
    #expect(error.help.contains("full seconds hold up to \(rate - rate / 8)"), "\(error.help)")
  }

  @Test(arguments: ["fps: 30", "Refresh rate: 30 Hz", "FPS,30\n", "Test of the list\nfps=30"])
  func `a line above the header may state the rate`(title: String) throws {
    let rows = "frame,y\n" + lines(9) { "\($0),\(offset($0))" }
    try expect(title + "\n" + rows, interval: 1 / 30, .metadata)
    try expect("A list of 30 rows\n" + rows, interval: 1 / 60, .standard)
  }

  @Test func `tenths of a second tell the rate, and phases keep their rows`() throws {
    let rows = lines(100) { row in
      "01:0\((row + 3) / 60).\((row + 3) / 6 % 10),\(offset(row)),\(row < 51 ? "drag" : "glide")"
    }
    let text = "Time,y,phase\n" + rows
    try expect(text, interval: 1 / 60, .counted, count: 100)
    #expect(read(text).traces.first?.phases?.map(\.range) == [0..<51, 51..<100])
    // Where they do not, they are still stamps.
    let odd = try #require(
      read("Time,y\n" + lines(100) { "01:0\($0 / 35).\($0 * 2 / 7 % 10),\($0)" }).traces.first)
    #expect(odd.timing.isRecorded)
  }

  @Test func `beside whole seconds the finer time counts`() throws {
    let rows = lines(20) { "09:14:0\($0 / 10),\(8123.4 + Double($0) / 64),\($0 * $0)" }
    let trace = try #require(read("Time,uptime,y\n" + rows).traces.first)
    #expect(trace.timing == .stamps(column: "uptime") && trace.times[1] == 8123.4 + 1 / 64)
    #expect(trace.channel(.offset)?.values == (0..<20).map { Double($0 * $0) })
    let asked = try #require(
      read("Time,uptime,y\n" + rows, ReadingOptions(timeColumn: "Time")).error)
    #expect(asked.code == .unclearTime)
  }
}
