internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// The samples of one motion, as all candidate laws and engines are fitted to them.
struct MotionWindow {
  /// The axis.
  let axis: Axis
  /// The time of the first sample, in s of the recording.
  private(set) var start: Double
  /// Times in s since `start`.
  private(set) var times: [Double]
  /// The recorded times since the first stamp, in s; they differ from `times` if these are frame times.
  var stamps: [Double]
  /// The numbers of the samples in the recording, from any one on.
  private(set) var rows: [Int]
  /// Overscroll in pt, positive outward, if the content returns to a known edge; otherwise the offset relative to
  /// `origin`.
  private(set) var values: [Double]
  /// The position in pt that was subtracted from the offsets.
  let origin: Double
  /// The edge beyond which the motion takes place; nil if the rest position is unknown.
  let edge: Edge?
  /// The kind of the phase; nil if the motion was not found as a phase.
  let kind: Phase.Kind?
  /// The step of the values in pt; nil if they are not rounded.
  let quantum: Double?
  /// The variance of rounding and noise, in pt^2.
  let variance: Double
  /// The standard deviation of the timing errors, in s.
  private(set) var jitter: Double
  /// How far the time of each sample may be off, in s, besides; empty if none is.
  private(set) var unsure: [Double] = []
  /// The rms residual to expect from a true law, in pt: rounding, noise and timing errors; 0 if none is known.
  private(set) var expected = 0.0
  /// The weights of the squared residuals, of mean 1; empty if all are 1. Timing errors lower the weight of fast
  /// samples.
  private(set) var weights: [Double] = []
  /// The variance of weighted residuals of a true law, in pt^2.
  private(set) var weightedVariance = 0.0
  /// The usual time between samples, in s.
  let frame: Double
  /// Whether the motion ends at rest.
  let endsAtRest: Bool
  /// Where the content rests at the end or soon after; nil if nowhere, and at an edge, where a finger may catch it.
  let rest: Double?
  /// Whether it starts from rest.
  private(set) var startsAtRest: Bool
  /// Where the content rested right before the first sample, as the values; nil if it moved.
  private(set) var before: Double?
  /// The range of its samples in the recording.
  private(set) var range: Range<Int>
  /// Whether laws are fitted only to rank them: searches may then stop earlier.
  var isTrial = false
  /// Whether a law that is far from the samples is searched as long as others: times or frames are computed from its
  /// curve.
  var isFullySearched = false
  /// The laws to compare.
  var candidates = CandidateLaw.all
  /// The number of threads that fit laws to it.
  var threads = 1
  /// Number of samples of the range that are left out because they show the content some frames before.
  var late = 0
  /// Number of samples of the range that are left out because they are off the curve.
  var strays = 0
  /// The unit in s of the engine's clock, or of the timer, that gave the times; nil for frame times or stamps.
  private(set) var clock: Double?
  /// The relative error of the unit of the times, if it is known.
  private var clockError: Double?

  var observations: Observations {
    Observations(abscissae: times, values: values, weights: weights)
  }
  var count: Int { times.count }
  var span: Double { times.last ?? 0 }
  /// Largest minus smallest value, in pt.
  var extent: Double { (values.max() ?? 0) - (values.min() ?? 0) }

  /// The times rounded to whole frames of a duration in s, if 90 % of them are close to one; otherwise unchanged.
  func times(onFramesOf duration: Double) -> [Double] {
    let snapped = times.map { ($0 / duration).rounded() * duration }
    let near = zip(times, snapped).count { ($0 - $1).magnitude < 0.1 * duration }
    return 10 * near >= 9 * count ? snapped : times
  }

