public import ScrollFitting
internal import ScrollTraces

/// The section of one recording in a report page: plots, constants with intervals, warnings, and provenance.
public struct RecordingSection: Sendable {
  /// The section as HTML.
  public let html: String

  /// The width of plots in px: readable on a phone, and two fit side by side on a larger screen.
  static let width = 480.0
  /// Maximum size of a section in bytes, including JSON; further fits are listed without plots.
  static let budget = 290_000
  /// Maximum size in bytes of a result that is included as JSON.
  static let mostJSON = 150_000
  /// Maximum number of samples in a table.
  static let mostSamples = 300

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - line: the result as one line of JSON; the page contains it too.
  ///   - reference: the expected constants; empty without a reference.
  public init(
    _ result: TraceResult, line: String, reference: [ReferenceConstant],
    options: FitOptions
  ) {
    let id = Self.id(BatchSource(path: result.path, trace: result.name, line: result.line))
    html =
      Section(
        id: id, result: result, size: line.utf8.count, reference: reference, options: options
      ).html
  }

  /// The anchor of a recording on its page; equal for equal recordings.
  static func id(_ source: BatchSource) -> String {
    var hash = ContentHash()
    hash.combine(source.path)
    hash.combine(source.trace ?? "")
    hash.combine(UInt64(source.line))
    return "r" + ResultJSON.hex(hash.value)
  }

  /// A legend that does not rely on colour: marks and words.
  static func legend(_ entries: [(mark: FitChart.Mark, words: String)]) -> String {
    var text = "<ul class=\"legend\">"
    for (mark, words) in entries {
      text +=
        "<li><svg viewBox=\"0 0 24 12\" aria-hidden=\"true\">\(mark.element(1, 6))</svg>"
        + "\(XMLText.escaped(words))</li>"
    }
    return text + "</ul>\n"
  }

  /// The warnings as a list; empty without warnings.
  static func warnings(_ warnings: [Warning]) -> String {
    guard !warnings.isEmpty else { return "" }
    var text = "<ul class=\"warnings\">\n"
    for warning in warnings {
      text +=
        "<li><strong class=\"warn\">\(warning.code.rawValue)</strong> "
        + "\(XMLText.escaped("\(warning.message); \(warning.remedy)"))</li>\n"
    }
    return text + "</ul>\n"
  }

  /// Labels and texts as a list; empty without notes.
  static func notes(_ notes: [(label: String, text: String)]) -> String {
    guard !notes.isEmpty else { return "" }
    var text = "<dl class=\"notes\">\n"
    for (label, words) in notes {
      text += "<dt>\(XMLText.escaped(label))</dt><dd>\(XMLText.escaped(words))</dd>\n"
    }
    return text + "</dl>\n"
  }
}

private struct Section {
  let id: String
  let result: TraceResult
  /// Size of its JSON in bytes.
  let size: Int
  let reference: [ReferenceConstant]
  let options: FitOptions

  var html: String {
    let place = PooledText.place(
      BatchSource(path: result.path, trace: result.name, line: result.line))
    var text =
      "<section class=\"recording\" id=\"\(id)\" aria-labelledby=\"\(id)-h\">\n"
      + "<h2 id=\"\(id)-h\">\(XMLText.escaped(place))</h2>\n"
    if let failure = result.failure {
      text += "<p class=\"failed\">\(XMLText.escaped("\(failure.message); \(failure.help)"))</p>\n"
    }
    text += RecordingSection.notes(provenance)
    text += RecordingSection.warnings(result.warnings)
    for (index, chart) in RecordingChart.all(result).enumerated() {
      text += "<figure class=\"wide\">\n\(chart.figure(id: "\(id)-a\(index)", width: 960))"
      text +=
        "<figcaption>\(XMLText.escaped(PhaseTable.legend(result.phases)))</figcaption></figure>\n"
    }
    text += shared
    let hasJSON = size <= RecordingSection.mostJSON
    // Reserve room for the list of omitted fits.
    var left = RecordingSection.budget - (hasJSON ? size : 0) - text.utf8.count - 30_000
    // Plots of the worst fits come first within the budget; their order on the page is that of time.
    var drawn: [Int: String] = [:]
    for index in result.fits.indices.sorted(by: { severity($0) > severity($1) }) {
      let whole = fit(index)
      guard left >= whole.utf8.count else { continue }
      left -= whole.utf8.count
      drawn[index] = whole
    }
    for index in result.fits.indices { text += drawn[index] ?? "" }
    text += rest(result.fits.indices.filter { drawn[$0] == nil })
    if !hasJSON {
      text +=
        "<p>Its result as JSON, \(size / 1000) kB, is not in this page: 'scrollfit batch --format ndjson' "
        + "writes it.</p>\n"
    }
    return text + "</section>\n"
  }

  // MARK: - Words

