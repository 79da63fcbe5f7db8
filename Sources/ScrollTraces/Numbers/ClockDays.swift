/// Continues times of day after midnight.
struct ClockDays {
  private var days = 0.0
  private var last = 0.0

  /// The seconds to add to a time of day in s. A step back of half a day or more is the next day; a smaller one is an
  /// error in the file.
  mutating func shift(at seconds: Double) -> Double {
    if seconds < last - 43_200 { days += 86_400 }
    last = seconds
    return days
  }
}
