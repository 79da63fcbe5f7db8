internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// How well an engine with its shipped constants describes a motion. Only the start state is fitted, and the time
/// origin if the curve depends on it.
public struct EngineScore: Sendable, Hashable {
  /// The engine's key.
  public var engine: String
  /// The largest residual in pt.
  public var max: Double
  /// The mean of |residual| in pt.
  public var mean: Double
  /// The root mean square of the residuals in pt.
  public var rms: Double
  /// Whether the residuals are no larger than rounding, noise and timing errors cause.
  public var follows: Bool
  /// Weighted sum of squared residuals in pt^2.
  var sumOfSquares: Double

  /// - Parameter allows: whether a sum of squares with given degrees of freedom is no larger than rounding causes.
  private init(
    _ engine: Engine, curve: [Double], values: [Double], free: Int,
    weighted: ([Double]) -> Double, allows: (Double, Double) -> Bool
  ) {
    self.engine = engine.key
    let residuals = zip(values, curve).map { $0 - $1 }
    let n = Double(curve.count)
    sumOfSquares = weighted(residuals)
    max = residuals.reduce(0) { Swift.max($0, $1.magnitude) }
    mean = residuals.reduce(0) { $0 + $1.magnitude } / n
    rms = (residuals.reduce(0) { $0 + $1 * $1 } / n).squareRoot()
    follows = allows(sumOfSquares, Swift.max(1, n - Double(free)))
  }

  /// - Parameter residuals: those of the fitted curve.
  private init(_ engine: Engine, _ residuals: [Double], free: Int, _ window: MotionWindow) {
    self.init(
      engine, curve: zip(window.values, residuals).map { $0 - $1 }, values: window.values,
      free: free, weighted: window.weightedSquares, allows: { window.allows($0, degrees: $1) })
  }

  /// The score of an engine's rubber band on a pull; nil if the engine has none or the size of the bounds is unknown.
  ///
  /// Nothing is fitted: the finger's travel and the bounds are given.
  ///
  /// - Parameter pull: the fit of a rubber band.
  init?(drag engine: Engine, _ pull: Fit) {
    guard let drag = engine.drag, let dimension = pull["d"]?.value, dimension > 0,
      !pull.series.fitTimes.isEmpty
    else { return nil }
    let travel = pull.series.fitTimes
    let floor = pull.residual.floor ?? 0
    let extent = pull.series.observed.max() ?? 0
    self.init(
      engine, curve: travel.map { drag.overscroll(travel: $0, dimension: dimension) },
      values: pull.series.observed, free: 0, weighted: { $0.reduce(0) { $0 + $1 * $1 } },
      allows: { squares, degrees in
        squares / degrees
          <= (floor * floor + 1e-20 * (1 + extent * extent))
          * (1.1 + 4 * (0.8 / degrees).squareRoot())
      })
  }

  /// The score of an engine's deceleration; nil if the engine has none or it cannot be fitted.
  ///
  /// - Parameter isShortened: whether the law of the motion is a fling whose distance a view has limited.
  init?(glide engine: Engine, _ window: MotionWindow, isShortened: Bool = false) {
    guard let glide = engine.glide, window.isScored, let found = window.best(glide) else {
      return nil
    }
    self.init(engine, found.residuals, free: 1 + found.nonlinear.count, window)
    // With even frames the steps are the glide itself.
    if !follows, engine.stepsGlide, let steps = window.best(glide, isStepped: true) {
      self.init(engine, steps.residuals, free: 1 + steps.nonlinear.count, window)
    }
    // A view limits the distance of a fling that would end far outside.
    if isShortened, case .bezier = glide, let fit = CandidateLaw.shortenedFling.fit(window) {
      self.init(engine, fit.residuals, free: fit.parameterCount, window)
    }
  }

  /// The same score for an engine with the same curve.
  func of(_ engine: Engine) -> EngineScore {
    var score = self
    score.engine = engine.key
    return score
  }

  /// The best score of an engine's animations on a motion from rest to rest; nil if it has none.
  init?(animation engine: Engine, _ window: MotionWindow) {
    guard window.isScored else { return nil }
    var best: EngineScore?
    for animation in engine.animations {
      guard let score = EngineScore(animation, of: engine, window) else { continue }
      if best.map({ score.sumOfSquares < $0.sumOfSquares }) ?? true { best = score }
    }
    guard let best else { return nil }
    self = best
  }

  /// Fits the start time, the start and end positions, and the duration within the engine's range.
  private init?(_ animation: Engine.Animation, of engine: Engine, _ window: MotionWindow) {
    let distance = window.values[window.count - 1] - window.values[0]
    let range = animation.duration.range(distance: distance)
    let isFixed = range.upperBound <= range.lowerBound
    func model(_ window: MotionWindow) -> SampledModel {
      let times = window.times
      let n = times.count
      return SampledModel(
        rowCount: n, linearCount: 2, sizes: [window.span] + (isFixed ? [] : [window.span])
      ) { theta, curves in
        let duration = isFixed ? range.lowerBound : theta[1]
        guard range.contains(duration), theta[0].magnitude < duration else { return false }
        for row in 0..<n {
          curves[row] = animation.easing.value(at: (times[row] - theta[0]) / duration)
          curves[n + row] = 1
        }
        return true
      }
    }
    let duration = Swift.min(Swift.max(window.span, range.lowerBound), range.upperBound)
    let starts = [0.0, 0.03, 0.1].map { [$0 * duration] + (isFixed ? [] : [duration]) }
    guard let found = window.best(starts: starts, model) else { return nil }
    self.init(engine, found.residuals, free: isFixed ? 3 : 4, window)
  }

  /// The score of an engine's return to an edge, from any overscroll and velocity; nil if the engine has none.
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
      // The start time and the overscroll at release are fitted.
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
        let positions = edge.positions(from: state, at: times)
        for row in 0..<n { curves[row] = positions[row] }
        return true
      }
      starts = [[window.values[0], speed], [window.values[0], 2 * speed]]
    }
    guard let found = window.best(model, starts: starts) else { return nil }
    self.init(engine, found.residuals, free: 2, window)
  }
}
