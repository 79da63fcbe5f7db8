internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Results as CSV: one row per parameter or derived quantity of each fit, one row per constant of a law that was found
/// without a fit, and one row per recording that has none of these.
struct BatchCSV: BatchRenderer {
  /// The names of the columns.
  static let header =
    "path,trace,line,content_hash,fit,law,axis,start_s,end_s,kind,key,value,unit,standard_error,"
    + "lower,upper,fixed,reason,error_code,error\n"

  /// The reason in the row of a recording without fits and constants.
  private static let nothing = "no fit, and no constant that recordings of one scroll view share"

  func begin() -> String { Self.header }

  func add(_ record: BatchRecord, line: String) -> String {
    let source = record.source
    let hash = record.contentHash.map(HashText.hex) ?? ""
    let head =
      "\(CSVText.field(source.path)),\(CSVText.field(source.trace ?? "")),"
      + "\(source.line > 0 ? "\(source.line)" : ""),\(hash),"
    var text = ""
    for (index, fit) in record.fits.enumerated() {
      let place =
        "\(index + 1),\(fit.law),\(fit.axis.rawValue),\(number(fit.window?.lowerBound)),"
        + "\(number(fit.window?.upperBound)),"
      for (kind, estimates) in [("parameter", fit.parameters), ("derived", fit.derived)] {
        for estimate in estimates {
          text += head + place + kind + "," + cells(estimate) + ",,\n"
        }
      }
    }
    for constant in record.constants where !record.fits.contains(where: { $0.law == constant.law })
    {
      text += head + ",\(constant.law),,,,constant," + cells(constant.estimate) + ",,\n"
    }
    if let failure = record.failure {
      text +=
        head + String(repeating: ",", count: 14) + CSVText.field(failure.code) + ","
        + CSVText.field(failure.message) + "\n"
    } else if text.isEmpty {
      text += head + String(repeating: ",", count: 13) + CSVText.field(Self.nothing) + ",,\n"
    }
    return text
  }

  func end(_ summary: BatchSummary) -> String { "" }

  private func cells(_ estimate: Estimate) -> String {
    let unit = JSONWriter.unit(estimate.unit)
    return
      "\(estimate.key),\(number(estimate.value)),\(CSVText.field(unit)),"
      + "\(number(estimate.standardError)),\(number(estimate.interval?.lower)),"
      + "\(number(estimate.interval?.upper)),\(estimate.isFixed),"
      + CSVText.field(estimate.reason ?? "")
  }

  private func number(_ value: Double?) -> String { value.map { CSVText.number($0) } ?? "" }
}
