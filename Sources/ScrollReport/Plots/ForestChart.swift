internal import ScrollFitting
internal import ScrollFormats

/// A constant in many recordings: the interval of each, and the pooled value.
struct ForestChart {
  struct Row {
    var label: String
    var value: Double
    /// The interval; nil if unknown.
    var interval: (lower: Double, upper: Double)?
    /// Whether it is an outlier that the pooled value excludes.
    var isOff = false
  }

  let pool: PooledConstant
  let rows: [Row]
  /// The value of a reference and the allowed difference from it.
  var reference: (value: Double, band: Double?)?

  private let rowHeight = 20.0
  private let top = 10.0
  private var bottom: Double { top + rowHeight * Double(rows.count + 1) + 6 }
  var height: Double { bottom + 46 }

  func figure(id: String, width: Double) -> String {
    let (left, right) = (178.0, width - 16)
    let estimate = pool.estimate
    var values =
      rows.map(\.value)
      + rows.flatMap { [$0.interval?.lower, $0.interval?.upper] }
      .compactMap { $0 }
    values += [estimate.value, estimate.interval?.lower, estimate.interval?.upper].compactMap { $0 }
    if let reference {
      values += [reference.value, reference.value + (reference.band ?? 0)]
      values.append(reference.value - (reference.band ?? 0))
    }
    let x = PlotAxis(values, page: (left, right), ticks: 4, margin: 0.05)
    let y = PlotAxis([0, 1], page: (bottom, top), ticks: 1)
    var text = SVG.frame(x, y, showsOrdinates: false)
    if let reference {
      if let band = reference.band, band > 0 {
        text += SVG.rectangle(
          "band", x.place(reference.value - band), top, x.place(reference.value + band), bottom)
      }
      text += SVG.path(
        "reference", "M\(SVG.px(x.place(reference.value))) \(SVG.px(top))V\(SVG.px(bottom))")
    }
    for (index, row) in rows.enumerated() {
      let middle = top + rowHeight * (Double(index) + 0.5)
      text += mark(of: row, x, middle: middle, left: left)
    }
    let middle = top + rowHeight * (Double(rows.count) + 0.5)
    text += SVG.text(left - 8, middle + 4, "together", anchor: "end")
    if let value = estimate.value {
      let lower = estimate.interval?.lower ?? value
      let upper = estimate.interval?.upper ?? value
      // Wide enough to be visible.
      let (from, to) = (
        min(x.place(lower), x.place(value) - 3), max(x.place(upper), x.place(value) + 3)
      )
      text +=
        "<path class=\"pool\" d=\"M\(SVG.px(from)) \(SVG.px(middle))L\(SVG.px(x.place(value))) "
        + "\(SVG.px(middle - 6))L\(SVG.px(to)) \(SVG.px(middle))L\(SVG.px(x.place(value))) "
        + "\(SVG.px(middle + 6))Z\"/>\n"
    }
    let name = PooledText.name(pool.law, pool.key)
    text += SVG.text(
      (left + right) / 2, height - 10, estimate.unit.isEmpty ? name : "\(name) (\(estimate.unit))",
      anchor: "middle")
    return SVG.figure(
      id: id, width: width, height: height, title: "\(name) of each recording and of all together",
      description: description, body: text)
  }

  /// The name of a recording, its value and its interval.
  private func mark(of row: Row, _ x: PlotAxis, middle: Double, left: Double) -> String {
    // Letters are about 6.2 px wide.
    let label = row.label.count > 26 ? "…\(row.label.suffix(25))" : row.label
    var text = "<g><title>\(XMLText.escaped(words(row)))</title>\n"
    text += SVG.text(left - 8, middle + 4, label, anchor: "end")
    if let interval = row.interval {
      let (from, to) = (SVG.px(x.place(interval.lower)), SVG.px(x.place(interval.upper)))
      let (over, under) = (SVG.px(middle - 3), SVG.px(middle + 3))
      text += SVG.path(
        "interval",
        "M\(from) \(SVG.px(middle))H\(to)M\(from) \(over)V\(under)M\(to) \(over)V\(under)")
    }
    // Outliers are crosses.
    text +=
      row.isOff
      ? SVG.path("aside", SVG.cross(x.place(row.value), middle))
      : SVG.path("samples", SVG.dot(x.place(row.value), middle))
    return text + "</g>\n"
  }

  /// The tooltip of a recording.
  private func words(_ row: Row) -> String {
    let decimals = NumberText.decimals(
      forError: pool.estimate.standardError, value: pool.estimate.value ?? row.value)
    func print(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
    return "\(row.label): \(print(row.value))"
      + (row.interval.map { ", \(print($0.lower)) .. \(print($0.upper))" } ?? "")
  }

  private var description: String {
    var text =
      "A dot and a line are a recording and its 95 % interval; the diamond is the pooled value, "
      + "\(PooledText.value(pool.estimate)), of \(PooledText.basis(pool))."
    if rows.contains(where: \.isOff) { text += " Crosses lie off the others." }
    if reference != nil { text += " The dashed line is the reference, the band its tolerance." }
    return text
  }
}
