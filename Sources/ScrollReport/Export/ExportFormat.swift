/// The formats of exported curves: the one list of them.
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
  /// A header of C99.
  case c
  /// Constants, provenance and a table.
  case json
  /// A table that reads back as a recording.
  case table

  /// The endings of its files.
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

  /// The format that the ending of a file's name says; nil for another ending.
  public init?(ending: String) {
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// Whether it holds points at intervals, or a number of them.
  public var hasTable: Bool { self == .json || self == .table }
  /// Whether it holds points that a tolerance can choose.
  public var hasPoints: Bool { hasTable || self == .css }

  /// The text of a curve.
  ///
  /// - Parameters:
  ///   - curve: the curve.
  ///   - name: of its type, and in front of what languages without types name.
  ///   - sampling: where points are, for formats that have them; nil for the usual ones.
  ///   - provenance: where it is from.
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