  /// - Parameters:
  ///   - range: the samples of the signal.
  ///   - motion: the same signal, at frame times where it has them.
  ///   - onFrames: whether to use counted frames even if smoothness does not confirm them.
  init(
    _ signal: SampledChannel, _ motion: Motion, range: Range<Int>, edge: Edge?, kind: Phase.Kind?,
    endsAtRest: Bool, startsAtRest: Bool = false, onFrames: Bool = false
  ) {
    axis = signal.channel.axis
    // A log of changes may have its last sample long after the content came to rest.
    var range = range
    while range.count > 6,
      motion.times[range.upperBound - 1] - motion.times[range.upperBound - 2]
        > Self.longestStep(motion)
    {
      range = range.dropLast()
    }
    // Of two samples at almost the same time, the first shows the frame before.
    let kept = range.filter {
      $0 + 1 == range.upperBound || motion.times[$0 + 1] - motion.times[$0] > 0.05 * motion.frame
    }
    let own = kept.map { motion.times[$0] }
    let isOnFrames = motion.times != signal.times
    let counted =
      motion.isStamped
      ? own
      : isOnFrames
        ? FramePeriod.refuted(own, by: kept.map { signal.times[$0] }).map { line in
          own.map { line.intercept + line.slope * $0 }
        } ?? own
        : onFrames
          ? CountedFrames.times(of: own) ?? own
          : SmoothMotion.times(own, kept.map { signal.values[$0] }, motion)
    let first = counted[0]
    start = first
    times = counted.map { $0 - first }
    stamps = kept.map { signal.times[$0] - signal.times[kept[0]] }
    rows = kept
    let level = signal.values[range.upperBound - 1]
    origin = edge == nil ? level : 0
    values = kept.map { edge?.overscroll(of: signal.values[$0]) ?? signal.values[$0] - level }
    before = Self.rest(before: range.lowerBound, signal, motion).map {
      edge?.overscroll(of: $0) ?? $0 - level
    }
    self.edge = edge
    self.kind = kind
    self.endsAtRest = endsAtRest
    self.startsAtRest = startsAtRest
    self.range = range
    let found = endsAtRest ? level : RestDetector.level(soonAfter: range, signal.values)
    rest = edge == nil ? found.map { $0 - level } : nil
    quantum = signal.quantum
    frame = motion.frame
    let rounding = (signal.quantum ?? 0) * (signal.quantum ?? 0) / 12
    variance = rounding + motion.noise * motion.noise
    // Counted frames carry no timestamp error.
    jitter = counted == own ? motion.jitter : 0
    if !motion.unsure.isEmpty { unsure = kept.map { motion.unsure[$0] } }
    clock = motion.ticks?.period
    clockError = motion.ticks.map { $0.error / $0.period }
    weigh()
  }

  /// The offset at which the content rested right before a sample; nil if it moved.
  private static func rest(before index: Int, _ signal: SampledChannel, _ motion: Motion) -> Double?
  {
    let earlier = signal.values[..<index].suffix(3)
    guard let last = earlier.last else { return nil }
    // A log of changes has one sample of a rest, long before the next.
    let isApart = motion.times[index] - motion.times[index - 1] > longestStep(motion)
    return isApart || earlier.count == 3 && earlier.allSatisfy { $0 == last } ? last : nil
  }

  /// The longest time between two samples of one motion in a log of changes, in s.
  private static func longestStep(_ motion: Motion) -> Double { max(0.15, 6 * motion.frame) }

  /// The same samples at the recorded times, rounded as these are, which an engine may use to step its frames; nil if they
  /// are used already.
  var asStamped: MotionWindow? {
    guard stamps != times else { return nil }
    return weighed {
      $0.times = stamps
      $0.jitter = max(jitter, stampError)
    }
  }

  /// The standard deviation in s of the rounding of the stamps; 0 if they have all digits.
  private var stampError: Double {
    let digit = MotionSearch.lastDigit(stamps)
    return MotionSearch.areMultiples(stamps, of: digit) ? digit / 12.0.squareRoot() : 0
  }

  /// The error of the length of a frame, as a share of it: the standard error of the slope of stamps against frame times,
  /// or how far the slope is from 1, whichever is more. 0 for stamps and for times of an engine's clock; that of its
  /// period for the ticks of a timer.
  var periodError: Double {
    if let clockError { return clockError }
    let samples = Observations(abscissae: times, values: stamps)
    guard stamps != times, clock == nil, count > 2, let line = StraightLine(samples) else {
      return 0
    }
    let error = (line.sumOfSquares(samples) / Double(count - 2) / line.spread).squareRoot()
    // Frame times have one period for the whole recording, which need not be that of the motion.
    return max(error, (line.slope - 1).magnitude) / line.slope
  }

  /// The same samples with all times longer by a share of them.
  func stretched(by share: Double) -> MotionWindow {
    weighed { $0.times = times.map { $0 * (1 + share) } }
  }

  /// The largest timing error that a law may need, in s.
  var largestJitter = 0.0

  /// The same samples with another timing error, in s.
  func with(jitter: Double) -> MotionWindow { weighed { $0.jitter = jitter } }

  /// At most `most` samples, evenly spaced, including the first and the last.
  func thinned(to most: Int) -> MotionWindow {
    count > most ? keeping((0..<count).spread(to: most)) : self
  }

  /// Some of the samples, which show whether a law is far from all; nil for few samples.
  var someSamples: MotionWindow? {
    let size = isTrial ? Self.someOfTrial : Self.some
    return count >= 2 * size ? thinned(to: size) : nil
  }

  private static let some = 24
  private static let someOfTrial = 16

  /// Some of the samples, by their indices.
  func keeping(_ kept: [Int]) -> MotionWindow {
    weighed {
      $0.times = kept.map { times[$0] }
      $0.stamps = kept.map { stamps[$0] }
      $0.rows = kept.map { rows[$0] }
      $0.values = kept.map { values[$0] }
      if !unsure.isEmpty { $0.unsure = kept.map { unsure[$0] } }
    }
  }

