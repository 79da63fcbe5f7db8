internal import CurveFitting
internal import ScrollPhysics
internal import ScrollTraces

/// Where a motion goes on without a kink: what content does by itself is smooth, a finger's path is not.
struct SmoothMotion {
  private let times: [Double]
  private let values: [Double]
  private let motion: Motion

  /// Samples on both sides of a place that is looked at.
  private static let reach = 6

  init(_ signal: SampledChannel, _ motion: Motion) {
    self.init(times: motion.times, values: signal.values, motion)
  }

  private init(times: [Double], values: [Double], _ motion: Motion) {
    self.times = times
    self.values = values
    self.motion = motion
  }

  /// The times of a part of a motion that is not on frames: of frames counted in that part alone, where by these
  /// polynomials leave nothing but rounding and noise of nearly all pieces, and by its stamps far more.
  static func times(_ stamps: [Double], _ values: [Double], _ motion: Motion) -> [Double] {
    guard let counted = CountedFrames.times(of: stamps),
      let stamped = SmoothMotion(times: stamps, values: values, motion).roughness
    else { return stamps }
    // Those next to the start and the stop of a motion, a quarter at most, have a kink.
    let pieces = SmoothMotion(times: counted, values: values, motion).roughnesses
    guard !pieces.isEmpty else { return stamps }
    let frames = pieces[(3 * pieces.count - 1) / 4]
    let extent = (values.max() ?? 0) - (values.min() ?? 0)
    let rounding = motion.quantum * motion.quantum / 12 + motion.noise * motion.noise
    // Polynomials leave a little of exact values.
    let least = rounding + 1e-10 * extent * extent
    return frames < 2 * least && frames < 0.25 * stamped ? counted : stamps
  }

  /// The samples of a signal with the times and the errors that a smooth motion through them asks for, and the largest
  /// error of the times that a law may ask for, in s; nil where too few samples say.
  ///
  /// Times are those of the frames or those of the stamps, whichever leaves less.
  static func motion(of signal: SampledChannel) -> (motion: Motion, largestJitter: Double?) {
    var motion = Motion(signal)
    if motion.times != signal.times {
      var stamped = motion
      stamped.times = signal.times
      let frames = SmoothMotion(signal, motion).roughness
      let stamps = SmoothMotion(signal, stamped).roughness
      if let frames, let stamps, stamps < 0.8 * frames { motion = stamped }
    }
    let rounding = motion.times == signal.times ? roundingOfTimes(signal) : 0
    if let scatter = SmoothMotion(signal, motion).scatter {
      motion.noise = min(motion.noise, scatter.noise)
      motion.jitter = max(min(motion.jitter, scatter.jitter), rounding)
      return (motion, scatter.largest)
    }
    // Differences of so few samples are those of the motion.
    motion.noise = min(motion.noise, 0.5 * motion.quantum)
    motion.jitter = max(min(motion.jitter, 1e-4), rounding)
    return (motion, nil)
  }

  /// The samples of a signal with the times of their stamps; nil where a motion has them already.
  static func stamped(_ signal: SampledChannel, unlike other: Motion) -> Motion? {
    guard other.times != signal.times else { return nil }
    var motion = other
    motion.times = signal.times
    motion.jitter = max(motion.jitter, roundingOfTimes(signal))
    return motion
  }

  /// The standard deviation in s of stamps in steps of 0.01 ms or more, where the content moves by more than its own
  /// steps meanwhile; 0 for finer stamps.
  private static func roundingOfTimes(_ signal: SampledChannel) -> Double {
    let digit = MotionSearch.lastDigit(signal.times)
    guard digit > 1e-6 else { return 0 }
    let fastest = signal.values.indices.dropFirst().reduce(0.0) { most, index in
      max(
        most,
        (signal.values[index] - signal.values[index - 1]).magnitude
          / max(signal.times[index] - signal.times[index - 1], digit))
    }
    return fastest * digit > (signal.quantum ?? 0) ? digit / 12.0.squareRoot() : 0
  }

  /// The last value of a part and those that follow, as many as there are.
  func values(after part: Range<Int>, count: Int) -> [Double] {
    Array(values[part.upperBound - 1..<min(part.upperBound + count, values.count)])
  }

  /// What polynomials leave of the pieces that move, in pt^2, the least first.
  private var roughnesses: [Double] {
    stride(from: Self.reach, through: values.count - Self.reach, by: 1).compactMap {
      isMoving($0) ? scatter(around: $0) : nil
    }.sorted()
  }

