import ScrollFitting
import ScrollFormats
import ScrollReport
import ScrollTraces
import Testing

/// Specifications of plots, of fits whose numbers are set by hand.
@Suite struct VegaLiteReportTests {
  private func text(_ results: TraceResult...) -> String {
    var report = VegaLiteReport()
    var text = report.begin()
    for result in results { text += report.add(result) }
    return text + report.end()
  }

  private func parsed(_ text: String) throws -> JSONNode {
    try JSONNode(Array(text.utf8))
  }

  /// The values of a member in the whole tree.
  private func all(_ name: String, in node: JSONNode) -> [JSONNode] {
    if let members = node.members {
      return members.flatMap { ($0.name == name ? [$0.value] : []) + all(name, in: $0.value) }
    }
    return node.elements?.flatMap { all(name, in: $0) } ?? []
  }

  private func marks(_ view: JSONNode?) -> [String] {
    view?["layer"]?.elements?.compactMap { $0["mark"]?["type"]?.string } ?? []
  }

  @Test func `each fit is a view with one row a sample and its residuals below`() throws {
    var twice = try PlottedFits.result()
    twice.fits[0].residual.floor = 0.1
    twice.fits.append(twice.fits[0])
    PlottedFits.fill(&twice.fits[1], 1000) { Double($0 % 3) }
    let root = try parsed(text(PlottedFits.result(), twice))
    #expect(root["$schema"]?.string == VegaLiteReport.schema)
    #expect(root["description"]?.string?.isEmpty == false)
    let views = try #require(root["vconcat"]?.elements)
    #expect(views.count == 3)
    #expect(views[1]["title"]?["text"]?.string == "trace.csv: bounce 1 of 2")
    for (index, fit) in ([twice.fits[0]] + twice.fits).enumerated() {
      let view = views[index]
      let rows = try #require(view["data"]?["values"]?.elements)
      #expect(rows.count == fit.series.fitTimes.count)
      let row = try #require(rows.last)
      #expect(
        row.members?.map(\.name) == [
          "fit", "time", "observed", "fitted", "residual", "weight", "recorded",
        ])
      #expect(row["fit"]?.number == Double(index + 1))
      let observed = try #require(row["observed"]?.number)
      #expect(observed == fit.series.observed.last)
      #expect(try row["residual"]?.number == observed - #require(row["fitted"]?.number))
      #expect(row["weight"]?.number == fit.series.weights.last ?? 1)
      #expect(view["resolve"]?["scale"]?["x"]?.string == "shared")
      let panels = try #require(view["vconcat"]?.elements)
      #expect(panels.count == 2)
      #expect(marks(panels[0]) == ["line", "point"])
    }
    let strips = views.map { marks($0["vconcat"]?.elements?.last) }
    #expect(strips[1] == ["rect", "rule", "rule", "rule", "point"])
    // What the band spans.
    let band = views[1]["vconcat"]?.elements?[1]["layer"]?.elements?[0]
    let ends = try #require(band?["data"]?["values"]?.elements?[0])
    let bound = try #require(twice.fits[0].feasibility?.bound ?? (0.1 * 3.0.squareRoot()))
    #expect(ends["lower"]?.number == -bound)
    #expect(ends["upper"]?.number == bound)
  }

  @Test func `axes say name and unit, and the abscissa stands below the residuals`() throws {
    let view = try parsed(text(PlottedFits.result()))["vconcat"]?.elements?[0]
    let titles = all("title", in: try #require(view?["vconcat"])).compactMap(\.string)
    #expect(Set(titles) == ["overscroll (pt)", "residual (pt)", "time (s)"])
    let panels = try #require(view?["vconcat"]?.elements)
    #expect(panels[0]["encoding"]?["x"]?["axis"]?["labels"]?.bool == false)
    #expect(all("title", in: panels[1]).contains { $0.string == "time (s)" })
  }

  @Test func `samples set aside are crosses of their own`() throws {
    var one = try PlottedFits.result()
    PlottedFits.fill(&one.fits[0], 20) { $0 == 4 ? 9 : 0.1 }
    one.fits[0].residual.loss = "tukey"
    one.fits[0].series.weights = (0..<20).map { $0 == 4 ? 0 : 1 }
    let root = try parsed(text(one))
    #expect(all("shape", in: root).compactMap(\.string).count { $0 == "cross" } == 2)
    #expect(all("filter", in: root).compactMap(\.string).contains("datum.weight < 0.1"))
    one.fits[0].residual.loss = "linear"
    #expect(try !all("shape", in: parsed(text(one))).contains { $0.string == "cross" })
  }

  @Test func `hostile names stay text`() throws {
    let name = "x\"</script><b>\\ \u{1B}[31m\u{202E}\u{2028}.csv"
    var one = try PlottedFits.result()
    one.name = name
    let text = text(one)
    #expect(!text.contains("</script>"))
    #expect(!text.contains("\u{1B}"))
    #expect(!text.contains("\u{2028}"))
    let title = try parsed(text)["vconcat"]?.elements?[0]["title"]?["text"]?.string
    // What a page would show is what the text report shows.
    #expect(
      title?.hasPrefix(
        "trace.csv, x\"</script><b>\\ \\u{1b}[31m\\u{202e}\\u{2028}.csv: bounce") == true)
  }

  @Test(arguments: [
    ("contentOffset.y", "contentOffset.y", "contentOffset\\.y"), ("a[0]", "a[0]", "a\\[0\\]"),
    ("a\\b", "a\\b", "a\\\\b"), ("fitted", "abscissa fitted", "abscissa fitted"),
    ("time", "time", "time"),
  ])
  func `a name of an abscissa is one field, whatever its characters`(
    _ name: String, _ key: String, _ field: String
  ) throws {
    var one = try PlottedFits.result()
    one.fits[0].series.abscissa = SeriesQuantity(name, "pt")
    let view = try parsed(text(one))["vconcat"]?.elements?[0]
    #expect(view?["data"]?["values"]?.elements?[0].members?[1].name == key)
    let panel = view?["vconcat"]?.elements?[0]
    #expect(panel?["encoding"]?["x"]?["field"]?.string == field)
  }

  @Test func `nothing is written where nothing was fitted`() throws {
    var none = try PlottedFits.result()
    none.fits = []
    #expect(text() == "")
    #expect(text(none) == "")
    none = try PlottedFits.result()
    PlottedFits.fill(&none.fits[0], 0) { _ in 0 }
    #expect(text(none) == "")
  }
}
