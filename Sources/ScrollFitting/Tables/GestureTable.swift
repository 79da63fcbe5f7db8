internal import CurveFitting
internal import ScrollRecordings

/// The rows of a table of gestures as a segment: one channel over another.
enum GestureTable {
  /// - Parameters:
  ///   - roundings: the number of rounded offsets whose difference a value is.
  /// - Throws: if a column is missing.
  static func segment(
    _ trace: Trace, _ x: Role, _ y: Role, roundings: Double
  ) throws(FitFailure) -> Segment {
    guard let abscissa = trace.channel(x), let ordinate = trace.channel(y) else {
      let missing = trace.channel(x) == nil ? x : y
      throw FitFailure(
        .isTable, "the table has no column \(missing.rawValue)",
        help: "this law needs the columns \(x.rawValue) and \(y.rawValue), one row a gesture")
    }
    let signal = SampledChannel(trace, channel: ordinate)
    let order = abscissa.values.indices.sorted {
      (abscissa.values[$0].magnitude, $0) < (abscissa.values[$1].magnitude, $1)
    }
    var segment = Segment(signal, range: 0..<order.count) { $0.magnitude }
    segment.values = order.map { ordinate.values[$0].magnitude }
    segment.snapped = segment.values
    segment.abscissae = order.map { abscissa.values[$0].magnitude }
    segment.abscissa = SeriesQuantity(x)
    segment.ordinate = SeriesQuantity(y)
    segment.times = order.map { Double($0) }
    segment.floor = segment.quantum.map { $0 * (roundings / 12).squareRoot() }
    segment.isTable = true
    return segment
  }

  /// The durations in row order of the segment; nil without such a column.
  ///
  /// - Throws: if a duration is not above 0.
  static func durations(_ trace: Trace, _ segment: Segment) throws(FitFailure) -> [Double]? {
    guard let channel = trace.channel(.duration) else { return nil }
    if let wrong = channel.values.first(where: { !($0 > 0) }) {
      throw FitFailure(
        .isTable, "a duration of \(Printed.short(wrong)) s is not above 0",
        help: "leave the column out, or write the seconds from release to rest")
    }
    return segment.times.map { channel.values[Int($0)] }
  }

  /// The mean of a quantity over all rows. Its error includes the scatter of the rows, and the errors of the
  /// parameters, which residuals do not show.
  static func mean<Coordinates: MovableCoordinates>(
    _ key: String, _ unit: String, of coordinates: Coordinates, rows: Int,
    _ value: (Coordinates, Int) -> Double
  ) -> FitQuantity {
    func average(_ at: Coordinates) -> Double {
      (0..<rows).reduce(0) { $0 + value(at, $1) } / Double(rows)
    }
    let center = average(coordinates)
    let squares = (0..<rows).reduce(0.0) {
      let miss = value(coordinates, $1) - center
      return $0 + miss * miss
    }
    var result = FitQuantity(key: key, unit: unit, value: center)
    result.gradient = coordinates.gradient { average($0) }
    result.extraVariance = rows > 1 ? squares / Double(rows - 1) / Double(rows) : 0
    return result
  }
}
