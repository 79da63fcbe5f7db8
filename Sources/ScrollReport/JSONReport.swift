public import ScrollFitting
internal import ScrollTraces

/// The report for programs: one JSON object a run, `format_version` 1.0.
///
/// A minor version adds keys, a major one may change them. Units never vary: pt, s, pt/s, 1/s.
public struct JSONReport: ResultRenderer {
  private let version: String
  private let options: FitOptions
  private var isFirst = true
  /// The springs of all recordings, for what they say together.
  private var springs: [Fit] = []

  /// A report that names the tool's version; the options say how springs of several recordings are pooled.
  public init(version: String, options: FitOptions = FitOptions()) {
    self.version = version
    self.options = options
  }

  /// The format's version and the tool, up to the first result.
  public mutating func begin() -> String { head }

  /// The format's version and the tool, up to the first result.
  var head: String { Self.head(version: version) }

  /// The format's version and a version of the tool, up to the first result.
  static func head(version: String) -> String {
    var tool = JSONWriter(isPretty: false)
    tool.object {
      $0.member("name", "scrollfit")
      $0.member("version", version)
    }
    return
      "{\n  \"format_version\": \"\(formatVersion)\",\n  \"tool\": \(tool.text),\n  \"results\": ["
  }

  /// The version of everything that is written for programs.
  static let formatVersion = "1.0"

  /// One element of `results`.
  public mutating func add(_ result: TraceResult) -> String {
    springs += result.fits.filter { $0.law == SpringLaw.description.key }
    return element { ResultJSON.write(result, hasSeries: true, to: &$0) }
  }

  /// One element of `results` that holds nothing but its error.
  public mutating func add(_ error: ReadingFailure) -> String {
    element { ResultJSON.write(error, to: &$0) }
  }

  private mutating func element(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isPretty: true, depth: 2)
    writer.object(body)
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + writer.text
  }

  /// The end of the object.
  public mutating func end() -> String {
    var summary = "null"
    if let pool = SpringPool(springs, options: options) {
      var writer = JSONWriter(isPretty: true, depth: 1)
      writer.object { json in json.object("spring") { SpringJSON.write(pool, to: &$0) } }
      summary = writer.text
    }
    return (isFirst ? "]" : "\n  ]") + ",\n  \"summary\": \(summary)\n}\n"
  }
}
