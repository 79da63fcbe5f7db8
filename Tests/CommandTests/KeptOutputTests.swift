import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Outputs that a failing run must leave alone, or complete all the same.
struct KeptOutputTests {
  @Test func `an export for which there is nothing to say keeps what it held`() async throws {
    let workspace = try Workspace()
    try workspace.write("old\n", to: "report.txt")
    let outcome = try await workspace.run("bounce", "--export", "report.txt", "missing.csv")
    #expect(outcome.code == 66)
    #expect(Workspace.contents(workspace.path.appending("report.txt")) == "old\n")
  }

  @Test func `a full standard output does not take the exports with it`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    let outcome = try await Command.shell(
      "\"$SCROLLFIT\" bounce --export out.json trace.csv > /dev/full", in: workspace.path)
    #expect(outcome.code == 74)
    let text = Workspace.contents(workspace.path.appending("out.json"))
    #expect(text?.hasSuffix("\"summary\": null\n}\n") == true)
  }
}

/// Formats that programs read, where a run ends early.
@Suite struct WholeOutputTests {
  /// A recording, a list that ends in a path that is too long, and one that is a file to read.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    _ = try await workspace.shell("mkdir -p in/deep")
    try workspace.write(Recordings.plain(), to: "in/deep/a.csv")
    try workspace.write("in\n" + String(repeating: "x", count: 70_000), to: "long")
    return workspace
  }

  @Test(arguments: [
    ("missing", Int32(66), "file-not-found"), ("long", Int32(65), "field-too-large"),
  ])
  func `a list that cannot be read is one failure more`(
    _ list: String, _ code: Int32, _ name: String
  ) async throws {
    let workspace = try await workspace()
    func run(_ command: String, _ format: String) async throws -> String {
      let more = command == "check" ? ["--reference", "uikit"] : []
      let outcome = try await Command.run(
        [command, "--format", format, "--files-from", list, "--export", "out.json"] + more
          + (list == "missing" ? ["in"] : []), in: workspace.path)
      #expect(outcome.code == Optional(code))
      #expect(outcome.error.hasPrefix("\(list): error: "))
      let export = try JSONValue(try #require(workspace.read("out.json")))
      #expect(export["summary"]["recordings"].double == 2)
      return outcome.output
    }
    for command in ["batch", "check"] {
      let whole = try JSONValue(try await run(command, "json"))
      #expect(whole["results"][0]["error"].string == nil)
      #expect(whole["results"][0]["source"]["path"].string == "in/deep/a.csv")
      #expect(whole["results"][1]["error"]["code"].string == name)
      #expect(whole["summary"]["failures"][0]["code"].string == name)
      for format in ["ndjson", "csv", "markdown"] {
        #expect(try await run(command, format).contains(list))
      }
    }
    #expect(try await run("check", "junit").hasSuffix("</testsuites>\n"))
    #expect(try await run("check", "github").contains("::error file=\(list)"))
  }

  @Test(arguments: ["ln in/deep/a.csv out.csv", "ln -s in/deep/a.csv out.csv"])
  func `an output that is a file to read, by whatever way, is refused before any is read`(
    _ link: String
  ) async throws {
    let workspace = try await workspace()
    _ = try await workspace.shell(
      "\(link); ln out.csv out.ndjson; ln out.csv out.html; echo in > list")
    let before = workspace.read("in/deep/a.csv")
    for arguments in [
      "batch --format json --export out.csv in", "batch --format json --resume out.ndjson in",
      "check --reference uikit --format json --export out.csv in", "report -o out.html in",
      "batch --format json --export out.csv --files-from list",
      "check --reference uikit --format json --export out.csv --files-from list",
    ] {
      let outcome = try await workspace.shell("\"$SCROLLFIT\" \(arguments)")
      #expect(outcome.code == 64)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("is a file to read"))
    }
    let piped = try await workspace.shell(
      "echo in | \"$SCROLLFIT\" batch --format json --export out.csv --files-from -")
    #expect(piped.code == 64 && piped.output == "")
    #expect(workspace.read("in/deep/a.csv") == before)
  }

  @Test func `an output that cannot be written is given up alone`() async throws {
    let workspace = try await workspace()
    for command in ["batch", "check --reference uikit", "bounce"] {
      let outcome = try await workspace.shell(
        """
        ln -sf /dev/full full.csv
        "$SCROLLFIT" \(command) --format json --export full.csv --export out.json in/deep/a.csv
        """)
      #expect(outcome.code == 74)
      #expect(outcome.error.contains("full.csv: error: cannot write"))
      _ = try JSONValue(outcome.output)
      #expect(workspace.read("out.json") == outcome.output)
    }
  }

  @Test func `results that cannot be gone on with are an error inside the document`() async throws {
    let workspace = try await workspace()
    try workspace.write("notes", to: "r")
    try workspace.write("old", to: "out.csv")
    let outcome = try await workspace.run(
      "batch", "--resume", "r", "--format", "json", "--export", "out.csv", "in")
    #expect(outcome.code == 65)
    let whole = try JSONValue(outcome.output)
    #expect(whole["results"][0]["error"]["code"].string == "invalid-result")
    #expect(workspace.read("out.csv") == "old")
  }

  @Test func `a pattern that matches nothing leaves whole verdicts and 64`() async throws {
    let workspace = try await workspace()
    let outcome = try await workspace.run(
      "check", "--reference", "uikit", "--only", "detla", "--format", "json", "in")
    #expect(outcome.code == 64)
    let check = try JSONValue(outcome.output)["summary"]["check"]
    #expect(check["counts"]["error"].double == 1)
    #expect(
      check["constants"][0]["message"].string
        == "--only 'detla' matches no constant and no recording")
  }
}
