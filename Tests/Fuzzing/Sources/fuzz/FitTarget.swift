import CurveFitting
@testable import ScrollFitting
@testable import ScrollFormats
import ScrollPhysics
@testable import ScrollReport
@testable import ScrollRecordings
@testable import ScrollTraces

/// Recordings of any numbers, fitted by every law in every way, and everything that is printed of the fits.
struct FitTarget: FuzzTarget {
  mutating func run(_ input: consuming Input) {
    let way = input.byte()
    let motion = RecordingMaker.Motion.allCases[input.below(RecordingMaker.Motion.allCases.count)]
    // Mostly the law of the motion: others take long to find that they do not converge.
    let choice = Int(input.byte())
    let law = choice < 48 ? Laws.all[choice % Laws.all.count] : motion.law
    let options = Self.options(law, &input)
    let outputs = input.byte()
    let axis: Axis? = input.choice([nil, nil, nil, .y, nil, nil, nil, .x])
    var trace = RecordingMaker.recording(motion, &input)
    guard trace.count > 0, !trace.channels.isEmpty else { return }
    // What comes from a file has digits, and long rests folded.
    if way & 0x10 == 0,
      let read = Reading(TraceWriter().bytes(of: trace), .whole, ReadingOptions()).traces.first
    {
      trace = read
    }
    let result: TraceResult
    switch way & 7 {
    case 0, 1, 2: result = TraceResult(trace, law: law, axis: axis, options: options)
    case 3, 4:
      result = TraceResult(
        trace, by: nil, axis: axis, addsSprings: way & 8 != 0, options: options)
    case 5: result = TraceResult(splitting: trace, axis: axis, options: options)
    case 6:
      result = TraceResult(
        splitting: trace, axis: axis, kinds: [input.choice(Phase.Kind.allCases)], options: options)
    default:
      identify(trace, axis, options)
      brief(trace, options)
      return
    }
    for fit in result.fits { check(fit) }
    print(result, options, outputs)
  }

  private static func options(_ law: any Law.Type, _ input: inout Input) -> FitOptions {
    var options = FitOptions()
    let flags = input.byte()
    if flags & 1 != 0 {
      options.loss = input.choice([.huber, .tukey])
      options.restOffset = input.below(2) == 1
    }
    if flags & 2 != 0 {
      options.stamps = input.choice(FitOptions.Stamps.allCases)
      options.keepsSettled = input.below(2) == 1
    }
    if flags & 4 != 0 { options.edge = input.finite() }
    if flags & 8 != 0 {
      options.form = input.choice([.continuous, .discrete])
      options.comparesForms = input.below(2) == 1
      options.coulomb = input.below(2) == 1
      options.sharesRate = input.below(2) == 1
    }
    if flags & 16 != 0 {
      let words = [
        "C", "delta", "phi", "k", "d", "v0", "x0", "coulomb", "stop", "e", "g", "floor", "t1", "v1",
        "kappa", "zeta", "c", "mass_ratio", "rest_velocity", "k_outer", "k_inner", "y0", "gain",
        "intercept", "breakpoint", "r",
      ]
      for _ in 0...input.below(3) {
        if let fixed = law.fixed(input.choice(words), input.finite()) {
          options.fixed[fixed.key] = fixed.value
        }
      }
    }
    if flags & 32 != 0 {
      // The published search knows no other options, as the command line has it.
      options.method = input.choice([.newton, .descent, .article])
      if options.method == .article {
        guard law.description.key == BounceLaw.description.key else {
          options.method = .newton
          return options
        }
        options.fixed = [:]
        options.loss = .linear
        options.restOffset = false
      } else if options.method == .descent, input.below(2) == 1 {
        options.start = (0..<law.description.startCount).map { _ in input.finite() }
        if input.below(2) == 1 {
          options.steps = (0..<law.description.startCount).map { _ in
            max(input.finite().magnitude, .leastNonzeroMagnitude)
          }
        }
      }
    }
    if flags & 64 != 0 {
      options.recordsPath = true
      options.keepsOffsets = true
      options.settleThreshold = input.choice([0.5, 1e-9, 1e9, 5])
    }
    if flags & 128 != 0 {
      options.stopSpeed = input.choice([nil, 1e-9, 10, 1e9])
      options.epsilon = input.choice([0.1, 1e-9, 1e9])
      options.freed = ["floor", "edge"]
    }
    return options
  }

  // MARK: - Promises

  private func check(_ fit: Fit) {
    for estimate in fit.parameters + fit.derived {
      let name = "\(fit.law).\(estimate.key): \(estimate)"
      for error in [estimate.standardError, estimate.hc3Error, estimate.classicalError] {
        expect(error.map { $0 >= 0 } ?? true, name)
      }
      for interval in [estimate.interval, estimate.profile, estimate.feasible] {
        guard let lower = interval?.lower, let upper = interval?.upper else { continue }
        expect(lower <= upper, "the width is negative, \(name)")
      }
      guard let value = estimate.value else { continue }
      expect(estimate.interval?.contains(value) ?? true, "outside its interval, \(name)")
      expect(estimate.profile?.contains(value) ?? true, "outside its profile, \(name)")
    }
    for correlation in fit.correlations {
      expect(correlation.value.magnitude <= 1 + 1e-12, "\(fit.law): \(correlation)")
    }
    for test in fit.tests {
      expect((0...1).contains(test.probability), "\(fit.law): \(test)")
    }
    Self.expectFinite(fit, fit.law)
  }

