internal import ScrollFormats

/// The SVG elements of charts: text, axes, marks.
enum SVG {
  /// A length to a tenth of a pixel, or to more digits, without zeros at the end.
  static func px(_ value: Double, decimals: Int = 1) -> String {
    var text = NumberText.fixed(value, decimals: decimals)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    return text.last == "." ? String(text.dropLast()) : text
  }

  static func text(
    _ x: Double, _ y: Double, _ words: String, class name: String? = nil, anchor: String? = nil
  ) -> String {
    "<text x=\"\(px(x))\" y=\"\(px(y))\"" + (name.map { " class=\"\($0)\"" } ?? "")
      + (anchor.map { " text-anchor=\"\($0)\"" } ?? "") + ">\(XMLText.escaped(words))</text>\n"
  }

  /// Vertical text at the left border, read upwards.
  static func upright(_ y: Double, _ words: String) -> String {
    "<text transform=\"translate(16 \(px(y))) rotate(-90)\" text-anchor=\"middle\">"
      + "\(XMLText.escaped(words))</text>\n"
  }

  /// A path with a class; empty without data.
  static func path(_ name: String, _ data: String) -> String {
    data.isEmpty ? "" : "<path class=\"\(name)\" d=\"\(data)\"/>\n"
  }

  static func rule(_ name: String, _ y: Double, from left: Double, to right: Double) -> String {
    path(name, "M\(px(left)) \(px(y))H\(px(right))")
  }

  /// A rectangle between two corners.
  static func rectangle(
    _ name: String, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> String {
    "<rect class=\"\(name)\" x=\"\(px(left))\" y=\"\(px(top))\" width=\"\(px(right - left))\" "
      + "height=\"\(px(bottom - top))\"/>\n"
  }

  /// The mark of a sample: a very short line with round ends.
  static func dot(_ x: Double, _ y: Double, decimals: Int = 1) -> String {
    "M\(px(x, decimals: decimals)) \(px(y, decimals: decimals))h.1"
  }

  static func cross(_ x: Double, _ y: Double) -> String {
    "M\(px(x - 3)) \(px(y - 3))l6 6m0 -6l-6 6"
  }

  /// A line through points; points closer than `least` px to the last one are left out.
  static func line(
    _ points: some Sequence<(x: Double, y: Double)>, least: Double = 0.3, decimals: Int = 1
  ) -> String {
    var data = ""
    var last: (x: Double, y: Double)?
    var skipped: (x: Double, y: Double)?
    func add(_ point: (x: Double, y: Double)) {
      data +=
        "\(data.isEmpty ? "M" : "L")\(px(point.x, decimals: decimals)) "
        + px(point.y, decimals: decimals)
    }
    for point in points {
      if let last, (point.x - last.x).magnitude < least, (point.y - last.y).magnitude < least {
        skipped = point
        continue
      }
      add(point)
      last = point
      skipped = nil
    }
    if let skipped { add(skipped) }
    return data
  }

  /// Grid, frame and labels of the plot area between the ends of two axes.
  static func frame(
    _ x: PlotAxis, _ y: PlotAxis, showsAbscissae: Bool = true, showsOrdinates: Bool = true
  ) -> String {
    let (left, right) = x.page
    let (bottom, top) = y.page
    var labels = ""
    for (value, label) in showsAbscissae ? x.ticks : [] {
      labels += text(x.place(value), bottom + 17, label, anchor: "middle")
    }
    for (value, label) in showsOrdinates ? y.ticks : [] {
      labels += text(left - 7, y.place(value) + 4, label, anchor: "end")
    }
    return path("grid", grid(x, y, showsOrdinates: showsOrdinates))
      + path("axis", "M\(px(left)) \(px(top))V\(px(bottom))H\(px(right))") + labels
  }

  /// The lines of a plot area at the ticks of its axes.
  static func grid(_ x: PlotAxis, _ y: PlotAxis, showsOrdinates: Bool = true) -> String {
    let (left, right) = x.page
    let (bottom, top) = y.page
    return x.ticks.map { "M\(px(x.place($0.value))) \(px(top))V\(px(bottom))" }.joined()
      + (showsOrdinates ? y.ticks : []).map {
        "M\(px(left)) \(px(y.place($0.value)))H\(px(right))"
      }.joined()
  }

  /// A complete SVG figure within an HTML page.
  ///
  /// - Parameters:
  ///   - id: unique on the page.
  ///   - title: the title.
  ///   - description: a description in words.
  static func figure(
    id: String, width: Double, height: Double, title: String, description: String, body: String
  ) -> String {
    """
    <svg viewBox="0 0 \(px(width)) \(px(height))" role="img" aria-labelledby="\(id)-t \(id)-d">
    <title id="\(id)-t">\(XMLText.escaped(title))</title>
    <desc id="\(id)-d">\(XMLText.escaped(description))</desc>
    \(body)</svg>

    """
  }
}
