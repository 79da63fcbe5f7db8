import Testing

/// What a recording, a list of engines or an argument says, on its way to terminals, logs and spreadsheets.
@Suite struct HostileTextTests {
  /// Everything that means something somewhere.
  static let hostile =
    "\u{1B}[31m\u{7}\u{7F}\u{85}\u{9B}31m\u{202E}\u{2066}\u{61C}|`<script>alert(1)</script>&%0A::error::x\"'=;]]>\\*/"

  /// Acts on a terminal: controls but for the ends of lines and tabs, and marks of direction.
  static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    let hostile = Self.hostile
    let quoted = "\"" + hostile.replacing("\"", with: "\"\"") + "\""
    let keys = ["device", "os", "source", "license", "what", "note", "k\u{202E}q"]
    let comments = keys.map { "# \($0): \(hostile)\n" }.joined() + "# \(hostile)\n# edge_top: 0\n"
    let name = hostile.replacing("/", with: "") + "\n.csv"
    try workspace.write(
      comments + "trace,t_s,offset_y_pt,\(quoted)\n"
        + Recordings.rows(prefix: "\(quoted),").map { $0 + ",0\n" }.joined(), to: name)
    try workspace.write(
      comments + "t_s,offset_y_pt\n0,\(hostile.replacing("\"", with: ""))\n", to: "bad" + name)
    try workspace.write(
      "{\"format_version\": \"1.0\", \"engines\": [{\"key\": \(Self.json(hostile))}]}",
      to: "engines.json")
    try workspace.write(
      "{\"format_version\": \"1.0\", \(Self.json(hostile)): 1}", to: "reference.json")
    return workspace
  }

  /// A string of JSON in which only what must be is escaped.
  private static func json(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map {
        $0 == "\"" || $0 == "\\"
          ? "\\\($0)"
          : $0.value < 0x20
            ? "\\u00" + ($0.value < 16 ? "0" : "") + String($0.value, radix: 16) : "\($0)"
      }.joined() + "\""
  }

  private func expectHarmless(_ text: String, _ what: String) {
    let found = text.unicodeScalars.first(where: Self.isActive).map { String($0.value, radix: 16) }
    #expect(found == nil, "\(what)")
    let command = text.split(separator: "\n").first { line in
      let line = line.drop { $0 == " " }
      // Only annotations of a check are commands, and they are of two kinds.
      return line.hasPrefix("::") && !line.hasPrefix("::error ") && !line.hasPrefix("::warning ")
    }
    #expect(command == nil, "\(what)")
  }

  @Test(
    arguments: [
      "batch", "batch --group-by device", "bounce", "fit", "spring", "decelerate", "identify",
      "inspect",
      "check --reference uikit --list-passing",
      "check --reference uikit --strict --group-by device",
      "check --reference reference.json", "engines --engines engines.json",
    ])
  func `nothing in a recording acts on a terminal, in any format`(command: String) async throws {
    let workspace = try workspace()
    let name = command.prefix { $0 != " " }
    let formats =
      switch name {
      case "inspect", "engines": ["text"]
      case "identify": ["text", "json"]
      case "check": ["text", "json", "ndjson", "csv", "markdown", "junit", "github"]
      default: ["text", "json", "ndjson", "csv", "markdown"]
      }
    for format in formats {
      let option = name == "inspect" ? "" : "--format \(format)"
      let files = name == "engines" ? "" : "./*.csv"
      let outcome = try await workspace.shell("\"$SCROLLFIT\" \(command) \(option) \(files)")
      #expect([0, 1, 65, 78].contains(outcome.code), "\(format): \(outcome.error)")
      #expect(outcome.output + outcome.error != "")
      // A table is data: its fields are as they were.
      if format != "csv" { expectHarmless(outcome.output, "\(command) \(format)") }
      expectHarmless(outcome.error, "\(command) \(format)")
      if format == "markdown" || format == "junit" { #expect(!outcome.output.contains("<script")) }
    }
  }

  @Test func `files for people and spreadsheets hold it as text`() async throws {
    let workspace = try workspace()
    try workspace.write(Self.hostile, to: "title")
    let outcome = try await workspace.shell(
      """
      "$SCROLLFIT" bounce ./*.csv --export a.svg --export b.vl.json --export c.md --export d.txt --residuals e.csv \
      --search-path f.csv > out 2> err
      "$SCROLLFIT" report ./*.csv -o g.html --title "$(cat title)" >> out 2>> err
      """)
    #expect(outcome.code == 65)
    for name in ["a.svg", "b.vl.json", "c.md", "d.txt", "e.csv", "f.csv", "g.html", "out", "err"] {
      let text = try #require(workspace.read(name))
      #expect(!text.isEmpty, "\(name)")
      if !name.hasSuffix(".csv") { expectHarmless(text, name) }
      if !name.hasSuffix(".csv"), !["d.txt", "out", "err"].contains(name) {
        #expect(!text.contains("<script>alert"), "\(name)")
      }
    }
  }

  @Test(
    arguments: [
      ["HOSTILE"], ["bounce", "--HOSTILE"], ["bounce", "HOSTILE"],
      ["bounce", "t", "--scale", "HOSTILE"],
      ["bounce", "t", "--scale=HOSTILE"], ["bounce", "t", "--time", "HOSTILE"],
      ["bounce", "t", "--export", "HOSTILE"], ["bounce", "t", "--export", "no/HOSTILE.json"],
      ["bounce", "t", "--format", "HOSTILE"], ["batch", "--files-from", "HOSTILE"],
      ["batch", "--resume", "no/HOSTILE", "t"], ["check", "--tolerance", "HOSTILE=1", "t"],
      ["check", "--reference", "HOSTILE", "t"], ["check", "--reference", "HOSTILE.", "t"],
      ["report", "t", "-o", "HOSTILE"], ["report", "t", "-o", "no/HOSTILE.html"],
      ["predict", "HOSTILE"],
      ["predict", "bounce", "HOSTILE"], ["predict", "bounce", "HOSTILE=1"],
      ["predict", "bounce", "v0=HOSTILE"],
      ["predict", "bounce", "--from", "HOSTILE"], ["simulate", "bounce", "HOSTILE=1"],
      ["simulate", "HOSTILE"],
      ["export", "bounce", "v0=1", "delta=1", "--as", "swift", "--name", "HOSTILE"],
      ["export", "bounce", "v0=1", "delta=1", "-o", "HOSTILE"], ["engines", "HOSTILE"],
      ["laws", "HOSTILE"],
    ])
  func `an argument that is wrong is repeated without effect`(arguments: [String]) async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "t")
    // With an end of a line, behind which a command for a runner could stand.
    let words = arguments.map { $0.replacing("HOSTILE", with: "x\n::error::y" + Self.hostile) }
    let outcome = try await Command.run(words, in: workspace.path)
    #expect(outcome.code.map { $0 > 1 } == true)
    // A batch lists what it could not read among its failures.
    #expect(outcome.output == "" || arguments[0] == "batch")
    #expect(outcome.error != "")
    for text in [outcome.output, outcome.error] { expectHarmless(text, "\(arguments)") }
  }

  @Test func `a table has no formulas but the numbers it had`() async throws {
    let workspace = try Workspace()
    let labels = ["=1+1", "+x", "-1-1", "@x", "-1.5", "+2", "＝x", "plain"]
    try workspace.write(
      "# edge_top: 0\ntrace,t_s,offset_y_pt\n"
        + labels.flatMap { Recordings.rows(prefix: $0 + ",") }.joined(separator: "\n") + "\n",
      to: "t.csv")
    let outcome = try await workspace.run("batch", "--format", "csv", "t.csv")
    #expect(outcome.code == 0)
    var names: [String] = []
    for line in outcome.output.split(separator: "\n").dropFirst() {
      let name = String(line.split(separator: ",", omittingEmptySubsequences: false)[1])
      if names.last != name { names.append(name) }
    }
    #expect(names == ["'=1+1", "'+x", "'-1-1", "'@x", "-1.5", "+2", "'＝x", "plain"])
    // What is meant to be read back is.
    let simulated = try await workspace.run(
      "simulate", "bounce", "C=1000", "delta=10.9", "--edge", "-64")
    let back = try await workspace.run("bounce", "-", input: Array(simulated.output.utf8))
    #expect(back.code == 0)
    #expect(back.output.contains("-64 pt"))
  }

  @Test(arguments: ["swift", "kotlin", "dart", "javascript", "c", "css"])
  func `a name in a result is a comment in exported code and nothing more`(language: String)
    async throws
  {
    let workspace = try Workspace()
    let name = "*/ evil() /* // --> \u{2028} evil() \n evil() \\"
    try workspace.write(
      "# edge_top: 0\ntrace,t_s,offset_y_pt\n"
        + Recordings.rows(prefix: "\"\(name)\",").joined(separator: "\n") + "\n",
      to: "*\nevil().csv")
    let outcome = try await workspace.shell(
      """
      "$SCROLLFIT" bounce --format json ./*.csv > result.json
      "$SCROLLFIT" export bounce --from result.json --as \(language)
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    let lines = outcome.lines.filter { $0.contains("evil()") }
    #expect(!lines.isEmpty)
    // All on one line of the comment at the head, which nothing ends.
    for line in lines {
      let text = line.drop { $0 == " " || $0 == "*" || $0 == "/" }
      #expect(text.hasPrefix("Fitted") || text.hasPrefix("by way"), "\(line)")
      // A comment of CSS ends with its line, not before.
      let content = language == "css" && text.hasSuffix(" */") ? text.dropLast(3) : text
      #expect(!content.contains("*/") && !content.contains("/*"))
      #expect(!line.hasSuffix("\\"))
    }
  }

  @Test func `a path in a file names nothing that is opened or written`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "t.csv")
    let outcome = try await workspace.shell(
      """
      mkdir in
      "$SCROLLFIT" batch --format ndjson t.csv | sed 's|"t.csv"|"../../../etc/passwd"|' > in/r.ndjson
      cd in
      "$SCROLLFIT" batch --results r.ndjson --export ../sum.csv
      "$SCROLLFIT" check --reference r.ndjson ../t.csv
      ls -A
      """)
    #expect(outcome.output.hasSuffix("r.ndjson\n"))
    #expect(workspace.names == ["in", "sum.csv", "t.csv"])
    #expect(workspace.read("sum.csv")?.contains("../../../etc/passwd,") == true)
  }
}
