/// The return of a stretched view on macOS: **y = (s0 + A v0 t) e^(-K t / P)**.
///
/// s0 is the stretch at the release and v0 the velocity of the wheel stream then, both positive outward, in
/// pt and pt/s; A = 0.31, K = 20, P = 1.6, so that K / P = 12.5 /s. It is a ``CriticalBounce`` of that
/// decay rate whose slope is A v0: it starts with the velocity A v0 - 12.5 s0 and not with v0. In the
/// source the velocity enters with its sign changed twice. The view rounds to whole pixels, halves
/// towards 0, and rests where that is 0: at 0.5 pt.
///
/// Source: WebKit/WebKit, Source/WebCore/platform/mac/ScrollElasticityController.mm (there for Mac OS X 10.7,
/// later ones ask AppKit); chromium/chromium,
/// third_party/blink/renderer/platform/widget/input/elastic_overscroll_controller_exponential.cc.
public struct ElasticBounce: Sendable, Hashable {
  /// A, K and P.
  public struct Constants: Sendable, Hashable {
    /// A, the part of the velocity that acts.
    public var amplitude: Double
    /// K; also how many pt of wheel travel stretch the view by 1 pt.
    public var stiffness: Double
    /// P in s.
    public var period: Double

    /// Constants.
    public init(amplitude: Double, stiffness: Double, period: Double) {
      self.amplitude = amplitude
      self.stiffness = stiffness
      self.period = period
    }

    /// Those of WebKit and Chromium on macOS.
    public static let macOS = Constants(amplitude: 0.31, stiffness: 20, period: 1.6)
    /// Those of Chromium on Android.
    public static let chromiumAndroid = Constants(amplitude: 0.2, stiffness: 20, period: 1.1)

    /// K / P in 1/s.
    public var decayRate: Double { stiffness / period }

    /// The stretch in pt of a wheel travel in pt, travel / K; a K below 1 counts as 1.
    public func stretch(travel: Double) -> Double { travel / max(stiffness, 1) }
  }

  /// A, K and P.
  public var constants: Constants
  /// s0 in pt.
  public var displacement: Double
  /// v0 in pt/s, outward positive.
  public var velocity: Double

  /// A return.
  public init(_ constants: Constants = .macOS, displacement: Double, velocity: Double) {
    self.constants = constants
    self.displacement = displacement
    self.velocity = velocity
  }

  /// The same motion as a critical bounce.
  public var criticalBounce: CriticalBounce {
    CriticalBounce(
      decayRate: constants.decayRate, displacement: displacement,
      slope: constants.amplitude * velocity)
  }

  /// y in pt at a time in s.
  public func position(at time: Double) -> Double { criticalBounce.position(at: time) }

  /// v in pt/s at a time in s.
  public func velocity(at time: Double) -> Double { criticalBounce.velocity(at: time) }

  /// The whole pixels it shows at a time in s: halves towards 0.
  public func roundedPosition(at time: Double) -> Double {
    let position = position(at: time)
    let size = (position.magnitude - 0.5).rounded(.up)
    return position < 0 ? -size : size
  }
}
