internal import ScrollFitting
internal import ScrollFormats
internal import ScrollPhysics
internal import ScrollTraces

/// A fit in about a dozen lines: constants with intervals, their consequences for the motion, whether the law fits,
/// similar engines, and the next command.
struct ShortText {
  let style: TextStyle
  let options: FitOptions
  let engines: [Engine]

  /// Maximum number of lines about a single motion, including the name of its recording.
  static let lineLimit = 14

  /// Lines without as many of their empty ones as makes them short enough; all if that does not help.
  static func tightened(_ lines: [String]) -> [String] {
    var tight = lines
    while tight.count > lineLimit, let empty = tight.lastIndex(of: "") { tight.remove(at: empty) }
    return tight.count > lineLimit ? lines : tight
  }

  /// The command that explains a warning, and its purpose.
  static func remedy(_ code: Warning.Code) -> String { remedy(code.rawValue) }

  /// The command that explains the warning with a code, and its purpose.
  static func remedy(_ code: String) -> String { "'scrollfit explain \(code)' says what to do" }

  /// The lines below the name of the recording.
  func lines(_ result: TraceResult, _ fit: Fit, number: Int) -> [String] {
    let law = fit.lawDescription
    var lines = style.lines(
      FitText.heading(result, fit, number: number) + ", " + samples(result, fit))
    lines += [""] + constants(fit, law) + [""]
    // Without a valid fit, its constants predict nothing.
    if Self.doubt(fit) == nil, let text = consequences(fit, law) { lines += item("motion", text) }
    lines += item("fits", follows(fit))
    if let text = resembles(fit, of: result) { lines += item("engines", text) }
    lines += WheelText.lines(result, style: style, labelWidth: 9) + phases(result)
    return lines + notes(fit.warnings, after: lines.count + 1)
  }

  func item(_ label: String, _ text: String, labelWidth: Int = 9) -> [String] {
    style.item(label, text, labelWidth)
  }

  private func samples(_ result: TraceResult, _ fit: Fit) -> String {
    let count = fit.samples.used
    let one = result.sampling == nil ? "row" : "sample"
    var what = "\(PooledText.count(count, one))"
    if let window = fit.window {
      what += " in \(NumberText.short(window.upperBound - window.lowerBound, digits: 3)) s"
    }
    return shown(fit).contains { $0.halfWidth != nil } ? what + "; ± at 95 %" : what
  }

  /// The phases in order, if there are several. An axis along which nothing moves has none.
  func phases(_ result: TraceResult, labelWidth: Int = 9) -> [String] {
    guard result.phases.count > 1 else { return [] }
    // A phase shorter than 1 ms only fills the gap before a law that begins between two samples.
    let lasting = result.phases.filter { $0.end - $0.start >= 1e-3 }
    let axes = Set(lasting.filter { $0.kind != .rest }.map(\.axis))
    let phases = lasting.filter { axes.contains($0.axis) }
    let shown = phases.prefix(8).map { phase in
      (axes.count > 1 ? "\(phase.axis.rawValue) " : "")
        + "\(phase.kind.rawValue) \(NumberText.short(phase.end - phase.start, digits: 2)) s"
    }
    let more = phases.count - shown.count
    return item(
      "phases", shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
      labelWidth: labelWidth)
  }

  // MARK: - Constants

  /// The main constants of the law, each with half of its 95 % interval.
  private func constants(_ fit: Fit, _ law: LawDescription?) -> [String] {
    let rows = shown(fit).map { row($0, law) }
    func width(_ part: (Row) -> String) -> Int { rows.map { part($0).count }.max() ?? 0 }
    let (label, value) = (width(\.label), width(\.value))
    let (error, unit) = (width(\.error), width(\.unit))
    return rows.map { row in
      let start =
        "  " + TextLayout.pad(row.label, to: label) + "  "
        + TextLayout.padLeft(row.value, to: value)
        + " " + TextLayout.pad(row.error, to: error) + " " + TextLayout.pad(row.unit, to: unit)
      let room = style.width - start.count - 2
      return row.name.count <= room
        ? TextLayout.trimmed(start + "  " + style.faint(row.name)) : TextLayout.trimmed(start)
    }
  }

  /// The main constants of the law; all constants if it names none.
  func shown(_ fit: Fit) -> [Estimate] {
    let keys = fit.lawDescription?.headline ?? []
    let shown = keys.compactMap { fit[$0] }.filter { $0.value != nil }
    return shown.isEmpty ? fit.parameters.filter { $0.value != nil } : shown
  }

  private typealias Row = (
    label: String, value: String, error: String, unit: String, name: String
  )

  private func row(_ estimate: Estimate, _ law: LawDescription?) -> Row {
    let value = estimate.value ?? .nan
    let half = estimate.halfWidth
    let format = ValueFormat(value, error: half)
    return (
      estimate.key, format.text(value),
      estimate.isFixed ? "held" : half.map { "± " + format.text($0, digits: 2) } ?? "",
      estimate.unit,
      law?.quantity(estimate.key)?.name ?? ""
    )
  }

