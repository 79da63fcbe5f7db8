internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

/// Finds where a motion continues without a kink: free motion is smooth, a finger's path is not.
struct SmoothMotion {
  private let times: [Double]
  private let values: [Double]
  private let motion: Motion

  /// Number of samples on each side of a tested position.
  private static let reach = 6

  init(_ signal: SampledChannel, _ motion: Motion) {
    self.init(times: motion.times, values: signal.values, motion)
  }

  private init(times: [Double], values: [Double], _ motion: Motion) {
    self.times = times
    self.values = values
    self.motion = motion
  }

  /// Times for a part of a motion that has no frame times. Frames counted in this part are used if local polynomials
  /// then leave only rounding and noise in most pieces, and far more at the stamps; otherwise the stamps.
  static func times(_ stamps: [Double], _ values: [Double], _ motion: Motion) -> [Double] {
    guard let counted = CountedFrames.times(of: stamps) else { return stamps }
    let frames = SmoothMotion(times: counted, values: values, motion)
    let pieces = frames.roughnesses
    guard !pieces.isEmpty else { return stamps }
    // The pieces next to the start and the end of a motion, at most a quarter, contain a kink.
    let usual = pieces.sorted()[(3 * pieces.count - 1) / 4]
    let rounding = motion.quantum * motion.quantum / 12 + motion.noise * motion.noise
    let stamped = SmoothMotion(times: stamps, values: values, motion)
    guard usual < 2 * (rounding + frames.leastRoughness),
      frames.isSmoother(pieces, than: stamped.roughnesses, by: 0.25)
    else { return stamps }
    return counted
  }

  /// A signal with its timing errors and noise as estimated by local polynomials, and the largest timing error that a
  /// law may need, in s; nil for too few samples.
  ///
  /// Times are frame times or stamps, whichever gives smaller residuals.
  static func motion(of signal: SampledChannel) -> (motion: Motion, largestJitter: Double?) {
    var motion = Motion(signal)
    if motion.times != signal.times {
      var stamped = motion
      stamped.times = signal.times
      let stamps = SmoothMotion(signal, stamped)
      let frames = SmoothMotion(signal, motion).roughnesses
      if stamps.isSmoother(stamps.roughnesses, than: frames, by: 0.8) { motion = stamped }
    }
    let rounding = motion.times == signal.times ? roundingOfTimes(signal) : 0
    if let scatter = SmoothMotion(signal, motion).scatter {
      motion.noise = min(motion.noise, scatter.noise)
      motion.jitter = max(min(motion.jitter, scatter.jitter), rounding)
      return (motion, scatter.largest)
    }
    // With so few samples, differences contain the motion itself.
    motion.noise = min(motion.noise, 0.5 * motion.quantum)
    motion.jitter = max(min(motion.jitter, 1e-4), rounding)
    return (motion, nil)
  }

  /// A motion at the times of its stamps, of which no frames are counted.
  static func stamped(_ signal: SampledChannel, like other: Motion) -> Motion {
    var motion = other
    motion.times = signal.times
    motion.isStamped = true
    motion.jitter = max(motion.jitter, roundingOfTimes(signal))
    return motion
  }

  /// The standard deviation in s of rounded stamps, for steps of 0.01 ms or more if the content moves by more than its
  /// own step within one; 0 otherwise.
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

  /// Whether the samples after a part, up to `count`, equal its last one, but for noise. Not beyond the recording.
  func rests(after part: Range<Int>, count: Int) -> Bool {
    guard part.upperBound <= values.count else { return false }
    return (part.upperBound - 1..<min(part.upperBound + count, values.count)).allSatisfy {
      motion.isSteady($0, part.upperBound - 1)
    }
  }

  /// The residual variances of local polynomials in the moving pieces, in pt^2.
  private var roughnesses: [Double] {
    stride(from: Self.reach, through: values.count - Self.reach, by: 1).compactMap {
      isMoving($0) ? scatter(around: $0) : nil
    }
  }

  /// The variance that polynomials leave in exact values, in pt^2.
  private var leastRoughness: Double {
    let extent = (values.max() ?? 0) - (values.min() ?? 0)
    return 1e-10 * extent * extent
  }

  /// Whether pieces leave less than a share of the residual variance that others leave, in the geometric mean over all
  /// pieces: where most frames are on time, the pieces with a late one decide.
  private func isSmoother(_ own: [Double], than others: [Double], by share: Double) -> Bool {
    guard !own.isEmpty, own.count == others.count else { return false }
    let least = leastRoughness
    let change = zip(own, others).reduce(0.0) { $0 + .log(($1.0 + least) / ($1.1 + least)) }
    return change < .log(share) * Double(own.count)
  }

