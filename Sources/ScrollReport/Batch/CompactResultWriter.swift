package import ScrollFormats

package import ScrollFitting
package import ScrollTraces

/// Writes result lines with only the data that pooling and comparison need: constants with errors, intervals and
/// residual tests, to ten significant digits. The rounding noise has all digits: pools use it to recognise recordings
/// with the same rounding.
///
/// The keys are a subset of those of ``ResultLine``, so any reader of those lines can read these.
package struct CompactResultWriter: ~Copyable {
  /// The lines, each with a line end.
  package var buffer = LineBuffer()
  private let head: [UInt8]
  private var metadata: (metadata: Metadata, json: [UInt8])?
  private var floor: (value: Double, json: [UInt8])?

  /// - Parameter settings: the hash of all settings that the results depend on.
  package init(settings: UInt64) {
    var json = JSONWriter(isPretty: false)
    json.object {
      $0.member("format_version", JSONWriter.formatVersion)
      $0.member("settings", HashText(settings))
    }
    head = json.bytes.dropLast() + Array(#","source":{"path":"#.utf8)
  }

  package mutating func append(_ result: TraceResult) {
    begin(
      path: result.path, name: result.name, line: result.line, hash: result.contentHash,
      metadata: result.metadata, facts: result.sampling,
      used: result.fits.reduce(0) { $0 + $1.samples.used })
    for (index, fit) in result.fits.enumerated() {
      if index > 0 { buffer.append(",") }
      append(fit)
    }
    buffer.append(#"],"constants":["#)
    for (index, found) in result.constants().enumerated() {
      if index > 0 { buffer.append(",") }
      append(found)
    }
    buffer.append(#"],"warnings":["#)
    var isFirst = true
    func add(_ warnings: [Warning], fit: Int?) {
      for warning in warnings {
        if !isFirst { buffer.append(",") }
        isFirst = false
        append(warning, fit: fit)
      }
    }
    add(result.warnings, fit: nil)
    for (index, fit) in result.fits.enumerated() { add(fit.warnings, fit: index) }
    guard let failure = result.failure else { return end(nil) }
    var json = JSONWriter(isPretty: false)
    json.value(RecordedFailure(failure, line: result.line))
    end(json.text)
  }

  /// Appends the line of a recording whose only motion was fitted by ``FitMemory``.
  package mutating func append(_ fit: Fit, facts: SamplingFacts, of trace: Trace) {
    begin(
      path: trace.path, name: trace.name, line: trace.line, hash: trace.contentHash,
      metadata: trace.metadata, facts: facts, used: fit.samples.used)
    append(fit)
    buffer.append(#"],"constants":["#)
    append(TraceConstant(of: fit, "delta", confidence: 0.95))
    buffer.append(#"],"warnings":["#)
    if let warning = fit.warnings.first { append(warning, fit: 0) }
    end(nil)
  }

  /// Appends the line of a recording that could not be read, as ``ResultLine`` writes it.
  package mutating func append(_ failure: ReadingFailure, settings: UInt64) {
    buffer.append(Array(ResultLine.text(failure, settings: settings).utf8))
    buffer.append("\n")
  }

  private mutating func append(_ fit: Fit) {
    buffer.member(#"{"law":"#, fit.law)
    buffer.member(#","axis":"#, fit.axis.rawValue)
    buffer.member(#","window":{"start_s":"#, fit.window?.lowerBound)
    buffer.member(#","end_s":"#, fit.window?.upperBound)
    buffer.member(#","origin_s":"#, fit.series.origin)
    buffer.member(#"},"samples":{"used":"#, fit.samples.used)
    buffer.append(#"},"parameters":{"#)
    for (index, estimate) in fit.parameters.enumerated() {
      if index > 0 { buffer.append(",") }
      buffer.string(estimate.key)
      buffer.member(#":{"value":"#, estimate.value)
      append(errorsOf: estimate)
      buffer.member(#","classical_error":"#, estimate.classicalError)
      buffer.member(#","hc3_error":"#, estimate.hc3Error)
      buffer.append(estimate.isFixed ? #","fixed":true"# : #","fixed":false"#)
      buffer.member(#","reason":"#, estimate.reason)
      buffer.member(#","profile":"#, estimate.profile)
      buffer.member(#","feasible":"#, estimate.feasible)
      buffer.append("}")
    }
    buffer.member(#"},"residual":{"rms_pt":"#, fit.residual.rms)
    buffer.member(#","max_pt":"#, fit.residual.max)
    buffer.member(#","floor_pt":"#, fit.residual.floor)
    buffer.member(#","durbin_watson":"#, fit.residual.durbinWatson)
    buffer.member(#","runs_p":"#, fit.residual.runsProbability)
    buffer.append(#"},"search":{"converged":"#)
    buffer.append(fit.search.converged ? "true}}" : "false}}")
  }

  private mutating func append(_ constant: TraceConstant) {
    let estimate = constant.estimate
    buffer.member(#"{"law":"#, constant.law)
    buffer.member(#","key":"#, constant.key)
    buffer.member(#","value":"#, estimate.value)
    append(errorsOf: estimate)
    buffer.member(#","working_error":"#, estimate.classicalError)
    buffer.member(#","reason":"#, estimate.reason)
    if let noise = constant.noise {
      buffer.append(#","noise":{"floor_pt":"#)
      // All digits: pools use it to recognise recordings with the same rounding.
      if floor?.value != noise.floor {
        var json = JSONWriter(isPretty: false)
        json.value(noise.floor)
        floor = (noise.floor, json.bytes)
      }
      buffer.append(floor?.json ?? [])
      buffer.member(#","noise_pt":"#, noise.size)
      buffer.member(#","degrees_of_freedom":"#, noise.degrees)
      buffer.append("}")
    } else {
      buffer.append(#","noise":null"#)
    }
    buffer.member(#","gestures":"#, constant.gestures)
    buffer.append("}")
  }

  /// The members of an estimate from `unit` to `interval`.
  private mutating func append(errorsOf estimate: Estimate) {
    buffer.member(#","unit":"#, JSONWriter.unit(estimate.unit))
    buffer.member(#","standard_error":"#, estimate.standardError)
    buffer.member(#","degrees_of_freedom":"#, estimate.intervalDegrees)
    buffer.member(#","interval":"#, estimate.interval)
  }

  private mutating func append(_ warning: Warning, fit: Int?) {
    buffer.member(#"{"code":"#, warning.code.rawValue)
    buffer.member(#","message":"#, warning.message)
    buffer.member(#","remedy":"#, warning.remedy)
    buffer.member(#","fit":"#, fit.map(Double.init))
    buffer.append("}")
  }

  // MARK: - Beginning and end

  private mutating func begin(
    path: String, name: String?, line: Int, hash: UInt64, metadata: Metadata,
    facts: SamplingFacts?, used: Int
  ) {
    buffer.append(head)
    buffer.string(path)
    buffer.member(#","trace":"#, name)
    buffer.member(#","line":"#, line)
    buffer.append(#","content_hash":"#)
    buffer.hex(hash)
    if self.metadata?.metadata != metadata {
      var json = JSONWriter(isPretty: false)
      json.member("metadata", metadata)
      self.metadata = (metadata, Array("},".utf8) + json.bytes)
    }
    buffer.append(self.metadata?.json ?? [])
    if let facts {
      buffer.member(#","sampling":{"samples":"#, facts.sampleCount)
      buffer.member(#","used":"#, used)
      buffer.member(#","rate_hz":"#, facts.refreshRate ?? facts.medianInterval.map { 1 / $0 })
      buffer.member(#","quantum_pt":"#, facts.quantum?.value)
      buffer.append(#"},"fits":["#)
    } else {
      buffer.append(#","sampling":null,"fits":["#)
    }
  }

  private mutating func end(_ error: String?) {
    buffer.append(#"],"error":"#)
    if let error { buffer.append(Array(error.utf8)) } else { buffer.append("null") }
    buffer.append("}\n")
  }
}

extension LineBuffer {
  /// Appends the text before a value, which includes its key, and the value.
  fileprivate mutating func member(_ key: StaticString, _ value: Double?) {
    append(key)
    number(value)
  }

  fileprivate mutating func member(_ key: StaticString, _ value: Int) {
    append(key)
    integer(value)
  }

  fileprivate mutating func member(_ key: StaticString, _ value: String?) {
    append(key)
    string(value)
  }

  fileprivate mutating func member(_ key: StaticString, _ value: Interval?) {
    append(key)
    guard let value else { return append("null") }
    append("[")
    number(value.lower)
    append(",")
    number(value.upper)
    append("]")
  }
}
