import ScrollFitting
import Testing

/// What `predict` and `export` say of constants that are missing.
@Suite struct MissingConstantTests {
  @Test(arguments: PredictedLaw.all.map(\.key))
  func `all that a law lacks is named at once, with a command that has it`(_ law: String)
    async throws
  {
    for command in [["predict", law], ["export", law, "--as", "json"]] {
      let outcome = try await Command.run(command)
      // Force and push are no curves.
      guard command[0] == "predict" || PredictedLaw(key: law)?.isCurve == true else { continue }
      #expect(outcome.code == 64)
      let line = try #require(outcome.error.split(separator: "For example: ").last)
      let words = line.prefix { $0 != "\n" }.split(separator: " ").map(String.init)
      #expect(words[0] == "scrollfit" && words.count > 3)
      let again = try await Command.run(Array(words.dropFirst()))
      #expect(again.code == 0, "\(words): \(again.error)")
    }
  }

  @Test func `what was given stays in the command, and what is missing is said once`() async throws
  {
    let outcome = try await Command.run(["predict", "spring", "y0=10"])
    #expect(outcome.error.contains("Give how strong the spring is: "))
    #expect(outcome.error.contains("scrollfit predict spring y0=10 delta=10.93\n"))
    let start = try await Command.run(["predict", "spring"])
    #expect(start.error.contains("Give C or v0: the speed at the edge. For example: "))
    let tween = try await Command.run(["predict", "tween", "to=100"])
    #expect(tween.error.ranges(of: "Give easing").count == 1)
  }
}
