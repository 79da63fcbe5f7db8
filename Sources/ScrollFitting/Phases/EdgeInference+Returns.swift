/// Edges to which the content returns by laws other than a spring's.
extension EdgeInference {
  /// The outermost position to which whatever moves beyond it comes back; nil if there is none.
  ///
  /// A finger rarely leaves the content on the same pixel twice. So a position is an edge if the content comes back to rest
  /// on it from two different distances and more, each time gradually, while it rests elsewhere only on the other side.
  static func commonEnd(_ motion: Motion, rests: [Range<Int>], sign: Double) -> Double? {
    let slack = slack(motion)
    let stops = rests.map { Stop(range: $0, level: level(of: $0, motion)) }
      .ordered { -sign * $0.level }
    guard let innermost = stops.last?.level else { return nil }
    var first = 0
    for _ in 0..<mostLevels {
      // The next position on which the content rests twice.
      while first + 1 < stops.count, !isNear(stops[first + 1], stops[first], slack) { first += 1 }
      guard first + 1 < stops.count else { return nil }
      let alike = stops[first...].prefix { isNear($0, stops[first], slack) }
      let level = alike[(alike.startIndex + alike.endIndex) / 2].level
      if sign * (level - innermost) > 8 * slack,
        let way = furthest(from: level, motion, rests: stops, sign: sign),
        // What returns to a position from both sides has its edge towards the shorter way: a pull meets resistance.
        way < furthest(from: level, motion, rests: stops, sign: -sign) ?? .infinity
      {
        return level
      }
      first = alike.endIndex
    }
    return nil
  }

  /// The outermost position that a glide passes by itself and to which the content then returns; nil if there is none.
  ///
  /// The glide changes its law there, and not its velocity. An animation that overshoots its end follows one law from its
  /// start, and content that a finger catches takes on the velocity of the finger.
  static func passed(_ motion: Motion, rests: [Range<Int>], sign: Double) -> Double? {
    zip(rests, rests.dropFirst()).map { before, rest in
      (moving: before.upperBound..<rest.lowerBound, level: level(of: rest, motion))
    }.filter {
      endsGlide($0.moving, at: $0.level, motion, sign: sign)
        && returnsAlways(to: $0.level, motion, rests: rests, sign: sign)
    }.map(\.level).max { sign * $0 < sign * $1 }
  }

  /// Whether a glide in a range passes a position and leaves its law there, with its velocity at first.
  private static func endsGlide(
    _ range: Range<Int>, at level: Double, _ motion: Motion, sign: Double
  ) -> Bool {
    let slack = slack(motion)
    guard let first = range.first(where: { sign * (motion.values[$0] - level) > slack }),
      first + 2 < range.upperBound
    else { return false }
    return glideLengths.contains { length in
      guard first - range.lowerBound >= length,
        let glide = motion.free(.glide, first - length..<first)
      else { return false }
      // How far the content is behind the glide at each sample.
      let misses = (first - length...first + 2).map { index in
        sign * (glide.value(at: motion.times[index]) + motion.level - motion.values[index])
      }
      let largest = misses.prefix(length).map(\.magnitude).max() ?? 0
      let isContinuous = zip(misses, misses.dropFirst()).dropFirst(length - 1).prefix(2).allSatisfy
      {
        $1 > $0
          && $1 - $0 < (1 - leastKept) * sign * glide.velocity(at: motion.times[first])
            * motion.frame
      }
      // A smooth curve would leave gradually the glide that is fitted to it.
      return isContinuous && misses[length + 2] > max(6 * slack, kink * largest)
    }
  }

  /// How many samples show the law of a glide: the fewest leave room for one that is not viscous.
  private static let glideLengths = [12, 8]
  /// How much further content is from its glide, three samples behind the edge, than in front of it.
  private static let kink = 20.0
  /// The least share of its velocity that content has a frame after it passed its edge.
  private static let leastKept = 0.25

