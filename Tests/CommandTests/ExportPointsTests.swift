import ScrollFitting
import ScrollPhysics
import Testing

/// Exports that are points: easings and tables, whose stated errors are measured again.
@Suite struct ExportPointsTests {
  /// Straight lines between points.
  struct Lines {
    var places: [Double]
    var values: [Double]

    func value(at place: Double) -> Double {
      var low = 0
      var next = places.count - 1
      while low < next {
        let middle = (low + next) / 2
        if places[middle] >= place { next = middle } else { low = middle + 1 }
      }
      guard next > 0 else { return values[0] }
      let share = (place - places[next - 1]) / (places[next] - places[next - 1])
      return values[next - 1] + share * (values[next] - values[next - 1])
    }

    /// The largest distance from a law, between the first and the last point.
    func error(_ law: (Double) -> Double, step: Double?) -> Double {
      let end = places[places.count - 1]
      let count = step.map { Int((end / $0).rounded(.down)) } ?? 7919
      let width = step ?? end / 7919
      var largest = 0.0
      for index in 0...count {
        let place = min(end, Double(index) * width)
        largest = max(largest, (value(at: place) - law(place)).magnitude)
      }
      return largest
    }
  }

  /// An easing, read back from CSS.
  struct Easing {
    var zero = 0.0
    var one = 1.0
    var tolerance = 0.0
    var maximumError = 0.0
    var lines = Lines(places: [], values: [])
  }

  /// The number behind a text.
  static func number(_ text: some StringProtocol, after mark: String) -> Double? {
    guard let range = text.firstRange(of: mark) else { return nil }
    return Double(
      String(text[range.upperBound...].prefix { $0.isNumber || "+-.e".contains($0) }))
  }

  static func easings(_ css: String) throws -> [Easing] {
    let duration = try #require(number(css, after: "duration: "))
    return try css.split(separator: "/* 0 is ").dropFirst().map { part in
      var easing = Easing()
      let brackets = part.split(separator: "(")
      try #require(brackets.count > 2, "\(part)")
      easing.zero = try #require(Double(String(brackets[1].prefix { $0 != " " })))
      easing.one = try #require(Double(String(brackets[2].prefix { $0 != " " })))
      easing.tolerance = try #require(number(part, after: "for a tolerance of "))
      easing.maximumError = try #require(number(part, after: "Maximum error: "))
      let open = try #require(part.firstRange(of: "linear("))
      let list = part[open.upperBound...].prefix { $0 != ")" }
      let points = list.split(separator: ",").map { $0.split { " \n".contains($0) } }
      for (index, point) in points.enumerated() {
        let isEnd = index == 0 || index == points.count - 1
        try #require(point.count == (isEnd ? 1 : 2), "\(list)")
        let progress = try #require(Double(String(point[0])))
        let percent: Double
        switch index {
        case 0: percent = 0
        case points.count - 1: percent = 100
        default: percent = try #require(Double(String(point[1].dropLast())))
        }
        easing.lines.places.append(percent / 100 * duration / 1000)
        easing.lines.values.append(easing.zero + progress * (easing.one - easing.zero))
      }
      return easing
    }
  }

  /// A thing that rebounds for days has no table.
  /// The cubic-bezier() of an export.
  private static func bezier(_ text: String) -> ScrollPhysics.Easing {
    let numbers = text.split(separator: "cubic-bezier(").last?.prefix { $0 != ")" } ?? ""
    let p = numbers.split(separator: ",").compactMap { Double(String($0.filter { $0 != " " })) }
    return .bezier(x1: p[0], y1: p[1], x2: p[2], y2: p[3])
  }

  private static func isEndless(_ one: ExportCase) -> Bool { one.arguments.contains("e=0.999999") }

  /// Whether it ends with a jump, of 2^-10 or 2^-11 of the way, which no lines come near.
  private static func jumps(_ one: ExportCase) -> Bool {
    one.law.key == "tween" && one.arguments.contains { $0.contains("exponential") }
  }

  private func export(_ one: ExportCase, _ options: String...) async throws -> String {
    let outcome = try await Command.run(["export", one.law.key] + one.arguments + options)
    #expect(outcome.code == 0, "\(one): \(outcome.error)")
    return outcome.output
  }

  @Test(arguments: try ExportTests.cases().filter { $0.isMotion && !isEndless($0) && !jumps($0) })
  func `an easing is as near to the law as it says`(_ one: ExportCase) async throws {
    let positions = one.functions.filter { $0.name.lowercased().hasSuffix("position") }
    for options in [[], ["--tolerance", "0.5"]] {
      let outcome = try await Command.run(
        ["export", one.law.key] + one.arguments + ["--as", "css"] + options)
      #expect(outcome.code == 0, "\(one): \(outcome.error)")
      // A Bezier curve is one of CSS itself.
      if outcome.output.contains("cubic-bezier(") {
        let bezier = Self.bezier(outcome.output)
        let end = one.functions[0].value(1e9)
        let start = one.functions[0].value(0)
        let duration = try #require(one.places.filter { $0 > 0 }.dropFirst().first)
        for index in 0...20 {
          let u = Double(index) / 20
          let value = start + (end - start) * bezier.value(at: u)
          let error = value - one.functions[0].value(u * duration)
          #expect(error.magnitude <= 1e-9 * (end - start).magnitude, "\(one) \(u)")
        }
        continue
      }
      let easings = try Self.easings(outcome.output)
      #expect(easings.count == positions.count)
      for (easing, function) in zip(easings, positions) {
        let error = easing.lines.error(function.value, step: one.step)
        // The ends are printed to nine digits.
        let size = max(easing.zero.magnitude, easing.one.magnitude)
        #expect(error <= easing.maximumError + 1e-8 * size, "\(one) \(function.name)")
        // What is stated is what was found, and no guess far above it.
        #expect(error > 0.5 * easing.maximumError - 1e-3, "\(one) \(function.name)")
        // Rounded up to three digits.
        #expect(easing.maximumError <= 1.01 * easing.tolerance)
        #expect(easing.lines.places.count < 400)
        if options.isEmpty {
          let range = (easing.one - easing.zero).magnitude
          #expect((easing.tolerance - 0.001 * range).magnitude < 1e-5 * range)
        } else {
          #expect(easing.tolerance == 0.5)
        }
      }
    }
  }

