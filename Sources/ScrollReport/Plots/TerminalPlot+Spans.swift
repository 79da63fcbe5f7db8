internal import ScrollFitting

/// The dots of curves and lines: which rows each column of dots takes.
extension TerminalPlot {
  /// The range of ordinates of a curve in each column of dots: the value at its middle, or all values where it turns.
  static func spans(_ pieces: [PlotSeries.Cubic], count: Int) -> [ClosedRange<Double>?] {
    var spans = [ClosedRange<Double>?](repeating: nil, count: count)
    guard let first = pieces.first, let last = pieces.last else { return spans }
    let parts = 8
    var piece = 0
    for column in TextCanvas.index(
      first.start.x, of: count)...TextCanvas.index(last.end.x, of: count)
    {
      var low = Double.infinity
      var high = -Double.infinity
      var middle = 0.0
      for part in 0...parts {
        let x = max(
          first.start.x, min(last.end.x, Double(column) + Double(part) / Double(parts)))
        while piece + 1 < pieces.count, x > pieces[piece].end.x { piece += 1 }
        let y = pieces[piece].ordinate(at: x)
        (low, high) = (min(low, y), max(high, y))
        if part == parts / 2 { middle = y }
      }
      // If the range of the axis overflowed, there are no positions.
      guard low <= high, !middle.isNaN else { continue }
      spans[column] = high - low > 1.5 ? low...high : middle...middle
    }
    return spans
  }

  /// The range of ordinates of the lines between samples, in each column of dots.
  static func spans(
    _ offsets: SplitOffsets, _ x: PlotAxis, _ y: PlotAxis, count: Int
  ) -> [ClosedRange<Double>?] {
    var spans = [ClosedRange<Double>?](repeating: nil, count: count)
    var last: PlotSeries.Point?
    for (time, value) in zip(offsets.times, offsets.values) where time.isFinite && value.isFinite {
      let point = (x: x.place(time), y: y.place(value))
      let before = last ?? point
      last = point
      let columns =
        TextCanvas.index(
          before.x, of: count)...max(
          TextCanvas.index(before.x, of: count), TextCanvas.index(point.x, of: count))
      let slope = point.x > before.x ? (point.y - before.y) / (point.x - before.x) : 0
      for column in columns {
        // The part of the line within this column; exact at the ends of the line.
        let from =
          column == columns.lowerBound
          ? before.y : before.y + slope * (Double(column) - before.x)
        let to =
          column == columns.upperBound
          ? point.y : before.y + slope * (Double(column + 1) - before.x)
        let (low, high) = (min(from, to), max(from, to))
        guard low <= high else { continue }
        spans[column] =
          spans[column].map { min($0.lowerBound, low)...max($0.upperBound, high) }
          ?? low...high
      }
    }
    return spans
  }
}
