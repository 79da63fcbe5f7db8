internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Writes an element of `results`.
enum ResultJSON {
  /// The members of a recording.
  ///
  /// - Parameter hasSeries: whether the samples of each fit are listed, which are most of the output.
  static func write(_ result: TraceResult, hasSeries: Bool, to json: inout JSONWriter) {
    source(result.path, result.name, line: result.line, hash: result.contentHash, to: &json)
    metadata(result.metadata, to: &json)
    json.object("sampling", result.sampling) { sampling($0, result, to: &$1) }
    json.objects("fits", result.fits) { fit, json in
      FitJSON.write(fit, to: &json)
      if hasSeries { SeriesJSON.write(fit, to: &json) }
    }
    if !result.phases.isEmpty { PhaseJSON.write(result, to: &json) }
    json.objects("constants", result.constants(), write)
    let ofFits = result.fits.enumerated().flatMap { index, fit in
      fit.warnings.map { (warning: $0, fit: Int?.some(index)) }
    }
    warnings(result.warnings.map { ($0, nil) } + ofFits, to: &json)
    json.key("error")
    write(result.failure, line: result.line, to: &json)
  }

  /// The members of a recording that could not be read.
  ///
  /// - Parameter isIdentified: whether the result has `motions` in place of `fits`.
  static func write(
    _ failure: ReadingFailure, to json: inout JSONWriter, isIdentified: Bool = false
  ) {
    source(failure.path, failure.trace, line: failure.line, hash: nil, to: &json)
    let none: [Int] = []
    if isIdentified {
      json.member("motions", none)
    } else {
      metadata(Metadata(), to: &json)
      json.member("sampling", Int?.none)
      for list in ["fits", "constants", "warnings"] { json.member(list, none) }
    }
    json.key("error")
    error(
      code: failure.code, message: failure.message, help: failure.help, line: failure.line,
      column: failure.column, to: &json)
  }

  /// The member `source`, which identifies the recording.
  static func source(
    _ path: String, _ trace: String?, line: Int?, hash: UInt64?, to json: inout JSONWriter
  ) {
    json.object("source") {
      $0.member("path", path)
      $0.member("trace", trace)
      $0.member("line", line)
      $0.member("content_hash", hash.map(hex))
    }
  }

  /// The value of `error`.
  static func write(_ failure: FitFailure?, line: Int, to json: inout JSONWriter) {
    guard let failure else { return json.value(String?.none) }
    error(
      code: failure.code.rawValue, message: failure.message, help: failure.help,
      line: line > 0 ? line : nil, column: line > 0 ? 1 : nil, to: &json)
  }

  private static func error(
    code: String, message: String, help: String, line: Int?, column: Int?, to json: inout JSONWriter
  ) {
    json.object {
      $0.member("code", code)
      $0.member("message", message)
      $0.member("help", help)
      $0.member("line", line)
      $0.member("column", column)
    }
  }

  /// `metadata`: keys and values as in the file; the first value of a repeated key.
  static func metadata(_ metadata: Metadata, to json: inout JSONWriter) {
    json.object("metadata") { list in
      var seen: Set<String> = []
      for entry in metadata.entries where seen.insert(entry.key).inserted {
        list.member(entry.key, entry.value)
      }
    }
  }

  /// The member `warnings`, each with the index of its fit if it is about a fit.
  static func warnings(
    _ warnings: [(warning: Warning, fit: Int?)], to json: inout JSONWriter
  ) {
    json.objects("warnings", warnings) { one, json in
      json.member("code", one.warning.code.rawValue)
      json.member("message", one.warning.message)
      json.member("remedy", one.warning.remedy)
      json.member("fit", one.fit)
    }
  }

  /// A hash as 16 hexadecimal digits.
  static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func sampling(
    _ facts: SamplingFacts, _ result: TraceResult, to json: inout JSONWriter
  ) {
    json.member("samples", facts.sampleCount)
    json.member("used", result.fits.reduce(0) { $0 + $1.samples.used })
    json.member("duration_s", facts.duration)
    json.member("rate_hz", facts.refreshRate ?? facts.medianInterval.map { 1 / $0 })
    json.member("stamps", result.timing.isRecorded ? "recorded" : "assumed")
    json.member("quantum_pt", facts.quantum?.value)
    json.member("dropped_frames", facts.droppedFrames)
    json.member("gaps", facts.gaps.count)
    json.member("duplicate_stamps", facts.duplicateStamps)
    json.member("jitter_s", facts.jitter)
    json.member("settled_samples", facts.settledTail?.sampleCount)
    if result.restSamplesFolded > 0 { json.member("folded_samples", result.restSamplesFolded) }
  }

  /// The members of a pooled estimate.
  static func writeEstimate(_ estimate: Estimate, to json: inout JSONWriter) {
    json.member("value", estimate.value)
    json.unit(estimate.unit)
    json.member("standard_error", estimate.standardError)
    json.member("degrees_of_freedom", estimate.intervalDegrees)
    json.member("interval", estimate.interval)
    json.member("working_error", estimate.classicalError)
    json.member("reason", estimate.reason)
  }

  /// An element of `constants`.
  private static func write(_ constant: TraceConstant, to json: inout JSONWriter) {
    json.member("law", constant.law)
    json.member("key", constant.key)
    writeEstimate(constant.estimate, to: &json)
    json.object("noise", constant.noise) {
      $1.member("floor_pt", $0.floor)
      $1.member("noise_pt", $0.size)
      $1.member("degrees_of_freedom", $0.degrees)
    }
    json.member("gestures", constant.gestures)
  }
}
