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

  /// Those of the gallery of engines.
  static let gallery = Workspace.names(in: "\(Command.package)/SampleTraces/engines").map {
    String($0.dropLast(4))
  }

  @Test(arguments: gallery)
  func `the gallery shows every engine's recording as identify draws it`(_ name: String)
    async throws
  {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      [
        "identify", "SampleTraces/engines/\(name).csv", "--export", workspace.file("plot.svg"),
        "--export", workspace.file("found.json"),
      ], in: Command.package)
    #expect(outcome.code == 0)
    let picture = try #require(workspace.read("plot.svg"))
    try Picture.check(picture, against: "Docs/plots/engine-\(name).svg")
    let found = try JSONValue(#require(workspace.read("found.json")))
    let motions = found["results"].elements.reduce(0) { $0 + $1["motions"].elements.count }
    // The curve of each law, and the line of residual 0.
    #expect(
      motions > 0
        && picture.split(separator: "\n").count { $0.contains("class=\"fit\"") } == motions + 1)
    let page = try #require(Command.contents("Docs/Guide/Gallery.md"))
    #expect(page.contains("](../plots/engine-\(name).svg)"))
  }

  /// Those of the guide to UIScrollView.
  static let guidePlots: [(name: String, command: [String])] = [
    ("uiscrollview-bounce", ["spring", "SampleTraces/uiscrollview-bounce-3x.csv"]),
    ("uiscrollview-release", ["spring", "SampleTraces/uiscrollview-release-2x.csv"]),
  ]

  @Test(arguments: plots + guidePlots)
  func `the plots in Docs are those that the tool makes`(
    _ name: String, _ command: [String]
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      command + ["--export", workspace.file("plot.svg")], in: Command.package)
    #expect(outcome.code == 0)
    try Picture.check(
      try #require(workspace.read("plot.svg")), against: "Docs/plots/\(name).svg")
  }

  @Test func `every plot in Docs is shown on a page`() throws {
    let pages = ["Bounce", "Deceleration", "RubberBand"].compactMap {
      Command.contents("Docs/Laws/\($0).md")
    }.joined()
    for name in ["bounce", "decelerate", "rubber-band"] {
      #expect(pages.contains("](../plots/\(name).svg)"))
    }
    let guide = try #require(Command.contents("Docs/Guide/UIScrollView.md"))
    for name in ["decelerate", "rubber-band", "uiscrollview-bounce", "uiscrollview-release"] {
      #expect(guide.contains("](../plots/\(name).svg)"))
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

/// `--export FILE.vl.json`.
@Suite struct VegaLiteTests {
  @Test(arguments: PlotTests.plots)
  func `every law is written with one row a sample`(
    _ name: String, _ command: [String]
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      command + [
        "--export", workspace.file("plot.vl.json"), "--export", workspace.file("PLOT.VL.JSON"),
        "--residuals", workspace.file("residuals.csv"), "--export", workspace.file("out.json"),
      ])
    #expect(outcome.code == 0)
    let text = try #require(workspace.read("plot.vl.json"))
    #expect(workspace.read("PLOT.VL.JSON") == text)
    let root = try JSONValue(text)
    #expect(root["$schema"].string == "https://vega.github.io/schema/vega-lite/v5.json")
    let fits = try JSONValue(#require(workspace.read("out.json")))["results"].elements.flatMap {
      $0["fits"].elements
    }
    #expect(!fits.isEmpty)
    #expect(root["vconcat"].elements.count == fits.count)
    let table = try #require(workspace.read("residuals.csv")).split(separator: "\n")
    let rows = root["vconcat"].elements.flatMap { $0["data"]["values"].elements }
    #expect(rows.count == table.count - 1)
    #expect(
      rows.allSatisfy {
        $0["residual"].double == ($0["observed"].double ?? 0) - ($0["fitted"].double ?? 0)
      })
    for view in root["vconcat"].elements {
      #expect(view["vconcat"].elements.count == 2)
      #expect(
        view["title"]["text"].string?.hasSuffix("csv: \(fits[0]["law"].string ?? "")") == true)
    }
  }

  @Test func `the fits of a run are views below each other, numbered throughout`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    let outcome = try await workspace.run(
      "fit", "trace.csv", "trace.csv", "--export", "plots.vl.json", "--export", "out.json")
    #expect(outcome.code == 0)
    let views = try JSONValue(#require(workspace.read("plots.vl.json")))["vconcat"].elements
    let numbers = views.map { $0["data"]["values"][0]["fit"].double }
    #expect(!numbers.isEmpty)
    #expect(numbers == (1...numbers.count).map { Double($0) })
    // Not what a file that ends in .json has.
    #expect(try JSONValue(#require(workspace.read("out.json")))["format_version"].string != nil)
  }

  @Test func `nothing to plot leaves the file as it was`() async throws {
    let workspace = try Workspace()
    try workspace.write("old", to: "plot.vl.json")
    let outcome = try await workspace.run("bounce", "none.csv", "--export", "plot.vl.json")
    #expect(outcome.code == 66)
    #expect(workspace.read("plot.vl.json") == "old")
  }
}
