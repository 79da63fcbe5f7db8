internal import ScrollFitting
public import ScrollFormats
internal import ScrollPhysics
internal import ScrollTraces

extension ComparisonReport {
  /// The comparison as text, readable without colour.
  ///
  /// - Parameters:
  ///   - style: widths and colours.
  ///   - plot: draws a bounce and a deceleration of both sides below the text; nil for text only.
  public func text(style: TextStyle, plot: TerminalPlot? = nil) -> String {
    var lines = line("A", first, style) + line("B", second, style)
    lines += assumed.flatMap { style.item($0.code.rawValue, $0.text, 6) }
    lines.append("")
    let isShared = !comparison.constants.isEmpty
    lines += isShared ? constants(style) : ["  A and B have no constant in common."]
    lines += alone(style) + off(style)
    let felt = Self.felt(comparison.consequences, subject: "B ", style: style)
    let doubt = doubt(style)
    if !felt.isEmpty || isShared && !doubt.isEmpty {
      lines += ["", "  " + style.heading("what a user feels")] + felt + doubt
    } else if !isShared {
      lines += [""] + nothingFelt(style)
    }
    for motions in comparison.motions {
      guard let drawing = plot?.lines(motions), !drawing.isEmpty else { continue }
      lines += ["", "  " + style.heading(motions.start)] + drawing
    }
    if let code = assumed.first?.code {
      lines += ["", "  " + ShortText.remedy(code)]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ name: String, _ source: Source, _ style: TextStyle) -> [String] {
    let (title, what): (String, String)
    switch source {
    case .recordings(let path, let summary):
      title = "\(name)  \(escapedForTerminal(path))"
      let counts = [
        (summary.fitted - summary.identified, "fitted"), (summary.identified, "identified"),
      ].filter { $0.0 > 0 || summary.fitted == 0 && $0.1 == "fitted" }
      what =
        PooledText.count(summary.recordings, "recording")
        + counts.map { ", \($0.0) \($0.1)" }.joined()
    case .engine(let engine):
      title = "\(name)  \(escapedForTerminal(engine.key))"
      what = "the constants of \(escapedForTerminal(engine.name))"
    }
    // A path is not wrapped, so that it can be copied.
    guard title.count + 2 + what.count > style.width else {
      return [style.heading(title) + ", " + what]
    }
    return [style.heading(title)]
      + style.lines(what, indent: 3)
  }

  /// The constants on which recordings of one side disagree and on which motions depend.
  private func doubt(_ style: TextStyle) -> [String] {
    func path(_ source: Source) -> String {
      if case .recordings(let path, _) = source { path } else { "FILE" }
    }
    let sides = [("A", comparison.doubtFirst, first), ("B", comparison.doubtSecond, second)]
    return sides.flatMap { name, constants, source in
      guard let text = PooledText.doubt(constants, of: " of \(name)") else { return [String]() }
      return style.lines(style.warning(text + "; this lists each:"))
        + [TypedCommand.named("    scrollfit batch FILE", path: path(source))]
    }
  }

  /// Why no motions are compared, and what the user can do.
  private func nothingFelt(_ style: TextStyle) -> [String] {
    func laws(_ keys: [String]) -> String {
      keys.compactMap { $0.split(separator: ".").first.map(String.init) }.firstOfEach
        .joined(separator: ", ")
    }
    let sides = [("A", first, comparison.onlyFirst), ("B", second, comparison.onlySecond)]
    let says = sides.map { name, source, keys in
      if case .engine(let engine) = source { return "\(name) is \(escapedForTerminal(engine.key))" }
      if !keys.isEmpty { return "\(name) follows \(laws(keys))" }
      let identified = source.identified
      return identified.isEmpty
        ? "\(name) has no measured constant"
        : "\(name) follows \(identified.joined(separator: ", ")), by which no constant was measured"
    }
    let isEngine = sides.contains { if case .engine = $0.1 { true } else { false } }
    let found = sides.lazy.compactMap { name, source, _ -> (String, String, Bool)? in
      guard case .recordings(let path, let summary) = source else { return nil }
      // A folder with one recording: these commands take the file in it.
      let isFolder = summary.recordings > 1
      return (name, isFolder ? path : summary.first?.path ?? path, isFolder)
    }.first
    let why =
      "The motions cannot be compared: \(says.joined(separator: ", ")); no motion is known for both."
    guard let (name, path, isFolder) = found else { return style.lines(why) }
    let next =
      isEngine
      ? " This command finds the engines that move like \(name):"
      : " Record the same motion in both. This command shows what \(name) contains:"
    let command = isFolder ? "batch" : isEngine ? "identify" : "fit"
    return style.lines(why + next)
      + [TypedCommand.named("    scrollfit \(command) FILE", path: path)]
  }

  /// The assumptions about times that affect every constant, with the sides that make them.
  private var assumed: [(code: Warning.Code, text: String)] {
    let meanings: [(Warning.Code, String)] = [
      (.stampsAssumed, "no stamps; constants are as wrong as the frame interval that was assumed"),
      (.stampUnit, "the unit of the stamps is not stated and was inferred from them"),
    ]
    return meanings.compactMap { code, meaning in
      let names = [("A", first), ("B", second)].filter { $1.has(code) }.map(\.0)
      return names.isEmpty ? nil : (code, "in \(names.joined(separator: " and ")): \(meaning)")
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
      /// A value with digits that fit the 95 % interval, at least three significant ones.
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
    var table = Table(
      "", ["", .number("A"), .number("B"), .number("B - A"), "± at 95 %", ""])
    for row in rows { table.add(row) }
    // Names that leave too little room for the numbers get lines of their own.
    let isWide = table.lines(TextStyle(width: style.width)).contains { $0.count > style.width }
    if isWide { for index in rows.indices { table.rows[index][0] = "  " } }
    let lines = table.lines(style)
    return lines.prefix(1)
      + zip(rows, lines.dropFirst()).flatMap { row, line in
        let differs = row[5] == "differs"
        return (isWide ? ["  " + row[0]] : []) + [differs ? style.warning(line) : line]
      }
  }

  /// Whether two values differ. If the interval is wide compared with the value, the answer is "unsure", not "the
  /// same".
  private func verdict(_ constant: RecordingComparison.Constant) -> String {
    guard let differs = constant.differs, let half = constant.halfWidth else { return "not known" }
    guard !differs else { return "differs" }
    // A value tells nothing of the recordings that it leaves out.
    let isPart = (comparison.offFirst + comparison.offSecond).contains {
      $0.law == constant.law && $0.key == constant.first.key
    }
    guard !isPart else { return "unsure" }
    let size = max(constant.first.value?.magnitude ?? 0, constant.second.value?.magnitude ?? 0)
    return half <= 0.05 * size ? "the same" : "unsure"
  }

  private func alone(_ style: TextStyle) -> [String] {
    [("A", comparison.onlyFirst), ("B", comparison.onlySecond)].flatMap { name, keys in
      keys.isEmpty ? [] : style.item("only \(name) has", keys.joined(separator: ", "), 11)
    }
  }

  /// The recordings that the values of a side leave out.
  private func off(_ style: TextStyle) -> [String] {
    [("A", comparison.offFirst), ("B", comparison.offSecond)].flatMap { name, pools in
      pools.flatMap { pool -> [String] in
        let value = pool.estimate.value
        guard let text = pool.saying(pool.outliers, from: { value ?? $0.median }) else { return [] }
        return style.item(
          "off in \(name)", "\(pool.law).\(pool.key): \(escapedForTerminal(text))", 11)
      }
    }
  }

  /// One sentence per start: B goes 4.2 pt less far and settles 31 ms sooner.
  ///
  /// - Parameters:
  ///   - consequences: the motions of both sides.
  ///   - subject: the name of the second side, followed by a space; empty for none.
  ///   - style: the width.
  static func felt(
    _ consequences: [ScrollFeel.Consequence], subject: String, style: TextStyle
  ) -> [String] {
    var starts: [String] = []
    for one in consequences where !starts.contains(one.start) { starts.append(one.start) }
    let width = (starts.map(\.count).max() ?? 0) + 2
    return starts.flatMap { start in
      let parts = consequences.filter { $0.start == start }.map(sentence)
      return style.item(start, subject + parts.joined(separator: " and "), width)
    }
  }

  /// The consequences of the starts with a perceptible difference.
  static func changed(_ consequences: [ScrollFeel.Consequence]) -> [ScrollFeel.Consequence] {
    let starts = Set(consequences.filter(isFelt).map(\.start))
    return consequences.filter { starts.contains($0.start) }
  }

  /// Whether a difference is perceptible: at least one frame at 120 Hz, or a third of a point.
  static func isFelt(_ one: ScrollFeel.Consequence) -> Bool {
    (one.second - one.first).magnitude >= (one.unit == "s" ? 1.0 / 120 : 1.0 / 3)
  }

  /// How the second side differs from the first: `goes 4.2 pt less far (71 pt)`.
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
}