  /// Ends the program where any number in a value is not finite.
  private static func expectFinite(_ value: Any, _ path: @autoclosure () -> String) {
    switch value {
    case let number as Double: expect(number.isFinite, "\(path()) is \(number)")
    case let numbers as [Double]: expect(numbers.allSatisfy(\.isFinite), "\(path()): \(numbers)")
    // Millions of them.
    case let moves as [SearchMove]:
      for move in moves {
        expect(move.sum.isFinite && move.step.isFinite && move.point.allSatisfy(\.isFinite), path())
      }
    case is String, is Int, is Bool, is UInt64: break
    default:
      for child in Mirror(reflecting: value).children {
        expectFinite(child.value, "\(path()).\(child.label ?? "")")
      }
    }
  }

  // MARK: - Printing

  private func print(_ result: TraceResult, _ options: FitOptions, _ outputs: UInt8) {
    var text = TextReport(
      style: TextStyle(), options: options, showsDetails: outputs & 1 != 0,
      plot: outputs & 2 != 0 ? TerminalPlot(.ascii, width: 60, style: TextStyle()) : nil)
    PrintedOutput.check(text.begin() + text.add(result) + text.end(), "text")
    var json = JSONReport(version: "0")
    PrintedOutput.checkJSON(json.begin() + json.add(result) + json.end(), "JSON")
    read(ResultLine.text(result, settings: 1), "a line")
    var brief = CompactResultWriter(settings: 1)
    brief.append(result)
    read(String(decoding: brief.buffer.contents.dropLast(), as: UTF8.self), "a brief line")
    for format in [BatchFormat.csv, .markdown] {
      var report = RecordReport(format, version: "0")
      PrintedOutput.check(report.begin() + report.add(result) + report.end(), format.rawValue)
    }
    if outputs & 4 != 0 {
      PrintedOutput.check(FitTables.Residuals().add(result), "residuals")
      for law in Laws.all where result.fits.first?.law == law.description.key {
        PrintedOutput.check(FitTables.SearchPath(law.description).add(result), "the search")
      }
    }
    if outputs & 8 != 0 {
      var plots = SVGReport()
      PrintedOutput.check(plots.begin() + plots.add(result) + plots.end(), "SVG")
    }
    if outputs & 16 != 0 {
      var plots = VegaLiteReport()
      let text = plots.begin() + plots.add(result) + plots.end()
      if !text.isEmpty { PrintedOutput.checkJSON(text, "Vega-Lite") }
    }
    if outputs & 0xE0 == 0xE0 { page(result, options) }
  }

  /// Reads a line of results back, as later runs do.
  private func read(_ line: String, _ what: String) {
    PrintedOutput.check(line, what)
    let file = JSONFile(path: "a.ndjson", invalid: .invalidData, help: "")
    do throws(ResultFileError) {
      let bytes = Array(line.utf8)
      let node = try ResultLines.root(bytes, line: 1, file: file)
      let read = try ResultLines.line(node, bytes, number: 1, offset: 0, file: file)
      var summary = BatchSummary()
      summary.add(read.record)
      summary.add(read.record)
      for format in [BatchFormat.text, .json] {
        var renderer = format.renderer(style: TextStyle(), version: "0")
        let text = renderer.begin() + renderer.add(read.record, line: line) + renderer.end(summary)
        if format == .json {
          PrintedOutput.checkJSON(text, "a batch of \(what)")
        } else {
          PrintedOutput.check(text, "a batch of \(what)")
        }
      }
    } catch {
      broken("\(what) cannot be read back: \(error)\n\(line)")
    }
  }

  private func page(_ result: TraceResult, _ options: FitOptions) {
    let record = BatchRecord(result)
    var summary = BatchSummary()
    summary.add(record)
    var page = ReportPage(
      title: "a", version: "0", limit: 1, groupedBy: [], options: options
    ) { _, _ in [] }
    page.add(record, result: result, line: ResultLine.text(result, settings: nil))
    var text = ""
    page.write(summary, check: nil) { text += $0 }
    PrintedOutput.check(text, "a page")
  }

  private func identify(_ trace: Trace, _ axis: Axis?, _ options: FitOptions) {
    let found = Identification(trace, axis: axis, options: options)
    PrintedOutput.check(
      IdentifyReport(style: TextStyle(), .all).text(found), "identify")
    var json = JSONResults(version: "0")
    PrintedOutput.checkJSON(json.begin() + json.add(found) + json.end(), "identify")
  }

  /// The short way, where it takes the recording.
  private func brief(_ trace: Trace, _ options: FitOptions) {
    var asked = FitOptions()
    asked.detail = [.profile, .feasibleSet]
    let memory = FitMemory(asked)
    guard let (fit, facts) = memory.plain(trace, by: BounceLaw.self, axis: nil) else { return }
    var line = CompactResultWriter(settings: 1)
    line.append(fit, facts: facts, of: trace)
    read(String(decoding: line.buffer.contents.dropLast(), as: UTF8.self), "a plain line")
    for constant in fit.parameters {
      Self.expectFinite(constant, "plain")
      let value = constant.value ?? .nan
      expect(constant.interval?.contains(value) == true, "\(constant)")
    }
  }
}
