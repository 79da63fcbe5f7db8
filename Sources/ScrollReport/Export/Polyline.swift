/// Points on a curve, to be joined by straight lines.
struct Polyline: Sendable {
  /// Where the points are, rising.
  var places: [Double]
  /// The values there, of each quantity.
  var values: [[Double]]

  /// The most points that are made.
  static let mostPoints = 1_000_000

  /// The points at given places.
  init(_ quantities: [@Sendable (Double) -> Double], at places: [Double]) {
    self.places = places
    values = quantities.map { places.map($0) }
  }

  /// Of candidates the fewest, first and last included, so that the lines stay within a tolerance of all
  /// candidates between, in every quantity.
  ///
  /// From each point the lines that pass within the tolerance of all candidates so far form a cone, which
  /// only narrows; a line to a candidate inside it is allowed. The shortest way through allowed lines has
  /// the fewest points: no other choice of these candidates has fewer. Cost: candidates times the longest
  /// line.
  ///
  /// - Parameters:
  ///   - places: the candidates, rising.
  ///   - values: of each quantity, there.
  ///   - tolerances: of each quantity.
  /// - Returns: indices of candidates.
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

  /// The largest distance between the lines and a quantity: found on a grid in each line, between breaks
  /// of the curve, and raised by how far the curve can leave its chord between two points of the grid,
  /// h^2 / 8 of the largest second derivative.
  ///
  /// A curve of steps is read at its steps, between which it stands for a line.
  ///
  /// - Parameter limit: what is of interest: a larger distance is not looked for once one above it is found.
  func maximumError(
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
        // A point may be printed a hair beside its step.
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
        // So fine that the bound adds a hundred-thousandth of a point, within reason.
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

/// Where a table has its points.
public enum CurveSampling: Sendable, Hashable {
  /// One every so many seconds, or points of a curve that is no motion, and one at the end; nil for 1/60 s,
  /// or a sixtieth of it.
  case interval(Double?)
  /// So many at equal distances, 2 or more.
  case count(Int)
  /// The fewest that lines between them stay within so many pt of the curve.
  case tolerance(Double)
}

/// The points of a curve for a table.
struct CurveTable: Sendable {
  let polyline: Polyline
  /// The largest distance in pt between lines through the points and the curve; nil where no quantity is
  /// a length.
  let maximumError: Double

  /// Stamps have so many decimals: the values are those at the stamps that are printed.
  static let decimals = 9
  /// Where the fewest points are chosen from: parts of the whole, coarse and, where these do not do, fine,
  /// and last with powers of equal parts, which are finest at the start.
  static let grids: [(parts: Int, power: Int)] = [(1000, 1), (10_000, 1), (10_000, 3)]

  init(_ curve: ExportedCurve, _ sampling: CurveSampling) throws(ExportError) {
    let domain = curve.domain
    let length = domain.end - domain.start
    switch sampling {
    case .interval(let interval):
      let step = interval ?? (domain.isTime ? 1.0 / 60 : length / 60)
      // A hair less: an end that falls on a frame is not followed by another one.
      let steps = max(1, (length / step - 1e-6).rounded(.up))
      guard steps < Double(Polyline.mostPoints) else { throw Self.tooMany }
      // The last one is the end itself: what lies beyond may be rest, and no part of the curve.
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
        // A little less than allowed: the curve goes on between candidates.
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

  /// A place as it is printed.
  private static func printed(_ place: Double) -> Double {
    let scaled = (place * 1e9).rounded() / 1e9
    return place.magnitude < 1e6 ? scaled : place
  }

  private static func text(_ value: Double) -> String {
    NumberText.fixed(value, decimals: decimals)
  }

  /// A number rounded up to few digits: an error that is stated is not smaller than it is.
  static func roundedUp(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value }
    var unit = 1.0
    while unit > value { unit /= 10 }
    while unit * 10 <= value { unit *= 10 }
    // Divided, not multiplied by a rounded hundredth: the decimals stay short.
    return unit < 1
      ? (value / unit * 100).rounded(.up) / (100 / unit).rounded()
      : (value / unit * 100).rounded(.up) * unit / 100
  }

  /// A recording: comments with the origin, a header, rows.
  func csv(of curve: ExportedCurve, name: CodeName, _ provenance: ExportProvenance) -> String {
    var lines = ["# what: \(curve.title)", "# law: \(curve.law)", "# name: \(name.text)"]
    // Behind a key of its own: an origin with a colon in it is no other one.
    lines += provenance.lines(of: curve).dropFirst().map { "# origin: \($0)" }
    for constant in curve.constants {
      let unit = constant.unit.isEmpty ? "" : " \(constant.unit)"
      lines.append(
        "# \(CodeName.snake(constant.name)): \(CodeNumber.short(constant.value))\(unit)")
    }
    // So that the edge is known when it is read back.
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
      lines.append("# maximum_error_at: whole milliseconds, at which the curve has its steps")
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
  /// Places among which the fewest points are chosen: parts of the whole, (i / parts)^power, and the breaks
  /// of the curve; the steps of one that has them.
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
    // Two places that are printed alike are one.
    return places.enumerated().filter {
      $0.offset == 0 || $0.element - places[$0.offset - 1] > 2e-7 * length
        || $0.element == domain.end
    }.map(\.element)
  }
}