  private var provenance: [(label: String, text: String)] {
    var notes: [(String, String)] = []
    var seen: Set<String> = []
    for entry in result.metadata.entries.prefix(60) where seen.insert(entry.key).inserted {
      notes.append((String(entry.key.prefix(60)), String(entry.value.prefix(400))))
    }
    if let facts = result.sampling {
      var text = "\(facts.sampleCount)"
      if let rate = facts.refreshRate { text += " at \(NumberText.short(rate, digits: 4)) Hz" }
      if let quantum = facts.quantum {
        text +=
          quantum.pixelsPerPoint.map {
            ", on the grid of a \(NumberText.short($0, digits: 3))x screen"
          }
          ?? ", in steps of \(NumberText.short(quantum.value, digits: 3)) pt"
      }
      notes.append(("samples", text))
    }
    notes.append(("content hash", ResultJSON.hex(result.contentHash)))
    return notes
  }

  /// The constants that the gestures of a recording share.
  private var shared: String {
    let constants = result.constants().filter { $0.estimate.value != nil }
    guard !result.phases.isEmpty, !constants.isEmpty else { return "" }
    var table = HTMLTable(
      "Constants that its gestures share",
      [
        .init("constant"), .init("value", isNumber: true), .init("95 % interval", isNumber: true),
        .init("gestures", isNumber: true),
      ])
    for constant in constants {
      table.add([
        PooledText.name(constant.law, constant.key), PooledText.value(constant.estimate),
        PooledText.interval(constant.estimate), "\(constant.gestures)",
      ])
    }
    return table.html
  }

  /// A measure of how badly the law fits.
  private func severity(_ index: Int) -> Double {
    let fit = result.fits[index]
    let ratio = fit.residual.floor.map { $0 > 0 ? fit.residual.rms / $0 : 0 } ?? 0
    return (fit.search.converged ? 0 : 1e6) + min(ratio, 1e6)
  }

  /// A list of the fits whose plots would make the page too large.
  private func rest(_ fits: [Int]) -> String {
    guard !fits.isEmpty else { return "" }
    var table = HTMLTable(
      "\(PooledText.count(fits.count, "more fit")), nearer to the law, without plots to keep the page small",
      [.init("fit"), .init("constants"), .init("rms (pt)", isNumber: true)])
    for index in fits.prefix(200) {
      let fit = result.fits[index]
      table.add([
        FitText.heading(result, fit, number: index + 1), FitText.constants(fit),
        NumberText.significant(fit.residual.rms, digits: 3),
      ])
    }
    return table.html + (fits.count > 200 ? "<p>and \(fits.count - 200) more</p>\n" : "")
  }

  // MARK: - A fit

  private func fit(_ index: Int) -> String {
    let fit = result.fits[index]
    let own = "\(id)-f\(index + 1)"
    var text =
      "<article aria-labelledby=\"\(own)\">\n<h3 id=\"\(own)\">"
      + "\(XMLText.escaped(FitText.heading(result, fit, number: index + 1)))</h3>\n"
    if let law = Laws.description(fit.law) {
      text += "<p class=\"formula\">\(XMLText.escaped(FitText.formula(fit, law)))</p>\n"
    }
    let held = self.held(fit)
    let bound = PlotSeries(fit).bound
    let isDrawn = !fit.series.fitTimes.isEmpty
    let map = isDrawn ? ObjectiveMap(fit) : nil
    let residuals = isDrawn ? ResidualChart(fit, bound: bound) : nil
    text += "<div class=\"grid-2\">\n<div>\n"
    if isDrawn { text += figure(index, held: held, id: own) }
    if let residuals {
      text +=
        "<figure>\n\(residuals.figure(id: "\(own)-r", width: RecordingSection.width))"
        + "<figcaption>Distribution of the residuals"
        + "\(residuals.isEven ? "; the outline is what rounding alone gives" : "").</figcaption></figure>\n"
    }
    text += "</div>\n<div>\n"
    if let map { text += figure(map, id: own) }
    text += constants(fit) + "</div>\n</div>\n"
    text += RecordingSection.notes(FitNotes.all(result, fit, options: options))
    text += RecordingSection.warnings(fit.warnings)
    text += tables(fit, held: held, map: map, residuals: residuals)
    return text + "</article>\n"
  }

