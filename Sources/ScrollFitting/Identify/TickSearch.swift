internal import RealModule

/// Finds the ticks of a timer over which a motion is smooth.
struct TickSearch {
  private let stamps: [Double]
  private let values: [Double]
  /// Standard deviation of rounding and noise in pt: no ticks make a motion smoother.
  private let deviation: Double
  /// The steps of the stamps in ascending order, in s.
  private let steps: [Double]
  /// The number of the tick that each sample shows.
  private var counts: [Double]
  /// The last sample of each tick with the number of the tick.
  private var shown: [(index: Int, time: Double)] = []
  private var squares: [Double] = []

  /// Fewer ticks do not show a timer: clearly, and at all.
  private static let (leastClear, least) = (24, 14)
  /// The number of samples of the first search. More samples need a more accurate period.
  private static let first = 64
  /// The periods, in frames.
  private static let periods = 0.45...4.0
  /// How far a known period may be off, relative to it.
  private static let periodError = 0.005
  /// By how many ticks the last sample moves between two periods, and all between two starts.
  private static let (periodStep, startStep) = (0.08, 0.025)
  /// By how much ticks must raise the logarithm of the likelihood: there are tens of thousands of periods and starts, and
  /// hundreds where the period is known.
  private static let (evidence, evidenceOfKnown) = (25.0, 15.0)
  /// The share of the squares that count in the roughness.
  private static let usedShare = 0.9
  /// How much rougher a motion may be over a multiple of a period that is as likely.
  private static let asRough = 1.3
  /// The largest roughness over the ticks, as a share of that at the stamps: over a clear timer's, and over any.
  private static let (clearRough, mostRough) = (0.25, 0.6)
  /// How close to a tick a stamp may be on its wrong side, in ticks.
  private static let slack = 0.2
  /// How much later than others a stamp may be, in standard deviations of the stamps.
  private static let usualError = 3.0

  /// - Parameters:
  ///   - stamps: in s.
  ///   - values: in pt.
  ///   - deviation: standard deviation of rounding and noise, in pt.
  /// - Returns: nil for few samples, or if stamps are equal or far apart.
  init?(_ stamps: [Double], _ values: [Double], deviation: Double) {
    guard stamps.count >= Self.least else { return nil }
    steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.sorted()
    guard steps[0] > 0, stamps[stamps.count - 1] - stamps[0] < 1e5 * steps[steps.count / 2] else {
      return nil
    }
    (self.stamps, self.values, self.deviation) = (stamps, values, deviation)
    counts = stamps
  }

  /// Whether two steps at least are much longer or shorter than both their neighbours, as where a tick more or less moved
  /// the content, or two stamps are much closer than others.
  static func mayBeat(
    _ stamps: ArraySlice<Double>, _ values: ArraySlice<Double>, deviation: Double
  ) -> Bool {
    func unevenCount(_ values: ArraySlice<Double>, deviation: Double) -> Int {
      let steps = zip(values.dropFirst(), values).map { $0 - $1 }
      return steps.indices.dropFirst().dropLast().count { index in
        let (usual, own) = ((steps[index - 1] + steps[index + 1]) / 2, steps[index])
        return (own - usual).magnitude > 0.3 * usual.magnitude + 8 * deviation
      }
    }
    return unevenCount(values, deviation: deviation) >= 2
      || unevenCount(stamps, deviation: 0) >= 2
  }

  private var frame: Double { steps[steps.count / 2] }

  /// The ticks that make the motion smooth; nil if there are none, or if it is as smooth without them.
  ///
  /// - Parameter period: the period of the timer in s, if it is known.
  mutating func found(period: Double?) -> TimerTicks? {
    let fastest = values.indices.dropFirst().max {
      (values[$0] - values[$0 - 1]).magnitude < (values[$1] - values[$1 - 1]).magnitude
    }
    // A finger may have moved what is before the highest speed.
    if period == nil {
      let range = piece(from: fastest ?? 0, count: Self.first)
      if var ticks = found(in: range, Self.leastClear, Self.clearRough, period: nil) {
        ticks.isClear = true
        return ticks
      }
    }
    // Or before the place from which the content comes back; nobody what begins slowly.
    for start in [fastest ?? 0, turn, 0] {
      let range = start..<min(start + Self.first, values.count)
      let least = max(Self.least, 2 * range.count / 3)
      let rough = mostRough(range, isKnown: period != nil)
      if let ticks = found(in: range, least, rough, period: period) { return ticks }
    }
    return nil
  }

