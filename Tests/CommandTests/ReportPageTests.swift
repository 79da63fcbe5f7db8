import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// `scrollfit report`: one page that needs nothing else.
@Suite struct ReportPageTests {
  /// The recordings of SampleTraces but those of other engines.
  private static let samples = Workspace.names(in: "\(Command.package)/SampleTraces")
    .filter { $0.hasSuffix(".csv") }.map { "SampleTraces/" + $0 }

  /// A page of recordings, with and without a reference.
  private func page(_ arguments: String..., in workspace: Workspace) async throws -> String {
    try await Page.report(arguments, in: workspace)
  }

  /// A page of ``samples``.
  private func samplesPage(_ options: String..., in workspace: Workspace) async throws -> String {
    try await Page.report(Self.samples + options, in: workspace)
  }

  // MARK: - The whole page

  @Test func `the page of the samples says its verdict first, in words, and holds everything`()
    async throws
  {
    let workspace = try Workspace()
    let html = try await samplesPage("--reference", "uikit-critical", in: workspace)
    let (text, json, _) = try Page.parts(html)
    let page = try Page(text)
    let verdict = try #require(
      page.elements.firstIndex { $0.attributes["class"] == "verdict good" })
    #expect(
      page.elements[verdict].text
        == "Passed: 6 passed, 4 unsure, 9 new, against the constants of uikit-critical.")
    // The verdict comes before every table and plot, a large chart of what is worst right after it.
    let first = try #require(page.elements.firstIndex { ["table", "figure"].contains($0.name) })
    #expect(verdict < first)
    #expect(page.elements[first].attributes["class"] == "wide hero")
    #expect(
      page.texts("figcaption").first?.contains("under the law bounce, laid over each other")
        == true)
    #expect(page.texts("li").contains { $0.hasPrefix("14 recordings: all fitted.") })
    #expect(page.texts("li").contains { $0.hasPrefix("bounce delta 10.914 ± 0.087 1/s") })
    // Every recording has a row, a link and a section, in the order of the table and of the index.
    let sections = page.all("section").filter { $0.attributes["class"] == "recording" }
    #expect(sections.count == 14)
    for place in ["ol", "th"] {
      let links = page.elements.filter { element in
        element.name == "a" && element.parents.contains { page.elements[$0].name == place }
      }.compactMap { $0.attributes["href"] }
      #expect(links == sections.map { "#" + ($0.attributes["id"] ?? "") })
    }
    // The worst first: the ratios of the rows fall.
    let ratios = try ratios(page)
    #expect(ratios.count == 14)
    #expect(ratios == ratios.sorted(by: >))
    // The JSON is that of a batch, in the order of the page.
    let batch = try await Command.run(["batch", "--format", "json"] + Self.samples)
    let results = try JSONValue(batch.output)["results"].elements
    func paths(_ list: [JSONValue]) -> [String] { list.compactMap { $0["source"]["path"].string } }
    let held = json["results"].elements
    #expect(paths(held).sorted() == paths(results).sorted())
    for one in held {
      let other = try #require(results.first { $0["source"] == one["source"] })
      #expect(one["fits"] == other["fits"])
    }
    #expect(json["summary"]["check"]["passed"].bool == true)
  }

  /// What the column of the residuals over rounding holds.
  private func ratios(_ page: Page) throws -> [Double] {
    let table = try #require(
      page.elements.indices.first {
        page.elements[$0].name == "table" && page.text(of: $0).contains("Worst first")
      })
    return page.elements.indices.filter {
      page.elements[$0].name == "td" && page.elements[$0].attributes["class"] == "n"
        && page.elements[$0].parents.contains(table)
    }.compactMap { Double(page.text(of: $0)) }
  }

  @Test(arguments: [[], ["--reference", "flutter-ios"]])
  func `a page needs no network and no other file, and names all it draws`(
    _ options: [String]
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      ["report", "-o", workspace.file("page.html")] + Self.samples + options)
    // A verdict is the business of check.
    #expect(outcome.code == 0)
    // Against a spring that is not critically damped bounces are fitted as springs too.
    let fits = options.isEmpty ? 14 : 18
    #expect(outcome.output == "\(workspace.file("page.html")): 14 recordings, \(fits) fits\n")
    let html = try #require(workspace.read("page.html"))
    let (text, _, _) = try Page.parts(html)
    let page = try Page(text)
    #expect(page.all("script").isEmpty)
    for name in ["iframe", "img", "object", "embed", "form", "input", "base"] {
      #expect(page.all(name).isEmpty)
    }
    for element in page.elements {
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on"), "\(name)")
        if ["href", "src"].contains(name) {
          #expect(value.hasPrefix("#") || value == "data:,", "\(value)")
        }
      }
    }
    #expect(!text.contains("url(") && !text.contains("@import"))
    // Nothing is named twice, and everything that is pointed at is there.
    let names = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(names).count == names.count)
    for element in page.elements {
      if let target = element.attributes["href"], target.hasPrefix("#") {
        #expect(names.contains(String(target.dropFirst())), "\(target)")
      }
      for name in element.attributes["aria-labelledby"]?.split(separator: " ") ?? [] {
        #expect(names.contains(String(name)))
      }
    }
    // Every picture has a title and a description, and stands beside a table of its numbers.
    let pictures = page.all("svg").filter { $0.attributes["aria-hidden"] == nil }
    let drawn = pictures.filter { $0.attributes["role"] == "img" }
    #expect(drawn.count == page.all("figure").count)
    #expect(drawn.count >= 28)
    // What is nested is a panel or its view.
    for picture in pictures where picture.attributes["role"] == nil {
      #expect(["panel", "view"].contains(picture.attributes["class"]))
    }
    for picture in drawn {
      let labels = (picture.attributes["aria-labelledby"] ?? "").split(separator: " ")
      #expect(labels.count == 2)
      for label in labels {
        let index = try #require(page.elements.firstIndex { $0.attributes["id"] == String(label) })
        #expect(!page.text(of: index).isEmpty)
      }
    }
    for table in page.texts("table") { #expect(!table.isEmpty) }
    #expect(page.all("caption").count == page.all("table").count)
    #expect(page.all("html").first?.attributes["lang"] == "en")
    #expect(page.all("h1").count == 1)
    // The size: so many bytes a recording.
    #expect(html.utf8.count < 12 * 300_000)
    let isFailed = text.contains("<p class=\"verdict bad\">Failed")
    #expect(isFailed == (options.isEmpty ? false : true))
  }

  @Test func `a long session stays below 300 kB, and what is not drawn is said in words`()
    async throws
  {
    let workspace = try Workspace()
    let outcome = try await workspace.shell(
      """
      "$SCROLLFIT" simulate session gestures=60 --seed 7 > long.csv
      "$SCROLLFIT" report long.csv -o page.html
      """)
    #expect(outcome.code == 0)
    let html = try #require(workspace.read("page.html"))
    #expect(html.utf8.count < 300_000)
    let (text, json, _) = try Page.parts(html)
    let page = try Page(text)
    let drawn = page.all("article").count
    #expect(drawn > 3)
    let rest = try #require(
      page.texts("caption").first { $0.contains("without plots to keep the page small") })
    let fits = try #require(Int(outcome.output.split(separator: " ").dropLast().last ?? ""))
    #expect(rest.hasPrefix("\(fits - drawn) more fits"))
    // Half a megabyte of JSON is left out, and the page says so.
    #expect(json["results"].elements.isEmpty)
    #expect(text.contains("is not in this page"))
    // The whole recording is drawn with its phases.
    #expect(page.texts("title").contains("The whole recording along y"))
  }

  @Test func `a limit keeps the worst, and all stay in the table`() async throws {
    let workspace = try Workspace()
    let html = try await samplesPage("--limit", "2", in: workspace)
    let (text, json, _) = try Page.parts(html)
    let page = try Page(text)
    let sections = page.all("section").filter { $0.attributes["class"] == "recording" }
    #expect(sections.count == 2)
    #expect(json["results"].elements.count == 2)
    #expect(try ratios(page).count == 14)
    #expect(
      page.texts("h2").suffix(3).dropLast() == [
        "SampleTraces/article-bounce-table.csv", "SampleTraces/uiscrollview-bounce-3x.csv",
      ])
    #expect(text.contains("2 of 14 have a section of their own"))
  }

  @Test func `what is outside its reference has a section, what cannot be read takes none`()
    async throws
  {
    let workspace = try Workspace()
    // A delta of 10.9 beside rough ones that fit worse, and files that are none.
    let rough = (0..<60).map { frame in
      let time = Double(frame) / 60
      let value = -Recordings.bounce(time, decayRate: 10.93) + (frame % 2 == 0 ? 0.7 : -0.7)
      return "\(Recordings.stamp(frame)),\(Recordings.printed(value))"
    }
    let drifted = (0..<60).map { frame in
      "\(Recordings.stamp(frame)),"
        + Recordings.printed(
          -Recordings.rounded(Recordings.bounce(Double(frame) / 60, decayRate: 12)))
    }
    for (name, rows) in [("a", rough), ("b", rough), ("c", drifted)] {
      try workspace.write(
        Recordings.file("# edge_top: 0", "t_s,offset_y_pt", rows), to: "\(name).csv")
    }
    for name in ["d", "e", "f"] { try workspace.write("nothing\n1,2,3\n", to: "\(name).csv") }
    let outcome = try await workspace.run(
      "report", "a.csv", "b.csv", "c.csv", "d.csv", "e.csv", "f.csv", "--reference", "uikit-fast",
      "--limit", "1", "-o", "page.html")
    #expect(outcome.code == 65)
    let (text, _, _) = try Page.parts(try #require(workspace.read("page.html")))
    let page = try Page(text)
    #expect(page.texts("h2").suffix(2).first == "c.csv")
    #expect(page.all("section").filter { $0.attributes["class"] == "recording" }.count == 1)
    #expect(text.contains("<p class=\"verdict bad\">Failed: "))
  }

  @Test func `events of a wheel have no map and no curve of a position`() async throws {
    let workspace = try Workspace()
    let rows = (0..<80).map { index in
      let delta = (30 * Recordings.decay(Double(index) / 60, rate: 3)).rounded()
      return "\(Recordings.printed(Double(index) * 1000 / 60)),\(Int(delta))"
    }
    try workspace.write(Recordings.file("t_ms,delta_y", rows), to: "wheel.csv")
    let outcome = try await workspace.run(
      "report", "wheel.csv", "--reference", "uikit", "-o", "page.html")
    #expect(outcome.code == 0, "\(outcome.error)")
    let html = try #require(workspace.read("page.html"))
    #expect(html.contains(">delta (pt)</text>"))
    #expect(!html.contains("What the search sees") && !html.contains("<path class=\"reference\""))
  }

  @Test func `the curve of a reference is drawn beside the fit, where its law has the constant`()
    async throws
  {
    let workspace = try Workspace()
    let plain = try await page("SampleTraces/uiscrollview-bounce-2x.csv", in: workspace)
    #expect(!plain.contains("class=\"reference\""))
    let html = try await page(
      "SampleTraces/uiscrollview-bounce-2x.csv", "--reference", "uikit-critical", in: workspace)
    // In the plot, among the residuals, and in the legend.
    #expect(html.split(separator: "\n").count { $0.contains("class=\"reference\"") } >= 3)
    #expect(html.contains("reference: delta 10.93, rms 0.133 pt"))
    #expect(html.contains("<th scope=\"col\">reference</th>"))
    // Of a gravity the engine says nothing.
    let other = try await page(
      "SampleTraces/simulated-gravity.csv", "--reference", "uikit", in: workspace)
    #expect(!other.contains("<path class=\"reference\""))
  }

  @Test func `groups have constants of their own`() async throws {
    let workspace = try Workspace()
    let html = try await samplesPage("--group-by", "scale", in: workspace)
    #expect(html.contains("<h3>scale = 2"))
    #expect(html.contains("<h3>scale = 3"))
  }

  // MARK: - What comes from files

  /// Names that are code, or worse, to a page, a terminal or a reader.
  static let hostile = [
    "<img src=x onerror=alert(1)>.csv", "\"' onload=alert(1) x='\".csv", "a\u{202E}vsc.exe.csv",
    "b\u{1B}[2J\u{07}.csv", "--><!--.csv", "]]>.csv", "&lt;b&gt;.csv",
  ]

  @Test(arguments: hostile)
  func `hostile names, metadata and recordings appear as text`(_ name: String) async throws {
    let workspace = try Workspace()
    let rows = Recordings.rows().map { "\($0),</script><b>'x" }
    try workspace.write(
      "# edge_top: 0\n# device: <img src=x onerror=alert(1)>\u{1B}[31m\n"
        + "# <script>: </script><script>alert(2)</script>\nt_s,offset_y_pt,trace\n"
        + rows.joined(separator: "\n") + "\n", to: name)
    let outcome = try await workspace.run(
      "report", "./" + name, "-o", "page.html", "--group-by", "device", "--title=" + name)
    #expect(outcome.code == 0, "\(outcome.error)")
    let html = try #require(workspace.read("page.html"))
    let (text, json, _) = try Page.parts(html)
    // The page parses, its only script is the JSON, and no name made an element or an attribute.
    let page = try Page(text)
    #expect(page.all("script").isEmpty && page.all("img").isEmpty && page.all("b").isEmpty)
    for element in page.elements {
      #expect(element.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
    }
    for scalar in html.unicodeScalars where scalar != "\n" {
      #expect(
        ![.control, .format].contains(scalar.properties.generalCategory), "\\u{\(scalar.value)}")
    }
    let source = json["results"][0]["source"]
    #expect(source["path"].string == "./" + name)
    #expect(source["trace"].string == "</script><b>'x")
    for line in outcome.output.unicodeScalars where line != "\n" {
      #expect(![.control, .format].contains(line.properties.generalCategory))
    }
  }

  // MARK: - Usage

  @Test(arguments: [
    (["report", "SampleTraces"], "--output"), (["report", "-o", "page.html"], "Name at least one"),
    (["report", "SampleTraces", "-o", "page.pdf"], "must end in .html"),
    (["report", "SampleTraces", "-o", "page.html", "--limit", "-1"], "--limit"),
    (["report", "SampleTraces", "-o", "page.html", "--tolerance", "1%"], "need --reference"),
    (["report", "SampleTraces", "-o", "page.html", "--reference", "uikitt"], "Near it: uikit"),
    (["report", "page.html", "-o", "page.html"], "name another file"),
  ])
  func `usage errors say what is missing`(_ arguments: [String], _ words: String) async throws {
    let workspace = try Workspace()
    try workspace.write("old", to: "page.html")
    _ = try await workspace.shell("ln -s '\(Command.package)/SampleTraces' .")
    let outcome = try await Command.run(arguments, in: workspace.path)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(workspace.read("page.html") == "old")
  }

  @Test func `an output that cannot be made ends the run before it starts`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "a.csv")
    let outcome = try await workspace.run("report", "a.csv", "-o", "none/page.html")
    #expect(outcome.code == 73)
    let missing = try await workspace.run("report", "none.csv", "-o", "page.html")
    #expect(missing.code == 66)
  }

  // MARK: - A page of each law

  /// The page of a law of `PlotTests.plots`, without the JSON and the script.
  private func page(of law: String, _ trace: String) async throws -> String {
    try Page.parts(
      await Page.report(["--law", law, trace, "--title", "A \(law)"], in: try Workspace())
    ).page
  }

  @Test(arguments: ["bounce", "stretch"])
  func `a page of a motion and one of a relation are as they were looked at`(_ law: String)
    async throws
  {
    let plot = try #require(PlotTests.plots.first { $0.name == law })
    let page = try await page(of: law, plot.command[1])
    let kept = law == "bounce" ? page : try Page.withoutStyle(page)
    try Picture.check(kept, against: "Tests/CommandTests/Golden/pages/\(law).html")
  }

  @Test func `the page of each law has its headings, plots, tables and rows`() async throws {
    var outlines = ""
    for (law, command) in PlotTests.plots {
      let page = try Page(Page.withoutStyle(await page(of: law, command[1])))
      outlines += "# \(law)\n" + page.outline.map { $0 + "\n" }.joined()
    }
    try Picture.check(outlines, against: "Tests/CommandTests/Golden/pages/outlines.txt")
  }
}
