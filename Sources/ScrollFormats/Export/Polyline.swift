/// Points on a curve, connected by straight lines.
package struct Polyline: Sendable {
  /// The positions of the points, ascending.
  package var places: [Double]
  /// The values of each quantity at the points.
  package var values: [[Double]]

  /// Maximum number of points.
  static let mostPoints = 1_000_000

  /// Creates the points at given positions.
  init(_ quantities: [@Sendable (Double) -> Double], at places: [Double]) {
    self.places = places
    values = quantities.map { places.map($0) }
  }

  /// The smallest subset of candidates, with the first and the last, whose lines stay within a tolerance of all
  /// candidates in every quantity.
  ///
  /// The lines from one point that pass within the tolerance of all candidates so far form a cone that
  /// only narrows; a line to a candidate inside the cone is allowed. The shortest path of allowed lines has
  /// the minimum number of points. Cost: number of candidates times the number of candidates on the longest line.
  ///
  /// - Parameters:
  ///   - places: the positions of the candidates, ascending.
  ///   - values: the values of each quantity at the candidates.
  ///   - tolerances: the tolerance of each quantity.
  /// - Returns: indices of the chosen candidates.
  static func fewest(
    places: [Double], values: [[Double]], tolerances: [Double]
  ) -> [Int] {
    let count = places.count
    guard count > 2 else { return Array(places.indices) }
    var cost = [Int](repeating: .max, count: count)
    var previous = [Int](repeating: 0, count: count)
    var low = [Double](repeating: 0, count: values.count)
    var high = low
    cost[0] = 0
    for start in 0..<(count - 1) {
      for index in values.indices {
        low[index] = -.infinity
        high[index] = .infinity
      }
      search: for end in (start + 1)..<count {
        let width = places[end] - places[start]
        var isAllowed = true
        for index in values.indices {
          let rise = values[index][end] - values[index][start]
          let slope = rise / width
          if slope < low[index] || slope > high[index] { isAllowed = false }
          let reach = tolerances[index] / width
          low[index] = max(low[index], slope - reach)
          high[index] = min(high[index], slope + reach)
        }
        if isAllowed, cost[start] + 1 < cost[end] {
          cost[end] = cost[start] + 1
          previous[end] = start
        }
        for index in values.indices where low[index] > high[index] { break search }
      }
    }
    var chosen = [count - 1]
    while let last = chosen.last, last > 0 { chosen.append(previous[last]) }
    return chosen.reversed()
  }

  /// The maximum distance between the lines and a quantity.
  ///
  /// It is computed on a grid within each line, between breaks of the curve. The bound for the deviation of the curve
  /// between two grid points is added: h^2 / 8 times the maximum second derivative. A curve of steps is evaluated at
  /// its steps only.
  ///
  /// - Parameter limit: the search may stop at a distance above this.
  package func maximumError(
    of quantity: @Sendable (Double) -> Double, values: [Double],
    over domain: ExportedCurve.Domain, upTo limit: Double = .infinity
  ) -> Double {
    var largest = 0.0
    for index in 0..<max(0, places.count - 1) {
      guard largest <= limit else { break }
      let (start, end) = (places[index], places[index + 1])
      guard end > start else { continue }
      let (first, last) = (values[index], values[index + 1])
      func miss(_ place: Double) -> Double {
        let share = (place - start) / (end - start)
        return (quantity(place) - (first * (1 - share) + last * share)).magnitude
      }
      if domain.step > 0 {
        // A printed point may be slightly beside its step.
        var step = (start / domain.step - 1e-3).rounded(.up)
        while step <= end / domain.step + 1e-3 {
          largest = max(largest, miss(step * domain.step))
          step += 1
        }
        continue
      }
      largest = max(largest, miss(start), miss(end))
      let breaks = [start] + domain.breaks.filter { $0 > start && $0 < end } + [end]
      for (from, to) in zip(breaks, breaks.dropFirst()) {
        // Fine enough that the bound adds at most a hundred-thousandth of a point, within limits.
        let curvature = domain.curvature(from)
        let wish = (to - from) * (curvature / 8e-5).squareRoot()
        let cells = max(16, min(262_144, wish.rounded(.up)))
        let cell = (to - from) / cells
        var between = curvature * cell * cell / 8
        if let last = domain.breaks.last, domain.unlistedSlope > 0, to > last {
          between += domain.unlistedSlope * cell / 2
        }
        var step = 0.0
        while step <= cells, largest <= limit {
          largest = max(largest, miss(min(to, from + step * cell)) + between)
          step += 1
        }
      }
    }
    return largest
  }
}

/// The positions of the points of a table.
public enum CurveSampling: Sendable, Hashable {
  /// One point per interval in s, or in pt if the curve is not a motion, and one at the end; nil for 1/60 s
  /// or a sixtieth of the range.
  case interval(Double?)
  /// A number of equidistant points, at least 2.
  case count(Int)
  /// The smallest number of points whose lines stay within a distance in pt of the curve.
  case tolerance(Double)
}

