internal import ScrollFitting
public import ScrollFormats
internal import ScrollTraces

/// Fits and recordings as text plots for a terminal.
///
/// Samples are letters and curves are dots or dashes, so colour is not needed to distinguish them.
public struct TerminalPlot: Sendable {
  /// The characters that draw curves.
  public enum Glyphs: String, Sendable, CaseIterable {
    /// Braille patterns with eight dots per character.
    case braille
    /// ASCII characters only.
    case ascii
  }

  /// Allowed widths in columns: narrower plots cannot show a curve, and wider ones are hard to read.
  public static let widths = 24...200

  private let glyphs: Glyphs
  private let width: Int
  private let style: TextStyle

  /// Creates plots of a width, limited to ``widths``.
  ///
  /// - Parameters:
  ///   - glyphs: the characters that curves are drawn with.
  ///   - width: the width in columns.
  ///   - style: colours of the text; its own width is ignored.
  public init(_ glyphs: Glyphs, width: Int, style: TextStyle) {
    self.glyphs = glyphs
    self.width = max(Self.widths.lowerBound, min(Self.widths.upperBound, width))
    self.style = style
  }

  private static let mainRows = 14
  private static let stripRows = 7

  /// Samples and curve above, residuals and rounding band below; empty without finite samples.
  func lines(_ fit: Fit) -> [String] {
    lines(PlotSeries(fit), fit.ordinate, fit.abscissa, strip: "residual") { series, marked in
      var legend = [entry("o", .sample, Self.samples(series.abscissae.count, marked: marked))]
      let aside = series.isAside.count { $0 }
      if aside > 0 {
        legend.append(entry("x", .sample, "\(aside) set aside by the \(fit.residual.loss) loss"))
      }
      return legend + [
        entry(curveMark, .curve, fit.search.converged ? "fit" : "fit, not converged")
      ]
    }
  }

  /// The motions of two scroll views above, their difference below.
  func lines(_ motions: ScrollFeel.Motions) -> [String] {
    let series = PlotSeries(motions.times, observed: motions.second, fitted: motions.first)
    return lines(series, SeriesQuantity(motions.quantity, "pt"), .time, strip: "B - A") { _, _ in
      [entry(curveMark, .curve, "A"), entry("o", .sample, "B")]
    }
  }

  private var curveMark: String { glyphs == .braille ? "⠤⠤" : "--" }

  /// Samples and curve above, their difference below.
  private func lines(
    _ series: PlotSeries, _ ordinate: SeriesQuantity, _ abscissa: SeriesQuantity,
    strip difference: String, legend: (PlotSeries, _ marked: Int) -> [Entry]
  ) -> [String] {
    guard !series.abscissae.isEmpty else { return [] }
    let main = Panel(
      PlotAxis(
        series.observed + series.fitted, page: (Double(Self.mainRows * glyphs.dotsDown), 0),
        ticks: 5), rows: Self.mainRows)
    let most = series.residuals.reduce(0) { max($0, $1.magnitude) }
    let half = Self.halfRange(most, bound: series.bound)
    let strip = Panel(
      PlotAxis(
        [-half, half], page: (Double(Self.stripRows * glyphs.dotsDown), 0), ticks: 4, margin: 0),
      rows: Self.stripRows)
    let left = max(main.labelWidth, strip.labelWidth)
    let columns = width - left - Self.frameWidth
    let x = PlotAxis(
      series.abscissae, page: (0, Double(columns * glyphs.dotsAcross)), ticks: max(2, columns / 10),
      margin: 0.02)

    let (curve, marked) = canvas(series, x, main.axis, columns: columns)
    let isDense = glyphs == .braille && series.abscissae.count > columns
    let residuals = residuals(series, x, strip.axis, columns: columns, isDense: isDense)

    var lines = header(ordinate.label, legend(series, marked))
    lines += rows(curve, main, left: left)

    var notes: [Entry] = []
    if isDense { notes.append(entry("⠂", .sample, difference)) }
    if let bound = series.bound {
      let unit = ordinate.unit.isEmpty ? "" : " \(ordinate.unit)"
      let allowed =
        (glyphs == .braille ? "±" : "+-") + " \(NumberText.short(bound, digits: 3))\(unit)"
      notes.append(
        boundRows(bound, strip.axis) == nil
          ? entry("", .frame, "rounding allows \(allowed), too little to see here")
          : entry(glyphs == .braille ? "⣀ ⣀" : ". .", .frame, "\(allowed), what rounding allows"))
    }
    lines += header(SeriesQuantity(difference, ordinate.unit).label, notes)
    lines += rows(residuals, strip, left: left)
    lines += self.abscissa(x, abscissa.label, left: left, columns: columns)
    return lines
  }

