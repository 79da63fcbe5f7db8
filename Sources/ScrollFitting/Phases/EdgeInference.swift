internal import ScrollTraces

/// Finds the edges of the content from where it comes to rest.
///
/// Content that has gone beyond its edge returns to it by a spring and rests there. So an edge is a place
/// of rest that the content reaches from outside, on a curve of a spring, and beyond which it rests at most
/// while a finger holds it.
enum EdgeInference {
  /// The edges that known ones and the motion give, at most one a side.
  static func edges(
    _ motion: Motion, rests: [Range<Int>], axis: Axis, known: [Edge]
  ) -> [Edge] {
    var result = known
    for grows in [false, true] {
      let side = Edge.side(axis: axis, offsetsGrowOutward: grows)
      guard !known.contains(where: { $0.side == side }) else { continue }
      let sign = grows ? 1.0 : -1.0
      let levels = arrivals(motion, rests: rests, sign: sign)
      guard let position = outermost(levels, motion: motion, rests: rests, sign: sign) else {
        continue
      }
      // An edge cannot lie on the other side of a known one.
      if known.contains(where: { sign * ($0.position - position) > 0 }) { continue }
      result.append(Edge(position: position, side: side, source: .inferred))
    }
    return result
  }

  /// The longest time in s for which a finger is taken to hold content beyond an edge.
  private static let longestHold = 3.0

  /// Edges of which the user gave the position, on the side on which the content returns to them.
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

  /// Where the content rests after it has come back by a spring.
  private static func arrivals(_ motion: Motion, rests: [Range<Int>], sign: Double) -> [Double] {
    var result: [Double] = []
    // A recording may end with the arrival; that it has ended is for the spring to say.
    let count = motion.values.count
    let isMoving = count > 0 && (rests.last?.upperBound ?? 0) < count
    for (number, rest) in (rests + (isMoving ? [count - 1..<count] : [])).enumerated() {
      let level = level(of: rest, motion)
      let begin = number > 0 ? rests[number - 1].upperBound - 1 : 0
      guard rest.lowerBound - begin >= 5 else { continue }
      // Back from the rest as far as the content is beyond it, over what noise hides of the arrival.
      let band = 0.5 * motion.quantum + 3 * motion.noise
      let (first, peak) = excursion(
        motion, begin..<rest.lowerBound, level: level, band: band, sign: sign)
      let furthest = sign * (motion.values[peak] - level)
      guard furthest > 5 * motion.quantum + 12 * motion.noise, furthest > 0 else { continue }
      // Content that only comes from there has no edge here: it must have gone there, too. What is let go
      // after it was held there starts at once on the curve of a spring.
      if first == begin, number > 0, sign * (motion.values[begin] - level) > 1.5 * motion.quantum {
        let hold = rests[number - 1]
        guard
          motion.times[begin] - motion.times[hold.lowerBound] < longestHold - RestDetector.slack,
          rest.lowerBound - begin >= 12
        else { continue }
        let held = motion.beyond(level, furthest: furthest)
        let release = releasing(held, (first: begin + 1, peak: peak), rest.lowerBound)
        guard let release,
          sign * release.coefficients[1] > 0.2 * release.rate * sign * release.coefficients[0]
        else { continue }
        result.append(level)
        continue
      }
      // A recording that begins out there and shows no way out begins with the spring, or there is none: a finger may
      // move content towards its rest as well.
      let hasGoneOut =
        first > begin || number > 0
        || sign * (motion.values[peak] - motion.values[begin]) > 3 * motion.quantum
      let found =
        hasGoneOut
        ? returning(motion, level: level, peak..<rest.lowerBound, sign: sign)
        : releasing(
          motion.beyond(level, furthest: furthest), (first: peak, peak: peak), rest.lowerBound)
      guard let spring = found else { continue }
      // A glide is the same curve without the part b t, which a release has from the start: b = delta a where it turns.
      let a = sign * spring.coefficients[0]
      let b = sign * spring.coefficients[1]
      guard b > (hasGoneOut ? 0.1 : 0.5) * spring.rate * a else { continue }
      result.append(level)
    }
    return result
  }

  /// Where the content went beyond a level to which it is back at the end of a range, and where it was furthest.
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

  /// The spring on which content returns that is let go at the first sample, or moved on to its furthest point before
  /// that.
  private static func releasing(
    _ motion: Motion, _ begin: (first: Int, peak: Int), _ end: Int
  ) -> FreeMotion? {
    let peak = begin.peak
    let starts =
      [begin.first]
      + (peak > begin.first + 2 || peak == begin.first ? [peak, peak + 2, peak + 4] : [])
      .filter { end - $0 >= 10 }
    return starts.lazy.filter { end - $0 >= 5 }.compactMap { spring(motion, $0..<end) }.first
  }

  /// The spring on which the content returns after its furthest point, if it does.
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

  /// The spring through samples that come to rest, where it is no deceleration that stops short of its limit.
  private static func spring(_ motion: Motion, _ range: Range<Int>) -> FreeMotion? {
    guard let law = motion.free(.spring, range) ?? damped(motion, range),
      isSpring(law, motion, range)
    else { return nil }
    // A finger's start and a glide may add up to the course of a spring; what comes later is a glide's alone.
    let height = (motion.values[range.lowerBound] - motion.level).magnitude
    for share in [0.5, 0.25] {
      // An overdamped spring may be such a sum, and has to be seen again in what comes later.
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

  /// A spring of any damping through samples.
  private static func damped(_ motion: Motion, _ range: Range<Int>) -> FreeMotion? {
    guard range.count >= PhaseFinder.leastDamped else { return nil }
    return motion.strictLaw.free(.damped, range)
  }

  /// By how much the log likelihood of a law must exceed that of another, doubled, for samples to decide for it: odds of
  /// 150 to 1.
  private static let decisive = 10.0

  /// Whether samples decide for a spring that returns to a level against a deceleration with a limit of its own: both
  /// have three constants, and a spring's allowance is wider than a glide's differences from one.
  private static func isSpring(_ spring: FreeMotion, _ motion: Motion, _ range: Range<Int>) -> Bool
  {
    evidence(for: spring, motion, range) > decisive
  }

  /// Twice the log of the likelihood of a spring over that of the best deceleration, by the sums of squares over
  /// the variance of the nearer law's residuals, or of rounding and noise where that is larger.
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

  /// The level of a rest: the middle of its values, or where there is noise their mean, put on a pixel that is
  /// as near as its error.
  static func level(of rest: Range<Int>, _ motion: Motion) -> Double {
    // The last of the motion may lie at the start.
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

  /// The level furthest out at which the content arrives, if it rests nowhere beyond for long.
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
