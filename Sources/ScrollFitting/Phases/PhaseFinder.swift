internal import ScrollRecordings

/// Finds what moves the content of one axis at each time, from offsets and stamps alone.
///
/// The recording is split at its rests. Between two rests, samples beyond an edge are searched for a return by a
/// spring, and samples inside for glides. Each law is extended in both directions as far as samples lie on it to
/// rounding. Samples that follow no law belong to a finger. The second pass uses the rates of the first: with a known
/// rate, fewer samples suffice.
struct PhaseFinder {
  let motion: Motion
  let axis: Axis
  /// The recording, and its outline without most of the noise, which is used to search for glides.
  let signal: SampledChannel
  let outline: (signal: SampledChannel, noise: Double)
  private(set) var edges: [Edge]
  private var rests: [Range<Int>]
  /// The ends of rests.
  private var restEnds: Set<Int> = []
  /// The rates of glides and springs, in 1/s, once they are known.
  private(set) var rates: (glide: Double?, spring: Double?) = (nil, nil)
  /// Whether the finger moves at each sample; empty if no finger was recorded.
  let touched: [Bool]
  private var pieces: [Piece] = []
  /// The tolerances to try in turn: exact times, times with their scatter, and a small allowance.
  let sights: [Motion]

  init(_ signal: SampledChannel, known: [Edge], finger: Channel?) {
    self.signal = signal
    motion = Motion(signal)
    // A little noise is hardly visible beside rounding.
    var slack = motion
    slack.allowance = 0.4 * motion.quantum
    sights =
      (motion.jitter > 0 ? [motion.strict, motion] : [motion]) + (motion.quantum > 0 ? [slack] : [])
    axis = signal.channel.axis
    outline = DecelerationSegment.outline(signal)
    touched = Self.touches(finger)
    let found = RestDetector.find(
      times: motion.times, values: outline.signal.values,
      band: RestDetector.band(quantum: motion.quantum, noise: outline.noise))
    rests = Self.joined(found, motion)
    edges =
      signal.channel.role == .overscroll
      ? known
      : EdgeInference.edges(
        motion, rests: rests, axis: axis,
        known: EdgeInference.sided(known, motion, rests: rests, axis: axis))
    // Content does not rest beyond an edge unless something holds it. But it may rest a few steps from an inferred one.
    let band = 3.2 * motion.quantum + 6 * motion.noise
    rests = rests.filter { rest in
      [rest.lowerBound, rest.upperBound - 1].contains { index in
        overscroll(at: index).map {
          $0.source == .inferred && $0.overscroll(of: motion.values[index]) <= band
        } ?? true
      }
    }
    rests = rests.indices.filter { !isTurn(rests[$0], before: rests.dropFirst($0 + 1).first) }.map {
      rests[$0]
    }
  }

  /// Whether the finger moves next to each sample.
  private static func touches(_ finger: Channel?) -> [Bool] {
    guard let values = finger?.values, values.count > 1 else { return [] }
    return values.indices.map { index in
      (index > 0 && values[index] != values[index - 1])
        || (index + 1 < values.count && values[index + 1] != values[index])
    }
  }

  /// A rest, extended by adjacent samples that were recorded at its level: median filtering rounds its corners.
  private static func whole(
    _ rest: Range<Int>, _ motion: Motion, after begin: Int
  ) -> Range<Int> {
    let level = EdgeInference.level(of: rest, motion)
    func isStill(_ index: Int) -> Bool {
      (motion.values[index] - level).magnitude <= 0.25 * motion.quantum + motion.noise
    }
    var (first, end) = (rest.lowerBound, rest.upperBound)
    while first > begin, isStill(first - 1) { first -= 1 }
    while end < motion.values.count, isStill(end) { end += 1 }
    return first..<end
  }

