internal import ScrollFitting
internal import ScrollFormats

/// One motion from the same start in two scroll views, and its difference below, as a panel of an SVG picture.
struct ComparisonChart {
  let motions: ScrollFeel.Motions
  let names: (String, String)

  static let height = 420

  var body: String {
    let (left, right) = (72.0, Double(SVGPlot.width) - 16)
    let series = PlotSeries(motions.times, observed: motions.second, fitted: motions.first)
    let x = PlotAxis(series.abscissae, page: (left, right), ticks: 8, margin: 0.02)
    let y = PlotAxis(series.observed + series.fitted, page: (280, 60), ticks: 6)
    let strip = PlotAxis(series.residuals + [0], page: (372, 294), ticks: 4, margin: 0.1)
    var text = "<g role=\"img\">\n<title>\(XMLText.escaped(motions.start))</title>\n"
    text += SVG.text(16, 24, "\(motions.start): \(motions.quantity)", class: "title")
    var place = left
    for (kind, name) in [("aside", "A  \(names.0)"), ("fit", "B  \(names.1)")] {
      text += SVG.path(kind, "M\(SVG.px(place)) 44h22") + SVG.text(place + 28, 48, name)
      // A letter is about 6.2 px wide.
      place += 28 + 6.2 * Double(name.count) + 24
    }
    text += SVG.frame(x, y, showsAbscissae: false)
    text += SVG.path("aside", series.path(series.fitted, x, y))
    text += SVG.path("fit", series.path(series.observed, x, y))
    text += SVG.frame(x, strip, showsAbscissae: true)
    text += SVG.rule("bound", strip.place(0), from: left, to: right)
    text += SVG.path("fit", series.path(series.residuals, x, strip))
    text += SVG.text(
      (left + right) / 2, Double(Self.height) - 12, SeriesQuantity.time.label, anchor: "middle")
    text += SVG.upright(170, SeriesQuantity(motions.quantity, "pt").label)
    text += SVG.upright(333, SeriesQuantity("B - A", "pt").label)
    return text + "</g>\n"
  }
}