  /// Whether content rests at a position, gradually, whenever it has moved beyond it.
  private static func returnsAlways(
    to level: Double, _ motion: Motion, rests: [Range<Int>], sign: Double
  ) -> Bool {
    let slack = slack(motion)
    // The furthest sample of the first motion beyond the position, until the content is back.
    var peak: Int?
    var start = 0
    for rest in rests {
      let furthest = (start..<max(start, rest.lowerBound)).max {
        sign * motion.values[$0] < sign * motion.values[$1]
      }
      if peak == nil, let furthest, sign * (motion.values[furthest] - level) > 8 * slack {
        peak = furthest
      }
      start = rest.upperBound
      let over = sign * (Self.level(of: rest, motion) - level)
      guard let first = peak, over <= slack else { continue }
      guard over >= -slack, isGradual(from: first, to: rest.lowerBound, motion) else {
        return false
      }
      peak = nil
    }
    return peak == nil
  }

  /// A rest and its position.
  private struct Stop {
    var range: Range<Int>
    var level: Double
  }

  /// The outermost positions to try: with each, more rests lie beyond that would have to be left for it.
  private static let mostLevels = 8

  private static func isNear(_ one: Stop, _ other: Stop, _ slack: Double) -> Bool {
    (one.level - other.level).magnitude <= slack
  }

  /// The largest difference between samples of one position.
  private static func slack(_ motion: Motion) -> Double {
    let extent = (motion.values.max() ?? 0) - (motion.values.min() ?? 0)
    return max(1.5 * motion.quantum + 3 * motion.noise, 1e-4 * extent)
  }

  /// The largest distance from which the content comes back to a position; nil if it does not do so.
  private static func furthest(
    from level: Double, _ motion: Motion, rests: [Stop], sign: Double
  ) -> Double? {
    let slack = slack(motion)
    let excursions = excursions(beyond: level, motion, sign: sign)
    var heights: [Double] = []
    var others = 0
    for (index, excursion) in excursions.enumerated() {
      let isLast = index + 1 == excursions.count
      let next = isLast ? motion.values.count : excursions[index + 1].range.lowerBound
      // Until the content leaves again, whichever way.
      let ring = max(slack, largestRing * excursion.height)
      let after = excursion.range.upperBound..<next
      let end = after.first { -sign * (motion.values[$0] - level) > ring } ?? next
      let returned = rests.filter {
        ($0.level - level).magnitude <= slack && $0.range.upperBound > after.lowerBound
          && $0.range.lowerBound < end
      }.map(\.range.lowerBound).min()
      if let returned {
        guard excursion.range.lowerBound > 0,
          isGradual(from: excursion.peak, to: max(excursion.range.upperBound, returned), motion)
        else {
          return nil
        }
        heights.append(excursion.height)
      } else if rests.contains(where: {
        $0.range.overlaps(excursion.range) && sign * ($0.level - level) > slack
      }) {
        // The content rests elsewhere.
        return nil
      } else {
        others += 1
      }
    }
    guard let least = heights.min(), let most = heights.max(), heights.count >= 2 + others,
      most - least > 4 * slack
    else { return nil }
    return most
  }

  /// How far a return may swing about its edge, as a share of its height.
  private static let largestRing = 0.15

  /// The samples of one visit beyond a position.
  private struct Visit {
    var range: Range<Int>
    /// The sample furthest from the position, and its distance.
    var peak: Int
    var height: Double
  }

  /// The visits beyond a position. Swings about it after a return are not counted.
  private static func excursions(beyond level: Double, _ motion: Motion, sign: Double) -> [Visit] {
    let slack = slack(motion)
    func over(_ index: Int) -> Double { sign * (motion.values[index] - level) }
    var result: [Visit] = []
    var index = 0
    while index < motion.values.count {
      var visit = Visit(range: index..<index, peak: index, height: 0)
      while index < motion.values.count, over(index) > slack {
        if over(index) > visit.height { (visit.peak, visit.height) = (index, over(index)) }
        index += 1
      }
      visit.range = visit.range.lowerBound..<index
      if visit.height > max(8 * slack, largestRing * (result.last?.height ?? 0)) {
        result.append(visit)
      }
      if visit.range.isEmpty { index += 1 }
    }
    return result
  }

  /// Whether the content slows down before it rests: one that is stopped there does not.
  private static func isGradual(from peak: Int, to rest: Int, _ motion: Motion) -> Bool {
    func step(_ index: Int) -> Double {
      (motion.values[index] - motion.values[index - 1]).magnitude
    }
    let last = min(rest, motion.values.count - 1)
    guard last > peak else { return false }
    let fastest = (peak + 1...last).map(step).max() ?? 0
    return step(last) <= 0.3 * fastest + 2 * motion.quantum
  }
}
