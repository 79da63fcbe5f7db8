internal import ScrollFormats

/// An axis of a plot: its range, its ticks, and the page position of values.
struct PlotAxis {
  /// Ends of the axis in the unit of its values.
  let range: ClosedRange<Double>
  /// Page positions of the lower and the upper end of the range, in px.
  let page: (Double, Double)
  /// The distance between ticks: 1, 2 or 5 times a power of ten.
  let step: Double

  /// An axis over all values, by default with a margin of 4 % on both sides.
  ///
  /// - Parameters:
  ///   - values: values that the axis must include; non-finite values are ignored.
  ///   - ticks: approximate number of ticks.
  init(_ values: some Sequence<Double>, page: (Double, Double), ticks: Int, margin: Double = 0.04) {
    var low = Double.infinity
    var high = -Double.infinity
    for value in values where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
    if low > high { (low, high) = (0, 1) }
    var width = high - low
    // All values are equal apart from rounding.
    let least = max(low.magnitude, high.magnitude) * 1e-12
    if width <= least {
      width = max(low.magnitude * 0.1, 1)
      low -= width / 2
      high += width / 2
    }
    // If the range overflows, there is no margin.
    range = width.isFinite ? low - margin * width...high + margin * width : low...high
    self.page = page
    step = Self.step(width * (1 + 2 * margin) / Double(ticks))
  }

  /// The smallest round number, 1, 2 or 5 times a power of ten, that is not below `least`.
  static func step(_ least: Double) -> Double {
    var exponent = 0
    var size = least
    while size >= 10, exponent < 308 {
      size /= 10
      exponent += 1
    }
    while size < 1, exponent > -300 {
      size *= 10
      exponent -= 1
    }
    // Parsed, since a product of tenths has other last digits than the power of ten.
    let power = Double("1e\(exponent)") ?? 1
    return power * ([1, 2, 5].first { $0 * power >= least * (1 - 1e-9) } ?? 10)
  }

  /// The page position of a value, in px.
  func place(_ value: Double) -> Double {
    // Halves, since the difference of the ends may overflow.
    let part =
      (value / 2 - range.lowerBound / 2) / (range.upperBound / 2 - range.lowerBound / 2)
    return page.0 + part * (page.1 - page.0)
  }

  var ticks: [(value: Double, label: String)] {
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    guard last >= first, last - first < 100 else { return [] }
    let decimals = step < 1 ? NumberText.decimals(of: step, significant: 1) : 0
    return stride(from: first, through: last, by: 1).map {
      // 0 instead of -0.
      let value = $0 == 0 ? 0 : $0 * step
      return (
        value,
        decimals > 9 && value == 0
          ? "0"
          : value.magnitude >= 1e9 || decimals > 9
            ? NumberText.short(value, digits: 3) : NumberText.fixed(value, decimals: decimals)
      )
    }
  }
}
