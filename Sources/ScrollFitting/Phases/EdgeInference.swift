internal import ScrollRecordings

/// Finds the edges of the content from the positions at which it comes to rest.
///
/// Content beyond its edge returns by a spring and rests at the edge. So an edge is a rest position that the content
/// reaches from outside on the curve of a spring. Beyond it the content rests only while a finger holds it.
enum EdgeInference {
  /// The known edges and the inferred ones, at most one per side.
  static func edges(
    _ motion: Motion, rests: [Range<Int>], axis: Axis, known: [Edge]
  ) -> [Edge] {
    var result = known
    for grows in [false, true] {
      let side = Edge.side(axis: axis, offsetsGrowOutward: grows)
      guard !known.contains(where: { $0.side == side }) else { continue }
      let sign = grows ? 1.0 : -1.0
      let levels = arrivals(motion, rests: rests, sign: sign)
      guard
        let position = outermost(levels, motion: motion, rests: rests, sign: sign)
          ?? commonEnd(motion, rests: rests, sign: sign)
          ?? passed(motion, rests: rests, sign: sign)
      else { continue }
      // An edge cannot lie on the other side of a known one.
      if known.contains(where: { sign * ($0.position - position) > 0 }) { continue }
      result.append(Edge(position: position, side: side, source: .inferred))
    }
    return result
  }

  /// The longest time in s for which a finger is assumed to hold content beyond an edge.
  private static let longestHold = 3.0

  /// Edges with a position from the options, assigned to the side from which the content returns to them.
  static func sided(
    _ known: [Edge], _ motion: Motion, rests: [Range<Int>], axis: Axis
  ) -> [Edge] {
    guard known.contains(where: { $0.source == .option }) else { return known }
    let found = edges(motion, rests: rests, axis: axis, known: [])
    var result = known
    for index in known.indices where known[index].source == .option {
      let near = found.min {
        ($0.position - known[index].position).magnitude
          < ($1.position - known[index].position).magnitude
      }
      guard let near,
        (near.position - known[index].position).magnitude
          <= max(2, 3 * motion.quantum + 4 * motion.noise)
      else { continue }
      result[index].side = near.side
      result.removeAll { $0.source != .option && $0.side == near.side }
    }
    return result
  }

  /// The rest positions that the content reaches by a spring.
  private static func arrivals(_ motion: Motion, rests: [Range<Int>], sign: Double) -> [Double] {
    var result: [Double] = []
    // A recording may end with the arrival; the spring decides whether the motion has ended.
    let count = motion.values.count
    let isMoving = count > 0 && (rests.last?.upperBound ?? 0) < count
    for (number, rest) in (rests + (isMoving ? [count - 1..<count] : [])).enumerated() {
      let level = level(of: rest, motion)
      let begin = number > 0 ? rests[number - 1].upperBound - 1 : 0
      guard rest.lowerBound - begin >= 5 else { continue }
      // Goes back from the rest while the content is beyond its level, after the samples that noise hides.
      let band = 0.5 * motion.quantum + 3 * motion.noise
      let (first, peak) = excursion(
        motion, begin..<rest.lowerBound, level: level, band: band, sign: sign)
      let furthest = sign * (motion.values[peak] - level)
      guard furthest > 5 * motion.quantum + 12 * motion.noise, furthest > 0,
        !swings(motion, begin..<rest.lowerBound, before: first, level: level, sign: sign)
      else { continue }
      // Content that starts beyond the level must also have gone there, or else the level is no edge. If it was held
      // there, it follows the curve of a spring from the release on.
      if first == begin, number > 0, sign * (motion.values[begin] - level) > 1.5 * motion.quantum {
        let hold = rests[number - 1]
        guard
          motion.times[begin] - motion.times[hold.lowerBound] < longestHold - RestDetector.slack,
          rest.lowerBound - begin >= 12,
          wasPulled(motion, to: rests[..<number], from: level, sign: sign)
        else { continue }
        let held = motion.beyond(level, furthest: furthest)
        let release = releasing(held, (first: begin + 1, peak: peak), rest.lowerBound)
        guard let release,
          sign * release.coefficients[1] > 0.2 * release.rate * sign * release.coefficients[0]
        else { continue }
        result.append(level)
        continue
      }
      // A recording that starts beyond the level must start with the spring, as a finger may also move content towards
      // its rest.
      let hasGoneOut =
        first > begin || number > 0
        || sign * (motion.values[peak] - motion.values[begin]) > 3 * motion.quantum
      let found =
        hasGoneOut
        ? returning(motion, level: level, peak..<rest.lowerBound, sign: sign)
        : releasing(
          motion.beyond(level, furthest: furthest), (first: peak, peak: peak), rest.lowerBound)
      guard let spring = found else { continue }
      // A glide is the same curve without the term b t. After a release from rest b = delta a.
      let a = sign * spring.coefficients[0]
      let b = sign * spring.coefficients[1]
      guard b > (hasGoneOut ? 0.1 : 0.5) * spring.rate * a else { continue }
      result.append(level)
    }
    return result
  }

