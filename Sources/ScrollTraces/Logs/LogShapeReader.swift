internal import ScrollRecordings

extension LogShape {
  /// Reads the shape of a line from its tokens.
  init(_ tokens: [LogToken], _ line: UnsafeRawBufferPointer, _ names: LogNames) {
    var reader = LogShapeReader(tokens: tokens, line: line, names: names)
    reader.readStart()
    reader.readMessage()
    self = reader.shape
  }
}

/// Reads the beginning of a line, then the message.
struct LogShapeReader {
  let tokens: [LogToken]
  let line: UnsafeRawBufferPointer
  let names: LogNames
  var shape = LogShape()
  /// The index of the next token.
  var next = 0

  /// An open bracket: the name before it, and the numbers in it.
  struct Group {
    var name: String?
    var numbers: [Int] = []
    var hasNames = false
    /// The name of the function whose arguments it holds, such as `wl_pointer.axis(`; empty for members of a value.
    var function = ""
    /// The name of the type in front of it, such as `CGRect(`; empty for others.
    var type = ""
    /// Whether it is `{`.
    var isCurly = false
    /// Whether it holds a pair in curly brackets, such as `{0, 300}`.
    var hasPair = false
  }

  private(set) var groups: [Group] = []
  /// Maximum nesting depth of brackets, and maximum number of named numbers in a line.
  private static let limit = 16

  init(tokens: [LogToken], line: UnsafeRawBufferPointer, names: LogNames) {
    let place = Self.lastPlace(tokens, line)
    self.tokens = place.map { Array(tokens[..<$0.start]) } ?? tokens
    self.line = line
    self.names = names
    shape.source = place?.file ?? ""
    shape.isBare =
      !self.tokens.isEmpty
      && self.tokens.allSatisfy {
        $0.kind == .number || $0.kind == .mark && ",;|".utf8.contains($0.mark)
      }
  }

  // MARK: - Tokens

  func kind(_ index: Int) -> LogToken.Kind? {
    index < tokens.count ? tokens[index].kind : nil
  }