  /// The curve of the reference through the fit's samples.
  private func held(_ fit: Fit) -> ConstrainedCurve? {
    let constants = reference.filter { $0.law == fit.law }
    guard !constants.isEmpty else { return nil }
    return fit.holding(
      Dictionary(constants.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }

  private func figure(_ index: Int, held: ConstrainedCurve?, id: String) -> String {
    let fit = result.fits[index]
    var chart = FitChart(fit, width: RecordingSection.width)
    chart.left = 64
    chart.mainHeight = 220
    chart.stripHeight = 90
    chart.reference = held
    let top = 12.0
    return "<figure>\n"
      + SVG.figure(
        id: "\(id)-p", width: RecordingSection.width, height: top + chart.height,
        title: SVGPlot.title(result, fit: index),
        description: FitChart.description(fit),
        body: chart.body(top: top))
      + "<figcaption>\(RecordingSection.legend(chart.legend))</figcaption></figure>\n"
  }

  private func figure(_ map: ObjectiveMap, id: String) -> String {
    let chart = ObjectiveChart(map)
    let words =
      "What the search sees: lines of equal rms over \(map.first.key) and \(map.second.key), "
      + "\(map.eliminated.joined(separator: " and ")) at its best. The thick line is the way of a "
      + "search by the article's rule, six directions and fixed steps, \(map.search): down into the valley, "
      + "then along it. \(chart.ending) "
      + "A small ring is its start, the ring with a cross the fit."
    return "<figure>\n\(chart.figure(id: "\(id)-o", width: RecordingSection.width))"
      + "<figcaption>\(XMLText.escaped(words))</figcaption></figure>\n"
  }

  private func constants(_ fit: Fit) -> String {
    var table = HTMLTable(
      "Constants",
      [.init("constant"), .init("value", isNumber: true), .init("95 % interval", isNumber: true)])
    func whole(_ text: String) -> String {
      text.isEmpty ? "" : "<span class=\"whole\">\(XMLText.escaped(text))</span>"
    }
    func add(_ estimate: Estimate, _ label: String, _ note: String?) {
      let isFixed = estimate.isFixed || estimate.standardError == 0
      let value = PooledText.value(estimate)
      let allowed = (note ?? "").replacing("allows ", with: "allows\n").split(separator: "\n").map {
        whole(String($0))
      }
      table.rows.append([
        XMLText.escaped(label),
        estimate.value == nil
          ? XMLText.escaped(value) : whole(isFixed ? value + " (held)" : value),
        ([isFixed ? "" : whole(PooledText.interval(estimate))] + allowed).filter { !$0.isEmpty }
          .joined(separator: "<br>"),
      ])
    }
    for estimate in fit.parameters { add(estimate, estimate.key, FitText.allowed(estimate, fit)) }
    for estimate in FitText.shownDerived(fit) {
      add(estimate, FitText.label(estimate, fit, options), nil)
    }
    return table.html
  }

  // MARK: - The numbers behind the plots

  private func tables(
    _ fit: Fit, held: ConstrainedCurve?, map: ObjectiveMap?, residuals: ResidualChart?
  ) -> String {
    var text = ""
    if !fit.series.fitTimes.isEmpty {
      text += details("Samples as a table", SampleTable.make(fit, held: held).html)
    }
    if let residuals {
      var table = HTMLTable(
        "Residuals by size",
        [
          .init("from (pt)", isNumber: true), .init("to (pt)", isNumber: true),
          .init("samples", isNumber: true), .init("by rounding alone", isNumber: true),
        ])
      for bin in residuals.bins {
        table.add([
          NumberText.short(bin.lower, digits: 4), NumberText.short(bin.upper, digits: 4),
          "\(bin.count)", bin.expected.map { NumberText.short($0, digits: 3) } ?? "",
        ])
      }
      text += details("Distribution of the residuals as a table", table.html)
    }
    if let map { text += details("Objective as a table", objective(map)) }
    return text
  }

  private func details(_ title: String, _ body: String) -> String {
    "<details><summary>\(XMLText.escaped(title))</summary>\n\(body)</details>\n"
  }

  /// Some columns and rows of the map, and twenty-one points of the path.
  private func objective(_ map: ObjectiveMap) -> String {
    func name(_ axis: ObjectiveMap.Axis) -> String {
      axis.unit.isEmpty ? axis.key : "\(axis.key) (\(axis.unit))"
    }
    let columns = Array(stride(from: 0, to: map.first.values.count, by: 16))
    var table = HTMLTable(
      "rms in pt over \(map.first.key) to the right and \(map.second.key) downwards",
      [.init("\(name(map.second)) \\ \(name(map.first))", isNumber: true)]
        + columns.map { .init(NumberText.short(map.first.values[$0], digits: 3), isNumber: true) })
    for row in stride(from: 0, to: map.second.values.count, by: 8) {
      table.add(
        [NumberText.short(map.second.values[row], digits: 3)]
          + columns.map {
            NumberText.short(map.rms[row * map.first.values.count + $0], digits: 3)
          })
    }
    var way = HTMLTable(
      "The way of the search",
      [
        .init("move", isNumber: true), .init(name(map.first), isNumber: true),
        .init(name(map.second), isNumber: true),
      ])
    let last = map.path.count - 1
    for index in 0...20 {
      let move = last * index / 20
      guard index == 0 || move > last * (index - 1) / 20 else { continue }
      way.add([
        "\(move)", NumberText.short(map.path[move].first, digits: 6),
        NumberText.short(map.path[move].second, digits: 6),
      ])
    }
    return table.html + way.html
  }
}