  /// Whether a finger may have moved content from a level, or near it, to a rest beyond.
  ///
  /// Content that was never near the level, or went from rest to rest by itself, is not held: an animation moves it.
  private static func wasPulled(
    _ motion: Motion, to rests: ArraySlice<Range<Int>>, from level: Double, sign: Double
  ) -> Bool {
    guard let hold = rests.last else { return false }
    let half = level + 0.5 * (motion.values[hold.lowerBound] - level)
    guard motion.values[..<hold.lowerBound].contains(where: { sign * ($0 - half) < 0 }) else {
      return false
    }
    let way = (rests.dropLast().last?.upperBound ?? 1) - 1..<hold.lowerBound
    return way.count < PhaseFinder.leastDamped || motion.strictLaw.free(.settling, way) == nil
  }

  /// Where the content went beyond a level to which it has returned at the end of a range, and its furthest sample.
  private static func excursion(
    _ motion: Motion, _ range: Range<Int>, level: Double, band: Double, sign: Double
  ) -> (first: Int, peak: Int) {
    var first = range.upperBound
    if motion.noise > 0 {
      while first > range.lowerBound, (motion.values[first - 1] - level).magnitude <= band,
        motion.times[range.upperBound] - motion.times[first - 1] < 0.3 - RestDetector.slack
      {
        first -= 1
      }
    }
    var peak = first
    while first > range.lowerBound, sign * (motion.values[first - 1] - level) > band {
      first -= 1
      if sign * (motion.values[first] - motion.values[peak]) > 0 { peak = first }
    }
    return (first, peak)
  }

  /// Whether the content swings about a level until it rests there: by the law of one spring it went beyond the level, to
  /// the other side, and beyond again, or came from the other side. At an edge it would have gone in.
  private static func swings(
    _ motion: Motion, _ range: Range<Int>, before last: Int, level: Double, sign: Double
  ) -> Bool {
    let least = 5 * motion.quantum + 12 * motion.noise
    func isOver(_ index: Int, _ sign: Double) -> Bool {
      sign * (motion.values[index] - level) > least
    }
    let earlier = range.lowerBound..<last
    guard let inside = earlier.last(where: { isOver($0, sign) || isOver($0, -sign) }),
      isOver(inside, -sign)
    else { return false }
    guard let over = earlier.prefix(while: { $0 < inside }).last(where: { isOver($0, sign) }) else {
      // It left the level for the inner side, and came back by itself.
      let turn = earlier.min { sign * motion.values[$0] < sign * motion.values[$1] } ?? inside
      return (motion.values[range.lowerBound] - level).magnitude <= least
        && motion.free(.settling, turn..<range.upperBound) != nil
    }
    var start = over
    while start > earlier.lowerBound, isOver(start - 1, sign) { start -= 1 }
    let peak =
      (start...over).max { sign * motion.values[$0] < sign * motion.values[$1] } ?? over
    // A turning point may look like a rest, so the level need not be that of the spring.
    return motion.free(.settling, peak..<range.upperBound) != nil
  }

  /// The spring of a return that starts at the first sample, or at its furthest sample if the content first moved on to
  /// there.
  private static func releasing(
    _ motion: Motion, _ begin: (first: Int, peak: Int), _ end: Int
  ) -> FreeMotion? {
    let peak = begin.peak
    let later = (peak == begin.first ? [] : [peak]) + [peak + 2, peak + 4]
    let starts =
      [begin.first]
      + (peak > begin.first + 2 || peak == begin.first ? later : []).filter { end - $0 >= 10 }
    return starts.lazy.filter { end - $0 >= 5 }.compactMap { spring(motion, $0..<end) }.first
  }

  /// The spring of a return after the furthest sample; nil if there is none.
  static func returning(
    _ motion: Motion, level: Double, _ range: Range<Int>, sign: Double
  ) -> FreeMotion? {
    let furthest = sign * (motion.values[range.lowerBound] - level)
    let motion = motion.beyond(level, furthest: furthest)
    var first = range.lowerBound
    while first < range.upperBound, sign * (motion.values[first] - level) > 0.75 * furthest {
      first += 1
    }
    for start in [range.lowerBound, first] where range.upperBound - start >= 5 {
      if let law = spring(motion, start..<range.upperBound) { return law }
    }
    return nil
  }

