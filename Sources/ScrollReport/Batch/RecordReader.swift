internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Reads the result of one recording from JSON: an element of `results`, or a line of ndjson.
///
/// Unknown members are ignored, because a newer minor version has more. A required member with a wrong type is an error
/// with its location.
struct RecordReader {
  /// The file, for error locations.
  var file: JSONFile

  /// The source of a result and the hash of its content.
  func head(_ node: JSONNode) throws(ResultFileError) -> BatchRecord {
    guard node.members != nil else {
      throw file.fault(node, "a result should be an object, not \(node.kind)")
    }
    guard let source = node["source"], let path = source["path"]?.string else {
      throw file.fault(node["source"] ?? node, "a result should have a \"source\" with a \"path\"")
    }
    return BatchRecord(
      source: BatchSource(
        path: path, trace: source["trace"]?.string,
        line: try whole(source, "line") ?? 0),
      contentHash: try hash(source, "content_hash"))
  }

  /// The record of a result, with all members.
  func record(_ node: JSONNode) throws(ResultFileError) -> BatchRecord {
    var record = try head(node)
    try ResultNumbers(file: file).check(node)
    record.metadata = Metadata(
      (node["metadata"]?.members ?? []).compactMap { name, value in
        value.string.map { Metadata.Entry(name, $0) }
      })
    record.samples = try whole(node["sampling"], "samples") ?? 0
    record.fits = try file.list("fits", in: node).map(fit)
    if let constants = present(node["constants"]) {
      guard let list = constants.elements else {
        throw file.fault(constants, "\"constants\" should be a list")
      }
      record.constants = try list.map(constant)
    }
    record.warnings = Set(
      (node["warnings"]?.elements ?? []).compactMap { $0["code"]?.string }
    ).sorted()
    if let error = present(node["error"]) { record.failure = try failure(error) }
    return record
  }

  /// The settings hash of a line; nil if the line has none.
  func settings(_ node: JSONNode) throws(ResultFileError) -> UInt64? {
    try hash(node, "settings")
  }

  // MARK: - Parts

  private func failure(_ node: JSONNode) throws(ResultFileError) -> RecordedFailure {
    guard let code = node["code"]?.string, let message = node["message"]?.string else {
      throw file.fault(node, "\"error\" should have a \"code\" and a \"message\"")
    }
    return RecordedFailure(
      code: code, message: message, help: node["help"]?.string ?? "",
      line: try whole(node, "line"), column: try whole(node, "column"))
  }

  private func fit(_ node: JSONNode) throws(ResultFileError) -> RecordedFit {
    guard let law = node["law"]?.string else {
      throw file.fault(node["law"] ?? node, "\"law\" should be a string")
    }
    guard let axis = node["axis"]?.string.flatMap(Axis.init(rawValue:)) else {
      throw file.fault(node["axis"] ?? node, "\"axis\" should be \"x\" or \"y\"")
    }
    var window: ClosedRange<Double>?
    if let start = try number(node["window"], "start_s"),
      let end = try number(node["window"], "end_s"), start <= end
    {
      window = start...end
    }
    return RecordedFit(
      law: law, axis: axis, window: window,
      samples: try whole(node["samples"], "used") ?? 0,
      rms: try number(node["residual"], "rms_pt"),
      floor: try number(node["residual"], "floor_pt"),
      isConverged: node["search"]?["converged"]?.bool ?? true,
      parameters: try estimates(node, "parameters"), derived: try estimates(node, "derived"))
  }

  private func estimates(_ fit: JSONNode, _ name: String) throws(ResultFileError) -> [Estimate] {
    // Compact lines omit derived quantities.
    guard let node = fit[name] else { return [] }
    guard let members = node.members else {
      throw file.fault(node, "\"\(name)\" should be an object")
    }
    var result: [Estimate] = []
    for (key, node) in members { result.append(try estimate(key, node)) }
    return result
  }

  private func constant(_ node: JSONNode) throws(ResultFileError) -> TraceConstant {
    guard let law = node["law"]?.string, let key = node["key"]?.string else {
      throw file.fault(node, "a constant should have a \"law\" and a \"key\"")
    }
    var result = TraceConstant(
      law: law, estimate: try estimate(key, node),
      gestures: try whole(node, "gestures") ?? 1)
    result.estimate.classicalError = try number(node, "working_error")
    if let noise = present(node["noise"]), let floor = try number(noise, "floor_pt"),
      let size = try number(noise, "noise_pt"),
      let degrees = try number(noise, "degrees_of_freedom"), degrees > 0
    {
      var level = NoiseLevel(floor: floor)
      level.size = size
      level.degrees = degrees
      result.noise = level
    }
    return result
  }

  private func estimate(_ key: String, _ node: JSONNode) throws(ResultFileError) -> Estimate {
    guard node["value"]?.isNull != true || node["reason"]?.string != nil else {
      throw file.fault(
        node["value"] ?? node, "\"value\" of \(escapedForTerminal(key)) is null without a reason")
    }
    let unit = node["unit"]?.string ?? "1"
    var result = Estimate(
      key: key, value: try number(node, "value"), unit: unit == "1" ? "" : unit,
      reason: node["reason"]?.string)
    // An estimate with a value can have a reason too: why it has no error.
    result.reason = node["reason"]?.string
    result.standardError = try number(node, "standard_error")
    result.intervalDegrees = try number(node, "degrees_of_freedom")
    result.intervalFactor = try number(node, "interval_factor")
    result.classicalError = try number(node, "classical_error")
    result.isFixed = node["fixed"]?.bool ?? false
    if let ends = present(node["interval"]) {
      guard let list = ends.elements, list.count == 2 else {
        throw file.fault(ends, "\"interval\" should be a list of two numbers")
      }
      result.interval = Interval(lower: list[0].number, upper: list[1].number)
    }
    return result
  }

  // MARK: - Values

  private func present(_ node: JSONNode?) -> JSONNode? { node.flatMap { $0.isNull ? nil : $0 } }

  /// A numeric member of an object; nil if it is missing or null.
  private func number(_ object: JSONNode?, _ name: String) throws(ResultFileError) -> Double? {
    guard let node = present(object?[name]) else { return nil }
    guard let number = node.number else {
      throw file.fault(node, "\"\(name)\" should be a number, not \(node.kind)")
    }
    return number
  }

  private func whole(_ object: JSONNode?, _ name: String) throws(ResultFileError) -> Int? {
    guard let number = try number(object, name), let node = object?[name] else { return nil }
    guard let whole = Int(exactly: number) else {
      throw file.fault(node, "\"\(name)\" should be a whole number")
    }
    return whole
  }

  private func hash(_ object: JSONNode?, _ name: String) throws(ResultFileError) -> UInt64? {
    guard let node = present(object?[name]) else { return nil }
    guard let text = node.string, text.utf8.count == 16, let hash = UInt64(text, radix: 16) else {
      throw file.fault(node, "\"\(name)\" should be 16 hexadecimal digits")
    }
    return hash
  }
}
