public import ScrollFormats

extension ExportFormat {
  /// The curve as text.
  ///
  /// - Parameters:
  ///   - curve: the curve.
  ///   - name: name of the type, and prefix in languages without types.
  ///   - sampling: positions of the points, for formats that have points; nil for the default.
  ///   - provenance: the origin of the constants.
  public func text(
    of curve: ExportedCurve, name: CodeName, sampling: CurveSampling? = nil,
    _ provenance: ExportProvenance
  ) throws(ExportError) -> String {
    switch self {
    case .json:
      let table = try CurveTable(curve, sampling ?? .interval(nil))
      return CurveJSON.text(of: curve, table, name: name, provenance)
    case .table:
      let table = try CurveTable(curve, sampling ?? .interval(nil))
      return table.csv(of: curve, name: name, origin: provenance.lines(of: curve))
    case .swift, .kotlin, .dart, .javascript, .css, .c:
      let tolerance: Double? = if case .tolerance(let given)? = sampling { given } else { nil }
      return try code(
        of: curve, name: name, tolerance: tolerance, origin: provenance.lines(of: curve))
    }
  }
}
