import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces
import Testing

/// Reports of a fit whose every number is set by hand, so that no arithmetic stands behind them.
@Suite struct ReportTests {
  private static let rows = """
    # scale: 3
    # edge_top: 0
    # a_key_that_is_far_longer_than_its_column: value
    # note:
    t_s,offset_y_pt
    0,-9
    0.016667,-20.3333
    0.033333,-27.3333
    0.05,-31.3333
    0.066667,-33.3333
    0.083333,-33.6667
    0.1,-33.3333
    """

  private func trace(path: String = "trace.csv") throws -> Trace {
    var parser = TraceParser(path: path)
    var text = Self.rows + "\n"
    try text.withUTF8 { try parser.feed(UnsafeRawBufferPointer($0)) }
    try parser.finish()
    return try #require(parser.takeTraces().first)
  }

  private func result(path: String = "trace.csv") throws -> TraceResult {
    var result = TraceResult(
      try trace(path: path), law: BounceLaw.self, axis: .y, options: FitOptions())
    var fit = try #require(result.fits.first)
    var speed = Estimate(key: "C", value: 1000.4, unit: "pt/s")
    speed.standardError = 2.5
    speed.interval = Interval(lower: 995.4, upper: 1005.4)
    speed.intervalFactor = 2
    speed.classicalError = 2.25
    var decayRate = Estimate(key: "delta", value: 10.9, unit: "1/s")
    decayRate.isFixed = true
    decayRate.start = 10.5
    let phase = Estimate(key: "phi", value: nil, unit: "s", reason: "it was not to be had")
    fit.parameters = [speed, decayRate, phase]
    var furthest = Estimate(key: "max_overscroll", value: 33.75, unit: "pt")
    furthest.standardError = 0.25
    furthest.interval = Interval(lower: 33.25, upper: nil)
    var time = Estimate(key: "time_to_max", value: 0.0625, unit: "s")
    time.standardError = 0
    time.interval = Interval(lower: 0.0625, upper: 0.0625)
    fit.derived = [furthest, time]
    fit.residual.rms = 0.125
    fit.residual.max = 0.25
    fit.residual.floor = 0.0625
    fit.residual.sumOfSquares = 0.5
    fit.residual.durbinWatson = 2
    fit.residual.runsProbability = 0.5
    fit.criteria.aicc = -12.5
    fit.criteria.bic = nil
    fit.correlations = []
    fit.feasibility = nil
    fit.limit = nil
    fit.degreesOfFreedom = 5
    fit.intervalFactor = 2.5
    fit.search.evaluations = 12
    fit.search.moves = 3
    fit.search.converged = true
    fit.search.reason = "no move improves"
    fit.search.certificate = 1e-9
    fit.search.startSource = "user"
    fit.search.secondMinimum = nil
    fit.stamps = .recorded
    fit.warnings = [
      Warning(.notSettled, "it ends early, \u{1B}[31mred", remedy: "record on")
    ]
    result.fits = [fit]
    result.warnings = []
    return result
  }

