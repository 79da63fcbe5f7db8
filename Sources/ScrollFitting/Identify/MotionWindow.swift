internal import CurveFitting
internal import ScrollPhysics
internal import ScrollTraces

/// The samples of one motion, as every candidate law and engine sees them.
struct MotionWindow {
  /// The axis.
  let axis: Axis
  /// The time of the first sample, in s of the recording.
  private(set) var start: Double
  /// Times in s from there.
  private(set) var times: [Double]
  /// The same as they were recorded, where `times` are those of frames.
  private var stamps: [Double]
  /// Overscroll in pt, positive outward, where the content returns to a known edge; else the offset from
  /// `origin`.
  private(set) var values: [Double]
  /// What was taken off the offsets, in pt.
  let origin: Double
  /// The edge beyond which it takes place; nil where the place of rest is not known.
  let edge: Edge?
  /// What the phase finder says it is; nil for a motion it could not tell.
  let kind: Phase.Kind?
  /// The steps of the values in pt.
  let quantum: Double?
  /// The variance of rounding and noise, in pt^2.
  let variance: Double
  /// The standard deviation of the errors of the times, in s.
  private(set) var jitter: Double
  /// The root mean square of what rounding, noise and errors of the times leave of a true law, in pt; 0 where
  /// none of them is known.
  private(set) var expected = 0.0
  /// The weights of the squared residuals, of mean 1; empty when all are 1. Errors of the times count where the
  /// content is fast.
  private(set) var weights: [Double] = []
  /// The variance in pt^2 that weighted residuals of a true law have.
  private(set) var weightedVariance = 0.0
  /// The usual time between samples, in s.
  let frame: Double
  /// Whether the motion ends at a rest.
  let endsAtRest: Bool
  /// Whether it begins at one.
  private(set) var startsAtRest: Bool
  /// Its samples in the recording.
  private(set) var range: Range<Int>
  /// Whether laws are laid through it only to see which are worth more: searches may end sooner.
  var isTrial = false
  /// The laws to compare.
  var candidates = CandidateLaw.all
  /// Samples of the range that are left out because they show the content as it was some frames before.
  var late = 0
  /// The unit in s of the engine's clock that its times are of; nil where they are frames or stamps.
  private(set) var clock: Double?

  var observations: Observations {
    Observations(abscissae: times, values: values, weights: weights)
  }
  var count: Int { times.count }
  var span: Double { times.last ?? 0 }
  /// The largest less the smallest value.
  var extent: Double { (values.max() ?? 0) - (values.min() ?? 0) }

  /// The times with each on the nearest frame of a duration in s, where nearly all are near one; else as they are.
  func times(onFramesOf duration: Double) -> [Double] {
    let snapped = times.map { ($0 / duration).rounded() * duration }
    let near = zip(times, snapped).count { ($0 - $1).magnitude < 0.1 * duration }
    return 10 * near >= 9 * count ? snapped : times
  }

  /// The samples from the last one before the first change to the last change: content at rest says little of a law.
  var movingCount: Int {
    let changes = values.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
    guard let first = changes.first, let last = changes.last else { return 0 }
    return last - first + 2
  }

  /// Whether engines are laid through it: rules per frame cannot be where the stamps leap.
  var isScored: Bool {
    count >= 6 && extent > 0 && extent < NumericLimits.largest
      && 60 * span < 10 * Double(count) + 600
  }

  /// Whether it goes one way and ever slower, as content does that was let go: falls and springs that ring are
  /// no engine's.
  var slowsDown: Bool {
    guard count >= 6, let first = values.first, let last = values.last else { return false }
    let direction: Double = last < first ? -1 : 1
    let allowed = 2 * (quantum ?? 0) + 4 * expected
    var furthest = 0.0
    for value in values {
      let way = direction * (value - first)
      if way < furthest - allowed { return false }
      furthest = max(furthest, way)
    }
    // The way of the first third of the time against that of the last.
    let third = count / 3
    let early = direction * (values[third] - first) / max(times[third], 1e-9)
    let late =
      direction * (last - values[count - 1 - third]) / max(span - times[count - 1 - third], 1e-9)
    return late < 0.9 * early
  }

