internal import CurveFitting
internal import ScrollRecordings

/// The samples as used to find phases: times on the refresh grid if there is one, and the tolerance of a sample about a
/// law.
struct Motion {
  /// Times in s.
  var times: [Double]
  /// Whether the times are stamps or ticks, in which no frames may be counted.
  var isStamped = false
  /// The ticks of a timer that gave the times; nil for frames and stamps.
  var ticks: TimerTicks?
  /// Offsets in pt.
  var values: [Double]
  /// Subtracted from the values before a law is fitted, in pt: the position of an edge, or 0.
  var level = 0.0
  /// How far the law itself may differ from the motion, in pt.
  var allowance = 0.0
  /// The step of the values in pt; 0 if they are not rounded.
  var quantum: Double
  /// Standard deviation of noise beyond rounding, in pt.
  var noise: Double
  /// The most equal values in a row.
  let longestRun: Int
  /// The noise where it, not rounding, moves the samples of a rest; else 0.
  var noiseAtRest: Double { noise > 0.5 * quantum ? noise : 0 }
  /// Standard deviation of the timing errors, in s.
  var jitter: Double
  /// How far the time of each sample may be off, in s, where that is more than `jitter`, else 0; empty if nowhere.
  var unsure: [Double] = []
  /// The usual time between samples, in s.
  var frame: Double

  init(_ signal: SampledChannel) {
    values = signal.values
    longestRun = Self.longestRun(signal.values)
    quantum = signal.quantum ?? 0
    let grid = signal.timing.isRecorded ? signal.facts.grid : nil
    let stampJitter = grid?.jitter ?? 0
    let scatter = Scatter(
      times: grid?.frameTimes ?? signal.times, values: values, quantum: quantum)
    // If the values lie on the frames, scatter of the stamps about the frames is a stamp error. If the values follow
    // the stamps, the stamps are right. Without enough motion to decide, small scatter counts as an error.
    let followsStamps =
      scatter.map { $0.jitter > 0.7 * stampJitter && stampJitter > NumericLimits.printedScatter }
      ?? (stampJitter > 1e-3)
    times = followsStamps ? signal.times : grid?.frameTimes ?? signal.times
    if let scatter {
      noise = scatter.noise
      jitter = followsStamps ? 0 : scatter.jitter
    } else {
      noise = signal.noise > 0.5 * quantum ? signal.noise : 0
      jitter = stampJitter < NumericLimits.printedScatter ? 0 : stampJitter
    }
    let usual = MotionSearch.areMultiples(signal.times, of: 1e-3) ? Self.usualStep(times) : nil
    frame = usual ?? signal.facts.medianInterval ?? 1.0 / 60
  }

  /// The mean of the steps near the median one; nil for times that do not rise. Of steps of 8.33 ms, stamps in whole
  /// milliseconds show 8 and 9; late stamps are left out.
  private static func usualStep(_ times: [Double]) -> Double? {
    let steps = times.steps.filter { $0 > 0 }
    guard !steps.isEmpty else { return nil }
    let usual = steps.sorted()[steps.count / 2]
    let near = steps.filter { ($0 - usual).magnitude <= nearShare * usual }
    return near.reduce(0, +) / Double(near.count)
  }

  /// How far a step may be from the median one, relative to it.
  private static let nearShare = 0.15

  /// Whether two samples are equal, but for noise.
  func isSteady(_ index: Int, _ other: Int) -> Bool {
    (values[index] - values[other]).magnitude <= 4 * noiseAtRest
  }

