import Foundation
import ScrollFitting
import ScrollReport
import ScrollTraces
import Testing

/// The large chart at the top of a page, and its axes.
@Suite struct PageChartTests {
  private static func trace(_ name: String, _ offsets: [Double]) throws -> Trace {
    var parser = TraceParser(path: name)
    var text = "# edge_top: 0\nt_s,offset_y_pt\n"
    for (index, offset) in offsets.enumerated() {
      // A screen of three pixels a point.
      text += "\(Double(index) / 60),\((offset * 3).rounded() / 3)\n"
    }
    try text.withUTF8 { try parser.feed(UnsafeRawBufferPointer($0)) }
    try parser.finish()
    return try #require(parser.takeTraces().first)
  }

  /// A return to the edge at 0, fitted with the law of a spring.
  private static func spring(_ name: String, speed: Double) throws -> TraceResult {
    let offsets = (1..<50).map { index in
      let time = Double(index) / 60
      return -speed * time * exp(-11 * time)
    }
    return TraceResult(
      try trace(name, offsets), law: SpringLaw.self, axis: .y, options: FitOptions())
  }

  /// A fling and, as recorders write it, a rest at its end.
  private static func fling(_ name: String, decayRate: Double) throws -> TraceResult {
    let offsets = (0..<180).map { index in
      let time = min(Double(index) / 60, 2.4)
      return 2500 / decayRate * (1 - exp(-decayRate * time))
    }
    return split(try trace(name, offsets))
  }

  private static func split(_ trace: Trace) -> TraceResult {
    var options = FitOptions()
    options.keepsOffsets = true
    return TraceResult(splitting: trace, axis: nil, options: options)
  }

  /// The large chart with its caption, of results that are expected to have a constant where something was fitted.
  private static func hero(
    _ results: [TraceResult], expecting constant: ReferenceConstant? = nil
  ) throws -> String {
    var reference = Reference(kind: .file, name: "r.json")
    let constants = constant.map { [$0] } ?? []
    for result in results where result.failure == nil {
      reference.traces[TraceName(path: result.path)] = constants
    }
    var page = ReportPage(
      title: "Page", version: "1", limit: 100, groupedBy: [], options: FitOptions()
    ) { _, _ in constants }
    var check = Check(reference, keepsPassing: true)
    var summary = BatchSummary()
    for result in results {
      let record = BatchRecord(result)
      check.add(record)
      summary.add(record)
      page.add(record, result: result, line: "{}")
    }
    let verdicts = CheckReport(
      check.finish(summary.grouped(), scope: [""]), reference: reference, summary: summary,
      isStrict: false, update: nil)
    var text = ""
    page.write(summary, check: constant == nil ? nil : verdicts) { text += $0 }
    let start = try #require(text.firstRange(of: "<figure class=\"wide hero\">"))
    let rest = text[start.upperBound...]
    let end = try #require(rest.firstRange(of: "</figure>"))
    return String(rest[..<end.lowerBound])
  }

  private static let decayRate = ReferenceConstant(
    law: DecelerationLaw.description.key, key: "k", unit: "1/s", value: 2.002,
    standardError: 0.0001, degrees: 100)

  @Test func `springs at an edge are drawn over their maximum, and the axis says so`() throws {
    let hero = try Self.hero([
      Self.spring("a.csv", speed: 800), Self.spring("b.csv", speed: 2000),
    ])
    #expect(hero.contains("The motions of 2 recordings under the law spring"))
    #expect(hero.contains(">overscroll / maximum</text>"))
    #expect(hero.contains(">time from the edge (s)</text>"))
    #expect(hero.contains("overscroll / maximum\" data-units=\"s \""))
    #expect(!hero.contains("distance"))
  }

  @Test func `of a fling outside its reference the fit is drawn beside the reference`() throws {
    let hero = try Self.hero(
      [Self.fling("off.csv", decayRate: 2.3), Self.fling("plain.csv", decayRate: 2.002)],
      expecting: Self.decayRate)
    #expect(hero.contains("<title id=\"hero-t\">off.csv: decelerate</title>"))
    #expect(hero.contains("<path class=\"reference\""))
    #expect(hero.contains("Outside its reference: "))
  }

  @Test func `a recording that failed does not hide one outside its reference`() throws {
    let flat = try Self.split(Self.trace("flat.csv", [Double](repeating: 5, count: 60)))
    let (off, further) = try (
      Self.fling("off.csv", decayRate: 2.3), Self.fling("further.csv", decayRate: 2.1)
    )
    let hero = try Self.hero([flat, off, further], expecting: Self.decayRate)
    #expect(hero.contains("Outside its reference: "))
    #expect(hero.contains("<path class=\"reference\""))
  }

  @Test func `recordings inside their reference are laid over each other`() throws {
    let hero = try Self.hero(
      [Self.fling("a.csv", decayRate: 2.002), Self.fling("b.csv", decayRate: 2.002)],
      expecting: Self.decayRate)
    #expect(hero.contains("The motions of 2 recordings under the law decelerate"))
    #expect(hero.contains(">distance / initial speed (s)</text>"))
  }

  // MARK: - Logarithmic axes

  @Test(arguments: [1536, 2, 0.31, 1e-5, 7e8], [1.01, 1.2, 1.63, 3, 9.9, 12, 90, 4000])
  func `an axis has three numbers or more, however short it is`(low: Double, ratio: Double) {
    let range = log10(low)...log10(low * ratio)
    let ticks = LogarithmicTicks.all(range)
    #expect(ticks.count >= 3 && ticks.count <= 10)
    #expect(Set(ticks.map(\.label)).count == ticks.count)
    for tick in ticks {
      #expect(tick.value > range.lowerBound - 1e-9 && tick.value < range.upperBound + 1e-9)
      let number = Double(tick.label) ?? 0
      #expect((log10(number) - tick.value).magnitude < 1e-9)
    }
  }

  @Test func `the numbers of an axis are round`() {
    func labels(_ low: Double, _ high: Double) -> [String] {
      LogarithmicTicks.all(log10(low)...log10(high)).map(\.label)
    }
    #expect(labels(1490, 2600) == ["1500", "2000", "2500"])
    #expect(labels(0.9, 60) == ["1", "2", "5", "10", "20", "50"])
    #expect(labels(0.9, 11000) == ["1", "10", "100", "1000", "10000"])
  }
}
