internal import ScrollRecordings

/// The errors of logs.
extension LogRows {
  /// Throws for a line or a part of one that is too long.
  func checkLength(_ count: Int) throws(RowFault) {
    guard count > Limit.rowBytes else { return }
    throw RowFault(
      code: .fieldTooLarge, line: lastLine + 1, column: 1,
      message: "a line is longer than \(Limit.text(bytes: Limit.rowBytes))",
      help: "this may be no log")
  }

  /// The error for a line whose numbers may have a decimal comma or thousands separators; nil for other lines.
  static func ambiguity(
    _ bytes: UnsafeRawBufferPointer, _ line: Int, _ shape: LogReader.Shape
  ) -> RowFault? {
    let text = PrintedText.quoted(Text.trimmed(bytes))
    if shape.shape.hasTimeCode {
      return RowFault(
        code: .notANumber, line: line, column: nil,
        message:
          "\(text) seems to have the time code of a video, hh:mm:ss:ff, whose last part counts frames",
        help: TimeCode.help("awk", cell: 1, "--log"))
    }
    if shape.shape.hasThousands {
      return RowFault(
        code: .notANumber, line: line, column: nil,
        message: "\(text) may have a thousands separator",
        help: DecimalNumber.thousandsHelp + "; put a space behind a comma between two numbers")
    }
    guard shape.hasDecimalComma else { return nil }
    return RowFault(
      code: .decimalComma, line: line, column: nil, message: "\(text) may have a decimal comma",
      help: "write decimal points, as in 1.5, and a space behind a comma between numbers:"
        + " sed 's/\\([0-9]\\),\\([0-9]\\)/\\1.\\2/g' FILE | scrollfit --log -")
  }

  /// The error for the factor of a matrix.
  static func factor(_ bytes: UnsafeRawBufferPointer, _ line: Int) -> RowFault {
    RowFault(
      code: .noKnownColumn, line: line, column: nil,
      message:
        "\(PrintedText.quoted(Text.trimmed(bytes))) is a factor of the numbers below, as MATLAB"
        + " shows a matrix",
      help:
        "show it again after 'format long g', or multiply: awk '/[*]$/ { f = $1; next } f { for (i = 1;"
        + " i <= NF; i++) $i = sprintf(\"%.9g\", $i * f) } 1' FILE | scrollfit --log -")
  }

  /// The error for an offset without a time before it, where most have one.
  func timesApart(_ line: Int) -> RowFault {
    RowFault(
      code: .emptyCell, line: line, column: nil,
      message: "times and offsets are on lines of their own, and this offset has no time before it",
      help:
        "print both on one line, or join lines by two: sed '/^ *$/d' FILE | paste -d ' ' - -"
        + " | scrollfit --log -")
  }

  /// The error for a number without a name, in lines without a time, that may be a count, or the time since the line
  /// before.
  static func unclearTime(_ sample: LogSample, _ place: Range<Int>, _ isStep: Bool) -> RowFault {
    let line = PrintedText.quoted(sample.bytes)
    let number = PrintedText.quoted(sample.bytes[place])
    guard isStep else {
      return RowFault(
        code: .unclearTime, line: sample.line, column: nil,
        message: "lines have no time, but a number that seems to count: \(number) in \(line)",
        help: "if each line is a frame, say how long it lasts: scrollfit --log --interval 1/60 FILE"
          + (sample.isFirstNumber(at: place)
            ? "; if it counts frames, at 60 Hz, type \(LogCommand.scaled(nil, "/ 60"))"
              + " | scrollfit --log --time-unit s -" : "")
          + "; else say what it is: --time-unit ms")
    }
    let rest = sample.bytes[place.upperBound...].drop { $0 == 0x20 }
    let unit = String(
      decoding: rest.prefix { ($0 | 0x20) &- 0x61 < 26 || $0 > 0x7F }, as: UTF8.self)
    return RowFault(
      code: .unclearTime, line: sample.line, column: nil,
      message: "lines have no time, but one as long as a frame: \(number) in \(line)",
      help: "if it is the time since the line before, type"
        + " sed -E 's/([0-9.]+ *\(unit))([^A-Za-z]|$)/dt=\\1\\2/' FILE | scrollfit --log -; else say how far"
        + " apart lines are: scrollfit --log --interval 1/60 FILE")
  }

  /// The error for two unnamed numbers that may be x and y, or an offset beside another quantity.
  static func unclearPair(_ sample: LogSample, isTimeLast: Bool) -> RowFault {
    let number = "[-+]*[0-9][0-9.]*"
    let end = "[^0-9]*" + (isTimeLast ? "[^-+0-9]\(number)[^0-9]*" : "")
    let pattern = "(\(number))([^-+0-9]+)(\(number))(\(end))$"
    return RowFault(
      code: .ambiguousColumn, line: sample.line, column: nil,
      message: "either of two numbers without names may be the offset, as in "
        + PrintedText.quoted(sample.bytes),
      help:
        "if the first is, type sed -E 's/\(pattern)/offset=\\1\\2other=\\3\\4/' FILE | scrollfit --log -;"
        + " for the second, write other=\\1\\2offset=\\3\\4 there, for x and y x=\\1\\2y=\\3\\4")
  }

  /// What to print in place of the extents of a viewport.
  static let extentsHelp =
    "Flutter prints extents here, which hide overscroll: print a time and metrics.pixels, as"
    + " Docs/Recorders/flutter.dart does; for what lies inside the edges, type"
    + " sed -E 's/([0-9.]+)[.][.].*/offset=\\1/' FILE | scrollfit --log -"
}
