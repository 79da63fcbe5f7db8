import Subprocess
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

/// Where results go: full disks, closed pipes, files that are whole or not there.
@Suite struct OutputTests {
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    return workspace
  }

  private static let hasFullDevice = access("/dev/full", W_OK) == 0

  @Test(
    .enabled(if: hasFullDevice),
    arguments: [
      "bounce trace.csv", "bounce --format json trace.csv", "inspect trace.csv", "laws",
      "predict bounce v0=1 delta=1",
    ])
  func `a full disk under standard output exits 74 and says so`(line: String) async throws {
    let workspace = try workspace()
    let outcome = try await workspace.shell("exec \"$SCROLLFIT\" \(line) > /dev/full")
    #expect(outcome.code == 74)
    #expect(
      outcome.error
        == """
        standard output: error: cannot write: No space left on device
          help: make room on the device, or write to another one

        """)
  }

  @Test(.enabled(if: hasFullDevice))
  func `a full disk under a table exits 74 and names the file`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.run("bounce", "trace.csv", "--residuals", "/dev/full")
    #expect(outcome.code == 74)
    #expect(outcome.error.hasPrefix("/dev/full: error: cannot write: No space left on device\n"))
  }

  @Test(
    arguments: [
      "bounce trace.csv", "bounce --format json trace.csv", "inspect trace.csv", "laws",
      "bounce --help", "predict bounce v0=1 delta=1",
    ])
  func `a reader that leaves early ends nothing in noise`(line: String) async throws {
    // The reader is gone before the first byte, and the code of the tool comes through the error.
    let workspace = try workspace()
    let outcome = try await workspace.shell(
      "{ sleep 0.1; \"$SCROLLFIT\" \(line); echo \"code $?\" >&2; } | true")
    #expect(outcome.error == "code 0\n")
  }

  @Test func `an export is complete although nobody reads standard output`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.shell(
      """
      { sleep 0.1; "$SCROLLFIT" bounce trace.csv --export out.json --export out.txt \
      --residuals table.csv; echo "code $?" >&2; } | true
      """)
    #expect(outcome.error == "code 0\n")
    #expect(workspace.names == ["out.json", "out.txt", "table.csv", "trace.csv"])
    #expect(try JSONValue(#require(workspace.read("out.json")))["results"].elements.count == 1)
  }

  @Test func `an export holds what standard output would`() async throws {
    let workspace = try workspace()
    let text = try await workspace.run("bounce", "trace.csv", "--export", "out.json")
    let json = try await workspace.run(
      "bounce", "trace.csv", "--format", "json", "--export", "out.TXT")
    #expect(workspace.read("out.TXT") == text.output)
    #expect(workspace.read("out.json") == json.output)
    #expect(workspace.names == ["out.TXT", "out.json", "trace.csv"])
    // The colours of the terminal are no part of the result.
    _ = try await workspace.run("bounce", "trace.csv", "--color", "always", "--export", "c.txt")
    #expect(workspace.read("c.txt") == text.output)
  }

  @Test func `an export that cannot be created exits 73 before any work`() async throws {
    let workspace = try workspace()
    let missing = try await workspace.run(
      "bounce", "none.csv", "--export", "first.txt", "--export", "none/out.json")
    #expect(missing.code == 73)
    #expect(missing.output == "")
    // Not a word about none.csv: it was not opened.
    #expect(
      missing.error
        == """
        none/out.json: error: cannot create the output: No such file or directory
          help: check that its folder exists and that you may write there

        """)
    #expect(workspace.names == ["trace.csv"])
    let folder = try await workspace.run("bounce", "trace.csv", "--residuals", ".")
    #expect(folder.code == 73)
    #expect(folder.error.hasPrefix(".: error: cannot create the output: Is a directory\n"))
  }

  @Test(.enabled(if: access("/proc/self", R_OK) == 0))
  func `a place where nobody may write exits 73`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.run("bounce", "trace.csv", "--export", "/proc/out.json")
    #expect(outcome.code == 73)
    #expect(outcome.error.hasPrefix("/proc/out.json: error: cannot create the output: "))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a folder where one may not write exits 73`() async throws {
    let workspace = try workspace()
    try workspace.setMode(0o555)
    let outcome = try await workspace.run("bounce", "trace.csv", "--export", "out.json")
    try workspace.setMode(0o755)
    #expect(outcome.code == 73)
    #expect(
      outcome.error.hasPrefix("out.json: error: cannot create the output: Permission denied\n"))
  }

  @Test func `a run that fits nothing still writes whole files`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.run(
      "bounce", "none.csv", "--export", "out.json", "--residuals", "table.csv", "--search-path",
      "path.csv")
    #expect(outcome.code == 66)
    let report = try JSONValue(#require(workspace.read("out.json")))
    #expect(report["results"][0]["error"]["code"] == .string("file-not-found"))
    #expect(try Table(#require(workspace.read("table.csv"))).rows.isEmpty)
    #expect(try Table(#require(workspace.read("path.csv"))).names.first == "path")
  }

  @Test func `a device is written in place`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.run("bounce", "trace.csv", "--residuals", "/dev/stderr")
    #expect(outcome.code == 0)
    #expect(outcome.error.hasPrefix("path,trace,fit,law,axis,t_s,"))
  }

  @Test func `an export keeps the permissions of the file it replaces`() async throws {
    let workspace = try workspace()
    try workspace.write("old", to: "out.json")
    try workspace.setMode(0o640, of: "out.json")
    _ = try await workspace.run("bounce", "trace.csv", "--export", "out.json")
    var status = stat()
    #expect(stat(workspace.file("out.json"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(workspace.read("out.json")?.hasPrefix("{") == true)
  }

  /// Starts a fit of a FIFO that gives half a recording, and lets `act` decide how it goes on; `act`
  /// closes the FIFO.
  private func interrupted(
    _ workspace: Workspace, _ act: (ProcessIdentifier, FileDescriptor) throws -> Void
  ) async throws -> TerminationStatus {
    try #require(mkfifo(workspace.file("slow.csv"), 0o600) == 0)
    // Opened for both, so that opening does not wait for the tool to open its end.
    let pipe = try FileDescriptor.open(workspace.path.appending("slow.csv"), .readWrite)
    try pipe.writeAll(Recordings.plain(frames: 0..<30).utf8)
    let result = try await Subprocess.run(
      .path(Command.path), arguments: ["bounce", "slow.csv", "--export", "out.json"],
      environment: Command.environment(), workingDirectory: workspace.path, input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      // The draft stands beside the file as soon as the tool is at work.
      for _ in 0..<500 where !workspace.names.contains(where: { $0.hasSuffix(".tmp") }) {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(workspace.names.contains { $0.hasSuffix(".tmp") })
      #expect(workspace.read("out.json") == "old")
      try act(execution.processIdentifier, pipe)
    }
    return result.terminationStatus
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
  func `a tool that is killed midway leaves the old file as it was`(signal: Int32) async throws {
    let workspace = try Workspace()
    try workspace.write("old", to: "out.json")
    let status = try await interrupted(workspace) { process, pipe in
      #expect(kill(process.value, signal) == 0)
      try pipe.close()
    }
    #expect(status == .signaled(signal))
    #expect(workspace.read("out.json") == "old")
  }

  @Test func `a slow recording replaces the old file when it is complete`() async throws {
    let workspace = try Workspace()
    try workspace.write("old", to: "out.json")
    let status = try await interrupted(workspace) { _, pipe in
      let rows = Recordings.rows(frames: 30..<60).joined(separator: "\n") + "\n"
      try pipe.writeAll(rows.utf8)
      try pipe.close()
    }
    #expect(status == .exited(0))
    #expect(workspace.names == ["out.json", "slow.csv"])
    let report = try JSONValue(#require(workspace.read("out.json")))
    #expect(report["results"][0]["sampling"]["samples"] == .number(60))
  }
}
