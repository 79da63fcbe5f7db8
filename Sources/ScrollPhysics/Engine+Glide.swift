internal import RealModule

extension Engine {
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
    /// x = x0 + p v0 (1 - e^(-t / tau)): the distance is p s of the release, whatever tau is.
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
      case .constant, .eased, .powerLaw, .spline, .bezier, .momentum: nil
      }
    }

    /// The part of the deceleration in pt/s^2 that does not fade with the velocity; nil where there is none.
    public var constantDeceleration: Double? {
      switch self {
      case .superposed(_, let value, _), .coulomb(_, let value, _), .constant(let value, _),
        .eased(let value, _, _):
        value
      case .curve(let curve): curve.coulomb
      case .exponential, .discrete, .perFrame, .projected, .powerLaw, .spline, .stepped, .bezier,
        .momentum:
        nil
      }
    }

    /// How it is ended where it would not end by itself; nil where it does, or where that is not known.
    public var ending: Ending? {
      switch self {
      case .exponential(_, let ending), .perFrame(_, _, _, let ending),
        .projected(_, _, let ending), .superposed(_, _, let ending),
        .coulomb(_, _, let ending), .constant(_, let ending), .stepped(_, let ending):
        ending
      case .discrete, .curve, .eased, .powerLaw, .spline, .bezier, .momentum: nil
      }
    }

    /// How far a release with a speed in pt/s goes in a time in s, in pt, without the rule that ends it.
    ///
    /// For a perFrame glide the speed is that of the first frame, or the one before friction has first
    /// slowed it. A stepped glide is taken at 60 frames a second.
    public func distance(speed: Double, at time: Double) -> Double {
      switch self {
      case .exponential(let rate, _):
        return Deceleration(velocity: speed, rate: rate.perSecond).distance(at: time)
      case .discrete(let rate):
        return Deceleration(velocity: speed, rate: rate.perSecond, form: .discrete)
          .distance(at: time)
      case .perFrame(let factor, let slowsFirst, let frame, _):
        let count = max(0, (time / frame + 1e-6).rounded(.down))
        // sum f^j over the frames, with one f more where the first is slowed already.
        let sum = -Double.expMinusOne(count * Double.log(factor)) / (1 - factor)
        return speed * frame * (slowsFirst ? factor : 1) * sum
      case .projected(let power, let timeConstant, _):
        return -speed * power * Double.expMinusOne(-max(0, time) / timeConstant)
      case .superposed(let rate, let deceleration, _):
        return SuperposedDeceleration(
          velocity: speed, rate: rate.perSecond, deceleration: deceleration
        ).position(at: time)
      case .coulomb(let rate, let deceleration, _):
        return Deceleration(velocity: speed, rate: rate.perSecond, coulomb: deceleration)
          .distance(at: time)
      case .curve(let curve): return curve.glide(velocity: speed).distance(at: time)
      case .constant(let value, _):
        return Deceleration(velocity: speed, constant: value).distance(at: time)
      case .eased(let value, let maximum, let easing):
        let glide = Deceleration(velocity: speed, constant: value)
        guard speed > 0, let whole = glide.standstill else { return 0 }
        return glide.limitDistance * easing.value(at: time / min(whole, maximum ?? .infinity))
      case .powerLaw(let friction):
        return PowerLawFling(velocity: speed, friction: friction).position(at: time)
      case .spline(let friction):
        return SplineFling(velocity: speed, friction: friction).position(at: time)
      case .stepped(let rate, _):
        let frame = 1.0 / 60
        let left = 1 - rate.perSecond * frame
        let count = max(0, (time / frame + 1e-6).rounded(.down))
        return speed * frame * left * -Double.expMinusOne(count * Double.log(left)) / (1 - left)
      case .bezier: return BezierFling(velocity: speed).position(at: time)
      case .momentum(let rate, let reference, let exponent):
        let momentum = TrackpadMomentum(
          velocity: speed, rate: rate, referenceSpeed: reference, exponent: exponent)
        return time < .infinity ? momentum.position(at: max(0, time)) : momentum.limitDistance
      }
    }

    /// The distances in pt at the times of frames in s, which rise: a stepped glide moves at each of them.
    public func distances(speed: Double, at times: [Double]) -> [Double] {
      guard case .stepped(let rate, _) = self, let first = times.first else {
        return times.map { distance(speed: speed, at: $0) }
      }
      var result: [Double] = []
      result.reserveCapacity(times.count)
      var velocity = speed
      var travelled = 0.0
      var before = first
      for time in times {
        velocity -= rate.perSecond * velocity * (time - before)
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
