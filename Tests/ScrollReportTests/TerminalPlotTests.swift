import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces
import Testing

/// Plots of characters, of fits whose numbers are set by hand.
@Suite struct TerminalPlotTests {
  /// The lines that a plot adds to the text of a result.
  private func lines(
    _ result: TraceResult, _ glyphs: TerminalPlot.Glyphs = .ascii, width: Int = 60,
    isColored: Bool = false
  ) -> [String] {
    func text(_ plot: TerminalPlot?) -> [Substring] {
      var report = TextReport(
        style: TextStyle(isColored: isColored), options: FitOptions(), showsDetails: true,
        plot: plot)
      return (report.begin() + report.add(result) + report.end())
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
    let plain = text(nil)
    let drawn = text(
      TerminalPlot(glyphs, width: width, style: TextStyle(isColored: isColored)))
    let start = zip(plain, drawn).prefix { $0 == $1 }.count
    let added = drawn[start..<min(drawn.count, start + drawn.count - plain.count)]
    return added.map { String($0) }
  }

  /// A fit of values over seconds, with what its curve has there.
  private func result(
    _ observed: [Double], fitted: [Double]? = nil, quantum: Double? = nil
  ) throws -> TraceResult {
    var result = try PlottedFits.result()
    PlottedFits.fill(&result.fits[0], observed.count) { _ in 0 }
    result.fits[0].series.observed = observed
    result.fits[0].series.fitted = fitted ?? observed
    result.fits[0].feasibility = nil
    result.fits[0].residual.floor = quantum.map { $0 / 12.0.squareRoot() }
    result.fits[0].warnings = []
    result.warnings = []
    return result
  }

  /// The rows of a panel: those below the name of its ordinate that have a character of the axis in its column.
  private func rows(_ lines: [String], after name: String) -> [String] {
    guard
      let bottom = lines.first(where: { line in
        let axis = line.drop { $0 == " " }
        return axis.count > 9 && axis.allSatisfy { "+-└─┬".contains($0) }
      })
    else { return [] }
    let column = bottom.prefix { $0 == " " }.count
    return lines.drop { !$0.hasPrefix("  \(name)") }.dropFirst()
      .prefix { $0 != bottom && !$0.hasPrefix("  residual") }.filter {
        $0.dropFirst(column).first.map { "|+│┤".contains($0) } ?? false
      }
  }

  /// What stands right of the axis.
  private func area(_ row: String) -> String {
    // No label has these characters.
    String(row.drop { !"|+│┤".contains($0) }.dropFirst())
  }

  static let awkward: [[Double]] = [
    [7], [7, 7], [7, 9], [0, 0, 0], [5, 5, 5, 5], [-1e300, 1e300, 0], [-1.7e308, 1.7e308, 0],
    [1e-300, 2e-300, 3e-300],
    [1e15, 1e15 + 1, 1e15 + 2], Array(repeating: -3, count: 500), [0, 1e9, -1e9, 0, 5],
    [.nan, 1, 2, 3], [.infinity, 1, 2, 3],
  ]

  @Test(arguments: awkward)
  func `numbers of any size are drawn within the width, without a trap`(
    _ values: [Double]
  ) throws {
    for glyphs in TerminalPlot.Glyphs.allCases {
      for width in [1, 24, 40, 80, 200, 5000] {
        for quantum in [nil, 1.0] {
          let lines = try lines(result(values, quantum: quantum), glyphs, width: width)
          let page = max(24, min(200, width))
          #expect(lines.count > 20)
          #expect(lines.allSatisfy { $0.count <= page })
          // The axis below ends with the page.
          #expect(
            lines.contains { $0.count == page && $0.last.map { "-+─┬".contains($0) } == true })
          let text = lines.joined()
          #expect(!text.contains("nan") && !text.contains("inf"))
        }
      }
    }
  }

  @Test func `one sample is a mark, and a constant lies on its line`() throws {
    let one = try lines(result([7]))
    #expect(one.contains { $0.contains("o 1 sample ") })
    #expect(rows(one, after: "overscroll").map(area).joined().count { $0 == "o" } == 1)
    let constant = try lines(result(Array(repeating: 5, count: 10)))
    let marked = rows(constant, after: "overscroll").filter { area($0).contains("o") }
    #expect(marked.count == 1)
    // The residuals are 0: all on the line of the fit.
    #expect(rows(constant, after: "residual").filter { area($0).contains("o") }.count == 1)
  }

