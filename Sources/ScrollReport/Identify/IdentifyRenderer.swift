public import ScrollFitting
internal import ScrollTraces

/// The output formats of an identification.
public enum IdentifyFormat: String, ReportFormat {
  case text, json, svg
}

/// Formats the identifications of several recordings as one document.
public struct IdentifyRenderer: Sendable {
  private enum Kind: Sendable {
    case text(IdentifyReport, isFirst: Bool)
    case json(JSONResults)
    case svg(IdentifyPicture)
  }

  private var kind: Kind

  /// Creates a document without recordings.
  ///
  /// - Parameters:
  ///   - format: the format of the document.
  ///   - report: the settings of the text report.
  ///   - version: the version of the tool, for JSON.
  public init(_ format: IdentifyFormat, report: IdentifyReport, version: String) {
    kind =
      switch format {
      case .text: .text(report, isFirst: true)
      case .json: .json(JSONResults(version: version))
      case .svg: .svg(IdentifyPicture())
      }
  }

  /// The text before the first recording.
  public mutating func begin() -> String {
    guard case .json(let json) = kind else { return "" }
    return json.begin()
  }

  /// The text of one recording; the text format omits recordings without a result.
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

  /// The text of a recording that could not be read.
  public mutating func add(_ failure: ReadingFailure) -> String {
    guard case .json(var json) = kind else { return "" }
    defer { kind = .json(json) }
    return json.add(failure)
  }

  /// The text after the last recording.
  public func end() -> String {
    switch kind {
    case .text: ""
    case .json(let json): json.end()
    case .svg(let picture): picture.end()
    }
  }
}
