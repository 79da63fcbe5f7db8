internal import ScrollFitting
internal import ScrollFormats

extension CheckReport {
  /// A JUnit XML test report: one suite with one case per constant, including those that pass.
  ///
  /// The class of a case is its recording, or `pooled`; its name is `law.key`, with a number if two cases would have
  /// the same name. New constants are skipped; unsure ones are skipped unless they fail the check. Times are in s and
  /// are reported at the first constant of a recording, because a recording is fitted as a whole. A run that compares
  /// nothing has an error case of its own.
  public func junit() -> String {
    var cases = ""
    var names: Set<String> = []
    var timed: Set<BatchSource> = []
    var failures = 0
    var errors = 0
    var skipped = 0
    var total = 0.0
    for entry in result.entries {
      let group = entry.group.isEmpty ? "" : " \(PooledText.group(entry.group, keys: summary.keys))"
      let place =
        entry.source != nil || entry.law.isEmpty ? subject(entry) : "pooled\(group)"
      let name = Self.unique(
        entry.law.isEmpty ? "recording" : "\(entry.law).\(entry.key)", of: place, in: &names)
      var seconds = 0.0
      if let source = entry.source, timed.insert(source).inserted {
        seconds = self.seconds[source] ?? 0
      }
      total += seconds
      cases +=
        "    <testcase classname=\"\(XMLText.escaped(place))\" name=\"\(XMLText.escaped(name))\" "
        + "time=\"\(NumberText.fixed(seconds, decimals: 6))\""
      let text = XMLText.escaped(finding(entry))
      let kind = entry.verdict.kind
      switch kind {
      case .pass:
        cases += "/>\n"
        continue
      case _ where fails(entry):
        failures += 1
        cases += ">\n      <failure type=\"\(kind.rawValue)\" message=\"\(text)\"/>\n"
      case .error:
        errors += 1
        cases += ">\n      <error type=\"error\" message=\"\(text)\"/>\n"
      default:
        skipped += 1
        cases += ">\n      <skipped message=\"\(kind.rawValue): \(text)\"/>\n"
      }
      cases += "    </testcase>\n"
    }
    if let fault {
      errors += 1
      cases +=
        "    <testcase classname=\"check\" name=\"comparison\" time=\"0.000000\">\n"
        + "      <error type=\"error\" message=\"\(XMLText.escaped(fault))\"/>\n    </testcase>\n"
    }
    let counts =
      "tests=\"\(result.entries.count + (fault == nil ? 0 : 1))\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\" time=\"\(NumberText.fixed(total, decimals: 6))\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="scrollfit check" \(counts)>
        <testsuite name="\(XMLText.escaped(reference.name))" \(counts)>
      \(cases)  </testsuite>
      </testsuites>

      """
  }

  private static func unique(_ name: String, of place: String, in names: inout Set<String>)
    -> String
  {
    var result = name
    var number = 1
    while !names.insert("\(place)\u{0}\(result)").inserted {
      number += 1
      result = "\(name) (\(number))"
    }
    return result
  }
}