  /// Number of samples beside a part that continue its smooth motion, or may do so; 0 if the motion ends with the part.
  ///
  /// If polynomials do not fit the part itself, a kink is not detectable. If the content keeps its speed, no finger
  /// intervened. In both cases moving samples beside the part may belong to it. At most twice the length of the part is
  /// examined on each side.
  ///
  /// - Parameter edges: known edges, at which another law begins.
  func unexplained(of part: Range<Int>, edges: [Edge]) -> Int {
    func crosses(_ index: Int) -> Bool {
      edges.contains {
        ($0.overscroll(of: values[index]) > 0) != ($0.overscroll(of: values[index - 1]) > 0)
      }
    }
    let most = 2 * part.count
    // Enough to lower the confidence; the true number is unknown.
    let few = max(1, part.count / 100) + 1
    // A shorter part is never sure, and must not exclude engines for this reason.
    let isLong = part.count >= LawComparison.shortest
    // In noise, and with large errors of the times, a finger's path is as smooth as any.
    let mayFault =
      isLong && motion.noise <= motion.quantum && motion.jitter < Self.largestJitterOfFaults
    let untold = (
      before: isSmooth(part.lowerBound + Self.reach) ? 0 : few,
      after: isSmooth(part.upperBound - Self.reach) && !(isLong && keepsSpeed(at: part.upperBound))
        ? 0 : few
    )
    var start = part.lowerBound
    let low = max(0, part.lowerBound - most)
    let high = min(values.count, part.upperBound + most)
    start = continued(from: start, by: -1, atLeast: untold.before, overFaults: mayFault) {
      $0 > low && !crosses($0) && isMoving($0 - 1)
    }
    var end = continued(from: part.upperBound, by: 1, atLeast: untold.after, overFaults: mayFault) {
      $0 < high && !crosses($0) && isMoving($0 - 1)
    }
    // Samples at rest do not belong to the motion.
    while start < part.lowerBound, motion.isSteady(start, start + 1) { start += 1 }
    while end > part.upperBound, motion.isSteady(end - 1, end - 2) { end -= 1 }
    return end - start - part.count
  }

  /// How far smooth motion continues from an index on, over faults that it goes on behind.
  ///
  /// - Parameters:
  ///   - step: 1 or -1.
  ///   - least: this many samples belong to it in any case.
  ///   - mayFault: whether it may have faults.
  ///   - isOpen: whether it may continue at an index.
  private func continued(
    from first: Int, by step: Int, atLeast least: Int, overFaults mayFault: Bool,
    while isOpen: (Int) -> Bool
  ) -> Int {
    var (index, sound) = (first, first)
    var bridge: Bridge?
    while isOpen(index) {
      if isSmooth(index) || (index - first).magnitude < least {
        sound = index + step
      } else if !mayFault || !bridges(index, &bridge) {
        break
      }
      index += step
    }
    return sound
  }

  /// Whether the content keeps its speed at a sample. A finger that stops or flings it changes the speed at once; a
  /// gradual change belongs to the same motion.
  private func keepsSpeed(at index: Int) -> Bool {
    guard index >= 3, index + 1 < values.count else { return false }
    let speeds = (index - 2...index + 1).map { (late: Int) -> Double in
      let span: Double = times[late] - times[late - 1]
      return (values[late] - values[late - 1]) / max(span, 1e-9)
    }
    let step = (motion.quantum + 3 * motion.noise) / max(motion.frame, 1e-9)
    let late = motion.jitter * 4 / max(motion.frame, 1e-9)
    // Twice the previous change, plus the effect of rounding and timing errors on a difference of two speeds.
    let allowed = 2 * (speeds[1] - speeds[0]).magnitude + 2 * step + late * speeds[1].magnitude
    return speeds[2].magnitude > 3 * step && speeds[3].magnitude > 3 * step
      && (speeds[2] - speeds[1]).magnitude <= allowed
      && (speeds[2] > 0) == (speeds[1] > 0)
  }

  /// Whether the content moves by more than a step within 0.1 s before or after a sample: at a turning point it is
  /// slow, but not at rest.
  private func isMoving(_ index: Int) -> Bool {
    let reach = max(2, Int(min(0.1 / max(motion.frame, 1e-9), 1000)))
    let around = values[max(0, index - reach)...min(values.count - 1, index + reach)]
    return (around.max() ?? 0) - (around.min() ?? 0)
      > motion.quantum + max(3 * motion.noise, 6 * motion.noiseAtRest)
  }

  /// What is wrong in smooth motion: the time of one sample, or that of all samples from one on, before which the engine
  /// stood still.
  private enum Bridge {
    case stray(Int)
    case pause(Int)

    var row: Int {
      switch self {
      case .stray(let row), .pause(let row): row
      }
    }
  }

