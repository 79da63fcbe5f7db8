import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run that is kept: its arguments, exit code, standard output and standard error.
struct Golden: Sendable, CustomTestStringConvertible {
  var name: String
  var arguments: [String]

  init(_ name: String, _ arguments: String...) {
    self.name = name
    self.arguments = arguments
  }

  var testDescription: String { name }

  private static let outputMark = "--- standard output\n"
  private static let errorMark = "--- standard error\n"

  private static func record(_ arguments: [String], _ outcome: Outcome) -> String {
    "$ \((["scrollfit"] + arguments).joined(separator: " "))\n"
      + "exit \(outcome.code.map { "\($0)" } ?? "\(outcome.status)")\n"
      + outputMark + outcome.output + errorMark + outcome.error
  }

  private var path: FilePath {
    Command.package.appending("Tests/CommandTests/Golden").appending("\(name).txt")
  }

  /// Runs the binary and compares; with `SCROLLFIT_RECORD=1` records instead, and fails.
  func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let outcome = try await Command.once(arguments)
    let now = Golden.record(arguments, outcome)
    if getenv("SCROLLFIT_RECORD") != nil {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .truncate],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter { _ = try file.writeAll(now.utf8) }
      Issue.record("recorded \(name).txt: look at the change and run again without recording")
      return
    }
    let kept = try #require(
      Workspace.contents(path), "no \(name).txt: record it with SCROLLFIT_RECORD=1",
      sourceLocation: sourceLocation)
    if arguments.contains("json"), let ours = Golden.parts(now), let theirs = Golden.parts(kept) {
      #expect(ours.head == theirs.head, sourceLocation: sourceLocation)
      #expect(ours.tail == theirs.tail, sourceLocation: sourceLocation)
      let difference = try JSONValue(ours.output).difference(
        from: try JSONValue(theirs.output), tolerance: Golden.tolerance)
      #expect(difference == nil, "\(name).txt", sourceLocation: sourceLocation)
    } else if now != kept {
      Issue.record(
        "\(name).txt differs, at: \(Golden.firstDifference(now, kept))",
        sourceLocation: sourceLocation)
    }
  }

  /// The C libraries differ in the last digits of exp and log, which a search carries into 1e-9 of the
  /// constants and into the number of its steps.
  private static func tolerance(_ path: String) -> Double {
    path.hasSuffix(".evaluations") || path.hasSuffix(".moves") ? 0.05 : 1e-6
  }

  private static func parts(_ text: String) -> (head: Substring, output: String, tail: Substring)? {
    guard let output = text.firstRange(of: outputMark), let error = text.firstRange(of: errorMark)
    else { return nil }
    return (
      text[..<output.lowerBound], String(text[output.upperBound..<error.lowerBound]),
      text[error.upperBound...]
    )
  }

  private static func firstDifference(_ now: String, _ kept: String) -> String {
    let ours = now.split(separator: "\n", omittingEmptySubsequences: false)
    let theirs = kept.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in ours.enumerated() {
      guard index < theirs.count else { return "line \(index + 1): + \(line)" }
      if line != theirs[index] { return "line \(index + 1)\n- \(theirs[index])\n+ \(line)" }
    }
    return "line \(ours.count + 1): - \(theirs.dropFirst(ours.count).first ?? "")"
  }
}

extension String {
  fileprivate func firstRange(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      guard let next = self[start...].firstIndex(of: "\n") else { return nil }
      start = index(after: next)
    }
    return nil
  }
}
