internal import RealModule

extension CriticalBounce {
  /// The overscroll below which UIScrollView ends a bounce, in points, as recordings show it.
  public static let observedSettleThreshold = 0.5

  /// The last time, in seconds from t = 0, at which |y| is at least `threshold`.
  ///
  /// After the furthest point: tau = -W_-1(-delta epsilon / |C|) / delta and t = tau - phi. Where b = 0:
  /// t = ln(|a| / epsilon) / delta. Where b is small and C and phi grow without bound the result is
  /// polished on ln|a + b t| - delta t = ln epsilon, so that nothing is lost.
  ///
  /// Negative when the motion has been below the threshold since before t = 0. With a threshold above
  /// the furthest point the last time lies before the crossing, where |y| falls from infinity:
  /// tau = -W_0(delta epsilon / |C|) / delta.
  ///
  /// - Parameter threshold: epsilon > 0 in points.
  /// - Returns: a time in seconds, or nil when the motion is nothing at all, or when the threshold or
  ///   the decay rate is not positive.
  public func settleTime(threshold: Double = observedSettleThreshold) -> Double? {
    guard threshold > 0, decayRate > 0 else { return nil }
    // Below 1e-20 of delta a the slope moves no digit of the result, and phi may overflow.
    guard slope.magnitude > 1e-20 * (decayRate * displacement).magnitude else {
      guard displacement != 0 else { return nil }
      return Double.log(displacement.magnitude / threshold) / decayRate
    }
    let phase = displacement / slope
    // u = -ln(delta epsilon / |C|), in logarithms because C may overflow.
    let ratio = slope.magnitude / (decayRate * threshold)
    let logRatio =
      decayRate * phase
      + (ratio.isNormal
        ? Double.log(ratio)
        : Double.log(slope.magnitude) - Double.log(decayRate) - Double.log(threshold))
    if logRatio >= 1 {
      let tau = lambertWMinusOneMagnitude(logarithm: logRatio) / decayRate
      return polished(tau - phase, threshold: threshold)
    }
    // The lobe after the crossing stays below the threshold. Before it |y| falls without a break, so
    // the last time lies there, at negative tau: -delta tau e^(-delta tau) = delta epsilon / |C|.
    let w = lambertW(logarithm: -logRatio)
    // At the crossing itself y = 0: a threshold is reached on the way to it only by a motion that
    // starts on the other side.
    return polished(-w / decayRate - phase, threshold: threshold)
  }

  /// Newton steps on ln|a + b t| - delta t - ln threshold, kept only while they shrink.
  ///
  /// Only where tau - phi cancels; near the furthest point the equation has a double root and the
  /// Lambert form is the better one.
  private func polished(_ start: Double, threshold: Double) -> Double {
    guard (decayRate * displacement).magnitude > 8 * slope.magnitude else { return start }
    var time = start
    var last = Double.infinity
    for _ in 0..<3 {
      let line = displacement.addingProduct(slope, time)
      let slopeOfLog = slope / line - decayRate
      let miss = Double.log(line.magnitude / threshold) - decayRate * time
      let step = miss / slopeOfLog
      guard step.isFinite, step.magnitude < last else { break }
      time -= step
      last = step.magnitude
    }
    return time
  }
}
