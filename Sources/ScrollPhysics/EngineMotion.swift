/// One motion of an engine, from a release, from beyond an edge or from rest: its curve, and when it ends.
///
/// What predictions, simulations and exports have in common. Lengths in pt, times in s from the start, velocities in pt/s.
public struct EngineMotion: Sendable, Hashable {
  /// The curves that engines move along.
  public enum Curve: Sendable, Hashable {
    /// Viscous drag, a constant friction, or both.
    case deceleration(Deceleration)
    /// An exponential less a straight line.
    case superposed(SuperposedDeceleration)
    /// Flutter's power law.
    case powerLaw(PowerLawFling)
    /// A fixed time along an ease, a spline or a Bezier curve.
    case tween(Tween)
    /// The momentum of a trackpad.
    case momentum(TrackpadMomentum)
    /// A factor each frame.
    case frames(FrameGlide)
    /// A friction that grows each frame.
    case growingFriction(GrowingFrictionGlide)
    /// A spring at an edge.
    case spring(Spring)
    /// The two rules of script scrollers at an edge.
    case framewise(FramewiseBounce)
    /// Kivy's steps at an edge.
    case stepped(SteppedReturn)
    /// Unity's return to an edge.
    case smoothDamp(SmoothDamp)
  }

  /// The curve, which goes on where ``end`` stops it.
  public let curve: Curve
  /// When it stands still, by its rule or by itself; infinite for a curve that only approaches its limit.
  public let end: Double

  /// A motion and the rule that ends it.
  ///
  /// - Parameters:
  ///   - curve: the motion without an end.
  ///   - ending: the rule; nil for what ends by itself.
  ///   - scale: pixels in a point, for a rule in pixels.
  ///   - frameRate: frames per second, for a rule by the way of a frame.
  public init(
    _ curve: Curve, ending: Engine.Ending? = nil, scale: Double = 1, frameRate: Double = 60
  ) {
    self.curve = curve
    let limit = curve.limit
    switch ending {
    case nil: end = curve.standstill
    case .speed(let threshold):
      let least = threshold.points(scale: scale)
      end = curve.firstTime { curve.velocity(at: $0).magnitude < least }
    case .distance(let threshold):
      let least = threshold.points(scale: scale)
      end = curve.firstTime { (limit - curve.position(at: $0)).magnitude <= least }
    case .frame(let threshold):
      let least = threshold.points(scale: scale)
      let frame = curve.frameDuration ?? 1 / frameRate
      end = curve.firstTime {
        (curve.position(at: $0 + frame) - curve.position(at: $0)).magnitude < least
      }
    }
  }

  /// Position in pt at a time in s; at rest from ``end`` on.
  public func position(at time: Double) -> Double { curve.position(at: min(time, end)) }

  /// Velocity in pt/s at a time in s; 0 from ``end`` on.
  public func velocity(at time: Double) -> Double { time < end ? curve.velocity(at: time) : 0 }

  /// Where it comes to rest, in pt, or the limit that it approaches.
  public var restPosition: Double { end < .infinity ? curve.position(at: end) : curve.limit }

  /// From when on it is within a distance in pt of where it rests; infinite where it never rests.
  public func duration(within distance: Double) -> Double {
    let rest = restPosition
    switch curve {
    case .spring(let spring): return spring.settleTime(threshold: distance) ?? .infinity
    case .framewise(let motion): return Self.settled(motion, distance)
    case .stepped(let motion): return Self.settled(motion, distance)
    case .smoothDamp(let motion): return Self.settled(motion, distance)
    default: return min(end, curve.firstTime { (rest - position(at: $0)).magnitude <= distance })
    }
  }

  private static func settled(_ motion: some FramewiseMotion, _ threshold: Double) -> Double {
    motion.settleFrame(threshold: threshold, to: motion.restPosition).map {
      Double($0) * motion.frameDuration
    } ?? .infinity
  }

  private static func furthest(_ motion: some FramewiseMotion) -> (time: Double, position: Double)?
  {
    motion.furthestFrame.map { (Double($0.frame) * motion.frameDuration, $0.position) }
  }

  /// Where and when it is furthest from 0 outward, from t = 0 on; nil where it never turns.
  public var furthest: (time: Double, position: Double)? {
    switch curve {
    case .spring(let spring): spring.furthest
    case .framewise(let motion): Self.furthest(motion)
    case .stepped(let motion): Self.furthest(motion)
    case .smoothDamp(let motion): Self.furthest(motion)
    default: (0, position(at: 0))
    }
  }
}

