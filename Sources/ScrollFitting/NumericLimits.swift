internal import ScrollTraces

/// The sizes of motions that are fitted.
///
/// Fourth powers of rates and squares of offsets have to stay within the range of doubles. No scroll view comes near
/// these limits; files do that hold numbers of something else.
enum NumericLimits {
  /// The largest offset, in pt, and the longest recording, in s.
  static let largest = 1e12
  /// The smallest way, in pt, and the shortest recording, in s.
  static let smallest = 1e-12

  /// The scatter of stamps about the frames, in s, below which it is that of printing them.
  static let printedScatter = 2e-5

  /// Whether a way in pt or a time in s is one of a motion.
  static func holds(_ extent: Double) -> Bool { extent >= smallest && extent <= largest }
}

extension FitFailure {
  /// Refuses a recording whose numbers are too large to be squared, or whose stamps lie too close, and options that hold
  /// such a number; nil for all others.
  init?(sizesOf trace: Trace, _ options: FitOptions) {
    let held = options.fixed.ordered(byText: \.key).first {
      !($0.value.magnitude <= NumericLimits.largest)
    }
    if let held {
      self.init(
        .outOfRange, "\(held.key) is held at a number beyond 1e12",
        help: "name a smaller one with --fix")
      return
    }
    if let edge = options.edge, !(edge.magnitude <= NumericLimits.largest) {
      self.init(
        .outOfRange, "the edge is a number beyond 1e12", help: "name a smaller one with --edge")
      return
    }
    for channel in trace.channels {
      guard channel.values.contains(where: { !($0.magnitude <= NumericLimits.largest) }) else {
        continue
      }
      self.init(
        .outOfRange, "the \(channel.role.rawValue) holds a number beyond 1e12",
        help: "look for it with 'scrollfit inspect'")
      return
    }
    guard !trace.isTable, let first = trace.times.first, let last = trace.times.last else {
      return nil
    }
    let duration = last - first
    guard duration != 0, !NumericLimits.holds(duration) else { return nil }
    self.init(
      .outOfRange,
      duration < NumericLimits.smallest
        ? "the recording lasts less than 1e-12 s" : "the recording lasts more than 1e12 s",
      help: "name the unit of the times with --time-unit; see 'scrollfit inspect'")
  }
}
