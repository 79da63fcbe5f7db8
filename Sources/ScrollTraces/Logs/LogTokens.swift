internal import ScrollRecordings

/// A token of a log line.
struct LogToken {
  enum Kind {
    /// A name, a word, a path.
    case word
    /// A decimal number, optionally with a unit.
    case number
    /// A time of day: `16:07:34.906`.
    case clock
    /// A date, which is not used.
    case date
    /// The source position of the statement that printed the line: `scroll.js:12:3`.
    case place
    /// Any other character.
    case mark
  }

  var kind: Kind
  /// Its bytes in the line, without a unit or a time zone.
  var range: Range<Int>
  /// The unit of a number; nil if it has none.
  var unit: ColumnUnit?
  /// The whole minutes of a duration, whose seconds are the number: `1m2.5s`.
  var minutes = 0
  /// The character of a mark.
  var mark: UInt8 = 0
  /// Whether no space precedes it.
  var isGlued: Bool
}

extension [LogToken] {
  /// The last token of a number with thousands separators and a fraction, `1,003.5`, that begins at a token; nil if it
  /// is not such a number.
  func thousandsEnd(_ index: Int, _ line: UnsafeRawBufferPointer) -> Int? {
    var end = index
    while end + 2 < count, self[end + 1].kind == .mark, self[end + 1].mark == UInt8(ascii: ","),
      self[end + 1].isGlued, self[end + 2].kind == .number, self[end + 2].isGlued
    {
      end += 2
      let bytes = line[self[index].range.lowerBound..<self[end].range.upperBound]
      if DecimalNumber.isThousands(UnsafeRawBufferPointer(rebasing: bytes)) { return end }
    }
    return nil
  }
}

/// Splits a log line into words, numbers, times of day and marks.
///
/// Quotes and terminal colours count as spaces. Digits in words, versions and percentages are not numbers: `iPhone13`,
/// `1.2.3`, `0x7f80`, `50%`.
struct LogTokens {
  private(set) var tokens: [LogToken] = []
  private var position = 0

  /// Splits a line; reuses the memory of the previous line.
  mutating func split(_ line: UnsafeRawBufferPointer) {
    tokens.removeAll(keepingCapacity: true)
    position = 0
    var isGlued = false
    while position < line.count {
      if skipBlank(line) {
        isGlued = false
        continue
      }
      take(line, isGlued)
      isGlued = true
    }
  }

  /// The line without its values, which is the same for all lines of one statement.
  func skeleton(of line: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    for (index, token) in tokens.enumerated() {
      if !token.isGlued { bytes.append(0x20) }
      switch token.kind {
      case .number:
        bytes.append(UInt8(ascii: "#"))
        // The skeleton must distinguish a list from a decimal comma and from thousands separators.
        if tokens.thousandsEnd(index, line) != nil { bytes.append(5) }
        bytes.append(line[token.range].contains(UInt8(ascii: ".")) ? 1 : 2)
        if let unit = token.unit { bytes += unit.rawValue.utf8 }
      case .clock: bytes.append(3)
      case .date: bytes.append(4)
      default: bytes += line[token.range]
      }
    }
  }

  private mutating func skipBlank(_ line: UnsafeRawBufferPointer) -> Bool {
    switch line[position] {
    case 0...0x1A, 0x1C...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      position += 1
    case 0x1B:
      // A colour: ESC [ numbers letter.
      position += 1
      guard position < line.count, line[position] == UInt8(ascii: "[") else { return true }
      position += 1
      while position < line.count, isDigit(line[position]) || line[position] == 0x3B {
        position += 1
      }
      if position < line.count, isLetter(line[position]) { position += 1 }
    default:
      guard let count = PrintedSigns.space(line, position) ?? PrintedSigns.dash(line, position)
      else { return false }
      position += count
    }
    return true
  }

