internal import ScrollRecordings

/// Reads the beginning of a line before the message: stamp, program or tag, labels.
extension LogShapeReader {
  mutating func readStart() {
    readStamp()
    if readChromium() {
      // Its source position is behind the message.
    } else if readLogcat() {
      shape.isMarked = true
      let tag = shape.source.split(separator: " ").first ?? ""
      shape.isOfAndroid = !Self.frameworks.contains(tag.lowercased())
    } else if readProcess() {
      shape.isMarked = true
    }
    while readLabel() {}
    guard next < tokens.count else { return }
    shape.message = next
    // `#15` is a count.
    shape.isComment = isMark(next, "#") && !(isCount(next + 1) && tokens[next + 1].isGlued)
    readHeader()
  }

  /// The tags of frameworks whose lengths are not the pixels of Android.
  private static let frameworks: Set = [
    "flutter", "reactnativejs", "chromium", "capacitor/console", "unity", "godot",
  ]

  /// Column names, as a recorder prints its file: `t_s,offset_y_pt,phase`.
  private mutating func readHeader() {
    let cells = stride(from: next, to: tokens.count, by: 2)
    let commas = stride(from: next + 1, to: tokens.count, by: 2)
    guard (tokens.count - next) % 2 == 1, tokens.count - next > 2,
      cells.allSatisfy({ kind($0) == .word }), commas.allSatisfy({ isMark($0, ",") }),
      cells.contains(where: { ColumnName(text($0))?.role.standsAlone == true })
    else { return }
    shape.headerCount = (tokens.count - next + 1) / 2
  }

  /// A date and a time of day, with or without brackets; or `[  +16 ms]` and `[        ]` of `flutter run -v`, the time
  /// since the line before, which is no stamp.
  private mutating func readStamp() {
    // `D  03-14 15:09:26.500  `, the compact view of Android Studio.
    shape.isOfAndroid = isLevel(0) && kind(1) == .date && tokens[1].range.count == 5
    next = shape.isOfAndroid ? 1 : countEnd
    let start = next
    if isMark(0, "["), isMark(1, "]") { next = 2 }
    if isMark(0, "["), kind(1) == .number, tokens[1].unit == .milliseconds, isMark(2, "]"),
      line[tokens[1].range.lowerBound] == UInt8(ascii: "+")
    {
      next = 3
    }
    // `[ 81234.500000] usb 1-1: `, as the kernel prints it; a number behind it is a sample.
    if isMark(0, "["), kind(1) == .number, !isCount(1), isMark(2, "]"), kind(3) == .word {
      shape.isMarked = true
    }
    while let first = stamp(at: next) {
      if kind(first) == .word {
        next = first + 2
        continue
      }
      if kind(first) == .clock {
        shape.clock = shape.clock ?? first
        if isMark(first + 1, ":;"), tokens[first + 1].isGlued, isCount(first + 2),
          tokens[first + 2].isGlued, tokens[first + 2].range.count == 2
        {
          shape.hasTimeCode = true
        }
        // A time of day that is a cell of a table is not the stamp of a log.
        let isCell = isMark(first + 1, ",;|") || isTabbed(after: first)
        shape.isMarked = !isCell
      }
      next = first + 1
      if isMark(next, ",") { next += 1 }
    }
    if next > start, isMark(next, "])") { next += 1 }
  }

  /// The first token of a date, a time of day, or `Nov 23 16:07:34`, at a place or in a bracket there; nil for another one.
  private func stamp(at index: Int) -> Int? {
    let first = isMark(index, "[(") ? index + 1 : index
    if kind(first) == .clock || kind(first) == .date { return first }
    let isMonth =
      kind(first) == .word && tokens[first].range.count == 3 && kind(first + 1) == .number
      && kind(first + 2) == .clock
    return isMonth ? first : nil
  }

  /// The token behind a count in front of a stamp: `15:` of grep, also behind the name of a file, or `[15]`; 0 if there is
  /// none.
  private var countEnd: Int {
    let file = isMark(0, ".") ? 1 : 0
    let start = kind(file) == .word && isMark(file + 1, ":") ? file + 2 : isMark(0, "[") ? 1 : 0
    guard isCount(start), isMark(start + 1, start == 1 ? "]" : ":"), stamp(at: start + 2) != nil
    else { return 0 }
    return start + 2
  }

  private func isTabbed(after index: Int) -> Bool {
    let end = tokens[index].range.upperBound
    return end < line.count && line[end] == 0x09
  }

  /// `App[123:456] `, `App(Scroll)[123] <Notice>: `, the columns of `log stream`, and `(app:123): ` of GLib.
  private mutating func readProcess() -> Bool {
    var index = next
    // (app:4021):
    if isMark(index, "("), kind(index + 1) == .word, isMark(index + 2, ":"), isCount(index + 3),
      isMark(index + 4, ")"), isMark(index + 5, ":")
    {
      shape.source = text(index + 1)
      next = index + 6
      return true
    }
    // 0x1a2b Default 0x0 123 0 App:
    if kind(index) == .word, text(index).hasPrefix("0x"), kind(index + 1) == .word,
      kind(index + 2) == .word, isCount(index + 3), isCount(index + 4)
    {
      index += 5
      guard kind(index) == .word, isMark(index + 1, ":") else { return false }
      shape.source = text(index)
      next = index + 2
      return true
    }
    // Df App[123:4567]
    if kind(index) == .word, tokens[index].range.count <= 2, kind(index + 1) == .word { index += 1 }
    let name = index
    guard kind(index) == .word else { return false }
    index += 1
    if isMark(index, "("), kind(index + 1) == .word, isMark(index + 2, ")") { index += 3 }
    guard isMark(index, "["), tokens[index].isGlued, isCount(index + 1) else { return false }
    index += 2
    if isMark(index, ":") { index += 2 }
    guard isMark(index, "]") else { return false }
    index += 1
    if isMark(index, "<"), kind(index + 1) == .word, isMark(index + 2, ">") { index += 3 }
    if isMark(index, ":") { index += 1 }
    shape.source = text(name)
    next = index
    return true
  }

