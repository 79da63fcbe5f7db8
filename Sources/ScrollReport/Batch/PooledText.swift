internal import ScrollFitting
internal import ScrollFormats

extension Table {
  /// Pooled constants, with the recordings that each rests on.
  init(_ pools: [PooledConstant]) {
    self.init(
      "Pooled constants",
      ["constant", .number("value"), .number("95 % interval"), "rests on"], stacks: true)
    for pool in pools where pool.estimate.value != nil || !pool.isIncidental {
      add([
        PooledText.name(pool.law, pool.key), PooledText.value(pool.estimate),
        PooledText.interval(pool.estimate), PooledText.basis(pool),
      ])
    }
  }
}

/// Text about pooled constants, shared by all formats for people.
package enum PooledText {
  /// `law key`, the name of a constant where several laws are listed.
  static func name(_ law: String, _ key: String) -> String { "\(law) \(key)" }

  /// A value with half of its 95 % interval and its unit: `10.927 ± 0.019 1/s`.
  ///
  /// - Parameter other: the error of the value beside it; a value without an error gets the same number of digits.
  static func value(
    _ value: Double, error: Double?, unit: String, beside other: Double? = nil
  ) -> String {
    let decimals = NumberText.decimals(forError: error ?? other, value: value)
    // Values far outside the range of scroll views are printed with significant digits, so that no digits are lost.
    let isFar = value != 0 && !(1e-6..<1e9).contains(max(value.magnitude, error ?? 0))
    func print(_ number: Double, _ digits: Int) -> String {
      isFar
        ? NumberText.significant(number, digits: digits)
        : NumberText.fixed(number, decimals: decimals)
    }
    let size = error.map { $0 > 0 ? " ± " + print($0, 2) : "" } ?? ""
    return print(value, 6) + size + (unit.isEmpty ? "" : " " + unit)
  }

  /// An estimate in the same format; the reason if it has no value.
  static func value(_ estimate: Estimate) -> String {
    guard let value = estimate.value else { return "- (\(estimate.reason ?? "not known"))" }
    if estimate.isCount { return NumberText.fixed(value, decimals: 0) }
    return self.value(value, error: estimate.halfWidth, unit: estimate.unit)
  }

  /// The interval of an estimate; empty if it has none.
  static func interval(_ estimate: Estimate) -> String {
    guard let value = estimate.value, let interval = estimate.interval else { return "" }
    let decimals = NumberText.decimals(forError: estimate.halfWidth, value: value)
    return [interval.lower, interval.upper].map {
      $0.map { NumberText.fixed($0, decimals: decimals) } ?? "?"
    }.joined(separator: " .. ")
  }

  /// The number of recordings behind a pooled value, and whether they agree.
  static func basis(_ pool: PooledConstant) -> String {
    var text = count(pool.count, "recording")
    if pool.gestures > pool.count { text += ", \(count(pool.gestures, "gesture"))" }
    guard let probability = pool.probability, let spread = pool.spread else { return text }
    let unit = pool.estimate.unit.isEmpty ? "" : " \(pool.estimate.unit)"
    let chance =
      probability < 1e-6 ? "p < 1e-6" : "p = \(NumberText.significant(probability, digits: 2))"
    return text
      + (pool.isHeterogeneous
        ? " that disagree (\(chance)): they scatter by "
          + "\(NumberText.significant(spread, digits: 2))\(unit) beyond their errors"
        : " that agree (\(chance))")
  }

  /// That recordings disagree on constants, so that what is felt of these is in doubt; nil without constants.
  ///
  /// - Parameters:
  ///   - names: the constants, as `law.key`.
  ///   - whose: whose recordings they are, with a space before; empty where only one set is meant.
  static func doubt(_ names: [String], of whose: String = "") -> String? {
    names.isEmpty
      ? nil
      : "in doubt: recordings\(whose) disagree on \(names.joined(separator: ", ")), and no single value represents them"
  }

  /// An outlier: the recording, and its difference from the median.
  static func outlier(_ outlier: PooledConstant.Outlier, _ pool: PooledConstant) -> String {
    let distance = outlier.value - outlier.median
    let errors = (distance / outlier.standardError).magnitude
    // The median needs no more digits than the difference.
    let resolution = max(outlier.standardError, 1e-3 * distance.magnitude)
    let median = NumberText.fixed(
      outlier.median,
      decimals: NumberText.decimals(forError: resolution, value: outlier.median))
    let multiple = errors < 1000 ? NumberText.short(errors, digits: 2) : "over 1000"
    return
      "\(name(pool.law, pool.key)) "
      + value(outlier.value, error: nil, unit: pool.estimate.unit, beside: outlier.standardError)
      + " where the others have \(median): \(multiple) of its standard errors off"
      + (outlier.median != 0
        ? " (\(signed(100 * distance / outlier.median.magnitude)) %)" : "")
  }

  /// A number with its sign, to two digits.
  static func signed(_ value: Double) -> String {
    (value < 0 ? "" : "+") + NumberText.significant(value, digits: 2)
  }

  /// The number of recordings, and how many of them were fitted.
  static func counts(_ summary: BatchSummary) -> String {
    "\(count(summary.recordings, "recording")): \(summary.fitted) fitted, \(summary.failureCount) failed"
  }

  /// The number of duplicate recordings; nil if there are none.
  static func copies(_ summary: BatchSummary) -> String? {
    guard summary.copies > 0, let first = summary.firstCopy else { return nil }
    let names = place(first.copy) + (first.original.map { " of \(place($0))" } ?? "")
    return summary.copies == 1
      ? "1 recording is a copy of another: it is in no pooled value (\(names))"
      : "\(summary.copies) recordings are copies of others: they are in no pooled value (the first: \(names))"
  }

  /// `1 recording`, `2 recordings`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The recording: its file and its name.
  static func place(_ source: BatchSource) -> String {
    (source.path == "-" ? "<stdin>" : escapedForTerminal(source.path))
      + (source.trace.map { " \(escapedForTerminal($0))" } ?? "")
  }

  /// The location of a failure as in error messages: `path:line:column`.
  static func location(_ source: BatchSource, _ failure: RecordedFailure) -> String {
    let place = [failure.line, failure.column].compactMap { $0.map { ":\($0)" } }.joined()
    let path = source.path == "-" ? "<stdin>" : escapedForTerminal(source.path)
    return path + place + (source.trace.map { " \(escapedForTerminal($0))" } ?? "")
  }

  /// The constants of one recording on one line: those of the scroll view, or else the fitted parameters.
  static func constants(_ record: BatchRecord) -> [String] {
    let known = record.constants.filter { $0.estimate.value != nil }
    if !known.isEmpty {
      return known.map { constant in
        let gestures = constant.gestures > 1 ? " (\(constant.gestures) gestures)" : ""
        return "\(name(constant.law, constant.key)) \(value(constant.estimate))\(gestures)"
      }
    }
    guard !record.warnings.contains(Warning.Code.wrongLaw.rawValue) else {
      return ["no fitted law matches the motion"]
    }
    return record.fits.compactMap { fit in
      fit.parameters.first { $0.value != nil && !$0.isFixed }.map {
        "\(name(fit.law, $0.key)) \(value($0))"
      }
    }
  }

  /// The metadata values of a group: `device = iPhone, os = 26`.
  static func group(_ values: [String?], keys: [String]) -> String {
    zip(keys, values).map { key, value in
      "\(escapedForTerminal(key)) = \(value.map(escapedForTerminal) ?? "(none)")"
    }.joined(separator: ", ")
  }
}
