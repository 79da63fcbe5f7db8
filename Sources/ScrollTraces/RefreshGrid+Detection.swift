#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension RefreshGrid {
  /// The rates that displays and cameras have, in Hz.
  static let knownRates: [Double] = [
    24, 25, 30, 48, 50, 59.94, 60, 72, 75, 80, 90, 100, 120, 144, 165, 240,
  ]

  /// The root mean square deviation from the grid, in frames, that counts as fitting. Stamps that
  /// have nothing to do with the grid deviate by 1/sqrt(12) = 0.29.
  static let largestDeviation = 0.08

  /// Two stamps further apart than this share no start: clocks drift, and displays sleep.
  private static let longestPause = 1.0

  /// The grid that stamps fit, the one of lowest rate: every grid fits its multiples too.
  ///
  /// - Parameters:
  ///   - times: the stamps, s; they do not decrease.
  ///   - rate: the rate when it is known, Hz.
  ///   - medianInterval: the median distance, s; its rate is tried with the known ones.
  /// - Returns: nil below eight distinct stamps, or when no grid fits.
  ///
  /// Cost: one pass for each rate, mostly cut short after 256 stamps.
  static func detect(
    in times: [Double], rate: Double?, medianInterval: Double
  ) -> RefreshGrid? {
    if let rate { return fit(times, rate: rate, isKnown: true) }
    let candidates = (knownRates + [1 / medianInterval]).sorted()
    for candidate in candidates where candidate.isFinite {
      if let grid = fit(times, rate: candidate, isKnown: false) { return grid }
    }
    return nil
  }

  /// The grid of assumed times: frame n at n times the interval.
  static func assumed(_ times: [Double], interval: Double) -> RefreshGrid {
    let first = times.first ?? 0
    return RefreshGrid(
      rate: rounded(1 / interval, relativeError: 1e-9), period: interval, periodError: 0,
      frameNumbers: times.map { wholeNumber(($0 - first) / interval) }, frameTimes: times,
      jitter: nil)
  }

  private static func fit(_ times: [Double], rate: Double, isKnown: Bool) -> RefreshGrid? {
    guard isPlausible(times, period: 1 / rate) else { return nil }
    // Twice: a rate that is a little off miscounts long steps, the fitted one does not.
    guard let first = leastSquares(times, period: 1 / rate),
      let line = leastSquares(times, period: first.period)
    else { return nil }
    guard abs(line.period * rate - 1) < 0.2, line.deviation < largestDeviation * line.period else {
      return nil
    }
    let found = 1 / line.period
    let error = line.periodError / line.period
    let named = isKnown ? rate : rounded(found, relativeError: error)
    // Displays keep their rate better than a second of jittered stamps can measure it: where the two
    // agree within the error, frames are 1/rate apart.
    var final = line
    if abs(named * line.period - 1) <= max(3 * error, 1e-6),
      let nominal = leastSquares(times, period: line.period, spacing: 1 / named)
    {
      final = nominal
    }
    return RefreshGrid(
      rate: named, period: final.period, periodError: line.periodError,
      frameNumbers: final.frames, frameTimes: final.frameTimes, jitter: final.deviation)
  }

  /// The nearest whole number, within 1e12: sums of them cannot overflow, whatever a file holds.
  static func wholeNumber(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value.rounded(), -1e12), 1e12))
  }

  /// The known rate that cannot be told from this one, whole ones first; else the rate itself.
  private static func rounded(_ rate: Double, relativeError: Double) -> Double {
    let tolerance = max(3 * relativeError, 2e-4)
    let close = knownRates.filter { abs($0 / rate - 1) <= tolerance }
    return close.first { $0 == $0.rounded() } ?? close.first ?? rate
  }

  /// Whether steps are whole numbers of frames, within what two jittered stamps allow.
  private static func isPlausible(_ times: [Double], period: Double) -> Bool {
    var sum = 0.0
    var count = 0
    for index in times.indices.dropFirst() {
      let step = (times[index] - times[index - 1]) / period
      if step == 0 || step * period > longestPause { continue }
      let rest = step - step.rounded()
      sum += rest * rest
      count += 1
      if count == 256, sum > 4 * bound(count) { return false }
    }
    return count >= 7 && sum <= bound(count)
  }

  /// The largest sum of squares of steps: two stamps each, and room for a rate 2 % off.
  private static func bound(_ count: Int) -> Double {
    Double(count) * 2.6 * largestDeviation * largestDeviation
  }

  private struct Line {
    var period: Double
    var periodError: Double
    /// Root of the sum of squares over the degrees of freedom, s.
    var deviation: Double
    var frames: [Int]
    var frameTimes: [Double]
  }

  /// Numbers the frames and fits t = start(segment) + period n by least squares; with `spacing` the
  /// period is that, and only the starts are fitted.
  private static func leastSquares(
    _ times: [Double], period: Double, spacing: Double? = nil
  ) -> Line? {
    var frames = [0]
    frames.reserveCapacity(times.count)
    var segments = [0]
    for index in times.indices.dropFirst() {
      let step = times[index] - times[index - 1]
      frames.append(frames[index - 1] + wholeNumber(step / period))
      if step > longestPause { segments.append(index) }
    }
    segments.append(times.count)

    var sumNN = 0.0
    var sumNT = 0.0
    var centres: [(n: Double, t: Double)] = []
    for (start, end) in zip(segments, segments.dropFirst()) {
      // From the segment's start: squares of large stamps would lose the digits that matter.
      let count = Double(end - start)
      var n = 0.0
      var t = 0.0
      for index in start..<end {
        n += Double(frames[index] - frames[start])
        t += times[index] - times[start]
      }
      let centre = (n: n / count, t: t / count)
      for index in start..<end {
        let n = Double(frames[index] - frames[start]) - centre.n
        let t = times[index] - times[start] - centre.t
        sumNN += n * n
        sumNT += n * t
      }
      centres.append(centre)
    }
    let freedom = times.count - (segments.count - 1) - 1
    guard sumNN > 0, sumNT > 0, freedom >= 5 else { return nil }
    let fitted = spacing ?? sumNT / sumNN

    var squares = 0.0
    var frameTimes: [Double] = []
    frameTimes.reserveCapacity(times.count)
    for (segment, centre) in centres.enumerated() {
      let start = segments[segment]
      for index in start..<segments[segment + 1] {
        let n = Double(frames[index] - frames[start]) - centre.n
        let t = times[index] - times[start] - centre.t
        let rest = t - fitted * n
        squares += rest * rest
        frameTimes.append(times[start] + (centre.t + fitted * n))
      }
    }
    let deviation = (squares / Double(freedom)).squareRoot()
    return Line(
      period: fitted, periodError: deviation / sumNN.squareRoot(), deviation: deviation,
      frames: frames, frameTimes: frameTimes)
  }
}
