internal import ScrollRecordings

/// Converts the lines of a log to CSV: the console output of a program in Xcode, logcat, Flutter or a browser.
///
/// Lines from the same source that have the same names of numbers, or the same words and the same count of numbers,
/// come from one statement of the program. The statement that prints the samples is determined from the first
/// ``Limit/columnSamples`` lines that could be samples, or from the first MiB if fewer than ``enoughNamed`` of these
/// have a known name: see ``LogPlan``. Of several views, only the lines that meet the conditions count. All other lines
/// are ignored and counted.
///
/// The columns are the named numbers; unnamed numbers are an offset, or x and y. The time is a named number, else an
/// increasing number at the start of the lines, else the time of day at the start, in s since midnight, which continues
/// after midnight. Comments before the samples are metadata: `# scale: 3`.
///
/// A message with column names, `t_s,offset_y_pt`, begins a table: the following messages from the same source with as
/// many cells are its rows, as if a recorder printed its file.
///
/// The lines of a value in brackets are one line (``LogGroups``), and so are those of an item of a list in YAML
/// (``LogItems``). If samples have no time, and a line with nothing but a time or a time of day precedes each, that is
/// their time (``LogStamp``).
///
/// Each row keeps its line number. Memory is bounded: 1 MiB of lines, and one more.
struct LogRows {
  /// Number of lines with known names that is sufficient. Samples may start late, after other lines with numbers.
  private static let enoughNamed = 32
  /// Maximum length of a sample line, in bytes.
  private static let longestLine = 1 << 14
  /// Memory per waiting line in addition to its text, in bytes.
  private static let overhead = 64
  var reader: LogReader
  private var partial: [UInt8] = []
  /// The number of the last line, and of the line on which the item or line in hand begins.
  private(set) var lastLine = 0
  private var line = 0
  private var groups = LogGroups()
  private var items = LogItems()
  /// The time on the last line with a time and no sample, the number of such lines, and the line of the last sample.
  private var stamp: LogStamp?
  private var stampCount = 0
  private var lastSample = 0
  /// Whether a line prints the extents of a viewport of Flutter.
  private var hasExtents = false
  /// What to do with the text of a tool that is known.
  private var toolHelp: String?
  /// The line number of the last written row.
  private(set) var written = 0
  private var waiting: [LogSample] = []
  private var waitingBytes = 0
  /// Number of waiting lines that meet the conditions, and of those of them with a known name.
  private var chosenCount = 0
  private var namedCount = 0
  var comments: [(line: Int, text: [UInt8])] = []
  private var plan: LogPlan?
  var table: (source: String, cells: Int)?
  /// The form of a table that is converted; nil for a log.
  var form: TableForm?
  /// The named numbers in lines without a sample.
  private var unknown = LogUnknown()
  private var csv: [UInt8] = []
  private var lineShift = 0
  var facts = LogFacts()
  /// Whether any line contains text.
  private var hasText = false
  /// The possible error in the numbers of the first line without a sample.
  private var ambiguity: RowFault?

  init(_ options: ReadingOptions, _ form: TableForm? = nil) {
    reader = LogReader(options)
    self.form = form
    facts.isTable = form != nil
  }

