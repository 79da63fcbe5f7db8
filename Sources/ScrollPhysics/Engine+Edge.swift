extension Engine {
  /// What a scroll view does at an edge.
  public enum Edge: Sendable, Hashable {
    /// A damped spring, at rest where the overscroll is below a threshold.
    case spring(SpringConstants, settles: Threshold? = nil)
    /// Unity's `SmoothDamp` with a smooth time in s, once a frame.
    case smoothDamp(smoothTime: Double)
    /// The closed form of macOS.
    case elastic(ElasticBounce.Constants, settles: Threshold? = nil)
    /// A rule per frame.
    case framewise(FramewiseBounce.Constants)
    /// A damped spring stepped once a frame, in steps that shrink with the overscroll.
    case stepped(SteppedReturn.Constants)
    /// A tween of so many s.
    case eased(Easing, duration: Double)
    /// It stops there.
    case clamped

    /// The spring that it is, or nearly is; nil where it is none.
    public var spring: SpringConstants? {
      switch self {
      case .spring(let constants, _): constants
      case .smoothDamp(let time): SpringConstants(decayRate: SmoothDamp.decayRate(smoothTime: time))
      case .elastic(let constants, _): SpringConstants(decayRate: constants.decayRate)
      case .framewise, .stepped, .eased, .clamped: nil
      }
    }

    /// The overscroll below which it rests; nil where that is not known, or where it ends by itself.
    public var settles: Threshold? {
      switch self {
      case .spring(_, let threshold), .elastic(_, let threshold): threshold
      case .smoothDamp, .framewise, .stepped, .eased, .clamped: nil
      }
    }

    /// The overscroll in pt, so many s after a state beyond the edge or at it, outward positive.
    ///
    /// A framewise rule is taken at 60 frames a second unless it has its own.
    public func position(from state: MotionState, at time: Double) -> Double {
      curve(from: state)?.position(at: time) ?? 0
    }

    /// The overscroll in pt at times in s, the first of which is that of the state.
    ///
    /// What is stepped from frame to frame takes the times for its frames.
    public func positions(from state: MotionState, at times: [Double]) -> [Double] {
      guard case .stepped(let constants) = self else {
        // A hair after the time: a frame that is there then is shown.
        return times.map { position(from: state, at: $0 + 1e-9) }
      }
      return SteppedReturn(constants, from: state).positions(at: times)
    }
  }
}
