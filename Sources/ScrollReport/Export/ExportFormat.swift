/// The formats of exported curves.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Swift, with springs of UIKit and SwiftUI.
  case swift
  /// Kotlin, with animations of Compose.
  case kotlin
  /// Dart, with the physics of Flutter.
  case dart
  /// An ES module.
  case javascript
  /// Custom properties with a duration and a `linear()` easing.
  case css
  /// A C99 header.
  case c
  /// Constants, provenance and a table.
  case json
  /// A table that the tool can read as a recording.
  case table

  /// The file name extensions.
  public var endings: [String] {
    switch self {
    case .swift: ["swift"]
    case .kotlin: ["kt"]
    case .dart: ["dart"]
    case .javascript: ["js", "mjs"]
    case .css: ["css"]
    case .c: ["h"]
    case .json: ["json"]
    case .table: ["csv"]
    }
  }

  /// The format of a file name extension; nil for an unknown one.
  public init?(ending: String) {
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// Whether points can be at intervals or have a given number.
  public var hasTable: Bool { self == .json || self == .table }
  /// Whether a tolerance can choose the points.
  public var hasPoints: Bool { hasTable || self == .css }

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
    case .swift: return SwiftSource().text(of: curve, name: name, provenance)
    case .kotlin: return KotlinSource().text(of: curve, name: name, provenance)
    case .dart: return DartSource().text(of: curve, name: name, provenance)
    case .javascript: return JavaScriptSource(name: name).text(of: curve, provenance)
    case .c: return CSource(name: name).text(of: curve, provenance)
    case .css:
      let tolerance: Double? = if case .tolerance(let given)? = sampling { given } else { nil }
      return try CSSEasing(curve, tolerance: tolerance).text(of: curve, name: name, provenance)
    case .json:
      let table = try CurveTable(curve, sampling ?? .interval(nil))
      return CurveJSON.text(of: curve, table, name: name, provenance)
    case .table:
      let table = try CurveTable(curve, sampling ?? .interval(nil))
      return table.csv(of: curve, name: name, provenance)
    }
  }
}
