internal import ScrollRecordings

/// Samples of which it is unknown when the content was where they say.
///
/// A busy processor takes some samples late: their stamps lie far from the frames of their neighbours, and the content
/// may be as it was at the frame or at the stamp.
extension Motion {
  /// The number of samples on each side that show where frames lie: a timer that was late may count from there on.
  private static let reach = 10
  /// How many times the usual distance from the frame is far: next to none of normal errors.
  private static let far = 4.0
  /// The smallest distance that is far, in frames.
  private static let least = 0.05
  /// The largest share of such samples: with more, stamps are not on frames.
  private static let largestShare = 0.25

  /// The same motion with the possible errors of such times, if any.
  func withUnsureTimes(of signal: SampledChannel) -> Motion {
    let stamps = signal.times
    guard signal.timing.isRecorded, stamps.count > 2 * Self.reach, frame > 0 else { return self }
    let distances = stamps.indices.map { stamps[$0] - Double($0) * frame }
    var near: [Double] = []
    let errors = distances.indices.map { index in
      let first = max(0, min(index - Self.reach, stamps.count - 2 * Self.reach - 1))
      near.removeAll(keepingCapacity: true)
      near += distances[first...first + 2 * Self.reach]
      near.sort()
      let distance = distances[index] - near[Self.reach]
      // Frames may be missing between the two, and a sample is rather late than early.
      return (distance - ((distance / frame) + 0.25).rounded(.down) * frame).magnitude
    }
    let usual = 1.4826 * errors.sorted()[errors.count / 2]
    let least = max(Self.far * usual, Self.least * frame)
    let count = errors.count { $0 > least }
    guard count > 0, Double(count) <= Self.largestShare * Double(errors.count) else { return self }
    return with(unsure: errors.map { $0 > least ? $0 : 0 })
  }

  /// The same motion with these possible errors.
  func with(unsure errors: [Double]) -> Motion {
    var motion = self
    motion.unsure = errors
    return motion
  }
}
