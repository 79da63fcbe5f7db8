import Testing

/// What commands say of values and names that they do not take.
@Suite struct RefusedValueTests {
  private static let bounce = "SampleTraces/uiscrollview-bounce-2x.csv"

  @Test(arguments: [
    (
      ["bounce", "--fix", "delta=-3", bounce],
      "--fix delta=-3 is not possible: it must be positive."
    ),
    (["bounce", "--fix", "C=0", bounce], "--fix C=0 is not possible: it must be other than 0."),
    (["decelerate", "--fix", "d=2", bounce], "it must be between 0 and 1."),
    (["decelerate", "--fix", "stop=-1", bounce], "it must be 0 or more."),
    (["momentum", "--fix", "p=30", bounce], "it must be between 0.05 and 20."),
    (["bounce", "--fix", "mass=1", bounce], "is not possible; the parameters are C, delta, phi."),
    (["batch", "-j", "-1", bounce], "--jobs must be a number from 1 to 1024."),
    (["report", "--limit", "-1", "-o", "a.html", bounce], "--limit must be 0 or more."),
    (
      ["simulate", "kivy", "v0=1", "--seed", "-1"], "The value '-1' is invalid for '--seed <seed>'"
    ),
    (["simulate", "bounce", "C=9", "delta=9", "--law", "x"], "Error: Unknown option '--law'."),
    (["simulate", "bounce", "C=9", "delta=9", "--no-stamps", "x"], "'x' is no name=value"),
    (["predict", "exponential", "k=2", "v0=100"], "the law here is decelerate with k."),
    (
      ["predict", "tween-ease-out"],
      "the law here is tween with duration for T, x1=0, x2=0.58, y1=0 and y2=1."
    ),
  ])
  func `an error says what is allowed`(_ arguments: [String], _ message: String) async throws {
    let outcome = try await Command.run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func `lines of a file that is no result are reported three times, then counted`()
    async throws
  {
    let workspace = try Workspace()
    _ = try await workspace.run("simulate", "kivy", "v0=2000", "-o", "k.csv")
    for arguments in [
      ["batch", "--results", "k.csv"], ["batch", "--results", "--format", "csv", "k.csv"],
    ] {
      let outcome = try await Command.run(arguments, in: workspace.path)
      #expect(outcome.code == 65)
      #expect(outcome.error.ranges(of: "error: ").count == 3, "\(outcome.error)")
      #expect(outcome.error.contains("more failures of the kind "))
    }
  }

  @Test(arguments: ["predict", "simulate"])
  func `help breaks no line in its first column and leaves no blanks`(_ command: String)
    async throws
  {
    let outcome = try await Command.run(["help", command], variables: ["COLUMNS": "80"])
    #expect(outcome.lines.allSatisfy { $0.last != " " })
    #expect(outcome.lines.allSatisfy { $0.first?.isNumber != true })
    #expect(outcome.output.contains("distance to the edge: fling") == (command == "predict"))
  }
}
