public import ScrollFitting
public import ScrollFormats

/// The constants of one fit, read from a result file.
public struct SavedFit: Sendable {
  /// The law.
  public var law: String
  /// The path of the recording, as in the result.
  public var source: String
  /// The recording within its file; nil if it is the only one.
  public var trace: String?
  /// The hash of the recording's content; nil if the result has none.
  public var contentHash: String?
  /// Constants, correlations and the factor of intervals.
  public var constants: UncertainConstants
  /// Whether a deceleration was fitted as a sum over milliseconds.
  public var isDiscrete = false
}

/// Reads results that were written by `--format json`.
public enum ResultFile {
  /// The supported major version of the format.
  public static let majorVersion = 1

  /// One number of a fit: its key and unit, the name of the corresponding constant in predictions, and whether it must
  /// be above 0.
  private struct Key {
    var key: String
    var unit: String
    var name: String
    var isPositive = false
  }

  /// The numbers of a law that predictions need.
  private static func keys(of law: String) -> [Key] {
    guard let law = Laws.law(law) else { return [] }
    let constants = law.predicted?.constants.constants ?? []
    return law.description.predicts.map { input in
      Key(
        key: input.key, unit: law.description.quantity(input.key)?.unit ?? "", name: input.name,
        isPositive: constants.first { $0.name == input.name }?.allowed.isPositive ?? false)
    }
  }

  /// The fits in a file, or in standard input for `-`, and the pooled constants in its summary.
  public static func contents(
    path: String
  ) throws(ResultFileError) -> (fits: [SavedFit], pooled: [SavedFit]) {
    let bytes = try file(path).bytes()
    return (try fits(bytes: bytes, path: path), try pooled(bytes: bytes, path: path))
  }

  /// The pooled constants of a summary, as one fit per law; empty without a summary, and for grouped results, which
  /// have no common constants.
  static func pooled(bytes: [UInt8], path: String) throws(ResultFileError) -> [SavedFit] {
    let file = file(path)
    let root = try file.root(bytes)
    let groups = root["summary"]?["groups"]?.elements ?? []
    guard groups.count == 1 else { return [] }
    let reader = Reader(file: file)
    var fits: [SavedFit] = []
    for pool in groups[0]["pooled"]?.elements ?? [] {
      try add(pool, to: &fits, reader)
    }
    return fits
  }

  /// Adds a pooled constant to the fit of its law.
  private static func add(
    _ pool: JSONNode, to fits: inout [SavedFit], _ reader: Reader
  ) throws(ResultFileError) {
    guard let law = pool["law"]?.string, let key = pool["key"]?.string,
      let estimate = pool["estimate"]
    else {
      throw reader.file.fault(pool, "a pooled constant should have a law, a key and an estimate")
    }
    let name = keys(of: law).first { $0.key == key }?.name ?? key
    let unit = Laws.description(law)?.quantity(key)?.unit ?? ""
    let found = try reader.constant(estimate, Key(key: key, unit: unit, name: name))
    guard let constant = found else { return }
    let place = place(of: name, law: law, in: &fits, from: pool)
    fits[place].constants.constants[name] = constant
    guard let error = constant.standardError, error > 0,
      let factor = factor(of: estimate, error: error)
    else { return }
    let widest = max(fits[place].constants.intervalFactor ?? 0, factor)
    fits[place].constants.intervalFactor = widest
  }

  /// The ratio of half the interval of a pooled constant to its standard error; nil without an interval.
  private static func factor(of estimate: JSONNode, error: Double) -> Double? {
    let ends = (estimate["interval"]?.elements ?? []).compactMap(\.number)
    return ends.count == 2 ? (ends[1] - ends[0]) / (2 * error) : nil
  }

  private static func count(of pool: JSONNode) -> Int {
    guard let number = pool["recordings"]?.number else { return 0 }
    return Int(exactly: number) ?? 0
  }

  /// The index of the fit for the law of a pooled constant; a new fit is appended if there is none.
  private static func place(
    of name: String, law: String, in fits: inout [SavedFit], from pool: JSONNode
  ) -> Int {
    let all = IdentifiedConstants.all(of: law)
    let taken = all.firstIndex { $0.names.values.contains(name) }
    let owner = taken.map { all[$0].law } ?? law
    if let place = fits.firstIndex(where: { $0.law == owner }) { return place }
    let count = count(of: pool)
    var constants = UncertainConstants()
    if let taken {
      for (key, value) in all[taken].fixed { constants.constants[key] = .init(value) }
      constants.words = all[taken].words
    }
    fits.append(
      SavedFit(
        law: owner, source: "\(PooledText.count(count, "recording")), pooled",
        constants: constants))
    return fits.count - 1
  }

  private static func file(_ path: String) -> JSONFile {
    JSONFile(
      path: path, invalid: .invalidData,
      help: "--from reads what 'fit', the laws and 'identify' write with --format json")
  }

  /// The fits in the bytes of a result.
  public static func fits(bytes: [UInt8], path: String) throws(ResultFileError) -> [SavedFit] {
    let file = file(path)
    let root = try file.root(bytes)
    try checkVersion(of: root, file: file)
    let reader = Reader(file: file)
    var fits: [SavedFit] = []
    for result in try file.list("results", in: root) {
      let source = result["source"]
      func saved(_ law: String) -> SavedFit {
        SavedFit(
          law: law, source: source?["path"]?.string ?? "?", trace: source?["trace"]?.string,
          contentHash: source?["content_hash"]?.string, constants: UncertainConstants())
      }
      if let motions = result["motions"]?.elements, result["fits"] == nil {
        for motion in motions {
          for found in try reader.identified(motion) {
            var fit = saved(found.law)
            fit.constants = found.constants
            fits.append(fit)
          }
        }
        continue
      }
      for node in try file.list("fits", in: result) {
        guard let law = node["law"]?.string else {
          throw file.fault(node["law"] ?? node, "\"law\" should be a string")
        }
        var fit = saved(law)
        fit.constants = try reader.constants(of: node, keys(of: law))
        fit.isDiscrete = node["form"]?.string == "discrete"
        fits.append(fit)
      }
    }
    return fits
  }