  /// Joins adjacent rests: content that creeps to its final position rests on several pixels.
  private static func joined(_ rests: [Range<Int>], _ motion: Motion) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for found in rests {
      let begin = result.last?.upperBound ?? 0
      // With noise, one rest may cover all of the next.
      guard found.upperBound > begin else { continue }
      result.append(whole(max(found.lowerBound, begin)..<found.upperBound, motion, after: begin))
    }
    return RestDetector.joined(
      result, values: motion.values, quantum: motion.quantum, noise: motion.noise)
  }

  /// Whether a rest is the turn of content that swings about its edge: it comes from beyond, and soon rests at the edge.
  private func isTurn(_ rest: Range<Int>, before next: Range<Int>?) -> Bool {
    guard let next,
      motion.times[rest.upperBound - 1] - motion.times[rest.lowerBound] < Self.longestTurn,
      motion.times[next.lowerBound] - motion.times[rest.upperBound - 1] < 2 * Self.longestTurn
    else { return false }
    return edges.contains { edge in
      let inside = -edge.overscroll(of: motion.values[rest.lowerBound])
      let band = motion.quantum + 3 * motion.noise
      guard inside > band,
        edge.overscroll(of: motion.values[next.lowerBound]).magnitude <= 2 * band,
        let beyond = motion.values[..<rest.lowerBound].lastIndex(where: {
          edge.overscroll(of: $0) > 5 * inside
        })
      else { return false }
      return motion.values[beyond..<rest.lowerBound].allSatisfy {
        edge.overscroll(of: $0) > -1.5 * inside
      }
        && motion.times[rest.lowerBound] - motion.times[beyond] < 2 * Self.longestTurn
    }
  }

  /// The longest time in s for which content near its turn seems to rest.
  private static let longestTurn = 0.25

  /// The edge beyond which a sample lies by more than rounding and noise; nil if it is inside.
  func overscroll(at index: Int) -> Edge? {
    edges.first {
      $0.overscroll(of: motion.values[index]) > 0.55 * motion.quantum + 3 * motion.noise
        && $0.overscroll(of: motion.values[index]) > 1e-9
    }
  }

  /// The first index of a range from which all samples lie within two steps of an edge; the end of the range if there
  /// is none.
  func settled(on edge: Edge?, _ range: Range<Int>) -> Int {
    guard let edge else { return range.upperBound }
    let band = 2 * motion.quantum + 6 * motion.noise
    let last = range.last { edge.overscroll(of: motion.values[$0]).magnitude > band }
    return last.map { $0 + 1 } ?? range.lowerBound
  }

  // MARK: - The two passes

  /// The first pass.
  mutating func look() {
    // A local array avoids a copy of the property for each piece.
    restEnds = Set(rests.map(\.upperBound))
    var pieces = cut()
    for index in pieces.indices { analyse(&pieces[index]) }
    self.pieces = pieces
  }

  /// The second pass, with the rates found on all axes in the first pass.
  mutating func refine(_ all: [PhaseFinder]) {
    rates = (Self.typical(all, .glide), Self.typical(all, .spring))
    guard rates.glide != nil || rates.spring != nil else { return }
    var pieces = pieces
    self.pieces = []
    for index in pieces.indices where !pieces[index].isRest { analyse(&pieces[index]) }
    self.pieces = pieces
  }

  /// The runs, in order, covering all samples.
  var runs: [MotionRun] { pieces.flatMap(\.runs) }

  /// A rest, or the samples between two rests.
  struct Piece {
    var range: Range<Int>
    var isRest: Bool
    var runs: [MotionRun] = []
  }

  func cut() -> [Piece] {
    var result: [Piece] = []
    var start = 0
    for rest in rests {
      if rest.lowerBound > start {
        result.append(Piece(range: start..<rest.lowerBound, isRest: false))
      }
      result.append(Piece(range: rest, isRest: true))
      start = rest.upperBound
    }
    if start < motion.values.count {
      result.append(Piece(range: start..<motion.values.count, isRest: false))
    }
    return result
  }

  /// The median of the rates of one law, weighted by the number of samples.
  private static func typical(_ finders: [PhaseFinder], _ law: FreeMotion.Law) -> Double? {
    var found: [(rate: Double, count: Int)] = []
    for run in finders.flatMap(\.runs) where run.confidence == .sure {
      if case .free(let motion?) = run.control, motion.law == law {
        found.append((motion.rate, run.range.count))
      }
    }
    found = found.ordered(by: \.rate)
    let total = found.reduce(0) { $0 + $1.count }
    var sum = 0
    for entry in found {
      sum += entry.count
      if 2 * sum >= total { return entry.rate }
    }
    return nil
  }

  func analyse(_ piece: inout Piece) {
    if piece.isRest {
      piece.runs = rest(piece.range)
      return
    }
    piece.runs = []
    var start = piece.range.lowerBound
    for jump in jumps(piece.range) {
      if jump > start { move(start..<jump, &piece) }
      piece.runs.append(
        MotionRun(
          range: jump..<jump + 1, control: .jump, confidence: .likely,
          evidence: "the offset changes in one step"))
      start = jump + 1
    }
    if start < piece.range.upperBound { move(start..<piece.range.upperBound, &piece) }
  }

  // MARK: - Rests and jumps

  /// The runs of a rest. Its first sample is a jump if the content rested elsewhere one sample before.
  func rest(_ range: Range<Int>) -> [MotionRun] {
    let run = MotionRun(
      range: range, control: .still, confidence: .sure, evidence: "the offset stays the same")
    let index = range.lowerBound
    guard index > 0, restEnds.contains(index) else { return [run] }
    let step = (motion.values[index] - motion.values[index - 1]).magnitude
    guard step > 3 * motion.quantum + 12 * motion.noise else { return [run] }
    let isGap = motion.times[index] - motion.times[index - 1] > 3.5 * motion.frame
    var rest = run
    rest.range = index + 1..<range.upperBound
    return [
      MotionRun(
        range: index..<index + 1, control: isGap ? .unseen : .jump,
        confidence: isGap ? .unsure : .likely,
        evidence: isGap
          ? "the offset changed while no samples were recorded" : "the offset changes in one step"),
      rest,
    ]
  }

  /// Samples at which the offset changes far more than at their neighbours.
  func jumps(_ range: Range<Int>) -> [Int] {
    func speed(_ index: Int) -> Double {
      guard index > 0, index < motion.values.count else { return 0 }
      let span = max(motion.times[index] - motion.times[index - 1], 0.5 * motion.frame)
      return (motion.values[index] - motion.values[index - 1]).magnitude / span
    }
    let least = (20 * motion.quantum + 40 * motion.noise) / max(motion.frame, 1e-9)
    return range.filter { index in
      let own = speed(index)
      guard own > least, own > 0 else { return false }
      let around = max(
        max(speed(index - 1), speed(index - 2)), max(speed(index + 1), speed(index + 2)))
      return own > 8 * around + least
    }
  }

  // MARK: - Motion

  /// Adds the runs of a part without rests and jumps.
  func move(_ range: Range<Int>, _ piece: inout Piece) {
    var parts: [(range: Range<Int>, edge: Edge?)] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let edge = overscroll(at: start)
      var end = start
      while end < range.upperBound, overscroll(at: end) == edge { end += 1 }
      parts.append((start..<end, edge))
      start = end
    }
    // The motion beyond an edge shows whether the content got there by itself.
    let beyond = parts.map { part in
      part.edge.map { outside(part.range, $0) } ?? []
    }
    for (index, part) in parts.enumerated() {
      if let edge = part.edge {
        if let swing = swing(from: beyond[index], to: range.upperBound, edge) {
          piece.runs += swing
          return
        }
        piece.runs += beyond[index]
        continue
      }
      let next = index + 1 < beyond.count ? beyond[index + 1].first : nil
      inside(part.range, into: next, &piece)
    }
  }

  /// The evidence for a motion that slows down, but not by viscous deceleration.
  static let slowing =
    "slows down, but not by a viscous deceleration: a finger, a changed target, or another law"

  /// The evidence for a motion that neither slows down nor speeds up.
  static let steady = "the content moves at one speed, which a finger or a program gives it"

  /// The evidence for a motion that returns to its edge, but not by a spring, and that no finger caught.
  static let returning = "returns to the edge, but not by a spring: another law"

  /// The evidence for a motion that follows no law.
  static let lawless = "follows no law: a finger"

  /// - Parameter slowed: ranges in which the motion slows down, but follows no deceleration.
  func finger(
    _ range: Range<Int>, edge: Edge? = nil, slowed: [Range<Int>] = []
  ) -> MotionRun {
    let isSeen = !touched.isEmpty && range.contains { touched[$0] }
    let isSlowing = slowed.contains { part in
      part.upperBound == range.upperBound && range.contains(part.lowerBound)
        && motion.times[part.upperBound - 1] - motion.times[part.lowerBound] > 0.25
          + RestDetector.slack
    }
    return MotionRun(
      range: range, control: .finger, confidence: isSeen ? .sure : .likely,
      evidence: isSeen
        ? "the finger moves"
        : isSlowing
          ? Self.slowing
          : Self.lawless, edge: edge)
  }

  func isTouched(_ range: Range<Int>) -> Bool {
    !touched.isEmpty && range.dropFirst().dropLast().contains { touched[$0] }
  }

}
