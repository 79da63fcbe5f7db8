public import ScrollFitting

/// A report as JSON: one object per run, `format_version` 1.0.
///
/// A minor version adds keys; a major version may change them. Units are always pt, s, pt/s and 1/s.
public struct JSONReport: ResultRenderer {
  private let options: FitOptions
  private var results: JSONResults
  /// The springs of all recordings, for the pooled constants.
  private var springs: [Fit] = []

  /// A report with the version of the tool. The options determine how springs of several recordings are pooled.
  public init(version: String, options: FitOptions = FitOptions()) {
    results = JSONResults(version: version)
    self.options = options
  }

  /// The beginning of the object: format version and tool.
  public mutating func begin() -> String { results.begin() }

  /// One element of `results`.
  public mutating func add(_ result: TraceResult) -> String {
    springs += result.fits.filter { $0.law == SpringLaw.description.key }
    return results.add { ResultMembers.fieldsWithSeries.write(ResultMembers(result), to: &$0) }
  }

  /// An element of `results` that contains only an error.
  public mutating func add(_ error: ReadingFailure) -> String {
    results.add { ResultMembers.fields.write(ResultMembers(error), to: &$0) }
  }

  /// The end of the object.
  public mutating func end() -> String {
    guard let pool = SpringPool(springs, options: options) else { return results.end() }
    return results.end { ResultSchemas.springs.write(pool, to: &$0) }
  }
}
