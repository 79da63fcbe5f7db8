/// Stamps that were printed to whole units of some ms, such as 0.02, 0.03, 0.05: each tells its frame to half a unit.
struct PrintedStamps {
  /// The unit, in s.
  let unit: Double
  /// The time between frames, in s.
  let period: Double

  /// The largest standard deviation of stamps about their frames, in units: rounding leaves 1 / sqrt(12) = 0.289.
  static let largestDeviation = 0.35
  /// The largest relative error of a period.
  static let largestPeriodError = 0.01

  /// Minimum number of stamps: fewer fit many grids.
  private static let fewest = 24
  /// The units, in ms: smaller ones are small beside a frame, and of larger ones many samples share each.
  private static let units = 2...10
  /// How far a stamp may be from its frame, in units: half of one for rounding, and the recorder's own lateness.
  private static let reach = 0.6
  /// The largest unit, in frames, whose stamps tell which frames are missing: two frames may have one stamp otherwise.
  private static let telling = 0.75
  /// How far clocks of displays and of recorders may differ.
  private static let drift = 1e-3

  /// The unit in s of which all stamps are multiples; nil if it is none of these.
  static func unit(of times: UnsafeBufferPointer<Double>) -> Double? {
    guard times.count >= fewest else { return nil }
    var divisor = 0
    for index in 1..<times.count {
      let step = (times[index] - times[index - 1]) * 1000
      let whole = step.roundedInPlace
      guard (step - whole).magnitude < 1e-3, whole < 1e9 else { return nil }
      divisor = commonDivisor(divisor, Int(whole))
      if divisor == 1 { return nil }
    }
    return units.contains(divisor) ? Double(divisor) / 1000 : nil
  }

  /// Whether many samples share a stamp: the unit is longer than a frame then, and no period of frames.
  static func areShared(_ times: UnsafeBufferPointer<Double>) -> Bool {
    20 * (1..<times.count).count { times[$0] == times[$0 - 1] } > times.count
  }

  private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }

  /// Numbers the frames, a later one for each stamp; returns whether all stamps are near enough to theirs.
  ///
  /// Each stamp limits the time of the first frame to an interval. A stamp has the first frame that leaves a time in the
  /// intervals of all stamps so far, which grow by the drift of the clocks.
  func number(
    _ frames: UnsafeMutableBufferPointer<Int>, _ times: UnsafeBufferPointer<Double>
  ) -> Bool {
    let reach = Self.reach * unit
    frames[0] = 0
    var (low, high) = (-reach, reach)
    for index in 1..<times.count {
      let step = times[index] - times[index - 1]
      let time = times[index] - times[0]
      var frame = frames[index - 1] + 1
      if step > RefreshGrid.longestPause {
        frame = max(frame, frames[index - 1] + RefreshGrid.wholeNumber(step / period))
        (low, high) = (-.infinity, .infinity)
      } else {
        let slack = Self.drift * step
        (low, high) = (low - slack, high + slack)
        let first = ((time - reach - high) / period).rounded(.up)
        guard first.magnitude < 1e12 else { return false }
        frame = max(frame, Int(first))
        guard unit < Self.telling * period || frame == frames[index - 1] + 1 else { return false }
      }
      let start = time - Double(frame) * period
      (low, high) = (max(low, start - reach), min(high, start + reach))
      guard low <= high else { return false }
      frames[index] = frame
    }
    return true
  }
}
