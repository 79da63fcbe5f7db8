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
      $0.member("format_version", JSONReport.formatVersion)
      $0.member("settings", ResultJSON.hex(settings))
    }
    head = Array(json.text.utf8.dropLast()) + Array(",\"source\":{\"path\":".utf8)
  }

  // MARK: - A plain bounce

  /// The line of a plain recording.
  package mutating func append(_ plain: PlainBounce, of trace: Trace) {
    source(path: trace.path, name: trace.name, line: trace.line, hash: trace.contentHash)
    append(trace.metadata)
    sampling(
      samples: plain.samples, used: plain.used, rate: plain.rate, quantum: plain.quantum)
    buffer.append(",\"fits\":[")
    begin(
      law: BounceLaw.description.key, axis: plain.axis, window: plain.window,
      origin: plain.origin, used: plain.used)
    parameter("\"C\":", plain.amplitude, unit: "\"pt/s\"")
    buffer.append(",\"profile\":null,\"feasible\":null},")
    parameter("\"delta\":", plain.decayRate, unit: "\"1/s\"")
    buffer.append(",\"profile\":")
    range(plain.profile.lowerBound, plain.profile.upperBound)
    buffer.append(",\"feasible\":")
    if let feasible = plain.feasible {
      range(feasible.lowerBound, feasible.upperBound)
    } else {
      buffer.append("null")
    }
    buffer.append("},")
    parameter("\"phi\":", plain.phase, unit: "\"s\"")
    buffer.append(",\"profile\":null,\"feasible\":null}")
    residual(
      rms: plain.rms, largest: plain.largest, floor: plain.floor,
      durbinWatson: plain.durbinWatson, runs: plain.runsProbability)
    buffer.append(",\"search\":{\"converged\":true}}],\"constants\":[")
    let rate = plain.decayRate
    constant("\"bounce\"", "\"delta\"", value: rate.value, unit: "\"1/s\"")
    errors(rate.standardError, rate.degrees, rate.lower, rate.upper)
    working(rate.classicalError)
    noise(floor: plain.floor, size: plain.noise.size, degrees: plain.noise.degrees)
    buffer.append("1}],\"warnings\":[")
    if let warning = plain.warning { append(warning, fit: 0) }
    end(nil)
  }

  private mutating func parameter(
    _ key: StaticString, _ constant: PlainBounce.Constant, unit: StaticString
  ) {
    buffer.append(key)
    buffer.append("{\"value\":")
    buffer.number(constant.value)
    buffer.append(",\"unit\":")
    buffer.append(unit)
    errors(constant.standardError, constant.degrees, constant.lower, constant.upper)
    more(constant.classicalError, constant.hc3Error)
    buffer.append("false,\"reason\":null")
  }

  // MARK: - Any result

  /// The line of any result.
  package mutating func append(_ result: TraceResult, findsFeasible: Bool) {
    source(path: result.path, name: result.name, line: result.line, hash: result.contentHash)
    append(result.metadata)
    if let facts = result.sampling {
      sampling(
        samples: facts.sampleCount, used: result.fits.reduce(0) { $0 + $1.samples.used },
        rate: facts.refreshRate ?? facts.medianInterval.map { 1 / $0 },
        quantum: facts.quantum?.value)
    } else {
      buffer.append(",\"sampling\":null")
    }
    buffer.append(",\"fits\":[")
    for (index, fit) in result.fits.enumerated() {
      if index > 0 { buffer.append(",") }
      append(fit, findsFeasible: findsFeasible)
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
    var json = JSONWriter(isPretty: false)
    ResultJSON.write(result.failure, line: result.line, to: &json)
    end(json.text)
  }

  /// The line of a recording that could not be read: the one that ``ResultLine`` writes.
  package mutating func append(_ failure: ReadingFailure, settings: UInt64) {
    buffer.append(Array(ResultLine.text(failure, settings: settings).utf8))
    buffer.append("\n")
  }

  private mutating func append(_ fit: Fit, findsFeasible: Bool) {
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
      interval(findsFeasible ? estimate.feasible : nil)
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

  // MARK: - What both have

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
      self.metadata = (metadata, Array("},".utf8) + Array(json.text.utf8))
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

  private mutating func constant(
    _ law: StaticString, _ key: StaticString, value: Double, unit: StaticString
  ) {
    buffer.append("{\"law\":")
    buffer.append(law)
    buffer.append(",\"key\":")
    buffer.append(key)
    buffer.append(",\"value\":")
    buffer.number(value)
    buffer.append(",\"unit\":")
    buffer.append(unit)
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
      self.floor = (floor, Array(json.text.utf8))
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