  /// The consequences for the motion: distance and duration.
  func consequences(_ fit: Fit, _ law: LawDescription?) -> String? {
    var text = ""
    for key in law?.consequences ?? [] {
      guard let estimate = fit[key], let value = estimate.value else { continue }
      let unit = estimate.unit.isEmpty ? "" : " \(estimate.unit)"
      let label =
        switch key {
        case "max_overscroll": "furthest"
        // The time of the maximum overscroll, which precedes it in the text.
        case "time_to_max" where !text.isEmpty: "after"
        default: FitText.label(estimate, fit, options)
        }
      text += text.isEmpty ? "" : label == "after" ? " " : ", "
      text += "\(label) \(NumberText.short(value, digits: 3))\(unit)"
    }
    return text.isEmpty ? nil : text
  }

  // MARK: - Judgement

  /// Whether the law fits the samples.
  func follows(_ fit: Fit) -> String {
    let rms = "rms \(NumberText.significant(fit.residual.rms, digits: 2)) pt"
    if let doubt = Self.doubt(fit) {
      return style.warning("no: \(doubt)") + (fit.search.converged ? "; \(rms)" : "")
    }
    if fit.isExact { return "every sample to the digits of the arithmetic; \(rms)" }
    if fit.feasibility?.isEmpty == false { return "every sample within its rounding; \(rms)" }
    if fit.isFollowed { return "within rounding; \(rms)" }
    guard let floor = fit.residual.floor, floor > 0 else { return rms }
    let times = NumberText.significant(fit.residual.rms / floor, digits: 2)
    return "\(rms), " + style.warning("\(times) times what rounding alone leaves")
  }

  /// Why the constants do not describe the motion; nil if they do.
  static func doubt(_ fit: Fit) -> String? {
    if fit.isOfWrongLaw {
      return "the motion does not follow this law"
    }
    return fit.search.converged ? nil : "the search found no minimum"
  }

  /// The engines that describe the motions, or whose constants are inside the intervals, or else the closest engine.
  func resembles(_ fit: Fit, of result: TraceResult) -> String? {
    guard result.engines.isEmpty else { return described(result) }
    guard fit.isFollowed else { return nil }
    let likeness = EngineLikeness(fit, engines)
    if !likeness.inside.isEmpty {
      let more = likeness.inside.count > 4 ? " and \(likeness.inside.count - 4) more" : ""
      return "the constants of \(likeness.inside.prefix(4).joined(separator: ", "))\(more)"
    }
    guard let nearest = likeness.nearest, nearest.off < 0.2 else { return nil }
    return "nearest \(nearest.key), \(NumberText.short(100 * nearest.off, digits: 2)) % off"
  }

  /// The engines that describe every motion of a recording; nil if none is known to.
  func described(_ result: TraceResult) -> String? {
    guard let first = result.engines.first else { return nil }
    let others = result.engines.dropFirst()
    let text = "\(first) describes the motion within its rounding"
    guard !others.isEmpty else { return text }
    let more = others.count > 3 ? " and \(others.count - 3) more" : ""
    return text + ", as well as \(others.prefix(3).joined(separator: ", "))\(more)"
  }

  // MARK: - Notes

  /// The most serious warning as text, the codes of the others, and the command that explains what to do.
  ///
  /// - Parameters:
  ///   - warnings: the warnings, in any order.
  ///   - lineCount: the number of lines above.
  ///   - below: the number of lines that will follow.
  func notes(_ warnings: [Warning], after lineCount: Int = 0, below: Int = 0) -> [String] {
    let warnings = warnings.byHarm
    guard let first = warnings.first else { return [] }
    let others = warnings.map(\.code.rawValue).firstOfEach.dropFirst()
    let more = others.isEmpty ? "" : "also \(others.joined(separator: ", ")); "
    let remedy = more + Self.remedy(first.code)
    var lines = item(first.code.rawValue, escapedForTerminal(first.message))
    // --details and JSON have the full message.
    let room = min(max(Self.lineLimit - lineCount - below - 1, 1), 2)
    if lines.count > room {
      lines = Array(lines.prefix(room))
      while lines[room - 1].count + 4 > style.width,
        let space = lines[room - 1].lastIndex(of: " ")
      {
        lines[room - 1] = String(lines[room - 1][..<space])
      }
      lines[room - 1] += " ..."
    }
    if let last = lines.last, last.count + 2 + remedy.count <= style.width {
      lines[lines.count - 1] += "; " + remedy
    } else {
      lines += item("", remedy)
    }
    lines[0] = "  " + style.warning(first.code.rawValue) + lines[0].dropFirst(6)
    return lines
  }
}
