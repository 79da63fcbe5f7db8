import Foundation
import ScrollTraces
import Testing

/// Times that no name tells: dates under any name, durations, the time since the line before, and times that run backwards.
@Suite struct UnnamedTimeTests {
  /// 24 samples at 120 Hz, so that frames of 60 Hz would be seen.
  private func lines(_ line: (_ seconds: Double, _ value: Int) -> String) -> String {
    (0..<24).map { line(Double($0) / 120, $0 * $0) + "\n" }.joined()
  }

  private func digits(_ number: Double, _ format: String) -> String {
    String(format: format, number)
  }

  @Test(arguments: [
    (",y", "2026-03-14 15:09:"), ("when,y", "2026-03-14T15:09:"),
    ("Zeitstempel;y", "14.03.2026 15:09:"),
    ("clock,y", "15:09:"), ("index,y", "0 days 00:00:"),
  ])
  func `dates and times of day are the time under any name`(header: String, start: String) throws {
    let mark = header.contains(";") ? ";" : ","
    let text = lines { "\(start)\(digits(26 + $0, "%09.6f"))\(mark)\($1)" }
    let trace = try #require(read(header + "\n" + text).traces.first)
    #expect(trace.timing.isRecorded && trace.count == 24)
    #expect(abs(trace.times[23] - trace.times[0] - 23.0 / 120) < 1e-5)
    #expect(trace.channel(.offset)?.values.last == 529)
  }

  @Test func `dates in JSON are the time under any name`() throws {
    for form in [
      #"{"when":"T","y":Y}"#, #"{"t":{"$date":"T"},"y":Y}"#,
    ] {
      let text = lines {
        form.replacing("T\"", with: "2026-03-14T15:09:\(digits(26 + $0, "%09.6f"))Z\"").replacing(
          "Y", with: "\($1)")
      }
      let trace = try #require(read(text).traces.first, "\(form)")
      #expect(trace.timing.isRecorded && abs(trace.times[23] - trace.times[0] - 23.0 / 120) < 1e-5)
    }
  }

  @Test func `a known time has priority over dates`() throws {
    let text = lines { "\($0),2026-03-14 15:09:26.5,\($1)" }
    let trace = try #require(read("t_s,created_at,y\n" + text).traces.first)
    #expect(abs(trace.times[23] - 23.0 / 120) < 1e-9)
  }

  @Test func `time codes and numbers with units are not passed over`() throws {
    let codes = lines { "00:00:02:\(digits(120 * $0, "%02.0f")),\($1)" }
    let error = try #require(read("timecode,y\n" + codes).error)
    #expect(error.message.contains("time code") && error.help.contains("split($1, p"))
    let units = lines { "\(digits(1000 * $0, "%.2f"))ms,\($1)" }
    let unclear = try #require(read("when,y\n" + units).error)
    #expect(unclear.code == .unclearTime && unclear.help.contains("--time when trace.csv"))
    #expect(read("when,y\n" + units, ReadingOptions(timeColumn: "when")).error == nil)
    // Lengths are no times.
    #expect(read("width,y\n" + lines { "\(Int(($0 * 960).rounded()))px,\($1)" }).error == nil)
  }

