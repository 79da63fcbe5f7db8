internal import CurveFitting

/// The parameters of a curve given as functions, as coordinates for the solver.
struct LawCurveCoordinates: SearchedCoordinates {
  let curve: LawCurve
  /// All parameters in the order of the curve's keys; the offset is relative to `origin`.
  private(set) var values: [Double]
  /// Indices of the free parameters.
  let free: [Int]
  /// Scales of the nonlinear parameters.
  let sizes: [Double]
  /// The duration of the observations in s.
  let span: Double
  /// Added to the offset for reports, in pt.
  var origin = 0.0
  /// The columns at the current parameters; nil if the law does not exist there.
  private var columns: [LawCurve.Column]?

  init(
    _ curve: LawCurve, values: [Double], free: [Int], sizes: [Double], span: Double
  ) {
    (self.curve, self.values, self.free) = (curve, values, free)
    (self.sizes, self.span) = (sizes, span)
    columns = curve.columns(nonlinear)
  }

  private var nonlinear: [Double] { Array(values.prefix(curve.nonlinearCount)) }

  var allKeys: [String] { curve.keys }
  var keys: [String] { free.map { curve.keys[$0] } }
  var count: Int { free.count }
  var lanes: ParameterVector { vector { values[$0] } }
  var scales: ParameterVector {
    vector {
      max(values[$0].magnitude, $0 < sizes.count ? sizes[$0] : 1e-6)
    }
  }
  var quoted: [Double] { values.dropLast() + [values[values.count - 1] + origin] }
  var isValid: Bool { columns?.count == curve.columnCount && values.allSatisfy(\.isFinite) }
  var searched: Double { values[0] }

  private func vector(_ value: (Int) -> Double) -> ParameterVector {
    var result = ParameterVector.zero
    for (lane, index) in free.enumerated() { result[lane] = value(index) }
    return result
  }

  /// A copy with other parameters.
  private func with(_ values: [Double]) -> LawCurveCoordinates {
    var result = self
    result.values = values
    if result.nonlinear != nonlinear { result.columns = curve.columns(result.nonlinear) }
    return result
  }

  func moved(by step: ParameterVector) -> LawCurveCoordinates {
    var moved = values
    for (lane, index) in free.enumerated() { moved[index] += step[lane] }
    return with(moved)
  }

  func value(at time: Double) -> Double {
    guard let columns, columns.count == curve.columnCount else { return .nan }
    var result = values[values.count - 1]
    for index in columns.indices {
      result += values[curve.nonlinearCount + index] * columns[index](time)
    }
    return result
  }

  /// A difference quotient over 2e-6 of the duration.
  func speed(at time: Double) -> Double {
    let step = 1e-6 * max(span, 1e-3)
    let start = max(time - step, 0)
    return ((value(at: time + step) - value(at: start)) / (time + step - start)).magnitude
  }

  func jacobianRow(at time: Double) -> ParameterVector { rows(at: [time])[0] }

  func tangents(_ observations: Observations) -> (curve: [Double], rows: [ParameterVector]) {
    (curve(observations), rows(at: observations.abscissae))
  }

  /// The columns for linear parameters; central differences of 5e-6 of each value for the others: accurate to about
  /// 1e-10.
  private func rows(at times: [Double]) -> [ParameterVector] {
    var result = [ParameterVector](repeating: .zero, count: times.count)
    for (lane, index) in free.enumerated() {
      if index < curve.nonlinearCount {
        let step = 5e-6 * max(values[index].magnitude, sizes[index])
        var (above, below) = (values, values)
        above[index] += step
        below[index] -= step
        var (high, low) = (with(above), with(below))
        // A one-sided difference at the limit of the law.
        if !high.isValid { high = self }
        if !low.isValid { low = self }
        let width = high.values[index] - low.values[index]
        for row in times.indices {
          result[row][lane] = (high.value(at: times[row]) - low.value(at: times[row])) / width
        }
      } else if index == values.count - 1 {
        for row in times.indices { result[row][lane] = 1 }
      } else if let columns {
        let column = columns[index - curve.nonlinearCount]
        for row in times.indices { result[row][lane] = column(times[row]) }
      }
    }
    return result
  }

  // MARK: - Search

  static let startSource = "several"

  static func starts(_ observations: Observations, options: FitOptions) -> [LawCurveCoordinates] {
    guard let curve = options.curve else { return [] }
    let held = curve.keys.map { options.fixed[$0] }
    let free = curve.keys.indices.filter { held[$0] == nil }
    let starts = curve.starts(observations)
    let sizes = LawCurve.sizes(starts)
    let span = observations.abscissae.last ?? 0
    return starts.map { start in
      let values = curve.keys.indices.map { index in
        held[index] ?? (index < start.count ? start[index] : 0)
      }
      return LawCurveCoordinates(curve, values: values, free: free, sizes: sizes, span: span)
    }
  }

  /// The minimum of the sum of squares over the nonlinear parameters, with the linear ones projected out.
  func projected(
    _ observations: Observations, isRough: Bool,
    known: [(coordinates: LawCurveCoordinates, sum: Double)], evaluations: inout Int
  ) -> LawCurveCoordinates? {
    let searched = free.filter { $0 < curve.nonlinearCount }
    let solved = free.filter { $0 >= curve.nonlinearCount }
    guard !searched.isEmpty, !solved.isEmpty else { return self }
    let model = curve.model(at: observations.abscissae, values, free: free, sizes: sizes)
    var options = SeparableFit.Options()
    options.isDescribed = false
    options.known = known.map { minimum in
      SeparableFit.KnownMinimum(
        nonlinear: searched.map { minimum.coordinates.values[$0] },
        radii: searched.map { 0.01 * sizes[$0] }, sumOfSquares: minimum.sum)
    }
    let found = SeparableFit(
      model, values: observations.values, weights: observations.weights,
      start: searched.map { values[$0] }, options: options)
    evaluations += found.evaluations
    guard found.ending != .known, found.coefficients.count == solved.count else { return nil }
    var end = values
    for (index, value) in zip(searched, found.nonlinear) { end[index] = value }
    for (index, value) in zip(solved, found.coefficients) { end[index] = value }
    return with(end)
  }
}