  /// Whether some of its samples are much earlier or later than a usual frame after the one before.
  var isUneven: Bool { steps.contains { ($0 - frame).magnitude > 0.3 * frame } }

  /// Whether between two of its samples there is a frame that was not recorded.
  var losesFrames: Bool { steps.contains { $0 > 1.5 * frame } }

  private var steps: [Double] { zip(times.dropFirst(), times).map { $0 - $1 } }

  /// Whether its values have all digits of arithmetic.
  var isExact: Bool { (quantum ?? 0) < 1e-9 * (1 + extent) }

  /// Whether what moves goes at one speed, by its times or from frame to frame, which says nothing of a law.
  var isStraight: Bool {
    let steps = values.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
    guard let first = steps.first, let last = steps.last, last - first > 4 else { return false }
    // Its first and last step may be parts of one. Errors of the times would excuse a few samples of anything fast.
    let part = keeping(Array(first..<last))
    return (part.count > 10 ? part : part.with(jitter: 0)).isOnLine(over: part.times)
      || part.with(jitter: 0).isOnLine(over: part.times.indices.map { Double($0) * frame })
  }

  /// Whether all samples lie on one straight line.
  private func isOnLine(over times: [Double]) -> Bool {
    let weights = weights.isEmpty ? [Double](repeating: 1, count: count) : weights
    let total = weights.reduce(0, +)
    let middle = zip(weights, times).reduce(0) { $0 + $1.0 * $1.1 } / total
    let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total
    var (squares, products) = (0.0, 0.0)
    for ((weight, time), value) in zip(zip(weights, times), values) {
      squares += weight * (time - middle) * (time - middle)
      products += weight * (time - middle) * (value - mean)
    }
    let speed = products / squares
    let residuals = zip(times, values).map { $1 - mean - speed * ($0 - middle) }
    return allows(weightedSquares(residuals), degrees: Double(count - 2))
  }

  /// - Parameters:
  ///   - range: the samples of the signal.
  ///   - motion: the same signal, with times that are those of the frames.
  ///   - onFrames: whether its times are those of counted frames, though its smoothness does not tell it.
  init(
    _ signal: SampledChannel, _ motion: Motion, range: Range<Int>, edge: Edge?, kind: Phase.Kind?,
    endsAtRest: Bool, startsAtRest: Bool = false, onFrames: Bool = false
  ) {
    axis = signal.channel.axis
    // A log of changes has its last sample when the content has long been at rest.
    var range = range
    while range.count > 6,
      motion.times[range.upperBound - 1] - motion.times[range.upperBound - 2]
        > max(0.15, 6 * motion.frame)
    {
      range = range.dropLast()
    }
    // Of two samples at all but the same time the first shows the frame before.
    let kept = range.filter {
      $0 + 1 == range.upperBound || motion.times[$0 + 1] - motion.times[$0] > 0.05 * motion.frame
    }
    let own = kept.map { motion.times[$0] }
    let isOnFrames = motion.times != signal.times
    let counted =
      isOnFrames
      ? own
      : onFrames
        ? CountedFrames.times(of: own) ?? own
        : SmoothMotion.times(own, kept.map { signal.values[$0] }, motion)
    let first = counted[0]
    start = first
    times = counted.map { $0 - first }
    stamps = kept.map { signal.times[$0] - signal.times[kept[0]] }
    let level = signal.values[range.upperBound - 1]
    origin = edge == nil ? level : 0
    values = kept.map { edge?.overscroll(of: signal.values[$0]) ?? signal.values[$0] - level }
    self.edge = edge
    self.kind = kind
    self.endsAtRest = endsAtRest
    self.startsAtRest = startsAtRest
    self.range = range
    quantum = signal.quantum
    frame = motion.frame
    let rounding = (signal.quantum ?? 0) * (signal.quantum ?? 0) / 12
    variance = rounding + motion.noise * motion.noise
    // What the stamps were off by is gone with them.
    jitter = counted == own ? motion.jitter : 0
    weigh()
  }

  /// The same samples at the times that were recorded, at which an engine may count its frames; nil where these are used.
  var asStamped: MotionWindow? {
    stamps == times ? nil : weighed { $0.times = stamps }
  }

