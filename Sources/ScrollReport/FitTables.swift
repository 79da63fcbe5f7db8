public import ScrollFitting
internal import ScrollTraces

/// Tables of a fit as CSV.
public enum FitTables {
  /// The first fields of a row: the recording, and the number of the fit from 1.
  private static func prefix(_ result: TraceResult, fit number: Int) -> String {
    "\(CSVText.field(result.path)),\(CSVText.field(result.name ?? "")),\(number + 1),"
  }

  /// The table of `--residuals`, one row per used sample: recorded time, observed and fitted value, residual, weight,
  /// and the abscissa, which is the argument of the formula.
  public struct Residuals: Sendable {
    /// A table without rows.
    public init() {}

    /// The names of the columns.
    public func begin() -> String {
      "path,trace,fit,law,axis,t_s,observed_pt,fitted_pt,residual_pt,weight,abscissa\n"
    }

    /// The rows of one recording.
    public func add(_ result: TraceResult) -> String {
      var text = ""
      for (number, fit) in result.fits.enumerated() {
        let prefix = prefix(result, fit: number) + "\(fit.law),\(fit.axis.rawValue),"
        let series = fit.series
        for index in series.times.indices {
          let weight = series.weights.isEmpty ? 1 : series.weights[index]
          text +=
            prefix
            + "\(CSVText.number(series.times[index])),\(CSVText.number(series.observed[index])),"
            + "\(CSVText.number(series.fitted[index])),"
            + "\(CSVText.number(series.observed[index] - series.fitted[index])),\(weight),"
            + "\(CSVText.number(series.fitTimes[index]))\n"
        }
      }
      return text
    }
  }

  /// The table of `--search-path`: every accepted move of a search.
  public struct SearchPath: Sendable {
    private let columns: [QuantityDescription]

    /// A table without rows, with a column for each parameter of a law.
    public init(_ law: LawDescription) { columns = law.parameters }

    /// The names of the columns.
    public func begin() -> String {
      let names = columns.map { column in
        let unit = column.unit.replacing("1/", with: "per_").replacing("/", with: "_per_")
          .replacing("^", with: "")
        return ",\(column.key)_\(unit)"
      }
      return "path,trace,fit,evaluation,moved,step\(names.joined()),sum_pt2\n"
    }

    /// The rows of one recording.
    public func add(_ result: TraceResult) -> String {
      var text = ""
      for (number, fit) in result.fits.enumerated() {
        let prefix = prefix(result, fit: number)
        for move in fit.path {
          let point = columns.indices.map {
            $0 < move.point.count ? "\(move.point[$0])" : "0.0"
          }
          text +=
            prefix
            + "\(move.evaluation),\(move.moved),\(move.step),\(point.joined(separator: ",")),"
            + "\(move.sum)\n"
        }
      }
      return text
    }
  }
}

/// CSV fields.
package enum CSVText {
  /// A number that reads back to the same value, with 0 for -0; empty if it is not finite.
  package static func number(_ value: Double) -> String { value.isFinite ? "\(value + 0)" : "" }

  /// A text field, quoted if necessary.
  ///
  /// A field that a spreadsheet would run as a formula gets an apostrophe in front: it begins with `=`, `+`, `-`, `@`,
  /// the full-width forms of these, a tab or a line end, and is not a number. All other text is kept: a table is data,
  /// not text for a terminal.
  ///
  /// Source: OWASP, CSV Injection.
  package static func field(_ text: String) -> String {
    var text = text
    if let first = text.unicodeScalars.first, formulaMarks.contains(first), text != "-",
      !isNumber(text)
    {
      text = "'" + text
    }
    // A colon at the start could make the row a workflow command of a CI runner.
    guard
      text.unicodeScalars.first == ":"
        || text.unicodeScalars.contains(where: {
          $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r"
        })
    else { return text }
    var quoted = "\""
    for character in text.unicodeScalars {
      if character == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }

  private static let formulaMarks = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)

  private static func isNumber(_ text: String) -> Bool {
    Double(text) != nil
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "+-.eE".utf8.contains($0)
        }
      }
  }
}
