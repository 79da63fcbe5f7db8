public import ScrollFitting
internal import ScrollTraces

/// The formats of an identification.
public enum IdentifyFormat: String, ReportFormat {
  case text, json, svg
}

/// Identifications of several recordings as one document of a format.
public struct IdentifyRenderer: Sendable {
  private enum Kind: Sendable {
    case text(IdentifyReport, isFirst: Bool)
    case json(IdentifyJSON)
    case svg(IdentifyPicture)
  }

  private var kind: Kind

  /// Creates a document without recordings.
  ///
  /// - Parameters:
  ///   - format: of the document.
  ///   - report: what the text looks like.
  ///   - version: of the tool, as JSON gives it.
  public init(_ format: IdentifyFormat, report: IdentifyReport, version: String) {
    kind =
      switch format {
      case .text: .text(report, isFirst: true)
      case .json: .json(IdentifyJSON(version: version))
      case .svg: .svg(IdentifyPicture())
      }
  }

  /// What stands before the first recording.
  public mutating func begin() -> String {
    guard case .json(let json) = kind else { return "" }
    return json.begin()
  }

  /// One recording; text has only those in which something was found.
  public mutating func add(_ result: Identification) -> String {
    switch kind {
    case .text(let report, let isFirst):
      guard result.failure == nil else { return "" }
      kind = .text(report, isFirst: false)
      return (isFirst ? "" : "\n") + report.text(result)
    case .json(var json):
      defer { kind = .json(json) }
      return json.add(result)
    case .svg(var picture):
      picture.add(result)
      kind = .svg(picture)
      return ""
    }
  }

  /// A recording that could not be read.
  public mutating func add(_ failure: ReadingFailure) -> String {
    guard case .json(var json) = kind else { return "" }
    defer { kind = .json(json) }
    return json.add(failure)
  }

  /// What stands after the last recording.
  public func end() -> String {
    switch kind {
    case .text: ""
    case .json(let json): json.end()
    case .svg(let picture): picture.end()
    }
  }
}
