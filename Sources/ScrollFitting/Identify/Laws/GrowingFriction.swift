internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// A glide whose friction grows with the time since its start, as of React Native Reanimated's withDecay.
extension CandidateLaw {
  static let growingFriction = CandidateLaw(
    "growing-friction", "growing friction (Reanimated)",
    formula: "each frame v <- v e^(-c t), t since the start, then x <- x + v dt",
    needsEveryFrame: true
  ) { SteppedGlide(window: $1, form: .growing, viscous: nil).fit(of: $0) }
}

extension MotionWindow {
  /// Speeds below this share of the highest one are too inexact for their logarithm.
  private static let leastSpeed = 0.1

  /// A first guess of c in 1/s and of the time s in s from the start to the first sample: at even frames the logarithm of
  /// the speed is a parabola, ln v = a - c (t^2 + (2 s + h) t) / (2 h). Nil where the content does not slow down faster
  /// and faster, as in most other glides.
  var growingFrictionStart: (growth: Double, elapsed: Double)? {
    let steps = times.indices.dropFirst()
    let speeds = steps.map {
      direction * (values[$0] - values[$0 - 1]) / (times[$0] - times[$0 - 1])
    }
    let least = Self.leastSpeed * (speeds.max() ?? 0)
    let fast = zip(steps, speeds).filter { $0.1 > least }
    guard
      let line = Parabola(
        times: fast.map { times[$0.0] }[...], values: fast.map { Double.log($0.1) }[...])
    else { return nil }
    let growth = -line.fall.gravity * frame
    guard growth > 0, growth.isFinite else { return nil }
    let passed = max(0, -line.fall.velocity * frame / growth - frame / 2 - line.origin)
    return (growth, showsRelease(growth: growth, elapsed: passed) ? passed : 0)
  }

  /// Whether a glide with growing friction has a tenth of its first speed left at the first sample, a time in s after its
  /// start or up to a frame before it. Long after the start, any viscous glide would be one.
  func showsRelease(growth: Double, elapsed: Double) -> Bool {
    elapsed > -frame && growth * elapsed * (elapsed + frame) <= 2 * frame * Self.mostLost
  }

  private static let mostLost = Double.log(10)
}
