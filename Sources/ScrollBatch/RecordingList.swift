package import ScrollTraces

/// The files and folders to read, and a file that lists more of them.
package struct RecordingList: Sendable {
  private let paths: [String]
  private let listFile: String?
  private let endings: [String]

  /// - Parameters:
  ///   - paths: files and folders; `-` is standard input.
  ///   - listFile: a file that lists more; `-` is standard input.
  ///   - endings: the file name extensions that are read in a folder.
  package init(paths: [String], listFile: String?, endings: [String]) {
    self.paths = paths
    self.listFile = listFile
    self.endings = endings
  }

  /// Calls `body` with every file to read, in order.
  ///
  /// - Parameters:
  ///   - listed: the content of the list file, if it was read before.
  ///   - fault: is called for an error about a path; reading continues.
  ///   - visiting: is called for each named file and folder.
  ///   - passingOver: is called if folders contain further files that may be recordings.
  package func eachFile(
    listed: PathList.Content? = nil,
    fault: (TraceError) throws -> Void,
    visiting: (String) -> Void = { _ in },
    passingOver: (TraceFolder.PassedOver) -> Void = { _ in },
    _ body: (String, TraceFolder.Kind) throws -> Void
  ) throws {
    // A single folder contains no file twice; several arguments can lead to the same file.
    var folder = TraceFolder(
      endings: endings, skipsKnownFiles: paths.count > 1 || listFile != nil)
    defer { if folder.passedOver.count > 0 { passingOver(folder.passedOver) } }
    func visit(_ path: String) throws {
      visiting(path)
      guard path != "-" else { return try body(path, .other) }
      let count = try folder.visit(path, unreadable: fault, body)
      guard count == 0 else { return }
      // The files that are there, in the form of the shell.
      let first = folder.passedOver.first ?? "*.jsonl"
      let others = first.lastIndex(of: "/").flatMap { slash in
        first[slash...].lastIndex(of: ".").map { "\(first[...slash])*\(first[$0...])" }
      }
      try fault(
        TraceError(
          .noTrace, path: path, message: "the folder holds no file to read",
          help:
            "of folders files are read whose names end in \(endings.joined(separator: ", ")); name others, as with \(PrintedText.escaped(others ?? "*.jsonl"))"
        ))
    }
    for path in paths { try visit(path) }
    guard let listFile else { return }
    var count = 0
    func visitListed(_ path: String) throws {
      count += 1
      guard path != "-" || (listFile != "-" && !paths.contains("-")) else {
        return try fault(
          TraceError(
            .notReadable, path: path, message: "standard input is being read already",
            help: "leave '-' out of the list"))
      }
      try visit(path)
    }
    do {
      if let listed {
        for path in listed.paths { try visitListed(path) }
        if let error = listed.error { throw error }
      } else {
        try PathList.read(listFile, visitListed)
      }
    } catch let error as TraceError {
      // The paths before the error were read; the error counts as one failure, like a missing file.
      return try fault(error)
    }
    guard count == 0 else { return }
    try fault(
      TraceError(
        .noTrace, path: listFile, message: "the list names no file",
        help: "it should hold one path a line"))
  }
}
