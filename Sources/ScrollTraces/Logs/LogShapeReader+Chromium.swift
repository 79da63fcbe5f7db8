/// The log of Chromium, which headless browsers, Electron and CEF print.
extension LogShapeReader {
  /// Reads `[1234:1234:1130/210138.457102:INFO:CONSOLE:3] ` in front of a message; the process and the thread may be
  /// missing, and the line may be in brackets, `CONSOLE(3)`.
  mutating func readChromium() -> Bool {
    guard isMark(0, "[") else { return false }
    var index = 1
    while isCount(index), isMark(index + 1, ":") { index += 2 }
    guard kind(index) == .date, kind(index + 1) == .clock, isMark(index + 2, ":") else {
      return false
    }
    guard let end = (index..<min(index + 12, tokens.count)).first(where: { isMark($0, "]") }) else {
      return false
    }
    shape.clock = index + 1
    shape.isMarked = true
    next = end + 1
    return true
  }
}
