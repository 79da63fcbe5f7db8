public import ScrollFitting
public import ScrollFormats
public import ScrollPhysics
internal import ScrollTraces

/// A comparison of two sets of recordings as text and as JSON.
public struct ComparisonReport: Sendable {
  private let comparison: RecordingComparison
  private let first: Source
  private let second: Source

  /// One side of a comparison.
  public enum Source: Sendable {
    /// Recordings: the path, as it was named, and what was read and fitted.
    case recordings(path: String, BatchSummary)
    /// A known scroll view.
    case engine(Engine)

    /// What it is called in a picture.
    fileprivate var name: String {
      switch self {
      case .recordings(let path, _): SVGPlot.source(path: path, name: nil)
      case .engine(let engine): engine.key
      }
    }

    /// Whether any of its recordings has a warning.
    fileprivate func has(_ code: Warning.Code) -> Bool {
      guard case .recordings(_, let summary) = self else { return false }
      return summary.warnings[code.rawValue] != nil
    }

    fileprivate var side: RecordingComparison.Side {
      switch self {
      case .recordings(_, let summary): .recordings(summary)
      case .engine(let engine): .engine(engine)
      }
    }
  }

  /// A report.
  public init(_ first: Source, _ second: Source) {
    comparison = RecordingComparison(first.side, second.side)
    self.first = first
    self.second = second
  }

  // MARK: - Text

