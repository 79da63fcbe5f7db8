import ScrollFitting
import ScrollTraces
import Testing

/// Fits for plots, whose numbers are set by hand.
enum PlottedFits {
  /// A result of a bounce, for its parts to be replaced.
  static func result(path: String = "a/trace.csv") throws -> TraceResult {
    var parser = TraceParser(path: path)
    var text = "# edge_top: 0\nt_s,offset_y_pt\n"
    for (index, value) in [9, 20, 27, 31, 33, 33.5, 33, 32, 30].enumerated() {
      text += "\(Double(index) / 60),\(-value)\n"
    }
    try text.withUTF8 { try parser.feed(UnsafeRawBufferPointer($0)) }
    try parser.finish()
    return TraceResult(
      try #require(parser.takeTraces().first), law: BounceLaw.self, axis: .y, options: FitOptions())
  }

  /// Sets the samples of a fit.
  static func fill(_ fit: inout Fit, _ count: Int, miss: (Int) -> Double) {
    fit.series.times = (0..<count).map { Double($0) }
    fit.series.fitTimes = fit.series.times
    fit.series.fitted = (0..<count).map { Double($0 % 100) }
    fit.series.observed = (0..<count).map { fit.series.fitted[$0] + miss($0) }
    fit.series.weights = []
  }
}
