internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// How well an engine with the constants it ships describes a motion: only how fast and from where it starts
/// is fitted, and the time origin where the engine's curve depends on it.
public struct EngineScore: Sendable, Hashable {
  /// The engine's key.
  public var engine: String
  /// The largest residual in pt.
  public var max: Double
  /// The mean of |residual| in pt.
  public var mean: Double
  /// The root mean square of the residuals in pt.
  public var rms: Double
  /// Whether the residuals are no larger than rounding, noise and errors of the times make them.
  public var follows: Bool
  /// Sum of squared residuals in pt^2.
  var sumOfSquares: Double

  private init(
    _ engine: Engine, curve: [Double], values: [Double], free: Int, expected: Double,
    extent: Double
  ) {
    self.engine = engine.key
    var squares = 0.0
    var sum = 0.0
    var largest = 0.0
    for index in curve.indices {
      let miss = (values[index] - curve[index]).magnitude
      squares += miss * miss
      sum += miss
      largest = Swift.max(largest, miss)
    }
    let n = Double(curve.count)
    sumOfSquares = squares
    max = largest
    mean = sum / n
    rms = (squares / n).squareRoot()
    let degrees = Swift.max(1, n - Double(free))
    let variance = expected * expected + 1e-20 * (1 + extent * extent)
    follows = squares / degrees <= variance * (1.1 + 4 * (0.8 / degrees).squareRoot())
  }

  private init(_ engine: Engine, curve: [Double], free: Int, window: MotionWindow) {
    self.init(
      engine, curve: curve, values: window.values, free: free, expected: window.expected,
      extent: window.extent)
  }

  /// The score of an engine's rubber band on a pull; nil when it has none, or the size of the bounds is not
  /// known.
  ///
  /// Nothing is fitted: the finger's travel and the bounds are given.
  ///
  /// - Parameter pull: the fit of a rubber band.
  init?(drag engine: Engine, _ pull: Fit) {
    guard let drag = engine.drag, let dimension = pull["d"]?.value, dimension > 0,
      !pull.series.fitTimes.isEmpty
    else { return nil }
    let travel = pull.series.fitTimes
    self.init(
      engine, curve: travel.map { drag.overscroll(travel: $0, dimension: dimension) },
      values: pull.series.observed, free: 0, expected: pull.residual.floor ?? 0,
      extent: pull.series.observed.max() ?? 0)
  }

  /// The score of an engine's deceleration; nil when it has none, or none that could be laid through.
  init?(glide engine: Engine, _ window: MotionWindow) {
    guard let glide = engine.glide, window.isScored else { return nil }
    let times = window.times
    let n = times.count
    let net = window.values[n - 1] - window.values[0]
    let direction: Double = net < 0 ? -1 : 1
    // Of these curves the shape hangs on when they began, of the others any moment is as good.
    let hasOrigin: Bool
    switch glide {
    case .superposed, .eased, .projected: hasOrigin = true
    default: hasOrigin = false
    }
    let sizes = [100.0] + (hasOrigin ? [window.span / 10] : [])
    let model = SampledModel(rowCount: n, linearCount: 1, hasOffset: true, sizes: sizes) {
      theta, curves in
      guard theta[0] > 0, theta[0] < 1e7 else { return false }
      let origin = hasOrigin ? theta[1] : 0
      guard origin >= 0 else { return false }
      for row in 0..<n {
        curves[row] = 1
        curves[n + row] = direction * glide.distance(speed: theta[0], at: times[row] + origin)
      }
      return true
    }
    let first = Swift.min(n - 1, 3)
    let speed = Swift.max(
      direction * (window.values[first] - window.values[0]) / Swift.max(times[first], 1e-9), 10)
    let origins = hasOrigin ? [0, 0.2 * window.span, window.span] : [0]
    let starts = origins.map { hasOrigin ? [speed * (1 + $0), $0] : [speed] }
    guard let curve = Self.curve(model, window, starts: starts) else { return nil }
    self.init(engine, curve: curve, free: 1 + sizes.count, window: window)
  }

  /// The score of an engine's return to an edge, from any overscroll and velocity; nil when it has none.
  init?(edge engine: Engine, _ window: MotionWindow) {
    guard let edge = engine.edge, window.edge != nil, window.isScored else {
      return nil
    }
    let times = window.times
    let n = times.count
    let first = Swift.min(n - 1, 2)
    let speed = (window.values[first] - window.values[0]) / Swift.max(times[first], 1e-9)
    let model: SampledModel
    var starts: [[Double]]
    switch edge {
    case .clamped: return nil
    case .eased(let easing, let duration):
      // It starts where it was let go, when that was.
      model = SampledModel(rowCount: n, linearCount: 1, sizes: [duration]) { theta, curves in
        guard theta[0] > -duration, theta[0] < times[n - 1] else { return false }
        for row in 0..<n {
          curves[row] = 1 - easing.value(at: (times[row] - theta[0]) / duration)
        }
        return true
      }
      starts = [-0.2, -0.05, 0, 0.1].map { [$0 * duration] }
    default:
      let scale = Swift.max(window.extent, 1)
      model = SampledModel(
        rowCount: n, linearCount: 0, hasOffset: true, sizes: [scale, 10 * scale]
      ) { theta, curves in
        let state = MotionState(position: theta[0], velocity: theta[1])
        for row in 0..<n { curves[row] = edge.position(from: state, at: times[row] + 1e-9) }
        return true
      }
      starts = [[window.values[0], speed], [window.values[0], 2 * speed]]
    }
    guard let curve = Self.curve(model, window, starts: starts) else { return nil }
    self.init(engine, curve: curve, free: 2, window: window)
  }

  private static func curve(
    _ model: SampledModel, _ window: MotionWindow, starts: [[Double]]
  ) -> [Double]? {
    var options = SeparableFit.Options()
    options.maximumIterations = 60
    options.maximumPolish = 4
    var best: SeparableFit?
    for start in starts {
      let found = SeparableFit(model, values: window.values, start: start, options: options)
      guard found.residuals.count == window.count, found.sumOfSquares.isFinite else { continue }
      if best.map({ found.sumOfSquares < $0.sumOfSquares }) ?? true { best = found }
    }
    return best.map { best in zip(window.values, best.residuals).map { $0 - $1 } }
  }
}
