/// A time in ISO 8601, `2024-05-01T10:00:00.016Z`, or a time of day, `10:00:00.016`, as seconds. A time may also begin
/// with minutes, `59:00.016`, if its seconds have a fraction.
struct ISOTime {
  /// Seconds since 1970-01-01 in UTC, to a quarter of a microsecond; since midnight without a date.
  private(set) var seconds = 0.0
  /// Whether there is a date; without one, a time of day may continue after midnight.
  private(set) var hasDate = false
  /// Number of decimals of the seconds.
  private(set) var digits = 0

  private var rest: Slice<UnsafeRawBufferPointer>

  /// Reads a whole cell; nil if it is anything else.
  init?(_ text: UnsafeRawBufferPointer) {
    rest = text[...]
    guard text.count >= 6, readDate(isThere: text[4] == UInt8(ascii: "-")), readTimeOfDay(),
      readZone(), rest.isEmpty
    else { return nil }
  }

  private mutating func readDate(isThere: Bool) -> Bool {
    guard isThere else { return true }
    guard let year = number(4, in: 1...9999), take("-"), let month = number(2, in: 1...12),
      take("-"), let day = number(2, in: 1...31), take("T") || take("t") || take(" ")
    else { return false }
    seconds = 86_400 * Double(Self.days(year, month, day))
    hasDate = true
    return true
  }

  private mutating func readTimeOfDay() -> Bool {
    // The last part are seconds, of which 60 is a leap second.
    guard var minutes = number(2, in: 0...59) ?? (hasDate ? nil : number(1, in: 0...9)), take(":"),
      var whole = number(2, in: 0...60)
    else { return false }
    var hours: Int?
    if take(":") {
      (hours, minutes) = (minutes, whole)
      guard let last = number(2, in: 0...60), hours ?? 0 < 24, minutes < 60 else { return false }
      whole = last
    }
    var fraction = 0.0
    if take(".") || take(",") {
      var unit = 0.1
      while let digit = number(1, in: 0...9) {
        fraction += unit * Double(digit)
        unit /= 10
        digits += 1
      }
      guard digits > 0 else { return false }
    }
    seconds += Double(3600 * (hours ?? 0) + 60 * minutes + whole) + fraction
    return hours != nil || digits > 0 && !hasDate
  }

  private mutating func readZone() -> Bool {
    if rest.isEmpty || take("Z") || take("z") { return true }
    let isEast = take("+")
    guard isEast || take("-"), let hours = number(2, in: 0...23) else { return false }
    _ = take(":")
    guard let minutes = rest.isEmpty ? 0 : number(2, in: 0...59) else { return false }
    seconds -= (isEast ? 60 : -60) * Double(60 * hours + minutes)
    return true
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years that begin with March, so that a leap day is the last day.
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day
      - 719_469
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number with `count` digits; nil, without consuming anything, if there is none in the range.
  private mutating func number(_ count: Int, in range: ClosedRange<Int>) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      guard byte &- 0x30 < 10 else { return nil }
      value = 10 * value + Int(byte &- 0x30)
    }
    guard range.contains(value) else { return nil }
    rest.removeFirst(count)
    return value
  }
}
