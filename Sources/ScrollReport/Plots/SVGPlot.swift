internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// A plot of a fit: samples and curve above, residuals and rounding band below, over the same abscissa.
///
/// The ``body`` of each plot belongs in a group of its own, in an SVG picture of ``width`` px.
struct SVGPlot: Sendable {
  /// The width of a plot in px.
  static let width = 720
  /// The height in px.
  let height: Int
  /// The SVG elements; the first ones are title and description.
  let body: String

  /// The name of a recording in a picture: its file name without folders, and its own name.
  static func source(path: String, name: String?) -> String {
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    return (path == "-" ? "standard input" : file) + (name.map { ", \($0)" } ?? "")
  }

  static func source(_ result: TraceResult) -> String {
    source(path: result.path, name: result.name)
  }

  /// Letters in a line of small text, at about 6 px per letter.
  private static let columns = 105

  /// Creates the plot of one fit of a result.
  init(_ result: TraceResult, fit index: Int) {
    let fit = result.fits[index]
    let title = Self.title(result, fit: index)
    let constants = FitText.constants(fit)
    let lines = TextLayout.wrap(constants, width: Self.columns)
    let chart = FitChart(fit, width: Double(Self.width))
    let top = 60 + 16 * Double(lines.count)
    height = Int(top + chart.height)

    var text = "<g role=\"img\">\n<title>\(XMLText.escaped(title))</title>\n"
    text += "<desc>\(XMLText.escaped(FitChart.description(fit)))</desc>\n"
    // The title line has room for about 84 letters.
    let shown = title.count > 84 ? "\(title.prefix(40)) ... \(title.suffix(39))" : title
    text += SVG.text(16, 24, shown, class: "title")
    for (line, words) in lines.enumerated() {
      text += SVG.text(16, 44 + 16 * Double(line), words)
    }
    text += Self.legend(chart, y: top - 14)
    body = text + chart.body(top: top) + "</g>\n"
  }

  static func title(_ result: TraceResult, fit index: Int) -> String {
    let fit = result.fits[index]
    var title = "\(source(result)): \(fit.law)"
    if result.fits.count > 1 { title += " \(index + 1) of \(result.fits.count)" }
    if Set(result.fits.map(\.axis)).count > 1 { title += " along \(fit.axis.rawValue)" }
    return title
  }

  private static func legend(_ chart: FitChart, y: Double) -> String {
    var x = chart.left
    var text = ""
    for (mark, words) in chart.legend {
      text += mark.element(x, y) + SVG.text(x + 28, y + 4, words)
      // A letter is about 6.2 px wide.
      x += 28 + 6.2 * Double(words.count) + 24
    }
    return text
  }
}
