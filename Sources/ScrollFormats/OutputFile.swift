internal import ScrollTraces

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An error in creating or writing an output.
public struct OutputError: Error, Sendable, Hashable {
  /// The kind of error, which determines the exit code.
  public enum Kind: Sendable, Hashable {
    /// The output cannot be created.
    case cannotCreate
    /// Another process is writing the file.
    case inUse
    /// Writing failed, for example because the disk is full.
    case cannotWrite
    /// The reader closed the pipe, which is not a fault.
    case closedPipe

    package var code: String {
      switch self {
      case .cannotCreate: "cannot-create"
      case .inUse: "in-use"
      case .cannotWrite: "cannot-write"
      case .closedPipe: "closed-pipe"
      }
    }
  }

  /// The kind.
  public var kind: Kind
  /// The file, or `standard output`.
  public var path: String
  /// The reason given by the system.
  public var reason: String

  package init(kind: Kind, path: String, reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// One sentence that names the file and the reason.
  public var message: String {
    switch kind {
    case .cannotCreate: "cannot create the output: \(reason)"
    case .inUse: "the output is in use: \(reason)"
    case .cannotWrite: "cannot write: \(reason)"
    case .closedPipe: "the reader closed the pipe"
    }
  }

  /// What the user can do, one line.
  public var help: String? {
    switch kind {
    case .cannotCreate: "check that its folder exists and that you may write there"
    case .inUse: "wait until it is done, or name another file"
    case .cannotWrite: "make room on the device, or write to another one"
    case .closedPipe: nil
    }
  }
}

/// A file that is written completely or not at all.
///
/// It is opened before the work starts, under a temporary name in the same folder, and renamed when it is complete.
/// Devices and pipes, which cannot be replaced, are written directly.
public final class OutputFile {
  /// The final path.
  public let path: String
  private let target: FilePath
  /// The temporary path; nil for a file that is written directly.
  private let draft: FilePath?
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  private var isDone = false