  /// The comparison for people: 80 columns, complete without colour.
  ///
  /// - Parameters:
  ///   - style: widths and colours.
  ///   - plot: draws a bounce and a glide of both below the text; nil for text alone.
  public func text(style: TextStyle, plot: TerminalPlot? = nil) -> String {
    var lines = [line("A", first, style), line("B", second, style)]
    lines += warnings(style)
    lines.append("")
    lines +=
      comparison.constants.isEmpty
      ? ["  A and B have no constant in common."] : constants(style)
    lines += alone(style)
    let felt = Self.felt(comparison.consequences, subject: "B ")
    if !felt.isEmpty { lines += ["", "  " + style.heading("what a user feels")] + felt }
    for motions in comparison.motions {
      guard let drawing = plot?.lines(motions), !drawing.isEmpty else { continue }
      lines += ["", "  " + style.heading(motions.start)] + drawing
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - SVG

  /// A bounce and a glide of both and their differences as one picture; empty where they have none in common.
  public func svg() -> String {
    SVGReport.picture(
      comparison.motions.map {
        (
          ComparisonChart.height,
          ComparisonChart(motions: $0, names: (first.name, second.name)).body
        )
      }, of: [first.name, second.name], about: "Two scroll views from the same start",
      below: "the differences")
  }

  private func line(_ name: String, _ source: Source, _ style: TextStyle) -> String {
    switch source {
    case .recordings(let path, let summary):
      let count = summary.recordings
      return style.heading("\(name)  \(escapedForTerminal(path))")
        + ", \(count) recording\(count == 1 ? "" : "s"), \(summary.fitted) fitted"
    case .engine(let engine):
      return style.heading("\(name)  \(escapedForTerminal(engine.key))")
        + ", the constants of \(escapedForTerminal(engine.name))"
    }
  }

  /// What was assumed about times, on which every constant rests.
  private func warnings(_ style: TextStyle) -> [String] {
    let meanings: [(Warning.Code, String)] = [
      (.stampsAssumed, "no stamps; constants are as wrong as the frame interval that was assumed"),
      (.stampUnit, "nothing states the unit of the stamps, and it was told from them"),
    ]
    return meanings.flatMap { code, meaning in
      let names = [("A", first), ("B", second)].filter { $1.has(code) }.map(\.0)
      return names.isEmpty
        ? []
        : TextLayout.item(
          code.rawValue, "in \(names.joined(separator: " and ")): \(meaning)", indent: 2,
          labelWidth: 6, width: style.width)
    }
  }

  private func constants(_ style: TextStyle) -> [String] {
    let rows = comparison.constants.map { constant -> [String] in
      let half = constant.halfWidth
      func print(_ value: Double?, error: Double? = half) -> String {
        guard let value else { return "-" }
        return NumberText.fixed(
          value,
          decimals: NumberText.decimals(forError: error, value: constant.first.value ?? value)
        )
      }
      /// A value with the digits of its own interval, at least three.
      func value(_ estimate: Estimate) -> String {
        let own = estimate.value.map { 0.005 * $0.magnitude }
        return print(estimate.value, error: [half, own].compactMap { $0 }.min())
      }
      let unit = constant.first.unit
      return [
        "\(constant.law).\(constant.first.key)\(unit.isEmpty ? "" : " (\(unit))")",
        value(constant.first), value(constant.second), print(constant.difference),
        half.map { "± " + print($0) } ?? "", verdict(constant),
      ]
    }
    let head = ["", "A", "B", "B - A", "± at 95 %", ""]
    return TextLayout.table(
      [head] + rows, isText: head.indices.map { $0 == 0 || $0 > 3 }, style: style
    ).enumerated().map { index, line in
      index > 0 && rows[index - 1][5] == "differs" ? style.warning(line) : line
    }
  }

  /// Whether two values differ; where the interval is wide, that they are alike is not known either.
  private func verdict(_ constant: RecordingComparison.Constant) -> String {
    guard let differs = constant.differs, let half = constant.halfWidth else { return "not known" }
    guard !differs else { return "differs" }
    let size = max(constant.first.value?.magnitude ?? 0, constant.second.value?.magnitude ?? 0)
    return half <= 0.05 * size ? "the same" : "unsure"
  }

  private func alone(_ style: TextStyle) -> [String] {
    [("A", comparison.onlyFirst), ("B", comparison.onlySecond)].flatMap { name, keys in
      keys.isEmpty
        ? []
        : TextLayout.item(
          "only \(name) has", keys.joined(separator: ", "), indent: 2, labelWidth: 11,
          width: style.width)
    }
  }

  /// One sentence a start: B goes 4.2 pt less far and settles 31 ms sooner.
  static func felt(_ consequences: [ScrollFeel.Consequence], subject: String) -> [String] {
    var starts: [String] = []
    for one in consequences where !starts.contains(one.start) { starts.append(one.start) }
    let width = (starts.map(\.count).max() ?? 0) + 2
    return starts.flatMap { start in
      let parts = consequences.filter { $0.start == start }.map(sentence)
      return TextLayout.item(
        start, subject + parts.joined(separator: " and "), indent: 2, labelWidth: width, width: 80)
    }
  }

  /// Whether a difference is said: a frame at 120 Hz, a third of a point. Smaller ones nobody sees, and constants are
  /// rarely known so well.
  static func isFelt(_ one: ScrollFeel.Consequence) -> Bool {
    (one.second - one.first).magnitude >= (one.unit == "s" ? 1.0 / 120 : 1.0 / 3)
  }

  /// How the second differs from the first, after its name: `goes 4.2 pt less far (71 pt)`.
  static func sentence(_ one: ScrollFeel.Consequence) -> String {
    let difference = one.second - one.first
    if one.unit == "s" {
      let text = "\(NumberText.significant(1000 * difference.magnitude, digits: 2)) ms"
      return isFelt(one)
        ? "ends \(text) \(difference < 0 ? "sooner" : "later")" : "ends in the same frame"
    }
    let text = "goes \(NumberText.significant(difference.magnitude, digits: 2)) pt"
    return isFelt(one)
      ? "\(text) \(difference < 0 ? "less far" : "further") (\(NumberText.short(one.second, digits: 3)) pt)"
      : "goes as far (\(NumberText.short(one.first, digits: 3)) pt)"
  }

  // MARK: - JSON

  /// The comparison for programs: one object, `format_version` 1.0. Halves of intervals are those of 95 %.
  public func json(version: String) -> String {
    var writer = JSONWriter(isPretty: true)
    writer.object { json in
      json.member("format_version", "1.0")
      json.member("scrollfit", version)
      for (key, source) in [("a", first), ("b", second)] {
        json.object(key) {
          switch source {
          case .recordings(let path, let summary):
            $0.member("path", path)
            $0.member("recordings", summary.recordings)
            $0.member("fitted", summary.fitted)
            SummaryJSON.counts("warnings_by_code", summary.warnings, to: &$0)
          case .engine(let engine): $0.member("engine", engine.key)
          }
        }
      }
      json.objects("constants", comparison.constants) {
        $1.member("law", $0.law)
        $1.member("key", $0.first.key)
        $1.member("unit", $0.first.unit)
        $1.member("a", $0.first.value)
        $1.member("b", $0.second.value)
        $1.member("difference", $0.difference)
        $1.member("half_width", $0.halfWidth)
        $1.member("differs", $0.differs)
      }
      json.objects("consequences", comparison.consequences) {
        $1.member("start", $0.start)
        $1.member("quantity", $0.quantity)
        $1.member("unit", $0.unit)
        $1.member("a", $0.first)
        $1.member("b", $0.second)
      }
      json.member("only_a", comparison.onlyFirst)
      json.member("only_b", comparison.onlySecond)
    }
    return writer.text + "\n"
  }
}
