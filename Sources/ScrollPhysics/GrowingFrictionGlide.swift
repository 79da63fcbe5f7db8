internal import RealModule

/// A glide whose friction grows with the time since the release: frame n of h s does **v <- v e^(-c n h)**, then
/// x <- x + v h.
///
/// After n frames v = v0 e^(-c h n (n + 1) / 2), nearly a Gaussian of the time with a standard deviation of sqrt(h / c):
/// at 120 Hz the same release takes 0.7 times as long as at 60 Hz. x = x0 plus h times the sum of these velocities. Between
/// frames the last one is held; a hair before a frame counts as that frame. Lengths in pt, times in s, c in 1/s, above 0.
///
/// Source: software-mansion/react-native-reanimated, packages/react-native-reanimated/src/animation/decay/rigidDecay.ts:
/// c is 100 1/s times 1 less `deceleration`.
public struct GrowingFrictionGlide: Sendable, Hashable {
  /// x0 in pt.
  public var position: Double
  /// v0 in pt/s, with its sign: before the first frame slows it.
  public var velocity: Double
  /// c in 1/s.
  public var growth: Double
  /// h in s.
  public var frameDuration: Double

  /// The c in 1/s that Reanimated ships, of `deceleration` 0.998.
  public static let reanimated = 0.2

  /// A glide from a release.
  public init(
    position: Double = 0, velocity: Double, growth: Double = reanimated,
    frameDuration: Double = 1.0 / 60
  ) {
    self.position = position
    self.velocity = velocity
    self.growth = growth
    self.frameDuration = frameDuration
  }

  /// c h.
  private var growthPerFrame: Double { growth * frameDuration }

  /// The velocity after n frames, as a share of v0.
  private func share(after frames: Double) -> Double {
    Double.exp(-growthPerFrame * frames * (frames + 1) / 2)
  }

  /// The first frame after which less than 1e-17 of v0 is left: later ones add nothing.
  private var lastFrame: Double {
    (2 * Self.negligible / growthPerFrame).squareRoot().rounded(.up)
  }

  /// ln 1e17.
  private static let negligible = 17 * Double.log(10)
  /// c h below which the shares are summed by the midpoint rule: the terms that it leaves out are then below 1e-15.
  private static let small = 1e-6

  /// x in pt at a time in s. Costs at most 9000 steps.
  public func position(at time: Double) -> Double {
    position + velocity * frameDuration
      * shares(of: min(frames(of: frameDuration, at: time), lastFrame))
  }

  /// The sum of the shares of frames 1 to n.
  private func shares(of last: Double) -> Double {
    let a = growthPerFrame
    guard a >= Self.small else {
      // Frame j has e^(a/8) f(j + 1/2) of the velocity, f(z) = e^(-a z^2 / 2): the integral of f and a term of f'.
      func integral(to end: Double) -> Double {
        let root = (a / 2).squareRoot()
        return Double.pi.squareRoot() / (2 * root) * Double.erf(root * end)
          + a * end * Double.exp(-a * end * end / 2) / 24
      }
      return Double.exp(a / 8) * (integral(to: last + 1) - integral(to: 1))
    }
    var (frame, sum) = (1.0, 0.0)
    while frame <= last {
      sum += share(after: frame)
      frame += 1
    }
    return sum
  }

  /// v in pt/s at a time in s, held since the last frame.
  public func velocity(at time: Double) -> Double {
    velocity * share(after: frames(of: frameDuration, at: time))
  }

  /// Where it would come to rest, in pt.
  public var limitOffset: Double { position(at: .infinity) }
}
