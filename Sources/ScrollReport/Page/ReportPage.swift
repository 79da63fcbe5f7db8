public import ScrollFitting
public import ScrollTraces

/// A report as one self-contained HTML page: no script, no network, no other file.
///
/// It receives recordings one by one and writes the page at the end, the worst recording first. Memory grows with
/// the constants of all recordings, and with at most ``limit`` sections.
public struct ReportPage: Sendable {
  struct Entry: Sendable {
    var record: BatchRecord
    /// The maximum ratio of a fit's rms to the rms of rounding.
    var ratio: Double?
    /// The result, and the same as one line of JSON; nil for a recording without a section.
    var detail: (result: TraceResult?, line: String)?
    var isConverged: Bool
    /// Whether a constant is outside its tolerance, judged when the recording is added.
    var isOutside: Bool
  }

  private let title: String
  private let version: String
  /// Maximum number of recordings with a section.
  private let limit: Int
  let keys: [String]
  private let options: FitOptions
  private let expected: @Sendable (BatchSource, Metadata) -> [ReferenceConstant]
  private(set) var entries: [Entry] = []
  /// Indices of the entries with a section.
  private var detailed: [Int] = []

  /// Creates a page without recordings.
  ///
  /// - Parameters:
  ///   - title: title of the page.
  ///   - version: version of the tool.
  ///   - limit: maximum number of recordings with a section; the worst are kept.
  ///   - keys: the metadata keys that group recordings.
  ///   - options: the options of the fits.
  ///   - expected: the expected constants of a recording; empty without a reference.
  public init(
    title: String, version: String, limit: Int, groupedBy keys: [String], options: FitOptions,
    expected: @escaping @Sendable (BatchSource, Metadata) -> [ReferenceConstant]
  ) {
    self.options = options
    self.expected = expected
    self.title = title
    self.version = version
    self.limit = limit
    self.keys = keys
  }

  /// Adds a recording.
  ///
  /// - Parameters:
  ///   - result: the whole result; nil for a recording that could not be read.
  ///   - line: the result as one line of JSON.
  public mutating func add(_ record: BatchRecord, result: TraceResult?, line: String) {
    let ratios = record.fits.compactMap { fit -> Double? in
      guard let rms = fit.rms, let floor = fit.floor, floor > 0 else { return nil }
      return rms / floor
    }
    entries.append(
      Entry(
        record: record, ratio: ratios.max(),
        detail: (result, line),
        isConverged: record.fits.allSatisfy(\.isConverged),
        isOutside: isOutside(record)))
    // An unreadable recording has nothing to plot.
    guard result != nil else { return }
    detailed.append(entries.count - 1)
    guard detailed.count > limit else { return }
    // Remove the section of the least severe recording; it stays in the tables.
    let mildest = detailed.indices.max { severity(detailed[$0]) > severity(detailed[$1]) } ?? 0
    entries[detailed[mildest]].detail = nil
    detailed.remove(at: mildest)
  }

  /// Severity of a recording before verdicts are known.
  private func severity(_ index: Int) -> Double {
    let entry = entries[index]
    // Without a fit there is little to show.
    guard !entry.record.fits.isEmpty else { return -1 }
    return (entry.isOutside ? 1e7 : 0) + (entry.isConverged ? 0 : 1e6)
      + min(entry.ratio ?? 0, 1e6 - 1)
  }

  /// Whether a constant differs from its reference by more than the tolerance and two standard errors.
  private func isOutside(_ record: BatchRecord) -> Bool {
    let expected = expected(record.source, record.metadata)
    return record.constants.contains { constant in
      guard let value = constant.estimate.value,
        let reference = expected.first(where: { $0.law == constant.law && $0.key == constant.key })
      else { return false }
      let error = (constant.estimate.standardError ?? 0) + (reference.standardError ?? 0)
      let tolerance = reference.tolerance ?? .usual(law: constant.law, key: constant.key)
      return (value - reference.value).magnitude - 2 * error
        > tolerance.band(around: reference.value)
    }
  }

  // MARK: - The page

  /// Writes the page.
  ///
  /// - Parameters:
  ///   - check: the comparison with a reference; nil without a reference.
  ///   - write: receives the parts of the page in order.
  public func write(
    _ summary: BatchSummary, check: CheckReport?, to write: (String) throws -> Void
  ) rethrows {
    let verdicts = Self.verdicts(check)
    let order = ranked(summary, verdicts)
    try write(head + lead(summary, check) + contents(summary, check))
    try write("<main id=\"main\">\n" + recordings(order, check, verdicts))
    try write(pooled(summary, check) + flings())
    if let check { try write(constants(check)) }
    for index in order {
      // Build sections only now: most recordings of a long run have none.
      if let detail = entries[index].detail, let result = detail.result {
        let record = entries[index].record
        let section = RecordingSection(
          result, line: detail.line, reference: expected(record.source, record.metadata),
          options: options)
        try write(section.html)
      }
    }
    try write("</main>\n<footer>\n")
    try write(
      "<p>Made by scrollfit \(XMLText.escaped(version)). Intervals are 95 % unless they say otherwise; "
        + "± is one standard error.</p>\n<p>The results of the recordings shown stand as JSON in this page, in the "
        + "element with the id <code>scrollfit-results</code>.</p>\n</footer>\n")
    try writeJSON(summary, check, order, to: write)
    try write("</body>\n</html>\n")
  }