  /// Whether polynomials fit the samples on both sides of an index but for one fault, the same one as at the index before: a
  /// kink is none.
  private func bridges(_ index: Int, _ known: inout Bridge?) -> Bool {
    let rows = piece(around: index).dropFirst()
    if let known, rows.contains(known.row) { return isSmooth(index, but: known) }
    let faults = rows.flatMap { row -> [Bridge] in
      let isGap = times[row] - times[row - 1] > Self.gap * motion.frame
      return [.stray(row)] + (isGap ? [.pause(row)] : [])
    }
    known = faults.first { isSmooth(index, but: $0) }
    return known != nil
  }

  /// The standard deviation of times in s from which on single faults are not told from a finger.
  private static let largestJitterOfFaults = 2.5e-4

  /// A step in time that is longer than a frame, in usual steps.
  private static let gap = 1.5

  /// The samples on both sides of an index that one polynomial is fitted to.
  private func piece(around index: Int) -> Range<Int> {
    let low = max(0, min(index - Self.reach, values.count - 2 * Self.reach))
    return low..<low + 2 * Self.reach
  }

  /// Whether one polynomial of degree 5 fits the samples on both sides of an index, if the times are right but for a fault.
  private func isSmooth(_ index: Int, but fault: Bridge? = nil) -> Bool {
    guard let scatter = scatter(around: index, but: fault) else { return false }
    let (low, high) = (piece(around: index).lowerBound, piece(around: index).upperBound)
    let base = motion.quantum * motion.quantum / 12 + motion.noise * motion.noise
    let speed = (values[high - 1] - values[low]).magnitude / (times[high - 1] - times[low])
    // A polynomial is not the law: it leaves small residuals even in exact values.
    let piece = values[low..<high]
    let own = 5e-4 * ((piece.max() ?? 0) - (piece.min() ?? 0))
    let variance = base + motion.jitter * motion.jitter * speed * speed + own * own
    return scatter <= variance * (1.1 + 4 * (0.8 / Self.degrees).squareRoot())
  }

  /// Number of samples minus six coefficients.
  private static let degrees = Double(2 * reach - 6)

  /// Noise beyond rounding in pt, timing error in s, and the largest timing error that a law may need in s; nil for
  /// fewer than 16 moving pieces.
  ///
  /// Noise and timing error come from the residual variances of local polynomials in typical pieces, without the
  /// curvature of a fast law. The largest error is twice that of the fast pieces, in the recording or in a stretch
  /// between two rests: a finger's events and an engine's frames have different clocks.
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
    // The lower quartile of a variance with six degrees of freedom is 0.576 of the true variance.
    func typical(_ part: ArraySlice<Piece>) -> Double {
      let sorted = part.map(\.variance).sorted()
      return sorted[sorted.count / 4] / 0.576
    }
    /// The faster half of pieces sorted by speed: its median speed and typical variance.
    func fastest(_ part: [Piece]) -> Piece {
      let half = part.count / 2
      return (part[half + (part.count - half) / 2].speed, typical(part[half...]))
    }
    let rounding = motion.quantum * motion.quantum / 12
    let (slow, fast) = (typical(found[..<(found.count / 2)]), fastest(found))
    let noise = slow > 3 * rounding && motion.longestRun < 10 ? (slow - rounding).squareRoot() : 0
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

  /// The residual variance in pt^2 of a polynomial of degree 5 fitted to the samples on both sides of an index, if the times
  /// are right but for a fault.
  private func scatter(around index: Int, but fault: Bridge? = nil) -> Double? {
    var piece = Array(piece(around: index))
    guard let low = piece.first, let last = piece.last, last < values.count else { return nil }
    var moments = times[low...last].map { $0 - times[low] }
    switch fault {
    case .stray(let row):
      piece.remove(at: row - low)
      moments.remove(at: row - low)
    case .pause(let row):
      let pause = times[row] - times[row - 1] - motion.frame
      for later in row - low..<moments.count { moments[later] -= pause }
    case nil: break
    }
    guard let span = moments.last, span > 0 else { return nil }
    let rows = moments.map { time -> ParameterVector in
      let u = 2 * time / span - 1
      // Chebyshev polynomials: powers would lose digits.
      var columns = ParameterVector(1, u)
      for degree in 2...5 { columns[degree] = 2 * u * columns[degree - 1] - columns[degree - 2] }
      return columns
    }
    let heights = piece.map { values[$0] - values[low] }
    guard
      let line = Linearisation(
        jacobian: rows, residuals: heights, weights: [], parameterCount: 6)
    else { return nil }
    let parts = zip(line.orthogonalRows, heights).reduce(ParameterVector.zero) { $0 + $1.0 * $1.1 }
    let squares = zip(line.orthogonalRows, heights).reduce(0.0) { sum, row in
      let residual = row.1 - (row.0 * parts).sum()
      return sum + residual * residual
    }
    return squares / Double(piece.count - 6)
  }
}
