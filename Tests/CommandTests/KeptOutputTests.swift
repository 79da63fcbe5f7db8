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