  /// The middle one of them; nil where none moves.
  private var roughness: Double? {
    let found = roughnesses
    return found.isEmpty ? nil : found[found.count / 2]
  }

  /// The samples beside a part that belong to the same smooth motion, or may: 0 where that ends with the part.
  ///
  /// Where polynomials do not follow the part itself either, a kink cannot be told, and where the content goes on at its
  /// speed there is none that a finger makes: what moves beside it may belong to it.
  /// More than twice the part on one side is not looked at.
  ///
  /// - Parameter edges: at an edge another law begins.
  func unexplained(of part: Range<Int>, edges: [Edge]) -> Int {
    func crosses(_ index: Int) -> Bool {
      edges.contains {
        ($0.overscroll(of: values[index]) > 0) != ($0.overscroll(of: values[index - 1]) > 0)
      }
    }
    let most = 2 * part.count
    // Enough for a doubt; how many more there are is not known.
    let few = max(1, part.count / 100) + 1
    // One of fewer is never sure, and no engine is to be doubted for that.
    let isLong = part.count >= LawComparison.shortest
    let untold = (
      before: isSmooth(part.lowerBound + Self.reach) ? 0 : few,
      after: isSmooth(part.upperBound - Self.reach) && !(isLong && keepsSpeed(at: part.upperBound))
        ? 0 : few
    )
    var start = part.lowerBound
    while start > max(0, part.lowerBound - most), !crosses(start), isMoving(start - 1),
      isSmooth(start) || part.lowerBound - start < untold.before
    {
      start -= 1
    }
    var end = part.upperBound
    while end < min(values.count, part.upperBound + most), !crosses(end), isMoving(end - 1),
      isSmooth(end) || end - part.upperBound < untold.after
    {
      end += 1
    }
    // What lies at rest beside it is no part of the motion.
    while start < part.lowerBound, values[start] == values[start + 1] { start += 1 }
    while end > part.upperBound, values[end - 1] == values[end - 2] { end -= 1 }
    return end - start - part.count
  }

  /// Whether the content goes on at a sample with the speed that it had: a finger that stops it, or flings it anew, changes
  /// that at once, and what only bends is the same motion.
  private func keepsSpeed(at index: Int) -> Bool {
    guard index >= 3, index + 1 < values.count else { return false }
    let speeds = (index - 2...index + 1).map { (late: Int) -> Double in
      let span: Double = times[late] - times[late - 1]
      return (values[late] - values[late - 1]) / max(span, 1e-9)
    }
    let step = (motion.quantum + 3 * motion.noise) / max(motion.frame, 1e-9)
    let late = motion.jitter * 4 / max(motion.frame, 1e-9)
    // As much as it changed before, twice, and what rounding and times make of a difference of two speeds.
    let allowed = 2 * (speeds[1] - speeds[0]).magnitude + 2 * step + late * speeds[1].magnitude
    return speeds[2].magnitude > 3 * step && speeds[3].magnitude > 3 * step
      && (speeds[2] - speeds[1]).magnitude <= allowed
      && (speeds[2] > 0) == (speeds[1] > 0)
  }

  /// Whether the content does more than a step within a tenth of a second before or after a sample: where it turns it is
  /// slow, but not at rest.
  private func isMoving(_ index: Int) -> Bool {
    let reach = max(2, Int(min(0.1 / max(motion.frame, 1e-9), 1000)))
    let around = values[max(0, index - reach)...min(values.count - 1, index + reach)]
    return (around.max() ?? 0) - (around.min() ?? 0) > motion.quantum + 3 * motion.noise
  }

  /// Whether one polynomial of degree 5 follows the samples on both sides of a place.
  private func isSmooth(_ index: Int) -> Bool {
    guard let scatter = scatter(around: index) else { return false }
    let low = max(0, min(index - Self.reach, values.count - 2 * Self.reach))
    let high = low + 2 * Self.reach
    let base = motion.quantum * motion.quantum / 12 + motion.noise * motion.noise
    let speed = (values[high - 1] - values[low]).magnitude / (times[high - 1] - times[low])
    // A polynomial is not the law: of exact values it leaves a little.
    let piece = values[low..<high]
    let own = 5e-4 * ((piece.max() ?? 0) - (piece.min() ?? 0))
    let variance = base + motion.jitter * motion.jitter * speed * speed + own * own
    return scatter <= variance * (1.1 + 4 * (0.8 / Self.degrees).squareRoot())
  }

