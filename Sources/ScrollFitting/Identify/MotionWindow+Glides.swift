internal import CurveFitting
internal import ScrollPhysics

extension MotionWindow {
  /// The best fit of an engine's deceleration with its constants: the speed at the release in pt/s, and, if the curve depends
  /// on it, the time in s from the release to the first sample. The coefficient is the offset at the release.
  ///
  /// - Parameter isStepped: whether the engine steps an exponential glide at the frames.
  func best(_ glide: Engine.Glide, isStepped: Bool = false) -> SeparableFit? {
    let direction = direction
    // The shape of these curves depends on the time since their start. The others look the same from any moment on.
    let hasOrigin: Bool
    switch glide {
    case .superposed, .eased, .projected, .spline, .growingFriction, .bezier: hasOrigin = true
    default: hasOrigin = false
    }
    let sizes = [100.0] + (hasOrigin ? [span / 10] : [])
    func model(_ window: MotionWindow) -> SampledModel {
      let (times, shown) = window.glideTimes(glide)
      let n = shown.count
      return SampledModel(rowCount: n, linearCount: 1, hasOffset: true, sizes: sizes) {
        theta, curves in
        guard theta[0] > 0, theta[0] < 1e7 else { return false }
        let origin = hasOrigin ? theta[1] : 0
        if case .growingFriction(let growth, _) = glide {
          guard showsRelease(growth: growth, elapsed: origin) else { return false }
        } else if origin < 0 {
          return false
        }
        let distances = glide.distances(
          speed: theta[0], at: times.map { $0 + origin }, isStepped: isStepped)
        for row in 0..<n {
          curves[row] = 1
          curves[n + row] = direction * distances[shown[row]]
        }
        return true
      }
    }
    let first = min(count - 1, 3)
    let (own, shown) = glideTimes(glide)
    let elapsed = max(own[shown[first]], 1e-9)
    let speed = max(direction * (values[first] - values[0]) / elapsed, 10)
    let origins = hasOrigin ? [0, 0.2 * span, span] : [0]
    let starts = origins.map { hasOrigin ? [speed * (1 + $0), $0] : [speed] }
    return best(starts: starts, model)
  }

  /// The direction of the motion: 1 or -1.
  var direction: Double { values[count - 1] < values[0] ? -1 : 1 }

  /// The times at which an engine's glide is evaluated, and which of them are those of the samples. They are its own frames
  /// if it counts frames, and include frames that were not recorded if the curve depends on them.
  private func glideTimes(_ glide: Engine.Glide) -> (times: [Double], shown: [Int]) {
    switch glide {
    case .perFrame(_, _, let frame, _): return (times(onFramesOf: frame), Array(times.indices))
    case .growingFriction:
      let (all, samples) = withMissingFrames
      return (all.times, samples)
    default: return (times, Array(times.indices))
    }
  }
}
