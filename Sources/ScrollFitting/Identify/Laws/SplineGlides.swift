internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Flings along splines and Bezier curves.
extension CandidateLaw {
  /// Android's spline. A given friction ties the distance to the duration; nil leaves both free.
  func spline(_ window: MotionWindow, friction: FlingFriction?) -> CandidateFit? {
    let times = window.times
    let n = times.count
    let isFree = friction == nil
    let direction: Double = window.values[n - 1] < window.values[0] ? -1 : 1
    let scale = (friction ?? .android).value * FlingFriction.physicalCoefficient
    @Sendable func distance(_ duration: Double) -> Double {
      isFree ? 1 : direction * scale * Double.pow(duration, FlingFriction.exponent)
    }
    let model = SampledModel(
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
    let starts = [(1.05, 0.0), (1.3, -0.1), (1.6, -0.5), (2.5, 0)].map {
      [$0.0 * window.span, $0.1 * window.span]
    }
    guard let found = best(model, window, starts: starts) else { return nil }
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

  /// Fits Chromium's fling for a release velocity; its start may be off the first sample by up to 0.9 of its duration.
  private func search(_ window: MotionWindow) -> SeparableFit? {
    let times = window.times
    let n = times.count
    let direction: Double = window.values[n - 1] < window.values[0] ? -1 : 1
    let model = SampledModel(
      rowCount: n, linearCount: 1, hasOffset: true, sizes: [100, window.span]
    ) { theta, curves in
      guard theta[0] > 0, theta[0] < 1e6 else { return false }
      let fling = BezierFling(velocity: direction * theta[0])
      guard theta[1].magnitude < 0.9 * fling.duration else { return false }
      for row in 0..<n {
        curves[row] = 1
        curves[n + row] = fling.position(at: times[row] - theta[1])
      }
      return true
    }
    let way = (window.values[n - 1] - window.values[0]).magnitude
    let speeds = [
      (way * BezierFling.doubleDeceleration).squareRoot(), BezierFling.speedPerSecond * window.span,
    ]
    let starts = speeds.flatMap { speed -> [[Double]] in
      [[1.02 * speed, 0], [1.2 * speed, -0.1 * window.span]]
    }
    return best(model, window, starts: starts)
  }

  /// Chromium's fling for a release velocity.
  func bezierFling(_ window: MotionWindow) -> CandidateFit? {
    let direction: Double = (window.values.last ?? 0) < window.values[0] ? -1 : 1
    guard let found = search(window) else { return nil }
    let fling = BezierFling(velocity: direction * found.nonlinear[0])
    return made(
      window, parameters: 3,
      [
        ("v0", fling.velocity, "pt/s"), ("T", fling.duration, "s"), ("D", fling.distance, "pt"),
        ("t0", window.start + found.nonlinear[1], "s"),
      ]
    ) { found.coefficients[0] + fling.position(at: $0 - found.nonlinear[1]) }
  }

  /// The same with a distance that the view has limited: the speed determines the duration, the initial slope the
  /// distance.
  func boundedBezierFling(_ window: MotionWindow) -> CandidateFit? {
    let times = window.times
    let n = times.count
    let direction: Double = window.values[n - 1] < window.values[0] ? -1 : 1
    @Sendable func fling(_ theta: [Double]) -> BezierFling? {
      guard theta[0] > 0, theta[0] < 1e6 else { return nil }
      return BezierFling(velocity: direction * theta[0], slope: theta[2])
    }
    let model = SampledModel(
      rowCount: n, linearCount: 1, hasOffset: true, sizes: [100, window.span, 1]
    ) { theta, curves in
      guard let fling = fling(theta), theta[1].magnitude < 0.9 * fling.duration else {
        return false
      }
      for row in 0..<n {
        curves[row] = 1
        curves[n + row] = fling.position(at: times[row] - theta[1])
      }
      return true
    }
    let way = (window.values[n - 1] - window.values[0]).magnitude
    let lasting = BezierFling.speedPerSecond * window.span
    let shortened = [1.02, 1.2, 2].map { share -> [Double] in
      let speed = share * lasting
      return [speed, 0, max(2.4, speed * BezierFling.duration(speed: speed) / max(way, 1e-9))]
    }
    // The search includes the unlimited fling.
    let free = search(window).map {
      $0.nonlinear + [BezierFling(velocity: $0.nonlinear[0]).slope * (1 + 1e-9)]
    }
    let starts = shortened + (free.map { [$0] } ?? [])
    guard let found = best(model, window, starts: starts), let fling = fling(found.nonlinear) else {
      return nil
    }
    return made(
      window, parameters: 4,
      [
        ("v0", fling.velocity, "pt/s"), ("T", fling.duration, "s"), ("D", fling.distance, "pt"),
        ("t0", window.start + found.nonlinear[1], "s"),
      ]
    ) { found.coefficients[0] + fling.position(at: $0 - found.nonlinear[1]) }
  }
}
