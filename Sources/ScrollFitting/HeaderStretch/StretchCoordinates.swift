internal import CurveFitting

/// The shape of a stretch law in the samples; found before the fit.
struct StretchShape: Sendable, Hashable {
  /// +1 where the height changes below the breakpoint, as for a header; -1 where it changes above, as for a footer.
  var side = 1.0
  /// The rounding step of the offsets in pt, the width over which the law bends; 0 for a sharp bend.
  var width = 0.0
  /// Whether no sample lies beyond the breakpoint, so that the law is a straight line.
  var isStraight = false
}

/// A stretch in the coordinates (gain, intercept, breakpoint): height = a + g H(z), z = breakpoint - offset.
///
/// H is the expectation of max(0, z) when offsets are rounded to steps of q. The true offset lies anywhere within
/// q / 2 of the recorded one, so the expected stretch is (z + q/2)^2 / (2 q) for |z| <= q/2. This makes the sum of
/// squares smooth in the breakpoint; a sample next to it belongs partly to each side.
struct StretchCoordinates: ParameterCoordinates {
  /// The gain g.
  var gain: Double
  /// The intercept a: the height beyond the breakpoint, in pt.
  var intercept: Double
  /// The breakpoint, in pt.
  var breakpoint: Double
  var shape: StretchShape
  var free: FreeParameters

  static let allKeys = ["gain", "intercept", "breakpoint"]
  var allKeys: [String] { Self.allKeys }

  var parameters: ParameterVector {
    get { ParameterVector(gain, intercept, breakpoint) }
    set { (gain, intercept, breakpoint) = (newValue[0], newValue[1], newValue[2]) }
  }

  var sizes: ParameterVector {
    ParameterVector(
      max(gain.magnitude, 1e-6), max(intercept.magnitude, 1), max(breakpoint.magnitude, 1))
  }

  var isValid: Bool { gain.isFinite && intercept.isFinite && breakpoint.isFinite }

  /// H at an offset, in pt.
  func stretch(at offset: Double) -> Double {
    let distance = shape.side * (breakpoint - offset)
    let half = shape.width / 2
    if shape.isStraight || distance >= half { return distance }
    guard distance > -half else { return 0 }
    return (distance + half) * (distance + half) / (2 * shape.width)
  }

  /// H' at an offset: the fraction of the sample that belongs to the stretched side.
  func share(at offset: Double) -> Double {
    let distance = shape.side * (breakpoint - offset)
    let half = shape.width / 2
    if shape.isStraight || distance >= half { return 1 }
    return distance > -half ? (distance + half) / shape.width : 0
  }

  func value(at offset: Double) -> Double { intercept + gain * stretch(at: offset) }
  func speed(at offset: Double) -> Double { gain.magnitude * share(at: offset) }
  func jacobianRow(at offset: Double) -> ParameterVector {
    free.packed(
      ParameterVector(stretch(at: offset), 1, gain * shape.side * share(at: offset)))
  }

  /// The law with the best gain and intercept for a breakpoint, and its weighted sum of squares; nil if the samples do
  /// not determine them.
  ///
  /// Fixed parameters keep their values.
  static func solved(
    _ observations: Observations, breakpoint: Double, shape: StretchShape,
    fixed: [String: Double]
  ) -> (coordinates: StretchCoordinates, sum: Double)? {
    var result = StretchCoordinates(
      gain: 1, intercept: 0, breakpoint: breakpoint, shape: shape,
      free: FreeParameters(allKeys, held: fixed))
    if shape.isStraight { result.free[2] = false }
    let bent = Observations(
      abscissae: observations.abscissae.map(result.stretch(at:)), values: observations.values,
      weights: observations.weights)
    guard
      let line = StraightLine(bent, slope: fixed["gain"], intercept: fixed["intercept"])
    else { return nil }
    result.gain = line.slope
    result.intercept = line.intercept
    return (result, result.sumOfSquares(observations))
  }
}
