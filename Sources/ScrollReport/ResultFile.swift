public import ScrollFitting

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Why a result of an earlier run cannot be used.
public struct ResultFileError: Error, Sendable, Hashable {
  /// What kind of failure; the command turns it into an exit code.
  public enum Kind: Sendable, Hashable {
    /// There is no such file.
    case missingInput
    /// It is not what it should be.
    case invalidData
    /// It could not be read.
    case readFailure
  }

  /// The kind.
  public var kind: Kind
  /// The file.
  public var path: String
  /// Line from 1.
  public var line: Int?
  /// Column from 1.
  public var column: Int?
  /// One sentence, lower case.
  public var message: String
  /// What to do.
  public var help: String

  /// An error.
  public init(
    kind: Kind, path: String, line: Int?, column: Int?, message: String, help: String
  ) {
    self.kind = kind
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.help = help
  }

  /// `path:line:column`, as far as it is known.
  public var location: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return (path == "-" ? "<stdin>" : path) + place
  }
}

/// The constants of one fit, read back from a result.
public struct SavedFit: Sendable {
  /// The law.
  public var law: String
  /// The recording, as the result names it.
  public var source: String
  /// Constants, correlations and the factor of intervals.
  public var constants: UncertainConstants
  /// Whether a deceleration was fitted as a sum over milliseconds.
  public var isDiscrete = false
}

/// A result as `--format json` writes it, read back.
public enum ResultFile {
  /// The major version of the format that is understood.
  public static let majorVersion = 1

  /// One number of a fit: its key and unit, the name under which laws take it, and whether it must be
  /// above 0.
  private struct Key {
    var key: String
    var unit: String
    var name: String
    var isPositive: Bool

    init(_ key: String, _ unit: String, as name: String? = nil, isPositive: Bool = false) {
      self.key = key
      self.unit = unit
      self.name = name ?? key
      self.isPositive = isPositive
    }
  }

  /// What is read of each law.
  private static let known: [String: [Key]] = [
    "bounce": [Key("C", "pt/s"), Key("delta", "1/s", isPositive: true)],
    "decelerate": [
      Key("k", "1/s", isPositive: true), Key("v0", "pt/s"), Key("x0", "pt"),
      Key("stop_velocity", "pt/s", as: "stop", isPositive: true),
      Key("coulomb", "pt/s^2", isPositive: true),
    ],
    "rubber-band": [Key("c", "", isPositive: true), Key("d", "pt", isPositive: true)],
    "spring": [
      Key("delta", "1/s", isPositive: true), Key("kappa", "1/s^2"), Key("a", "pt"),
      Key("b", "pt/s"),
    ],
  ]

  /// The fits of a file, or of standard input for `-`.
  public static func fits(path: String) throws(ResultFileError) -> [SavedFit] {
    try fits(bytes: read(path), path: path)
  }

  /// The fits of a result that has been read.
  public static func fits(bytes: [UInt8], path: String) throws(ResultFileError) -> [SavedFit] {
    let root: JSONNode
    do {
      root = try JSONNode(bytes)
    } catch {
      throw ResultFileError(
        kind: .invalidData, path: path, line: error.line, column: error.column,
        message: error.message,
        help: "--from reads what bounce, decelerate and rubber-band write with --format json")
    }
    let reader = Reader(path: path)
    try reader.checkVersion(of: root)
    guard let results = root["results"]?.elements else {
      throw reader.fault(root["results"] ?? root, "\"results\" should be a list")
    }
    var fits: [SavedFit] = []
    for result in results {
      let source = result["source"]?["path"]?.string ?? "?"
      guard let list = result["fits"]?.elements else {
        throw reader.fault(result["fits"] ?? result, "\"fits\" should be a list")
      }
      for fit in list {
        guard let law = fit["law"]?.string else {
          throw reader.fault(fit["law"] ?? fit, "\"law\" should be a string")
        }
        guard let keys = known[law] else {
          fits.append(SavedFit(law: law, source: source, constants: UncertainConstants()))
          continue
        }
        var saved = SavedFit(
          law: law, source: source, constants: try reader.constants(of: fit, keys))
        saved.isDiscrete = fit["form"]?.string == "discrete"
        fits.append(saved)
      }
    }
    return fits
  }

  private static func read(_ path: String) throws(ResultFileError) -> [UInt8] {
    // A result is small; a file beyond this is something else.
    let limit = 64 << 20
    var bytes: [UInt8] = []
    do {
      let descriptor =
        path == "-"
        ? FileDescriptor.standardInput
        : try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      defer { if path != "-" { try? descriptor.close() } }
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
      defer { piece.deallocate() }
      while case let count = try descriptor.read(into: piece), count > 0 {
        bytes.append(contentsOf: piece[..<count])
        if bytes.count > limit { break }
      }
    } catch {
      let errno = error as? Errno
      let isMissing = errno == .noSuchFileOrDirectory || errno == .notDirectory
      let isFolder = errno == .isDirectory
      let reason = isMissing ? "no such file" : isFolder ? "this is a folder, not a file" : nil
      throw ResultFileError(
        kind: isMissing || isFolder || errno == .permissionDenied ? .missingInput : .readFailure,
        path: path, line: nil, column: nil,
        message: reason ?? "the file cannot be read: \(errno?.description ?? "\(error)")",
        help: "check the spelling; - reads standard input")
    }
    guard bytes.count <= limit else {
      throw ResultFileError(
        kind: .invalidData, path: path, line: nil, column: nil, message: "more than 64 MiB",
        help: "--from reads what bounce, decelerate and rubber-band write with --format json")
    }
    return bytes
  }

  private struct Reader {
    var path: String

    func fault(_ node: JSONNode, _ message: String, help: String? = nil) -> ResultFileError {
      ResultFileError(
        kind: .invalidData, path: path, line: node.line, column: node.column, message: message,
        help: help
          ?? "--from reads what bounce, decelerate and rubber-band write with --format json")
    }

    func checkVersion(of root: JSONNode) throws(ResultFileError) {
      guard let node = root["format_version"], let version = node.string else {
        throw fault(
          root["format_version"] ?? root,
          "\"format_version\" should be a string: no result of scrollfit")
      }
      guard let major = version.split(separator: ".").first.flatMap({ Int(String($0)) }) else {
        throw fault(node, "\"\(terminalSafe(version))\" is no version")
      }
      guard major <= majorVersion else {
        throw fault(
          node,
          "the result has format version \(terminalSafe(version)), newer than \(majorVersion).x",
          help: "use the version of scrollfit that wrote it, or a newer one")
      }
    }

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

    /// One constant; nil where the result says that it is not known.
    private func constant(
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

    /// The widest factor of the constants read; that of the fit where they have none of their own.
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
            "the correlation of \"\(terminalSafe(member.name))\" should be from -1 to 1")
        }
        result["\(names[0]),\(names[1])"] = number
      }
      return result
    }
  }
}