  private mutating func take(_ line: UnsafeRawBufferPointer, _ isGlued: Bool) {
    let byte = line[position]
    let start = position
    let isInWord = start > 0 && isGlued && isWord(line[start - 1]) && !isAfterDate(start)
    if !isInWord, isDigit(byte) || signEnd(line, start) > start || byte == UInt8(ascii: ".") {
      if let end = date(line, start) {
        tokens.append(LogToken(kind: .date, range: start..<end, isGlued: isGlued))
        // 2026-11-23T16:07:34, 2026.11.23-16.07.34, 1123/160734
        position = end < line.count && [0x54, 0x2D, 0x2F].contains(line[end]) ? end + 1 : end
        return
      }
      if let (end, next) = clock(line, signEnd(line, start)) {
        tokens.append(LogToken(kind: .clock, range: start..<end, isGlued: isGlued))
        position = next
        return
      }
      if let (count, seconds) = minutes(line, start),
        let (end, next, unit) = number(line, seconds), unit == .seconds
      {
        tokens.append(
          LogToken(
            kind: .number, range: seconds..<end, unit: unit, minutes: count, isGlued: isGlued))
        position = next
        return
      }
      if let (end, next, unit) = number(line, start) {
        tokens.append(LogToken(kind: .number, range: start..<end, unit: unit, isGlued: isGlued))
        position = next
        return
      }
    }
    if isWordStart(byte) || isDigit(byte) {
      takeWord(line, isGlued)
    } else {
      position += 1
      tokens.append(
        LogToken(kind: .mark, range: start..<position, mark: byte, isGlued: isGlued))
    }
  }

  /// Whether only the T of `2026-11-23T16:07:34`, a dash or a slash lies between a date and here.
  private func isAfterDate(_ start: Int) -> Bool {
    tokens.last.map { $0.kind == .date && $0.range.upperBound + 1 == start } ?? false
  }

  private mutating func takeWord(_ line: UnsafeRawBufferPointer, _ isGlued: Bool) {
    let start = position
    position += 1
    while position < line.count {
      let byte = line[position]
      let joins = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      guard isWord(byte) || joins && position + 1 < line.count && isWord(line[position + 1]),
        PrintedSigns.space(line, position) == nil
      else { break }
      position += 1
    }
    let colon = UInt8(ascii: ":")
    // A URL, to its end.
    if line[position...].starts(with: "://".utf8) {
      while position < line.count, line[position] > 0x20 { position += 1 }
      position = lineAndColumnEnd(line, position)
      tokens.append(LogToken(kind: .place, range: start..<position, isGlued: isGlued))
      return
    }
    var kind = LogToken.Kind.word
    var end = position
    let isFile = isNameOfCode(line[start..<position])
    while isFile, end + 1 < line.count, line[end] == colon, isDigit(line[end + 1]) {
      end += 1
      while end < line.count, isDigit(line[end]) { end += 1 }
      kind = .place
    }
    position = end
    tokens.append(LogToken(kind: kind, range: start..<end, isGlued: isGlued))
  }

  // MARK: - Numbers

  /// The end of a date: `2026-11-23`, `11-23`, `11/23`, `2026.11.23-16.07.34` of Unreal, `1123/160734.906` of Chromium.
  private func date(_ line: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    var end = start
    var parts: [Int] = []
    var mark: UInt8?
    while parts.count < 3 {
      let first = end
      while end < line.count, isDigit(line[end]) { end += 1 }
      guard end > first else { return nil }
      parts.append(end - first)
      guard parts.count < 3, end + 1 < line.count, isDigit(line[end + 1]),
        mark.map({ $0 == line[end] }) ?? "-/.".utf8.contains(line[end])
      else { break }
      mark = line[end]
      end += 1
    }
    if mark == UInt8(ascii: ".") {
      let isStamp = end + 1 < line.count && line[end] == UInt8(ascii: "-") && isDigit(line[end + 1])
      return parts == [4, 2, 2] && isStamp ? end : nil
    }
    if parts == [4, 6], mark == UInt8(ascii: "/"), start > 0, "[:".utf8.contains(line[start - 1]),
      end < line.count, line[end] == UInt8(ascii: ".")
    {
      return start + 4
    }
    guard parts == [4, 2, 2] || parts == [2, 2] || parts == [2, 2, 4] else { return nil }
    guard end < line.count else { return end }
    let isBeforeClock =
      line[end] == UInt8(ascii: "T") && end + 1 < line.count && isDigit(line[end + 1])
    return line[end] == 0x20 || line[end] == 0x2C || isBeforeClock ? end : nil
  }