  /// The last sample that is about as far as any from the end of the motion.
  private var turn: Int {
    guard let end = values.last else { return 0 }
    let furthest = values.map { ($0 - end).magnitude }.max() ?? 0
    return values.lastIndex { ($0 - end).magnitude >= 0.98 * furthest } ?? 0
  }

  /// The ticks that make a range smooth, counted in all samples; nil if there are none.
  ///
  /// - Parameters:
  ///   - part: the range.
  ///   - fewest: the least number of ticks in it.
  ///   - share: the largest roughness over them, as a share of that at the stamps.
  ///   - period: the period of the timer in s, if it is known.
  private mutating func found(
    in part: Range<Int>, _ fewest: Int, _ share: Double, period: Double?
  ) -> TimerTicks? {
    guard part.count >= fewest else { return nil }
    var range = part
    let allowed = share * roughnessAtStamps(range)
    let (least, most) =
      period.map { ($0 * (1 - Self.periodError), $0 * (1 + Self.periodError)) }
      ?? (Self.periods.lowerBound * frame, Self.periods.upperBound * frame)
    guard allowed > deviation, var found = smoothest(range, least...most, fewest, below: allowed)
    else { return nil }
    // A fraction of the period is as smooth, and may suit the rest before and after better.
    let (factor, reach) = (factor(range, found), Self.periodStep)
    if factor > 1,
      let longer = smoothest(
        range, factor * found.period * (1 - reach)...factor * found.period * (1 + reach), fewest,
        below: min(allowed, max(Self.asRough * found.roughness, deviation)))
    {
      found = longer
    }
    while range != values.indices {
      let wider = piece(from: range.lowerBound, count: 2 * range.count)
      let reach = 3 * Self.periodStep * found.period / (frame * Double(range.count))
      guard
        let more = smoothest(
          wider, found.period * (1 - reach)...found.period * (1 + reach), fewest, below: allowed)
      else { break }
      (found, range) = (more, wider)
    }
    count(values.indices, found.period, found.start)
    correct(found)
    // The quartiles of a normal distribution are 1.35 standard deviations apart; a step has the errors of two stamps.
    let deviation =
      (steps[3 * steps.count / 4] - steps[steps.count / 4]) / 1.35 / 2.0.squareRoot()
    return TimerTicks(
      stamps, counts, range, frame: frame, slack: Self.usualError * deviation)
  }

  /// The largest roughness over ticks that is no chance, as a share of that at the stamps: normal residuals that are smaller
  /// by this factor raise the logarithm of the likelihood by its own logarithm each.
  private func mostRough(_ range: Range<Int>, isKnown: Bool) -> Double {
    let residuals = Self.usedShare * Double(range.count - 4)
    let evidence = isKnown ? Self.evidenceOfKnown : Self.evidence
    return min(.exp(-evidence / residuals), Self.mostRough)
  }

  // MARK: - Ticks

  /// The period and the time of tick 0 in s, and the roughness over them.
  private typealias Ticks = (period: Double, start: Double, roughness: Double)

  /// Counts the ticks up to each sample of a range.
  private mutating func count(_ range: Range<Int>, _ period: Double, _ start: Double) {
    for index in range {
      counts[index] = ((stamps[index] - start) / period).rounded(.down)
    }
  }

  /// Whether the counts of a range are in order, and samples of one tick are equal, but for one in ten. Sets `shown`.
  private mutating func show(_ range: Range<Int>) -> Bool {
    shown.removeAll(keepingCapacity: true)
    var different = 0
    for index in range {
      if let last = shown.last, counts[index] <= last.time {
        guard counts[index] == last.time else { return false }
        if values[index] != values[last.index] { different += 1 }
        shown[shown.count - 1].index = index
      } else {
        shown.append((index, counts[index]))
      }
    }
    return 10 * different <= range.count - shown.count
  }

