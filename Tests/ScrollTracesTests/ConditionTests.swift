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

  @Test func `the columns of conditions are told from those that are ignored`() throws {
    let trace = try #require(read(Self.mixed, options("TYPE=scroll")).traces.first)
    let chosen = trace.columns.filter { $0.isCondition }.map(\.name)
    #expect(chosen == ["type"])
    let all = try #require(read("type,t,y,id\nscroll,0,1,1\n", options()).traces.first)
    let none = all.columns.filter { $0.isCondition }
    #expect(none.isEmpty)
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
    let words =
      "t=0 view=feed y=5\nt=0 view=menu y=50\nt=1 view=feed y=6\nt=1 y=7 View: menu\nt=2 y=8 VIEW: feed\n"
    let feed = try #require(read(words, options("view=feed")).traces.first)
    #expect(feed.channels[0].values == [5, 6, 8] && feed.times == [0, 1, 2])
    #expect(read(words, options("view=list")).error?.code == .nothingChosen)
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

  @Test(arguments: ["y\n\n1\n2\n\n \n3\n\n", "1\r\n2\r\n\r\n# a comment\r\n\r\n3\r\n"])
  func `a blank line between the samples of one column is an empty cell`(text: String) throws {
    let list = try #require(read(text).traces.first)
    #expect(list.times == [0, 1.0 / 60, 4.0 / 60] && list.channels[0].values == [1, 2, 3])
    #expect(list.lostRows == 2 && list.rowsRead == 5)
    let table = try #require(read("t,y\n\n0,1\n\n0.1,2\n").traces.first)
    #expect(table.lostRows == 0 && table.rowsRead == 2)
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

  @Test func `a column without any value is passed over`() throws {
    for text in ["t_s,x,y\n0,,1\n0.1,,2\n0.2,,4\n", "x,t,y\n ,0,1\n\"\",0.1,2\n,0.2,4\n"] {
      let trace = try #require(read(text).traces.first)
      #expect(trace.channels.map(\.axis) == [.y] && trace.channels[0].values == [1, 2, 4])
      #expect(trace.times == [0, 0.1, 0.2] && trace.lostRows == 0 && trace.rowsRead == 3)
      #expect(trace.columns.filter(\.isEmpty).map(\.name) == ["x"])
      #expect(trace.columns.first { $0.name == "x" }?.isUsed == false)
    }
    let json = "{\"t\":0,\"x\":null,\"y\":1}\n{\"t\":0.1,\"x\":null,\"y\":2}\n"
    #expect(read(json).traces.first?.channels.map(\.values) == [[1, 2]])
    // Each recording of a file is judged by itself.
    let several = read("trace,t,x,y\na,0,,1\na,1,,2\nb,0,5,1\nb,1,6,2\n").traces
    #expect(several.map(\.channels.count) == [1, 2] && several.map(\.lostRows) == [0, 0])
  }

  private static let sparse =
    "t,x,y,phase\n0,7,1,a\n0.1,,2,a\n0.2,,3,b\n0.3,8,4,b\n0.4,,5,b\n0.5,,6,c\n"

  @Test func `gaps on an axis that is not asked for lose no row`() throws {
    var options = ReadingOptions()
    options.axis = .y
    for options in [options, ReadingOptions(offsetColumn: "y")] {
      let trace = try #require(read(Self.sparse, options).traces.first)
      #expect(trace.channels.map(\.values) == [[1, 2, 3, 4, 5, 6]] && trace.lostRows == 0)
      #expect(trace.times.count == 6 && trace.phases?.map(\.range) == [0..<2, 2..<5, 5..<6])
      #expect(trace.columns.allSatisfy { !$0.isEmpty })
    }
    // Without gaps it is read as before.
    let whole = read("t,x,y\n0,1,2\n1,3,4\n", options).traces.first
    #expect(whole?.channels.count == 2)
    let finger = "t,finger_x,finger_y,y\n0,,1,1\n0.1,2,2,2\n"
    #expect(read(finger, options).traces.first?.channels.map(\.role) == [.finger, .offset])
    #expect(read(finger).error?.code == .emptyCell)
  }

  @Test func `where both axes are read, each has its own rows`() throws {
    let trace = try #require(read(Self.sparse).traces.first)
    // Together they have the rows with both.
    #expect(trace.channels.map(\.values) == [[7, 8], [1, 4]] && trace.times == [0, 0.3])
    #expect(trace.lostRows == 4 && trace.rowsRead == 6 && trace.hasGaps)
    #expect(trace.phases?.map(\.range) == [0..<1, 1..<2] && trace.duplicateStamps == 0)
    #expect(trace.phases?.map(\.label) == ["a", "b"])
    let y = trace.reading([.offset], axis: .y)
    #expect(y.channels.map(\.values) == [[1, 2, 3, 4, 5, 6]] && y.lostRows == 0)
    #expect(y.times == [0, 0.1, 0.2, 0.3, 0.4, 0.5])
    #expect(y.phases?.map(\.range) == [0..<2, 2..<5, 5..<6])
    let x = trace.reading([.offset], axis: .x)
    #expect(x.channels.map(\.values) == [[7, 8], [1, 4]] && x.lostRows == 4)
    #expect(trace.reading([.inner], axis: .y) == trace)
    // Without stamps each counts as one frame.
    let list = try #require(read("x,y\n1,2\n,3\n4,\n,\n5,6\n").traces.first)
    #expect(list.times == [0, 4.0 / 60] && list.lostRows == 3 && list.rowsRead == 5)
    let down = list.reading([.offset], axis: .y)
    #expect(down.times == [0, 1.0 / 60, 4.0 / 60] && down.channels[0].values == [2, 3, 6])
    #expect(down.lostRows == 2)
    let twice = try #require(read("t,x,y\n0,1,2\n0.1,,3\n0.1,4,\n0.2,5,6\n").traces.first)
    #expect(twice.times == [0, 0.2] && twice.duplicateStamps == 0 && twice.lostRows == 2)
    let across = twice.reading([.offset], axis: .x)
    #expect(across.times == [0, 0.1, 0.2] && across.channels[0].values == [1, 4, 5])
    #expect(across.duplicateStamps == 0)
  }

  @Test func `axes that have no row in common are both kept`() throws {
    let trace = try #require(read("t,x,y\n0,1,\n0.1,,3\n0.2,2,\n0.3,,4\n").traces.first)
    #expect(trace.channels.map(\.values) == [[3, 4]] && trace.times == [0.1, 0.3])
    #expect(trace.reading([.offset], axis: .x).channels.map(\.values) == [[1, 2]])
    #expect(trace.reading([.offset], axis: .x).times == [0, 0.2])
    // A row of a table is whole, or none.
    let table = read("velocity,distance\n1,\n,3\n").error
    #expect(
      table?.message == "no row has a number in each of the columns \"velocity\", \"distance\"")
  }

  @Test(arguments: ["deltaY", "inner_y", "height", "overscroll_y"])
  func `an empty cell beside the offset does not lose it`(column: String) throws {
    let text = "t,offset_y,\(column)\n0,1,1\n0.1,2,\n0.2,3,3\n0.3,,4\n"
    let trace = try #require(read(text).traces.first)
    let offset = trace.reading([.offset], axis: .y)
    #expect(offset.channels.map(\.values) == [[1, 2, 3]] && offset.times == [0, 0.1, 0.2])
    let role = try #require(trace.channels.last?.role)
    #expect(trace.reading([role], axis: .y).channels.map(\.values) == [[1, 3, 4]])
    #expect(trace.reading([.offset, role], axis: .y).times == [0, 0.2])
  }

  @Test func `a rest is folded for each axis by its own rows`() throws {
    let rows = (0..<3000).map { "\(Double($0) / 100),\($0 == 0 ? "1" : ""),5" }
    let text = "t,x,y\n" + rows.joined(separator: "\n") + "\n30,2,6\n"
    let trace = try #require(read(Array(text.utf8), pieces: 1 << 16, ReadingOptions()).traces.first)
    let (x, y) = (trace.reading([.offset], axis: .x), trace.reading([.offset], axis: .y))
    #expect(x.channels[0].values == [1, 2] && x.lostRows == 2999 && x.restSamplesFolded == 0)
    #expect(y.lostRows == 0 && y.count + y.restSamplesFolded == 3001)
  }

  @Test func `an axis that is asked for and has no value is refused`() throws {
    var options = ReadingOptions()
    options.axis = .x
    let text = "t,x,y\n0,,1\n1,,2\n"
    for options in [options, ReadingOptions(offsetColumn: "x")] {
      let error = try #require(read(text, options).error)
      #expect(error.code == .emptyCell && error.message == "no row has a number in column \"x\"")
    }
    #expect(read("t,x,y\n0,,1\n,,2\n").error?.column == 1)
  }

  @Test func `a long rest beside an empty column is folded`() throws {
    let rows = (0..<3000).map { "\(Double($0) / 100),,5" }.joined(separator: "\n")
    let text = "t,x,y\n" + rows + "\n"
    let bare = "t,y\n" + rows.replacing(",,", with: ",") + "\n"
    let trace = try #require(read(Array(text.utf8), pieces: 1 << 16, ReadingOptions()).traces.first)
    let other = try #require(read(Array(bare.utf8), pieces: 1 << 16, ReadingOptions()).traces.first)
    #expect(trace.times == other.times && trace.channels == other.channels)
    #expect(trace.restSamplesFolded == other.restSamplesFolded && trace.restSamplesFolded > 1000)
    #expect(trace.lostRows == 0 && trace.rowsRead == 3000)
  }

  @Test(arguments: ["y\n1\n2\n\"\"\n\"\"\n3\n", "y,phase\n1,a\n,a\n2,b\n"])
  func `lost frames are written and read back`(text: String) throws {
    let trace = try #require(read(text).traces.first)
    let copy = try #require(read(TraceWriter().bytes(of: trace)).traces.first)
    #expect(copy.times == trace.times && copy.channels == trace.channels)
    #expect(copy.lostRows == trace.lostRows)
  }
}