extension EngineMotion.Curve {
  /// Position in pt at a time in s.
  public func position(at time: Double) -> Double {
    switch self {
    case .deceleration(let curve): curve.position(at: time)
    case .superposed(let curve): curve.position(at: time)
    case .powerLaw(let curve): curve.position(at: time)
    case .tween(let curve): curve.position(at: time)
    case .momentum(let curve): time < .infinity ? curve.position(at: time) : curve.limitOffset
    case .frames(let curve): curve.position(at: time)
    case .growingFriction(let curve): curve.position(at: time)
    case .spring(let curve): curve.position(at: time)
    case .framewise(let curve): curve.position(at: time)
    case .stepped(let curve): curve.position(at: time)
    case .smoothDamp(let curve): curve.position(at: time)
    }
  }

  /// Velocity in pt/s at a time in s.
  public func velocity(at time: Double) -> Double {
    switch self {
    case .deceleration(let curve): curve.velocity(at: time)
    case .superposed(let curve): curve.velocity(at: time)
    case .powerLaw(let curve): curve.velocity(at: time)
    case .tween(let curve): curve.velocity(at: time)
    case .momentum(let curve): curve.velocity(at: time)
    case .frames(let curve): curve.velocity(at: time)
    case .growingFriction(let curve): curve.velocity(at: time)
    case .spring(let curve): curve.velocity(at: time)
    case .framewise(let curve): curve.velocity(at: time)
    case .stepped(let curve): curve.velocity(at: time)
    case .smoothDamp(let curve): curve.velocity(at: time)
    }
  }

  /// Where it comes to rest, or what it approaches, in pt.
  public var limit: Double {
    switch self {
    case .deceleration(let curve): curve.limitOffset
    case .superposed(let curve): curve.limitOffset
    case .powerLaw(let curve): curve.limitOffset
    case .tween(let curve): curve.position + curve.distance
    case .momentum(let curve): curve.limitOffset
    case .frames(let curve): curve.limitOffset
    case .growingFriction(let curve): curve.limitOffset
    // These rest inside the edge, at the frame that moves too little.
    case .framewise(let curve): curve.restPosition
    case .stepped(let curve): curve.restPosition
    case .spring, .smoothDamp: 0
    }
  }

  /// When it stands still by itself, in s; infinite where it only approaches its limit.
  public var standstill: Double {
    switch self {
    case .deceleration(let curve): curve.standstill ?? .infinity
    case .superposed(let curve): curve.standstill
    case .powerLaw(let curve): curve.duration
    case .tween(let curve): curve.duration
    case .momentum, .frames, .growingFriction, .spring, .framewise, .stepped, .smoothDamp: .infinity
    }
  }

  /// h of a motion that is computed frame by frame, in s; nil for a curve in time.
  public var frameDuration: Double? {
    switch self {
    case .frames(let curve): curve.frameDuration
    case .growingFriction(let curve): curve.frameDuration
    case .framewise(let curve): curve.frameDuration
    case .stepped(let curve): curve.frameDuration
    case .smoothDamp(let curve): curve.frameDuration
    case .deceleration, .superposed, .powerLaw, .tween, .momentum, .spring: nil
    }
  }

  /// When it first is at a position in pt or past it, seen from where it starts, in s; infinite where it does not get
  /// there. For motions that do not turn back.
  public func time(passing goal: Double) -> Double {
    let start = position(at: 0)
    guard goal != start else { return 0 }
    let direction: Double = goal < start ? -1 : 1
    guard direction * (limit - goal) >= 0 else { return .infinity }
    let time = firstTime { direction * (position(at: $0) - goal) >= 0 }
    return direction * (position(at: time) - goal) >= -1e-6 ? time : .infinity
  }

  /// The first time, or of a motion by frames the first frame, at which a condition holds that holds ever after; the
  /// standstill where it holds no earlier, and infinite where it does not within 1e6 s.
  fileprivate func firstTime(_ holds: (Double) -> Bool) -> Double {
    let step = frameDuration ?? 1
    var high = 1.0
    while high * step < standstill, !holds(high * step) {
      high *= 2
      guard high * step < 1e6 else { return standstill }
    }
    if high * step > standstill { high = standstill / step }
    var low = 0.0
    guard !holds(0) else { return 0 }
    while true {
      var middle = low + (high - low) / 2
      if frameDuration != nil { middle = middle.rounded(.down) }
      guard middle > low, middle < high else { return high * step }
      if holds(middle * step) { high = middle } else { low = middle }
    }
  }
}
