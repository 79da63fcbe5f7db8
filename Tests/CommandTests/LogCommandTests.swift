import Testing

/// Logs, chosen rows and lost samples in the commands that read recordings.
@Suite struct LogCommandTests {
  private static let log = "SampleTraces/simulated-bounce-flutter.log"

  /// What a fit of a recording gives, without the source.
  private func constants(_ arguments: String...) async throws -> JSONValue {
    let outcome = try await Command.run(arguments + ["--format", "json"])
    #expect(outcome.code == 0, "\(outcome.error)")
    return try JSONValue(outcome.output)["results"][0]["constants"]
  }

  @Test(arguments: [
    ["fit"], ["bounce"], ["batch"], ["inspect"], ["identify"], ["check", "--reference", "uikit"],
  ])
  func `a log is read by every command, from a file and from standard input`(
    _ arguments: [String]
  ) async throws {
    let outcome = try await Command.run(arguments + [Self.log])
    #expect(outcome.code == 0, "\(outcome.error)")
    let input = Array(try #require(Command.contents(Self.log)).utf8)
    let piped = try await Command.run(arguments + ["--log", "-"], input: input)
    #expect(piped.code == 0, "\(piped.error)")
    if !["check", "identify"].contains(arguments[0]) { #expect(outcome.output.contains("W111")) }
  }

  @Test func `a log of offsets without times is told what to print`() async throws {
    let workspace = try Workspace()
    let offsets = [88.33, 90.1, 99.4, 120, 140.3, 155.2, 166.1, 170.2, 171, 171.3]
    for count in [5, offsets.count] {
      try workspace.write(
        offsets.prefix(count).map { "flutter: \($0)\n" }.joined(), to: "a.log")
      let outcome = try await workspace.run("fit", "a.log")
      #expect(outcome.code == 65)
      #expect(outcome.error.hasPrefix("a.log:1:1: error: the log has offsets without times"))
      #expect(outcome.error.contains("in front of each offset, as '12.345678 -88.33'"))
    }
    // Where they are those of a law it is a warning.
    let bounce = (0..<60).map { Recordings.printed(-Recordings.bounce(Double($0) / 60)) }
    try workspace.write(bounce.map { "flutter: \($0)\n" }.joined(), to: "b.log")
    let fitted = try await workspace.run("bounce", "--edge", "0", "--details", "b.log")
    #expect(fitted.code == 0 && fitted.output.contains("print the time of the frame in s"))
    // Frames that someone vouches for are no such log.
    let told = try await workspace.run("fit", "--interval", "1/60", "a.log")
    #expect(told.error.contains("no phase of the recording could be fitted"))
  }

  @Test func `a log gives the constants of the same samples in CSV`() async throws {
    let workspace = try Workspace()
    let lines = try #require(Command.contents(Self.log)).split(separator: "\n").map(String.init)
    let rows = lines.filter { $0.contains("t=") }.map { line in
      line.replacing("flutter: t=", with: "").replacing(" offset=", with: ",")
    }
    let text = ["# scale: 3", "# edge_top: 0", "t,offset"] + rows
    try workspace.write(text.joined(separator: "\n") + "\n", to: "same.csv")
    let csv = try await constants("bounce", workspace.file("same.csv"))
    #expect(try await constants("bounce", Self.log) == csv)
    #expect(!csv.elements.isEmpty)
  }

  @Test func `rows of one view are fitted as if they were alone`() async throws {
    let workspace = try Workspace()
    let plain = Recordings.plain().split(separator: "\n").map(String.init)
    let mixed = plain.flatMap { line in
      line.hasPrefix("#")
        ? [line] : line.hasPrefix("t_s") ? ["view," + line] : ["feed," + line, "menu,0,none"]
    }
    try workspace.write(Recordings.plain(), to: "plain.csv")
    try workspace.write(mixed.joined(separator: "\n") + "\n", to: "mixed.csv")
    let plainConstants = try await constants("bounce", workspace.file("plain.csv"))
    let chosen = try await constants(
      "bounce", "--where", "view=feed", workspace.file("mixed.csv"))
    #expect(chosen == plainConstants && !chosen.elements.isEmpty)
    let none = try await workspace.run("bounce", "--where", "view=side", "mixed.csv")
    #expect(none.code == 65)
    #expect(
      none.error
        == "mixed.csv: error: no row has 'view=side'\n  help: rows have 'feed', 'menu'\n")
  }

  @Test func `results with other rows are made anew`() async throws {
    let workspace = try Workspace()
    let plain = Recordings.plain()
    try workspace.write(
      plain, to: "a.csv")
    let first = try await workspace.run("batch", "--resume", "r.ndjson", "a.csv")
    #expect(first.code == 0)
    let before = try #require(workspace.read("r.ndjson"))
    let again = try await workspace.run("batch", "--resume", "r.ndjson", "a.csv")
    #expect(again.code == 0 && workspace.read("r.ndjson") == before)
    let chosen = try await workspace.run(
      "batch", "--resume", "r.ndjson", "--where", "t_s=0", "--where", "t_s=0.0", "a.csv")
    #expect(chosen.code == 65)
    #expect(workspace.read("r.ndjson") != before)
  }

  @Test func `a lost sample is said, and costs nothing else`() async throws {
    let workspace = try Workspace()
    var lines = Recordings.plain().split(separator: "\n").map(String.init)
    let place = lines.count - 8
    lines[place] = String(lines[place].prefix { $0 != "," }) + ","
    try workspace.write(lines.joined(separator: "\n") + "\n", to: "gap.csv")
    let outcome = try await workspace.run("bounce", "--format", "json", "gap.csv")
    #expect(outcome.code == 0)
    let codes = try JSONValue(outcome.output)["results"][0]["warnings"].elements.compactMap {
      $0["code"].string
    }
    #expect(codes.contains("W112"))
  }

  @Test func `a folder of Instruments, and options that do not go together, are told`() async throws
  {
    let workspace = try Workspace()
    #expect(try await workspace.shell("mkdir run.trace").code == 0)
    let folder = try await workspace.run("fit", "run.trace")
    #expect(folder.code == 66 && folder.error.contains("as Instruments writes its traces"))
    let both = try await workspace.run("fit", "--log", "--delimiter", "comma", "a.csv")
    #expect(both.code == 64 && both.error.contains("a log has none"))
    let bad = try await workspace.run("fit", "--where", "view", "a.csv")
    #expect(bad.code == 64 && bad.error.contains("--where <column=value>"))
  }
}