  private static let levels: Set = ["LOG", "INFO", "DEBUG", "WARN", "ERROR"]

  /// A label that is not a value: `flutter:`, `[Scroll]`, `(index):12`, `console.log:`.
  private mutating func readLabel() -> Bool {
    if next == 0, kind(0) == .word, Self.levels.contains(text(0)), !isMark(1, ":") {
      // The format of React Native.
      shape.isMarked = text(0) == "LOG"
      shape.words += text(0) + " "
      next = 1
      return true
    }
    if kind(next) == .place {
      shape.source += text(next) + " "
      next += 1
      return true
    }
    if isMark(next, "(["), kind(next + 1) == .word {
      var end = next + 1
      while kind(end) == .word || isMark(end, ":"), end - next < 8 { end += 1 }
      guard isMark(end, "])"), names.known(text(next + 1)) == nil else { return false }
      shape.words += words(next + 1, end) + " "
      next = end + 1
      if isMark(next, ":") {
        next += 1
        if kind(next) == .number, tokens[next].isGlued { next += 1 }
      }
      return true
    }
    var end = next
    while kind(end) == .word, end - next < 4 { end += 1 }
    guard end > next, isMark(end, ":"), !isMark(end + 1, ":"), names.known(text(end - 1)) == nil,
      ColumnName.stepAxis(text(end - 1)) == nil, !isName(before: end), !isTimeStep(before: end)
    else { return false }
    if text(next) == "flutter" { shape.isMarked = true }
    shape.source += words(next, end) + " "
    next = end + 1
    return true
  }

  /// Whether a number follows a colon, and then other numbers with names, none of which is known: `top: 12.5 at: 16`.
  private func isName(before colon: Int) -> Bool {
    guard kind(colon + 1) == .number else { return false }
    let others = tokens.indices.dropFirst(colon + 2).filter {
      kind($0) == .word && isMark($0 + 1, ":=") && kind($0 + 2) == .number
    }
    return !others.isEmpty && others.allSatisfy { names.known(text($0)) == nil }
  }

  /// Whether a word, a colon and a number are the time since the line before: `deltaTime: 0.0167 pos: 12.5`.
  private func isTimeStep(before colon: Int) -> Bool {
    let word = text(colon - 1)
    return kind(colon + 1) == .number
      && (ColumnName.isTimeStep(word) || word.lowercased() == "delta")
  }

  /// The colon that ends a tag.
  func colon(after start: Int) -> Int? {
    (start..<min(start + 12, tokens.count)).first { isMark($0, ":") }
  }

  func words(_ start: Int, _ end: Int) -> String {
    (start..<max(start, end)).map { text($0) }.joined(separator: " ")
  }

  /// The source position that a browser prints after a message: `(scroll.js, line 3)`, `debugger eval code:1:9`,
  /// `, source: http://localhost/scroll.js (3)`.
  ///
  /// - Returns: its first token, and the file; an empty file for code without a name.
  static func lastPlace(
    _ tokens: [LogToken], _ line: UnsafeRawBufferPointer
  ) -> (start: Int, file: String)? {
    func text(_ index: Int) -> String {
      String(decoding: line[tokens[index].range], as: UTF8.self)
    }
    // The last tokens as text, with `#` for numbers.
    let end = tokens.suffix(7).map { token in
      token.kind == .number
        ? "#" : String(decoding: line[token.range].prefix(16), as: UTF8.self)
    }
    // The default of Qt: `(file:///a/main.qml:12, onContentYChanged)`.
    if tokens.count > 4, tokens[tokens.count - 3].kind == .place,
      end.suffix(4).first == "(", end.last == ")"
    {
      return (tokens.count - 4, text(tokens.count - 3) + " ")
    }
    // `, source: http://localhost/ (12)`; code without a file has no URL.
    if end.suffix(3) == ["(", "#", ")"],
      let source = tokens.indices.last(where: {
        tokens[$0].mark == UInt8(ascii: ",") && tokens[$0...].dropFirst().first?.kind == .word
          && text($0 + 1) == "source" && $0 + 5 < tokens.count
      })
    {
      let file = tokens[(source + 3)...].first { $0.kind == .place }
      return (source, file.map { String(decoding: line[$0.range], as: UTF8.self) + " " } ?? "")
    }
    if end == ["debugger", "eval", "code", ":", "#", ":", "#"] { return (tokens.count - 7, "") }
    guard end.count > 5, end.suffix(4) == [",", "line", "#", ")"],
      end[end.count - 6] == "("
    else { return nil }
    return (tokens.count - 6, text(tokens.count - 5) + " ")
  }
}
