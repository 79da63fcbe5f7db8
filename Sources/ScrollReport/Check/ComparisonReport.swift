public import ScrollFitting
internal import ScrollFormats
public import ScrollPhysics
internal import ScrollTraces

/// A comparison of two sets of recordings, as text, JSON and SVG.
public struct ComparisonReport: Sendable {
  let comparison: RecordingComparison
  let first: Source
  let second: Source

  /// One side of a comparison.
  public enum Source: Sendable {
    /// Recordings: the path as the user gave it, and the summary of their fits.
    case recordings(path: String, BatchSummary)
    /// A known scroll view.
    case engine(Engine)

    /// The label in a chart.
    fileprivate var name: String {
      switch self {
      case .recordings(let path, _): SVGPlot.source(path: path, name: nil)
      case .engine(let engine): engine.key
      }
    }

    func has(_ code: Warning.Code) -> Bool {
      guard case .recordings(_, let summary) = self else { return false }
      return summary.warnings[code.rawValue] != nil
    }

    /// The laws that were identified without a fit.
    var identified: [String] {
      guard case .recordings(_, let summary) = self else { return [] }
      return summary.felt().first?.identified.laws ?? []
    }

    fileprivate var side: RecordingComparison.Side {
      switch self {
      case .recordings(_, let summary): .recordings(summary)
      case .engine(let engine): .engine(engine)
      }
    }
  }

  /// A report.
  ///
  /// - Parameters:
  ///   - first: A.
  ///   - second: B.
  public init(_ first: Source, _ second: Source) {
    comparison = RecordingComparison(first.side, second.side)
    self.first = first
    self.second = second
  }

  // MARK: - SVG

  /// One SVG with a bounce and a deceleration of both sides and their differences; empty if no motion is common to
  /// both.
  public func svg() -> String {
    SVGReport.picture(
      comparison.motions.map {
        (
          ComparisonChart.height,
          ComparisonChart(motions: $0, names: (first.name, second.name)).body
        )
      }, of: [first.name, second.name], about: "Two scroll views from the same start",
      below: "the differences")
  }

  // MARK: - JSON

  /// The comparison as one JSON object, `format_version` 1.0, as in Docs/Reference/schema/compare.schema.json. Half
  /// widths are of 95 % intervals.
  ///
  /// - Parameter version: the version of the tool.
  public func json(version: String) -> String {
    var writer = JSONWriter(isPretty: true)
    writer.object { json in
      json.member("format_version", "1.0")
      json.member("scrollfit", version)
      for (key, source) in [("a", first), ("b", second)] {
        json.object(key) {
          switch source {
          case .recordings(let path, let summary):
            $0.member("path", path)
            $0.member("recordings", summary.recordings)
            $0.member("fitted", summary.fitted)
            $0.line("warnings_by_code") { list in
              for (code, count) in summary.warnings.sorted(by: { $0.key < $1.key }) {
                list.member(code, count)
              }
            }
          case .engine(let engine): $0.member("engine", engine.key)
          }
        }
      }
      json.objects("constants", comparison.constants) {
        $1.member("law", $0.law)
        $1.member("key", $0.first.key)
        $1.member("unit", $0.first.unit)
        $1.member("a", $0.first.value)
        $1.member("b", $0.second.value)
        $1.member("difference", $0.difference)
        $1.member("half_width", $0.halfWidth)
        $1.member("differs", $0.differs)
      }
      json.objects("consequences", comparison.consequences) {
        $1.member("start", $0.start)
        $1.member("quantity", $0.quantity)
        $1.member("unit", $0.unit)
        $1.member("a", $0.first)
        $1.member("b", $0.second)
      }
      json.member("only_a", comparison.onlyFirst)
      json.member("only_b", comparison.onlySecond)
      json.member("disagree_a", comparison.disagreeFirst)
      json.member("disagree_b", comparison.disagreeSecond)
    }
    return writer.text + "\n"
  }
}
