public import ScrollFitting

/// The fits as one SVG picture with one panel per fit.
///
/// The height of the picture is in its first line and known only at the end, so panels are stored until then.
public struct SVGReport: ResultRenderer {
  private var panels: [SVGPlot] = []
  private var sources: [String] = []

  /// Creates a picture without panels.
  public init() {}

  /// Empty: stores the panels of a recording's fits for the end.
  public mutating func add(_ result: TraceResult) -> String {
    // A fit of a few separately measured numbers has no curve to draw.
    let drawn = result.fits.indices.filter { !result.fits[$0].series.fitTimes.isEmpty }
    panels += drawn.map { SVGPlot(result, fit: $0) }
    if !drawn.isEmpty { sources.append(SVGPlot.source(result)) }
    return ""
  }

  /// The picture; empty without a fit.
  public mutating func end() -> String {
    Self.picture(
      panels.map { ($0.height, $0.body) }, of: sources,
      about: "\(panels.count == 1 ? "A fit" : "\(panels.count) fits") as measured and as fitted")
  }

  /// Panels one below the other as one picture; empty without panels.
  static func picture(
    _ panels: [(height: Int, body: String)], of sources: [String], about: String,
    below: String = "the residuals"
  ) -> String {
    guard !panels.isEmpty else { return "" }
    let height = panels.reduce(0) { $0 + $1.height }
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGPlot.width)" height="\(height)" \
      viewBox="0 0 \(SVGPlot.width) \(height)">
      <title>\(XMLText.escaped("scrollfit: " + sources.joined(separator: ", ")))</title>
      <desc>\(about), with \(below) below.</desc>
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