  /// The header, the comments by key, and the columns of a table.
  private func table(_ text: String) throws -> (
    header: [Substring], notes: [String: String], columns: [[Double]]
  ) {
    var notes: [String: String] = [:]
    var header: [Substring] = []
    var columns: [[Double]] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# ") {
        let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
        notes[String(parts[0])] = String(parts[1].dropFirst())
      } else if header.isEmpty {
        header = line.split(separator: ",")
        columns = header.map { _ in [] }
      } else {
        for (index, field) in line.split(separator: ",").enumerated() {
          columns[index].append(try #require(Double(String(field))))
        }
      }
    }
    return (header, notes, columns)
  }

  @Test(arguments: try ExportTests.cases().filter { !isEndless($0) && !jumps($0) })
  func `a table holds the law, and lines between its points stay as near as it says`(
    _ one: ExportCase
  ) async throws {
    for options in [
      ["--as", "table"], ["--as", "table", "--count", "37"], ["--as", "csv", "--tolerance", "0.2"],
    ] {
      let outcome = try await Command.run(
        ["export", one.law.key] + one.arguments + options)
      #expect(outcome.code == 0, "\(one): \(outcome.error)")
      let (header, notes, columns) = try table(outcome.output)
      // The inverse of a rubber band is no column.
      let functions = one.functions.filter { $0.name != "travel" }
      try #require(columns.count == functions.count + 1)
      let points = columns[0].count
      #expect(notes["points"] == "\(points)")
      if options.contains("--count") { #expect(points == 37) }
      let stated = try #require(Self.number(notes["maximum_error"] ?? "", after: ""))
      var largest = 0.0
      for (index, function) in functions.enumerated() {
        let size = one.size(function)
        for row in 0..<points {
          let expected = function.value(columns[0][row])
          // Nine decimals; at the end of a glide the stamp may be a rounding beyond it.
          guard row < points - 1 || function.name.hasSuffix("osition") else { continue }
          #expect(
            (columns[index + 1][row] - expected).magnitude <= 6e-10 + 1e-8 * size / 100,
            "\(one) \(function.name)(\(columns[0][row]))")
        }
        guard header[index + 1].hasSuffix("_pt") else { continue }
        let lines = Lines(
          places: columns[0].map { $0 - columns[0][0] }, values: columns[index + 1])
        largest = max(
          largest,
          lines.error({ function.value($0 + columns[0][0]) }, step: one.step))
      }
      #expect(largest <= stated + 1e-8, "\(one) \(options)")
      if options.contains("--tolerance") { #expect(stated <= 0.201) }
    }
  }

  @Test(arguments: [(1.3, 11), (0.452, 18), (20.0, 4), (130.0, 2)])
  func `no table has fewer points within its tolerance`(_ tolerance: Double, _ points: Int)
    async throws
  {
    // A chord over L s is off a fall by g L^2 / 8, whatever its place: 1 / sqrt(8 E / g) of them take 1 s.
    let fall = try ExportCase("gravity g=1000 height=500")
    let text = try await export(fall, "--as", "table", "--tolerance", "\(tolerance)")
    #expect(try table(text).columns[0].count == points)
    let length = (8 * tolerance / 1000).squareRoot()
    #expect(Double(points - 1) >= 1 / length && Double(points - 2) < 1 / length)
  }

  @Test func `tables read back as recordings of their law`() async throws {
    let workspace = try Workspace()
    let script = """
      $SCROLLFIT export decelerate v0=1802 k=2.002 stop=10 -o glide.csv
      $SCROLLFIT decelerate --format csv glide.csv | cut -d, -f1-12 | grep ',k,'
      $SCROLLFIT export bounce v0=2404 delta=10.93 -o bounce.csv --interval 1/120
      $SCROLLFIT bounce --format csv bounce.csv | cut -d, -f1-12 | grep ',delta,'
      $SCROLLFIT export rubber-band c=0.55 d=844 -o band.csv
      $SCROLLFIT rubber-band --free d --format csv band.csv | cut -d, -f1-12 | grep -e ',c,' -e ',d,'
      $SCROLLFIT export stretch gain=1.2 intercept=220 offset=-120 -o stretch.csv
      $SCROLLFIT stretch --format csv stretch.csv | cut -d, -f1-12 | grep ',gain,'
      $SCROLLFIT export resistance v0=800 r=2 -o drag.csv
      $SCROLLFIT resistance --format csv drag.csv | cut -d, -f1-12 | grep ',r,'
      """
    let outcome = try await workspace.shell(script)
    for (name, value) in [
      ("k", 2.002), ("delta", 10.93), ("c", 0.55), ("d", 844), ("gain", 1.2), ("r", 2.0),
    ] {
      let row = outcome.output.split(separator: "\n").map { $0.split(separator: ",") }
        .first { $0.contains(Substring(name)) }
      let numbers = try #require(row, "\(name): \(outcome.output)").compactMap {
        Double(String($0))
      }
      #expect(numbers.contains { ($0 / value - 1).magnitude < 1e-6 }, "\(name): \(numbers)")
    }
  }
}