/// The points of a curve for a table.
package struct CurveTable: Sendable {
  package let polyline: Polyline
  /// The maximum distance in pt between the lines and the curve; nil if no quantity is a length.
  package let maximumError: Double

  /// Decimals of printed time stamps; the values are those at the printed time stamps.
  static let decimals = 9
  /// The grids of candidates: a coarse one, a finer one if that is not enough, and a last one with powers of equal
  /// parts, which is finest at the start.
  static let grids: [(parts: Int, power: Int)] = [(1000, 1), (10_000, 1), (10_000, 3)]

  package init(_ curve: ExportedCurve, _ sampling: CurveSampling) throws(ExportError) {
    let domain = curve.domain
    let length = domain.end - domain.start
    switch sampling {
    case .interval(let interval):
      let step = interval ?? (domain.isTime ? 1.0 / 60 : length / 60)
      // The tolerance avoids a second point next to an end that falls on a frame.
      let steps = max(1, (length / step - 1e-6).rounded(.up))
      guard steps < Double(Polyline.mostPoints) else { throw Self.tooMany }
      // The last point is the end itself: beyond it there may be rest instead of the curve.
      self.init(
        curve,
        (0..<Int(steps)).map { Self.printed(domain.start + Double($0) * step) }
          + [Self.printed(domain.end)])
    case .count(let count):
      guard count <= Polyline.mostPoints else { throw Self.tooMany }
      let last = Double(max(1, count - 1))
      self.init(
        curve,
        (0..<max(2, count)).map { Self.printed(domain.start + length * Double($0) / last) })
    case .tolerance(let tolerance):
      let lengths = curve.quantities.filter { $0.unit == "pt" }.map(\.value)
      for grid in Self.grids {
        let places = curve.candidates(parts: grid.parts, power: grid.power).map(Self.printed)
        // Slightly below the tolerance, because the curve deviates between candidates.
        let chosen = Polyline.fewest(
          places: places, values: lengths.map { places.map($0) },
          tolerances: lengths.map { _ in 0.99 * tolerance })
        let table = CurveTable(curve, chosen.map { places[$0] }, upTo: tolerance)
        if table.maximumError <= tolerance {
          self = table
          return
        }
      }
      throw ExportError.unreachable(tolerance)
    }
  }

  private init(_ curve: ExportedCurve, _ places: [Double], upTo limit: Double = .infinity) {
    polyline = Polyline(curve.quantities.map(\.value), at: places)
    var largest = 0.0
    for (index, quantity) in curve.quantities.enumerated() where quantity.unit == "pt" {
      largest = max(
        largest,
        polyline.maximumError(
          of: quantity.value, values: polyline.values[index], over: curve.domain, upTo: limit))
    }
    maximumError = largest
  }

  private static var tooMany: ExportError {
    ExportError("The table has more than \(Polyline.mostPoints) points: take a larger interval.")
  }

  /// A position rounded as it is printed.
  private static func printed(_ place: Double) -> Double {
    let scaled = (place * 1e9).rounded() / 1e9
    return place.magnitude < 1e6 ? scaled : place
  }

  private static func text(_ value: Double) -> String {
    NumberText.fixed(value, decimals: decimals)
  }

  /// A number rounded up to few digits: a printed error bound must not be below the true one.
  package static func roundedUp(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value }
    var unit = 1.0
    while unit > value { unit /= 10 }
    while unit * 10 <= value { unit *= 10 }
    // Division instead of multiplication by a rounded hundredth keeps the decimals short.
    return unit < 1
      ? (value / unit * 100).rounded(.up) / (100 / unit).rounded()
      : (value / unit * 100).rounded(.up) * unit / 100
  }

  /// The table as a recording: comments with the origin, a header, rows.
  package func csv(of curve: ExportedCurve, name: CodeName, origin: [String]) -> String {
    var lines = ["# what: \(curve.title)", "# law: \(curve.law)", "# name: \(name.text)"]
    // With a key, so that an origin line with a colon is not read as other metadata.
    lines += origin.dropFirst().map { "# origin: \($0)" }
    for constant in curve.constants {
      let unit = constant.unit.isEmpty ? "" : " \(constant.unit)"
      lines.append(
        "# \(CodeName.snake(constant.name)): \(CodeNumber.short(constant.value))\(unit)")
    }
    // So that the edge is known when the table is read as a recording.
    if curve.law == "fling", let edge = curve.constants.first(where: { $0.name == "edge" }),
      let start = curve.quantities.first?.value(0)
    {
      lines.append(
        "# edge_\(edge.value >= start ? "bottom" : "top"): \(CodeNumber.short(edge.value))")
    }
    lines += [
      "# points: \(polyline.places.count)",
      "# maximum_error: \(CodeNumber.short(Self.roundedUp(maximumError))) pt, of straight lines between the points",
    ]
    if curve.domain.step > 0 {
      lines.append(
        "# maximum_error_at: whole \(curve.domain.stepMeaning), at which the curve has its steps")
    }
    lines.append(([curve.domain.column] + curve.quantities.map(\.column)).joined(separator: ","))
    for (row, place) in polyline.places.enumerated() {
      let values = polyline.values.map { Self.text($0[row]) }
      lines.append(([Self.text(place)] + values).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ExportError {
  static func unreachable(_ tolerance: Double) -> ExportError {
    ExportError(
      "No points at 1/10000 of the whole keep lines within \(NumberText.short(tolerance)) pt: give a larger tolerance."
    )
  }
}

extension ExportedCurve {
  /// Candidate positions of points: (i / parts)^power of the range and the breaks of the curve; for a curve of
  /// steps, its steps.
  func candidates(parts: Int, power: Int) -> [Double] {
    let length = domain.end - domain.start
    if domain.step > 0 {
      let steps = (length / domain.step - 1e-9).rounded(.up)
      return (0...max(1, Int(steps))).map { Double($0) * domain.step }
    }
    let even = (0...parts).map { part in
      let share = Double(part) / Double(parts)
      return domain.start + length * (0..<power).reduce(1) { result, _ in result * share }
    }
    let places = (even + domain.breaks.filter { $0 > domain.start && $0 < domain.end }).sorted()
    // Two positions that print alike count once.
    return places.enumerated().filter {
      $0.offset == 0 || $0.element - places[$0.offset - 1] > 2e-7 * length
        || $0.element == domain.end
    }.map(\.element)
  }
}