  /// The root mean square in pt of what the last digit of the times leaves of a true law.
  var leftByDigits: Double {
    let squares = speeds.reduce(0) { $0 + $1 * $1 } / Double(max(count, 1))
    return MotionSearch.lastDigit(times) * squares.squareRoot()
  }

  /// The largest error of the times that a law may ask for, in s.
  var largestJitter = 0.0

  /// The same samples with another error of their times.
  func with(jitter: Double) -> MotionWindow { weighed { $0.jitter = jitter } }

  /// At most so many of its samples, evenly taken, the first and the last among them.
  func thinned(to most: Int) -> MotionWindow {
    guard count > most else { return self }
    let kept = (0..<most).map { ($0 * (count - 1) + (most - 1) / 2) / (most - 1) }
    return keeping(kept)
  }

  /// Some of its samples.
  func keeping(_ kept: [Int]) -> MotionWindow {
    weighed {
      $0.times = kept.map { times[$0] }
      $0.stamps = kept.map { stamps[$0] }
      $0.values = kept.map { values[$0] }
    }
  }

  /// The same without its first sample, which is on no curve where it was at rest before a start at full speed, or a
  /// finger's.
  var withoutFirst: MotionWindow {
    var window = keeping(Array(1..<count))
    let (first, stamp) = (window.times[0], window.stamps[0])
    window.start += first
    window.times = window.times.map { $0 - first }
    window.stamps = window.stamps.map { $0 - stamp }
    window.range = range.dropFirst()
    window.startsAtRest = false
    return window
  }

  /// The same samples at times of an engine's clock, in s from the first sample.
  func at(_ times: [Double], clock: Double) -> MotionWindow {
    weighed {
      $0.start += times[0]
      $0.times = times.map { $0 - times[0] }
      $0.clock = clock
    }
  }

  /// The same samples, some of which do not count.
  func leavingOut(_ left: some Sequence<Int>) -> MotionWindow {
    var window = self
    if weights.isEmpty { window.weights = [Double](repeating: 1, count: count) }
    for index in left { window.weights[index] = 0 }
    return window
  }

  /// The same samples, of which only some count.
  func counting(_ kept: some Sequence<Int>) -> MotionWindow {
    var window = self
    window.weights = [Double](repeating: 0, count: count)
    for index in kept { window.weights[index] = 1 }
    return window
  }

  /// The frames that samples show, in place of the samples: `only` those that a sample shows, or `all`, of which the
  /// others do not count.
  ///
  /// - Parameter frames: for each sample the frame that it shows.
  func showing(_ frames: [Int]) -> (all: MotionWindow, only: MotionWindow) {
    var shown = self
    var samples = [Int](repeating: 0, count: count)
    for (sample, frame) in frames.enumerated() {
      shown.values[frame] = samples[frame] == 0 ? values[sample] : shown.values[frame]
      samples[frame] += 1
    }
    let seen = samples.indices.filter { samples[$0] > 0 }
    return (shown.counting(seen), shown.keeping(seen))
  }

  /// The same samples with other weights of their squared residuals, of mean 1.
  func weighted(by weights: [Double]) -> MotionWindow {
    var window = self
    window.weights = weights
    return window
  }

  /// Whether errors of the times move the samples further than rounding and noise: they excuse much of few samples.
  var isBlurred: Bool { jitter > 0 && !isExact && expected * expected > 9 * variance }

  /// Whether times are in error by more than a tenth of a frame: rounding and times then allow much.
  var isCoarse: Bool { jitter > 0.1 * frame }

  /// Half of the steps of the values in pt, where these are all that moves the samples off a true law; nil where noise or
  /// errors of the times do, too, or values are not rounded.
  var halfStep: Double? {
    guard let quantum, jitter == 0, variance <= 1.0001 * quantum * quantum / 12 else {
      return nil
    }
    return 0.5 * quantum
  }

  /// The same after a change of samples or times, by which its weights change.
  private func weighed(_ change: (inout MotionWindow) -> Void) -> MotionWindow {
    var window = self
    change(&window)
    window.weigh()
    return window
  }

  private mutating func weigh() {
    guard jitter > 0 else {
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
