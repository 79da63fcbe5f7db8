internal import CurveFitting
internal import ScrollPhysics

/// Whether and where a glide came to rest, tested against its fitted law.
///
/// Creeping content stays on each pixel for longer than on the one before, so stillness alone shows no rest. The
/// content has stopped if it stays on a pixel although the law would have left it. It rests by the law alone if the law
/// ends within that pixel. Otherwise the samples do not decide.
///
/// Distances are in pt from the offset at the window's start, in the direction of the motion.
enum GlideRest {
  /// The content stopped: it stays although the law continues.
  case stopped
  /// The content rests on the last step, between `lower` and `upper`, whether it stopped or not.
  case limit(lower: Double, upper: Double)
  /// The samples show neither.
  case open

  /// A level at which the samples stay.
  struct Level {
    /// In pt, in the segment's values.
    var value: Double
    /// Standard error from rounding and noise, in pt.
    var error: Double
    /// Half the step of the values in pt if the error is only rounding; otherwise 0.
    var halfStep: Double
    /// Index in the segment of the first sample at the level; with noise, of the first one used for the level.
    var first: Int
    /// Whether the samples stay for the minimum duration of a rest.
    var isLong: Bool

    /// The distance in pt within which the content lies from the level.
    var reach: Double { halfStep > 0 ? halfStep : 3 * error }
  }

  /// At most one glide in a thousand that only creeps is reported as stopped.
  private static let quantiles = StudentQuantiles(twoSided: 0.002)

  init(
    _ solution: LawSolution<DecelerationSolver>, of segment: Segment, start: Int, level: Level?,
    edge: Edge?
  ) {
    let times = segment.times
    let coordinates = solution.coordinates
    guard let level, edge == nil, coordinates.coulomb >= 0,
      let linear = solution.linearised(), linear.degreesOfFreedom > 0
    else {
      self = .open
      return
    }
    let way = coordinates.direction * (level.value - coordinates.position)
    // Noise hides single samples, so the level belongs to the middle one.
    let last = level.halfStep > 0 ? times.count - 1 : (level.first + times.count - 1) / 2
    let factor = Self.quantiles.quantile(degrees: Double(linear.degreesOfFreedom))
    let floor = segment.floor ?? 0
    let variance = max(linear.variance, floor * floor)
    let covariance = linear.unitCovariance
    /// The interval of a distance by the law.
    func bounds(_ distance: (DecelerationCoordinates) -> Double) -> (least: Double, most: Double)? {
      let value = distance(coordinates)
      guard value.isFinite, let gradient = coordinates.gradient(of: { distance($0) }) else {
        return nil
      }
      // Exact values still have the rounding of the arithmetic.
      let error =
        factor * (variance * covariance.variance(along: gradient)).squareRoot()
        + 1e-9 * value.magnitude
      return (value - error, value + error)
    }
    let time = times[last] - times[start]
    if let reached = bounds({ $0.law.distance(at: time) }), reached.least > way + level.reach {
      // At such a low speed, half a step changes the speed by a third or more, so the time of the stop is hidden.
      let speed = coordinates.velocity.magnitude - way / coordinates.reach
      let isHidden = level.halfStep > 0 && speed < 3 * coordinates.rate * level.reach
      self =
        isHidden ? .limit(lower: way - level.reach, upper: way + level.reach) : .stopped
      return
    }
    guard let limit = bounds({ $0.law.limitDistance }) else {
      self = .open
      return
    }
    // Beyond the step, the content can move at most the law's remaining distance.
    let limitDistance = coordinates.law.limitDistance
    let left = limitDistance - coordinates.law.distance(at: time)
    let mostLeft = bounds { $0.law.limitDistance - $0.law.distance(at: time) }?.most ?? .infinity
    if limit.most < way - level.reach {
      // The content is beyond the law's limit: this is a rest only if it lasts.
      self = level.isLong ? .stopped : .open
    } else if limitDistance <= way + level.reach || mostLeft <= level.reach {
      self = .limit(lower: way - level.reach, upper: way + level.reach + left)
    } else {
      self = .open
    }
  }
}

extension DecelerationSegment {
  /// The level at which the samples end; nil if they do not stay at one.
  ///
  /// - Parameters:
  ///   - values: those of the segment, from the first sample of the glide on.
  ///   - endsRecording: whether the recording ends with them.
  func level(_ signal: SampledChannel, values: [Double], endsRecording: Bool) -> GlideRest.Level? {
    guard let last = values.last, edge == nil else { return nil }
    let quantum = signal.quantum ?? 0
    if let rest, restIsNoisy {
      let first = values.count - (restCount + 1) / 2
      return GlideRest.Level(
        value: rest.level - signal.values[range.lowerBound], error: rest.error, halfStep: 0,
        first: first, isLong: true)
    }
    var first = values.count - 1
    while first > 0, (values[first - 1] - last).magnitude <= 0.25 * quantum { first -= 1 }
    guard restCount > 0 || (endsRecording && values.count - first >= 3) else { return nil }
    return GlideRest.Level(
      value: last, error: quantum / 12.0.squareRoot(), halfStep: quantum / 2, first: first,
      isLong: restCount > 0)
  }
}
