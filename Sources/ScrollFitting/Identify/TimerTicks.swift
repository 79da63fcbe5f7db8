internal import CurveFitting
internal import ScrollRecordings

/// The ticks of a timer that moves the content, and the tick that each sample of a motion shows.
///
/// Each sample shows the content as the latest tick left it. At 60 Hz, one sample in 24 is two ticks of 16 ms after the one
/// before; with a timer of 20 ms, one in six is of the same tick. At their stamps, the samples are on no smooth curve. At
/// their ticks they are. `TickSearch` finds the ticks without a law.
struct TimerTicks {
  /// The time between two ticks, in s.
  let period: Double
  /// The standard error of the period, in s.
  let error: Double
  /// Whether the motion alone shows them, by far.
  var isClear = false
  /// The number of the tick that each sample of the motion shows.
  let counts: [Double]
  /// The usual frames, as a whole number, from the sample before to each.
  private let frames: [Double]
  /// The time of tick 0, in s.
  private let start: Double
  /// The mean time from a tick to the samples that show it, in s.
  private let delay: Double

  /// The period and the start by the stamps of samples; nil if no period gives these ticks.
  ///
  /// Every period is possible for which the first sample of each tick follows it within a period and within a frame, but
  /// for errors of the stamps. The middle of these periods is taken, or a whole millisecond among them: timers have whole
  /// milliseconds.
  ///
  /// - Parameters:
  ///   - stamps: in s.
  ///   - counts: the number of the tick that each sample shows.
  ///   - range: the samples that a timer may have moved.
  ///   - frame: the usual time between samples, in s.
  ///   - slack: how much later than others a stamp may be, in s.
  init?(
    _ stamps: [Double], _ counts: [Double], _ range: Range<Int>, frame: Double, slack: Double
  ) {
    let samples = range.filter { $0 == range.lowerBound || counts[$0] != counts[$0 - 1] }
      .map { (stamp: stamps[$0], count: counts[$0]) }
    guard
      let line = StraightLine(
        Observations(abscissae: samples.map(\.count), values: samples.map(\.stamp)))
    else { return nil }
    func delays(_ period: Double) -> (least: Double, most: Double) {
      samples.reduce((.infinity, -.infinity)) { range, sample in
        let delay = sample.stamp - sample.count * period
        return (min(range.0, delay), max(range.1, delay))
      }
    }
    let step = Self.accuracy * line.slope / Double(samples.count)
    let reach = Int(Self.reach / Self.accuracy)
    let periods = (-reach...reach).map { line.slope + Double($0) * step }
    let spreads = periods.map { period in
      let (least, most) = delays(period)
      return most - least
    }
    let usual = min(line.slope, frame)
    guard let least = spreads.min() else { return nil }
    // Timers are uneven: the least spread may be more.
    let allowed = max(usual, least) + slack
    guard let first = spreads.firstIndex(where: { $0 <= allowed }),
      let last = spreads.lastIndex(where: { $0 <= allowed })
    else { return nil }
    let (shortest, longest) = (periods[first] - step, periods[last] + step)
    let middle = (shortest + longest) / 2
    let whole = (1000 * middle).rounded() / 1000
    let isWhole = whole >= shortest && whole <= longest && longest - shortest < Self.mostWhole
    period = isWhole ? whole : middle
    error = (longest - shortest) / 12.0.squareRoot()
    let (earliest, latest) = delays(period)
    (start, delay) = (earliest, (latest - earliest) / 2)
    self.counts = counts
    frames = [0] + zip(stamps.dropFirst(), stamps).map { (($0 - $1) / frame).rounded() }
  }

  /// The steps of the measured period, and the furthest from the first estimate, in ticks at the last sample.
  private static let (accuracy, reach) = (0.01, 0.25)
  /// Of a longer range of periods, in s, a whole millisecond may be one by chance.
  private static let mostWhole = 0.1e-3

  /// Whether some of a range of samples are more or fewer ticks apart than others that are as many frames apart. If none
  /// are, frames tell as much, also where some are missing, and how long the ticks are cannot be seen.
  func beat(in range: Range<Int>) -> Bool {
    let steps = range.dropFirst().map { [frames[$0], counts[$0] - counts[$0 - 1]] }
    return Set(steps).count > Set(steps.map { $0[0] }).count
  }

  /// The mean time in s of samples that show a tick.
  func time(of count: Double) -> Double { start + count * period + delay }

  /// The number of the latest tick at a time.
  func count(at stamp: Double) -> Double { ((stamp - start) / period).rounded(.down) }
}

extension Motion {
  /// Whether a timer may move some samples.
  func mayHaveTicks(_ moving: Range<Int>, of signal: SampledChannel) -> Bool {
    TickSearch.mayBeat(signal.times[moving], values[moving], deviation: roundingAndNoise)
  }

  /// The motion with a part at the ticks of a timer; nil if there is no timer.
  ///
  /// - Parameters:
  ///   - part: the range of samples.
  ///   - moving: the moving samples of the part.
  ///   - period: the period of the timer in s, if it is known.
  func onTicks(
    of signal: SampledChannel, in part: Range<Int>, moving: Range<Int>, period: Double?
  ) -> Motion? {
    var search = TickSearch(
      Array(signal.times[moving]), Array(values[moving]), deviation: roundingAndNoise)
    guard let ticks = search?.found(period: period) else { return nil }
    var motion = self
    for index in part {
      motion.times[index] = ticks.time(
        of: moving.contains(index)
          ? ticks.counts[index - moving.lowerBound] : ticks.count(at: signal.times[index]))
    }
    (motion.ticks, motion.isStamped) = (ticks, true)
    (motion.jitter, motion.unsure) = (0, [])
    motion.frame = max(frame, ticks.period)
    return motion
  }

  /// The standard deviation of a sample about the motion, in pt.
  private var roundingAndNoise: Double {
    (quantum * quantum / 12 + noiseAtRest * noiseAtRest).squareRoot()
  }
}
