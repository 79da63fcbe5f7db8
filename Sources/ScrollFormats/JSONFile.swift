internal import ScrollTraces

#if canImport(System)
  package import System
#else
  package import SystemPackage
#endif

/// An error in a JSON file: a result of an earlier run, a reference, or a list of engines.
public struct ResultFileError: Error, Sendable, Hashable {
  /// The kind of error, which determines the exit code.
  public enum Kind: Sendable, Hashable {
    /// There is no such file.
    case missingInput
    /// A result is invalid.
    case invalidData
    /// A reference is invalid.
    case invalidReference
    /// The file could not be read.
    case readFailure

    package var code: String {
      switch self {
      case .missingInput: "file-not-found"
      case .invalidData, .invalidReference: "invalid-result"
      case .readFailure: "read-failed"
      }
    }
  }

  /// The kind.
  public var kind: Kind
  /// The file.
  public var path: String
  /// The line, from 1.
  public var line: Int?
  /// The column, from 1.
  public var column: Int?
  /// The message, one sentence in lower case.
  public var message: String
  /// What the user can do.
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

  /// `path:line:column`, as far as known.
  public var location: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return (path == "-" ? "<stdin>" : path) + place
  }
}

/// A JSON file that is read strictly: its bytes, its version, and errors with their locations.
package struct JSONFile {
  /// The file; `-` for standard input.
  package var path: String
  package var invalid: ResultFileError.Kind
  /// The default help of an error.
  package var help: String

  package init(path: String, invalid: ResultFileError.Kind, help: String) {
    self.path = path
    self.invalid = invalid
    self.help = help
  }

  /// The name of the file in messages.
  package var name: String { path == "-" ? "standard input" : path }

  package func fault(_ node: JSONNode, _ message: String, help: String? = nil) -> ResultFileError {
    fault(line: node.line, column: node.column, message, help: help)
  }

  /// The error for a place in the file, as far as known.
  package func fault(
    line: Int? = nil, column: Int? = nil, _ message: String, help: String? = nil
  ) -> ResultFileError {
    ResultFileError(
      kind: invalid, path: path, line: line, column: column, message: message,
      help: help ?? self.help)
  }

  /// The JSON value in bytes of the file that begin at a line.
  package func root(
    _ bytes: [UInt8], firstLine: Int = 1
  ) throws(ResultFileError) -> JSONNode {
    do {
      return try JSONNode(bytes, firstLine: firstLine)
    } catch {
      throw fault(line: error.line, column: error.column, error.message)
    }
  }

  /// The `format_version` of a file, and its location; `noun` names this kind of file in messages.
  package func version(
    of root: JSONNode, of noun: String
  ) throws(ResultFileError) -> (node: JSONNode, text: String, major: Int, minor: Int) {
    guard let node = root["format_version"], let text = node.string else {
      throw fault(
        root["format_version"] ?? root,
        "\"format_version\" should be a string: no \(noun) of scrollfit")
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let major = parts.first.flatMap({ Int(String($0)) }) else {
      throw fault(node, "\"\(escapedForTerminal(text))\" is no version")
    }
    return (node, text, major, parts.count > 1 ? Int(String(parts[1])) ?? 0 : 0)
  }

  /// The elements of a value that should be a list; `name` names it in messages.
  package func elements(_ node: JSONNode, _ name: String) throws(ResultFileError) -> [JSONNode] {
    guard let elements = node.elements else {
      throw fault(node, "\(name) should be a list, not \(node.kind)")
    }
    return elements
  }

  /// The elements of a member that should be a list.
  package func list(_ name: String, in node: JSONNode) throws(ResultFileError) -> [JSONNode] {
    guard let list = node[name]?.elements else {
      throw fault(node[name] ?? node, "\"\(name)\" should be a list")
    }
    return list
  }

  package func bytes() throws(ResultFileError) -> [UInt8] {
    let limit = JSONNode.sizeLimit
    var bytes: [UInt8] = []
    let descriptor = try open()
    defer { if path != "-" { try? descriptor.close() } }
    do {
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
      defer { piece.deallocate() }
      while case let count = try descriptor.read(into: piece), count > 0 {
        bytes.append(contentsOf: piece[..<count])
        if bytes.count > limit { break }
      }
    } catch {
      throw failure(error)
    }
    guard bytes.count <= limit else {
      throw fault(
        "more than \(limit >> 20) MiB of JSON",
        help: "it is something else, or should be split; \(help)")
    }
    return bytes
  }

  package func open() throws(ResultFileError) -> FileDescriptor {
    guard path != "-" else { return .standardInput }
    do {
      return try FileDescriptor.open(FileName.path(path), .readOnly, options: .closeOnExec)
    } catch {
      throw failure(error)
    }
  }

  /// The error for a failed system call.
  package func failure(_ error: any Error) -> ResultFileError {
    let errno = error as? Errno
    let isMissing = errno == .noSuchFileOrDirectory || errno == .notDirectory
    let isFolder = errno == .isDirectory
    let reason = isMissing ? "no such file" : isFolder ? "this is a folder, not a file" : nil
    return ResultFileError(
      kind: isMissing || isFolder || errno == .permissionDenied ? .missingInput : .readFailure,
      path: path, line: nil, column: nil,
      message: reason ?? "the file cannot be read: \(errno?.description ?? "\(error)")",
      help: "check the spelling; - reads standard input")
  }
}
