public import ScrollFitting
internal import ScrollFormats
internal import ScrollPhysics
public import ScrollTraces

/// A report as one HTML page that needs neither a network nor other files. Without its small script it is complete.
///
/// It receives recordings one by one and writes the page at the end, the worst recording first. Memory grows with
/// the constants of all recordings, and with at most `limit` sections.
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

  let title: String
  let version: String
  /// Maximum number of recordings with a section.
  private let limit: Int
  let keys: [String]
  let options: FitOptions
  let expected: @Sendable (BatchSource, Metadata) -> [ReferenceConstant]
  private(set) var entries: [Entry] = []
  /// Indices of the entries with a section.
  private(set) var detailed: [Int] = []

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
  ///   - record: the result of the recording, reduced to its constants.
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

  /// The formatter of short texts about a fit.
  var short: ShortText {
    ShortText(style: TextStyle(), options: options, engines: Engines.all)
  }

  /// Writes the page.
  ///
  /// - Parameters:
  ///   - summary: the summary of all added recordings.
  ///   - check: the comparison with a reference; nil without a reference.
  ///   - write: receives the parts of the page in order.
  public func write(
    _ summary: BatchSummary, check: CheckReport?, to write: (String) throws -> Void
  ) rethrows {
    let verdicts = Self.verdicts(check)
    let order = ranked(summary, verdicts)
    let hero = PageHero(self, order: order) { outside($0, verdicts)?.law }
    // For a single recording, tables of several would repeat its section.
    let isSingle = entries.count == 1
    let sections: [(name: String, html: String)] = [
      ("felt", felt(summary, check)),
      ("recordings", isSingle ? "" : recordings(order, check, verdicts)),
      ("pooled", isSingle ? "" : pooled(summary, check)),
      ("flings", flings()), ("verdicts", check.map(constants) ?? ""),
    ].filter { !$0.1.isEmpty }
    let words = PageWords(
      summary, laws: entries.flatMap { $0.record.fits.map(\.law) },
      others: entries.flatMap { $0.detail?.result?.fits ?? [] }.ownDescriptions
    ).html
    try write(head + lead(summary, check, hero))
    let names = sections.map(\.name) + (words.isEmpty ? [] : ["words"])
    try write(contents(Set(names), order, verdicts))
    try write("<main id=\"main\">\n" + sections.map(\.html).joined())
    for index in order {
      // Build sections only now: most recordings of a long run have none.
      if let detail = entries[index].detail, let result = detail.result {
        let record = entries[index].record
        try write(
          RecordingSection(
            result, line: detail.line, reference: expected(record.source, record.metadata),
            short: short, shownAbove: isSingle ? hero?.what : nil
          ).html)
      }
    }
    try write(words + "</main>\n<footer>\n")
    try write(
      "<p>Made by scrollfit \(XMLText.escaped(version)). Intervals are 95 % unless they say otherwise; "
        + "± is half of such an interval.</p>\n<p>The results of the recordings shown stand as JSON in this page, in the "
        + "element with the id <code>scrollfit-results</code>.</p>\n</footer>\n")
    try writeJSON(summary, check, order, to: write)
    // The script is only for charts.
    let script = hero == nil ? "" : "<script>\(PageScript.text)</script>\n"
    try write(script + "</body>\n</html>\n")
  }

  private var head: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
    script-src '\(PageScript.hash)'; img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="scrollfit \(XMLText.escaped(version))">
    <title>\(XMLText.escaped(title))</title>
    <link rel="icon" href="data:,">
    <style>
    \(PageStyle.css)
    </style>
    </head>
    <body id="top">
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

  /// The worst verdict on a recording that is outside its reference; nil for others.
  private func outside(
    _ index: Int, _ verdicts: [BatchSource: CheckedConstant]
  ) -> CheckedConstant? {
    verdicts[entries[index].record.source].flatMap { found in
      found.verdict.kind == .fail || found.verdict.kind == .missing ? found : nil
    }
  }

  /// Whether a recording is outside its reference.
  func isOutside(_ index: Int, _ verdicts: [BatchSource: CheckedConstant]) -> Bool {
    outside(index, verdicts) != nil
  }

  /// The recordings, the worst first: failed ones, those outside their tolerances, those that did not
  /// converge or are outliers, then the others by the ratio of residuals to rounding.
  private func ranked(
    _ summary: BatchSummary, _ verdicts: [BatchSource: CheckedConstant]
  ) -> [Int] {
    let off = Set(summary.grouped().flatMap(\.pools).flatMap(\.outliers).map(\.source))
    func rank(_ index: Int) -> (Int, Double, Int) {
      let entry = entries[index]
      let place =
        entry.record.failure != nil
        ? 0
        : isOutside(index, verdicts)
          ? 1 : !entry.isConverged ? 2 : off.contains(entry.record.source) ? 3 : 4
      return (place, -(entry.ratio ?? 0), index)
    }
    return entries.indices.sorted { rank($0) < rank($1) }
  }
}
