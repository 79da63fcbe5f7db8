/// Golden-section search (Kiefer 1953) for the minimum of a function of one variable.
package enum GoldenSection {
  /// The lowest value in a bracket in which the function has one minimum, and where it is.
  ///
  /// Each step evaluates the function once and keeps (sqrt 5 - 1) / 2 = 0.618 of the bracket.
  ///
  /// - Parameters:
  ///   - steps: the maximum number of steps.
  ///   - width: the width of the bracket at which the search ends.
  package static func minimum(
    from low: Double, to high: Double, steps: Int, width: Double = 0,
    _ value: (Double) -> Double
  ) -> (place: Double, value: Double) {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (low, high)
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (atLeft, atRight) = (value(left), value(right))
    for _ in 0..<steps where high - low > width {
      if atLeft <= atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - ratio * (high - low)
        atLeft = value(left)
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + ratio * (high - low)
        atRight = value(right)
      }
    }
    return atLeft <= atRight ? (left, atLeft) : (right, atRight)
  }

  /// The lowest value of a function that may have several minima: that of ascending places, refined by golden sections
  /// between its two neighbours.
  package static func minimum(
    scanning places: [Double], steps: Int, width: Double = 0, _ value: (Double) -> Double
  ) -> (place: Double, value: Double) {
    let values = places.map(value)
    // The first of equal values; NaN is none.
    var best = 0
    for index in values.indices where !(values[best] <= values[index]) { best = index }
    let refined = minimum(
      from: places[max(0, best - 1)], to: places[min(places.count - 1, best + 1)], steps: steps,
      width: width, value)
    return refined.value < values[best] ? refined : (places[best], values[best])
  }
}
