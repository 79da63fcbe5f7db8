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
  var line: Int
}

/// A line of a log that may be a sample.
struct LogSample {
  var line: Int
  var bytes: [UInt8]
  /// The last time on a line before it.
  var stamp: LogStamp?
}
