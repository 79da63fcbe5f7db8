public import ScrollFitting
public import ScrollFormats

/// A reference file, `scrollfit.reference.json`: the constants that recordings should have, written by
/// `check --update` and edited by people.
///
///     {
///       "format_version": "1.0",
///       "note": "what people want to say",
///       "tolerances": {
///         "bounce.delta": {"relative": 0.005}
///       },
///       "pooled": {
///         "bounce.delta": {"value": 10.93, "unit": "1/s", "standard_error": 0.0012,
///           "degrees_of_freedom": 41, "traces": 12, "tolerance": {"absolute": 0.02}, "note": "..."}
///       },
///       "traces": [
///         {
///           "path": "flings/a.csv",
///           "trace": "second fling",
///           "constants": {
///             "bounce.delta": {"value": 10.94, "unit": "1/s", "standard_error": 0.004}
///           }
///         }
///       ]
///     }
///
/// A constant is one line. Only its `value` is required: without a standard error the value is exact, without degrees
/// of freedom the error is known exactly. Paths are relative to the folder of the file. With `"group_by": ["device"]` a
/// list `groups` of `{"values": {"device": "phone"}, "pooled": {...}}` replaces `pooled`. Everything except versions,
/// paths and values is optional. Unknown members are errors.
public enum ReferenceFile {
  /// The version that is written, and the newest version that can be read.
  static let version = (major: 1, minor: 0)

  /// The reference in a file, or on standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - laws: laws in addition to `Laws` whose constants are allowed.
  public static func read(
    path: String, laws: [LawDescription] = []
  ) throws(ResultFileError) -> Reference {
    try read(bytes: file(path).bytes(), path: path, laws: laws)
  }

  /// The reference in the bytes of a file.
  public static func read(
    bytes: [UInt8], path: String, laws: [LawDescription] = []
  ) throws(ResultFileError) -> Reference {
    let file = file(path)
    let root = try file.root(bytes)
    let (node, text, major, minor) = try file.version(of: root, of: "reference")
    let known = "\(version.major).\(version.minor)"
    guard (major, minor) <= version else {
      throw file.fault(
        node, "the reference has format version \(escapedForTerminal(text)), newer than \(known)",
        help: "use the version of scrollfit that wrote it, or a newer one")
    }
    guard major == version.major else {
      throw file.fault(
        node, "the reference has format version \(escapedForTerminal(text)), and \(known) is known")
    }
    return try ReferenceReader(file: file, laws: laws).reference(root)
  }

  /// Whether a JSON value is a result of scrollfit instead of a reference: a document of results, or a result line.
  public static func isResults(_ node: JSONNode) -> Bool {
    node["results"] != nil || node["fits"] != nil
  }

  static func file(_ path: String) -> JSONFile {
    JSONFile(
      path: path, invalid: .invalidReference,
      help: "'scrollfit check --update' writes such a file")
  }

  // MARK: - Writing

  /// The text of a reference file: indented, sorted, one constant per line. Numbers have the fewest digits that read
  /// back to the same value.
  public static func text(_ reference: Reference) -> String {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("format_version", "\(version.major).\(version.minor)")
      if let note = reference.note { writer.member("note", note) }
      if !reference.tolerances.isEmpty {
        writer.object("tolerances") { writer in
          for (name, tolerance) in reference.tolerances.sorted(by: { $0.key < $1.key }) {
            writer.line(name, isSpaced: true) { $0.members(of: tolerance) }
          }
        }
      }
      if !reference.groupKeys.isEmpty {
        writer.member("group_by", reference.groupKeys)
        writer.objects("groups", reference.pooled) { group, writer in
          writer.line("values", isSpaced: true) {
            for (key, value) in zip(reference.groupKeys, group.values) { $0.member(key, value) }
          }
          writer.constants("pooled", group.constants)
        }
      } else if let group = reference.pooled.first {
        writer.constants("pooled", group.constants)
      }
      writer.objects("traces", reference.sortedTraces) { trace, writer in
        writer.member("path", trace.0.path)
        if let name = trace.0.trace { writer.member("trace", name) }
        writer.constants("constants", trace.1)
      }
    }
    return writer.text + "\n"
  }
}

extension JSONWriter {
  fileprivate mutating func members(of tolerance: Tolerance) {
    if let absolute = tolerance.absolute { member("absolute", absolute) }
    if let relative = tolerance.relative { member("relative", relative) }
  }

  fileprivate mutating func constants(_ name: String, _ constants: [ReferenceConstant]) {
    object(name) { writer in
      for constant in constants.sorted(by: { $0.name < $1.name }) {
        writer.line(constant.name, isSpaced: true) { writer in
          writer.member("value", constant.value)
          writer.unit(constant.unit)
          if let error = constant.standardError { writer.member("standard_error", error) }
          if let degrees = constant.degrees { writer.member("degrees_of_freedom", degrees) }
          if let count = constant.count { writer.member("traces", count) }
          if let tolerance = constant.tolerance {
            writer.line("tolerance", isSpaced: true) { $0.members(of: tolerance) }
          }
          if let note = constant.note { writer.member("note", note) }
        }
      }
    }
  }
}