  /// The values of a recording over time with its edges and curves.
  ///
  /// - Parameter timeline: the line below the plot, for a given width.
  func lines(
    _ offsets: SplitOffsets, within range: ClosedRange<Double>, edges: Set<Double>,
    curves: [PlotSeries] = [], timeline: (Int) -> String
  ) -> [String] {
    let isOffset = offsets.quantity == .offset
    let panel = Panel(
      PlotAxis(
        offsets.values + (isOffset ? Array(edges) : []),
        page: (Double(Self.mainRows * glyphs.dotsDown), 0), ticks: 5), rows: Self.mainRows)
    let columns = width - panel.labelWidth - Self.frameWidth
    var canvas = TextCanvas(columns: columns, rows: Self.mainRows, glyphs: glyphs)
    let x = PlotAxis(
      [range.lowerBound, range.upperBound], page: (0, Double(canvas.dotColumns)),
      ticks: max(2, columns / 10), margin: 0)
    var legend = [entry(curveMark, .sample, "as recorded")]
    if !curves.isEmpty { legend.append(entry(curveMark, .curve, "law")) }
    if isOffset, !edges.isEmpty {
      for edge in edges {
        canvas.dashes(TextCanvas.index(panel.axis.place(edge), of: canvas.dotRows), .frame)
      }
      legend.append(
        entry(glyphs == .braille ? "⠤ ⠤" : "- -", .frame, edges.count == 1 ? "edge" : "edges"))
    }
    canvas.draw(Self.spans(offsets, x, panel.axis, count: canvas.dotColumns), .sample)
    for series in curves {
      let pieces = series.curve(series.fitted, x, panel.axis)
      canvas.draw(Self.spans(pieces, count: canvas.dotColumns), .curve)
    }
    return header(offsets.quantity.label, legend) + rows(canvas, panel, left: panel.labelWidth)
      + [frame(left: panel.labelWidth, isTick: false) + timeline(columns)]
      + abscissa(x, SeriesQuantity.time.label, left: panel.labelWidth, columns: columns)
  }

  // MARK: - What is drawn

  /// A vertical axis with its tick labels by row.
  private struct Panel {
    let axis: PlotAxis
    let labels: [String?]

    init(_ axis: PlotAxis, rows: Int) {
      self.axis = axis
      var labels = [String?](repeating: nil, count: rows)
      for tick in axis.ticks {
        let row = TextCanvas.index(axis.place(tick.value) * Double(rows) / axis.page.0, of: rows)
        labels[row] = tick.label
      }
      self.labels = labels
    }

    var labelWidth: Int { labels.reduce(0) { max($0, $1?.count ?? 0) } }
  }

  /// Half the range of residuals. The rounding band then ends between two rows, so that a mark is either inside or
  /// outside. If that is too large, the range is the largest |residual|.
  private static func halfRange(_ most: Double, bound: Double?) -> Double {
    guard let bound, bound > 0 else { return most > 0 ? most * 1.02 : 1 }
    let rows = Double(stripRows) / 2
    for inside in [2.5, 1.5, 0.5] where most <= bound * rows / inside {
      return bound * rows / inside
    }
    return most * 1.02
  }

  private static func samples(_ count: Int, marked: Int) -> String {
    let text = PooledText.count(count, "sample")
    return marked < count ? text + ", \(marked) marked" : text
  }

  /// Curve and samples, and the number of marked samples.
  ///
  /// All samples off the curve are marked. Samples on the curve are marked with gaps, so that the curve stays visible.
  private func canvas(
    _ series: PlotSeries, _ x: PlotAxis, _ y: PlotAxis, columns: Int
  ) -> (TextCanvas, marked: Int) {
    var canvas = TextCanvas(columns: columns, rows: Self.mainRows, glyphs: glyphs)
    let pieces = series.curve(series.fitted, x, y)
    if pieces.isEmpty {
      for (abscissa, value) in zip(series.abscissae, series.fitted) {
        canvas.dot(
          TextCanvas.index(x.place(abscissa), of: canvas.dotColumns),
          TextCanvas.index(y.place(value), of: canvas.dotRows), .curve)
      }
    }
    canvas.draw(Self.spans(pieces, count: canvas.dotColumns), .curve)
    let gap = series.abscissae.count > columns ? 4 : 2
    var taken = [Bool](repeating: false, count: columns * Self.mainRows)
    var kept: [(column: Int, row: Int)] = []
    var free: [(column: Int, row: Int)] = []
    var marked = 0
    for index in series.abscissae.indices where !series.isAside[index] {
      let cell = canvas.cell(x.place(series.abscissae[index]), y.place(series.observed[index]))
      guard canvas.hasDots(column: cell.column, row: cell.row) else {
        if !taken[cell.row * columns + cell.column] { free.append(cell) }
        taken[cell.row * columns + cell.column] = true
        marked += 1
        continue
      }
      // Abscissae are ascending, so only the last few marks can be near.
      let isNear = kept.suffix(gap * Self.mainRows).contains {
        cell.column - $0.column < gap && (cell.row - $0.row).magnitude < gap / 2
      }
      guard !isNear else { continue }
      kept.append(cell)
      marked += 1
    }
    for cell in kept + free { canvas.mark("o", column: cell.column, row: cell.row, .sample) }
    for index in series.abscissae.indices where series.isAside[index] {
      let cell = canvas.cell(x.place(series.abscissae[index]), y.place(series.observed[index]))
      canvas.mark("x", column: cell.column, row: cell.row, .sample)
      marked += 1
    }
    return (canvas, marked)
  }

