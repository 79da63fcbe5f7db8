import Testing

/// Where motions of engines end, in all commands that say it.
@Suite struct MotionEndTests {
  @Test(arguments: ["kivy-2", "impetus"])
  func `a return that rests inside its edge ends there`(_ engine: String) async throws {
    let outcome = try await Command.run(["simulate", engine, "y0=80", "--edge", "0"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let rows = outcome.lines.filter { $0.first?.isNumber == true }
    #expect(rows.count > 20 && rows.count < 400)
    // It rests before the recording ends.
    let values = rows.suffix(10).compactMap { $0.split(separator: ",").last }
    #expect(Set(values).count == 1 && values.count == 10)
  }

  @Test(arguments: [
    ["decelerate", "v0=2000", "k=2", "coulomb=200"], ["chromium-fling", "v0=2000"],
    ["decelerate", "v0=2000", "k=2", "stop=10"], ["android", "v0=2000"],
  ])
  func `a glide has one duration`(_ arguments: [String]) async throws {
    let predicted = try await Command.run(["predict"] + arguments + ["--format", "json"])
    let exported = try await Command.run(["export"] + arguments + ["--as", "json"])
    let duration = try #require(
      try JSONValue(predicted.output)["prediction"]["predicted"]["duration"]["value"].double)
    let end = try #require(try JSONValue(exported.output)["export"]["domain"]["end"].double)
    #expect((duration - end).magnitude < 1e-9 * end)
  }

  @Test(arguments: ["predict", "export"])
  func `a pull that is let go needs no velocity`(_ command: String) async throws {
    let more = command == "export" ? ["--as", "json"] : ["--format", "json"]
    let plain = try await Command.run([command, "uikit", "y0=80"] + more)
    let given = try await Command.run([command, "uikit", "y0=80", "v0=0"] + more)
    #expect(plain.code == 0 && given.code == 0, "\(plain.error)")
    let name = command == "export" ? "table" : "predicted"
    let root = command == "export" ? "export" : "prediction"
    #expect(try JSONValue(plain.output)[root][name] == JSONValue(given.output)[root][name])
  }

  @Test func `two engines whose edges stop early are compared by when they stop`() async throws {
    let outcome = try await Command.run(["compare", "kivy", "kivy-2"])
    let lines = outcome.lines.filter { $0.contains("pt/s at the edge") }
    #expect(lines.count == 3 && lines.allSatisfy { $0.contains(" ends ") }, "\(outcome.output)")
  }

  @Test(arguments: [("gtk", "uikit"), ("uikit", "android"), ("flutter-macos", "compose-ios")])
  func `what a user feels of a glide ends as predict ends it, whatever is beside it`(
    _ first: String, _ second: String
  ) async throws {
    let compared = try await Command.run(["compare", first, second, "--format", "json"])
    let consequences = try JSONValue(compared.output)["consequences"].elements
    for (side, engine) in [("a", first), ("b", second)] {
      for speed in [500, 2000, 5000] {
        let predicted = try JSONValue(
          try await Command.run(["predict", engine, "v0=\(speed)", "--format", "json"]).output)[
            "prediction"]["predicted"]
        for quantity in ["distance", "duration"] {
          let felt = try #require(
            consequences.first {
              $0["start"] == .string("\(speed) pt/s at release")
                && $0["quantity"] == .string(quantity)
            }?[side].double)
          let value = try #require(predicted[quantity]["value"].double)
          #expect((felt - value).magnitude < 1e-6 * value, "\(engine) \(speed) \(quantity)")
        }
      }
    }
  }

  @Test func `compare, check and report say the same of a recording beside an engine`() async throws
  {
    let workspace = try Workspace()
    _ = try await workspace.shell(
      #""$SCROLLFIT" simulate gtk v0=3000 --scale 2 > gtk.csv"#)
    let compared = try await workspace.run("compare", "uikit", "gtk.csv")
    let checked = try await workspace.run("check", "--reference", "uikit", "gtk.csv")
    _ = try await workspace.run(
      "report", "gtk.csv", "--reference", "uikit", "--output", "page.html")
    let page = try Page(try Page.parts(try #require(workspace.read("page.html"))).page)
    let felt = page.texts("td").filter { $0.hasPrefix("goes ") }
    #expect(felt.count == 3 && felt.allSatisfy { $0.contains(" sooner") }, "\(felt)")
    func joined(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for words in felt.map({ $0.replacing(", ends", with: " and ends") }) {
      #expect(joined(compared.output).contains("at release B \(words)"), "\(words)")
      #expect(joined(checked.output).contains("at release \(words)"), "\(words)")
    }
    // By predict gtk goes 109.5 pt in 0.522 s, and uikit 244.8 pt in 1.954 s.
    #expect(felt.first == "goes 135 pt less far (109 pt), ends 1432 ms sooner")
  }

  @Test func `an export takes the rate of the outer view from a fit of a transfer`() async throws {
    let outcome = try await Command.shell(
      "$SCROLLFIT transfer --format json SampleTraces/simulated-transfer.csv | $SCROLLFIT export transfer v0=2000 distance=500 --from - --as json"
    )
    let inputs = try JSONValue(outcome.output)["export"]["inputs"]
    #expect(((inputs["k"]["value"].double ?? 0) - 2.0032).magnitude < 0.001, "\(outcome.error)")
  }
}
