package import ScrollFormats

package import ScrollFitting
package import ScrollTraces

/// Lines of results that hold what many recordings are compared by, and nothing else: constants with their errors,
/// intervals and the tests of their residuals, to ten significant digits; all digits has what rounding leaves, by which
/// pools tell recordings apart.
///
/// The keys are those of ``ResultLine``, of which some are left out, so that whatever reads those reads these.
package struct CompactResultWriter: ~Copyable {
  /// The lines, each with its end.
  package var buffer = LineBuffer()
  private let head: [UInt8]
  private var metadata: (metadata: Metadata, json: [UInt8])?
  private var floor: (value: Double, json: [UInt8])?

  /// - Parameter settings: the hash of everything but the recording that results depend on.
  package init(settings: UInt64) {
    var json = JSONWriter(isPretty: false)
    json.object {
      $0.member("format_version", JSONWriter.formatVersion)
      $0.member("settings", ResultJSON.hex(settings))
    }
    head = json.bytes.dropLast() + Array(",\"source\":{\"path\":".utf8)
  }

  /// The line of any result.
  package mutating func append(_ result: TraceResult) {
    begin(
      path: result.path, name: result.name, line: result.line, hash: result.contentHash,
      metadata: result.metadata, facts: result.sampling,
      used: result.fits.reduce(0) { $0 + $1.samples.used })
    for (index, fit) in result.fits.enumerated() {
      if index > 0 { buffer.append(",") }
      append(fit)
    }
    buffer.append("],\"constants\":[")
    for (index, found) in result.constants().enumerated() {
      if index > 0 { buffer.append(",") }
      append(found)
    }
    buffer.append("],\"warnings\":[")
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
    ResultJSON.write(failure, line: result.line, to: &json)
    end(json.text)
  }

  /// The line of a recording of which ``FitMemory`` has fitted the only motion.
  package mutating func append(_ fit: Fit, facts: SamplingFacts, of trace: Trace) {
    begin(
      path: trace.path, name: trace.name, line: trace.line, hash: trace.contentHash,
      metadata: trace.metadata, facts: facts, used: fit.samples.used)
    append(fit)
    buffer.append("],\"constants\":[")
    append(TraceConstant(of: fit, "delta", confidence: 0.95))
    buffer.append("],\"warnings\":[")
    if let warning = fit.warnings.first { append(warning, fit: 0) }
    end(nil)
  }

  /// The line of a recording that could not be read: the one that ``ResultLine`` writes.
  package mutating func append(_ failure: ReadingFailure, settings: UInt64) {
    buffer.append(Array(ResultLine.text(failure, settings: settings).utf8))
    buffer.append("\n")
  }

  private mutating func append(_ fit: Fit) {
    begin(
      law: fit.law, axis: fit.axis, window: fit.window, origin: fit.series.origin,
      used: fit.samples.used)
    for (index, estimate) in fit.parameters.enumerated() {
      if index > 0 { buffer.append(",") }
      buffer.string(estimate.key)
      buffer.append(":{\"value\":")
      buffer.number(estimate.value)
      buffer.append(",\"unit\":")
      buffer.string(JSONWriter.unit(estimate.unit))
      errors(
        estimate.standardError, estimate.intervalDegrees, estimate.interval?.lower,
        estimate.interval?.upper, isKnown: estimate.interval != nil)
      more(estimate.classicalError, estimate.hc3Error)
      buffer.append(estimate.isFixed ? "true" : "false")
      buffer.append(",\"reason\":")
      buffer.string(estimate.reason)
      buffer.append(",\"profile\":")
      interval(estimate.profile)
      buffer.append(",\"feasible\":")
      interval(estimate.feasible)
      buffer.append("}")
    }
    residual(
      rms: fit.residual.rms, largest: fit.residual.max, floor: fit.residual.floor,
      durbinWatson: fit.residual.durbinWatson, runs: fit.residual.runsProbability)
    buffer.append(",\"search\":{\"converged\":")
    buffer.append(fit.search.converged ? "true}}" : "false}}")
  }

  private mutating func append(_ constant: TraceConstant) {
    buffer.append("{\"law\":")
    buffer.string(constant.law)
    buffer.append(",\"key\":")
    buffer.string(constant.key)
    buffer.append(",\"value\":")
    buffer.number(constant.estimate.value)
    buffer.append(",\"unit\":")
    buffer.string(JSONWriter.unit(constant.estimate.unit))
    let estimate = constant.estimate
    errors(
      estimate.standardError, estimate.intervalDegrees, estimate.interval?.lower,
      estimate.interval?.upper, isKnown: estimate.interval != nil)
    working(estimate.classicalError, reason: estimate.reason)
    if let level = constant.noise {
      noise(floor: level.floor, size: level.size, degrees: level.degrees)
    } else {
      buffer.append("null,\"gestures\":")
    }
    buffer.integer(constant.gestures)
    buffer.append("}")
  }

  private mutating func append(_ warning: Warning, fit: Int?) {
    buffer.append("{\"code\":")
    buffer.string(warning.code.rawValue)
    buffer.append(",\"message\":")
    buffer.string(warning.message)
    buffer.append(",\"remedy\":")
    buffer.string(warning.remedy)
    buffer.append(",\"fit\":")
    buffer.number(fit.map(Double.init))
    buffer.append("}")
  }

  // MARK: - Parts

  private mutating func begin(
    path: String, name: String?, line: Int, hash: UInt64, metadata: Metadata,
    facts: SamplingFacts?, used: Int
  ) {
    source(path: path, name: name, line: line, hash: hash)
    append(metadata)
    if let facts {
      sampling(
        samples: facts.sampleCount, used: used,
        rate: facts.refreshRate ?? facts.medianInterval.map { 1 / $0 },
        quantum: facts.quantum?.value)
    } else {
      buffer.append(",\"sampling\":null")
    }
    buffer.append(",\"fits\":[")
  }

  private mutating func source(path: String, name: String?, line: Int, hash: UInt64) {
    buffer.append(head)
    buffer.string(path)
    buffer.append(",\"trace\":")
    buffer.string(name)
    buffer.append(",\"line\":")
    buffer.integer(line)
    buffer.append(",\"content_hash\":")
    buffer.hex(hash)
  }

  private mutating func append(_ metadata: Metadata) {
    if self.metadata?.metadata != metadata {
      var json = JSONWriter(isPretty: false)
      ResultJSON.metadata(metadata, to: &json)
      self.metadata = (metadata, Array("},".utf8) + json.bytes)
    }
    buffer.append(self.metadata?.json ?? [])
  }

  private mutating func sampling(samples: Int, used: Int, rate: Double?, quantum: Double?) {
    buffer.append(",\"sampling\":{\"samples\":")
    buffer.integer(samples)
    buffer.append(",\"used\":")
    buffer.integer(used)
    buffer.append(",\"rate_hz\":")
    buffer.number(rate)
    buffer.append(",\"quantum_pt\":")
    buffer.number(quantum)
    buffer.append("}")
  }

  private mutating func begin(
    law: String, axis: Axis, window: ClosedRange<Double>?, origin: Double?, used: Int
  ) {
    buffer.append("{\"law\":")
    buffer.string(law)
    buffer.append(",\"axis\":")
    buffer.append(axis == .x ? "\"x\"" : "\"y\"")
    buffer.append(",\"window\":{\"start_s\":")
    buffer.number(window?.lowerBound)
    buffer.append(",\"end_s\":")
    buffer.number(window?.upperBound)
    buffer.append(",\"origin_s\":")
    buffer.number(origin)
    buffer.append("},\"samples\":{\"used\":")
    buffer.integer(used)
    buffer.append("},\"parameters\":{")
  }

  private mutating func errors(
    _ standardError: Double?, _ degrees: Double?, _ lower: Double?, _ upper: Double?,
    isKnown: Bool = true
  ) {
    buffer.append(",\"standard_error\":")
    buffer.number(standardError)
    buffer.append(",\"degrees_of_freedom\":")
    buffer.number(degrees)
    buffer.append(",\"interval\":")
    if isKnown { range(lower, upper) } else { buffer.append("null") }
  }

  private mutating func more(_ classical: Double?, _ hc3: Double?) {
    buffer.append(",\"classical_error\":")
    buffer.number(classical)
    buffer.append(",\"hc3_error\":")
    buffer.number(hc3)
    buffer.append(",\"fixed\":")
  }

  private mutating func interval(_ interval: Interval?) {
    if let interval {
      range(interval.lower, interval.upper)
    } else {
      buffer.append("null")
    }
  }

  private mutating func range(_ lower: Double?, _ upper: Double?) {
    buffer.append("[")
    buffer.number(lower)
    buffer.append(",")
    buffer.number(upper)
    buffer.append("]")
  }

  private mutating func residual(
    rms: Double?, largest: Double?, floor: Double?, durbinWatson: Double?, runs: Double?
  ) {
    buffer.append("},\"residual\":{\"rms_pt\":")
    buffer.number(rms)
    buffer.append(",\"max_pt\":")
    buffer.number(largest)
    buffer.append(",\"floor_pt\":")
    buffer.number(floor)
    buffer.append(",\"durbin_watson\":")
    buffer.number(durbinWatson)
    buffer.append(",\"runs_p\":")
    buffer.number(runs)
    buffer.append("}")
  }

  private mutating func working(_ error: Double?, reason: String? = nil) {
    buffer.append(",\"working_error\":")
    buffer.number(error)
    buffer.append(",\"reason\":")
    buffer.string(reason)
    buffer.append(",\"noise\":")
  }

  private mutating func noise(floor: Double, size: Double, degrees: Double) {
    buffer.append("{\"floor_pt\":")
    // Pools tell recordings of one rounding by it: all digits.
    if self.floor?.value != floor {
      var json = JSONWriter(isPretty: false)
      json.value(floor)
      self.floor = (floor, json.bytes)
    }
    buffer.append(self.floor?.json ?? [])
    buffer.append(",\"noise_pt\":")
    buffer.number(size)
    buffer.append(",\"degrees_of_freedom\":")
    buffer.number(degrees)
    buffer.append("},\"gestures\":")
  }

  private mutating func end(_ error: String?) {
    buffer.append("],\"error\":")
    if let error { buffer.append(Array(error.utf8)) } else { buffer.append("null") }
    buffer.append("}\n")
  }
}
