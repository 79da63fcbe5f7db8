import ScrollTraces
import Testing

/// Rows that are chosen by a cell, and rows without a value.
@Suite struct ConditionTests {
  private func options(_ conditions: String...) -> ReadingOptions {
    var options = ReadingOptions()
    options.conditions = conditions.compactMap { RowCondition($0) }
    return options
  }

  private static let mixed = """
    type,t,y,id
    scroll,0,1,1
    touch,,x,1
    "scroll",0.1,2,01.0
    tap
    scroll,0.2,3,2
    note,1,2,3,4

    """

  @Test func `rows that meet all conditions are read, whatever the others hold`() throws {
    let trace = try #require(read(Self.mixed, options("type=scroll")).traces.first)
    #expect(trace.times == [0, 0.1, 0.2] && trace.channels[0].values == [1, 2, 3])
    let both = read(Self.mixed, options("TYPE= scroll", "id=1"))
    #expect(both.traces.first?.channels[0].values == [1, 2] && both.error == nil)
  }

  @Test func `objects and lines of a log are chosen as rows are`() throws {
    let json = """
      {"type": "scroll", "y": 1}
      {"type": "touch", "at": [1, 2]}
      {"type": "scroll", "y": 2}
      """
    #expect(read(json, options("type=scroll")).traces.first?.channels[0].values == [1, 2])
    let log = "view=1 y=5\nview=2 y=50\nview=1 y=6\nview=2 y=60\n"
    #expect(read(log, options("view=2")).traces.first?.channels[0].values == [50, 60])
  }

  @Test func `a recording of several is chosen by its name, and phases by theirs`() throws {
    let text = "trace,y,phase\na,1,drag\na,2,glide\nb,3,drag\nb,4,glide\nb,5,glide\n"
    let traces = read(text, options("trace=b", "phase=glide")).traces
    #expect(traces.map(\.name) == ["b"] && traces[0].channels[0].values == [4, 5])
  }

  @Test(arguments: [
    (
      "typ=scroll", "column-not-found", "no column is named \"typ\", which --where asks for",
      "near it: \"type\"; the columns are \"type\", \"t\", \"y\", \"id\""
    ),
    (
      "type=swipe", "nothing-chosen", "no row has 'type=swipe'",
      "rows have 'scroll', 'touch', 'tap', 'note'"
    ),
    ("id=2", "ragged-row", "the row has 1 field, the header 4", "fill in"),
    ("type=touch", "not-a-number", "'x' is not a number in column \"y\"", "write numbers"),
  ])
  func `what cannot be chosen is said`(
    condition: String, code: String, message: String, help: String
  ) throws {
    let error = try #require(read(Self.mixed, options(condition)).error)
    #expect(error.code.rawValue == code, "\(error)")
    #expect(error.message == message && error.help.hasPrefix(help), "\(error) \(error.help)")
  }

  @Test func `a list without a header has no column to ask for`() {
    #expect(read("1\n2\n", options("y=1")).error?.code == .columnNotFound)
  }

  @Test func `a condition is a column, an equals sign and a value`() {
    #expect(RowCondition("a=b=c") == RowCondition(column: "a", value: "b=c"))
    #expect(RowCondition("a=") == RowCondition(column: "a", value: ""))
    #expect(RowCondition("=b") == nil && RowCondition("a") == nil)
  }

  // MARK: - Gaps

  @Test func `a row without a value is a lost sample`() throws {
    let stamped = try #require(read("t,y\n0,1\n0.1,\n,\n0.3,4\n").traces.first)
    #expect(stamped.times == [0, 0.3] && stamped.lostRows == 2 && stamped.rowsRead == 4)
    let list = try #require(read("y,note\n,a\n1,b\n,c\n\"\",d\n4,e\n,f\n").traces.first)
    // In front of the first sample there is nothing that a frame could be behind.
    #expect(list.times == [0, 3.0 / 60] && list.channels[0].values == [1, 4])
    #expect(list.lostRows == 4 && list.rowsRead == 6)
    let json = try #require(
      read("{\"t\":0,\"y\":1}\n{\"t\":0.1,\"y\":null}\n{\"t\":0.2}\n{\"t\":0.3,\"y\":2}\n").traces
        .first)
    #expect(json.times == [0, 0.3] && json.lostRows == 2)
  }

  @Test(
    arguments: [
      ("t,y\n0,1\n,2\n", 3, 1, "a number is missing in column \"t\""),
      ("t,finger_y,y\n0,1,1\n0.1,,2\n", 3, 5, "a number is missing in column \"finger_y\""),
      ("t,y\n0,\n1,\n", nil, nil, "no row has a number in column \"y\""),
    ] as [(String, Int?, Int?, String)])
  func `a value without a time, a finger without a place and no value at all are refused`(
    text: String, line: Int?, column: Int?, message: String
  ) throws {
    let error = try #require(read(text).error)
    #expect(error.code == .emptyCell && error.line == line && error.column == column)
    #expect(error.message == message)
  }

  @Test(arguments: ["y\n1\n2\n\"\"\n\"\"\n3\n", "y,phase\n1,a\n,a\n2,b\n"])
  func `lost frames are written and read back`(text: String) throws {
    let trace = try #require(read(text).traces.first)
    let copy = try #require(read(TraceWriter().bytes(of: trace)).traces.first)
    #expect(copy.times == trace.times && copy.channels == trace.channels)
    #expect(copy.lostRows == trace.lostRows)
  }
}