  /// The same without its first samples, which are on no curve if they were at rest before a start at full speed, or
  /// were moved by a finger. One sample at least must be left.
  func withoutFirst(_ dropped: Int = 1) -> MotionWindow {
    guard dropped > 0 else { return self }
    var window = keeping(Array(dropped..<count))
    let (first, stamp) = (window.times[0], window.stamps[0])
    window.start += first
    window.times = window.times.map { $0 - first }
    window.stamps = window.stamps.map { $0 - stamp }
    window.range = range.dropFirst(dropped)
    window.before = startsAtRest && dropped == 1 ? values[0] : nil
    window.startsAtRest = false
    return window
  }

  /// The same samples after one at rest a frame before them, as an ease starts from there; itself if the content moved
  /// before, or if it has that sample.
  var withRestBefore: MotionWindow {
    guard let before, before != values[0] else { return self }
    var window = self
    window.times.insert(-frame, at: 0)
    window.stamps.insert(-frame, at: 0)
    window.rows.insert(rows[0] - 1, at: 0)
    window.values.insert(before, at: 0)
    if !unsure.isEmpty { window.unsure.insert(0, at: 0) }
    if !weights.isEmpty { window.weights.insert(1, at: 0) }
    return window
  }

  /// The same samples at other times in s; `clock` is the unit in s of the engine's clock that gave them.
  func at(_ times: [Double], clock: Double? = nil) -> MotionWindow {
    weighed {
      $0.start += times[0]
      $0.times = times.map { $0 - times[0] }
      $0.clock = clock
    }
  }

  /// The frames that samples show, in place of the samples: `only` those that a sample shows, or `all`, of which the
  /// others do not count.
  ///
  /// - Parameters:
  ///   - samples: the values of samples.
  ///   - frames: for each sample the frame that it shows.
  func showing(_ samples: [Double], in frames: [Int]) -> (all: MotionWindow, only: MotionWindow) {
    var shown = self
    var isSeen = [Bool](repeating: false, count: count)
    for (sample, frame) in zip(samples, frames) where !isSeen[frame] {
      shown.values[frame] = sample
      isSeen[frame] = true
    }
    let seen = isSeen.indices.filter { isSeen[$0] }
    return (shown.counting(seen), shown.keeping(seen))
  }

  /// The same with a sample in each missing frame, on the line between its neighbours, which does not count; and the
  /// index of each of its own samples there. Longer pauses are left.
  var withMissingFrames: (all: MotionWindow, samples: [Int]) {
    // Places in the list of samples: a missing frame lies between two.
    var (places, samples): ([Double], [Int]) = ([], [])
    for index in 0..<count {
      let steps = index > 0 ? ((times[index] - times[index - 1]) / frame).rounded() : 1
      if (2...Self.longestPause).contains(steps) {
        places += stride(from: 1, to: steps, by: 1).map { Double(index - 1) + $0 / steps }
      }
      samples.append(places.count)
      places.append(Double(index))
    }
    guard places.count > count else { return (self, samples) }
    func atPlaces(_ values: [Double]) -> [Double] {
      places.map { place in
        let (index, part) = (Int(place), place - place.rounded(.down))
        return part > 0 ? values[index] + part * (values[index + 1] - values[index]) : values[index]
      }
    }
    var window = self
    (window.times, window.stamps, window.values) = (
      atPlaces(times), atPlaces(stamps), atPlaces(values)
    )
    window.rows = Array(places.indices)
    if !unsure.isEmpty { window.unsure = atPlaces(unsure) }
    return (window.counting(samples), samples)
  }

  /// The longest time between samples that frames are missing in, in frames.
  private static let longestPause = 8.0

  /// The same samples with other weights of their squared residuals, of mean 1.
  func weighted(by weights: [Double]) -> MotionWindow {
    var window = self
    window.weights = weights
    return window
  }

  /// A changed copy with recomputed weights.
  private func weighed(_ change: (inout MotionWindow) -> Void) -> MotionWindow {
    var window = self
    change(&window)
    window.weigh()
    return window
  }

  private mutating func weigh() {
    guard hasTimeErrors else {
      (expected, weightedVariance, weights) = (variance.squareRoot(), variance, [])
      return
    }
    let deviations = deviations(jitter: jitter)
    let squares = deviations.map { $0 * $0 }
    expected = (squares.reduce(0, +) / Double(count)).squareRoot()
    weightedVariance = Double(count) / squares.reduce(0) { $0 + 1 / $1 }
    weights = squares.map { weightedVariance / $0 }
  }
}