  func isMark(_ index: Int, _ characters: StaticString) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind == .mark else { return false }
    return characters.withUTF8Buffer { $0.contains(tokens[index].mark) }
  }

  func text(_ index: Int) -> String {
    String(decoding: line[tokens[index].range], as: UTF8.self)
  }

  /// Whether a token is a whole number without a sign, such as a process id.
  func isCount(_ index: Int) -> Bool {
    kind(index) == .number && line[tokens[index].range].allSatisfy { $0 &- 0x30 < 10 }
  }

  /// Whether a word is a level of logcat.
  func isLevel(_ index: Int) -> Bool {
    kind(index) == .word && tokens[index].range.count == 1
      && "VDIWEFAS".utf8.contains(line[tokens[index].range.lowerBound])
  }

  mutating func readMessage() {
    groups = [Group()]
    var isAfterNumber = false
    while next < tokens.count {
      let index = next
      switch tokens[index].kind {
      case .number:
        let last = lastToken(ofNumber: index)
        // `0.016: position (0, 12.5)`
        if shape.isLed { shape.hasTail = false }
        if isMark(last + 1, "."), isMark(last + 2, "."),
          kind(last + 3) == .number || isMark(last + 3, "[")
        {
          shape.hasRange = true
        }
        let isFirst = shape.words.isEmpty && shape.values.isEmpty
        if isFirst, shape.source.isEmpty || tokens[index].unit?.dimension == .time {
          shape.isLed = true
        }
        // A number in front of all words may be the time.
        if !isFirst { shape.front = shape.front ?? shape.words }
        groups[groups.count - 1].numbers.append(index)
        isAfterNumber = true
        next = last + 1
      case .word:
        let before = shape.words
        readWord(index)
        if ["at", "@"].contains(text(index)), kind(index + 1) == .number {
          shape.saysTime = index > 0 && kind(index - 1) == .number
        } else if isAfterNumber, shape.words != before {
          shape.hasTail = true
        }
      case .mark:
        if isMark(index, "([{") {
          open(nil, at: index)
          if let corner = corner(ofQt: index, type: groups[groups.count - 1].type) {
            groups[groups.count - 1].numbers = corner.numbers
            next = corner.end - 1
          }
        } else if isMark(index, ")]}") {
          close()
        }
        next += 1
      case .clock:
        shape.clock = shape.clock ?? index
        next += 1
      case .place:
        shape.source += text(index)
        next += 1
      case .date: next += 1
      }
    }
    while groups.count > 1 { close() }
    shape.plain += groups[0].numbers
    // `after 0.5 s at 12 pt, slowing down`: the units say what the numbers are.
    let dimensions = shape.plain.map { tokens[$0].unit?.dimension }
    if dimensions == [.time, .length] || dimensions == [.length, .time] { shape.hasTail = false }
  }

  /// Reads a word: the name of a number, of a bracket or of a phase, or another word.
  private mutating func readWord(_ index: Int) {
    let word = text(index)
    var value = index + 1
    // The stamp of Unreal is no name: `[2026.11.23-16.07.34:906]`.
    let isStamp = word.utf8.first.map { $0 &- 0x30 < 10 } == true
    // `[t] => 0.016` of PHP, `["t"] = 0.016` of Lua: the bracket is that of the name.
    if groups.count > 1, isMark(index - 1, "["), isMark(value, "]"), isMark(value + 1, "=") {
      groups.removeLast()
      value += 1
    }
    let isNamed = isMark(value, ":=") && !isMark(value + 1, ":=") && !isStamp
    // `t => 0.016`
    if isNamed { value += isMark(value, "=") && isMark(value + 1, ">") ? 2 : 1 }
    // Optional(, CGPoint(
    while isNamed, !Self.isResult(word), kind(value) == .word, isMark(value + 1, "(") { value += 1 }
    // `NSRect: {{0, 300}, {390, 844}}`
    if isNamed, kind(value) == .word, isMark(value + 1, ":"), isMark(value + 2, "{") { value += 2 }
    guard !readAside(word, value, isNamed: isNamed) else { return }
    let path = groups.compactMap(\.name).joined(separator: ".")
    let full = path.isEmpty ? word : "\(path).\(word)"
    let axis = Axis(rawValue: word.lowercased())
    let isStep =
      kind(value) == .number && (ColumnName.isTimeStep(word) || word.lowercased() == "delta")
    // A share of the way has no mark either: `normalizedPosition 0.5`, `normalizedPosition (0.0, 0.5)`.
    let isOther =
      (kind(value) == .number || isMark(value, "(")) && ColumnName.otherMeaning(word) != nil
      || kind(value) == .number && ColumnName.stepAxis(word) != nil
    let known =
      names.known(full) ?? (isStep || isOther ? word : nil)
      ?? (LogNames.role(path) == .offset ? axis.map { names.of(path, axis: $0) } : nil)
    if isNamed, groups.count == 1, LogNames.isPlane(word), isList(value) {
      // `Offset = 0, 120.5` is a point and not the number 0.
      shape.words += word + " "
      next = value
    } else if kind(value) == .number, isNamed || known != nil {
      add(known ?? full, value)
      next = lastToken(ofNumber: value, isNamed: true) + 1
    } else if isMark(value, "([{"), isNamed || known != nil {
      open(word, at: value)
      next = value + 1
    } else if isNamed, kind(value) == .word, LogNames.role(word) == .phase {
      shape.phase = shape.phase ?? Value(name: word, token: value)
      next = value + 1
    } else if isNamed, kind(value) == .word, let label = names.label(word) {
      shape.labels.append(Value(name: label, token: value))
      next = value + 1
    } else {
      // The name of a type is not part of the words.
      if !isMark(index + 1, "(") || !tokens[index + 1].isGlued { shape.words += word + " " }
      next = index + 1
      if isNamed { next = index + 2 }
    }
  }

  /// Reads what no offset has: the name of a result in LLDB, details of a drag, and a member of an array.
  private mutating func readAside(_ word: String, _ value: Int, isNamed: Bool) -> Bool {
    if isNamed, Self.isResult(word) {
      next = value
    } else if word.hasSuffix("Details"), isMark(value, "(") {
      // `DragUpdateDetails(Offset(0.0, -4.0))`
      next = closing(value) + 1
    } else if isMark(value, "["), tokens[value].isGlued, isCount(value + 1), isMark(value + 2, "]"),
      isMark(value + 3, "="), kind(value + 4) == .number
    {
      // `y[0]=12.5` of a MotionEvent, where a finger is.
      add("\(word).\(text(value + 1))", value + 4)
      next = value + 5
    } else {
      return false
    }
    return true
  }

  /// Whether two numbers begin at a token with a comma and a space between them, or a comma that is no decimal one.
  private func isList(_ index: Int) -> Bool {
    guard kind(index) == .number, isMark(index + 1, ","), kind(index + 2) == .number else {
      return false
    }
    let hasPoint = line[tokens[index + 2].range].contains(UInt8(ascii: "."))
    return !tokens[index + 2].isGlued || hasPoint && tokens.thousandsEnd(index, line) == nil
  }

  /// The bracket that closes the one at a token, or the last token.
  func closing(_ open: Int) -> Int {
    var depth = 0
    for index in open..<tokens.count {
      if isMark(index, "([{") { depth += 1 }
      if isMark(index, ")]}") { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }

  /// Whether a name is that of a result in LLDB or of a dump in Perl: `$R1`, `$0`, `$VAR1`.
  private static func isResult(_ word: String) -> Bool {
    guard word.hasPrefix("$") else { return false }
    let prefix = ["$VAR", "$R"].first(where: word.hasPrefix) ?? "$"
    let number = word.dropFirst(prefix.count)
    return !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) }
  }

  /// The name of the function in front of a bracket, which no capital letter begins; empty if there is none.
  private func function(before bracket: Int) -> String {
    guard bracket > 0, kind(bracket - 1) == .word, tokens[bracket].isGlued else { return "" }
    let name = text(bracket - 1)
    return name.first?.isUppercase == false ? name : ""
  }

  private typealias Value = LogShape.Value

  private mutating func open(_ name: String?, at bracket: Int) {
    guard groups.count < Self.limit else { return }
    groups.append(
      Group(
        name: name, function: function(before: bracket), type: type(before: bracket),
        isCurly: isMark(bracket, "{")))
  }

  /// Ends a bracket: two numbers in it are the x and y of the name before it.
  private mutating func close() {
    guard groups.count > 1, var group = groups.popLast(),
      !isSize(group, in: groups[groups.count - 1])
    else { return }
    if group.isCurly, group.numbers.count == 2 { groups[groups.count - 1].hasPair = true }
    let path = groups.compactMap(\.name) + [group.name].compactMap { $0 }
    group = corner(of: group, named: path.last)
    if let shift = group.shift {
      let names = path.filter { $0 != group.function }
      return add(shift: shift, named: names.isEmpty ? "transform" : names.joined(separator: "."))
    }
    guard !path.isEmpty else {
      // Without a name. Of three numbers behind a time, the last one is a z.
      let start = shape.plain.count + groups[0].numbers.count
      if group.numbers.count == 2
        || group.numbers.count == 3 && start == 1 && group.function.isEmpty
      {
        shape.pairStart = start
      }
      shape.isBracketed = shape.isBracketed || !group.numbers.isEmpty
      groups[0].numbers += group.numbers
      return
    }
    let name = path.joined(separator: ".")
    if group.numbers.count == 2, !group.hasNames {
      add(names.of(name, axis: .x), group.numbers[0])
      add(names.of(name, axis: .y), group.numbers[1])
    } else if group.numbers.count == 1, !group.hasNames {
      add(names.known(name) ?? name, group.numbers[0])
    } else {
      for (index, number) in group.numbers.enumerated() { add("\(name).\(index)", number) }
    }
  }

  /// Names of numbers of processes, which are those of a tag.
  private static let processes: Set = ["pid", "tid", "ppid"]

  mutating func add(_ name: String, _ token: Int) {
    groups[groups.count - 1].hasNames = true
    shape.front = shape.front ?? shape.words
    guard !Self.processes.contains(name.lowercased()) else { return }
    // A time may change its unit from line to line, as durations of Go and Rust do.
    let name = LogNames.role(name) == .time ? name : names.with(tokens[token].unit, name)
    guard shape.values.count < Self.limit, !shape.values.contains(where: { $0.name == name }) else {
      return
    }
    shape.values.append(Value(name: name, token: token))
  }

  /// The last token of a number. Outside brackets, `12,5` may be a number, and so may `1,003.5`. In brackets that is a
  /// pair, unless it has a name or a comma with a space separates it from another number.
  private mutating func lastToken(ofNumber index: Int, isNamed: Bool = false) -> Int {
    if let end = tokens.thousandsEnd(index, line) {
      if groups.count == 1 || isNamed || isApart(index, end) {
        shape.hasThousands = true
        return end
      }
    }
    checkComma(index)
    return index
  }

  /// Whether a comma with a space separates some tokens from a number beside them.
  private func isApart(_ first: Int, _ last: Int) -> Bool {
    isMark(first - 1, ",") && !tokens[first].isGlued
      || isMark(last + 1, ",") && last + 2 < tokens.count && !tokens[last + 2].isGlued
  }

  private mutating func checkComma(_ index: Int) {
    guard isMark(index + 1, ","), tokens[index + 1].isGlued,
      isCount(index + 2), tokens[index + 2].isGlued, groups.count == 1 || isApart(index, index + 2),
      !line[tokens[index].range].contains(UInt8(ascii: "."))
    else { return }
    shape.hasDecimalComma = true
  }
}
