#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension RefreshGrid {
  /// Common rates of displays and cameras, in Hz.
  package static let knownRates: [Double] = [
    24, 25, 30, 48, 50, 59.94, 60, 72, 75, 80, 90, 100, 120, 144, 165, 240,
  ]

  /// The maximum root mean square deviation from a grid, in frames. Stamps that are unrelated to the grid deviate by
  /// 1/sqrt(12) = 0.29.
  static let largestDeviation = 0.08

  /// The same for stamps with varying delays after the frame, such as those of printed lines, if enough of them are one
  /// frame apart.
  private static let largestLateness = 0.125

  /// Minimum number of stamps for this.
  private static let enoughLate = 60

  /// Maximum pause, in s. Stamps further apart have no common start, because clocks drift and displays sleep. Slightly
  /// above 1, so that rounded stamps sixty frames apart at 60 Hz do not exceed it.
  static let longestPause = 1.000_001

  /// The grid with the lowest rate that stamps fit: stamps that fit a grid also fit its multiples.
  ///
  /// - Parameters:
  ///   - times: the stamps, in s, not decreasing.
  ///   - rate: the rate in Hz, if it is known.
  ///   - medianInterval: the median interval, in s; its rate is tried in addition to the known ones.
  /// - Returns: nil with fewer than eight distinct stamps, or if no grid fits.
  ///
  /// Cost: one pass per rate; most are rejected after 256 stamps.
  static func detect(
    in times: [Double], rate: Double?, medianInterval: Double
  ) -> RefreshGrid? {
    times.withUnsafeBufferPointer { times in
      withUnsafeTemporaryAllocation(of: Int.self, capacity: times.count) { frames in
        let unit = PrintedStamps.unit(of: times)
        // Before steps are rounded to frames, which would make a frame of each step of such stamps.
        func printed(_ rate: Double, isKnown: Bool = false) -> RefreshGrid? {
          unit.flatMap { fit(times, rate: rate, isKnown: isKnown, frames: frames, printedTo: $0) }
        }
        if let rate {
          return printed(rate, isKnown: true)
            ?? fit(times, rate: rate, isKnown: true, frames: frames)
            ?? fitLate(times, rate: rate, isKnown: true, frames: frames)
        }
        let longest = unit.flatMap { PrintedStamps.areShared(times) ? 0.99 * $0 : nil } ?? .infinity
        func plain(_ rate: Double) -> RefreshGrid? {
          guard 1 / rate < longest,
            let grid = fit(times, rate: rate, isKnown: false, frames: frames)
          else { return nil }
          return onTime(grid, times, usual: medianInterval, frames: frames) ?? grid
        }
        var isMedianTried = false
        for known in knownRates {
          if !isMedianTried, 1 / medianInterval < known {
            isMedianTried = true
            if let grid = plain(1 / medianInterval) { return grid }
          }
          if let grid = printed(known) ?? plain(known) { return grid }
        }
        guard (1 / medianInterval).isFinite else { return nil }
        let usual = 1 / medianInterval
        if !isMedianTried, let grid = plain(usual) { return grid }
        return 1 / usual < longest
          ? fitLate(times, rate: usual, isKnown: false, frames: frames) : nil
      }
    }
  }

  /// The grid of the usual steps, if these are several frames of a grid, the frames of another usual rate, and nine samples
  /// in ten are whole steps apart. The others are late: they fit only a grid of frames that the display does not have.
  private static func onTime(
    _ grid: RefreshGrid, _ times: UnsafeBufferPointer<Double>, usual: Double,
    frames: UnsafeMutableBufferPointer<Int>
  ) -> RefreshGrid? {
    let step = wholeNumber(usual / grid.period)
    guard step > 1, step < times.count else { return nil }
    var counts = [Int](repeating: 0, count: step)
    for number in grid.frameNumbers { counts[number % step] += 1 }
    guard let phase = counts.firstIndex(where: { 10 * $0 >= 9 * times.count }) else { return nil }
    func number(_ index: Int) -> Int { (grid.frameNumbers[index] + step - phase) / step }
    let first = number(0)
    for index in times.indices {
      frames[index] = number(index) - first
      // Two samples in one frame are more than one late sample.
      if index > 0, frames[index] == frames[index - 1] { return nil }
    }
    guard let line = FrameSums(times, frames: frames) else { return nil }
    let deviation = line.deviation(times, frames: frames, spacing: line.period)
    let slower = Self.grid(times, line, deviation, rate: nil, isNumbered: true, frames: frames)
    return knownRates.contains(slower.rate) ? slower : nil
  }

  /// The grid of assumed times: frame n at n times the interval.
  package static func assumed(_ times: [Double], interval: Double) -> RefreshGrid {
    let first = times.first ?? 0
    return RefreshGrid(
      rate: rounded(1 / interval, relativeError: 1e-9), period: interval, periodError: 0,
      frameNumbers: times.map { wholeNumber(($0 - first) / interval) }, frameTimes: times,
      jitter: nil)
  }

  private static func fitLate(
    _ times: UnsafeBufferPointer<Double>, rate: Double, isKnown: Bool,
    frames: UnsafeMutableBufferPointer<Int>
  ) -> RefreshGrid? {
    guard times.count >= enoughLate, rate >= 24 else { return nil }
    return fit(times, rate: rate, isKnown: isKnown, frames: frames, within: largestLateness)
  }

  private static func fit(
    _ times: UnsafeBufferPointer<Double>, rate: Double, isKnown: Bool,
    frames: UnsafeMutableBufferPointer<Int>, within largestDeviation: Double = largestDeviation
  ) -> RefreshGrid? {
    guard numberPlausibly(frames, times, period: 1 / rate, within: largestDeviation) else {
      return nil
    }
    // Twice, because a slightly wrong rate miscounts long steps, and the fitted one does not.
    guard let first = FrameSums(times, frames: frames) else { return nil }
    var line = first
    var isNumbered = isNumbered(frames, times, period: line.period)
    if !isNumbered {
      number(frames, times, period: first.period)
      guard let second = FrameSums(times, frames: frames) else { return nil }
      line = second
      isNumbered = self.isNumbered(frames, times, period: line.period)
    }
    let deviation = line.deviation(times, frames: frames, spacing: line.period)
    guard abs(line.period * rate - 1) < 0.2, deviation < largestDeviation * line.period else {
      return nil
    }
    return grid(
      times, line, deviation, rate: isKnown ? rate : nil, isNumbered: isNumbered, frames: frames)
  }

  /// The grid whose frames are numbered so that every stamp is that of its frame, printed to whole units.
  private static func fit(
    _ times: UnsafeBufferPointer<Double>, rate: Double, isKnown: Bool,
    frames: UnsafeMutableBufferPointer<Int>, printedTo unit: Double
  ) -> RefreshGrid? {
    guard PrintedStamps(unit: unit, period: 1 / rate).number(frames, times),
      let line = FrameSums(times, frames: frames),
      abs(line.period * rate - 1) < PrintedStamps.largestPeriodError
    else { return nil }
    let deviation = line.deviation(times, frames: frames, spacing: line.period)
    guard deviation < PrintedStamps.largestDeviation * unit else { return nil }
    return grid(
      times, line, deviation, rate: isKnown ? rate : nil, isNumbered: true, frames: frames)
  }

  /// The grid of numbered frames.
  ///
  /// - Parameters:
  ///   - line: the line of stamps against frames.
  ///   - deviation: the standard deviation of stamps about it, in s.
  ///   - rate: the rate in Hz, if it is known.
  ///   - isNumbered: whether the period of the line gives these numbers.
  private static func grid(
    _ times: UnsafeBufferPointer<Double>, _ line: FrameSums, _ deviation: Double, rate: Double?,
    isNumbered: Bool, frames: UnsafeMutableBufferPointer<Int>
  ) -> RefreshGrid {
    let found = 1 / line.period
    let periodError = deviation / line.sumNN.squareRoot()
    let error = periodError / line.period
    let named = rate ?? rounded(found, relativeError: error)
    // Displays keep their rate more precisely than a second of stamps with jitter can measure. If the named rate agrees
    // within the error, frames are 1/rate apart.
    var final = line
    var period = line.period
    if abs(named * line.period - 1) <= max(3 * error, 1e-6) {
      if isNumbered {
        period = 1 / named
      } else {
        let before = Array(frames)
        number(frames, times, period: line.period)
        if let nominal = FrameSums(times, frames: frames) {
          final = nominal
          period = 1 / named
        } else {
          _ = frames.update(fromContentsOf: before)
        }
      }
    }
    var jitter = 0.0
    let frameTimes = [Double](unsafeUninitializedCapacity: times.count) { buffer, count in
      jitter = final.deviation(times, frames: frames, spacing: period, frameTimes: buffer)
      count = times.count
    }
    return RefreshGrid(
      rate: named, period: period, periodError: periodError, frameNumbers: Array(frames),
      frameTimes: frameTimes, jitter: jitter)
  }

  /// The nearest whole number, limited to 1e12 so that sums cannot overflow.
  static func wholeNumber(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value.roundedInPlace, -1e12), 1e12))
  }

  /// The known rate that is equal within the error, preferably a whole one; else the rate itself.
  private static func rounded(_ rate: Double, relativeError: Double) -> Double {
    let tolerance = max(3 * relativeError, 2e-4)
    let close = knownRates.filter { abs($0 / rate - 1) <= tolerance }
    return close.first { $0 == $0.rounded() } ?? close.first ?? rate
  }

  /// Numbers the frames; returns whether all steps are whole numbers of frames within the jitter of two stamps.
  private static func numberPlausibly(
    _ frames: UnsafeMutableBufferPointer<Int>, _ times: UnsafeBufferPointer<Double>,
    period: Double, within largestDeviation: Double
  ) -> Bool {
    guard times.count >= 8 else { return false }
    /// The maximum sum of squares of steps: two stamps each, with a margin for a rate that is 2 % wrong.
    func bound(_ count: Int) -> Double {
      Double(count) * 2.6 * largestDeviation * largestDeviation
    }
    // The sum never decreases, so a sum above the bound of all steps can be rejected early.
    let largest = bound(times.count - 1)
    var sum = 0.0
    var count = 0
    var frame = 0
    frames[0] = 0
    for index in 1..<times.count {
      let step = (times[index] - times[index - 1]) / period
      let whole = step.roundedInPlace
      frame += whole.magnitude < 1e12 ? Int(whole) : wholeNumber(step)
      frames[index] = frame
      if step == 0 || step * period > longestPause { continue }
      let rest = step - whole
      sum += rest * rest
      count += 1
      if sum > largest || (count == 256 && sum > 4 * bound(count)) { return false }
    }
    return count >= 7 && sum <= bound(count)
  }

  /// Numbers the frames by rounding each step to whole periods.
  private static func number(
    _ frames: UnsafeMutableBufferPointer<Int>, _ times: UnsafeBufferPointer<Double>, period: Double
  ) {
    guard !times.isEmpty else { return }
    var frame = 0
    frames[0] = 0
    for index in 1..<times.count {
      frame += wholeNumber((times[index] - times[index - 1]) / period)
      frames[index] = frame
    }
  }

  /// Whether numbering with this period would give these frames; false also if rounding leaves doubt. Without
  /// divisions, which are the main cost of numbering.
  private static func isNumbered(
    _ frames: UnsafeMutableBufferPointer<Int>, _ times: UnsafeBufferPointer<Double>, period: Double
  ) -> Bool {
    let margin = 0.49 * period
    var doubts = 0
    for index in 1..<times.count {
      let count = frames[index] &- frames[index - 1]
      let rest = times[index] - times[index - 1] - Double(count) * period
      // Beyond 1e9 frames rounding errors can exceed the margin.
      doubts += abs(rest) < margin && count < 1_000_000_000 ? 0 : 1
    }
    return doubts == 0
  }

  /// The sums for the line t = start(segment) + period n through stamps, about the centre of each segment.
  private struct FrameSums {
    var sumNN = 0.0
    var sumNT = 0.0
    var freedom: Int
    /// The first sample of each segment, and the segment's centre relative to it.
    var segments: [(start: Int, n: Double, t: Double)] = []
    /// The least-squares period.
    var period: Double { sumNT / sumNN }

    /// Nil if the samples do not determine the line, or leave too few degrees of freedom to test it.
    init?(_ times: UnsafeBufferPointer<Double>, frames: UnsafeMutableBufferPointer<Int>) {
      freedom = times.count - 1
      var start = 0
      while start < times.count {
        // Relative to the segment's start: squares of large stamps would lose significant digits.
        let (firstFrame, firstTime) = (frames[start], times[start])
        var n = 0.0
        var t = 0.0
        var end = start
        repeat {
          n += Double(frames[end] - firstFrame)
          t += times[end] - firstTime
          end += 1
        } while end < times.count && !(times[end] - times[end - 1] > longestPause)
        let count = Double(end - start)
        let centre = (n: n / count, t: t / count)
        for index in start..<end {
          let n = Double(frames[index] - firstFrame) - centre.n
          let t = times[index] - firstTime - centre.t
          sumNN += n * n
          sumNT += n * t
        }
        segments.append((start, centre.n, centre.t))
        freedom -= 1
        start = end
      }
      guard sumNN > 0, sumNT > 0, freedom >= 5 else { return nil }
    }

    /// The standard deviation of the residuals in s, for frames `spacing` apart; writes the times of the frames.
    func deviation(
      _ times: UnsafeBufferPointer<Double>, frames: UnsafeMutableBufferPointer<Int>,
      spacing: Double, frameTimes: UnsafeMutableBufferPointer<Double>? = nil
    ) -> Double {
      var squares = 0.0
      for (index, segment) in segments.enumerated() {
        let end = index + 1 < segments.count ? segments[index + 1].start : times.count
        let (firstFrame, firstTime) = (frames[segment.start], times[segment.start])
        for index in segment.start..<end {
          let n = Double(frames[index] - firstFrame) - segment.n
          let rest = times[index] - firstTime - segment.t - spacing * n
          squares += rest * rest
          frameTimes?[index] = firstTime + (segment.t + spacing * n)
        }
      }
      return (squares / Double(freedom)).squareRoot()
    }
  }
}

extension Double {
  /// `rounded()` inlined: ties away from zero; the sign of 0 may be lost.
  @inline(__always)
  var roundedInPlace: Double {
    guard magnitude < 0x1p51 else { return rounded() }
    let whole = Double(Int64(self))
    let rest = self - whole
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }
}