  /// The end of a time of day, and the end of its zone: `16:07:34.906123+0000`, `4:07:34 PM`. Minutes and seconds,
  /// `07:34.906`, need a fraction. Behind a date with points, `16.07.34:906` is one, and behind a slash `160734.906`.
  private func clock(_ line: UnsafeRawBufferPointer, _ start: Int) -> (end: Int, next: Int)? {
    if start > 0, isAfterDate(start), line[start - 1] == UInt8(ascii: "/") {
      let end = fractionEnd(line, start + 6, false)
      return (end, end)
    }
    let isDotted = start > 0 && isAfterDate(start) && line[start - 1] == UInt8(ascii: "-")
    let mark = UInt8(ascii: isDotted ? "." : ":")
    var end = start
    for part in 0..<3 {
      let first = end
      while end < line.count, isDigit(line[end]) { end += 1 }
      guard end - first == 2 || part == 0 && end - first == 1 else { return nil }
      guard part < 2 else { break }
      if part == 1, !isDotted, line[first] < UInt8(ascii: "6"), end + 1 < line.count,
        line[end] == UInt8(ascii: "."), isDigit(line[end + 1])
      {
        break
      }
      guard end < line.count, line[end] == mark else { return nil }
      end += 1
    }
    // `46:09:26:53.914`, a count in front of the time.
    if end + 3 < line.count, line[end] == mark, isDigit(line[end + 1]), isDigit(line[end + 2]),
      line[end + 3] == UInt8(ascii: ".")
    {
      return nil
    }
    end = fractionEnd(line, end, isDotted)
    let next = zoneEnd(line, end)
    guard next == line.count || !isWord(line, next) else { return nil }
    return (end, next)
  }

  /// The end of AM or PM, or of a zone, behind a time of day.
  private func zoneEnd(_ line: UnsafeRawBufferPointer, _ start: Int) -> Int {
    if let half = HalfOfDay(line[start...]) { return start + half.count }
    guard start < line.count else { return start }
    if line[start] == UInt8(ascii: "Z") { return start + 1 }
    guard start + 4 < line.count, isSign(line[start]),
      line[(start + 1)...(start + 4)].allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ":") })
    else { return start }
    var end = start + 5
    while end < line.count, isDigit(line[end]) { end += 1 }
    return end
  }

  /// The end of a sign; its start if there is none.
  private func signEnd(_ line: UnsafeRawBufferPointer, _ start: Int) -> Int {
    if isSign(line[start]) { return start + 1 }
    let isMinus = line[start] >= 0x80 && DecimalNumber.isMinus(line, start)
    return isMinus ? start + DecimalNumber.minus.count : start
  }

  /// The end of a number, and the end of its unit.
  private func number(
    _ line: UnsafeRawBufferPointer, _ start: Int
  ) -> (end: Int, next: Int, unit: ColumnUnit?)? {
    var end = signEnd(line, start)
    let digitStart = end
    func digits() { while end < line.count, isDigit(line[end]) { end += 1 } }
    digits()
    var count = end - digitStart
    if end + 1 < line.count, line[end] == UInt8(ascii: "."), isDigit(line[end + 1]) {
      end += 1
      digits()
      count = end - digitStart
    }
    guard count > 0 else { return nil }
    if end + 1 < line.count, line[end] | 0x20 == UInt8(ascii: "e") {
      let exponent = end + 1
      let digit = isSign(line[exponent]) ? exponent + 1 : exponent
      if digit < line.count, isDigit(line[digit]) {
        end = digit
        digits()
      }
    }
    guard end < line.count else { return (end, end, nil) }
    let isPercent = line[end...].first { $0 != 0x20 } == UInt8(ascii: "%")
    guard !isPercent else { return nil }
    // A version number.
    if end + 1 < line.count, line[end] == UInt8(ascii: "."), isDigit(line[end + 1]) { return nil }
    // A space or a point may precede the unit: `12.5 pt`, `12.5.dp`.
    let blank = ". ".utf8.contains(line[end]) ? 1 : PrintedSigns.space(line, end) ?? 0
    let isApart = blank > 0
    let first = end + blank
    guard first < line.count, isWord(line, first) else { return (end, end, nil) }
    var next = first
    while next < line.count, isWord(line, next) { next += 1 }
    let rest = line[first..<next]
    // `12.5/3200`, an offset and how far it goes.
    if !isApart, line[first] == UInt8(ascii: "/"), rest.dropFirst().allSatisfy(isDigit),
      line[start..<end].contains(UInt8(ascii: "."))
    {
      return (end, end, nil)
    }
    // `12.5f`
    if !isApart, rest.count == 1, line[first] | 0x20 == UInt8(ascii: "f") {
      return (end, next, nil)
    }
    guard let unit = ColumnUnit.printed(rest) else {
      return isApart && !PhysicalLength.isUnit(rest) ? (end, end, nil) : nil
    }
    return (end, next, unit)
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
private func isSign(_ byte: UInt8) -> Bool { byte == 0x2D || byte == 0x2B }
private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

private func isWordStart(_ byte: UInt8) -> Bool {
  isLetter(byte) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "@")
}

private func isWord(_ byte: UInt8) -> Bool { isWordStart(byte) || isDigit(byte) }

private func isWord(_ line: UnsafeRawBufferPointer, _ place: Int) -> Bool {
  isWord(line[place]) && PrintedSigns.space(line, place) == nil
}
