import Testing

/// `scrollfit engines`: what is known, and files that add to it.
@Suite struct EngineTests {
  private static let mine = #"""
    {"format_version": "1.0", "engines": [
     {"key": "mine", "name": "Mine", "edge": {"law": "spring", "delta": 12}}]}
    """#

  @Test func `a file adds its engines to those that are known`() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.mine, to: "mine.json")
    let plain = try await workspace.run("engines")
    let more = try await workspace.run("engines", "--engines", "mine.json")
    #expect(more.code == 0)
    #expect(
      more.output
        == plain.output + """

          mine: Mine
            edge          y'' + 2 delta y' + omega^2 y = 0, delta = 12 /s, omega^2 = 144
                          /s^2, zeta = 1
            source        mine.json

          """)
    let piped = try await Command.run(
      ["engines", "mine", "--engines", "-"], input: Array(Self.mine.utf8))
    #expect(piped.output.contains("source        standard input"))
  }

  @Test func `what is written as JSON is read again`() async throws {
    let workspace = try Workspace()
    let written = try await workspace.run("engines", "--format", "json")
    try workspace.write(written.output, to: "all.json")
    let again = try await workspace.run("engines", "--engines", "all.json", "--format", "json")
    #expect(again.output == written.output)
    #expect(again.error == "")
    let report = try JSONValue(written.output)
    #expect(report.names == ["format_version", "tool", "engines"])
    #expect(report["format_version"] == .string("1.0"))
    #expect(report["engines"].elements.count > 20)
    for engine in report["engines"].elements {
      let usual = ["key", "name", "source", "notes", "deceleration", "edge", "rubber_band"]
      #expect(engine.names == usual || engine.names == usual + ["animations"])
    }
  }

  @Test func `a later file may replace what an earlier one has`() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.mine, to: "mine.json")
    let other = Self.mine.replacing("12", with: "13")
    try workspace.write(other, to: "other.json")
    try workspace.write(
      other.replacing("\"edge\"", with: "\"replaces\": true, \"edge\""), to: "third.json")
    let refused = try await workspace.run(
      "engines", "mine", "--engines", "mine.json", "--engines", "other.json")
    #expect(refused.code == 78)
    #expect(
      refused.error == """
        other.json:2:10: error: the key "mine" is that of another engine, Mine
          help: choose another key, or write "replaces": true

        """)
    #expect(refused.output == "")
    let replaced = try await workspace.run(
      "engines", "mine", "--engines", "mine.json", "--engines", "third.json")
    #expect(replaced.code == 0)
    #expect(replaced.output.contains("delta = 13 /s"))
  }

  @Test func `a file that is missing exits 66, one that is wrong 78`() async throws {
    let workspace = try Workspace()
    let missing = try await workspace.run("engines", "--engines", "none.json")
    #expect(missing.code == 66)
    #expect(missing.error.hasPrefix("none.json: error: no such file\n  help: "))
    try workspace.write("{}", to: "wrong.json")
    let wrong = try await workspace.run("engines", "--engines", "wrong.json")
    #expect(wrong.code == 78)
    #expect(
      wrong.error.hasPrefix("wrong.json:1:1: error: \"format_version\" should be a string"))
    #expect(wrong.output == "")
  }

  @Test func `a key of a file is found by its neighbours`() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.mine, to: "mine.json")
    let outcome = try await workspace.run("engines", "mines", "--engines", "mine.json")
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("There is no engine 'mines'. Near it: mine."))
  }
}
