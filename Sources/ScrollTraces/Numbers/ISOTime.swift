/// A time in ISO 8601, `2024-05-01T10:00:00.016Z` or `20240501T100000.016Z`, or a time of day, `10:00:00.016`, as
/// seconds. A time may also begin with minutes, `59:00.016`, if its seconds have a fraction.
///
/// Of a date with the year last, `11/26/2026 3:20:29.016 PM` or `26.11.2026 15:20:29,016`, only the time of day is used,
/// because the order of day and month differs between countries. `0 days 00:00:01.5` is a span, as pandas writes it.
struct ISOTime {
  /// Seconds since 1970-01-01 in UTC, to a quarter of a microsecond; since midnight without a date.
  private(set) var seconds = 0.0
  /// Whether there is a date; without one, a time of day may continue after midnight.
  private(set) var hasDate = false
  /// Number of decimals of the seconds.
  private(set) var digits = 0

  private var rest: Slice<UnsafeRawBufferPointer>
  /// Whether colons separate the parts of the time, as they do but in the basic form of ISO 8601.
  private var hasColons = true

  /// Reads a whole cell; nil if it is anything else.
  init?(_ text: UnsafeRawBufferPointer) {
    rest = text[...]
    guard text.count >= 6, readDate(), readTimeOfDay(), readZone(), rest.isEmpty else {
      return nil
    }
  }

  /// Reads a date and what separates it from the time; false for one that is none.
  private mutating func readDate() -> Bool {
    let start = rest
    for read in [Self.readISODate, Self.readBasicDate, Self.readLocalDate, Self.readDays] {
      if read(&self) { return true }
      rest = start
    }
    // There is no date if the text begins with a time of day.
    return rest.prefix(3).contains(UInt8(ascii: ":"))
  }

  private static func readISODate(_ time: inout ISOTime) -> Bool {
    guard let year = time.number(4, in: 1...9999) else { return false }
    let isDashed = time.take("-")
    guard isDashed || time.take("/"), let month = time.number(2, in: 1...12),
      time.take(isDashed ? "-" : "/"), let day = time.number(2, in: 1...31),
      time.take("T") || time.take("t") || time.take(" ")
    else { return false }
    time.setDate(year, month, day)
    return true
  }

  private static func readBasicDate(_ time: inout ISOTime) -> Bool {
    guard let year = time.number(4, in: 1...9999), let month = time.number(2, in: 1...12),
      let day = time.number(2, in: 1...31), time.take("T") || time.take("t")
    else { return false }
    time.setDate(year, month, day)
    time.hasColons = time.rest.dropFirst(2).first == UInt8(ascii: ":")
    return true
  }

  private static func readLocalDate(_ time: inout ISOTime) -> Bool {
    guard time.shortNumber() != nil else { return false }
    let isSlashed = time.take("/")
    guard isSlashed || time.take("."), time.shortNumber() != nil,
      time.take(isSlashed ? "/" : "."),
      time.number(4, in: 1...9999) ?? time.number(2, in: 0...99) != nil
    else { return false }
    _ = time.take(",")
    return time.take(" ")
  }

  private static func readDays(_ time: inout ISOTime) -> Bool {
    var days: Int?
    while let digit = time.number(1, in: 0...9), days ?? 0 < 1000 {
      days = 10 * (days ?? 0) + digit
    }
    guard let days, time.rest.starts(with: " days ".utf8) else { return false }
    time.rest.removeFirst(6)
    time.seconds = 86_400 * Double(days)
    time.hasDate = true
    return true
  }

  private mutating func setDate(_ year: Int, _ month: Int, _ day: Int) {
    seconds = 86_400 * Double(Self.days(year, month, day))
    hasDate = true
  }

  private mutating func readTimeOfDay() -> Bool {
    // The last part are seconds, of which 60 is a leap second.
    guard var minutes = hasDate ? number(2, in: 0...59) : shortNumber(in: 0...59), takeColon(),
      var whole = number(2, in: 0...60)
    else { return false }
    var hours: Int?
    if takeColon(), hasColons || rest.count > 1 {
      (hours, minutes) = (minutes, whole)
      guard let last = number(2, in: 0...60), hours ?? 0 < 24, minutes < 60 else { return false }
      whole = last
    }
    guard let fraction = readFraction() else { return false }
    if let isAfternoon = readHalfOfDay() {
      guard let hour = hours, (1...12).contains(hour) else { return false }
      hours = hour % 12 + (isAfternoon ? 12 : 0)
    }
    seconds += Double(3600 * (hours ?? 0) + 60 * minutes + whole) + fraction
    return hours != nil || digits > 0 && !hasDate
  }

  /// The fraction of the seconds, 0 without one; nil for a mark without digits.
  private mutating func readFraction() -> Double? {
    let isColon = rest.count == 4 && hasColons && take(":")
    guard isColon || take(".") || take(",") else { return 0 }
    var fraction = 0.0
    var unit = 0.1
    while let digit = number(1, in: 0...9) {
      fraction += unit * Double(digit)
      unit /= 10
      digits += 1
    }
    return digits > 0 ? fraction : nil
  }

  /// Whether AM or PM follows, and which; nil if neither does.
  private mutating func readHalfOfDay() -> Bool? {
    guard let half = HalfOfDay(rest) else { return nil }
    rest.removeFirst(half.count)
    return half.isAfternoon
  }

  private mutating func readZone() -> Bool {
    if rest.isEmpty || take("Z") || take("z") { return true }
    if rest.elementsEqual(" UTC".utf8) || rest.elementsEqual(" GMT".utf8) {
      rest = rest.suffix(0)
      return true
    }
    _ = take(" ")
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

  private mutating func takeColon() -> Bool { !hasColons || take(":") }

  /// Reads a number of one or two digits.
  private mutating func shortNumber(in range: ClosedRange<Int> = 1...31) -> Int? {
    number(2, in: range) ?? number(1, in: range)
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

/// AM or PM behind a time of day.
struct HalfOfDay {
  var isAfternoon: Bool
  /// The number of bytes, including the space in front.
  private(set) var count = 0

  /// Reads it at the start of a text, in any case; nil if the text begins with anything else.
  init?(_ text: Slice<UnsafeRawBufferPointer>) {
    let text = UnsafeRawBufferPointer(rebasing: text)
    guard let first = text.first else { return nil }
    count = first == 0x20 ? 1 : PrintedSigns.space(text, 0) ?? 0
    guard count + 2 <= text.count, text[count + 1] | 0x20 == UInt8(ascii: "m") else { return nil }
    isAfternoon = text[count] | 0x20 == UInt8(ascii: "p")
    guard isAfternoon || text[count] | 0x20 == UInt8(ascii: "a") else { return nil }
    count += 2
    let isWord = count < text.count && (text[count] | 0x20) &- 0x61 < 26
    if isWord { return nil }
  }
}
