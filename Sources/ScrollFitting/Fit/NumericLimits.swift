internal import ScrollRecordings

/// The supported magnitudes of motions.
///
/// Fourth powers of rates and squares of offsets must not overflow. No scroll view comes near these limits; a file that
/// exceeds them contains something else.
enum NumericLimits {
  /// The maximum offset, in pt, and duration, in s.
  static let largest = 1e12
  /// The minimum distance, in pt, and duration, in s.
  static let smallest = 1e-12

  /// Scatter of stamps about the frames, in s, below which it is attributed to the rounding of printed stamps.
  static let printedScatter = 2e-5

  /// The maximum number of evaluations of a curve for one solution of a law. Most motions that follow their law take 50
  /// to 300, falls with rebounds in rare cases 30 000; where the law is wrong, iterations need not converge. Few samples
  /// may need many evaluations, many samples need few.
  static func evaluations(samples: Int) -> Int {
    let size = max(samples, 2000)
    return 300 + 240_000_000_000 / (size * size)
  }

  /// The same where a law is only compared with others. A spring beside a glide, which gives the samples for any faster
  /// exponential, would take thousands. With 1000 at most three answers of 1330 recordings differ.
  static let evaluationsToCompare = 200

  /// A search is poor while the curve leaves more than this share of the variance of the offsets.
  static let poorShare = 0.01
  /// The maximum number of evaluations from one start while the search is poor. Of 1500 simulated falls with rebounds,
  /// 46 took more than 2000 evaluations; none of these was poor after 300.
  static let poorEvaluations = 1000

  /// The maximum number of samples over time to which a law is fitted: a quarter of an hour at 60 Hz. No motion of a
  /// scroll view is as long, and a fit to more takes minutes.
  static let samplesOfMotion = 50_000

  /// The maximum number of evaluations of a descent along the coordinates, of which each takes as long as there are
  /// samples. From a minimum it takes about 200, and ends here only where samples do not determine a parameter.
  ///
  /// - Parameter most: the number for a motion of up to 4000 samples.
  static func descent(_ most: Int, samples: Int) -> Int {
    samples > 4000 ? max(500, most * 4000 / samples) : most
  }

  /// Whether a distance in pt or a duration in s is within the limits.
  static func holds(_ extent: Double) -> Bool { extent >= smallest && extent <= largest }
}

extension FitFailure {
  /// The failure for a recording with offsets outside the limits or stamps too close together, or for options with a
  /// number outside the limits; nil for all others.
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
        help: "look for it with 'scrollfit inspect FILE'")
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
      help: "name the unit of the times with --time-unit; see 'scrollfit inspect FILE'")
  }
}
