internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Whether and where a glide came to rest, decided against the law that was fitted to it.
///
/// Content that creeps stays on one pixel for longer and longer, so stillness alone is no rest. The content has
/// stopped where it stays although the law would have left the pixel by then; it rests by the law alone where the law
/// ends within that pixel. Otherwise the samples do not decide.
///
/// Distances in pt from the offset at the window's start, in the direction of the motion.
enum GlideRest {
  /// The content stopped: it stays where the law goes on.
  case stopped
  /// Stopped or not, it rests on the last step: between `lower` and `upper`.
  case limit(lower: Double, upper: Double)
  /// The samples show neither.
  case open

  /// A level at which the samples stay.
  struct Level {
    /// In pt, in the segment's values.
    var value: Double
    /// Standard error by rounding and noise, in pt.
    var error: Double
    /// Half the step that it was rounded to, in pt, where rounding is all of that error; else 0.
    var halfStep: Double
    /// The first sample at the level, as a position in the segment; with noise the first of those that tell it.
    var first: Int
    /// Whether the samples stay for as long as a rest lasts.
    var isLong: Bool

    /// How far the content may be from the level, in pt.
    var reach: Double { halfStep > 0 ? halfStep : 3 * error }
  }

  /// One glide in a thousand that only creeps, or less, is taken for stopped.
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
    // Noise hides single samples: then their level is that of the middle one.
    let last = level.halfStep > 0 ? times.count - 1 : (level.first + times.count - 1) / 2
    let factor = Self.quantiles.quantile(degrees: Double(linear.degreesOfFreedom))
    let floor = segment.floor ?? 0
    let variance = max(linear.variance, floor * floor)
    /// How far the law is known to go, at least and at most.
    func bounds(_ distance: (DecelerationCoordinates) -> Double) -> (least: Double, most: Double)? {
      let value = distance(coordinates)
      guard value.isFinite, let gradient = coordinates.gradient(of: { distance($0) }) else {
        return nil
      }
      // The rounding of the arithmetic, where values are exact.
      let error =
        factor * (variance * linear.unitCovariance.variance(along: gradient)).squareRoot()
        + 1e-9 * value.magnitude
      return (value - error, value + error)
    }
    let time = times[last] - times[start]
    if let reached = bounds({ $0.law.distance(at: time) }), reached.least > way + level.reach {
      // So slow that half a step more or less would change the speed by a third: the step hides when it stopped.
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
    // Beyond the step lies at most what the law still goes.
    let limitDistance = coordinates.law.limitDistance
    let left = limitDistance - coordinates.law.distance(at: time)
    let mostLeft = bounds { $0.law.limitDistance - $0.law.distance(at: time) }?.most ?? .infinity
    if limit.most < way - level.reach {
      // Beyond where the law ends: a rest all the same, if it lasts.
      self = level.isLong ? .stopped : .open
    } else if limitDistance <= way + level.reach || mostLeft <= level.reach {
      self = .limit(lower: way - level.reach, upper: way + level.reach + left)
    } else {
      self = .open
    }
  }
}

extension DecelerationSegment {
  /// The level at which the samples end; nil where they do not stay at one.
  ///
  /// - Parameters:
  ///   - values: those of the segment, the glide's samples from its first on.
  ///   - endsRecording: whether nothing was recorded after them.
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
