internal import ScrollFitting
public import ScrollFormats

extension CheckReport {
  /// The text report: the constants that did not pass, the conclusion, and the command that would accept the change.
  ///
  /// - Parameters:
  ///   - style: colours and width.
  ///   - limit: the maximum number of constants shown per verdict, except those that pass.
  public func text(style: TextStyle, limit: Int = 20) -> String {
    var lines = style.lines(
      "\(PooledText.count(summary.recordings, "recording")) against \(referenceName)"
        + (result.isMoved ? ", by the names of the files" : "") + "; ± at 95 %", indent: 0)
    lines[0] = style.heading(lines[0])
    lines.append("")
    let width = 8
    for kind in Verdict.Kind.allCases {
      let entries = entries.filter { $0.verdict.kind == kind }
      let shown = kind == .pass || showsDetails ? entries[...] : entries.prefix(limit)
      for entry in shown { lines += item(entry, labelWidth: width, style) }
      if entries.count > shown.count {
        lines.append(
          "  " + TextLayout.pad(label(entries[shown.count]), to: width)
            + "and \(entries.count - shown.count) more")
      }
    }
    if lines.last != "" { lines.append("") }
    if let copies = PooledText.copies(summary) { lines += style.lines(copies, indent: 0) }
    // Every constant depends on the unit of the stamps.
    if let count = summary.warnings[Warning.Code.stampUnit.rawValue] {
      lines += style.lines(
        "W110 in \(count): the unit of the stamps is not stated and was inferred from them",
        indent: 0)
    }
    lines += felt(style) + feltApart(style)
    lines += style.lines(conclusion, indent: 0).map(isFailed ? style.failure : style.heading)
    if let difference { lines += style.lines(difference, indent: 0) }
    if let update, acceptsChange {
      lines.append(
        result.count(.fail) + result.count(.missing) > 0
          ? "if the change is meant, accept it with:"
          : "take what is new into the reference with:")
      // Not wrapped, so that it can be copied.
      lines.append("  " + update)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Distances and durations of motions with the measured constants, compared with the reference. Empty if no pooled
  /// constant fails although some were compared, or if the recordings are grouped.
  private func felt(_ style: TextStyle) -> [String] {
    guard summary.keys.isEmpty, let group = summary.felt().first,
      result.isEmpty || !shared.isEmpty
        || result.entries.contains(where: { $0.source == nil && $0.verdict.kind == .fail })
    else { return [] }
    let lines = ComparisonReport.felt(
      ComparisonReport.changed(consequences(group)), subject: "", style: style)
    guard !lines.isEmpty else { return [] }
    let feel = feel(group)
    let doubtful = doubtful(group).filter { pool in
      ScrollFeel.Motion(pool.law, pool.key).map(feel.has) ?? false
    }
    let doubt = PooledText.doubt(doubtful.map(\.name))
    return ["what a user feels, of these recordings beside the reference"] + lines
      + (doubt.map { style.lines(style.warning($0)) } ?? []) + [""]
  }

  /// The same of recordings that fail where the pooled constants do not.
  private func feltApart(_ style: TextStyle) -> [String] {
    let all = feltApart
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(Self.mostApart)
    // A path is not wrapped, so that it can be copied.
    let lines = shown.flatMap { source, consequences in
      let place = PooledText.place(source)
      let heading = "what a user feels, of \(place) beside the reference"
      return
        (heading.count <= style.width
        ? [heading] : ["what a user feels, beside the reference, of", "  " + place])
        + ComparisonReport.felt(consequences, subject: "", style: style)
    }
    return lines + (Self.more(all.count).map { ["and of \($0)"] } ?? []) + [""]
  }

  private func label(_ entry: CheckedConstant) -> String {
    // Upper case marks a failure without colour.
    let word = entry.verdict.kind.rawValue
    return fails(entry) ? word.uppercased() : word
  }

  private func item(_ entry: CheckedConstant, labelWidth: Int, _ style: TextStyle) -> [String] {
    let kind = entry.verdict.kind
    let word = label(entry)
    let name = name(entry)
    // A path is not wrapped, so that it can be copied.
    let head =
      entry.source == nil && !name.isEmpty
      ? style.lines("\(name), \(subject(entry))", indent: labelWidth + 2)
      : [
        TextLayout.pad("", to: labelWidth + 2) + subject(entry) + (name.isEmpty ? "" : "  \(name)")
      ]
    let colored =
      fails(entry) ? style.failure(word) : kind == .pass ? style.faint(word) : style.warning(word)
    return ["  " + colored + head[0].dropFirst(2 + word.count)] + head.dropFirst()
      + style.lines(finding(entry), indent: labelWidth + 4)
  }
}