  @Test func `the text report says all of it in 80 columns`() throws {
    var report = TextReport(style: TextStyle(), options: FitOptions(), showsDetails: true)
    let text = report.begin() + report.add(try result()) + report.end()
    #expect(
      text == """
        trace.csv
          bounce beyond the top edge at 0 pt
          y = C (t + phi) e^(-delta (t + phi))

          ± standard error                               95 % interval
          C                    1000.4       ± 2.5  pt/s  995.4 .. 1005.4
          delta                  10.9000    fixed  1/s
          phi                  - it was not to be had

          furthest overscroll    33.75      ± 0.25 pt    33.25 .. ?
          time to furthest        0.0625000 fixed  s

          residuals  rms 0.125 pt, 2.0 times the 0.0625 pt of rounding alone; max 0.25
                     pt; Durbin-Watson 2.00, runs test p = 0.5
          samples    7 used of 7, t = 0.000 .. 0.100 s; stamps as recorded; values on
                     the grid of a 3x screen
          search     descent from the start given at delta = 10.5: 12 evaluations, 3
                     moves; no move improves at relative steps of 1e-9
          errors     HC3, moderated; interval of C ± 2.00 errors (Student t); classical
                     error of C 2.3

          W302  it ends early, \\u{1b}[31mred; record on

        """)
    // A second result stands apart from the first.
    #expect(report.add(try result()).hasPrefix("\ntrace.csv\n"))
  }

  @Test func `a narrow report wraps, and colours change no character`() throws {
    var narrow = TextReport(style: TextStyle(isColored: false, width: 66), options: FitOptions())
    for line in narrow.add(try result()).split(separator: "\n") { #expect(line.count <= 66) }
    var coloured = TextReport(style: TextStyle(isColored: true), options: FitOptions())
    var plain = TextReport(style: TextStyle(), options: FitOptions())
    let text = coloured.add(try result())
    #expect(text.contains("\u{1B}[1mtrace.csv\u{1B}[0m\n"))
    let stripped = ["[1m", "[2m", "[33m", "[0m"].reduce(text) {
      $0.split(separator: "\u{1B}" + $1, omittingEmptySubsequences: false).joined()
    }
    #expect(stripped == plain.add(try result()))
  }

  @Test func `a path stands as it is, on one line and harmless`() throws {
    let path =
      "a  very long path, with  blanks, " + String(repeating: "x", count: 80) + "\u{1B}.csv"
    var report = TextReport(style: TextStyle(), options: FitOptions())
    let first = report.add(try result(path: path)).split(separator: "\n").first
    #expect(first.map { String($0) } == escapedForTerminal(path))
  }

  @Test func `the JSON report has a null for what is missing`() throws {
    var report = JSONReport(version: "1.2.3")
    let empty = report.begin() + report.end()
    #expect(
      empty == """
        {
          "format_version": "1.0",
          "tool": {"name":"scrollfit","version":"1.2.3"},
          "results": [],
          "summary": null
        }

        """)
    let text = report.begin() + report.add(try result()) + report.end()
    for part in [
      """
                  "phi": {
                    "value": null,
                    "unit": "s",
                    "standard_error": null,
                    "interval": null,
                    "interval_factor": null,
                    "degrees_of_freedom": null,
                    "classical_error": null,
                    "hc3_error": null,
                    "profile": null,
                    "feasible": null,
                    "start": null,
                    "fixed": false,
                    "reason": "it was not to be had"
                  }
      """,
      """
                "criteria": {
                  "aicc": -12.5,
                  "bic": null
                },
                "correlation": {}
      """,
      """
                    "interval": [
                      33.25,
                      null
                    ],
      """,
      #""message": "it ends early, \u001b[31mred","#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `what cannot be read has its place among the results`() throws {
    let failure = ReadingFailure(
      path: "x.csv",
      RecordedFailure(
        code: "empty", message: "it is empty", help: "fill it", line: 3, column: nil))
    var json = JSONReport(version: "1")
    let text = json.begin() + json.add(failure) + json.add(try result()) + json.end()
    #expect(text.contains(#""code": "empty""#))
    #expect(text.contains("\"line\": 3,\n        \"column\": null"))
    #expect(text.contains("\n    },\n    {\n"))
    var report = TextReport(style: TextStyle(), options: FitOptions())
    #expect(report.add(failure) == "")
  }

  @Test func `inspect shows keys of any length and values that are empty`() throws {
    var report = InspectReport(style: TextStyle())
    let text = report.add(try trace())
    #expect(text.contains("\n  a_key_that_is_far_longer_than_its_column\n"))
    #expect(text.contains("\n  note\n"))
    for line in text.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test func `a column that chooses rows is not called passed over`() throws {
    var options = ReadingOptions()
    options.conditions = [RowCondition(column: "view", value: "feed")]
    var parser = TraceParser(path: "two.csv", options: options)
    var text = "t_s,offset_y_pt,view,note\n"
    for index in 0..<20 {
      text += "\(Double(index) / 60),\(index * index),feed,1\n"
      text += "\(Double(index) / 60),0,header,1\n"
    }
    try text.withUTF8 { try parser.feed(UnsafeRawBufferPointer($0)) }
    try parser.finish()
    var report = InspectReport(style: TextStyle())
    let lines = report.add(try #require(parser.takeTraces().first))
    let shown = lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(shown.contains("view (chooses the rows)"))
    #expect(shown.contains("note (not used)"))
    #expect(shown.contains("unknown column 'note' passed over"))
  }

  @Test func `the tables have a header, also without a row`() throws {
    let residuals = FitTables.Residuals()
    #expect(
      residuals.begin()
        == "path,trace,fit,law,axis,t_s,observed_pt,fitted_pt,residual_pt,weight,abscissa\n")
    let rows = residuals.add(try result(path: "=a,b.csv")).split(separator: "\n")
    #expect(rows.count == 7)
    #expect(rows.first?.hasPrefix("\"'=a,b.csv\",,1,bounce,y,0.0,9.0,") == true)
    #expect(FitTables.SearchPath(BounceLaw.description).begin().hasSuffix(",sum_pt2\n"))
  }

  @Test func `the warnings have the codes that have been published`() {
    #expect(
      Set(Warning.Code.allCases.map(\.rawValue)).isSuperset(of: [
        "W101", "W102", "W103", "W104", "W105", "W106", "W107", "W108", "W202", "W203", "W204",
        "W301", "W302", "W303", "W304", "W305", "W306", "W307", "W401", "W402", "W403", "W404",
        "W405",
      ]))
  }

  @Test func `the list of laws has each law with its formula and units`() {
    let text = LawList.text()
    for law in Laws.all {
      #expect(text.contains("\(law.description.key): "))
      #expect(text.contains("  \(law.description.formula)\n"))
      for quantity in law.description.parameters + law.description.derived {
        #expect(text.contains(quantity.key))
      }
    }
    for line in text.split(separator: "\n") { #expect(line.count <= 80) }
  }
}
