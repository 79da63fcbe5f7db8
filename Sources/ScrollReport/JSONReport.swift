public import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The report for programs: one JSON object a run, `format_version` 1.0.
///
/// A minor version adds keys, a major one may change them. Units never vary: pt, s, pt/s, 1/s.
public struct JSONReport: ResultRenderer {
  private let options: FitOptions
  private var results: JSONResults
  /// The springs of all recordings, for what they say together.
  private var springs: [Fit] = []

  /// A report that names the tool's version; the options say how springs of several recordings are pooled.
  public init(version: String, options: FitOptions = FitOptions()) {
    results = JSONResults(version: version)
    self.options = options
  }

  /// The format's version and the tool, up to the first result.
  public mutating func begin() -> String { results.begin() }

  /// One element of `results`.
  public mutating func add(_ result: TraceResult) -> String {
    springs += result.fits.filter { $0.law == SpringLaw.description.key }
    return results.add { ResultJSON.write(result, hasSeries: true, to: &$0) }
  }

  /// One element of `results` that holds nothing but its error.
  public mutating func add(_ error: ReadingFailure) -> String {
    results.add { ResultJSON.write(error, to: &$0) }
  }

  /// The end of the object.
  public mutating func end() -> String {
    guard let pool = SpringPool(springs, options: options) else { return results.end() }
    return results.end { json in json.object("spring") { SpringJSON.write(pool, to: &$0) } }
  }
}
