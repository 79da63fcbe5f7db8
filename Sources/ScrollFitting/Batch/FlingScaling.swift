internal import CurveFitting
internal import RealModule

/// A fling as three numbers: initial speed, distance, duration.
public struct MeasuredFling: Sendable, Hashable {
  /// The recording.
  public var source: BatchSource
  /// The index of the fit in the recording.
  public var fit: Int
  /// |v0| in pt/s.
  public var speed: Double
  /// The distance in pt.
  public var distance: Double
  /// The duration in s; nil if unknown.
  public var duration: Double?

  /// The fling of a fit; nil if that is no deceleration, did not converge or has no distance.
  public init?(_ fit: RecordedFit, source: BatchSource, position: Int) {
    guard fit.isConverged, Self.laws.contains(fit.law), let speed = fit["v0"]?.value?.magnitude,
      let distance = fit["distance"]?.value, speed > 0, distance > 0
    else { return nil }
    self.source = source
    self.fit = position
    self.speed = speed
    self.distance = distance
    duration = fit["duration"]?.value.flatMap { $0 > 0 ? $0 : nil }
  }

  private static let laws = [DecelerationLaw.description.key, MomentumLaw.description.key]
}

/// How distance and duration of flings grow with their speed: D ~ v0^a and T ~ v0^b.
///
/// Viscous drag has a = 1; constant deceleration a = 2 and b = 1; Android's spline and Flutter's power law a = 1.74 and
/// b = 0.74. a and b are slopes of least-squares lines through the logarithms. Their errors come from the scatter of
/// the flings and do not use the errors of the fits.
public struct FlingScaling: Sendable, Hashable {
  /// The flings, the slowest first.
  public var flings: [MeasuredFling]
  /// a; nil for fewer than three flings, or if all have similar speeds.
  public var distancePower: Estimate?
  /// b; nil for the same reasons.
  public var durationPower: Estimate?

  /// The minimum ratio of the highest to the lowest speed.
  private static let leastSpread = 1.5

  /// The relation of flings; nil if there are none.
  public init?(_ flings: [MeasuredFling], confidence: Double = 0.95) {
    guard !flings.isEmpty else { return nil }
    self.flings = flings.sorted {
      ($0.speed, $0.source.path, $0.source.line, $0.fit)
        < ($1.speed, $1.source.path, $1.source.line, $1.fit)
    }
    distancePower = Self.power(
      "distance_power", self.flings.map { ($0.speed, $0.distance) }, confidence)
    durationPower = Self.power(
      "duration_power",
      self.flings.compactMap { fling in fling.duration.map { (fling.speed, $0) } }, confidence)
  }

  /// The slope of ln y over ln x, with its error from the residuals and Student's t.
  private static func power(
    _ key: String, _ points: [(x: Double, y: Double)], _ confidence: Double
  ) -> Estimate? {
    guard points.count >= 3, let first = points.first, let last = points.last,
      last.x >= leastSpread * first.x
    else { return nil }
    let logs = Observations(
      abscissae: points.map { .log($0.x) }, values: points.map { .log($0.y) })
    guard let line = StraightLine(logs) else { return nil }
    let degrees = Double(logs.count - 2)
    var result = Estimate(key: key, value: line.slope, unit: "")
    result.setErrors(
      variance: line.sumOfSquares(logs) / degrees / line.spread, degrees: degrees,
      confidence: confidence)
    return result
  }

  /// The law whose power is in the interval of a, if there is exactly one; else nil.
  public var reading: String? {
    guard let interval = distancePower?.interval, let lower = interval.lower,
      let upper = interval.upper
    else { return nil }
    let held = Self.known.filter { lower <= $0.power && $0.power <= upper }
    return held.count == 1 ? held[0].name : nil
  }

  /// The powers that distinguish laws.
  public static let known: [(power: Double, name: String)] = [
    (1, "viscous"), (FlingScaling.android, "Android's fling"), (2, "constant deceleration"),
  ]

  /// p / (p - 1) of Android's friction: 1.7363.
  private static let android = Double.log(0.78) / (Double.log(0.78) - Double.log(0.9))
}