  @Test func `of samples on the curve no two stand side by side, and each off it is marked`() throws
  {
    var values = Array(repeating: 0.0, count: 400)
    values[100] = 10
    values[300] = -10
    let lines = try lines(
      result(values, fitted: Array(repeating: 0, count: 400)), .braille, width: 80)
    let rows = rows(lines, after: "overscroll").map(area)
    let marked = rows.filter { $0.contains("o") }
    #expect(marked.count == 3)
    #expect(marked.first?.count { $0 == "o" } == 1)
    #expect(marked.last?.count { $0 == "o" } == 1)
    #expect(!marked[1].contains("oo"))
    #expect(marked[1].count { $0 == "o" } > 10)
    // The curve is there between them, all along.
    let axis = marked[1].drop { $0 == " " }
    #expect(axis.allSatisfy { $0 == "o" || ("\u{2800}"..."\u{28FF}").contains($0) })
    let shown = rows.joined().count { $0 == "o" }
    #expect(lines.contains { $0.contains("400 samples, \(shown) marked") })
  }

  @Test(arguments: [(0.4, false), (0.5, false), (0.51, true), (0.9, true), (3.0, true)])
  func `a residual is inside the lines of the rounding band, or outside`(
    _ size: Double, _ isOutside: Bool
  ) throws {
    var values = Array(repeating: 0.0, count: 30)
    values[10] = size
    values[20] = -size
    let rows = try rows(
      lines(result(values, fitted: Array(repeating: 0, count: 30), quantum: 1)), after: "residual"
    ).map(area)
    #expect(rows.count == 7)
    let upper = try #require(rows.firstIndex { $0.hasPrefix(". . ") })
    let lower = try #require(rows.lastIndex { $0.hasPrefix("' ' ") })
    #expect(upper + lower == 6)
    let marks = rows.indices.filter { rows[$0].contains("o") }
    #expect(marks.count == 3 || size < 0.25)
    #expect((marks[0] <= upper) == isOutside)
    #expect((marks[marks.count - 1] >= lower) == isOutside)
    #expect(marks[0] + marks[marks.count - 1] == 6)
  }

  @Test func `without a quantum there is no band, and one too narrow to draw is told`() throws {
    let steps = (0..<30).map { $0 % 2 == 0 ? 1.0 : -1 }
    let zero = Array(repeating: 0.0, count: 30)
    let none = try lines(result(steps, fitted: zero))
    #expect(!none.contains { $0.contains("rounding") })
    let narrow = try lines(result(steps, fitted: zero, quantum: 0.001))
    #expect(narrow.contains { $0.contains("rounding allows +- 0.0005 pt, too little to see") })
    #expect(!narrow.contains { $0.contains("' ' '") })
  }

  @Test func `samples set aside are crosses and said so`() throws {
    var result = try result(
      (0..<20).map { $0 == 4 ? 9 : 0.1 }, fitted: Array(repeating: 0, count: 20))
    result.fits[0].residual.loss = "tukey"
    result.fits[0].series.weights = (0..<20).map { $0 == 4 ? 0 : 1 }
    let lines = lines(result)
    #expect(lines.contains { $0.contains("x 1 set aside by the tukey loss") })
    #expect(rows(lines, after: "overscroll").map(area).joined().count { $0 == "x" } == 1)
    #expect(rows(lines, after: "residual").map(area).joined().count { $0 == "x" } == 1)
  }

  @Test func `a curve rises one row after the other without a gap`() throws {
    let values = (0..<60).map { Double($0) }
    for glyphs in TerminalPlot.Glyphs.allCases {
      let rows = try rows(lines(result(values), glyphs), after: "overscroll").map(area)
      #expect(rows.count == 14)
      let starts = rows.map { row in row.prefix { $0 == " " }.count }
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 > $1 })
      // Each row goes on where the one above it began.
      for (above, below) in zip(rows, rows.dropFirst()) {
        #expect(below.count >= above.prefix { $0 == " " }.count)
      }
    }
  }

  @Test func `a dense series keeps its residuals as dots, and stays small`() throws {
    let values = (0..<5000).map { Double(($0 * 7919) % 100) / 100 - 0.5 }
    let plot = try lines(
      result(values, fitted: Array(repeating: 0, count: 5000), quantum: 1), .braille, width: 100)
    #expect(plot.contains { $0.contains("⠂ residual") })
    #expect(plot.allSatisfy { $0.count <= 100 })
    let strip = rows(plot, after: "residual").map(area)
    #expect(!strip.joined().contains("o"))
    #expect(strip.joined().count { ("\u{2801}"..."\u{28FF}").contains($0) } > 300)
  }

  @Test func `colour adds escapes and changes no character`() throws {
    let values = (0..<30).map { Double($0 % 7) }
    let plain = try lines(result(values, fitted: values.map { $0 + 0.1 }, quantum: 1), .braille)
    let coloured = try lines(
      result(values, fitted: values.map { $0 + 0.1 }, quantum: 1), .braille, isColored: true)
    #expect(coloured.joined().contains("\u{1B}[36m"))
    #expect(coloured.joined().contains("\u{1B}[35m"))
    let bare = coloured.map { line in
      line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().map {
        $0.offset == 0 ? $0.element : $0.element.drop { $0 != "m" }.dropFirst()
      }.joined()
    }
    #expect(bare == plain)
  }
}
