internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The part of a page about one fit: chart and constants, and collapsed details of the fit.
struct FitArticle {
  let result: TraceResult
  let index: Int
  /// The anchor of the recording.
  let section: String
  let reference: [ReferenceConstant]
  let short: ShortText
  /// Whether its chart is already at the top of the page.
  let isShownAbove: Bool

  private var fit: Fit { result.fits[index] }
  private var id: String { "\(section)-f\(index + 1)" }

  /// The anchor of the table of a fit's samples.
  static func tableID(_ section: String, _ index: Int) -> String { "\(section)-f\(index + 1)-s" }

  /// The curve with the constants of the reference, fitted to the samples of the fit.
  static func held(_ fit: Fit, _ reference: [ReferenceConstant]) -> ConstrainedCurve? {
    let constants = reference.filter { $0.law == fit.law }
    guard !constants.isEmpty else { return nil }
    return fit.holding(
      Dictionary(constants.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }

  var html: String {
    let chart = FitChart(fluid: fit, reference: Self.held(fit, reference))
    let isDrawn = !fit.series.fitTimes.isEmpty
    var text =
      "<article aria-labelledby=\"\(id)\">\n<h3 id=\"\(id)\">"
      + "\(XMLText.escaped(FitText.heading(result, fit, number: index + 1)))</h3>\n"
    if let law = fit.lawDescription {
      text += "<p class=\"formula\">\(XMLText.escaped(FitText.formula(fit, law)))</p>\n"
    }
    let constants = constantTable + (isShownAbove ? "" : RecordingSection.notes(inShort))
    if isDrawn, !isShownAbove {
      text +=
        "<div class=\"grid-2\">\n<div>\n\(figure(chart))</div>\n<div>\n\(constants)</div>\n</div>\n"
    } else {
      text += constants
    }
    text += RecordingSection.warnings(fit.warnings)
    text += PageText.details(
      "How it was found",
      RecordingSection.notes(FitNotes.all(result, fit, options: short.options)), prints: true)
    if isDrawn {
      if let residuals = ResidualChart(fit, bound: chart.series.bound) {
        text += PageText.details(
          "Distribution of the residuals", distribution(residuals), prints: true)
      }
      if let map = ObjectiveMap(fit) {
        text += PageText.details(
          "What the search sees", ObjectiveFigure(map: map, id: id).html, prints: true)
      }
      let samples = SampleTable.make(chart, id: Self.tableID(section, index))
      text += PageText.details("Samples as a table", samples.html)
    }
    return text + "</article>\n"
  }

  /// A short description of the motion, and whether the law fits it.
  private var inShort: [(label: String, text: String)] {
    var notes: [(String, String)] = []
    if let text = short.consequences(fit, fit.lawDescription) {
      notes.append(("motion", text))
    }
    notes.append(("fits", short.follows(fit)))
    if let text = short.resembles(fit, of: result) { notes.append(("engines", text)) }
    return notes
  }

  private func figure(_ chart: FitChart) -> String {
    "<figure>\n"
      + chart.figure(
        id: "\(id)-p", title: SVGPlot.title(result, fit: index),
        table: Self.tableID(section, index))
      + "<figcaption>\(RecordingSection.legend(chart.legend))</figcaption></figure>\n"
  }

  // MARK: - Constants

  private var constantTable: String {
    let shown = short.shown(fit)
    let all = fit.parameters + FitText.shownDerived(fit)
    func table(_ caption: String, _ estimates: [Estimate]) -> Table {
      var table = Table(caption, ["constant", .number("value"), .number("95 % interval")])
      table.rows = estimates.map(row)
      return table
    }
    var first = table("Constants", shown)
    first.link = ("what they mean", PageWords.id(fit.law))
    let others = all.filter { estimate in !shown.contains { $0.key == estimate.key } }
    guard !others.isEmpty else { return first.html }
    return first.html
      + PageText.details(
        PooledText.count(others.count, "more constant"), table("Further constants", others).html,
        prints: true)
  }

  private func row(_ estimate: Estimate) -> [Phrase] {
    let isFixed = estimate.isFixed || estimate.standardError == 0
    let bounds = [
      isFixed ? "" : PooledText.interval(estimate), FitText.allowed(estimate, fit) ?? "",
    ]
    return [
      label(estimate),
      "\(PooledText.value(estimate))\(estimate.value != nil && isFixed ? " (held)" : "")",
      .lines(bounds.filter { !$0.isEmpty }.map { Phrase($0) }),
    ]
  }

  /// The symbol and name of a parameter; only the name of a derived quantity.
  private func label(_ estimate: Estimate) -> Phrase {
    let name = FitText.label(estimate, fit, short.options)
    guard fit.parameters.contains(where: { $0.key == estimate.key }) else { return Phrase(name) }
    let key = Phrase(estimate.key, .breakable)
    return name == estimate.key ? key : "\(key) \(name, .soft)"
  }

  // MARK: - Residuals

  private func distribution(_ residuals: ResidualChart) -> String {
    var table = Table(
      "Residuals by size",
      [
        .number("from (pt)"), .number("to (pt)"), .number("samples"), .number("by rounding alone"),
      ])
    for bin in residuals.bins {
      table.add([
        NumberText.short(bin.lower, digits: 4), NumberText.short(bin.upper, digits: 4),
        "\(bin.count)", bin.expected.map { NumberText.short($0, digits: 3) } ?? "",
      ])
    }
    return "<div class=\"grid-2\">\n<figure>\n"
      + residuals.figure(id: "\(id)-r", width: RecordingSection.width)
      + "<figcaption>Residuals by size"
      + "\(residuals.isEven ? "; the outline is what rounding alone gives" : "").</figcaption></figure>\n"
      + "<div class=\"data\">\(table.html)</div>\n</div>\n"
  }
}
