public import ScrollFitting
internal import ScrollTraces

/// The report for people: 80 columns, complete without colour.
public struct TextReport: ResultRenderer {
  private let style: TextStyle
  private let options: FitOptions
  private var isFirst = true

  /// A report in a style; the options say which settings to name.
  public init(style: TextStyle, options: FitOptions) {
    self.style = style
    self.options = options
  }

  /// Nothing: a report begins with its first recording.
  public mutating func begin() -> String { "" }

  /// The fits of one recording and its warnings; nothing when nothing could be fitted.
  public mutating func add(_ result: TraceResult) -> String {
    var lines: [String] = []
    guard !result.fits.isEmpty else { return "" }
    if !isFirst { lines.append("") }
    isFirst = false
    for (index, fit) in result.fits.enumerated() {
      if index > 0 { lines.append("") }
      lines += heading(result, fit, number: index + 1)
      lines += constants(fit)
      lines += notes(result, fit)
      lines += warnings(fit.warnings)
    }
    lines += warnings(result.warnings)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Nothing.
  public mutating func end() -> String { "" }

  // MARK: - Parts

  private func heading(_ result: TraceResult, _ fit: Fit, number: Int) -> [String] {
    var title = terminalSafe(result.path == "-" ? "standard input" : result.path)
    if let name = result.name { title += ", \(terminalSafe(name))" }
    // Not wrapped: a path is to be copied.
    var lines = [style.heading(title)]
    var what = fit.law
    if result.fits.count > 1 { what += " \(number) of \(result.fits.count)" }
    if Set(result.fits.map(\.axis)).count > 1 { what += " along \(fit.axis.rawValue)" }
    if let edge = fit.edge { what += " \(fit.isBeyondEdge ? "beyond" : "up to") \(describe(edge))" }
    lines += TextLayout.wrap(what, width: style.width - 2).map { "  " + $0 }
    if let law = Laws.description(fit.law) {
      var formula = fit.formula ?? law.formula
      if fit.parameters.contains(where: { $0.key == "rest_offset" }) { formula += " + rest offset" }
      lines.append("  " + style.faint(formula))
    }
    return lines + [""]
  }

  private func describe(_ stop: StopRule) -> String {
    switch stop {
    case .seen: "to rest"
    case .given(let speed): "to \(NumberText.short(speed)) pt/s"
    case .epsilon(let epsilon): "to \(NumberText.short(epsilon)) pt"
    }
  }

  private func describe(_ edge: Edge) -> String {
    let position = NumberText.short(edge.position)
    return switch edge.source {
    case .option: "the \(edge.side.rawValue) edge at \(position) pt (--edge)"
    case .metadata: "the \(edge.side.rawValue) edge at \(position) pt"
    case .column: "the edge (overscroll column)"
    case .inferred: "the \(edge.side.rawValue) edge at \(position) pt (inferred)"
    case .fitted: "the \(edge.side.rawValue) edge near \(position) pt (fitted)"
    }
  }

  private func constants(_ fit: Fit) -> [String] {
    let law = Laws.description(fit.law)
    let hidden = fit.derived.filter { $0.key != "edge_velocity" }
    var table = ConstantTable()
    for estimate in fit.parameters {
      table.add(estimate, label: estimate.key, note: allowed(estimate, fit))
    }
    table.addGap()
    for estimate in hidden {
      var label = law?.quantity(estimate.key)?.name ?? estimate.key
      if estimate.key == "settle_time" {
        label += " (\(NumberText.short(options.settleThreshold)) pt)"
      }
      if estimate.key == "duration", let stop = fit.stop {
        label += " (\(describe(stop)))"
      }
      table.add(estimate, label: label, note: nil)
    }
    return table.lines(style: style)
  }

  private func allowed(_ estimate: Estimate, _ fit: Fit) -> String? {
    guard let feasibility = fit.feasibility, feasibility.key == estimate.key else { return nil }
    guard let interval = feasibility.interval else { return "rounding allows none" }
    let decimals = NumberText.decimals(
      forError: ((interval.upper ?? 0) - (interval.lower ?? 0)) / 4, value: estimate.value ?? 1)
    let ends = [interval.lower, interval.upper].map {
      $0.map { NumberText.fixed($0, decimals: decimals) } ?? "?"
    }
    return "rounding allows \(ends[0]) .. \(ends[1])"
  }

  private func notes(_ result: TraceResult, _ fit: Fit) -> [String] {
    var lines = [""]
    for (label, text) in FitNotes.all(result, fit, options: options) {
      lines += TextLayout.item(label, text, indent: 2, labelWidth: 11, width: style.width)
    }
    return lines
  }

  private func warnings(_ warnings: [Warning]) -> [String] {
    guard !warnings.isEmpty else { return [] }
    var lines = [""]
    for warning in warnings {
      let text = terminalSafe("\(warning.message); \(warning.remedy)")
      var item = TextLayout.item(
        warning.code.rawValue, text, indent: 2, labelWidth: 6, width: style.width)
      item[0] =
        "  " + style.warning(warning.code.rawValue)
        + item[0].dropFirst(2 + warning.code.rawValue.count)
      lines += item
    }
    return lines
  }
}
