/// The lines of logcat and of Android Studio.
extension LogShapeReader {
  /// `1234  1234 D Scroll  : `, `D/Scroll( 1234): `, `1234-1234 Scroll com.app D `, `D( 1234: 1234) `.
  mutating func readLogcat() -> Bool {
    var index = next
    var lead: Int?
    // Seconds since 1970, or since the start.
    if kind(index) == .number, !isCount(index), isCount(index + 1), isCount(index + 2) {
      lead = index
      index += 1
    }
    // The name of a user in place of its number.
    if kind(index) == .word, isCount(index + 1), isCount(index + 2), isLevel(index + 3) {
      index += 1
    }
    let numbers = processes(index)
    if numbers.count >= 2 {
      index = numbers.end
      if isLevel(index), let colon = colon(after: index + 1) {
        shape.source = words(index + 1, colon)
        next = colon + 1
      } else if isTag(index), isMark(index + 1, "]") {
        // `[ 03-14 15:09:26.500  1234: 1234 D/Scroll ]`
        shape.source = String(text(index).dropFirst(2))
        next = index + 2
      } else if let end = studio(index) {
        next = end
      } else {
        return false
      }
      if let lead {
        shape.plain.append(lead)
        shape.isLed = true
      }
      return true
    }
    if isLevel(next), isMark(next + 1, "("), tokens[next + 1].isGlued, isCount(next + 2) {
      let end = processes(next + 2).end
      guard isMark(end, ")") else { return false }
      // The tag may be at the end: `D( 1234) y=12.5  (Scroll)`
      let tag = tokens.count - 2
      if isMark(tag + 1, ")"), isMark(tag - 1, "("), kind(tag) == .word { shape.source = text(tag) }
      next = end + 1
      return true
    }
    guard isTag(next), let end = brief(next) else { return false }
    next = end
    return true
  }

  /// Whether a word is a level and a tag: `D/Scroll`.
  private func isTag(_ index: Int) -> Bool {
    guard kind(index) == .word, tokens[index].range.count > 2 else { return false }
    let word = text(index)
    return word.dropFirst().first == "/" && "VDIWEFAS".contains(word.prefix(1))
  }

  /// The token behind the numbers of a user, a process and a thread, and how many they are: `1234-1234`, `1234: 1234`, or
  /// `1234-1234/com.app` with the package behind them.
  private func processes(_ start: Int) -> (end: Int, count: Int) {
    var index = start
    var count = 0
    while kind(index) == .number, count < 3 {
      (index, count) = (index + 1, count + 1)
      guard isMark(index, "-:"), index + 1 < tokens.count else { continue }
      if isCount(index + 1) {
        index += 1
      } else if kind(index + 1) == .word, isDigit(line[tokens[index + 1].range.lowerBound]) {
        return (index + 1, count + 1)
      }
    }
    return (index, count)
  }

  /// The token after `D/Scroll( 1234):` or `D/Scroll:`; nil for other words with a slash.
  private mutating func brief(_ start: Int) -> Int? {
    guard let colon = colon(after: start), colon - start <= 8 else { return nil }
    var end = start + 1
    while end < colon, kind(end) == .word { end += 1 }
    shape.source = String(text(start).dropFirst(2)) + words(start + 1, end)
    return colon + 1
  }

  /// The token after the tag of Android Studio: `/com.app D/Scroll: ` or ` Scroll com.app D `.
  private mutating func studio(_ start: Int) -> Int? {
    var index = start
    if kind(index) == .word, text(index).contains("/"), !isTag(index) {
      // The package may be unknown: `1234-1234/? D/Scroll: `
      let tag = isMark(index + 1, "?") ? index + 2 : index + 1
      return isTag(tag) ? brief(tag) : nil
    }
    while kind(index) == .word, !isLevel(index), index - start < 6 { index += 1 }
    guard index > start, isLevel(index) else { return nil }
    shape.source = words(start, index)
    return index + 1
  }
}