  private static func longestRun(_ values: [Double]) -> Int {
    var (longest, run) = (min(values.count, 1), 1)
    for index in values.indices.dropFirst() {
      run = values[index] == values[index - 1] ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }

  /// The motion relative to an edge, for a spring that returns to it. Springs of recorded scroll views differ from the
  /// critically damped law by up to 0.4 % of the furthest overscroll.
  func beyond(_ position: Double, furthest: Double) -> Motion {
    var motion = self
    motion.level = position
    motion.allowance = 0.004 * furthest.magnitude
    return motion
  }

  /// The motion with exact times.
  var strict: Motion {
    var motion = self
    motion.jitter = 0
    return motion
  }

  /// At most `most` samples of a range, evenly spaced, including the first and the last.
  func thinned(_ range: Range<Int>, to most: Int) -> Motion {
    var motion = self
    let kept = range.spread(to: most)
    motion.times = kept.map { times[$0] }
    motion.values = kept.map { values[$0] }
    if !unsure.isEmpty { motion.unsure = kept.map { unsure[$0] } }
    return motion
  }

  /// The motion without an allowance for the law.
  var strictLaw: Motion {
    var motion = self
    motion.allowance = 0
    return motion
  }

  /// The tolerance in pt of a sample about a fitted law, at a speed in pt/s: rounding, noise, and timing errors.
  func tolerance(_ speed: Double) -> Double {
    // Exact values still have the rounding of the arithmetic.
    max(0.62 * quantum + 4 * noise + 2 * jitter * speed.magnitude + allowance, 1e-7)
  }

  /// The residual of a sample relative to its tolerance: above 1 the sample does not follow the law.
  func miss(_ index: Int, _ law: FreeMotion) -> Double {
    let time = times[index]
    return (values[index] - level - law.value(at: time)).magnitude
      / tolerance(law.velocity(at: time))
  }

  /// Whether all samples of a range follow a law, except single outliers.
  func follows(_ law: FreeMotion, _ range: Range<Int>) -> Bool {
    var strays = range.count / 40
    var isAfterMiss = false
    for index in range {
      guard miss(index, law) > 1 else {
        isAfterMiss = false
        continue
      }
      // Outliers are isolated.
      if isAfterMiss || strays == 0 { return false }
      strays -= 1
      isAfterMiss = true
    }
    return true
  }

  /// Whether samples scatter about a law without a pattern, as noise does, with a standard deviation of at most `limit`
  /// pt.
  func scatters(about law: FreeMotion, _ range: Range<Int>, within limit: Double) -> Bool {
    let residuals = range.map { values[$0] - level - law.value(at: times[$0]) }
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    return squares <= limit * limit * Double(range.count)
      && ResidualTests.durbinWatson(residuals).map { $0 >= Self.independent } ?? true
  }

  /// The least Durbin-Watson statistic of independent residuals: two standard deviations below 2 for twenty samples. It is
  /// far less if another law moved the content.
  private static let independent = 1.2

  /// The law fitted to a range; nil unless all its samples follow.
  func free(
    _ law: FreeMotion.Law, _ range: Range<Int>, known: Double? = nil, near: Double? = nil
  ) -> FreeMotion? {
    guard let found = FreeMotion(law, self, range, known: known, near: near),
      follows(found, range)
    else { return nil }
    return found
  }

  /// The number of samples over which a curve may be extrapolated: a sixth of its time constant.
  private func reach(_ law: FreeMotion) -> Int {
    Int(max(1, min(0.17 / (law.rate * max(frame, 1e-9)), 1000)))
  }

  /// Extends a range on both sides as far as the samples follow its law.
  ///
  /// It ends at two misses in a row. The law is refitted whenever the range has grown by its reach, or by a fifth if
  /// that is less.
  func extended(
    _ law: FreeMotion, _ range: Range<Int>, within limits: Range<Int>, known: Double? = nil
  ) -> (law: FreeMotion, range: Range<Int>) {
    var law = law
    var range = range
    while true {
      let before = range
      let most = max(1, min(reach(law), range.count / 5))
      while range.lowerBound > limits.lowerBound, before.lowerBound - range.lowerBound < most,
        isOn(law, range.lowerBound - 1, next: range.lowerBound - 2, limits)
      {
        range = range.lowerBound - 1..<range.upperBound
      }
      while range.upperBound < limits.upperBound, range.upperBound - before.upperBound < most,
        isOn(law, range.upperBound, next: range.upperBound + 1, limits)
      {
        range = range.lowerBound..<range.upperBound + 1
      }
      guard range != before else { return (law, range) }
      // The added samples must also follow the refitted law.
      func renewed(_ candidate: Range<Int>) -> FreeMotion? {
        FreeMotion(law.law, self, candidate, known: known, near: law.rate).flatMap {
          follows($0, candidate) ? $0 : nil
        }
      }
      guard let next = renewed(range) else {
        for candidate in [
          range.lowerBound..<before.upperBound, before.lowerBound..<range.upperBound,
        ] {
          if candidate != before, let next = renewed(candidate) { return (next, candidate) }
        }
        return (law, before)
      }
      law = next
    }
  }

  /// The range without samples at its ends that follow the law only because it was fitted to them.
  ///
  /// The law is fitted to the inner part and extended outward again, until two samples in a row miss it.
  func trimmed(
    _ law: FreeMotion, _ range: Range<Int>, within limits: Range<Int>
  ) -> (law: FreeMotion, range: Range<Int>) {
    var result = (law: law, range: range)
    for _ in 0..<4 {
      let count = result.range.count
      let margin = max(1, min(10, count / 8, reach(result.law)))
      guard count - 2 * margin >= 5 else { return result }
      // An end at which the motion itself ends is not trimmed.
      let low = result.range.lowerBound + (result.range.lowerBound > limits.lowerBound ? margin : 0)
      let high =
        result.range.upperBound - (result.range.upperBound < limits.upperBound ? margin : 0)
      guard let inner = FreeMotion(law.law, self, low..<high, near: result.law.rate) else {
        return result
      }
      var first = low
      while first > limits.lowerBound, isOn(inner, first - 1, next: first - 2, limits) {
        first -= 1
      }
      var end = high
      while end < limits.upperBound, isOn(inner, end, next: end + 1, limits) { end += 1 }
      let next = first..<end
      if next == result.range { return (inner, next) }
      result = (inner, next)
    }
    return result
  }

  /// Whether a sample follows a law, or is an isolated outlier before one that does.
  private func isOn(_ law: FreeMotion, _ index: Int, next: Int, _ limits: Range<Int>) -> Bool {
    let miss = miss(index, law)
    // A glide is extrapolated, so a quarter more is allowed. The start of a spring may be next to a finger that holds
    // still.
    let most = law.law == .glide ? 1.25 : 1
    return miss <= most
      || (miss <= most + 0.5 && limits.contains(next) && self.miss(next, law) <= most)
  }
}

extension Range<Int> {
  /// At most `most` of its numbers, evenly spaced, including the first and the last.
  func spread(to most: Int) -> [Int] {
    guard count > most else { return Array(self) }
    return (0..<most).map {
      lowerBound + ($0 * (count - 1) + (most - 1) / 2) / (most - 1)
    }
  }
}
