import Testing

/// What the page of `scrollfit report` says beside its plots, and the script that it holds.
@Suite struct ReportWordsTests {
  // MARK: - Where recordings fail

  @Test func `a recording that fails is first, with its reason, and the page is written`()
    async throws
  {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "a.csv")
    try workspace.write("t_s,offset_y_pt\n0,1\n0.1,x\n", to: "b.csv")
    let outcome = try await workspace.run(
      "report", "a.csv", "b.csv", "none.csv", "-o", "page.html", "--title", "Two < three")
    #expect(outcome.code == 66)
    let (text, _, _) = try Page.parts(try #require(workspace.read("page.html")))
    let page = try Page(text)
    #expect(
      page.texts("title").first == "Two &lt; three\n"
        || page.texts("title").first == "Two &lt; three")
    #expect(text.contains("<p class=\"verdict warn\">3 recordings: 1 fitted, 2 failed.</p>"))
    let rows = page.texts("th").filter { $0.contains(".csv") }
    #expect(rows.count == 3)
    #expect(rows.last?.contains("a.csv") == true)
    #expect(text.contains("<strong class=\"bad\">failed</strong> &#39;x&#39; is not a number"))
    #expect(text.contains("write numbers as in -123.6667"))
    // What was fitted is drawn.
    #expect(page.texts("figcaption").first?.contains("a.csv") == true)
  }

  @Test(arguments: [
    (["b.csv"], "The recording could not be fitted: &#39;x&#39; is not a number in column"),
    (
      ["b.csv", "none.csv", "nil.csv"],
      "None of 3 recordings could be fitted: no such file (2 such); &#39;x&#39; is not a number in column"
    ),
    // Two of one code.
    (
      ["book.csv", "b.csv", "paper.csv"],
      "None of 3 recordings could be fitted: this is an Excel file, not a recording; "
        + "&#39;x&#39; is not a number in column &quot;offset_y_pt&quot;; this is a PDF, not a recording.</p>"
    ),
  ])
  func `where nothing can be fitted the first sentence says why, and nothing is drawn`(
    _ files: [String], _ sentence: String
  ) async throws {
    let workspace = try Workspace()
    try workspace.write("t_s,offset_y_pt\n0,1\n0.1,x\n", to: "b.csv")
    try workspace.write("PK\u{3}\u{4}[Content_Types].xml", to: "book.csv")
    try workspace.write("%PDF-1.4", to: "paper.csv")
    let outcome = try await Command.run(["report", "-o", "page.html"] + files, in: workspace.path)
    #expect(outcome.code == (files.contains("none.csv") ? 66 : 65))
    let (text, _, script) = try Page.parts(try #require(workspace.read("page.html")))
    let page = try Page(text)
    #expect(text.contains("<p class=\"verdict bad\">\(sentence)"))
    #expect(text.contains("write numbers as in -123.6667"))
    #expect(page.all("svg").isEmpty && page.all("figure").isEmpty && script.isEmpty)
    #expect(!text.contains("What a person feels") && !text.contains("Constants"))
  }

  @Test func `a recording that nothing fits is drawn as it was recorded`() async throws {
    let workspace = try Workspace()
    let rows = (0..<120).map { "\(Recordings.stamp($0)),\($0 % 7 * ($0 % 5))" }
    try workspace.write(Recordings.file("t_s,offset_y_pt", rows), to: "a.csv")
    _ = try await workspace.run("report", "a.csv", "-o", "page.html")
    let (text, _, _) = try Page.parts(try #require(workspace.read("page.html")))
    let page = try Page(text)
    #expect(text.contains("<p class=\"verdict bad\">The recording could not be fitted: "))
    #expect(page.texts("title").contains { $0.contains("recording along y") })
    #expect(page.all("path").contains { $0.attributes["class"] == "record" })
  }

  // MARK: - What a page says beside its plots

  @Test func `warnings lead to what they mean, constants to theirs, on the page itself`()
    async throws
  {
    let workspace = try Workspace()
    let html = try await Page.report(["SampleTraces"], in: workspace)
    let (text, json, _) = try Page.parts(html)
    let page = try Page(text)
    let names = Set(page.elements.compactMap { $0.attributes["id"] })
    let codes = Set(
      json["results"].elements.flatMap { result in
        result["warnings"].elements.compactMap { $0["code"].string }
      })
    #expect(codes.count > 5)
    for code in codes {
      #expect(names.contains(code), "\(code)")
      #expect(text.contains("<a href=\"#\(code)\">\(code)</a>"))
    }
    // Also in the facts below the first chart.
    #expect(
      text.contains("rounding (<span class=\"codes\"><a href=\"#W405\">W405</a></span>).</li>"))
    // The words are those of explain.
    let explained = try await Command.run(["explain", "W405"])
    #expect(
      explained.output.contains("no curve of this law reproduces these samples after rounding"))
    #expect(text.contains("no curve of this law reproduces these samples after rounding"))
    #expect(names.isSuperset(of: ["law-bounce", "law-decelerate", "law-transfer"]))
    #expect(!names.contains("law-momentum"))
  }

  @Test func `a page says what a person feels, beside the reference where there is one`()
    async throws
  {
    let workspace = try Workspace()
    let trace = "SampleTraces/uiscrollview-bounce-2x.csv"
    let alone = try await Page.report([trace], in: workspace)
    let (text, _, _) = try Page.parts(alone)
    // The speed at the edge over e times delta, as `compare` has it.
    #expect(text.contains("<td>furthest overscroll 67.3 pt, settle time 0.73 s</td>"))
    #expect(!text.contains("beside the reference it"))
    #expect(
      text.contains(
        "<p class=\"verdict good\">Bounce beyond the top edge at -64 pt: furthest 75.3 pt"
      ))
    let other = try await Page.report([trace, "--reference", "flutter-ios"], in: workspace)
    let beside = try Page(try Page.parts(other).page)
    #expect(beside.texts("th").contains("beside the reference it"))
    let felt = beside.texts("td").filter { $0.hasPrefix("goes ") }
    #expect(felt.count == 3)
    #expect(felt.allSatisfy { $0.contains("further (") && $0.contains(" ms") }, "\(felt)")
    // Where more recordings have a bounce than a spring, the edge of the engine is a spring all the same.
    let all = try await Page.report(["SampleTraces", "--reference", "flutter-ios"], in: workspace)
    let page = try Page(try Page.parts(all).page)
    let several = page.texts("td").filter { $0.hasPrefix("goes ") }
    // Their rates of glides differ by more than half of their mean: no glide of all is felt, only that of the recording
    // that is outside, as is the edge of the one that is off.
    #expect(several.count == 9, "\(several)")
    #expect(page.texts("th").count { $0 == "2000 pt/s at release" } == 1)
    let captions = page.texts("caption").filter { $0.hasPrefix("Flings, ") }
    #expect(
      captions == [
        "Flings, SampleTraces/engines/gtk4-swipe-1500.csv",
        "Flings, SampleTraces/simulated-spring.csv",
      ])
  }

  @Test func `a page of a law without a fit says what is felt of it, and nothing of fits`()
    async throws
  {
    let workspace = try Workspace()
    _ = try await workspace.shell(#""$SCROLLFIT" simulate flutter-macos v0=1500 > glide.csv"#)
    let html = try await Page.report([workspace.file("glide.csv")], in: workspace)
    let page = try Page(try Page.parts(html).page)
    #expect(page.texts("th").contains("2000 pt/s at release"))
    #expect(!page.texts("li").contains { $0.contains("is rejected by its samples") })
  }

  // MARK: - The script

  @Test func `the policy of a page names the hash of its script, and nothing else may run`()
    async throws
  {
    let workspace = try Workspace()
    let html = try await Page.report(["SampleTraces/uiscrollview-bounce-2x.csv"], in: workspace)
    let (text, _, script) = try Page.parts(html)
    #expect(!script.isEmpty)
    try workspace.write(script, to: "script.js")
    let outcome = try await workspace.shell(
      """
      python3 -c 'import base64, hashlib; \
      print(base64.b64encode(hashlib.sha256(open("script.js", "rb").read()).digest()).decode())'
      """)
    let hash = outcome.output.split(separator: "\n").first.map(String.init) ?? ""
    #expect(
      text.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(hash)';"),
      "PageScript.hash must be sha256-\(hash)")
    // A reader can follow it, and a page does not grow by it.
    #expect(script.utf8.count < 16_000)
    #expect(script.split(separator: "\n").allSatisfy { $0.count < 120 })
  }

  @Test func `what a script needs of a chart is on the page`() async throws {
    let workspace = try Workspace()
    let html = try await Page.report(
      ["SampleTraces", "--reference", "uikit-critical"], in: workspace)
    let page = try Page(try Page.parts(html).page)
    let charts = page.all("svg").filter { $0.attributes["class"] == "chart" }
    #expect(charts.count > 13)
    for chart in charts {
      let ends = (chart.attributes["data-x"] ?? "").split(separator: " ").compactMap {
        Double($0)
      }
      #expect(ends.count == 2 && ends[0] < ends[1])
      guard let name = chart.attributes["data-table"] else { continue }
      // The table below has a column for each that is named, and a row for each dot.
      let table = try #require(page.elements.firstIndex { $0.attributes["id"] == name })
      let inside = page.elements[table..<page.elements[table].end]
      let heads = inside.count { $0.attributes["scope"] == "col" }
      #expect(
        chart.attributes["data-columns"]?.split(separator: " ").count == heads - 1, "\(name)")
      #expect(inside.contains { $0.attributes["scope"] == "row" })
    }
  }

  @Test func `residuals of the arithmetic alone have an axis whose labels are short`() async throws
  {
    let workspace = try Workspace()
    let page = try Page(
      try Page.parts(
        try await Page.report(["SampleTraces/engines/gtk4-swipe-1500.csv"], in: workspace)
      ).0)
    let labels = page.all("text").filter { $0.attributes["class"] == "y" }.map(\.text)
    #expect(labels.contains("0.001") && labels.contains("-0.001"))
    #expect(labels.allSatisfy { $0.count <= 7 && !$0.contains("e") }, "\(labels)")
  }
}
