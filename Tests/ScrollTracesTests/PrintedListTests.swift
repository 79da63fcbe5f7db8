import ScrollTraces
import Testing

/// Samples that a program prints as one value.
@Suite struct PrintedListTests {
  /// The elements of a list: the times `T` are 0, 0.1, 0.2, ... and the offsets `Y` i² + 0.5.
  private func elements(_ form: String, _ count: Int = 9, separator: String = ", ") -> String {
    (0..<count).map {
      form.replacing("T", with: "\($0 / 10).\($0 % 10)").replacing("Y", with: "\($0 * $0).5")
    }.joined(separator: separator)
  }

  private func expect(
    _ text: String, count: Int = 9, isTimed: Bool, _ options: ReadingOptions = ReadingOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let trace = try #require(read(text, options).traces.first, sourceLocation: sourceLocation)
    let y = trace.channels.first { $0.axis == .y }
    #expect(y?.values == (0..<count).map { Double($0 * $0) + 0.5 }, sourceLocation: sourceLocation)
    #expect(trace.timing.isRecorded == isTimed, sourceLocation: sourceLocation)
    let step = isTimed ? 0.1 : 1 / 60.0
    for (row, time) in trace.times.enumerated() {
      #expect(abs(time - Double(row) * step) < 1e-6, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    ("[", ", ", "]"), ("[\n  ", ",\n  ", "\n]\n"), ("Array [ ", ", ", " ]\n"),
    ("(9) [", ", ", "]\n"),
    ("\u{FEFF}[", ",", "]\n"),
  ])
  func `offsets alone are those of frames`(start: String, separator: String, end: String) throws {
    try expect(start + elements("Y", separator: separator) + end, isTimed: false)
    try expect(
      start + elements("Y", 3000, separator: separator) + end, count: 3000, isTimed: false)
  }

  @Test(arguments: [
    ("[", "[T, Y]", "]"), ("[", "(T, Y)", "]"), ("[\n  ", "[\n    T,\n    Y\n  ]", "\n]"),
    ("const data = [", "[T, Y]", "];"), ("let samples: [(Double, Double)] = [", "(T, Y)", "]"),
    ("data = np.array([", "[T, Y]", "])"), ("[", "Sample(t: T, offset: Y)", "]"),
    ("[", "Sample(time=T, y=Y)", "]"), ("var data = [", "{t: T, y: Y}", "]"),
    ("[", "{'t': T, 'y': Y}", "]"), ("[", "[\"t\": T, \"y\": Y]", "]"), ("{", "T: Y", "}"),
    ("\u{FEFF}flutter: [", "[T, Y]", "]"),
  ])
  func `pairs are times and offsets`(start: String, form: String, end: String) throws {
    var log = ReadingOptions()
    log.isLog = true
    let text = start + elements(form) + end + "\n"
    try expect(text, isTimed: true)
    try expect(text, isTimed: true, log)
    try expect(start + elements(form, 1500) + end, count: 1500, isTimed: true)
  }

  @Test func `two lists are refused with the command that joins them`() throws {
    let command = "type jq -cs 'transpose[] | {t: .[0], offset_y: .[1]}' trace.csv | scrollfit -"
    for count in [9, 3000] {
      let text = "[\(elements("T", count))]\n[\(elements("Y", count))]\n"
      let reading = read(text)
      #expect(reading.traces.isEmpty)
      #expect(reading.error?.help.hasSuffix(command) == true, "\(count)")
    }
    // In front of the end of the bytes that are examined, and behind it.
    for count in [9, 1500] {
      let text = "[\(elements("[T, Y]", count))]\n"
      #expect(read(text + text).error?.code == .mixedRows)
      #expect(read(text + "finished\n").error?.code == .mixedRows)
    }
  }

  @Test func `comments in front of a list are metadata`() throws {
    let trace = try #require(read("# scale: 3\n[\(elements("[T, Y]"))]\n").traces.first)
    #expect(trace.metadata.scale == 3)
    #expect(trace.times.count == 9)
  }

  @Test(arguments: ["null", "None", "NaN", "\"\""])
  func `a frame that a list of offsets leaves out is refused, as those behind it would move up`(
    other: String
  ) throws {
    let error = try #require(read("[\(elements("Y", 12)), \(other), 200]").error)
    #expect(error.code == .notANumber)
    #expect(error.help.hasPrefix("if it is a lost frame, leave its line empty: tr -d '[] \\n' < "))
  }

  @Test func `commands for lines are not those for a list on one line`() throws {
    let lines = "perl -pe 's/[])}], */$&\\n/g' trace.csv > lines.log && scrollfit --log lines.log"
    var (offset, speed) = (180.0, 2400.0)
    let speeds = (0..<60).map { _ -> String in
      speed *= 0.967
      offset += speed / 60
      return "[\((100 * offset).rounded() / 100), \((100 * speed).rounded() / 100)]"
    }
    let ticks = (0..<60).map { "P(ticks: \(5_000_000_000 + 166_667 * $0), scrollY: \($0 * $0).5)" }
    for elements in [speeds, ticks] {
      let error = try #require(read("[" + elements.joined(separator: ", ") + "]\n").error)
      #expect(error.help.hasSuffix(lines), "\(error.help)")
    }
  }

  @Test func `a list that is cut off is refused`() throws {
    let error = try #require(read("[" + elements("[T, Y]") + ", [0.9").error)
    #expect(error.code == .brokenJSON)
    #expect(error.message == "the list of samples has no end")
  }

  @Test func `columns and objects are no lists`() throws {
    let columns = "t = [\(elements("T"))]\ny = [\(elements("Y"))]\n"
    #expect(read(columns).error?.help.hasPrefix("write one row a sample: ") == true)
    // Names in quotes are those of JSON, whose metadata a log would not have.
    let objects = "[{\"scale\": 3}, " + elements("{\"t\": T, \"y\": Y}") + "]"
    #expect(read(objects).traces.first?.metadata.scale == 3)
    let tags = (0..<9).map { "[scroll] y: \($0 * $0).5, [t: 0.\($0)]\n" }.joined()
    #expect(read(tags).traces.first?.times.count == 9)
  }
}
