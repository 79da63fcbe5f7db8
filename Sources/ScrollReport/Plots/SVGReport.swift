public import ScrollFitting

/// The fits as a picture: one panel a fit, below each other.
///
/// How tall a picture is stands at its beginning and is known at its end, so the panels are kept until then.
public struct SVGReport: ResultRenderer {
  private var panels: [SVGPlot] = []
  private var sources: [String] = []

  /// A picture without a panel.
  public init() {}

  /// Nothing: all is written at the end.
  public mutating func begin() -> String { "" }

  /// Nothing: the panels of a recording's fits are written at the end.
  public mutating func add(_ result: TraceResult) -> String {
    // A fit of few numbers, each measured by itself, has no curve to draw.
    let drawn = result.fits.indices.filter { !result.fits[$0].series.fitTimes.isEmpty }
    panels += drawn.map { SVGPlot(result, fit: $0) }
    if !drawn.isEmpty { sources.append(SVGPlot.source(result)) }
    return ""
  }

  /// The picture; nothing without a fit.
  public mutating func end() -> String {
    guard !panels.isEmpty else { return "" }
    let height = panels.reduce(0) { $0 + $1.height }
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGPlot.width)" height="\(height)" \
      viewBox="0 0 \(SVGPlot.width) \(height)">
      <title>\(XMLText.escaped("scrollfit: " + sources.joined(separator: ", ")))</title>
      <desc>\(panels.count == 1 ? "A fit" : "\(panels.count) fits") as measured and \
      as fitted, with the residuals below.</desc>
      <style>
      \(SVGStyle.picture)
      </style>
      <rect class="page" width="\(SVGPlot.width)" height="\(height)"/>

      """
    var top = 0
    for panel in panels {
      text += "<g transform=\"translate(0 \(top))\">\n\(panel.body)</g>\n"
      top += panel.height
    }
    return text + "</svg>\n"
  }
}