  /// The smoothest ticks with periods between limits; nil if none are smooth enough, or only fewer than `fewest` ticks.
  private mutating func smoothest(
    _ range: Range<Int>, _ periods: ClosedRange<Double>, _ fewest: Int, below allowed: Double
  ) -> Ticks? {
    var found: Ticks?
    var least = allowed
    var period = periods.lowerBound
    while period <= periods.upperBound {
      for part in stride(from: 0, to: 1, by: Self.startStep) {
        let start = stamps[range.lowerBound] - part * period
        count(range, period, start)
        guard show(range), shown.count >= fewest else { continue }
        let roughness = roughness(below: least)
        if roughness < least { (found, least) = ((period, start, roughness), roughness) }
      }
      period += period * period * Self.periodStep / (frame * Double(range.count))
    }
    return found
  }

  /// By which factor most of the numbers of ticks between samples can be divided.
  private mutating func factor(_ range: Range<Int>, _ ticks: Ticks) -> Double {
    count(range, ticks.period, ticks.start)
    let steps = range.dropFirst().map { Int(counts[$0] - counts[$0 - 1]) }.filter { $0 > 0 }
    return [4, 3, 2].first { factor in
      10 * steps.count { $0 % factor == 0 } >= 9 * steps.count
    }.map(Double.init) ?? 1
  }

  /// Moves samples close to a tick to its other side, and those with the value of the sample before to its tick, where the
  /// motion is smoother so: stamps and timers are uneven.
  private mutating func correct(_ ticks: Ticks) {
    // A tick that samples are moved to or from has two others on each side.
    let reach = 8 * Int((ticks.period / frame).rounded(.up))
    for index in values.indices {
      let old = counts[index]
      let place = (stamps[index] - ticks.start) / ticks.period - old
      let other =
        index > 0 && values[index] == values[index - 1]
        ? counts[index - 1] : place < Self.slack ? old - 1 : place > 1 - Self.slack ? old + 1 : old
      let around = max(0, index - reach)..<min(values.count, index + reach + 1)
      guard other != old, let before = usual(around) else { continue }
      counts[index] = other
      if usual(around).map({ $0 >= before }) ?? true { counts[index] = old }
    }
  }

  /// At most `count` samples from an index on, or as many before the end.
  private func piece(from index: Int, count: Int) -> Range<Int> {
    let first = max(0, min(index, values.count - count))
    return first..<min(first + count, values.count)
  }

  // MARK: - Roughness

  /// The roughness at the stamps.
  private mutating func roughnessAtStamps(_ range: Range<Int>) -> Double {
    shown = range.map { ($0, stamps[$0]) }
    return roughness(below: .infinity)
  }

  /// The rms residual of the shown samples about the cubic through two neighbours on each side, in pt, relative to that of
  /// errors of 1 pt. The largest ones do not count: motions have kinks. Infinite if it is not below a limit.
  private mutating func roughness(below limit: Double) -> Double {
    // If more than a fifth of the squares are ten times as large, the mean of the used ones is too.
    let (large, mostLarge) = (10 * limit * limit, shown.count / 5)
    var largeCount = 0
    squares.removeAll(keepingCapacity: true)
    for place in shown.indices.dropFirst(2).dropLast(2) {
      squares.append(square(place))
      if squares[squares.count - 1] > large {
        largeCount += 1
        if largeCount > mostLarge { return .infinity }
      }
    }
    guard !squares.isEmpty else { return .infinity }
    squares.sort()
    let used = squares.prefix(max(1, Int(Self.usedShare * Double(squares.count))))
    let found = (used.reduce(0, +) / Double(used.count)).squareRoot()
    return found < limit ? found : .infinity
  }

  /// The mean logarithm of the squares of these residuals in a range: each sample on the curve lowers it, however far the
  /// others are. Nil for few samples.
  private mutating func usual(_ range: Range<Int>) -> Double? {
    guard show(range), shown.count > 4 else { return nil }
    let least = max(deviation * deviation, .leastNormalMagnitude)
    var sum = 0.0
    for place in 2..<shown.count - 2 { sum += .log(square(place) + least) }
    return sum / Double(shown.count - 4)
  }

  private func square(_ place: Int) -> Double {
    let time = shown[place].time
    let times = SIMD4(
      shown[place - 2].time, shown[place - 1].time, shown[place + 1].time, shown[place + 2].time)
    var (residual, gain) = (values[shown[place].index], 1.0)
    for one in 0..<4 {
      var weight = 1.0
      for other in 0..<4 where other != one {
        weight *= (time - times[other]) / (times[one] - times[other])
      }
      residual -= weight * values[shown[place + (one < 2 ? one - 2 : one - 1)].index]
      gain += weight * weight
    }
    return residual * residual / gain
  }
}