  private var head: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="scrollfit \(XMLText.escaped(version))">
    <title>\(XMLText.escaped(title))</title>
    <link rel="icon" href="data:,">
    <style>
    \(PageStyle.css)
    </style>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the recordings</a>

    """
  }

  /// The worst verdict of each recording.
  private static func verdicts(_ check: CheckReport?) -> [BatchSource: CheckedConstant] {
    var worst: [BatchSource: CheckedConstant] = [:]
    // Entries are sorted by verdict, the worst first.
    for entry in check?.result.entries ?? [] {
      if let source = entry.source, worst[source] == nil { worst[source] = entry }
    }
    return worst
  }

  /// The recordings, the worst first: failed ones, those outside their tolerances, those that did not
  /// converge or are outliers, then the others by the ratio of residuals to rounding.
  private func ranked(
    _ summary: BatchSummary, _ verdicts: [BatchSource: CheckedConstant]
  ) -> [Int] {
    let off = Set(summary.grouped().flatMap(\.pools).flatMap(\.outliers).map(\.source))
    func rank(_ index: Int) -> (Int, Double, Int) {
      let entry = entries[index]
      let kind = verdicts[entry.record.source]?.verdict.kind
      let place =
        entry.record.failure != nil
        ? 0
        : kind == .fail || kind == .missing
          ? 1 : !entry.isConverged ? 2 : off.contains(entry.record.source) ? 3 : 4
      return (place, -(entry.ratio ?? 0), index)
    }
    return entries.indices.sorted { rank($0) < rank($1) }
  }

  // MARK: - In words

  private func lead(_ summary: BatchSummary, _ check: CheckReport?) -> String {
    let failed = summary.failureCount
    var kind = failed > 0 ? "warn" : "good"
    var verdict =
      "\(PooledText.count(summary.recordings, "recording")): \(summary.fitted) fitted, "
      + "\(failed == 0 ? "none" : "\(failed)") failed"
    var counts: [String] = []
    if let check {
      counts.append(verdict + ".")
      kind = check.isFailed ? "bad" : check.result.count(.error) > 0 ? "warn" : "good"
      let conclusion = check.conclusion
      verdict =
        conclusion.prefix(1).uppercased() + conclusion.dropFirst()
        + ", against \(check.referenceName)"
    }
    counts.append(
      "\(PooledText.count(summary.fits, "fit")): "
        + (summary.warnings["W405"].map {
          "in \($0) \($0 == 1 ? "recording" : "recordings") no curve of the law explains the samples to rounding (W405)."
        } ?? "none is rejected by its samples, where that can be told (no W405)."))
    for group in summary.grouped() {
      let name = keys.isEmpty ? "" : PooledText.group(group.values, keys: keys) + ": "
      for pool in group.pools where pool.estimate.value != nil && pool.count > 1 {
        counts.append(
          "\(name)\(PooledText.name(pool.law, pool.key)) \(PooledText.value(pool.estimate)), of "
            + "\(PooledText.basis(pool)).")
      }
      for pool in group.pools {
        for outlier in pool.outliers.prefix(5) {
          counts.append(
            "Off the others: \(PooledText.place(outlier.source)), \(PooledText.outlier(outlier, pool))."
          )
        }
      }
    }
    var text = "<header>\n<h1>\(XMLText.escaped(title))</h1>\n"
    text += "<p class=\"verdict \(kind)\">\(XMLText.escaped(verdict)).</p>\n<ul class=\"plain\">\n"
    for words in counts.prefix(40) { text += "<li>\(XMLText.escaped(words))</li>\n" }
    if counts.count > 40 {
      text += "<li>\(counts.count - 40) more such lines stand in the tables below.</li>\n"
    }
    return text + "</ul>\n</header>\n"
  }

  private func contents(_ summary: BatchSummary, _ check: CheckReport?) -> String {
    var links = [("#recordings", "Recordings")]
    if summary.grouped().contains(where: { !$0.pools.isEmpty }) {
      links.append(("#pooled", "Constants of all"))
    }
    if check != nil { links.append(("#verdicts", "Verdicts")) }
    var text = "<nav aria-label=\"Contents\">\n<ul class=\"plain\">\n"
    for (target, words) in links { text += "<li><a href=\"\(target)\">\(words)</a></li>\n" }
    return text + "</ul>\n</nav>\n"
  }

  // MARK: - Tables

  private func recordings(
    _ order: [Int], _ check: CheckReport?, _ verdicts: [BatchSource: CheckedConstant]
  ) -> String {
    var columns: [HTMLTable.Column] = [.init("recording")]
    if check != nil { columns.append(.init("verdict")) }
    columns += [.init("constants and warnings"), .init("rms / rounding", isNumber: true)]
    var table = HTMLTable(
      check == nil
        ? "Worst first: failed, not converged, off the others, then by rms over rounding"
        : "Worst first: failed, outside, not converged, off the others, then by rms over rounding",
      columns)
    for index in order {
      let entry = entries[index]
      let place =
        "<span class=\"path\">\(XMLText.escaped(PooledText.place(entry.record.source)))</span>"
      let isLinked = entry.detail?.result != nil
      var row = [
        isLinked
          ? "<a href=\"#\(RecordingSection.id(entry.record.source))\">\(place)</a>" : place
      ]
      if let check {
        row.append(verdict(verdicts[entry.record.source], check, namesConstant: true))
      }
      var said =
        entry.record.failure.map {
          ["<strong class=\"bad\">failed</strong> \(XMLText.escaped($0.message))"]
        } ?? PooledText.constants(entry.record).map(XMLText.escaped)
      if !entry.record.warnings.isEmpty {
        said.append(
          "<span class=\"soft\">\(XMLText.escaped(entry.record.warnings.joined(separator: " ")))</span>"
        )
      }
      row.append(said.joined(separator: "<br>"))
      row.append(entry.ratio.map { NumberText.significant($0, digits: 3) } ?? "")
      table.rows.append(row)
    }
    var text =
      "<section aria-labelledby=\"recordings\">\n<h2 id=\"recordings\">Recordings</h2>\n\(table.html)"
    if detailed.count < entries.count {
      text +=
        "<p>\(detailed.count) of \(entries.count) have a section of their own below: those outside the "
        + "reference, those that did not converge, and those furthest from their law; --limit sets how many.</p>\n"
    }
    return text + "</section>\n"
  }

  private func verdict(
    _ entry: CheckedConstant?, _ check: CheckReport, namesConstant: Bool
  ) -> String {
    guard let entry else { return "" }
    let kind = entry.verdict.kind
    // A constant that the reference does not have is not a fault.
    guard kind != .new else { return kind.rawValue }
    let color = check.fails(kind) ? "bad" : kind == .pass ? "good" : "warn"
    return "<strong class=\"\(color)\">\(kind.rawValue)</strong>"
      + (kind == .pass || !namesConstant ? "" : " \(XMLText.escaped(check.name(entry)))")
  }

  private func constants(_ check: CheckReport) -> String {
    var table = HTMLTable(
      "Against \(check.referenceName)",
      [.init("constant"), .init("verdict"), .init("found")])
    let entries = check.entries.filter { $0.verdict.kind != .new }
    for entry in entries.prefix(500) {
      let name = entry.law.isEmpty ? "" : XMLText.escaped(check.name(entry)) + "<br>"
      table.rows.append([
        "\(name)<span class=\"soft path\">\(XMLText.escaped(check.subject(entry)))</span>",
        verdict(entry, check, namesConstant: false), XMLText.escaped(check.finding(entry)),
      ])
    }
    var text =
      "<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\">Verdicts</h2>\n\(table.html)"
    if entries.count > 500 { text += "<p>and \(entries.count - 500) more</p>\n" }
    return text + "</section>\n"
  }

  // MARK: - JSON

  private func writeJSON(
    _ summary: BatchSummary, _ check: CheckReport?, _ order: [Int],
    to write: (String) throws -> Void
  ) rethrows {
    var json = BatchJSON(version: version)
    try write("<script type=\"application/json\" id=\"scrollfit-results\">\n" + json.begin())
    for index in order {
      guard let line = entries[index].detail?.line, line.utf8.count <= RecordingSection.mostJSON
      else { continue }
      try write(Self.embedded(json.add(entries[index].record, line: line)))
    }
    try write(
      Self.embedded(json.end(summary) { writer in check?.write(to: &writer) }) + "</script>\n")
  }

  /// JSON made safe inside HTML: bidirectional and other format characters are escaped.
  ///
  /// They occur only within JSON strings, where an escape has the same meaning. The JSON writer escapes every `<` that
  /// could end the element.
  private static func embedded(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      let isPlain = scalar.isASCII || scalar.properties.generalCategory != .format
      guard !isPlain else {
        result.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result.append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            .unicodeScalars)
      }
    }
    return String(result)
  }
}