  @Test func `a duration that grows like frames is refused with a command`() throws {
    let text = "duration_ms,offset\n" + lines { "\(digits(1000 * $0, "%.1f")),\($1)" }
    let error = try #require(read(text).error)
    #expect(error.code == .unclearTime && error.help.contains("--time duration_ms trace.csv"))
    let trace = try #require(
      read(text, ReadingOptions(timeColumn: "duration_ms")).traces.first)
    #expect(abs(trace.times[23] - 0.1917) < 1e-9)
    let log = try #require(
      read(lines { "duration=\(digits(1000 * $0, "%.1f")) offset=\($1)" }).error)
    #expect(log.code == .unclearTime)
  }

  @Test(arguments: ["+8.333ms scroll Y", "+8.333ms Y"])
  func `the time since the line before may stand in front of a number`(form: String) throws {
    let trace = try #require(
      read(lines { form.replacing("Y", with: "\($1).5") }).traces.first)
    #expect(trace.timing.isRecorded && abs(trace.times[23] - trace.times[0] - 0.191659) < 1e-6)
    #expect(trace.channels.count == 1 && trace.channel(.offset)?.values.last == 529.5)
  }

  @Test func `a colon behind a time step makes it no label`() throws {
    let trace = try #require(
      read(lines { "deltaTime: 0.00833\(Int(1000 * $0) % 7) pos: \($1).5" }).traces.first)
    #expect(trace.timing.isRecorded && abs(trace.times[23] - trace.times[0] - 0.1918) < 1e-3)
    let delta = try #require(
      read(lines { "delta: 0.0083\(Int(1000 * $0) % 7), offset: \($1)" }).error)
    #expect(delta.code == .unclearTime && delta.help.contains("s/delta/dt/"))
  }

  @Test(arguments: [
    ("interval_ms", "s/interval_ms/dt_ms/"), ("frame_ms", "s/frame_ms/dt_ms/"),
    ("ms since last", "s/ms since last/dt/"), ("duration", "s/duration/dt/"),
    ("frame [ms]", "s/frame \\[ms\\]/dt_ms/"),
  ])
  func `what each row lasts is refused with the name of a time step`(
    name: String, script: String
  ) throws {
    let text = lines {
      "\(digits(8.2 + ($0 * 120).truncatingRemainder(dividingBy: 3) / 10, "%.1f")),\($1)"
    }
    let error = try #require(read("\(name),y\n" + text).error)
    #expect(
      error.code == .unclearTime && error.help.contains("sed '\(script)' trace.csv |"),
      "\(error.help)")
    let json = lines { "{\"\(name)\": \(digits(8.2 + $0, "%.2f")), \"y\": \($1)}" }
    #expect(read(json).error?.code == .unclearTime)
    // Lengths and other numbers of that size are none.
    #expect(read("row height,y\n" + text).error == nil)
  }

  @Test func `rows with the newest first get a command that turns them`() throws {
    let turned = (0..<24).reversed().map { row in
      "2026-03-14T15:09:\(digits(26 + Double(row) / 120, "%09.6f"))Z scroll offset=\(row * row)\n"
    }.joined()
    let log = try #require(read(turned).error)
    #expect(log.code == .timeBackwards)
    #expect(log.help.hasSuffix("sed '1!G;h;$!d' trace.csv | scrollfit --log -"))
    for header in ["t_s,y", "t,y"] {
      let rows = (0..<24).reversed().map { "\(5 + Double($0) / 120),\($0 * $0)\n" }.joined()
      let table = try #require(read(header + "\n" + rows).error)
      #expect(table.code == .timeBackwards && table.help.contains("sort -t ',' -k 1,1g"))
    }
    let array =
      "["
      + (0..<24).reversed().map { "{\"t_s\":\(5 + Double($0) / 120),\"y\":\($0)}" }.joined(
        separator: ",") + "]"
    let json = try #require(read(array).error)
    #expect(
      json.code == .timeBackwards && json.help.hasSuffix("reverse' trace.csv | scrollfit fit -"))
    // A column of what each frame lasted may go back in its second row.
    let steps = read("t_ms,y\n16.7,1\n16.6,2\n16.7,4\n")
    #expect(steps.error?.code == .unclearTime)
  }

  @Test func `a first column that counts rows is no time`() throws {
    let count = try #require(read((0..<24).map { "\($0),\($0 * $0).5\n" }.joined()).error)
    #expect(count.code == .noHeader && count.help.contains("echo 'c1,offset_y'"))
    #expect(!count.help.contains("awk"))
    let turned = try #require(read(lines { "\($1).5,\($0)" }).error)
    #expect(turned.help.contains("echo 'offset_y,t'"))
    let pair = try #require(read(lines { "\($0),\($1).5" }).error)
    #expect(pair.help.contains("print \"t_s,offset_y_pt\""))
  }

  @Test func `an option says that offsets are pixels`() throws {
    var options = ReadingOptions(scale: 2)
    options.offsetUnit = .pixels
    for text in ["t_s,y\n" + lines { "\($0),\($1)" }, lines { "t=\($0) scrollY=\($1)" }] {
      #expect(read(text, options).traces.first?.channel(.offset)?.values.last == 264.5)
    }
    options.scale = nil
    let error = try #require(read("t_s,y\n" + lines { "\($0),\($1)" }, options).error)
    #expect(error.code == .needsScale)
  }
}
