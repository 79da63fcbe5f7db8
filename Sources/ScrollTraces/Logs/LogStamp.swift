/// A time on a line of its own, which is that of the sample on a following line: `t: 0.016`, or the first line of
/// `logcat -v long`.
struct LogStamp {
  /// Where a line has a time.
  struct Place {
    /// The name of the time; nil for a time of day.
    var name: String?
    /// The index of its token.
    var token: Int
  }

  /// The name of the time; nil for a time of day.
  var name: String?
  var text: [UInt8]
  /// What follows a time of day.
  var zone = LogZone()
  var line: Int
  /// Whether its line is one of logcat.
  var isOfAndroid = false
}

/// What follows a time of day: the zone, or the half of the day.
struct LogZone {
  /// The zone in s east of UTC; nil if there is none.
  private(set) var shift: Int?
  /// Whether it is PM; nil if neither AM nor PM follows.
  private(set) var isAfternoon: Bool?

  init() {}

  /// Reads `Z`, `+0200`, `-07:00` or ` PM` at the start of a text.
  init(_ text: Slice<UnsafeRawBufferPointer>) {
    isAfternoon = HalfOfDay(text)?.isAfternoon
    guard let sign = text.first else { return }
    if sign == UInt8(ascii: "Z") { shift = 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return }
    let digits = text.dropFirst().prefix(5).filter { $0 &- 0x30 < 10 }.map { Int($0 &- 0x30) }
    guard digits.count >= 4 else { return }
    let minutes = 600 * digits[0] + 60 * digits[1] + 10 * digits[2] + digits[3]
    shift = (sign == UInt8(ascii: "+") ? 60 : -60) * minutes
  }
}

extension [LogSample] {
  /// The lines that meet the conditions; all of them if none does, for the error that names the values that there are.
  var chosen: [LogSample] {
    let found = filter(\.isChosen)
    return found.isEmpty ? self : found
  }
}

/// A line of a log that may be a sample.
struct LogSample {
  var line: Int
  var bytes: [UInt8]
  /// The last time on a line before it.
  var stamp: LogStamp?
  /// Whether it meets the conditions.
  var isChosen = true

  /// Whether no digit stands in front of a place.
  func isFirstNumber(at place: Range<Int>) -> Bool {
    !bytes[..<place.lowerBound].contains(where: isDigit)
  }
}