  /// The spring fitted to samples that come to rest; nil if they are a deceleration that stops short of its limit.
  private static func spring(_ motion: Motion, _ range: Range<Int>) -> FreeMotion? {
    guard let law = motion.free(.spring, range) ?? damped(motion, range),
      isSpring(law, motion, range)
    else { return nil }
    // A finger's start followed by a glide may resemble a spring; the later part is then a glide only.
    let height = (motion.values[range.lowerBound] - motion.level).magnitude
    for share in [0.5, 0.25] {
      // An overdamped spring may be such a combination, so its later part must be a spring, too.
      let isSum = law.law == .damped && share == 0.5
      let later = range.first { (motion.values[$0] - motion.level).magnitude < share * height }
      guard let later, range.upperBound - later >= 8,
        let own = FreeMotion(law.law, motion, later..<range.upperBound, near: law.rate)
      else {
        if isSum { return nil }
        break
      }
      let least = isSum ? decisive : -decisive
      if evidence(for: own, motion, later..<range.upperBound) < least { return nil }
    }
    return law
  }

  /// A spring of any damping fitted to samples.
  private static func damped(_ motion: Motion, _ range: Range<Int>) -> FreeMotion? {
    guard range.count >= PhaseFinder.leastDamped else { return nil }
    // Most motions are no springs. Some of the samples exclude these at less cost.
    let size = MotionSearch.trialSize
    if range.count > 2 * size {
      let some = motion.thinned(range, to: size)
      let share = Double(size) / Double(range.count)
      guard let trial = FreeMotion(.damped, some, some.values.indices),
        evidence(for: trial, some, some.values.indices) > 0.5 * share * decisive
      else { return nil }
    }
    return motion.strictLaw.free(.damped, range)
  }

  /// The difference of 2 log likelihood that decides between two laws: odds of 150 to 1.
  private static let decisive = 10.0

  /// Whether a spring to a level is decisively better than a deceleration with its own limit. Both have three
  /// constants, and the allowance of a spring would hide their difference.
  private static func isSpring(_ spring: FreeMotion, _ motion: Motion, _ range: Range<Int>) -> Bool
  {
    evidence(for: spring, motion, range) > decisive
  }

  /// Twice the log likelihood ratio of a spring and the best deceleration. The variance is that of the residuals of the
  /// better law, or that of rounding and noise if larger.
  private static func evidence(
    for spring: FreeMotion, _ motion: Motion, _ range: Range<Int>
  ) -> Double {
    guard let glide = FreeMotion(.glide, motion, range) else { return .infinity }
    func squares(_ law: FreeMotion) -> Double {
      range.reduce(0) {
        let miss = motion.values[$1] - motion.level - law.value(at: motion.times[$1])
        return $0 + miss * miss
      }
    }
    let (own, other) = (squares(spring), squares(glide))
    let floor = motion.quantum * motion.quantum / 12 + motion.noise * motion.noise
    let variance = max(min(own, other) / Double(range.count), floor, .leastNormalMagnitude)
    return (other - own) / variance
  }

  /// The level of a rest: the median of its values; with noise their mean, moved to a pixel within its error.
  static func level(of rest: Range<Int>, _ motion: Motion) -> Double {
    // The end of the motion may lie at the start of the rest.
    let later = rest.suffix((rest.count + 1) / 2).prefix(101).map { motion.values[$0] }.sorted()
    let middle = later.median(near: motion.values[rest.upperBound - 1])
    guard motion.noise > 0, later.count >= 5 else { return middle }
    let inner = later[later.count / 10..<later.count - later.count / 10]
    let mean = inner.reduce(0, +) / Double(inner.count)
    guard motion.quantum > 0 else { return mean }
    let error = 4 * motion.noise / Double(later.count).squareRoot() + 0.1 * motion.quantum
    let pixel = (mean / motion.quantum).rounded() * motion.quantum
    return (pixel - mean).magnitude <= error ? pixel : mean
  }

  /// The outermost level of arrival beyond which the content does not rest for long.
  private static func outermost(
    _ levels: [Double], motion: Motion, rests: [Range<Int>], sign: Double
  ) -> Double? {
    let slack = 1.5 * motion.quantum + 3 * motion.noise
    for level in levels.sorted(by: { sign * $0 > sign * $1 }) {
      let beyond = rests.filter { rest in
        sign * (Self.level(of: rest, motion) - level) > slack
          && motion.times[rest.upperBound - 1] - motion.times[rest.lowerBound] > longestHold
            + RestDetector.slack
      }
      let agreeing = levels.filter { ($0 - level).magnitude <= slack }.sorted()
      if beyond.count <= agreeing.count { return agreeing.median(near: level) }
    }
    return nil
  }
}
