/// One plot area of a chart, with its axes.
struct ChartPanel {
  let x: PlotAxis
  let y: PlotAxis
  /// SVG elements behind the grid.
  var behind = ""
  /// SVG elements on the grid.
  let content: String
  /// Label of the ordinate; nil for a panel without one.
  var label: String?
  /// Small texts in the panel, at abscissae in px. Narrow ones are hidden on narrow screens.
  var letters: [(x: Double, text: String, isNarrow: Bool)] = []
}

/// Panels with a common abscissa, one above the other, as a figure that fills the width of a page.
///
/// Curves are stretched to the width; texts, lines and dots keep their size. Each panel has its own view, whose
/// `viewBox` a script changes to zoom.
enum FluidChart {
  /// The width for which lines are computed, in px.
  static let width = 960.0
  /// Decimals of positions in px; more than one, because a view can be magnified.
  static let decimals = 2
  /// Approximate number of ticks along the abscissa, few enough for a phone.
  static let ticks = 5

  /// The figure without its caption.
  ///
  /// - Parameters:
  ///   - id: an id that is unique on the page.
  ///   - abscissa: label of the abscissa.
  ///   - data: data attributes that the script needs to show values; names without `data-`.
  static func html(
    id: String, title: String, description: String, abscissa: String, panels: [ChartPanel],
    data: [(name: String, value: String)] = []
  ) -> String {
    guard let first = panels.first, let last = panels.last else { return "" }
    let top = first.y.page.1
    let height = last.y.page.0 - top
    let known =
      [("x", range(first.x))] + data
    let attributes = known.map { " data-\($0.0)=\"\(XMLText.escaped($0.1))\"" }.joined()
    var text =
      "<div class=\"plot\">\n<svg class=\"chart\" height=\"\(SVG.px(height))\" role=\"img\" "
      + "aria-labelledby=\"\(id)-t \(id)-d\"\(attributes)>\n"
      + "<title id=\"\(id)-t\">\(XMLText.escaped(title))</title>\n"
      + "<desc id=\"\(id)-d\">\(XMLText.escaped(description))</desc>\n"
    for panel in panels { text += svg(panel, top: top) }
    for (value, label) in first.x.ticks {
      text +=
        "<text class=\"x\" x=\"\(percent(first.x, first.x.place(value)))\" "
        + "y=\"\(SVG.px(height + 17))\">\(XMLText.escaped(label))</text>\n"
    }
    text +=
      "<text class=\"name\" x=\"50%\" y=\"\(SVG.px(height + 37))\">\(XMLText.escaped(abscissa))</text>\n"
    return text + "</svg>\n</div>\n"
  }

  private static func svg(_ panel: ChartPanel, top: Double) -> String {
    let (x, y) = (panel.x, panel.y)
    let height = y.page.0 - y.page.1
    let isPlain = panel.label == nil
    var text =
      "<svg class=\"panel\" y=\"\(SVG.px(y.page.1 - top))\" height=\"\(SVG.px(height))\""
      + (isPlain ? "" : " data-y=\"\(range(y))\"") + ">\n"
      + "<svg class=\"view\" viewBox=\"\(SVG.px(x.page.0)) \(SVG.px(y.page.1)) "
      + "\(SVG.px(x.page.1 - x.page.0)) \(SVG.px(height))\" preserveAspectRatio=\"none\">\n"
      + panel.behind + SVG.path("grid", SVG.grid(x, y, showsOrdinates: !isPlain)) + panel.content
      + "</svg>\n"
    if let label = panel.label {
      text += "<path class=\"axis\" d=\"M0 0V\(SVG.px(height))\"/>\n"
      text += "<line class=\"axis\" x2=\"100%\" y1=\"100%\" y2=\"100%\"/>\n"
      for (value, label) in y.ticks {
        text +=
          "<text class=\"y\" x=\"-7\" y=\"\(SVG.px(y.place(value) - y.page.1 + 4))\">"
          + "\(XMLText.escaped(label))</text>\n"
      }
      text +=
        "<text class=\"name\" transform=\"translate(-50 \(SVG.px(height / 2))) rotate(-90)\">"
        + "\(XMLText.escaped(label))</text>\n"
    }
    for letter in panel.letters {
      text +=
        "<text class=\"letter\(letter.isNarrow ? " narrow" : "")\" x=\"\(percent(x, letter.x))\" "
        + "y=\"\(SVG.px(height / 2 + 4))\">\(XMLText.escaped(letter.text))</text>\n"
    }
    return text + "</svg>\n"
  }

  /// The values at the ends of an axis.
  private static func range(_ axis: PlotAxis) -> String {
    "\(axis.range.lowerBound) \(axis.range.upperBound)"
  }

  private static func percent(_ axis: PlotAxis, _ place: Double) -> String {
    SVG.px(100 * (place - axis.page.0) / (axis.page.1 - axis.page.0), decimals: 2) + "%"
  }
}
