internal import ScrollFitting
internal import ScrollTraces

/// The results as JSON, in an element of the page.
extension ReportPage {
  func writeJSON(
    _ summary: BatchSummary, _ check: CheckReport?, _ order: [Int],
    to write: (String) throws -> Void
  ) rethrows {
    var json = BatchJSON(version: version)
    try write("<script type=\"application/json\" id=\"scrollfit-results\">\n" + json.begin())
    for index in order {
      guard let line = entries[index].detail?.line, line.utf8.count <= RecordingSection.mostJSON
      else { continue }
      try write(Self.embedded(json.add(entries[index].record, line: line)))
    }
    try write(
      Self.embedded(json.end(summary, check)) + "</script>\n")
  }

  /// JSON made safe inside HTML: bidirectional and other format characters are escaped.
  ///
  /// They occur only within JSON strings, where an escape has the same meaning. The JSON writer escapes every `<` that
  /// could end the element.
  private static func embedded(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      let isPlain = scalar.isASCII || scalar.properties.generalCategory != .format
      guard !isPlain else {
        result.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result.append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            .unicodeScalars)
      }
    }
    return String(result)
  }
}
