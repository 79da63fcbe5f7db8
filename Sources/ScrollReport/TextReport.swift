public import ScrollFitting
internal import ScrollTraces

/// The report for people: 80 columns, complete without colour.
public struct TextReport: ResultRenderer {
  private let style: TextStyle
  private let options: FitOptions
  /// Whether a recording that was split shows every fit in full.
  private let showsDetails: Bool
  /// How to draw the fits; nil for text alone.
  private let plot: TerminalPlot?
  private var isFirst = true
  /// The springs of all recordings, for what they say together.
  private var springs: [Fit] = []
  /// The recordings of those of them whose springs rounding bounds.
  private var boundedNames: [String] = []

  /// A report in a style; the options say which settings to name.
  ///
  /// - Parameter showsDetails: whether a recording that was split shows every fit in full, not only the one
  ///   of a recording with a single fit.
  /// - Parameter plot: draws each fit that is shown in full, and the offsets of a recording that was split; nil
  ///   for text alone.
  public init(
    style: TextStyle, options: FitOptions, showsDetails: Bool = false, plot: TerminalPlot? = nil
  ) {
    self.plot = plot
    self.style = style
    self.options = options
    self.showsDetails = showsDetails
  }

  /// Nothing: a report begins with its first recording.
  public mutating func begin() -> String { "" }

  /// The fits of one recording and its warnings; nothing when nothing could be fitted.
  public mutating func add(_ result: TraceResult) -> String {
    var lines: [String] = []
    guard !result.fits.isEmpty || !result.phases.isEmpty else { return "" }
    let found = result.fits.filter { $0.law == SpringLaw.description.key }
    springs += found
    boundedNames += found.filter { $0.search.converged && $0.region != nil }.map { _ in
      title(result)
    }
    if !isFirst { lines.append("") }
    isFirst = false
    if !result.phases.isEmpty {
      lines.append(style.heading(title(result)))
      lines += PhaseReport(style: style, options: options, plot: plot).lines(result)
      guard showsDetails || result.fits.count == 1 else {
        lines += warnings(Self.summary(result.fits.flatMap(\.warnings) + result.warnings))
        return lines.joined(separator: "\n") + "\n"
      }
      lines.append("")
    }
    for (index, fit) in result.fits.enumerated() {
      if index > 0 { lines.append("") }
      lines += heading(result, fit, number: index + 1)
      lines += constants(fit)
      lines += notes(result, fit)
      lines += warnings(fit.warnings)
      if let drawing = plot?.lines(fit), !drawing.isEmpty { lines += [""] + drawing }
    }
    lines += warnings(result.warnings)
    return lines.joined(separator: "\n") + "\n"
  }

  /// What several springs say together, if there are any.
  public mutating func end() -> String {
    guard let pool = SpringPool(springs, options: options) else { return "" }
    return
      (["", style.heading("\(pool.count) motions together")]
      + SpringText.lines(pool, names: boundedNames, style))
      .joined(separator: "\n") + "\n"
  }

  // MARK: - Parts

  /// Each warning once, with how many fits have it; those of a recording as they are.
  private static func summary(_ warnings: [Warning]) -> [Warning] {
    var result: [Warning] = []
    /// Edges differ in what is said of them, other warnings only in numbers.
    func isLike(_ first: Warning, _ second: Warning) -> Bool {
      first.code == second.code
        && (first.code != .edgeInferred || first.message == second.message)
    }
    var seen: [Warning] = []
    for warning in warnings where !seen.contains(where: { isLike($0, warning) }) {
      seen.append(warning)
      let count = warnings.count { isLike($0, warning) }
      var first = warning
      if count > 1 {
        first.message += " (and so in \(count - 1) more fit\(count == 2 ? "" : "s"))"
      }
      result.append(first)
    }
    return result.sorted { $0.code.rawValue < $1.code.rawValue }
  }

  private func title(_ result: TraceResult) -> String {
    var title = escapedForTerminal(result.path == "-" ? "standard input" : result.path)
    if let name = result.name { title += ", \(escapedForTerminal(name))" }
    return title
  }

  private func heading(_ result: TraceResult, _ fit: Fit, number: Int) -> [String] {
    // Not wrapped: a path is to be copied. Below the phases it has been said.
    var lines = result.phases.isEmpty ? [style.heading(title(result))] : []
    let what = FitText.heading(result, fit, number: number)
    lines += TextLayout.wrap(what, width: style.width - 2).map { "  " + $0 }
    if let law = Laws.description(fit.law) {
      lines.append("  " + style.faint(FitText.formula(fit, law)))
    }
    if fit.warnings.contains(where: { $0.code == .wrongLaw }) {
      lines += TextLayout.wrap(
        "the motion does not follow this law (W411): the constants below are those of the closest curve",
        width: style.width - 2
      ).map { "  " + style.warning($0) }
    }
    return lines + [""]
  }

  private func constants(_ fit: Fit) -> [String] {
    var table = ConstantTable()
    for estimate in fit.parameters {
      table.add(estimate, label: estimate.key, note: FitText.allowed(estimate, fit))
    }
    table.addGap()
    for estimate in FitText.shownDerived(fit) {
      table.add(estimate, label: FitText.label(estimate, fit, options), note: nil)
    }
    return table.lines(style: style)
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
      let text = escapedForTerminal("\(warning.message); \(warning.remedy)")
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