  private func residuals(
    _ series: PlotSeries, _ x: PlotAxis, _ y: PlotAxis, columns: Int, isDense: Bool
  ) -> TextCanvas {
    var canvas = TextCanvas(columns: columns, rows: Self.stripRows, glyphs: glyphs)
    if let rows = series.bound.flatMap({ boundRows($0, y) }) {
      canvas.dashes(rows.upper, .frame)
      canvas.dashes(rows.lower, .frame)
    }
    let values = series.residuals
    for index in values.indices {
      // A residual exactly at the rounding bound is inside, above and below.
      let v = y.place(values[index] * (1 - 1e-6))
      let h = x.place(series.abscissae[index])
      let cell = canvas.cell(h, v)
      if series.isAside[index] {
        canvas.mark("x", column: cell.column, row: cell.row, .sample)
      } else if isDense {
        canvas.dot(
          TextCanvas.index(h, of: canvas.dotColumns), TextCanvas.index(v, of: canvas.dotRows),
          .sample)
      } else {
        canvas.mark("o", column: cell.column, row: cell.row, .sample)
      }
    }
    // The line of residual 0: the fit itself.
    let zero = canvas.cell(0, y.place(0)).row
    for column in 0..<columns where canvas.isEmpty(column: column, row: zero) {
      canvas.mark(glyphs == .braille ? "─" : "-", column: column, row: zero, .curve)
    }
    return canvas
  }

  /// The rows of dots just outside the rounding band; nil if both are within one character row of residual 0.
  private func boundRows(_ bound: Double, _ y: PlotAxis) -> (upper: Int, lower: Int)? {
    let (above, below) = (y.place(bound).rounded(), y.place(-bound).rounded())
    guard above.magnitude < 1e6, below.magnitude < 1e6 else { return nil }
    let (upper, lower) = (Int(above) - 1, Int(below))
    return lower - upper > glyphs.dotsDown ? (upper, lower) : nil
  }

  // MARK: - Lines

  /// Width of the margin, the space after the labels, and the axis line.
  private static let frameWidth = 4

  /// A legend entry: mark, colour, and meaning.
  private typealias Entry = (mark: String, ink: TextCanvas.Ink, words: String)

  private func entry(_ mark: String, _ ink: TextCanvas.Ink, _ words: String) -> Entry {
    (mark, ink, words)
  }

  /// The ordinate label followed by the legend, in as many lines as needed.
  private func header(_ label: String, _ entries: [Entry]) -> [String] {
    var lines = ["  " + label]
    var used = 2 + label.count
    for entry in entries {
      let mark = entry.mark.isEmpty ? 0 : entry.mark.count + 1
      let length = mark + entry.words.count
      if used + 4 + length > width {
        // Cut a legend line that is too long: a wrapped line would damage the plot.
        lines.append("  ")
        used = 2
      } else {
        lines[lines.count - 1] += "    "
        used += 4
      }
      let room = max(0, width - used - mark)
      if mark > 0 { lines[lines.count - 1] += style.ink(entry.ink, entry.mark) + " " }
      lines[lines.count - 1] += entry.words.prefix(room)
      used += mark + min(room, entry.words.count)
    }
    return lines
  }

  /// One line of the ordinate axis, with an optional label.
  private func frame(_ label: String = "", left: Int, isTick: Bool) -> String {
    let line = glyphs == .braille ? (isTick ? "┤" : "│") : (isTick ? "+" : "|")
    return "  " + TextLayout.padLeft(label, to: left) + " " + style.faint(line)
  }

  private func rows(_ canvas: TextCanvas, _ panel: Panel, left: Int) -> [String] {
    panel.labels.indices.map { row in
      let label = panel.labels[row]
      return frame(label ?? "", left: left, isTick: label != nil) + canvas.line(row, style: style)
    }
  }

  /// The abscissa axis with ticks, tick labels, and its label.
  private func abscissa(_ x: PlotAxis, _ label: String, left: Int, columns: Int) -> [String] {
    let isBraille = glyphs == .braille
    var line = [Character](repeating: isBraille ? "─" : "-", count: columns)
    var labels = [Character](repeating: " ", count: width)
    var end = -2
    let start = left + Self.frameWidth
    for tick in x.ticks {
      let column =
        TextCanvas.index(x.place(tick.value), of: columns * glyphs.dotsAcross)
        / glyphs.dotsAcross
      line[column] = isBraille ? "┬" : "+"
      let from = max(0, min(width - tick.label.count, start + column - tick.label.count / 2))
      // Omit a label that would touch the one before; its tick stays.
      guard from >= end + 2, tick.label.count <= width else { continue }
      for (offset, character) in tick.label.enumerated() { labels[from + offset] = character }
      end = from + tick.label.count
    }
    let corner = isBraille ? "└" : "+"
    let indent = max(0, min(width - label.count, start + (columns - label.count) / 2))
    return [
      String(repeating: " ", count: left + Self.frameWidth - 1)
        + style.faint(corner + String(line)),
      TextLayout.trimmed(String(labels)),
      String(repeating: " ", count: indent) + label,
    ]
  }
}
