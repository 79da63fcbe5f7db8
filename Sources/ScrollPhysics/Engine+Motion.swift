extension Engine.Glide {
  /// The curve of a release, without the rule that ends it.
  ///
  /// - Parameters:
  ///   - state: position in pt and velocity in pt/s at the release. For a perFrame glide the velocity is that of the first
  ///     frame, or the one before friction has first slowed it.
  ///   - frameRate: frames per second, for a glide by frames.
  public func curve(from state: MotionState, frameRate: Double = 60) -> EngineMotion.Curve {
    let position = state.position
    let velocity = state.velocity
    func glide(rate: DecelerationRate, coulomb: Double = 0) -> Deceleration {
      Deceleration(
        position: position, velocity: velocity, rate: rate.perSecond, coulomb: coulomb)
    }
    switch self {
    case .exponential(let rate, _): return .deceleration(glide(rate: rate))
    case .discrete(let rate):
      var glide = glide(rate: rate)
      glide.form = .discrete
      return .deceleration(glide)
    case .perFrame(let factor, let slowsFirst, let frame, _):
      return .frames(
        FrameGlide(
          position: position, velocity: velocity, factor: factor, slowsFirst: slowsFirst,
          frameDuration: frame))
    case .projected(let power, let time, _):
      return .deceleration(
        Deceleration(position: position, velocity: velocity * power / time, rate: 1 / time))
    case .superposed(let rate, let deceleration, _):
      return .superposed(
        SuperposedDeceleration(
          position: position, velocity: velocity, rate: rate.perSecond, deceleration: deceleration))
    case .coulomb(let rate, let deceleration, _):
      return .deceleration(glide(rate: rate, coulomb: deceleration))
    case .curve(let curve):
      var glide = curve.glide(velocity: velocity)
      glide.position = position
      return .deceleration(glide)
    case .constant(let value, _):
      return .deceleration(Deceleration(position: position, velocity: velocity, constant: value))
    case .eased(let value, let maximum, let easing):
      let glide = Deceleration(position: position, velocity: velocity, constant: value)
      return .tween(
        Tween(
          position: position, distance: glide.direction * glide.limitDistance,
          duration: min(glide.standstill ?? 0, maximum ?? .infinity), easing: easing))
    case .powerLaw(let friction):
      return .powerLaw(PowerLawFling(position: position, velocity: velocity, friction: friction))
    case .spline(let friction):
      return .tween(SplineFling(position: position, velocity: velocity, friction: friction).tween)
    case .stepped(let rate, _):
      return .frames(
        FrameGlide(
          position: position, velocity: velocity, stepped: rate.perSecond,
          frameDuration: 1 / frameRate))
    case .growingFriction(let growth, _):
      return .growingFriction(
        GrowingFrictionGlide(
          position: position, velocity: velocity, growth: growth, frameDuration: 1 / frameRate))
    case .bezier: return .tween(BezierFling(position: position, velocity: velocity).tween)
    case .momentum(let rate, let reference, let exponent):
      return .momentum(
        TrackpadMomentum(
          position: position, velocity: velocity, rate: rate, referenceSpeed: reference,
          exponent: exponent))
    }
  }

  /// The motion of a release until the rule of the engine ends it.
  ///
  /// - Parameters:
  ///   - state: position in pt and velocity in pt/s at the release.
  ///   - scale: pixels in a point, for a rule in pixels.
  ///   - frameRate: frames per second, for a glide by frames and a rule by the way of a frame.
  public func motion(
    from state: MotionState, scale: Double = 1, frameRate: Double = 60
  ) -> EngineMotion {
    EngineMotion(
      curve(from: state, frameRate: frameRate), ending: ending, scale: scale, frameRate: frameRate)
  }
}

extension Engine.Edge {
  /// The curve of a return to the edge, which is at 0; nil where the edge stops the content.
  ///
  /// - Parameters:
  ///   - state: overscroll in pt and velocity in pt/s at the release, outward positive.
  ///   - frameRate: frames per second, for what is computed at each frame of the display.
  public func curve(from state: MotionState, frameRate: Double = 60) -> EngineMotion.Curve? {
    switch self {
    case .spring(let constants, _): return .spring(Spring(constants, from: state))
    case .smoothDamp(let time):
      return .smoothDamp(SmoothDamp(smoothTime: time, from: state, frameDuration: 1 / frameRate))
    case .elastic(let constants, _):
      let bounce = ElasticBounce(
        constants, displacement: state.position, velocity: state.velocity
      ).criticalBounce
      return .spring(
        Spring(
          SpringConstants(decayRate: bounce.decayRate), displacement: bounce.displacement,
          slope: bounce.slope))
    case .framewise(let constants): return .framewise(FramewiseBounce(constants, from: state))
    case .stepped(let constants):
      return .stepped(SteppedReturn(constants, from: state, frameDuration: 1 / frameRate))
    case .eased(let easing, let duration):
      return .tween(
        Tween(
          position: state.position, distance: -state.position, duration: duration, easing: easing))
    case .clamped: return nil
    }
  }
}
