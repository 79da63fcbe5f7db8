public import ScrollFitting
public import ScrollFormats
internal import ScrollPhysics
internal import ScrollTraces

/// The report as text: 80 columns, readable without colour.
public struct TextReport: ResultRenderer {
  private let style: TextStyle
  private let options: FitOptions
  /// Whether every fit is shown in full, with its statistics.
  private let showsDetails: Bool
  /// Draws the fits; nil for text only.
  private let plot: TerminalPlot?
  private var isFirst = true
  /// The springs of all recordings, for the pooled constants.
  private var springs: [Fit] = []
  /// The recordings whose springs are bounded by rounding.
  private var boundedNames: [String] = []

  /// A text report.
  ///
  /// - Parameters:
  ///   - style: colours and width.
  ///   - options: the options of the fits, for the settings in the text.
  ///   - showsDetails: whether every fit is shown in full with its statistics, instead of in a dozen lines.
  ///   - plot: draws each fit that is shown, and the offsets of a recording that was split; nil for text only.
  public init(
    style: TextStyle, options: FitOptions, showsDetails: Bool = false, plot: TerminalPlot? = nil
  ) {
    self.plot = plot
    self.style = style
    self.options = options
    self.showsDetails = showsDetails
  }

  /// The fits of one recording and its warnings; empty if nothing could be fitted.
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
    if !showsDetails, let found = result.identification {
      return (lines + identified(found, result)).joined(separator: "\n") + "\n"
    }
    let start = lines.count
    // A fit beside motions of other laws is not the whole result.
    let isOneFit = result.fits.count == 1 && !result.phases.contains { $0.law != nil }
    if !result.phases.isEmpty {
      lines.append(style.heading(title(result)))
      if showsDetails || !isOneFit {
        lines += PhaseReport(
          style: style, options: options, showsDetails: showsDetails,
          plot: result.identification == nil ? plot : nil
        ).lines(result)
      }
      guard showsDetails || isOneFit else {
        let engines = short.described(result).map { short.item("engines", $0) } ?? []
        let notes = short.notes(result.fits.flatMap(\.warnings) + result.warnings)
        lines += (engines + notes).isEmpty ? [] : [""] + engines + notes
        return (lines.prefix(start) + ShortText.tightened(Array(lines.dropFirst(start))))
          .joined(separator: "\n") + "\n"
      }
    }
    if showsDetails, let found = result.identification { lines += compared(found, result) }
    if showsDetails, lines.count > start, !result.fits.isEmpty { lines.append("") }
    for (index, fit) in result.fits.enumerated() {
      if index > 0 { lines.append("") }
      guard showsDetails else {
        // A path is not wrapped, so that it can be copied. With phases the title is already above.
        if result.phases.isEmpty, index == 0 { lines.append(style.heading(title(result))) }
        var fit = fit
        if index == result.fits.count - 1 { fit.warnings += result.warnings }
        lines += short.lines(result, fit, number: index + 1)
        if result.fits.count == 1 {
          lines = lines.prefix(start) + ShortText.tightened(Array(lines.dropFirst(start)))
        }
        lines += drawing(fit)
        continue
      }
      lines += heading(result, fit, number: index + 1)
      lines += constants(fit)
      lines += notes(result, fit)
      lines += warnings(fit.warnings)
      lines += drawing(fit)
    }
    guard showsDetails else { return lines.joined(separator: "\n") + "\n" }
    lines += warnings(result.warnings)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text about several springs together, if there are any.
  public mutating func end() -> String {
    guard showsDetails, let pool = SpringPool(springs, options: options) else { return "" }
    return
      (["", style.heading("\(pool.count) motions together")]
      + SpringText.lines(pool, names: boundedNames, style))
      .joined(separator: "\n") + "\n"
  }

  // MARK: - Parts

  private var short: ShortText {
    ShortText(style: style, options: options, engines: Engines.all)
  }

  /// The result of `identify` for a recording that no law fits.
  private func identified(_ found: Identification, _ result: TraceResult) -> [String] {
    let report = IdentifyReport(style: style, .brief, plot: plot)
    // The notes below give the same warnings in fewer words.
    let start =
      report.lines(withoutWarnings(found, of: result))
      + WheelText.lines(result, style: style, labelWidth: 11)
    let next = compares(result)
    func lines(_ phases: [String]) -> [String] {
      let above = start + phases
      return above + short.notes(result.warnings, after: above.count, below: next.count) + next
    }
    let all = lines(short.phases(result, labelWidth: 11))
    guard found.motions.count == 1 else { return all + report.drawing(found) }
    let tight = ShortText.tightened(all)
    // --details lists the phases too.
    return (tight.count > ShortText.lineLimit ? ShortText.tightened(lines([])) : tight)
      + report.drawing(found)
  }

  /// What `identify --details` says of a recording that no law fits, below its phases.
  private func compared(_ found: Identification, _ result: TraceResult) -> [String] {
    let report = IdentifyReport(style: style, .details, plot: plot)
    let lines = report.lines(withoutWarnings(found, of: result)) + report.drawing(found)
    // With phases the title is already above.
    return result.phases.isEmpty ? lines : [""] + lines.dropFirst()
  }

  /// How to see more of a recording whose law was identified. A command is not wrapped, so that it can be copied.
  private func compares(_ result: TraceResult) -> [String] {
    let command = TypedCommand.quoted("identify", path: result.path)
    let line = "  --details shows each phase, \(command) compares the laws"
    guard line.count > style.width else { return [style.faint(line)] }
    return [
      "  --details shows each phase; this compares the laws:",
      TypedCommand.named("  scrollfit identify FILE", path: result.path),
    ].map(style.faint)
  }

  /// An identification without the warnings that the recording has itself.
  private func withoutWarnings(_ found: Identification, of result: TraceResult) -> Identification {
    var own = found
    own.warnings.removeAll(where: result.warnings.contains)
    return own
  }

  private func drawing(_ fit: Fit) -> [String] {
    guard let drawing = plot?.lines(fit), !drawing.isEmpty else { return [] }
    return [""] + drawing
  }

  private func title(_ result: TraceResult) -> String {
    TextLayout.title(result.path, result.name)
  }

  private func heading(_ result: TraceResult, _ fit: Fit, number: Int) -> [String] {
    // A path is not wrapped, so that it can be copied. With phases the title is already above.
    var lines = result.phases.isEmpty ? [style.heading(title(result))] : []
    let what = FitText.heading(result, fit, number: number)
    lines += style.lines(what)
    if let law = fit.lawDescription {
      lines.append("  " + style.faint(FitText.formula(fit, law)))
    }
    if fit.isOfWrongLaw {
      lines += style.lines(
        style.warning(
          "the motion does not follow this law (W411): the constants below are those of the closest curve"
        ))
    }
    return lines + [""]
  }

  private func constants(_ fit: Fit) -> [String] {
    var table = ConstantTable(showsStatistics: true)
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
    [""] + FitNotes.all(result, fit, options: options).flatMap { style.item($0.label, $0.text, 11) }
  }

  private func warnings(_ warnings: [Warning]) -> [String] {
    warnings.isEmpty ? [] : [""] + warnings.flatMap(style.item)
  }
}
