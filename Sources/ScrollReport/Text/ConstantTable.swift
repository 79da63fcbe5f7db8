internal import ScrollFitting
internal import ScrollFormats

/// A table of constants, aligned at the decimal point: label, value, error, unit and note.
///
/// The error is half of the 95 % interval. With `showsStatistics` it is the standard error, followed by the interval.
struct ConstantTable {
  private let showsStatistics: Bool

  init(showsStatistics: Bool = false) { self.showsStatistics = showsStatistics }

  private struct Row {
    var label: String
    var whole: String
    var fraction: String
    var error: String
    var unit: String
    var interval: String
    var note: String
  }

  private var rows: [Row?] = []

  mutating func addGap() { rows.append(nil) }

  mutating func add(_ estimate: Estimate, label: String, note: String?) {
    guard let value = estimate.value else {
      rows.append(
        Row(
          label: label, whole: "-", fraction: "", error: "", unit: "", interval: "",
          note: estimate.reason ?? ""))
      return
    }
    // A quantity derived only from fixed parameters is fixed too.
    let isFixed = estimate.isFixed || estimate.standardError == 0
    let size = showsStatistics ? estimate.standardError : estimate.halfWidth
    let format = ValueFormat(value, error: size, decimals: estimate.isCount ? 0 : nil)
    let text = format.text(value)
    let parts = text.split(separator: ".", maxSplits: 1)
    var error = size.map { "± " + format.text($0, digits: 2) } ?? ""
    if isFixed { error = "fixed" }
    var interval = ""
    if showsStatistics, !isFixed, let range = estimate.interval {
      let ends = [range.lower, range.upper].map { $0.map { format.text($0) } ?? "?" }
      interval = "\(ends[0]) .. \(ends[1])"
    }
    rows.append(
      Row(
        label: label, whole: String(parts[0]),
        fraction: parts.count > 1 ? "." + parts[1] : "", error: error, unit: estimate.unit,
        interval: interval, note: note ?? ""))
  }

  func lines(style: TextStyle) -> [String] {
    let present = rows.compactMap { $0 }
    func widest(_ part: (Row) -> String) -> Int { present.map { part($0).count }.max() ?? 0 }
    let label = widest(\.label)
    let whole = widest(\.whole)
    let fraction = widest(\.fraction)
    let error = widest(\.error)
    let unit = max(4, widest(\.unit))
    let interval = widest(\.interval)
    var result: [String] = []
    func left(gap: Int) -> Int { 2 + label + gap + whole + fraction + 1 + error + 1 + unit + gap }
    let gap = left(gap: 2) + interval <= style.width ? 2 : 1
    let left = left(gap: gap)
    if interval > 0 {
      let title = "95 % interval"
      let indent = min(left, max(0, style.width - title.count))
      let errors = "  ± standard error"
      result.append(
        style.faint(
          TextLayout.pad(error > 0 && errors.count + 1 < indent ? errors : "", to: indent) + title))
    } else if present.contains(where: { $0.error.hasPrefix("±") }) {
      result.append(style.faint("  ± at 95 %"))
    }
    // Long labels leave too little room for an aligned note.
    let hang = label > 20 ? 6 : label + 4
    for row in rows {
      guard let row else {
        result.append("")
        continue
      }
      let line = TextLayout.trimmed(
        "  " + TextLayout.pad(row.label, to: label + gap)
          + TextLayout.padLeft(row.whole, to: whole)
          + TextLayout.pad(row.fraction, to: fraction) + " " + TextLayout.pad(row.error, to: error)
          + " " + TextLayout.pad(row.unit, to: unit))
      if !row.note.isEmpty, row.whole == "-" {
        result += TextLayout.wrap(row.note, width: style.width - label - 8).enumerated().map {
          $0 == 0
            ? "  " + TextLayout.pad(row.label, to: label) + "  - " + $1
            : String(repeating: " ", count: label + 6) + $1
        }
        continue
      }
      if left + row.interval.count <= style.width || row.interval.isEmpty {
        result.append(TextLayout.trimmed(TextLayout.pad(line, to: left) + row.interval))
      } else {
        // Too wide for the row: the interval gets its own line.
        result.append(line)
        result.append(TextLayout.padLeft(row.interval, to: style.width))
      }
      for text in TextLayout.wrap(row.note, width: max(20, style.width - hang)) {
        result.append(String(repeating: " ", count: hang) + style.faint(text))
      }
    }
    return result
  }
}
