internal import ScrollFitting
internal import ScrollFormats

/// The report of a batch as GitHub-flavoured Markdown.
struct BatchMarkdown: BatchRenderer {
  private let listsTraces: Bool
  private var isFirst = true

  init(listsTraces: Bool) { self.listsTraces = listsTraces }

  func begin() -> String { "" }

  mutating func add(_ record: BatchRecord, line: String) -> String {
    guard listsTraces else { return "" }
    let place = Phrase(PooledText.place(record.source), .code)
    var table = Table("", ["recording", "constant", "value"])
    if let failure = record.failure {
      table.rows = [[place, "failed", "\(failure.message)"]]
    } else {
      for constant in record.constants where constant.estimate.value != nil {
        table.rows.append([
          place, "\(PooledText.name(constant.law, constant.key))",
          "\(PooledText.value(constant.estimate))",
        ])
      }
    }
    if table.rows.isEmpty { table.rows = [[place, "", "nothing that recordings share"]] }
    defer { isFirst = false }
    return (isFirst ? table.markdownHead : "") + table.markdownRows
  }

  func end(_ summary: BatchSummary) -> String {
    var document = Document()
    document.add("\(PooledText.counts(summary), .strong)")
    if let copies = PooledText.copies(summary) { document.add("\(copies)") }
    for group in summary.grouped() where !group.pools.isEmpty {
      if !summary.keys.isEmpty {
        document.add(
          "\(PooledText.group(group.values, keys: summary.keys)), \(PooledText.count(group.count, "recording"))"
        )
      }
      document.add(Table(group.pools))
      let outliers = group.pools.flatMap { pool in pool.outliers.map { ($0, pool) } }
      document.add(
        outliers.prefix(20).map {
          "\(PooledText.place($0.source), .code) is off: \(PooledText.outlier($0, $1))"
        }, more: outliers.count > 20 ? "\(outliers.count - 20) more are off" : nil)
    }
    let left = summary.failureCount - summary.failed.count
    document.add(
      summary.failed.map { "\(PooledText.location($0, $1), .code): \($1.message)" },
      more: left > 0 ? "\(left) more failed" : nil)
    return (isFirst ? "" : "\n") + document.markdown
  }
}
