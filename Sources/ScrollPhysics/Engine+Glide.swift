internal import RealModule

extension Engine {
  /// Whether it steps its exponential glide, as it does its edge: each frame slows the velocity for the time since the last
  /// one, then moves by it for that time.
  public var stepsGlide: Bool {
    if case .exponential = glide, case .smoothDamp = edge { true } else { false }
  }

  /// How a scroll view slows down after a release.
  public enum Glide: Sendable, Hashable {
    /// v = v0 e^(-k t).
    case exponential(DecelerationRate, ending: Ending? = nil)
    /// The velocity times d at every whole millisecond, added up.
    case discrete(DecelerationRate)
    /// The way of a frame times a factor each frame of so many s; whether that comes before the move.
    case perFrame(
      factor: Double, slowsFirst: Bool = false, frameDuration: Double = 1.0 / 60,
      ending: Ending? = nil)
    /// x = x0 + p v0 (1 - e^(-t / tau)): the distance is p s of the release for any tau.
    case projected(power: Double, timeConstant: Double, ending: Ending? = nil)
    /// v = v0 e^(-k t) - a t.
    case superposed(DecelerationRate, deceleration: Double, ending: Ending? = nil)
    /// v' = -k v - c, viscous drag with a constant friction.
    case coulomb(DecelerationRate, deceleration: Double, ending: Ending? = nil)
    /// v' = -gamma v - beta gamma, Chromium's one curve.
    case curve(FlingCurve)
    /// v' = -a.
    case constant(deceleration: Double, ending: Ending? = nil)
    /// Distance and time of an even deceleration, the time no longer than a maximum, spent by an ease.
    case eased(deceleration: Double, maximumDuration: Double? = nil, Easing)
    /// v = v0 (1 - t/T)^(p-1) with the T of Android's friction.
    case powerLaw(FlingFriction)
    /// Android's spline with the distance and the duration of its friction.
    case spline(FlingFriction)
    /// Each frame takes r v dt off the velocity, then moves by v dt: another curve for each frame rate.
    case stepped(DecelerationRate, ending: Ending? = nil)
    /// Each frame takes the velocity times e^(-c t), t since the release, then moves by v dt, a ``GrowingFrictionGlide``.
    case growingFriction(growth: Double, ending: Ending? = nil)
    /// Chromium's physics-based fling, a ``BezierFling``.
    case bezier
    /// v' = -k0 v / (1 + (|v| / v1)^p), a ``TrackpadMomentum``: k0 in 1/s, v1 in pt/s, p.
    case momentum(rate: Double, referenceSpeed: Double, exponent: Double)

    /// The exponential rate that it has or is by its frames; nil where it is none.
    public var rate: DecelerationRate? {
      switch self {
      case .exponential(let rate, _), .discrete(let rate), .superposed(let rate, _, _),
        .coulomb(let rate, _, _):
        rate
      case .perFrame(let factor, _, let frame, _):
        DecelerationRate(perFrame: factor, framesPerSecond: 1 / frame)
      case .projected(_, let time, _): DecelerationRate(timeConstant: time)
      case .curve(let curve): DecelerationRate(perSecond: curve.gamma)
      case .stepped(let rate, _): rate
      case .constant, .eased, .powerLaw, .spline, .growingFriction, .bezier, .momentum: nil
      }
    }

    /// The part of the deceleration in pt/s^2 that does not fade with the velocity; nil where there is none.
    public var constantDeceleration: Double? {
      switch self {
      case .superposed(_, let value, _), .coulomb(_, let value, _), .constant(let value, _),
        .eased(let value, _, _):
        value
      case .curve(let curve): curve.coulomb
      case .exponential, .discrete, .perFrame, .projected, .powerLaw, .spline, .stepped,
        .growingFriction, .bezier, .momentum:
        nil
      }
    }

    /// How it is ended where it would not end by itself; nil where it does, or where that is not known.
    public var ending: Ending? {
      switch self {
      case .exponential(_, let ending), .perFrame(_, _, _, let ending),
        .projected(_, _, let ending), .superposed(_, _, let ending),
        .coulomb(_, _, let ending), .constant(_, let ending), .stepped(_, let ending),
        .growingFriction(_, let ending):
        ending
      case .discrete, .curve, .eased, .powerLaw, .spline, .bezier, .momentum: nil
      }
    }

    /// How far a release with a speed in pt/s goes in a time in s, in pt, without the rule that ends it.
    ///
    /// A glide by frames is taken at 60 of them a second.
    public func distance(speed: Double, at time: Double) -> Double {
      speed > 0 ? curve(from: MotionState(position: 0, velocity: speed)).position(at: time) : 0
    }

    /// The distances in pt at the times of frames in s since the release, which rise: a stepped glide moves at each of
    /// them, one with growing friction too, and so does an exponential one that an engine steps.
    public func distances(speed: Double, at times: [Double], isStepped: Bool = false) -> [Double] {
      let factor: (_ step: Double, _ time: Double) -> Double
      switch self {
      case .stepped(let rate, _): factor = { step, _ in 1 - rate.perSecond * step }
      case .growingFriction(let growth, _): factor = { _, time in .exp(-growth * time) }
      case .exponential(let rate, _) where isStepped:
        factor = { step, _ in .exp(-rate.perSecond * step) }
      default:
        let curve = curve(from: MotionState(position: 0, velocity: speed))
        return times.map(curve.position)
      }
      var result: [Double] = []
      result.reserveCapacity(times.count)
      var velocity = speed
      var travelled = 0.0
      var before = times.first ?? 0
      for time in times {
        velocity *= factor(time - before, time)
        travelled += velocity * (time - before)
        before = time
        result.append(travelled)
      }
      return result
    }

    /// How far a release with a speed in pt/s goes in all, in pt, without the rule that ends it.
    public func distance(speed: Double) -> Double { distance(speed: speed, at: .infinity) }
  }
}
