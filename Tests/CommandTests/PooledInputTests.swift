import Testing

/// Constants that `predict` and `export` take from the summary of a batch.
@Suite struct PooledInputTests {
  private func workspace(_ motion: String) async throws -> Workspace {
    let workspace = try Workspace()
    let made = try await workspace.shell(
      """
      mkdir r
      for i in 1 2 3; do
        "$SCROLLFIT" simulate \(motion) --scale 2 --seed $i > r/$i.csv
      done
      "$SCROLLFIT" batch --format json r > r.json
      """)
    #expect(made.code == 0)
    return workspace
  }

  @Test func `a summary of bounces gives their pooled delta with its error`() async throws {
    let workspace = try await workspace("bounce C=$((1400+300*i)) delta=10.93")
    let json = try JSONValue(try #require(workspace.read("r.json")))
    let pool = try #require(
      json["summary"]["groups"].elements.first?["pooled"].elements.first {
        $0["key"].string == "delta"
      })
    let predicted = try await workspace.run(
      "predict", "bounce", "--from", "r.json", "C=2000", "--format", "json")
    #expect(predicted.code == 0)
    let input = try JSONValue(predicted.output)["prediction"]["inputs"]["delta"]
    #expect(input["value"] == pool["estimate"]["value"])
    #expect(input["standard_error"] == pool["estimate"]["standard_error"])
    // One fit can be chosen still.
    let one = try await workspace.run(
      "predict", "bounce", "--from", "r.json", "--fit", "2", "C=2000", "--format", "json")
    #expect(try JSONValue(one.output)["prediction"]["inputs"]["delta"] != input)
    let code = try await workspace.run(
      "export", "bounce", "--from", "r.json", "C=2000", "--as", "kotlin")
    #expect(code.output.contains("// Fitted (bounce) to \"3 recordings, pooled\""))
  }

  @Test func `with groups none stands for all`() async throws {
    let workspace = try await workspace("bounce C=$((1400+300*i)) delta=10.93")
    _ = try await workspace.shell(
      "sed -i '1i # device: a' r/1.csv; \"$SCROLLFIT\" batch --group-by device --format json r > r.json"
    )
    let outcome = try await workspace.run("predict", "bounce", "--from", "r.json", "C=2000")
    #expect(outcome.code == 65 && outcome.error.contains("there are 3 fits of bounce"))
  }

  @Test(arguments: [
    ("android v0=$((1000+500*i))", "android-spline", "v0=2000", "friction = 0.0"),
    (
      "tween easing=cubic-in-out distance=$((150*i+200)) duration=0.4", "tween", "distance=300",
      "easing = \"cubic-in-out\""
    ),
  ])
  func `so does a summary of motions that no command fits`(
    _ motion: String, _ law: String, _ given: String, _ said: String
  ) async throws {
    let workspace = try await workspace(motion)
    let code = try await workspace.run("export", law, "--from", "r.json", given, "--as", "swift")
    #expect(code.code == 0)
    #expect(code.output.contains("// Fitted (\(law)) to \"3 recordings, pooled\""))
    #expect(code.output.contains(said))
  }
}
