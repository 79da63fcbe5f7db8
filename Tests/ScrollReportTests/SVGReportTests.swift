import ScrollFitting
import ScrollReport
import ScrollTraces
import Testing

/// Plots of fits whose numbers are set by hand.
@Suite struct SVGReportTests {
  private func result(path: String = "a/trace.csv") throws -> TraceResult {
    try PlottedFits.result(path: path)
  }

  private func picture(_ results: TraceResult...) -> String {
    var report = SVGReport()
    var text = report.begin()
    for result in results { text += report.add(result) }
    return text + report.end()
  }

  private func fill(_ fit: inout Fit, _ count: Int, miss: (Int) -> Double) {
    PlottedFits.fill(&fit, count, miss: miss)
  }

  /// The elements of an XML text, checked to be closed in order and to have their attributes in quotes.
  private func elements(_ text: String) throws -> [(name: String, attributes: String, text: String)]
  {
    var open: [Int] = []
    var found: [(name: String, attributes: String, text: String)] = []
    for piece in text.split(separator: "<") where piece.contains(">") {
      let tag = piece.prefix { $0 != ">" }
      let words = String(piece.dropFirst(tag.count + 1))
      if tag.hasPrefix("/") {
        let closed = open.popLast()
        let last = try #require(closed)
        #expect(found[last].name == tag.dropFirst())
        continue
      }
      let name = String(tag.prefix { $0 != " " && $0 != "/" })
      let attributes = String(tag.dropFirst(name.count))
      #expect(attributes.count { $0 == "\"" } % 2 == 0)
      found.append((name, attributes, words))
      if !tag.hasSuffix("/") { open.append(found.count - 1) }
    }
    #expect(open.isEmpty)
    return found
  }

  /// The `d` of the paths of a class.
  private func paths(_ text: String, _ name: String) throws -> [String] {
    try elements(text).filter { $0.attributes.contains("class=\"\(name)\"") }.compactMap {
      element in
      element.attributes.firstRange(of: " d=\"").map {
        String(element.attributes[$0.upperBound...].prefix { $0 != "\"" })
      }
    }
  }

  @Test func `every fit has a panel with a title, and the page is as tall as all of them`() throws {
    var twice = try result()
    twice.fits.append(twice.fits[0])
    let one = try elements(picture(result()))
    let three = try elements(picture(result(), twice))
    func height(_ list: [(name: String, attributes: String, text: String)]) throws -> Int {
      let text = try #require(list.first { $0.name == "svg" }).attributes
      let range = try #require(text.firstRange(of: "height=\""))
      return try #require(Int(text[range.upperBound...].prefix { $0 != "\"" }))
    }
    #expect(try height(three) == 3 * height(one))
    let titles = three.filter { $0.name == "title" }.map(\.text)
    #expect(titles.count == 4)
    #expect(titles.dropFirst().first?.hasPrefix("trace.csv: bounce") == true)
    #expect(titles.last?.hasPrefix("trace.csv: bounce 2 of 2") == true)
    #expect(three.count { $0.name == "desc" } == 4)
    #expect(three.count { $0.attributes.contains("role=\"img\"") } == 3)
  }

  @Test func `nothing is written where nothing was fitted`() throws {
    var none = try result()
    none.fits = []
    #expect(picture() == "")
    #expect(picture(none) == "")
  }

