/// An axis of a plot: which values it spans, where its ticks are, and where a value lies on the page.
struct PlotAxis {
  /// Ends of the axis in the unit of its values.
  let range: ClosedRange<Double>
  /// Ends of the axis on the page, in px; the second belongs to the upper end of the range.
  let page: (Double, Double)
  /// The distance of ticks, 1, 2 or 5 times a power of ten.
  let step: Double

  /// An axis over all values with a margin of 4 % on both sides.
  ///
  /// - Parameters:
  ///   - values: values that must lie on it; those that are not finite are passed over.
  ///   - ticks: about how many ticks it should have.
  init(_ values: some Sequence<Double>, page: (Double, Double), ticks: Int, margin: Double = 0.04) {
    var low = Double.infinity
    var high = -Double.infinity
    for value in values where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
    if low > high { (low, high) = (0, 1) }
    var width = high - low
    // A constant, or one but for rounding.
    let least = max(low.magnitude, high.magnitude) * 1e-12
    if width <= least {
      width = max(low.magnitude * 0.1, 1)
      low -= width / 2
      high += width / 2
    }
    // Beyond half of all numbers there is no room for a margin.
    range = width.isFinite ? low - margin * width...high + margin * width : low...high
    self.page = page
    step = Self.step(width * (1 + 2 * margin) / Double(ticks))
  }

  /// The round number, 1, 2 or 5 times a power of ten, next to a step or above it.
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
    // Not as a product of tenths, whose last digits are not those of the power.
    let power = Double("1e\(exponent)") ?? 1
    return power * ([1, 2, 5].first { $0 * power >= least * (1 - 1e-9) } ?? 10)
  }

  /// Where a value lies on the page.
  func place(_ value: Double) -> Double {
    // Of halves: the width of an axis may be beyond the range of numbers.
    let part =
      (value / 2 - range.lowerBound / 2) / (range.upperBound / 2 - range.lowerBound / 2)
    return page.0 + part * (page.1 - page.0)
  }

  /// The ticks with their labels.
  var ticks: [(value: Double, label: String)] {
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    guard last >= first, last - first < 100 else { return [] }
    let decimals = step < 1 ? NumberText.decimals(of: step, significant: 1) : 0
    return stride(from: first, through: last, by: 1).map {
      // 0 and not -0.
      let value = $0 == 0 ? 0 : $0 * step
      return (
        value,
        value.magnitude >= 1e9 || (decimals > 9 && value != 0)
          ? NumberText.significant(value, digits: 3) : NumberText.fixed(value, decimals: decimals)
      )
    }
  }
}
