import ScrollTraces
import Testing

/// Members or elements of JSON, one for each number.
private func list(_ count: Int, _ text: (Int) -> String) -> String {
  (0..<count).map(text).joined(separator: ", ")
}

/// Recordings in JSON Lines and in arrays of objects.
@Suite struct JSONRowsTests {
  private func read(_ text: String, pieces size: Int = .max) throws -> [Trace] {
    var parser = TraceParser(path: "trace.jsonl")
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let piece = Array(bytes.prefix(size))
      bytes = bytes.dropFirst(piece.count)
      try piece.withUnsafeBytes { try parser.feed($0) }
    }
    try parser.finish()
    return parser.takeTraces()
  }

  private func failure(_ text: String) -> TraceError? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error as? TraceError
    }
  }

  private static let csv = """
    # scale: 3
    # edge_top: 0
    t,offset_y
    0,0
    0.016667,-1.5
    0.033333,-2.25

    """
  private static let lines = """
    {"scale": 3, "edge_top": 0}
    {"t": 0, "offset_y": 0}
    {"offset_y": -1.5, "t": 0.016667}
    {"t": 0.033333, "offset_y": -2.25}

    """
  private static let array = """
    \u{FEFF}
    [
      {"scale": 3, "edge_top": 0},
      {
        "t": 0,
        "offset_y": 0
      }, {"t": 0.016667, "offset_y": -1.5},
      {"t": 0.033333, "offset_y": -2.25}
    ]
    """

  @Test(arguments: [lines, array, lines.replacing("\n", with: "\r\n")])
  func `objects are the rows of a file in CSV, in pieces of any size`(text: String) throws {
    let expected = try #require(try read(Self.csv).first)
    for size in [1, 2, 7, .max] {
      let found = try read(text, pieces: size)
      try #require(found.count == 1)
      #expect(found[0].times == expected.times)
      #expect(found[0].channels.map(\.values) == expected.channels.map(\.values))
      #expect(found[0].metadata.edgeTop == 0 && found[0].metadata.scale == 3)
    }
  }

  @Test func `a key that comes late is a column, or is named`() throws {
    func text(_ count: Int) -> String {
      (0..<count).map {
        #"{"t_s": \#($0), "y": \#($0 * $0)\#($0 < count - 2 ? "" : #", "x": 5"#)}"#
      }
      .joined(separator: "\n")
    }
    for size in [7, .max] {
      let early = try #require(try read(text(1000), pieces: size).first)
      #expect(early.channel(.offset, axis: .x)?.values == [5, 5])
      #expect(early.columns.count { $0.isLate } == 0)
      let late = try #require(try read(text(1030), pieces: size).first)
      #expect(late.channels.map(\.axis) == [.y] && late.count == 1030)
      #expect(late.columns.filter(\.isLate).map(\.name) == ["x"])
    }
    // Objects without any of the columns are lost samples, of one column, too.
    let rows = Array(repeating: #"{"y": 1}"#, count: 1024) + [#"{"z": 1}"#, #"{"y": 2}"#]
    let trace = try #require(try read(rows.joined(separator: "\n")).first)
    #expect(trace.lostRows == 1 && trace.times.last == 1025.0 / 60)
  }

  @Test func `of a key that an object has twice the last counts`() throws {
    let text = #"{"t": 0, "y": 1, "y": 2}"# + "\n" + #"{"t": 1, "y": 3, "t": 2}"#
    let trace = try #require(try read(text).first)
    #expect(trace.times == [0, 2] && trace.channels[0].values == [2, 3])
  }

  @Test(.timeLimit(.minutes(1)))
  func `names without end cost no more than others`() throws {
    let long = String(repeating: "q", count: 900_000)
    let objects = (0..<3).map { #"{"\#(long)": \#($0), "t": \#($0)}"# }.joined(separator: "\n")
    #expect(failure(objects)?.code == .noKnownColumn)
    let deep = String(repeating: "a.", count: 200_000) + "y"
    #expect(failure(#"{"\#(deep)": 1, "t": 0}"#)?.code == .noKnownColumn)
    #expect(failure("t,\(long)\n0,1\n")?.message.count ?? .max < 200)
    var options = ReadingOptions()
    options.offsetColumn = long
    #expect(ScrollTracesTests.read("t,\(long)x\n0,1\n", options).error?.code == .columnNotFound)
  }

  @Test func `objects in objects, escapes and words are columns and cells`() throws {
    let text = #"""
      {"timeStamp": 0, "contentOffset": {"x": 0, "y": 10}, "phase": "rest", "note": "a, \"b\"\n#"}
      {"timeStamp": 16.667, "contentOffset": {"x": 0, "y": 12}, "phase": "dr\u0061g", "note": null}
      {"timeStamp": 33.333, "contentOffset": {"x": 0, "y": 15.5}, "phase": "drag", "note": true}
      """#
    let trace = try #require(try read(text).first)
    let offsets = try #require(
      trace.channels.first { $0.role == .offset && $0.axis == .y }?.values)
    #expect(offsets == [10, 12, 15.5])
    #expect(trace.phases?.map(\.label) == ["rest", "drag"])
    #expect(trace.columns.map(\.name).contains("contentOffset.y"))
  }

  @Test(arguments: [
    ("scrollTop", Axis.y), ("scrollY", .y), ("scrollLeft", .x), ("pixels", .y), ("position", .y),
    ("relative_offset_y", .y),
  ])
  func `names of other platforms are known`(name: String, axis: Axis) throws {
    let text = (0..<4).map { #"{"tMs": \#(16 * $0), "\#(name)": \#(3 * $0)}"# }.joined(
      separator: "\n")
    let trace = try #require(try read(text).first)
    #expect(trace.times == [0, 0.016, 0.032, 0.048])
    #expect(trace.channels.map(\.axis) == [axis] && trace.channels[0].values == [0, 3, 6, 9])
  }

  @Test func `a name of another platform gives way to one of this format`() throws {
    let text = "t_s,offset_y_pt,position,elapsed\n0,1,9,5\n0.1,2,8,6\n"
    let trace = try #require(try read(text).first)
    #expect(trace.channels.map(\.values) == [[1, 2]] && trace.times == [0, 0.1])
  }

  @Test(arguments: [
    (#"{"t": 0, "y": 1}"# + "\n" + #"{"t": 1, "y": "#, 2, "the object that begins here has no end"),
    (#"{"t": 0, "y": 1}"# + "\n" + "7\n", 2, "an object was expected, one a line"),
    (#"{"t": 0, "y": 1}"# + "\n" + #"{"t": 1 "y": 2}"#, 2, "is no JSON: a comma or } is missing"),
    (#"{"t": 0, "y": 1}"# + "\n" + #"{"t": NaN, "y": 2}"#, 2, "is no JSON: 'NaN' is no value"),
    (#"[{"t": 0, "y": 1}, {"t": 0.1, "y": 2}"#, 1, "the array has no end"),
    (#"[{"t": 0, "y": 1}"# + "\n", 2, "the array has no end"),
    (#"[{"t": 0, "y": 1}] {"t": 1}"#, 1, "an object was expected, or the end of the array"),
    (#"{"t": 0, "y": 1}"# + "\n\n" + #"{"t": 0.1, "y": "far"}"#, 3, "far"),
    (#"{"t": 0, "y": 1}"# + "\n" + #"{"y": 0.1}"#, 2, "a number is missing"),
    (#"{"speed": 0, "size": 1}"#, 1, "no column among \"speed\", \"size\" has a known name"),
    (
      String(repeating: #"{"a":"#, count: 20) + "1" + String(repeating: "}", count: 20), 1,
      "too deep"
    ),
  ]) func `what is wrong is said with its line`(text: String, line: Int, message: String) throws {
    let error = try #require(failure(text))
    #expect(error.line == line, "\(error.message)")
    #expect(error.message.contains(message), "\(error.message)")
    #expect((error.column ?? 1) > 0)
    #expect(error.column == nil || error.code.rawValue == "broken-json")
  }

  @Test(arguments: [
    (
      #"{"nativeEvent": {"contentOffset": {"x": 0, "y": $y}, "timestamp": $t, "zoom": 1}}"#,
      ["offset x", "offset y"]
    ),
    (
      #"{"nativeEvent": {"contentOffset": {"y": $y}, "timestamp": $t}, "velocity": {"y": 3}}"#,
      ["offset y"]
    ),
    (#"{"event": {"timeStamp": $t}, "target": {"scrollTop": $y}}"#, ["offset y"]),
    (#"{"data": {"t": $t, "y": $y}}"#, ["offset y"]),
    (
      #"{"t": $t, "offset": {"x": 0, "y": $y}, "touch": {"x": 5, "y": 6}}"#,
      ["offset x", "offset y"]
    ),
    (#"{"t": $t, "y": $y, "view": {"scrollTop": 3, "timestamp": 5}}"#, ["offset y"]),
  ])
  func `names of objects in objects are known by their ends`(row: String, channels: [String]) throws
  {
    let text =
      "{\"scale\": 3}\n"
      + (0..<4).map {
        row.replacing("$y", with: "\(5 * $0)").replacing("$t", with: "\(Double($0) / 8)") + "\n"
      }.joined()
    let trace = try #require(try read(text).first)
    #expect(trace.channels.map { "\($0.role.rawValue) \($0.axis.rawValue)" } == channels)
    #expect(trace.channels.last?.values == [0, 5, 10, 15])
    #expect(trace.times == [0, 0.125, 0.25, 0.375] && trace.timing.isRecorded)
    #expect(trace.metadata.scale == 3 && trace.dialect.isJSON)
  }

  @Test func `ends of names that are the same are left to the caller`() throws {
    let text = #"{"t": 0, "a": {"scrollTop": 1}, "b": {"scrollTop": 2}}"#
    let error = try #require(failure(text))
    #expect(error.code == .ambiguousColumn && error.help == "choose one with --offset NAME")
    #expect(error.message == #"columns "a.scrollTop" and "b.scrollTop" could both be the offset"#)
    #expect(failure(#"{"t": 0, "velocity": {"x": 1, "y": 2}}"#)?.code == .noKnownColumn)
    #expect(failure(#"{"t": 0, "touches": [{"scrollTop": 1}]}"#)?.code == .noKnownColumn)
  }

  @Test(arguments: [
    #"{"samples": [{"t": 0, "y": 1}, {"t": 1, "y": 2.5}]}"#,
    #"{"name": "a", "data": {"my samples": [{"t": 0, "y": 1}, {"t": 1, "y": 2.5}], "marks": []}}"#,
    #"{"t": [0, 1], "y": [1, 2.5], "size": [390, 844, 3]}"#,
    #"{"t": {"0": 0, "1": 1}, "y": {"0": 1, "1": 2.5}}"#, #"[{"t": [0, 1], "y": [1, 2.5]}]"#,
    #"{"timestamps": [0, 1], "contentOffset": [{"x": 0, "y": 1}, {"x": 0, "y": 2.5}], "fps": 120}"#,
    #"{"timestamps": [0, 1], "contentOffset": {"x": [0, 0], "y": [1, 2.5]}}"#,
    #"{"times": [0, 1], "points": [[0, 1], [0, 2.5]]}"#,
    #"{"frames": [{"ts": 0}, {"ts": 1}], "offsets": [{"y": 1}, {"y": 2.5}]}"#,
    #"{"timestamp": 1700000000, "t": [0, 1], "y": [1, 2.5]}"#,
  ])
  func `a recording that one object holds in arrays is read`(text: String) throws {
    for pieces in [text.utf8.count, 7] {
      let trace = try #require(try read(text, pieces: pieces).first)
      #expect(trace.times == [0, 1] && trace.channel(.offset)?.values == [1, 2.5])
    }
  }

  @Test func `columns and pairs in an object are the same as rows of CSV`() throws {
    func time(_ index: Int) -> Double { Double(8 * index) / 1000 }
    func offset(_ index: Int) -> Double { Double(index * index) / 4 }
    let rows = (0..<40).map { "\(time($0)),\(offset($0))\n" }.joined()
    let expected: Trace = try #require(try read("# scale: 2\nt,y\n\(rows)").first)
    let offsets: [Double] = (0..<40).map(offset)
    let times = "[" + list(40) { "\(time($0))" } + "]"
    let values = "[" + list(40) { "\(offset($0))" } + "]"
    let pairs = list(40) { "[\(time($0)), \(offset($0))]" }
    for text in [
      #"{"scale": 2, "t": \#(times), "y": \#(values)}"#,
      #"{"y": \#(values), "screen": {"scale": 2}, "t": \#(times)}"#,
      #"{"data": [\#(pairs)], "scale": 2}"#,
    ] {
      let trace = try #require(try read(text).first)
      #expect(trace.times == expected.times)
      #expect(trace.channel(.offset)?.values == offsets)
      #expect(trace.metadata == expected.metadata)
    }
    let framed = try #require(try read(#"{"fps": 125, "offsets": \#(values)}"#).first)
    #expect(zip(framed.times, expected.times).allSatisfy { ($0 - $1).magnitude < 1e-12 })
  }

  @Test func `a value in an array has the line where it stands`() {
    let columns = "{\n\"t\": [\n0,\n1,\n2\n],\n\"y\": [\n5,\n6,\n\"a\"\n]\n}"
    #expect(failure(columns)?.line == 10)
    let objects =
      "{\"scale\": 2,\n\"samples\": [\n{\"t\": 0, \"y\": 1},\n{\"t\": 1, \"y\": \"a\"}\n]}"
    #expect(failure(objects)?.line == 4)
  }

  @Test(arguments: [
    (
      #"{"t": [0, 1, 2], "y": [5, 6]}"#,
      #"the columns are arrays inside an object, "t" of 3 values, "y" of 2 values"#,
      #"write one row a sample: jq -c '([[.t[]], [.y[]]] | transpose[] | {"t": .[0], "y": .[1]})' trace.jsonl"#
        + " | scrollfit -"
    ),
    (
      #"{"scale": 2, "view": {"scale": 3}, "t": [0, 1], "y": [5, 6]}"#,
      #"the columns are arrays inside an object, "t", "y""#, #""scale": .view.scale}"#
    ),
    (
      #"{"time": 8.3, "y": [5, 6]}"#, #"the columns are arrays inside an object, "y""#,
      #"jq -c '([[.y[]]] | transpose[] | {"y": .[0]})' trace.jsonl"#
    ),
    (
      #"{"slow": [{"t": 0, "y": 1}, {"t": 1, "y": 2}], "fast": [{"t": 0, "y": 1}, {"t": 1, "y": 2}]}"#,
      #"the samples are an array inside an object, "slow""#, "jq -c '.slow[]' trace.jsonl"
    ),
    (
      #"{"y": [5, 6, 7], "t": [0, 1, 2], "y": [1, 2]}"#,
      #"the columns are arrays inside an object, "t", "y""#, "transpose[]"
    ),
    (
      #"{"samples": [{"t": 0, "y": 1}, {"t": 1, "y": 2}], "taps": [\#(list(9) { #"{"x": \#($0), "y": 1}"# })]}"#,
      #"the samples are an array inside an object, "samples""#, "jq -c '.samples[]' trace.jsonl"
    ),
    (
      #"{"runs": [{"samples": [{"t": 0, "y": 1}, {"t": 1, "y": 2}]}]}"#,
      #"the samples are an array inside an object, "runs.samples""#,
      "jq -c '.runs[].samples[]' trace.jsonl"
    ),
    (
      #"{"labels": [\#(list(12) { "\(Double(8 * $0) / 1000)" })], "datasets": [{"data": [\#(list(12) { "\($0 * $0)" })]}]}"#,
      #"the columns are arrays inside an object, "labels", "datasets.data""#,
      #"[[.labels[]], [.datasets[0].data[]]] | transpose[] | {"t": .[0], "offset": .[1]}"#
    ),
    (
      #"{\#(list(9) { #""\#($0)": {"t": \#($0), "y": 1}"# })}"#,
      "the keys of the object count the samples",
      "write one object a line: jq -c '.[]' trace.jsonl | scrollfit -"
    ),
    (
      #"{\#(list(9) { #""\#(8 * $0)": {"y": 1}"# })}"#,
      "the keys of the object are numbers, as times are",
      "jq -c 'to_entries[] | {t: (.key | tonumber)} + .value' trace.jsonl | scrollfit -"
    ),
    (
      #"{"samples": [\#(list(40_000) { #"{"t": \#($0), "scrollTop": \#($0)}"# })"#,
      #"the samples are an array inside an object, "samples""#, "jq -c '.samples[]'"
    ),
  ])
  func `arrays inside an object are told with the command that unpacks them`(
    text: String, message: String, help: String
  ) throws {
    let error = try #require(failure(text))
    #expect(error.code == .noKnownColumn && error.line == 1)
    #expect(error.message == message && error.help.contains(help), "\(error) \(error.help)")
  }

  /// As `JSONEncoder` writes a `CGPoint`, and `NSStringFromCGPoint`.
  @Test(arguments: ["[0, Y]", "\"{0, Y}\"", "\"(0.0, Y)\"", "{\"x\": 0, \"y\": Y}"])
  func `a pair under the name of an offset is a point`(form: String) throws {
    for name in ["contentOffset", "offset", "position"] {
      let rows = (0..<4).map { row in
        "{\"t\": \(row), \"\(name)\": \(form.replacing("Y", with: "\(row * row).5"))}"
      }
      let text = "[\(rows.joined(separator: ","))]"
      let trace = try #require(try read(text, pieces: 7).first, "\(text)")
      #expect(trace.channel(.offset)?.values == [0.5, 1.5, 4.5, 9.5])
      #expect(trace.channel(.offset, axis: .x)?.values == [0, 0, 0, 0])
    }
    // Other pairs are no points.
    #expect(failure(#"{"t": 0, "offset_y": [0, 1]}"#)?.code == .noKnownColumn)
  }

  @Test(arguments: [
    (
      "[[{\"t\": 0, \"y\": 1}], [{\"t\": 0, \"y\": 2}]]",
      #"jq -c 'to_entries[] | "\(.key + 1)" as $n | .value[] | {trace: $n} + .' trace.jsonl"#
    ),
    ("[[0, 1], [0, 2], [0, 4]]", "jq -c '.[]' trace.jsonl | scrollfit --log -"),
    ("[[\"t\", \"y\"], [0, 2], [1, 4]]", "jq -r '.[] | @csv' trace.jsonl | scrollfit -"),
    (
      "[[0, 1, 4, 9, 16, 25, 36, 49, 64, 81], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]",
      "jq -c 'transpose[] | {t: .[1], offset_y: .[0]}' trace.jsonl | scrollfit -"
    ),
  ])
  func `arrays in an array are told with the command for what they hold`(
    text: String, help: String
  ) throws {
    let error = try #require(failure(text))
    #expect(error.code.rawValue == "broken-json" && error.line == 1 && error.column == 2)
    #expect(error.help.contains(help), "\(error.help)")
  }

  @Test func `an index without end is no reason to fail`() {
    let key = "\(Int.max)"
    #expect(failure("{\"a\": {\"\(key)\": 1, \"9\(key)\": 2}, \"b\": 3}") != nil)
  }

  @Test func `recordings behind each other are told apart`() throws {
    let rows = [0, 1, 2, 0, 1].map { #"{"at": {"t": \#($0)}, "y": \#($0)}"# + "\n" }.joined()
    let help = try #require(failure(rows)).help
    #expect(
      help.contains("if $s.at.t < .t then .n += 1 else . end | .t = $s.at.t; $s + if $s.at.t"))
  }

  @Test(arguments: [
    #"{"format_version": "1.0", "settings": "0", "fits": [{"law": "bounce"}]}"#,
    #"{"format_version": "1.0", "results": [{"fits": [{"law": "bounce"}]}]}"#,
  ])
  func `own results are told from samples, with the commands that read them`(text: String) throws {
    let error = try #require(failure(text))
    #expect(error.message == "these are results of scrollfit, not samples")
    #expect(error.help.contains("scrollfit batch --results trace.jsonl;"))
    #expect(error.help.contains("scrollfit check --reference trace.jsonl "))
  }

  @Test func `an empty array is an empty file`() throws {
    #expect(failure("[]")?.code == .empty && failure("  [ ]  ")?.code == .empty)
  }

  @Test func `ten thousand objects are read as their rows, those after the sample too`() throws {
    let text = (0..<10_000).map { "{\"t_s\": \($0), \"y\": \($0 % 7)}" }.joined(separator: ",\n")
    let trace = try #require(try read("[\(text)]").first)
    #expect(trace.count == 10_000 && trace.channels[0].values[9_999] == Double(9_999 % 7))
  }
}
