internal import ScrollFitting
internal import ScrollFormats

/// The objective of a fit over two parameters as contours, with the path of the article's search.
struct ObjectiveChart {
  let map: ObjectiveMap
  let height = 340.0
  /// The rms values of the contours, in pt.
  let levels: [Double]

  init(_ map: ObjectiveMap) {
    self.map = map
    levels = Self.levels(map.rms)
  }

  /// Round numbers, 1, 2 and 5 times powers of ten, from twice the minimum to the maximum; fewer of them if there are
  /// more than a dozen.
  private static func levels(_ values: [Double]) -> [Double] {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last, most > 0 else { return [] }
    // Contours around fewer than four nodes show the grid, not the objective.
    let low = max(2 * least, most * 1e-6, sorted[min(3, sorted.count - 1)])
    var exponent = 0
    while Self.power(exponent) > low, exponent > -300 { exponent -= 1 }
    while Self.power(exponent + 1) <= low, exponent < 300 { exponent += 1 }
    for factors in [[1.0, 2, 5], [1, 3], [1]] {
      let found = (exponent..<exponent + 8).flatMap { exponent in
        factors.map { $0 * Self.power(exponent) }
      }.filter { $0 >= low && $0 < most }
      if found.count <= 12 { return found }
    }
    return []
  }

  private static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }

  func figure(id: String, width: Double) -> String {
    let (left, right, top, bottom) = (64.0, width - 16, 12.0, height - 46)
    let x = PlotAxis(map.first.values, page: (left, right), ticks: 5, margin: 0)
    let y = PlotAxis(map.second.values, page: (bottom, top), ticks: 6, margin: 0)
    var text = SVG.frame(x, y)
    var labels = LabelPlaces(left: left, right: right, top: top, bottom: bottom)
    let way = map.path.map { (x: x.place($0.first), y: y.place($0.second)) }
    let end = (x: x.place(map.fit.first), y: y.place(map.fit.second))
    labels.keepFree(end.x, end.y, 14)
    if let start = way.first { labels.keepFree(start.x, start.y, 14) }
    var words = ""
    for level in levels {
      let lines = Contour.lines(map.rms, columns: map.first.values.count, at: level)
      for line in lines {
        let points = line.map {
          (x: x.place(Self.value(map.first, $0.x)), y: y.place(Self.value(map.second, $0.y)))
        }
        text += SVG.path("contour", SVG.line(points, least: 0.6))
        let label = "\(NumberText.short(level, digits: 2)) pt"
        if points.count > 8, let place = labels.place(for: label, along: points) {
          words += SVG.text(place.x, place.y + 3, label, class: "label", anchor: "middle")
        }
      }
    }
    text += SVG.path("way", SVG.line(way, least: 0.8))
    if let start = way.first {
      text +=
        "<circle class=\"way\" cx=\"\(SVG.px(start.x))\" cy=\"\(SVG.px(start.y))\" r=\"4\"/>\n"
    }
    text += words
    // The fit: a ring with a cross, a shape that differs from the start.
    text +=
      "<circle class=\"end\" cx=\"\(SVG.px(end.x))\" cy=\"\(SVG.px(end.y))\" r=\"6\"/>\n"
      + SVG.path("end", SVG.cross(end.x, end.y))
    func label(_ axis: ObjectiveMap.Axis) -> String {
      axis.unit.isEmpty ? axis.key : "\(axis.key) (\(axis.unit))"
    }
    text += SVG.text((left + right) / 2, height - 10, label(map.first), anchor: "middle")
    text += SVG.upright((top + bottom) / 2, label(map.second))
    return SVG.figure(
      id: id, width: width, height: height,
      title: "What the search sees: residual over \(map.first.key) and \(map.second.key)",
      description: description, body: text)
  }

  /// The value at a position counted in grid steps.
  private static func value(_ axis: ObjectiveMap.Axis, _ place: Double) -> Double {
    let step = axis.values[1] - axis.values[0]
    return axis.values[0] + place * step
  }

  private var description: String {
    "Contours of the root mean square residual over \(map.first.key) and \(map.second.key), "
      + "\(map.eliminated.joined(separator: " and ")) at its best everywhere. "
      + "The line is the path of the article's search (six directions, fixed steps), \(map.search). \(ending) "
      + "The ring with a cross is the fit."
  }

  /// A sentence that says how the search ended.
  var ending: String {
    let moves = map.path.count - 1
    let rms = NumberText.significant(map.endRMS, digits: 3)
    return map.isComplete
      ? "After \(moves) moves no step lowers the residual any more, at an rms of \(rms) pt."
      : "These are its first \(moves) moves, to an rms of \(rms) pt."
  }
}