  /// Creates the file under a temporary name.
  public init(path: String) throws(OutputError) {
    self.path = path
    // If the path is a symbolic link, the file it points to is replaced.
    let final = Self.resolved(FileName.path(path))
    target = final
    var existing = stat()
    let status = final.withPlatformString { stat($0, &existing) == 0 ? 0 : errno }
    let exists = status == 0
    let isRegular = !exists || (existing.st_mode & S_IFMT) == S_IFREG
    do {
      // The temporary name is cut, so only this check detects a final name that is too long.
      if status == ENAMETOOLONG { throw Errno(rawValue: status) }
      if isRegular {
        guard let draft = Self.draft(of: final) else { throw Errno.isDirectory }
        if exists, final.withPlatformString({ access($0, W_OK) }) != 0 {
          throw Errno(rawValue: errno)
        }
        descriptor = try FileDescriptor.open(
          draft, .writeOnly, options: [.create, .truncate, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
        self.draft = draft
        TemporaryFiles.add(draft)
        // The replacement keeps the mode of an existing file, independently of the umask.
        if exists { _ = fchmod(descriptor.rawValue, existing.st_mode & 0o777) }
      } else {
        descriptor = try FileDescriptor.open(final, .writeOnly)
        draft = nil
      }
    } catch {
      throw OutputError(kind: .cannotCreate, path: path, reason: describe(error))
    }
  }

  /// A new temporary name in the same folder; nil for a path without a file name.
  private static func draft(of path: FilePath) -> FilePath? {
    guard let component = path.lastComponent, component.kind == .regular else { return nil }
    var name = component.withPlatformString { name in
      Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    }
    // Names have at most 255 bytes; some systems do not allow an incomplete character at the end.
    if name.count > 200 {
      name.removeSubrange(200...)
      while let last = name.last, last & 0xC0 == 0x80 { name.removeLast() }
    }
    // A random tag, because an interrupted run with the same process id may have left a file.
    let tag = String(UInt32.random(in: 0 ... .max), radix: 36)
    let bytes =
      [UInt8(ascii: ".")] + name + Array(".\(getpid())-\(tag).tmp".utf8)
    let file = FileName.path(FileName.text(bytes))
    return path.removingLastComponent().appending(file.components)
  }

  /// The path with all links resolved; unchanged if it does not exist.
  private static func resolved(_ path: FilePath) -> FilePath {
    path.withPlatformString { text in
      guard let real = realpath(text, nil) else { return path }
      defer { free(real) }
      return FilePath(platformString: real)
    }
  }

  /// Whether two paths lead to the same file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    var a = stat()
    var b = stat()
    // Standard input can be a file too.
    guard
      first == "-"
        ? fstat(STDIN_FILENO, &a) == 0 : FileName.withCString(first, { stat($0, &a) }) == 0,
      FileName.withCString(second, { stat($0, &b) }) == 0, a.st_mode & S_IFMT == S_IFREG
    else {
      return false
    }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }

  deinit {
    guard !isDone else { return }
    try? descriptor.close()
    if let draft { TemporaryFiles.remove(draft, isKept: false) }
  }

  /// Whether anything has been written.
  public private(set) var hasContent = false

  /// Adds text.
  public func write(_ text: String) throws(OutputError) {
    if !text.isEmpty { hasContent = true }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { try flush() }
  }

  private func flush() throws(OutputError) {
    do {
      try descriptor.writeAll(buffer)
    } catch {
      throw OutputError(kind: .cannotWrite, path: path, reason: describe(error))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Completes the file and renames it to its final path.
  public func commit() throws(OutputError) {
    try flush()
    do {
      try descriptor.close()
      isDone = true
      guard let draft else { return }
      let result = draft.withPlatformString { old in
        target.withPlatformString { new in rename(old, new) }
      }
      guard result == 0 else { throw Errno(rawValue: errno) }
      TemporaryFiles.remove(draft, isKept: true)
    } catch {
      if let draft { TemporaryFiles.remove(draft, isKept: false) }
      throw OutputError(kind: .cannotWrite, path: path, reason: describe(error))
    }
  }
}

/// Standard output, with errors reported, and standard error.
package enum StandardStream {
  /// Prepares the process for writing, before any file is opened.
  ///
  /// Signals for failed writes are ignored, so that these become errors: if the reader of a pipe leaves early, or a
  /// file reaches the size limit of the process, the other outputs are still completed and temporary files are removed.
  /// If a standard stream is closed, the next opened file would get its descriptor and its output; /dev/null is opened
  /// in its place, in the opposite mode, so that using the stream fails.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for number in 0...Int32(2) where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Installs a handler for a signal, unless the process ignores it, for example under nohup.
  ///
  /// - Returns: the handler before; nil if the signal is ignored.
  package static func handle(
    _ number: Int32, with handler: @escaping @convention(c) (Int32) -> Void
  ) -> (@convention(c) (Int32) -> Void)? {
    let before = signal(number, handler)
    // Functions cannot be compared; SIG_IGN is the address 1 on all systems.
    guard unsafeBitCast(before, to: Int.self) == 1 else { return before }
    signal(number, SIG_IGN)
    return nil
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal on a descriptor; nil if there is none or its width is unknown.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Writes text to standard output.
  package static func write(_ text: String) throws(OutputError) {
    var text = text
    let result = text.withUTF8 { utf8 in
      Result { () throws(OutputError) in try write(UnsafeRawBufferPointer(utf8)) }
    }
    try result.get()
  }

  /// Writes bytes to standard output.
  package static func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    guard !bytes.isEmpty else { return }
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch {
      let isPipe = (error as? Errno) == .brokenPipe
      throw OutputError(
        kind: isPipe ? .closedPipe : .cannotWrite, path: "standard output",
        reason: describe(error))
    }
  }

  /// Writes a line to standard error; a failure cannot be reported anywhere.
  ///
  /// On a terminal the line is wrapped between words, but not within a command, which can then be copied. Elsewhere it
  /// stays whole, because editors and CI parse `path:line:column: error:`.
  ///
  /// - Parameters:
  ///   - line: the text.
  ///   - label: the number of characters at its start that stay together, such as a path.
  ///   - indent: columns by which later lines begin further right.
  package static func report(_ line: String, label: Int = 0, indent: Int = 2) {
    guard let columns = errorColumns else { return show(line + "\n") }
    for line in line.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = line.prefix { $0 == " " }
      let labelEnd = max(label, start.count)
      let text =
        joined(line.prefix(labelEnd).dropFirst(start.count)) + unbroken(line.dropFirst(labelEnd))
      let wrapped = TextLayout.wrap(text, width: columns - start.count - indent)
      let margin = "\n" + start + String(repeating: " ", count: indent)
      show(start + wrapped.joined(separator: margin).replacing("\0", with: " ") + "\n")
    }
  }

  /// A text at whose spaces no line ends.
  private static func joined(_ text: Substring) -> String {
    String(text).replacing(" ", with: "\0")
  }

  /// A text in which no line ends within quotation marks or a last command.
  private static func unbroken(_ text: Substring) -> String {
    if text.contains(" | scrollfit "), let colon = text.firstRange(of: ": ") {
      return text[..<colon.upperBound] + joined(text[colon.upperBound...])
    }
    return String(text).replacing(/'[^']*'|"[^"]*"/) { joined($0.output) }
  }

  /// Columns of the terminal on standard error, from 40 to 120; nil if there is no such terminal.
  private static let errorColumns = columns(of: 2).flatMap { $0 >= 40 ? min(120, $0) : nil }

  /// Writes text to standard error, without a line end.
  package static func show(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}

package func describe(_ error: any Error) -> String {
  (error as? Errno)?.description ?? "\(error)"
}
