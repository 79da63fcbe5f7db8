internal import CurveFitting
internal import ScrollTraces

/// The ticks of a timer that moves the content, if it beats with the frames in which samples are taken.
///
/// Each sample shows the content as the latest tick left it. At 60 Hz a timer of 16 ms moves it twice before one frame in
/// 24, and a timer of 20 ms leaves it in place before one frame in six: at their stamps, the samples are on no smooth
/// curve. Over the ticks they are. No law is needed to find them.
struct TimerTicks {
  /// The time between two ticks, in s.
  private(set) var period: Double
  /// Its standard error, in s.
  private(set) var error = 0.0
  /// The time of a tick, in s.
  private var start: Double
  /// The mean time from a tick to the samples that show it, in s.
  private var delay = 0.0
  /// The number of the tick that each sample of the motion shows.
  private(set) var counts: [Double] = []

  /// Fewer ticks do not show a timer.
  private static let least = 24
  /// The number of samples of the first search. More samples need a more accurate period.
  private static let first = 64
  /// The periods, in frames.
  private static let periods = 0.5...4.0
  /// By how many ticks the last sample moves between two periods, and all between two starts.
  private static let (periodStep, startStep) = (0.08, 0.025)
  /// The largest roughness over the ticks, as a share of that at the stamps and at even frames.
  private static let mostRough = 0.25
  /// The roughness of ticks that are compared sample by sample, as a share of the least.
  private static let nearly = 1.25
  /// How close to a tick a stamp may be on its wrong side, in ticks.
  private static let slack = 0.2

  /// The ticks that make a motion smooth; nil if there are none, or if it is as smooth without them.
  ///
  /// - Parameters:
  ///   - stamps: in s.
  ///   - values: in pt.
  ///   - deviation: standard deviation of rounding and noise in pt: no ticks make a motion smoother.
  init?(_ stamps: [Double], _ values: [Double], deviation: Double) {
    guard stamps.count >= Self.least, stamps.count == values.count else { return nil }
    let steps = zip(stamps.dropFirst(), stamps).map { $0 - $1 }.sorted()
    let frame = steps[steps.count / 2]
    guard steps[0] > 0, stamps[stamps.count - 1] - stamps[0] < 1e5 * frame else { return nil }
    let fastest = values.indices.dropFirst().max {
      (values[$0] - values[$0 - 1]).magnitude < (values[$1] - values[$1 - 1]).magnitude
    }
    // A finger may have moved what is before the highest speed.
    var range = Self.piece(of: values.indices, from: fastest ?? 0, count: Self.first)
    var smoothness = Smoothness(values)
    let own = smoothness.roughness(over: range.map { ($0, stamps[$0]) }, below: .infinity)
    // With one sample a tick, only the stamps are uneven.
    let even =
      Self.areFrames(range.map { stamps[$0] }, frame: frame)
      ? smoothness.roughness(over: range.map { ($0, Double($0)) }, below: .infinity) : own
    let allowed = Self.mostRough * min(own, even)
    guard allowed > deviation else { return nil }

    func smoothest(_ range: Range<Int>, _ periods: ClosedRange<Double>) -> TimerTicks? {
      Self.smoothest(
        stamps, values, range, periods, step: Self.periodStep / (frame * Double(range.count)),
        below: allowed, deviation: deviation, &smoothness)
    }
    guard
      var found = smoothest(
        range, Self.periods.lowerBound * frame...Self.periods.upperBound * frame)
    else { return nil }
    // A fraction of the period is as smooth, and may suit the rest before and after better.
    let (factor, reach) = (Double(found.factor(range.map { stamps[$0] })), Self.periodStep)
    if factor > 1,
      let longer = smoothest(
        range, factor * found.period * (1 - reach)...factor * found.period * (1 + reach))
    {
      found = longer
    }
    while range != values.indices {
      let wider = Self.piece(of: values.indices, from: range.lowerBound, count: 2 * range.count)
      let reach = 3 * Self.periodStep * found.period / (frame * Double(range.count))
      guard
        let more = smoothest(wider, found.period * (1 - reach)...found.period * (1 + reach))
      else { break }
      (found, range) = (more, wider)
    }
    self = found
    counts = stamps.map(count)
    correct(stamps, values, &smoothness, deviation: deviation)
    guard measure(stamps, range, steps: steps) else { return nil }
  }

  /// By which factor most of the numbers of ticks between samples can be divided.
  private func factor(_ stamps: [Double]) -> Int {
    let counts = stamps.map(count)
    let steps = zip(counts.dropFirst(), counts).map { Int($0 - $1) }.filter { $0 > 0 }
    return [4, 3, 2].first { factor in
      10 * steps.count { $0 % factor == 0 } >= 9 * steps.count
    } ?? 1
  }

