/// A curve as CSS: custom properties with a duration and a `linear()` easing.
struct CSSEasing: Sendable {
  /// One easing in printed form.
  struct Curve: Sendable {
    var easing: ExportedCurve.Easing
    /// Percentages of the duration, and the progress at each.
    var points: [(percent: String, progress: String)]
    /// The maximum distance of the printed easing from the law, in pt.
    var maximumError: Double
  }

  let curves: [Curve]
  /// The printed duration, in ms.
  let duration: String
  /// The tolerances, in pt.
  let tolerances: [Double]

  /// The default tolerance, as a fraction of the distance from 0 to 1.
  static let usualTolerance = 0.001

  /// - Parameter tolerance: the tolerance in pt; nil for a thousandth of the distance from 0 to 1.
  init(_ curve: ExportedCurve, tolerance: Double?) throws(ExportError) {
    guard !curve.easings.isEmpty else {
      throw ExportError(
        curve.domain.isTime
          ? "It ends where it starts, so that an easing has no distance: take another format."
          : "\(curve.law) is no motion in time, which CSS could ease. These formats have it: "
            + "\(ExportFormat.allCases.filter { $0 != .css }.map(\.rawValue).joined(separator: ", "))."
      )
    }
    duration = CodeNumber.short(Self.rounded(curve.domain.end * 1000, decimals: 3))
    let end = (Double(duration) ?? curve.domain.end * 1000) / 1000
    var curves: [Curve] = []
    var tolerances: [Double] = []
    for easing in curve.easings {
      let range = (easing.one.value - easing.zero.value).magnitude
      guard range > 0 else {
        throw ExportError("It ends where it starts: an easing needs a distance.")
      }
      let tolerance = tolerance ?? Self.usualTolerance * range
      if easing.exact != nil {
        curves.append(Curve(easing: easing, points: [], maximumError: 0))
        tolerances.append(tolerance)
        continue
      }
      curves.append(try Self.fitted(curve, easing, range: range, tolerance: tolerance, end: end))
      tolerances.append(tolerance)
    }
    self.curves = curves
    self.tolerances = tolerances
  }

  private static func rounded(_ value: Double, decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (value * scale).rounded() / scale
  }

  private static func fitted(
    _ curve: ExportedCurve, _ easing: ExportedCurve.Easing, range: Double, tolerance: Double,
    end: Double
  ) throws(ExportError) -> Curve {
    // Enough decimals that rounding uses at most a twentieth of the tolerance.
    var decimals = 2
    var half = 0.005
    while half > tolerance / range / 20, decimals < 12 {
      decimals += 1
      half /= 10
    }
    let span = easing.one.value - easing.zero.value
    var domain = curve.domain
    domain.end = end
    for grid in CurveTable.grids {
      let candidates = curve.candidates(parts: grid.parts, power: grid.power)
      // Breaks are not round fractions of the duration; five decimals of a percentage are 1e-7 of it.
      let percents = candidates.map {
        min(100, rounded($0 / curve.domain.end * 100, decimals: 5))
      }
      let places = percents.map { $0 / 100 * end }
      // A curve of steps is evaluated at its steps, not at the rounded percentages.
      let values = curve.domain.step > 0 ? candidates.map(easing.value) : places.map(easing.value)
      let chosen = Polyline.fewest(
        places: places, values: [values], tolerances: [0.99 * tolerance - half * range])
      let progress = chosen.map {
        rounded((values[$0] - easing.zero.value) / span, decimals: decimals)
      }
      var polyline = Polyline([], at: chosen.map { places[$0] })
      polyline.values = [progress.map { easing.zero.value + $0 * span }]
      let error = polyline.maximumError(
        of: easing.value, values: polyline.values[0], over: domain, upTo: tolerance)
      guard error <= tolerance else { continue }
      return Curve(
        easing: easing,
        points: zip(chosen, progress).map {
          (CodeNumber.short(percents[$0]), CodeNumber.short($1 == 0 ? 0 : $1))
        }, maximumError: error)
    }
    throw ExportError.unreachable(tolerance)
  }

  func text(of curve: ExportedCurve, name: CodeName, origin: [String]) -> String {
    var lines = origin.map { "/* \($0) */" }
    lines += [
      "/* Duration: \(duration) ms. \(curve.domain.endMeaning). */",
      "/* Use: animation: NAME var(--\(name.kebab)-duration) var(EASING) both,",
      "   with keyframes from where 0 stands to where 1 stands; EASING is",
      "   \(curves.map { Self.property($0.easing, name) }.joined(separator: " or ")). */",
      ":root {",
      "  --\(name.kebab)-duration: \(duration)ms;",
    ]
    for (one, tolerance) in zip(curves, tolerances) {
      let easing = one.easing
      if let exact = easing.exact {
        lines += [
          "  /* 0 is \(Self.point(easing.zero)), 1 is \(Self.point(easing.one)).",
          "     It is the curve itself. */", "  \(Self.property(easing, name)): \(exact);",
        ]
        continue
      }
      lines += [
        "  /* 0 is \(Self.point(easing.zero)), 1 is \(Self.point(easing.one)).",
        "     Points: \(one.points.count), for a tolerance of \(NumberText.short(tolerance)) pt."
          + " Maximum error: \(CodeNumber.short(CurveTable.roundedUp(one.maximumError))) pt"
          + (curve.domain.step > 0 ? " at whole milliseconds. */" : ". */"),
        "  \(Self.property(easing, name)): linear(",
      ]
      lines += Self.wrapped(one.points)
      lines.append("  );")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func property(_ easing: ExportedCurve.Easing, _ name: CodeName) -> String {
    "--\(name.kebab)\(easing.suffix.isEmpty ? "" : "-\(easing.suffix)")-easing"
  }

  private static func point(_ point: (value: Double, meaning: String)) -> String {
    "\(point.meaning) (\(NumberText.short(point.value, digits: 9)) pt)"
  }

  /// The points in lines of about 80 columns; the first and the last point have their own lines.
  private static func wrapped(_ points: [(percent: String, progress: String)]) -> [String] {
    var lines: [String] = []
    var line = "   "
    for (index, point) in points.enumerated() {
      let isEnd = index == 0 || index == points.count - 1
      let text =
        (isEnd ? point.progress : "\(point.progress) \(point.percent)%")
        + (index == points.count - 1 ? "" : ",")
      if line.utf8.count + 1 + text.utf8.count > 80 {
        lines.append(line)
        line = "   "
      }
      line += " " + text
    }
    return lines + [line]
  }
}
