import Testing

/// An interrupt from the keyboard.
@Suite struct InterruptTests {
  /// A folder `flings` of recordings that take some seconds together.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      """
      mkdir flings
      "$SCROLLFIT" simulate session gestures=8 --seed 3 > flings/1.csv
      for i in $(seq 2 60); do (echo "# note: $i"; cat flings/1.csv) > flings/$i.csv; done
      """)
    return workspace
  }

  /// Runs a command and interrupts it after the first result; a shell lets what it starts in the background ignore that.
  private func interrupted(_ command: String, in workspace: Workspace) async throws -> Outcome {
    try await workspace.shell(
      """
      mkfifo out
      python3 -c 'import os, signal, sys
      signal.signal(signal.SIGINT, signal.SIG_DFL)
      os.execv(sys.argv[1], sys.argv[1:])' "$SCROLLFIT" \(command) > out & run=$!
      (head -c 400; kill -INT $run; cat) < out; wait $run; code=$?; rm out; exit $code
      """)
  }

  @Test func `a run that keeps results says how it goes on, and goes on`() async throws {
    let workspace = try await workspace()
    try workspace.write("before\n", to: "old.json")
    let outcome = try await interrupted(
      "batch --resume kept.ndjson --format ndjson --export old.json flings", in: workspace)
    #expect(outcome.code == 130)
    #expect(
      outcome.error.hasSuffix(
        "continue it with:\n  scrollfit batch --resume kept.ndjson --format ndjson --export old.json flings\n"
      ))
    // Lines are whole, and of a part of the recordings nothing replaces a file.
    let kept = try #require(workspace.read("kept.ndjson"))
    #expect(kept.hasSuffix("}\n"))
    for line in kept.split(separator: "\n") { _ = try JSONValue(String(line)) }
    #expect(kept.split(separator: "\n").count < 60)
    #expect(workspace.read("old.json") == "before\n")

    let rest = try await workspace.run(
      "batch", "--resume", "kept.ndjson", "--format", "ndjson", "flings")
    #expect(rest.code == 0)
    #expect(workspace.read("kept.ndjson")?.split(separator: "\n").count == 60)
    #expect(rest.output == workspace.read("kept.ndjson"))
  }

  @Test func `a run that keeps nothing says what does, and ends its JSON`() async throws {
    let workspace = try await workspace()
    let outcome = try await interrupted("batch --format json flings", in: workspace)
    #expect(outcome.code == 130)
    #expect(
      outcome.error.contains("scrollfit batch --resume results.ndjson --format json flings\n"))
    let count = try JSONValue(outcome.output)["results"].elements.count
    #expect(count > 0 && count < 60)
  }
}