  /// Samples less the six coefficients.
  private static let degrees = Double(2 * reach - 6)

  /// Noise beside rounding, in pt, and the error of the times, in s: what polynomials leave of most pieces that move, in
  /// which a fast law's own curvature has no part. Nil of fewer than sixteen pieces.
  /// And the largest error of the times that a law may ask for, in s: twice what the fast pieces leave, whatever made it,
  /// in the recording or in a stretch between two rests. A finger's events and an engine's frames have clocks of their own.
  private var scatter: (noise: Double, jitter: Double, largest: Double)? {
    typealias Piece = (speed: Double, variance: Double)
    var stretches: [[Piece]] = [[]]
    let step = max(1, values.count / 2000)
    for index in stride(from: Self.reach, through: values.count - Self.reach, by: step) {
      guard isMoving(index), let variance = scatter(around: index) else {
        if stretches.last?.isEmpty == false { stretches.append([]) }
        continue
      }
      let (low, high) = (index - Self.reach, index + Self.reach - 1)
      stretches[stretches.count - 1].append(
        ((values[high] - values[low]).magnitude / (times[high] - times[low]), variance))
    }
    let found = stretches.flatMap { $0 }.sorted { $0.speed < $1.speed }
    guard found.count >= 16 else { return nil }
    // A quarter of variances with six degrees of freedom lie below 0.576 of the true one.
    func typical(_ part: ArraySlice<Piece>) -> Double {
      let sorted = part.map(\.variance).sorted()
      return sorted[sorted.count / 4] / 0.576
    }
    /// The faster half of pieces in order of their speeds: its middle speed, and what it leaves.
    func fastest(_ part: [Piece]) -> Piece {
      let half = part.count / 2
      return (part[half + (part.count - half) / 2].speed, typical(part[half...]))
    }
    let rounding = motion.quantum * motion.quantum / 12
    let (slow, fast) = (typical(found[..<(found.count / 2)]), fastest(found))
    let noise = slow > 3 * rounding && !restsExactly ? (slow - rounding).squareRoot() : 0
    let base = max(slow, rounding)
    let jitter =
      fast.variance > 2.25 * base && fast.speed > 0
      ? (fast.variance - base).squareRoot() / fast.speed : 0
    let others = stretches.filter { $0.count >= 16 }.map {
      fastest($0.sorted { $0.speed < $1.speed })
    }
    let largest = ([fast] + others).reduce(0) { most, piece in
      let unrounded = max(0, piece.variance - 1.5 * rounding)
      return piece.speed > 0 ? max(most, 2 * unrounded.squareRoot() / piece.speed) : most
    }
    return (noise, jitter, largest)
  }

  /// Whether the content lies at rest without any noise for ten samples at least.
  private var restsExactly: Bool {
    var run = 1
    for index in values.indices.dropFirst() {
      run = values[index] == values[index - 1] ? run + 1 : 1
      if run >= 10 { return true }
    }
    return false
  }

  /// The variance in pt^2 that a polynomial of degree 5 leaves of the samples on both sides of a place.
  private func scatter(around index: Int) -> Double? {
    let low = max(0, min(index - Self.reach, values.count - 2 * Self.reach))
    let high = low + 2 * Self.reach
    guard high <= values.count else { return nil }
    let span = times[high - 1] - times[low]
    guard span > 0 else { return nil }
    let rows = (low..<high).map { row -> ParameterVector in
      let u = 2 * (times[row] - times[low]) / span - 1
      // Chebyshev polynomials: powers would lose digits.
      var columns = ParameterVector(1, u)
      for degree in 2...5 { columns[degree] = 2 * u * columns[degree - 1] - columns[degree - 2] }
      return columns
    }
    let heights = (low..<high).map { values[$0] - values[low] }
    guard
      let line = Linearisation(
        jacobian: rows, residuals: heights, weights: [], parameterCount: 6)
    else { return nil }
    let parts = zip(line.orthogonalRows, heights).reduce(ParameterVector.zero) { $0 + $1.0 * $1.1 }
    let squares = zip(line.orthogonalRows, heights).reduce(0.0) { sum, row in
      let residual = row.1 - (row.0 * parts).sum()
      return sum + residual * residual
    }
    return squares / Self.degrees
  }
}
