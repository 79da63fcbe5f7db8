internal import ScrollFormats
internal import RealModule
internal import ScrollFitting

/// Distance or duration of flings over their speed on logarithmic axes, where a power law is a straight line.
struct FlingChart {
  let scaling: FlingScaling
  /// Whether durations are shown instead of distances.
  let showsDuration: Bool

  private let top = 12.0
  private let bottom = 250.0
  var height: Double { bottom + 46 }

  private var points: [(x: Double, y: Double)] {
    scaling.flings.compactMap { fling in
      showsDuration
        ? fling.duration.map { (fling.speed, $0) } : (fling.speed, fling.distance)
    }
  }

  private var power: Estimate? {
    showsDuration ? scaling.durationPower : scaling.distancePower
  }

  private var name: String { showsDuration ? "duration (s)" : "distance (pt)" }

  func figure(id: String, width: Double) -> String {
    let (left, right) = (66.0, width - 16)
    let logs = points.map { (x: Double.log10($0.x), y: Double.log10($0.y)) }
    let x = PlotAxis(logs.map(\.x), page: (left, right), ticks: 4, margin: 0.06)
    let y = PlotAxis(logs.map(\.y), page: (bottom, top), ticks: 4, margin: 0.06)
    var text = SVG.path("grid", grid(x, y))
    text += SVG.path(
      "axis",
      "M\(SVG.px(left)) \(SVG.px(top))V\(SVG.px(bottom))H\(SVG.px(right))")
    for (value, label) in LogarithmicTicks.all(x.range) {
      text += SVG.text(x.place(value), bottom + 17, label, anchor: "middle")
    }
    for (value, label) in LogarithmicTicks.all(y.range) {
      text += SVG.text(left - 7, y.place(value) + 4, label, anchor: "end")
    }
    if let slope = power?.value, let first = logs.first, let last = logs.last {
      let count = Double(logs.count)
      let middle = (
        logs.reduce(0) { $0 + $1.x } / count, logs.reduce(0) { $0 + $1.y } / count
      )
      text += SVG.path(
        "fit",
        SVG.line(
          [first.x, last.x].map { (x.place($0), y.place(middle.1 + slope * ($0 - middle.0))) }))
    }
    text += SVG.path(
      "samples", logs.map { SVG.dot(x.place($0.x), y.place($0.y)) }.joined())
    text += SVG.text((left + right) / 2, height - 10, "speed v0 (pt/s)", anchor: "middle")
    text += SVG.upright((top + bottom) / 2, name)
    return SVG.figure(
      id: id, width: width, height: height, title: "\(name) of flings over their speed",
      description: description, body: text)
  }

  private func grid(_ x: PlotAxis, _ y: PlotAxis) -> String {
    LogarithmicTicks.all(x.range).map {
      "M\(SVG.px(x.place($0.value))) \(SVG.px(top))V\(SVG.px(bottom))"
    }.joined()
      + LogarithmicTicks.all(y.range).map {
        "M\(SVG.px(x.page.0)) \(SVG.px(y.place($0.value)))H\(SVG.px(x.page.1))"
      }.joined()
  }

  private var description: String {
    "Each dot is a fling."
      + (power.map { " The line is the power \(PooledText.value($0)) of the speed." } ?? "")
  }
}

/// The ticks of a logarithmic axis.
package enum LogarithmicTicks {
  /// Round numbers in a range of base-10 logarithms: powers of ten over many decades, else 1, 2 and 5 times these; where
  /// that makes fewer than three, as in a part of a decade, round numbers at even steps.
  ///
  /// - Parameter range: the logarithms at the ends of the axis.
  /// - Returns: the logarithms of the numbers, and the numbers as printed.
  package static func all(_ range: ClosedRange<Double>) -> [(value: Double, label: String)] {
    let (low, high) = (range.lowerBound.rounded(.down), range.upperBound.rounded(.up))
    guard high - low < 40 else { return [] }
    let round = stride(from: low, through: high, by: 1).flatMap { exponent in
      [1.0, 2, 5].map { digit in
        (
          value: exponent + Double.log10(digit),
          label: NumberText.short(digit * Double.pow(10, exponent), digits: 3)
        )
      }
    }.filter { range.contains($0.value) }
    if round.count > 9 { return round.filter { $0.value == $0.value.rounded() } }
    return round.count < 3 ? even(range) : round
  }

  /// Three or a few more round numbers at even steps.
  private static func even(_ range: ClosedRange<Double>) -> [(value: Double, label: String)] {
    let ends = [range.lowerBound, range.upperBound].map { Double.pow(10, $0) }
    // A step of 1, 2 or 5 can be 2.5 times as long as asked for.
    let ticks = (3...8).lazy.map { count in
      PlotAxis(ends, page: (0, 1), ticks: count, margin: 0).ticks
    }.first { $0.count >= 3 }
    return (ticks ?? []).map { (Double.log10($0.value), $0.label) }
  }
}
