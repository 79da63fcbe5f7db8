import Testing

/// `--export FILE.svg`, and the plots in Docs.
@Suite struct PlotTests {
  /// The plots of Docs by the command that makes each.
  static let plots: [(name: String, command: [String])] = [
    ("bounce", ["bounce", "SampleTraces/uiscrollview-bounce-2x.csv"]),
    ("decelerate", ["decelerate", "SampleTraces/uiscrollview-deceleration-3x.csv"]),
    ("rubber-band", ["rubber-band", "SampleTraces/uiscrollview-rubber-band-3x.csv"]),
    ("spring", ["spring", "SampleTraces/simulated-spring.csv"]),
    ("gravity", ["gravity", "SampleTraces/simulated-gravity.csv"]),
    ("collision", ["collision", "SampleTraces/simulated-collision.csv"]),
    ("resistance", ["resistance", "SampleTraces/simulated-resistance.csv"]),
    ("stretch", ["stretch", "SampleTraces/simulated-stretch.csv"]),
    ("transfer", ["transfer", "SampleTraces/simulated-transfer.csv"]),
  ]

  /// A picture as text and numbers in turn.
  private static func parts(_ text: String) -> [(text: String, number: Double?)] {
    var result: [(text: String, number: Double?)] = []
    var words = ""
    var digits = ""
    func isPart(_ character: Character) -> Bool { character.isNumber || character == "." }
    for character in text + "\n" {
      if isPart(character) {
        digits.append(character)
      } else {
        if !digits.isEmpty {
          result.append((words, Double(digits)))
          (words, digits) = ("", "")
        }
        words.append(character)
      }
    }
    return result + [(words, nil)]
  }

  @Test(arguments: plots)
  func `the plots in Docs are those that the tool makes`(
    _ name: String, _ command: [String]
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      command + ["--export", workspace.file("plot.svg")], in: Command.package)
    #expect(outcome.code == 0)
    let made = Self.parts(try #require(workspace.read("plot.svg")))
    let kept = Self.parts(try #require(Command.contents("Docs/plots/\(name).svg")))
    #expect(made.map(\.text) == kept.map(\.text))
    for (ours, theirs) in zip(made, kept) {
      guard let our = ours.number, let their = theirs.number else { continue }
      // The C libraries differ in last digits, which may turn the rounding to a tenth of a pixel.
      #expect((our - their).magnitude <= 0.1001, "after \(ours.text)")
    }
  }

  @Test func `every plot in Docs is shown on a page`() throws {
    let pages = ["Bounce", "Deceleration", "RubberBand"].compactMap {
      Command.contents("Docs/\($0).md")
    }.joined()
    for name in ["bounce", "decelerate", "rubber-band"] {
      #expect(pages.contains("](plots/\(name).svg)"))
    }
  }

  @Test func `every fit of a run has a panel, whatever the command`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    let outcome = try await workspace.run(
      "fit", "trace.csv", "trace.csv", "--export", "plots.svg", "--export", "out.json")
    #expect(outcome.code == 0)
    let report = try JSONValue(#require(workspace.read("out.json")))
    let fits = report["results"].elements.reduce(0) { $0 + $1["fits"].elements.count }
    #expect(fits > 0)
    let picture = try #require(workspace.read("plots.svg"))
    #expect(picture.split(separator: "\n").count { $0 == "<g role=\"img\">" } == fits)
    #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
  }

  @Test(arguments: ["article-bounce-table", "article-deceleration-table"])
  func `a plot of a table names its columns`(_ name: String) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      [
        name.contains("bounce") ? "bounce" : "decelerate", "SampleTraces/\(name).csv", "--export",
        workspace.file("plot.svg"),
      ], in: Command.package)
    #expect(outcome.code == 0)
    let picture = try #require(workspace.read("plot.svg"))
    let names =
      name.contains("bounce")
      ? ["edge velocity (pt/s)", "max overscroll (pt)"] : ["velocity (pt/s)", "distance (pt)"]
    for name in names { #expect(picture.contains(">\(name)<")) }
  }

  @Test func `nothing to plot leaves the file as it was`() async throws {
    let workspace = try Workspace()
    try workspace.write("old", to: "plot.svg")
    let outcome = try await workspace.run("bounce", "none.csv", "--export", "plot.svg")
    #expect(outcome.code == 66)
    #expect(workspace.read("plot.svg") == "old")
  }
}