  /// Throws if a result has a newer major version.
  static func checkVersion(of root: JSONNode, file: JSONFile) throws(ResultFileError) {
    let version = try file.version(of: root, of: "result")
    guard version.major <= majorVersion else {
      throw file.fault(
        version.node,
        "the result has format version \(escapedForTerminal(version.text)), newer than \(majorVersion).x",
        help: "use the version of scrollfit that wrote it, or a newer one")
    }
  }

  private struct Reader {
    var file: JSONFile

    func fault(_ node: JSONNode, _ message: String) -> ResultFileError { file.fault(node, message) }

    func constants(of fit: JSONNode, _ keys: [Key]) throws(ResultFileError) -> UncertainConstants {
      var result = UncertainConstants()
      for key in keys {
        guard let node = fit["parameters"]?[key.key] ?? fit["derived"]?[key.key] else { continue }
        if let constant = try constant(node, key) { result.constants[key.name] = constant }
      }
      result.correlations = try correlations(of: fit, keys)
      result.intervalFactor = try intervalFactor(of: fit, keys)
      return result
    }

    /// One constant; nil if its value in the result is null.
    func constant(
      _ node: JSONNode, _ key: Key
    ) throws(ResultFileError) -> UncertainConstants.Constant? {
      guard let value = node["value"] else { throw fault(node, "\"\(key.key)\" has no value") }
      if value.isNull { return nil }
      guard let number = value.number else {
        throw fault(value, "the value of \"\(key.key)\" should be a number, not \(value.kind)")
      }
      if key.isPositive, number <= 0 { throw fault(value, "\"\(key.key)\" should be above 0") }
      let unit = node["unit"]
      guard unit?.string == JSONWriter.unit(key.unit) else {
        throw fault(
          unit ?? node, "the unit of \"\(key.key)\" should be \"\(JSONWriter.unit(key.unit))\"")
      }
      if node["fixed"]?.bool == true { return .init(number) }
      guard let error = node["standard_error"], !error.isNull else {
        return .init(number, standardError: nil)
      }
      guard let size = error.number, size >= 0 else {
        throw fault(error, "the standard error of \"\(key.key)\" should be 0 or more")
      }
      return .init(number, standardError: size)
    }

    /// The largest interval factor of the constants read, or that of the fit if they have none.
    private func intervalFactor(
      of fit: JSONNode, _ keys: [Key]
    ) throws(ResultFileError) -> Double? {
      let own = keys.compactMap { key in
        (fit["parameters"]?[key.key] ?? fit["derived"]?[key.key])?["interval_factor"]
      }.filter { !$0.isNull }
      var widest: Double?
      for factor in own.isEmpty ? [fit["residual"]?["interval_factor"]].compactMap({ $0 }) : own
      where !factor.isNull {
        guard let number = factor.number, number > 0 else {
          throw fault(factor, "\"interval_factor\" should be above 0")
        }
        widest = max(widest ?? 0, number)
      }
      return widest
    }

    private func correlations(
      of fit: JSONNode, _ keys: [Key]
    ) throws(ResultFileError) -> [String: Double] {
      var result: [String: Double] = [:]
      for member in fit["correlation"]?.members ?? [] {
        let names = member.name.split(separator: ",").compactMap { part in
          keys.first { $0.key == part }?.name
        }
        guard names.count == 2, !member.value.isNull else { continue }
        guard let number = member.value.number, number.magnitude <= 1 else {
          throw fault(
            member.value,
            "the correlation of \"\(escapedForTerminal(member.name))\" should be from -1 to 1")
        }
        result["\(names[0]),\(names[1])"] = number
      }
      return result
    }

    /// The constants of the law in an `identify` result, for each law of `predict` that accepts them. The constants are
    /// empty if no law of `predict` does, or if no law fits the motion.
    func identified(
      _ motion: JSONNode
    ) throws(ResultFileError) -> [(law: String, constants: UncertainConstants)] {
      guard let node = motion["law"], let law = node.string else {
        throw fault(motion["law"] ?? motion, "\"law\" should be a string")
      }
      let best = motion["candidates"]?.elements?.first { $0["law"]?.string == law }
      let isFollowed = motion["confidence"]?.string != "none"
      let taken = isFollowed ? IdentifiedConstants.all(of: law) : []
      guard let list = best?["constants"], !taken.isEmpty else {
        return [(law, UncertainConstants())]
      }
      var result: [(law: String, constants: UncertainConstants)] = []
      for one in taken {
        var constants = UncertainConstants()
        constants.constants = one.fixed.mapValues { .init($0) }
        constants.words = one.words
        for (key, name) in one.names {
          guard let number = list[key]?["value"] else { continue }
          guard let value = number.number else {
            throw fault(number, "the value of \"\(key)\" should be a number, not \(number.kind)")
          }
          constants.constants[name] = .init(value, standardError: nil)
        }
        result.append((one.law, constants))
      }
      return result
    }
  }
}