/// Contour lines on a grid.
package enum Contour {
  /// The contour lines at a level by marching squares, as positions in grid steps.
  ///
  /// The mean of a saddle cell decides how its crossings are joined. Interpolation between nodes is in the logarithm,
  /// since an objective spans decades.
  package static func lines(
    _ values: [Double], columns: Int, at level: Double
  ) -> [[(x: Double, y: Double)]] {
    let rows = values.count / columns
    func value(_ column: Int, _ row: Int) -> Double { values[row * columns + column] }
    /// The index of an edge: from a node to the right (0) or upwards (1).
    func edge(_ column: Int, _ row: Int, _ direction: Int) -> Int {
      2 * (row * columns + column) + direction
    }
    func place(_ edge: Int) -> (x: Double, y: Double) {
      let node = edge / 2
      let (column, row) = (node % columns, node / columns)
      let isUp = edge % 2 == 1
      let (a, b) = (value(column, row), isUp ? value(column, row + 1) : value(column + 1, row))
      let part = share(a, b, level)
      return (Double(column) + (isUp ? 0 : part), Double(row) + (isUp ? part : 0))
    }
    var paths = EdgePaths()
    for row in 0..<rows - 1 {
      for column in 0..<columns - 1 {
        let corners = [
          value(column, row), value(column + 1, row), value(column + 1, row + 1),
          value(column, row + 1),
        ]
        let sides = [
          edge(column, row, 0), edge(column + 1, row, 1), edge(column, row + 1, 0),
          edge(column, row, 1),
        ]
        let isAbove = corners.map { $0 >= level }
        let crossed = (0..<4).filter { isAbove[$0] != isAbove[($0 + 1) % 4] }
        if crossed.count == 2 {
          paths.link(sides[crossed[0]], sides[crossed[1]])
        } else if crossed.count == 4 {
          let isMiddleAbove = corners.reduce(0, +) / 4 >= level
          // Corners on the same side of the level as the mean are connected through the cell.
          if isMiddleAbove == isAbove[0] {
            paths.link(sides[0], sides[1])
            paths.link(sides[2], sides[3])
          } else {
            paths.link(sides[3], sides[0])
            paths.link(sides[1], sides[2])
          }
        }
      }
    }
    return paths.all().map { $0.map(place) }
  }

  /// Edges of the grid that a contour line crosses one after the other.
  private struct EdgePaths {
    private var links: [Int: [Int]] = [:]
    private var order: [Int] = []

    /// Records that a line crosses two edges of a cell.
    mutating func link(_ a: Int, _ b: Int) {
      for (from, to) in [(a, b), (b, a)] {
        if links[from] == nil { order.append(from) }
        links[from, default: []].append(to)
      }
    }

    /// The lines, by the edges that they cross.
    func all() -> [[Int]] {
      var used: Set<Int> = []
      var lines: [[Int]] = []
      func follow(_ start: Int) {
        guard used.insert(start).inserted else { return }
        var line = [start]
        while let next = links[line[line.count - 1]]?.first(where: { !used.contains($0) }) {
          used.insert(next)
          line.append(next)
        }
        // A closed line ends at its first point.
        if line.count > 2, links[line[line.count - 1]]?.contains(start) == true {
          line.append(start)
        }
        lines.append(line)
      }
      // Open lines first; they begin at the border of the grid.
      for edge in order where links[edge]?.count == 1 { follow(edge) }
      for edge in order { follow(edge) }
      return lines
    }
  }

  private static func share(_ a: Double, _ b: Double, _ level: Double) -> Double {
    guard a != b else { return 0.5 }
    if a > 0, b > 0, level > 0 {
      let (low, high, here) = (logarithm(a), logarithm(b), logarithm(level))
      if low != high { return max(0, min(1, (here - low) / (high - low))) }
    }
    return max(0, min(1, (level - a) / (b - a)))
  }

  /// log2 to within 0.01, accurate enough for a position in a cell.
  private static func logarithm(_ value: Double) -> Double {
    let fraction = value.significand - 1
    // The parabola that is exact at 0, 1/2 and 1.
    return Double(value.exponent) + fraction
      * (1.339_850_002_884_625 - 0.339_850_002_884_625 * fraction)
  }
}

/// Positions for labels without overlap.
private struct LabelPlaces {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  private var taken: [(x: Double, y: Double, width: Double, height: Double)] = []

  init(left: Double, right: Double, top: Double, bottom: Double) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  mutating func keepFree(_ x: Double, _ y: Double, _ size: Double) {
    taken.append((x, y, 2 * size, 2 * size))
  }

  /// A position for a label on a line; nil if none is free.
  mutating func place(
    for label: String, along points: [(x: Double, y: Double)]
  ) -> (x: Double, y: Double)? {
    let (width, height) = (6.0 * Double(label.count) + 4, 14.0)
    for part in [5, 3, 7, 4, 6, 2, 8, 1, 9] {
      let point = points[points.count * part / 10]
      guard point.x - width / 2 > left, point.x + width / 2 < right, point.y - height / 2 > top,
        point.y + height / 2 < bottom
      else { continue }
      let isFree = taken.allSatisfy {
        ($0.x - point.x).magnitude >= ($0.width + width) / 2
          || ($0.y - point.y).magnitude >= ($0.height + height) / 2
      }
      guard isFree else { continue }
      taken.append((point.x, point.y, width, height))
      return point
    }
    return nil
  }
}
