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

  /// Whether points can be requested by interval or number.
  public var hasTable: Bool { self == .json || self == .table }
  /// Whether points can be requested by tolerance.
  public var hasPoints: Bool { hasTable || self == .css }

  /// The curve as source code; empty for formats that are not code.
  ///
  /// - Parameters:
  ///   - tolerance: the tolerance of the points of an easing; nil for the default.
  ///   - origin: the origin of the constants, as lines that are safe in comments.
  package func code(
    of curve: ExportedCurve, name: CodeName, tolerance: Double?, origin: [String]
  ) throws(ExportError) -> String {
    switch self {
    case .swift: SwiftSource().text(of: curve, name: name, origin: origin)
    case .kotlin: KotlinSource().text(of: curve, name: name, origin: origin)
    case .dart: DartSource().text(of: curve, name: name, origin: origin)
    case .javascript: JavaScriptSource(name: name).text(of: curve, origin: origin)
    case .c: CSource(name: name).text(of: curve, origin: origin)
    case .css:
      try CSSEasing(curve, tolerance: tolerance).text(of: curve, name: name, origin: origin)
    case .json, .table: ""
    }
  }
}