  /// Whether the stamps are those of even frames, but for small errors.
  private static func areFrames(_ stamps: [Double], frame: Double) -> Bool {
    let samples = Observations(abscissae: stamps.indices.map(Double.init), values: stamps)
    guard let line = StraightLine(samples) else { return false }
    return line.sumOfSquares(samples) < Double(stamps.count) * (0.1 * frame) * (0.1 * frame)
  }

  /// The standard deviation of stamps by their steps in ascending order: the quartiles of a normal distribution are 1.35
  /// standard deviations apart.
  private static func deviation(of steps: [Double]) -> Double {
    (steps[3 * steps.count / 4] - steps[steps.count / 4]) / 1.35 / 2.0.squareRoot()
  }

  /// Whether two steps at least are much longer or shorter than both their neighbours, as where a tick more or less moved
  /// the content, or two stamps are much closer than others.
  fileprivate static func mayBeat(
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

  /// The smoothest ticks with periods between limits; nil if none are smooth enough.
  ///
  /// - Parameters:
  ///   - step: the step of the periods, as a share of their squares, in 1/s.
  ///   - allowed: the limit of the roughness, in pt.
  private static func smoothest(
    _ stamps: [Double], _ values: [Double], _ range: Range<Int>, _ periods: ClosedRange<Double>,
    step: Double, below allowed: Double, deviation: Double, _ smoothness: inout Smoothness
  ) -> TimerTicks? {
    var (found, least): ([(ticks: TimerTicks, roughness: Double)], Double) = ([], allowed)
    var period = periods.lowerBound
    while period <= periods.upperBound {
      for part in stride(from: 0, to: 1, by: startStep) {
        let ticks = TimerTicks(period: period, start: stamps[range.lowerBound] - part * period)
        guard let shown = ticks.shown(stamps, values, range) else { continue }
        let limit = min(allowed, nearly * least)
        let roughness = smoothness.roughness(over: shown, below: limit)
        if roughness < limit { found.append((ticks, roughness)) }
        least = min(least, roughness)
      }
      period += period * period * step
    }
    // Next to each other, they differ by single samples.
    var best: (ticks: TimerTicks, usual: Double)?
    for one in found where one.roughness <= nearly * least {
      guard let shown = one.ticks.shown(stamps, values, range) else { continue }
      let usual = smoothness.usual(over: shown, floor: deviation)
      if usual < best?.usual ?? .infinity { best = (one.ticks, usual) }
    }
    return best?.ticks
  }

  private init(period: Double, start: Double) { (self.period, self.start) = (period, start) }

  /// The mean time in s of samples that show a tick. Those before the motion, at their stamps, are earlier.
  func time(of count: Double) -> Double { start + count * period + delay }

  /// The number of the latest tick at a time.
  func count(at stamp: Double) -> Double { ((stamp - start) / period).rounded(.down) }

  /// Moves samples close to a tick to its other side, and those with the value of the sample before to its tick, where the
  /// motion is smoother so: stamps and timers are uneven.
  private mutating func correct(
    _ stamps: [Double], _ values: [Double], _ smoothness: inout Smoothness, deviation: Double
  ) {
    guard
      var least = Self.shown(values, values.indices, { counts[$0] }).map({
        smoothness.usual(over: $0, floor: deviation)
      })
    else { return }
    for index in counts.indices {
      let (place, old) = ((stamps[index] - start) / period - counts[index], counts[index])
      let other =
        index > 0 && values[index] == values[index - 1]
        ? counts[index - 1] : place < Self.slack ? old - 1 : place > 1 - Self.slack ? old + 1 : old
      guard other != old else { continue }
      counts[index] = other
      if let found = Self.shown(values, values.indices, { counts[$0] }).map({
        smoothness.usual(over: $0, floor: deviation)
      }), found < least {
        least = found
      } else {
        counts[index] = old
      }
    }
  }

  /// Sets the period and the start by the stamps of samples; false if no period gives these ticks.
  ///
  /// The first sample of a tick follows it within a period and within a frame. This holds for the possible periods. A timer has whole milliseconds, if these are among them.
  ///
  /// - Parameters:
  ///   - range: the samples that a timer may have moved.
  ///   - steps: the steps of the stamps in ascending order.
  private mutating func measure(
    _ stamps: [Double], _ range: Range<Int>, steps: [Double]
  ) -> Bool {
    let slack = Self.usualError * Self.deviation(of: steps)
    let samples = range.filter { $0 == range.lowerBound || counts[$0] != counts[$0 - 1] }
      .map { (stamp: stamps[$0], count: counts[$0]) }
    guard
      let line = StraightLine(
        Observations(abscissae: samples.map(\.count), values: samples.map(\.stamp)))
    else { return false }
    func delays(_ period: Double) -> (least: Double, most: Double) {
      samples.reduce((.infinity, -.infinity)) { range, sample in
        let delay = sample.stamp - sample.count * period
        return (Swift.min(range.0, delay), Swift.max(range.1, delay))
      }
    }
    let step = Self.accuracy * line.slope / Double(samples.count)
    let reach = Int(0.25 / Self.accuracy)
    let spreads = (-reach...reach).map { index -> Double in
      let (least, most) = delays(line.slope + Double(index) * step)
      return most - least
    }
    let usual = min(line.slope, steps[steps.count / 2])
    // Stamps and timers are uneven: the least spread may be more.
    guard let least = spreads.min(), least <= Self.mostSpread * usual + slack else { return false }
    let allowed = max(usual, least) + slack
    let possible = spreads.indices.filter { spreads[$0] <= allowed }
    let (shortest, longest) = (
      line.slope + Double((possible.first ?? 0) - reach - 1) * step,
      line.slope + Double((possible.last ?? 0) - reach + 1) * step
    )
    period = (shortest + longest) / 2
    error = (longest - shortest) / 12.0.squareRoot()
    let whole = (1000 * period).rounded() / 1000
    if whole >= shortest, whole <= longest, longest - shortest < Self.mostWhole { period = whole }
    let (first, last) = delays(period)
    (start, delay) = (first, (last - first) / 2)
    return true
  }

  /// The largest difference of the delays of samples, in periods or frames.
  private static let mostSpread = 1.25
  /// How much later than others a stamp may be, in standard deviations of the stamps.
  private static let usualError = 3.0
  /// The steps of the measured period, in ticks at the last sample.
  private static let accuracy = 0.01
  /// Of a longer range of periods, in s, a whole millisecond may be one by chance.
  private static let mostWhole = 0.1e-3

  /// The last sample of each tick in a range with the number of the tick.
  private func shown(
    _ stamps: [Double], _ values: [Double], _ range: Range<Int>
  ) -> [Smoothness.Sample]? {
    Self.shown(values, range) { count(at: stamps[$0]) }
  }

  /// The last sample of each tick with the number of the tick; nil if samples of one tick differ, or for few ticks.
  private static func shown(
    _ values: [Double], _ range: Range<Int>, _ count: (Int) -> Double
  ) -> [Smoothness.Sample]? {
    var shown: [Smoothness.Sample] = []
    shown.reserveCapacity(range.count)
    var different = 0
    for index in range {
      let count = count(index)
      if let last = shown.last, count <= last.time {
        guard count == last.time else { return nil }
        if values[index] != values[last.index] { different += 1 }
        shown[shown.count - 1].index = index
      } else {
        shown.append((index, count))
      }
    }
    return shown.count < least || 10 * different > range.count - shown.count ? nil : shown
  }

  /// At most `count` samples from an index on, or as many before the end.
  private static func piece(of all: Range<Int>, from index: Int, count: Int) -> Range<Int> {
    let first = max(0, min(index, all.upperBound - count))
    return first..<min(first + count, all.upperBound)
  }
}

extension Motion {
  /// Whether a timer may move some samples.
  func mayHaveTicks(_ moving: Range<Int>, of signal: SampledChannel) -> Bool {
    TimerTicks.mayBeat(signal.times[moving], values[moving], deviation: roundingAndNoise)
  }

  /// The motion with a part at the ticks of a timer; nil if there is no timer.
  ///
  /// - Parameter moving: the moving samples of the part.
  func onTicks(of signal: SampledChannel, in part: Range<Int>, moving: Range<Int>) -> Motion? {
    guard
      let ticks = TimerTicks(
        Array(signal.times[moving]), Array(values[moving]), deviation: roundingAndNoise)
    else { return nil }
    var motion = self
    for index in part {
      motion.times[index] = ticks.time(
        of: moving.contains(index)
          ? ticks.counts[index - moving.lowerBound] : ticks.count(at: signal.times[index]))
    }
    (motion.ticks, motion.jitter, motion.unsure) = (ticks, 0, [])
    motion.frame = max(frame, ticks.period)
    return motion
  }

  /// The standard deviation of a sample about the motion, in pt.
  private var roundingAndNoise: Double {
    (quantum * quantum / 12 + noiseAtRest * noiseAtRest).squareRoot()
  }
}