  @Test func `the names of files are text and no tags`() throws {
    let text = try picture(result(path: "x/<b a='1'>&\"\u{1B}\u{202E}.csv"))
    let titles = try elements(text).filter { $0.name == "title" }
    #expect(titles.count == 2)
    #expect(
      titles[1].text.hasPrefix("&lt;b a=&#39;1&#39;&gt;&amp;&quot;\\u{1b}\\u{202e}.csv: bounce"))
  }

  @Test func `the constants are there with their errors`() throws {
    var one = try result()
    var speed = Estimate(key: "C", value: 1000.4, unit: "pt/s")
    speed.interval = Interval(lower: 997.9, upper: 1002.9)
    one.fits[0].parameters = [
      speed, Estimate(key: "delta", value: 10.9, unit: "1/s"),
      Estimate(key: "phi", value: nil, unit: "s", reason: "not known"),
    ]
    #expect(
      try elements(picture(one)).contains {
        $0.name == "text" && $0.text.hasPrefix("C 1000.4 ± 2.5 pt/s, delta 10.9000 1/s")
      })
  }

  @Test func `rounding is a band about the residuals as wide as it allows`() throws {
    var one = try result()
    one.fits[0].feasibility = nil
    // quantum / sqrt 12, of which the bound is half the quantum.
    one.fits[0].residual.floor = 0.5 / 12.0.squareRoot()
    fill(&one.fits[0], 20) { $0 % 2 == 0 ? 0.125 : -0.125 }
    let text = picture(one)
    let bands = try elements(text).filter { $0.attributes.contains("class=\"band\"") }
    #expect(bands.count == 2)
    let heights = try bands.map { band in
      let range = try #require(band.attributes.firstRange(of: " height=\""))
      return try #require(Double(band.attributes[range.upperBound...].prefix { $0 != "\"" }))
    }
    // The dots are at half of the bound above and below the curve: half as far apart as the band is wide.
    let dots = try #require(paths(text, "samples").last).split(separator: "M")
    let places = dots.compactMap { dot in
      dot.split(separator: " ").last.flatMap { Double($0.prefix { $0 != "h" }) }
    }
    #expect(places.count == 20)
    let spread = try #require(places.max()) - #require(places.min())
    // Two roundings to a tenth of a pixel.
    #expect((spread - heights[1] / 2).magnitude <= 0.2)
    // Without a quantum there is no band.
    one.fits[0].residual.floor = nil
    #expect(try !elements(picture(one)).contains { $0.attributes.contains("class=\"band\"") })
  }

  @Test func `a long series is thinned, keeps its widest residuals and stays small`() throws {
    var one = try result()
    fill(&one.fits[0], 20_000) { $0 == 12_345 ? 7 : Double(($0 * 7919) % 100) / 1000 }
    let text = picture(one)
    #expect(text.utf8.count < 60_000)
    let rows = try #require(paths(text, "samples").last).split(separator: "M")
    #expect(rows.count > 700)
    #expect(rows.count <= 800)
    #expect(text.contains("samples, \(rows.count) of 20000 drawn"))
    let places = rows.compactMap { dot in
      dot.split(separator: " ").last.flatMap { Double($0.prefix { $0 != "h" }) }
    }.sorted()
    // One dot alone at the top of the strip.
    #expect(places[1] - places[0] > 30)
    fill(&one.fits[0], 800) { Double($0 % 3) }
    let full = picture(one)
    #expect(full.utf8.count < 60_000)
    #expect(full.contains(">800 samples<"))
  }

  @Test func `samples set aside by a robust loss are crosses`() throws {
    var one = try result()
    fill(&one.fits[0], 20) { $0 == 4 ? 9 : 0.1 }
    one.fits[0].residual.loss = "tukey"
    one.fits[0].series.weights = (0..<20).map { $0 == 4 ? 0 : 1 }
    let text = picture(one)
    #expect(text.contains(">1 set aside by the tukey loss<"))
    #expect(try paths(text, "aside").count == 3)
    #expect(try #require(paths(text, "samples").last).split(separator: "M").count == 19)
    one.fits[0].residual.loss = "linear"
    #expect(try paths(picture(one), "aside").isEmpty)
  }

  @Test func `the curve has its turn between samples, and does not overshoot where it is even`()
    throws
  {
    var one = try result()
    fill(&one.fits[0], 8) { _ in 0 }
    one.fits[0].series.fitted = [0, 0, 0, 10, 10, 10, 10, 10]
    one.fits[0].series.observed = one.fits[0].series.fitted
    let curve = try #require(paths(picture(one), "fit").dropFirst().first)
    let places = curve.split { "MC ".contains($0) }.enumerated().compactMap {
      $0.offset % 2 == 1 ? Double($0.element) : nil
    }
    #expect(places.count == 1 + 3 * 7)
    let ends = [places[0], places[places.count - 1]].sorted()
    // The step between two plateaus leaves them at no control point but those next to it.
    #expect(places.count { $0 < ends[0] - 0.1 || $0 > ends[1] + 0.1 } == 0)
  }

  @Test func `ticks are round numbers`() throws {
    var one = try result()
    fill(&one.fits[0], 100) { Double($0 % 2) / 10 }
    let labels = try elements(picture(one)).filter {
      $0.name == "text" && $0.attributes.contains("text-anchor=\"end\"")
    }.map(\.text).map { String($0.prefix { $0 != "\n" }) }
    #expect(labels.starts(with: ["0", "20", "40", "60", "80", "100"]))
    let below = try elements(picture(one)).filter {
      $0.attributes.contains("text-anchor=\"middle\"")
    }
    #expect(below.map(\.text).contains { $0.hasPrefix("time (s)") })
  }

  @Test func `what is no time is named`() throws {
    var one = try result()
    one.fits[0].series.abscissa = SeriesQuantity("finger travel", "pt")
    one.fits[0].series.ordinate = SeriesQuantity("height", "pt")
    let texts = try elements(picture(one)).filter { $0.name == "text" }.map(\.text)
    #expect(texts.contains { $0.hasPrefix("finger travel (pt)") })
    #expect(texts.contains { $0.hasPrefix("height (pt)") })
  }
}
