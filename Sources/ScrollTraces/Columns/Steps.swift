internal import ScrollRecordings

/// The steps between the values of a column, which show whether it is a time.
extension [Double] {
  /// Whether values change, and do not count the rows: a count is neither a time nor an offset.
  var areMoving: Bool { steps.contains { $0 != 0 } && !steps.allSatisfy { $0 == 1 } }

  /// Whether values grow by what a frame lasts; in rows of several views in turns, each may stand in one of each view.
  var areFrameTimes: Bool { steps.betweenTurns.areFrameSteps }

  /// Steps without those of 0, if these stand between the others in turns, as between the equal stamps of several views, of
  /// which rows may be lost; else all steps.
  var betweenTurns: [Double] {
    let places = indices.filter { self[$0] != 0 }
    let views = places.map(Double.init).steps
    guard views.count >= 8, views.usual > 1, views.usual <= Self.mostViews,
      views.evenShare(within: 0) >= 0.6
    else { return self }
    return filter { $0 != 0 }
  }

  /// Of more views a round takes so long that a motion could repeat after it.
  static let mostViews = 8.0

  /// Whether steps never go back and are those of a number that grows from most rows, or rounds of views, to the next.
  var areOfTime: Bool { allSatisfy { $0 >= 0 } && betweenTurns.areMostlyRising }

  /// Whether more than half of the steps are above 0.
  var areMostlyRising: Bool { 2 * count { $0 > 0 } > count }

  /// Whether steps are those of times that grow by what a frame lasts.
  var areFrameSteps: Bool { areEven && areFrames }

  /// Whether steps are above 0 and four fifths of them alike, as those of frame times are; those of offsets are not.
  var areEven: Bool {
    count >= 8 && allSatisfy { $0 > 0 } && evenShare(within: 0.3) >= 0.8
  }

  /// The median; of an even count the larger one of the middle two. There must be a value.
  var usual: Double { sorted()[count / 2] }

  /// Whether their median is what a frame lasts, in s, ms, us or ns.
  var areFrames: Bool {
    guard !isEmpty else { return false }
    return Self.inSeconds(usual).contains { Self.frames.contains($0) }
  }

  /// Whether it is what a frame of a common rate lasts, to 5 %.
  var areUsualFrames: Bool {
    guard !isEmpty else { return false }
    return Self.inSeconds(usual).contains { period in
      RefreshGrid.knownRates.contains { (period * $0 - 1).magnitude < 0.05 }
    }
  }

  /// What a frame lasts, in s.
  static let frames = 0.003...0.07

  /// A time in s, if it is one in s, ms, us or ns.
  private static func inSeconds(_ time: Double) -> [Double] {
    [1, 1e-3, 1e-6, 1e-9].map { time * $0 }
  }

  /// Whether steps become shorter all the time, as those of the offset in a glide do: in each quarter by a sixth at least.
  var slowDown: Bool {
    guard count >= 8 else { return false }
    let quarters = (0..<4).map { self[count * $0 / 4..<count * ($0 + 1) / 4] }
    let means = quarters.map { $0.reduce(0, +) / Double($0.count) }
    return zip(means, means.dropFirst()).allSatisfy { 1.2 * $1 < $0 }
  }

  /// The share of steps that differ from the median by less than a part of it.
  func evenShare(within part: Double) -> Double {
    guard !isEmpty else { return 0 }
    let usual = usual
    return Double(count { ($0 - usual).magnitude <= part * usual.magnitude }) / Double(count)
  }
}
