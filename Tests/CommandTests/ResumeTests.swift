import Testing

/// Files of results that are not as a run left them.
@Suite struct ResumeTests {
  /// A workspace with two recordings and the results of both.
  private func workspace() async throws -> (Workspace, results: String) {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "a.csv")
    try workspace.write(Recordings.plain(), to: "b.csv")
    _ = try await workspace.run("batch", "--resume", "r", "--summary-only", "a.csv", "b.csv")
    return (workspace, try #require(workspace.read("r")))
  }

  /// Files that no run has written, or not to their ends, and what is wrong with them.
  static let foreign: [(text: String, place: String)] = [
    (#"{"my":"data"}"#, ":1:1"), ("notes", ":1:1"), (#"{"m"#, ":1:2"), ("{}", ":1:1"),
    (#"{"format_version":"1.0","engines":[]"#, ":1:37"), ("[1, 2", ":1:6"),
    (#"{"format_version":"1.0"}"#, ":1:1"), ("\n \n", ""), ("{\n", ":1:1"),
    (#"{"results":[]}"#, ":1:1"),
  ]

  @Test(arguments: foreign)
  func `a file that is no list of results stays as it is`(
    _ item: (text: String, place: String)
  ) async throws {
    let (workspace, results) = try await workspace()
    for text in [item.text, results + item.text] {
      if text != item.text, item.place.isEmpty { continue }
      try workspace.write(text, to: "f")
      let outcome = try await workspace.run("batch", "--resume", "f", "a.csv")
      #expect(outcome.code == 65)
      #expect(workspace.read("f") == text)
      let place = text == item.text ? item.place : item.place.replacing(":1:", with: ":3:")
      #expect(
        outcome.error.hasPrefix(
          "f\(text == "{\n" || !text.hasSuffix("{\n") ? place : ":3:2"): error: "))
    }
  }

  @Test func `results that break off anywhere are completed to the same bytes`() async throws {
    let (workspace, results) = try await workspace()
    let bytes = Array(results.utf8)
    let first = (bytes.firstIndex(of: 0x0A) ?? 0) + 1
    // In the beginning of a line, in a number, in a string, before the end of the line, and at it.
    for end in [0, 1, 5, 23, 40, 57, 70, first / 2, first - 2, first - 1, first, first + 9] {
      try workspace.write(String(decoding: bytes[..<end], as: UTF8.self), to: "cut")
      let outcome = try await workspace.run(
        "batch", "--resume", "cut", "--summary-only", "a.csv", "b.csv")
      #expect(outcome.code == 0)
      #expect(workspace.read("cut") == results, "cut after \(end) bytes")
    }
    // The last line lacks its end and is of a recording that this run does not look at.
    try workspace.write(String(results.dropLast()), to: "cut")
    let other = try await workspace.run("batch", "--resume", "cut", "--summary-only", "a.csv")
    #expect(other.error == "note: cut keeps 1 result of other recordings\n")
    #expect(workspace.read("cut")?.split(separator: "\n").count == 2)
  }

  /// What is put in the place of the first value of delta.
  static let damages = [
    "NaN", "1e999", "\"x\"", "null", "true", "[]x", "1.", "- 1", "0x1p3",
  ]

  @Test(arguments: damages)
  func `a damaged line is the same error for both that read it`(_ damage: String) async throws {
    let (workspace, results) = try await workspace()
    let lines = results.split(separator: "\n").map(String.init)
    let value = try #require(lines[0].firstMatch(of: /"delta":\{"value":([0-9.]+)/))
    let damaged = String(lines[0][..<value.1.startIndex] + damage + lines[0][value.1.endIndex...])
    let text = damaged + "\n" + lines[1] + "\n"
    try workspace.write(text, to: "d")
    let resumed = try await workspace.run("batch", "--resume", "d", "a.csv", "b.csv")
    let added = try await workspace.run("batch", "--results", "d")
    #expect(resumed.code == 65 && added.code == 65)
    #expect(resumed.error == added.error)
    #expect(resumed.error.hasPrefix("d:1:"))
    #expect(resumed.error.contains("delete it: with --resume its recording is fitted again"))
    #expect(workspace.read("d") == text)
    // Which mends it.
    try workspace.write(lines[1] + "\n", to: "d")
    _ = try await workspace.run("batch", "--resume", "d", "--summary-only", "a.csv", "b.csv")
    #expect(workspace.read("d") == results)
  }

  @Test func `every number of a result is looked at, and all damaged lines are named`() async throws
  {
    let (workspace, results) = try await workspace()
    let line = try #require(results.split(separator: "\n").first)
    let start = try #require(line.firstRange(of: "\"sampling\"")).lowerBound
    let numbers = line[start...].matches(of: /"[A-Za-z_,]+":(-?[0-9][-+.0-9e]*)/)
    try #require(numbers.count > 60)
    let damaged = numbers.map { number in
      line[..<number.1.startIndex] + "\"x\"" + line[number.1.endIndex...] + "\n"
    }
    try workspace.write(damaged.joined(), to: "d")
    for arguments in [["--resume", "d", "a.csv"], ["--results", "d"]] {
      let outcome = try await Command.run(["batch"] + arguments, in: workspace.path)
      #expect(outcome.code == 65)
      let places = outcome.error.split(separator: "\n").filter { $0.hasPrefix("d:") }
      // Of results that are only read, the first are reported, and all are in the output.
      #expect(places.count == (arguments[0] == "--resume" ? numbers.count : 3))
      #expect(places.allSatisfy { $0.hasSuffix("should be a number, not a string") })
    }
    let lines = try await workspace.run("batch", "--results", "--format", "ndjson", "d").lines
    #expect(lines.dropLast().count == numbers.count)
    #expect(lines.dropLast().allSatisfy { $0.contains("should be a number, not a string") })
  }

  @Test func `an empty file is none of results, and one to begin with`() async throws {
    let (workspace, results) = try await workspace()
    try workspace.write("", to: "empty")
    let added = try await workspace.run("batch", "--results", "empty")
    #expect(added.code == 65)
    #expect(added.error.hasPrefix("empty: error: the file holds no result\n"))
    _ = try await workspace.run("batch", "--resume", "empty", "--summary-only", "a.csv", "b.csv")
    #expect(workspace.read("empty") == results)
  }
}
