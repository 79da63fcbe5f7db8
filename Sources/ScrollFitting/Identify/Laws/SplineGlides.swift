internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Flings along splines and Bezier curves.
extension CandidateLaw {
  /// Android's spline. A given friction ties the distance to the duration; nil leaves both free.
  func spline(_ window: MotionWindow, friction: FlingFriction?) -> CandidateFit? {
    let isFree = friction == nil
    let direction = Self.direction(window)
    let scale = (friction ?? .android).value * FlingFriction.physicalCoefficient
    @Sendable func distance(_ duration: Double) -> Double {
      isFree ? 1 : direction * scale * Double.pow(duration, FlingFriction.exponent)
    }
    let starts = [(1.05, 0.0), (1.3, -0.1), (1.6, -0.5), (2.5, 0)].map {
      [$0.0 * window.span, $0.1 * window.span]
    }
    let found = window.best(starts: starts) { window in
      let times = window.times
      let n = times.count
      return SampledModel(
        rowCount: n, linearCount: isFree ? 2 : 1, hasOffset: !isFree,
        sizes: [window.span, window.span]
      ) { theta, curves in
        guard theta[0] > 0, theta[0] < 6 * times[n - 1], theta[1] < 0.3 * theta[0],
          theta[1] > -0.9 * theta[0]
        else { return false }
        let way = distance(theta[0])
        for row in 0..<n {
          let part = way * SplineFling.part((times[row] - theta[1]) / theta[0])
          curves[isFree ? row : n + row] = part
          curves[isFree ? n + row : row] = 1
        }
        return true
      }
    }
    guard let found else { return nil }
    let duration = found.nonlinear[0]
    let way = isFree ? found.coefficients[0] : distance(duration)
    let base = found.coefficients[isFree ? 1 : 0]
    let shipped = Double.pow(duration, FlingFriction.exponent)
    return made(
      window, parameters: isFree ? 4 : 3,
      [
        ("T", duration, "s"), ("D", way, "pt"),
        ("friction", way.magnitude / (FlingFriction.physicalCoefficient * shipped), "1"),
        ("v0", way / (FlingFriction.inflexion * duration), "pt/s"),
      ]
    ) { base + way * SplineFling.part(($0 - found.nonlinear[1]) / duration) }
  }

  /// Fits Chromium's fling; its start may be off the first sample by up to 0.9 of its duration.
  ///
  /// From the speed on that gives the longest duration, T is constant. A search that crosses this speed ends there, as
  /// the derivatives jump; so slower and faster flings are searched apart.
  private func search(
    _ window: MotionWindow, starts: [[Double]]
  ) -> (found: SeparableFit, fling: BezierFling)? {
    let direction = Self.direction(window)
    let found = [0...Self.fastest, Self.fastest...Double.infinity].compactMap { speeds in
      let near = starts.filter { speeds.contains($0[0]) }
      return near.isEmpty
        ? nil
        : window.best(starts: near) {
          FlingModel(
            times: $0.times, direction: direction, isLimited: near[0].count == 3, speeds: speeds)
        }
    }
    .min { $0.sumOfSquares < $1.sumOfSquares }
    guard let found, let fling = FlingModel.fling(found.nonlinear, direction)
    else { return nil }
    return (found, fling)
  }

  /// Fits Chromium's fling for a release velocity.
  private func unlimited(_ window: MotionWindow) -> (found: SeparableFit, fling: BezierFling)? {
    let early = Self.early(window)
    let speeds = [
      (Self.way(window) * BezierFling.doubleDeceleration).squareRoot(),
      BezierFling.speedPerSecond * window.span,
    ]
    return search(
      window,
      starts: speeds.flatMap { [[1.02 * $0, early], [1.2 * $0, 5 * early]] }
        + Self.fastSpeeds(window).map { [$0, early] })
  }

  /// A start in s shortly before the first sample, as most flings have it. At a sample a search would meet a kink.
  private static func early(_ window: MotionWindow) -> Double { -0.02 * window.span }

  /// Speeds of flings of the longest duration; none for samples that are too short for that, as those that move are most
  /// of the duration of a fling that ends at rest.
  private static func fastSpeeds(_ window: MotionWindow) -> [Double] {
    let isLong = !window.endsAtRest || 2 * window.span > BezierFling.longest
    return isLong ? [1.05, 1.3].map { $0 * fastest } : []
  }

  /// The speed in px/s from which on a fling has the longest duration.
  private static let fastest = BezierFling.speedPerSecond * BezierFling.longest

  private static func direction(_ window: MotionWindow) -> Double {
    window.values[window.count - 1] < window.values[0] ? -1 : 1
  }

  private static func way(_ window: MotionWindow) -> Double {
    (window.values[window.count - 1] - window.values[0]).magnitude
  }

  private func made(
    _ window: MotionWindow, _ result: (found: SeparableFit, fling: BezierFling)?
  ) -> CandidateFit? {
    guard let (found, fling) = result else { return nil }
    return made(
      window, parameters: 1 + found.nonlinear.count,
      [
        ("v0", fling.velocity, "pt/s"), ("T", fling.duration, "s"), ("D", fling.distance, "pt"),
        ("t0", window.start + found.nonlinear[1], "s"),
      ]
    ) { found.coefficients[0] + fling.position(at: $0 - found.nonlinear[1]) }
  }

  /// Chromium's fling for a release velocity.
  func bezierFling(_ window: MotionWindow) -> CandidateFit? { made(window, unlimited(window)) }

  /// The same with a distance that the view has limited: the speed determines the duration, the initial slope the
  /// distance.
  func boundedBezierFling(_ window: MotionWindow) -> CandidateFit? {
    let way = Self.way(window)
    let lasting = BezierFling.speedPerSecond * window.span
    let early = Self.early(window)
    var places = [(1.02 * lasting, early), (1.2 * lasting, 0), (2 * lasting, early)]
    places += Self.fastSpeeds(window).map { ($0, early) }
    var starts = places.map { speed, start in
      [speed, start, max(2.4, speed * BezierFling.duration(speed: speed) / max(way, 1e-9))]
    }
    let free = unlimited(window)
    if let free { starts.append(free.found.nonlinear + [free.fling.slope * (1 + 1e-9)]) }
    guard let found = search(window, starts: starts) else { return nil }
    // The unlimited fling is a special case. The short search of a fling far from the samples may end above it.
    if let free, let start = starts.last, free.found.sumOfSquares < found.found.sumOfSquares {
      return made(window, search(window, starts: [start]))
    }
    return made(window, found)
  }
}