  /// Processes the next piece.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    // Text contains no byte 0. The text before it is processed first, because it may contain an earlier error.
    let text = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
    try takeText(text)
    guard text.count < bytes.count else { return }
    throw RowFault(
      code: .nulByte, line: lastLine + 1, column: partial.count + 1,
      message: "the file holds a byte 0, which text does not",
      help: "save the file as UTF-8; this may be UTF-16 or UTF-32, or no text at all")
  }

  private mutating func takeText(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      if partial.isEmpty {
        try takeLine(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      } else {
        partial.append(contentsOf: bytes[start..<end])
        try takePartialLine()
      }
      start = end + 1
    }
    partial.append(contentsOf: bytes[start...])
    try checkLength(partial.count)
  }

  /// Returns and removes the complete CSV lines.
  mutating func takeRows() -> [UInt8] {
    defer { csv = [] }
    return csv
  }

  /// The number of lines by which the next row is further down in the file than in the CSV; reported once, with the
  /// header.
  mutating func takeLineShift() -> Int {
    defer { lineShift = 0 }
    return lineShift
  }

  /// Processes the end.
  mutating func finish() throws(RowFault) {
    // Lines that end with carriage returns alone.
    if lastLine == 0, partial.dropLast().contains(0x0D) {
      let lines = partial.map { $0 == 0x0D ? 0x0A : $0 }
      partial = []
      try lines.withBytes { bytes throws(RowFault) in try takeText(bytes) }
    }
    if !partial.isEmpty { try takePartialLine() }
    try take(groups.takeRest())
    try takeItem(items.takeLast())
    if plan == nil, table == nil { try settle() }
  }

  private mutating func takePartialLine() throws(RowFault) {
    var whole: [UInt8] = []
    swap(&whole, &partial)
    var fault: RowFault?
    whole.withUnsafeBytes { bytes in
      do throws(RowFault) { try takeLine(bytes) } catch { fault = error }
    }
    if let fault { throw fault }
    whole.removeAll(keepingCapacity: true)
    swap(&whole, &partial)
  }

  private mutating func takeLine(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    try checkLength(bytes.count)
    lastLine += 1
    let bytes = lastLine == 1 ? Text.withoutMark(bytes) : bytes
    guard !Text.trimmed(bytes).isEmpty else { return }
    if form != nil { return try writeRow(Text.trimmed(bytes)) }
    if let complete = groups.take(bytes, lastLine) { return try take(complete) }
    try takeJoined(bytes, lastLine)
  }

  private mutating func take(_ lines: [LogGroups.Line]) throws(RowFault) {
    for (number, bytes) in lines {
      try bytes.withBytes { bytes throws(RowFault) in try takeJoined(bytes, number) }
    }
  }

  private mutating func takeJoined(
    _ bytes: UnsafeRawBufferPointer, _ number: Int
  ) throws(RowFault) {
    var finished = (line: 0, bytes: [UInt8]())
    let isItem = items.take(bytes, number, finished: &finished)
    try takeItem(finished)
    guard !isItem else { return }
    line = number
    try takeWhole(bytes)
  }

  private mutating func takeItem(_ item: (line: Int, bytes: [UInt8])) throws(RowFault) {
    guard !item.bytes.isEmpty else { return }
    line = item.line
    try item.bytes.withBytes { bytes throws(RowFault) in try takeWhole(bytes) }
  }

  private mutating func takeWhole(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    guard bytes.count <= Self.longestLine else {
      hasText = true
      facts.otherLines += 1
      toolHelp = toolHelp ?? ToolText.arrayHelp(bytes)
      return
    }
    if plan != nil { return try write(bytes, line, stamp) }
    let shape = reader.shape(of: bytes)
    if reader.isFactor { throw Self.factor(bytes, line) }
    if table != nil { return writeCells(bytes, shape.shape) }
    if let count = shape.shape.headerCount { return begin(table: bytes, shape.shape, count) }
    if toolHelp == nil, lastLine <= 64 { toolHelp = ToolText.help(bytes) }
    if shape.shape.isComment {
      let text = message(of: bytes, shape.shape)
      comments.append((line, Array(text)))
      waitingBytes += text.count + Self.overhead
    } else if let key = shape.key {
      hasText = true
      let isChosen = reader.isChosen(shape.shape, bytes)
      waiting.append(
        LogSample(line: line, bytes: Array(bytes), stamp: stamp, isChosen: isChosen))
      waitingBytes += bytes.count + Self.overhead
      if isChosen { chosenCount += 1 }
      if isChosen, key.hasPrefix("n") { namedCount += 1 }
    } else {
      hasText = true
      facts.otherLines += 1
      hasExtents = hasExtents || shape.shape.hasRange
      for value in shape.shape.values where LogNames.role(value.name) == nil {
        unknown.take(value.name, bytes[reader.tokens[value.token].range])
      }
      takeStamp(bytes, shape.shape)
      takeRate(bytes)
      ambiguity = ambiguity ?? Self.ambiguity(bytes, line, shape)
    }
    let isEnough = chosenCount >= Limit.columnSamples && namedCount >= Self.enoughNamed
    if isEnough || waitingBytes > Limit.rowBytes { try settle() }
  }

  /// Chooses the statement that prints the samples, and writes the waiting lines.
  private mutating func settle() throws(RowFault) {
    writeComments()
    let lineCount = facts.otherLines + waiting.count
    guard let plan = LogPlan(waiting, of: lineCount, &reader) else {
      guard hasText else { return }
      throw ambiguity
        ?? RowFault(
          code: .noKnownColumn, line: 1, column: nil,
          message: "no line of this log holds an offset",
          help: hasExtents ? Self.extentsHelp : toolHelp ?? unknown.help)
    }
    if let line = plan.timesApart { throw timesApart(line) }
    if let fault = unknown.steps(beside: plan, rows: waiting.count) ?? unknown.offset(beside: plan)
    {
      throw fault
    }
    if let items = plan.items {
      throw RowFault(
        code: .mixedRows, line: 1, column: nil, message: items.message, help: items.help)
    }
    let rows = waiting
    waiting = []
    let first = rows.first { row in
      row.bytes.withUnsafeBytes { plan.takes(reader.shape(of: $0)) }
    }
    if let (index, isStep) = plan.unclear, let first {
      throw Self.unclearTime(first, number(index, of: first), isStep)
    }
    if plan.hasUnclearPair, let first { throw Self.unclearPair(first, isTimeLast: plan.isTimeLast) }
    self.plan = plan
    if plan.hasStampLines { facts.otherLines -= stampCount }
    facts.areStampsCoarse = plan.areStampsCoarse
    facts.coarse = plan.coarse
    if let first { noteTime(of: first, plan) }
    facts.isOfAndroid = plan.isOfAndroid
    append(Array(plan.header.utf8))
    if let first {
      lineShift = first.line - 1 - written
      written += lineShift
    }
    for row in rows {
      try row.bytes.withBytes { bytes throws(RowFault) in try write(bytes, row.line, row.stamp) }
    }
  }

  mutating func writeComments() {
    for comment in comments {
      while written + 1 < comment.line { append([]) }
      append(comment.text)
    }
    comments = []
    waitingBytes = 0
  }

  /// Begins a table with its header; earlier lines are not samples.
  private mutating func begin(table bytes: UnsafeRawBufferPointer, _ shape: LogShape, _ count: Int)
  {
    writeComments()
    facts.otherLines += waiting.count
    waiting = []
    table = (shape.source, count)
    facts.isOfAndroid = shape.isOfAndroid
    while written + 1 < line { append([]) }
    append(Array(message(of: bytes, shape)))
  }

  /// Writes a message as a row of the table, if it is one.
  private mutating func writeCells(_ bytes: UnsafeRawBufferPointer, _ shape: LogShape) {
    let message = message(of: bytes, shape)
    guard let table, shape.source == table.source,
      Header.split(message, UInt8(ascii: ",")).count == table.cells
    else {
      if !shape.isComment { facts.otherLines += 1 }
      return
    }
    while written + 1 < line { append([]) }
    append(Array(message))
  }

  /// The part of a line after stamp, source and labels.
  private func message(
    of line: UnsafeRawBufferPointer, _ shape: LogShape
  ) -> UnsafeRawBufferPointer {
    let start = shape.message.map { reader.tokens[$0].range.lowerBound } ?? line.count
    return Text.trimmed(UnsafeRawBufferPointer(rebasing: line[start...]))
  }

  mutating func append(_ bytes: [UInt8]) {
    csv += bytes
    csv.append(0x0A)
    written += 1
  }

  /// Writes a line as a row, if it is a sample.
  private mutating func write(
    _ bytes: UnsafeRawBufferPointer, _ line: Int, _ stamp: LogStamp?
  ) throws(RowFault) {
    let shape = reader.shape(of: bytes)
    guard plan?.takes(shape) == true else {
      let isStamp = takeStamp(bytes, shape.shape) && plan?.hasStampLines == true
      if !isStamp, !shape.shape.isComment { facts.otherLines += 1 }
      return
    }
    if let fault = Self.ambiguity(bytes, line, shape) { throw fault }
    while written + 1 < line { append([]) }
    let own = stamp.flatMap { $0.line > lastSample ? $0 : nil }
    plan?.write(bytes, shape, reader.tokens, own, to: &csv)
    written += 1
    // What stands before and between the samples of other views says nothing about these.
    guard reader.isChosen(shape.shape, bytes) else { return }
    lastSample = line
    facts.take(shape.shape.front ?? shape.shape.words)
  }

  /// Keeps a line that says at which rate the recording is made, as a comment above the samples: `Recording at 120 Hz`.
  private mutating func takeRate(_ bytes: UnsafeRawBufferPointer) {
    guard waiting.isEmpty, bytes.count <= 80 else { return }
    let text = String(decoding: Text.trimmed(bytes), as: UTF8.self)
    if text.contains(" at "), Metadata.rates(text).contains(where: \.isMade) {
      comments.append((line, Array("# \(text)".utf8)))
    }
  }

  /// Keeps the time on a line without a sample; false if it has none.
  @discardableResult
  private mutating func takeStamp(_ bytes: UnsafeRawBufferPointer, _ shape: LogShape) -> Bool {
    guard let place = shape.stamp(reader.names) else { return false }
    let token = reader.tokens[place.token]
    let unit = token.timeUnit.map { _ in ColumnUnit.seconds }
    var text: [UInt8] = []
    token.append(bytes, in: unit, to: &text)
    stamp = LogStamp(
      name: place.name.map { reader.names.with(unit, $0) }, text: text,
      zone: LogZone(bytes[token.range.upperBound...]), line: line, isOfAndroid: shape.isOfAndroid)
    stampCount += 1
    return true
  }
}
