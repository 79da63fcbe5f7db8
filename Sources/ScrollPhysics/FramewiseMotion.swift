/// A motion that is computed frame by frame: its steps are the law, and there is nothing between them.
///
/// Frame n is at t = n h; between frames the last one is held, as a screen holds it. Times before 0 give
/// the start. A time costs as many steps as it has frames.
public protocol FramewiseMotion: Sendable {
  /// h, the length of a frame in s, above 0.
  var frameDuration: Double { get }
  /// The state at frame 0; a velocity in pt/s is h times smaller a frame.
  var initialState: MotionState { get }
  /// The state one frame after another one.
  func next(_ state: MotionState) -> MotionState
}

/// How many frames of a duration in s a time in s has: 0 before the first, and a hair before a frame counts as that frame.
func frames(of duration: Double, at time: Double) -> Double {
  max(0, (time / duration + 1e-6).rounded(.down))
}

extension FramewiseMotion {
  /// The number of the frame on screen at a time in s; a hair before a frame counts as that frame.
  public func frame(at time: Double) -> Int {
    Int(min(frames(of: frameDuration, at: time), 1e15))
  }

  /// The state of frame n.
  public func state(frame: Int) -> MotionState {
    var state = initialState
    for _ in 0..<max(0, frame) {
      let next = next(state)
      // At rest, or for ever the same: no later frame differs.
      if next == state { break }
      state = next
    }
    return state
  }

  /// Position in pt at a time in s, held since the last frame.
  public func position(at time: Double) -> Double { state(frame: frame(at: time)).position }

  /// Velocity in pt/s at a time in s, held since the last frame.
  public func velocity(at time: Double) -> Double { state(frame: frame(at: time)).velocity }

  /// Positions in pt of frames 0 to `count` - 1.
  public func positions(count: Int) -> [Double] {
    var state = initialState
    return (0..<max(0, count)).map { index in
      if index > 0 { state = next(state) }
      return state.position
    }
  }

  /// Position and frame of the point furthest in the direction of the edge, from frame 0 on; nil when it
  /// has not turned after 100 000 frames.
  public var furthestFrame: (frame: Int, position: Double)? {
    var state = initialState
    for frame in 0..<100_000 {
      let next = next(state)
      if next.position.magnitude <= state.position.magnitude { return (frame, state.position) }
      state = next
    }
    return nil
  }

  /// The position of the last frame: where it rests, inside the edge if it stops there; 0 if that is within 1e-9 pt.
  public var restPosition: Double {
    let position = state(frame: 100_000).position
    return position.magnitude < 1e-9 ? 0 : position
  }

  /// The first frame from its furthest on that is closer than `threshold` pt to `rest`; nil when there is none within
  /// 100 000 frames, or when the threshold is not positive.
  public func settleFrame(threshold: Double, to rest: Double = 0) -> Int? {
    guard threshold > 0, let furthest = furthestFrame else { return nil }
    var state = state(frame: furthest.frame)
    for frame in furthest.frame..<(furthest.frame + 100_000) {
      if (state.position - rest).magnitude < threshold { return frame }
      state = next(state)
    }
    return nil
  }
}
