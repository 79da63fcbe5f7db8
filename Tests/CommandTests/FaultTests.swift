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

/// What fails around the tool: disks, streams, files that change, signals. Each fault has one outcome, which
/// Docs/Reference/Security.md lists; Tests/Faults has those that take long or a disk of their own.
@Suite struct FaultTests {
  /// A line of shell in a folder with the recording `trace.csv`, and what comes of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var script: String
    var code: Int32
    /// Standard output begins like this.
    var output: String
    /// Standard error holds this; nothing for "".
    var error: String
    /// The files that are there afterwards, beside `trace.csv`.
    var files: [String]

    init(
      _ name: String, _ script: String, _ code: Int32, output: String = "", error: String = "",
      files: [String] = []
    ) {
      self.name = name
      self.script = script
      self.code = code
      self.output = output
      self.error = error
      self.files = files
    }

    var testDescription: String { name }
  }

  private static let result = "\"$SCROLLFIT\" bounce trace.csv"
  private static let text = "trace.csv\n  bounce beyond the top edge"
  private static let badDescriptor = "standard output: error: cannot write: Bad file descriptor\n"
  private static let tooLarge = "error: cannot write: File too large\n"
  /// No file may grow beyond 512 or 1024 bytes, as shells count.
  private static let small = "echo old > old.json; echo old > old.csv; ulimit -f 1;"

  static let faults: [Fault] = [
    // Standard streams.
    Fault("no standard output", "\(result) >&-", 74, error: badDescriptor),
    Fault("no standard error", "\(result) 2>&-", 0, output: text),
    Fault("no standard error to complain to", "\"$SCROLLFIT\" bounce none.csv 2>&-", 66),
    Fault("no standard input, not needed", "\(result) <&-", 0, output: text),
    Fault(
      "no standard input", "\"$SCROLLFIT\" bounce - <&-", 74,
      error: "<stdin>: error: reading failed: bad file descriptor\n"),
    Fault(
      "no stream at all, an export",
      "\(result) --export out.json <&- >&- 2>&-; echo $?; \(result) "
        + "--format json | cmp - out.json", 0, output: "74\n", files: ["out.json"]),
    Fault(
      "no stream at all, results",
      "\"$SCROLLFIT\" batch --resume r.ndjson trace.csv <&- >&- 2>&-; echo $?; "
        + "\"$SCROLLFIT\" batch --format ndjson trace.csv | cmp - r.ndjson", 0, output: "74\n",
      files: ["r.ndjson"]),
    Fault(
      "no standard output, tables",
      "\(result) --residuals a.csv --search-path b.csv >&-; head -n 1 a.csv | cut -c1-10", 0,
      output: "path,trace", error: badDescriptor, files: ["a.csv", "b.csv"]),
    Fault(
      "help on a full disk", "\"$SCROLLFIT\" bounce --help > /dev/full", 74,
      error: "standard output: error: cannot write: No space left on device\n"),
    Fault(
      "a reader of one line", "\"$SCROLLFIT\" laws | head -n 1", 0, output: "bounce: a critically"),
    // Sizes.
    Fault(
      "a size limit under standard output", "\(small) \(result) --format json > out", 74,
      error: "standard output: \(tooLarge)", files: ["old.csv", "old.json", "out"]),
    Fault(
      "a size limit under an export",
      "\(small) \(result) --export old.json > /dev/null; echo $?; cat old.json",
      0, output: "74\nold\n", error: "old.json: \(tooLarge)", files: ["old.csv", "old.json"]),
    Fault(
      "a size limit under a table",
      "\(small) \(result) --residuals old.csv > /dev/null; echo $?; cat old.csv", 0,
      output: "74\nold\n",
      error: "old.csv: \(tooLarge)", files: ["old.csv", "old.json"]),
    Fault(
      "a size limit under the export of a batch",
      "\(small) \"$SCROLLFIT\" batch --export old.json trace.csv > /dev/null; echo $?; cat old.json",
      0,
      output: "74\nold\n", error: "old.json: \(tooLarge)", files: ["old.csv", "old.json"]),
    Fault(
      "a size limit under results",
      "\(small) \"$SCROLLFIT\" batch --resume r.ndjson trace.csv > /dev/null; echo $?",
      0,
      output: "74\n", error: "r.ndjson: \(tooLarge)", files: ["old.csv", "old.json", "r.ndjson"]),
    Fault(
      "a size limit under a reference",
      "\"$SCROLLFIT\" check --update --reference ref.json trace.csv > /dev/null; cp ref.json was; cp trace.csv b.csv; "
        + "cp trace.csv c.csv; cp trace.csv d.csv; ulimit -f 1; "
        + "\"$SCROLLFIT\" check --update --reference ref.json *.csv > /dev/null; echo $?; cmp ref.json was",
      0,
      output: "74\n", error: "ref.json: \(tooLarge)",
      files: ["b.csv", "c.csv", "d.csv", "ref.json", "was"]),
    Fault(
      "a size limit under a page",
      "\(small) \"$SCROLLFIT\" report trace.csv -o page.html; echo $?", 0, output: "74\n",
      error: "page.html: \(tooLarge)", files: ["old.csv", "old.json"]),
    Fault(
      "a size limit under a simulation",
      "\(small) \"$SCROLLFIT\" simulate session -o old.csv; echo $?; cat old.csv", 0,
      output: "74\nold\n",
      error: "old.csv: \(tooLarge)", files: ["old.csv", "old.json"]),
    Fault(
      "a full disk behind a link",
      "ln -s /dev/full out.json; \(result) --export out.json > /dev/null", 74,
      error: "out.json: error: cannot write: No space left on device\n", files: ["out.json"]),
    // Kinds of files.
    Fault(
      "an empty device", "\"$SCROLLFIT\" bounce /dev/null", 65,
      error: "/dev/null: error: the file is empty\n"),
    Fault(
      "zeros without end", "\"$SCROLLFIT\" bounce /dev/zero", 65,
      error: "/dev/zero:1:1: error: the file holds a byte 0, which text does not\n"),
    Fault("noise without end", "\"$SCROLLFIT\" bounce /dev/urandom", 65, error: "/dev/urandom:"),
    Fault(
      "one line without end", "tr '\\0' 7 < /dev/zero | \"$SCROLLFIT\" bounce -", 65,
      error: "<stdin>:1:1: error: a row is longer than 1 MiB\n"),
    Fault(
      "comments without end", "yes '# a: b' | \"$SCROLLFIT\" bounce -", 65,
      error: "<stdin>:10001:1: error: the comments above the header are too long\n"),
    Fault(
      "a list of zeros", "\"$SCROLLFIT\" batch --files-from /dev/zero", 66,
      error: "/dev/zero: error: the list has more than 65536 blank lines in a row\n"),
    Fault(
      "a list of one line without end",
      "tr '\\0' x < /dev/zero | \"$SCROLLFIT\" batch --files-from -", 65,
      error: "<stdin>: error: a path is longer than 64 KiB\n"),
    Fault(
      "a recording through a pipe", "mkfifo in; cat trace.csv > in & \"$SCROLLFIT\" bounce in", 0,
      output: "in\n  bounce beyond", files: ["in"]),
    Fault(
      "an export through a pipe",
      "mkfifo out.json; cat out.json > copy & \(result) --export out.json --format json > text; wait; cmp copy text",
      0,
      files: ["copy", "out.json", "text"]),
    Fault(
      "an export whose reader leaves",
      "mkfifo out.json; head -c 1 out.json > /dev/null & \(result) --export out.json; wait", 0,
      output: text,
      files: ["out.json"]),
    Fault(
      "a folder as a recording", "mkdir d; \"$SCROLLFIT\" bounce d", 66,
      error: "d: error: this is a folder, not a file\n", files: ["d"]),
    Fault(
      "a folder as a reference", "mkdir d.json; \"$SCROLLFIT\" check --reference d.json trace.csv",
      66,
      error: "d.json: error: this is a folder, not a file\n", files: ["d.json"]),
    Fault(
      "a folder as an export", "mkdir d.json; \(result) --export d.json", 73,
      error: "d.json: error: cannot create the output: Is a directory\n", files: ["d.json"]),
    Fault(
      "a folder as results", "mkdir d; \"$SCROLLFIT\" batch --resume d trace.csv", 73,
      error: "d: error: cannot create the output: Is a directory\n", files: ["d"]),
    Fault(
      "a folder as a list", "mkdir d; \"$SCROLLFIT\" batch --files-from d", 66,
      error: "d: error: this is a folder, not a file\n", files: ["d"]),
    Fault(
      "a file as a folder", "\"$SCROLLFIT\" bounce trace.csv/x.csv", 66,
      error: "trace.csv/x.csv: error: no such file\n"),
    Fault(
      "a file as the folder of an output", "\(result) --export trace.csv/x.json", 73,
      error: "trace.csv/x.json: error: cannot create the output: Not a directory\n"),
    // Links at the destination.
    Fault(
      "a link to a file",
      "echo old > a.json; ln -s a.json b.json; \(result) --export b.json --format json > text; "
        + "cmp a.json text && readlink b.json", 0, output: "a.json\n",
      files: ["a.json", "b.json", "text"]),
    Fault(
      "a link that leads nowhere",
      "ln -s none/a.json b.json; \(result) --export b.json --format json > text; cmp b.json text && test ! -L b.json",
      0,
      files: ["b.json", "text"]),
    // The surroundings.
    Fault("an empty environment", "env -i \"$SCROLLFIT\" bounce trace.csv", 0, output: text),
    Fault("homes that are not there", "HOME=/none TMPDIR=/none \(result)", 0, output: text),
    Fault(
      "a folder that is gone",
      "at=$PWD; mkdir d; cd d; rmdir ../d; \"$SCROLLFIT\" check \"$at/trace.csv\"; echo $?; "
        + "\"$SCROLLFIT\" bounce \"$at/trace.csv\" > \"$at/text\"; echo $?", 0, output: "66\n0\n",
      error: "no such file here or in the folders above\n", files: ["text"]),
    Fault(
      "a folder where nobody may write",
      "at=$PWD; cd /proc; \"$SCROLLFIT\" bounce \"$at/trace.csv\" > \"$at/text\"",
      0, files: ["text"]),
  ]

  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    return workspace
  }

  @Test(
    .enabled(if: access("/dev/full", W_OK) == 0 && access("/proc/self", R_OK) == 0),
    arguments: faults)
  func `a fault has its exit code, says what it is, and leaves whole files`(fault: Fault)
    async throws
  {
    let workspace = try workspace()
    let outcome = try await workspace.shell(fault.script)
    #expect(outcome.code == fault.code, "\(outcome.error)")
    #expect(outcome.output.hasPrefix(fault.output), "\(outcome.output)")
    #expect(
      fault.error.isEmpty ? outcome.error == "" : outcome.error.contains(fault.error),
      "\(outcome.error)")
    // Drafts would be among them.
    #expect(workspace.names == (fault.files + ["trace.csv"]).sorted())
  }

  @Test func `results that a size limit cut are gone on with`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.shell(
      """
      for name in b c d; do cp trace.csv $name.csv; done
      "$SCROLLFIT" batch --resume whole.ndjson *.csv > /dev/null
      (ulimit -f 16; "$SCROLLFIT" batch --resume r.ndjson *.csv > /dev/null 2> /dev/null; echo $?)
      "$SCROLLFIT" batch --resume r.ndjson *.csv > /dev/null && cmp r.ndjson whole.ndjson
      """)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
  }

  // MARK: - Files that change

  /// A file of many recordings, whose rows have 20 bytes each: more than a pipe holds of results.
  private static let header = "# edge_top: 0\ntrace,t_s,offset_y_pt\n"
  private static func rows(_ count: Int) -> String {
    (0..<count).map { index in
      let value = Recordings.printed(-Recordings.bounce(Double(index % 40) / 60), decimals: 3)
      let name = Recordings.printed(Double(index / 40) / 10000).dropFirst(2)
      return "t\(name),0.\(Recordings.printed(Double(index % 40) / 60, decimals: 3).suffix(3)),"
        + value
        + String(repeating: " ", count: 8 - value.utf8.count) + "\n"
    }.joined()
  }

  /// Stops a run after its first piece of a file, since nobody takes its results; `act` changes the file.
  private func changed(_ workspace: Workspace, _ act: String) async throws -> Outcome {
    try workspace.write(Self.header + Self.rows(8000), to: "big.csv")
    return try await workspace.shell(
      """
      mkfifo out
      "$SCROLLFIT" bounce --format ndjson big.csv > out & run=$!
      exec 3< out
      dd bs=1 count=1 <&3 > /dev/null 2>&1
      \(act)
      cat <&3 | wc -l
      wait $run
      """)
  }

  @Test func `a file that shrinks while it is read ends where it ends`() async throws {
    let workspace = try Workspace()
    #expect(Set(Self.rows(200).split(separator: "\n").map(\.utf8.count)) == [20])
    // In the middle of a row, behind its name.
    let size = Self.header.utf8.count + 6000 * 21 + 6
    let outcome = try await changed(
      workspace, "dd if=/dev/null of=big.csv bs=1 seek=\(size) 2> /dev/null")
    #expect(outcome.code == 65)
    #expect(
      outcome.error.hasPrefix(
        "big.csv:6003:1: error: the row has 2 fields, the header 3; the recording 't0150' is lost, and what follows is not read\n"
      ),
      "\(outcome.error)")
    // 150 whole recordings, and the failure.
    #expect(outcome.output.split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) } == 151)
  }

  @Test func `a file that grows while it is read is read to its new end`() async throws {
    let workspace = try Workspace()
    try workspace.write(
      Self.rows(8400).split(separator: "\n").suffix(400).joined(separator: "\n") + "\n", to: "more")
    let outcome = try await changed(workspace, "cat more >> big.csv")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) } == 210)
  }

  @Test func `a folder that goes during a run costs what was in it alone`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.shell(
      """
      mkdir in out; cp trace.csv in/a.csv; cp trace.csv in/b.csv; cp trace.csv c.csv
      mkfifo list
      "$SCROLLFIT" batch --format ndjson --resume r.ndjson --export out/x.csv --files-from list > lines 2> errors & run=$!
      exec 4> list
      echo in/a.csv >&4
      # Its line is in the results before the next path comes.
      while test ! -s r.ndjson; do sleep 0.01; done
      mv in gone; mv out away
      echo in/b.csv >&4; echo c.csv >&4; exec 4>&-
      wait $run; echo "code $?"
      """)
    #expect(outcome.output == "code 74\n")
    let errors = try #require(workspace.read("errors"))
    #expect(errors.contains("in/b.csv: error: no such file\n"))
    #expect(errors.contains("out/x.csv: error: cannot write: No such file or directory\n"))
    // All that could be done is.
    for name in ["lines", "r.ndjson"] {
      let paths = try workspace.read(name)?.split(separator: "\n").map {
        try JSONValue(String($0))["source"]["path"].string
      }
      #expect(paths == ["in/a.csv", "in/b.csv", "c.csv"])
    }
  }

  // MARK: - Signals

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func `a signal keeps what is done, in whole lines`(signal: Int32) async throws {
    let workspace = try workspace()
    try #require(mkfifo(workspace.file("in"), 0o600) == 0)
    let pipe = try FileDescriptor.open(workspace.path.appending("in"), .readWrite)
    try pipe.writeAll((Self.header + Self.rows(100)).utf8)
    let result = try await Subprocess.run(
      .path(Command.path),
      arguments: ["batch", "--resume", "r.ndjson", "--export", "x.json", "--summary-only", "in"],
      environment: Command.environment(), workingDirectory: workspace.path, input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      // Two recordings are complete, the third is not.
      for _ in 0..<2000 where workspace.read("r.ndjson")?.split(separator: "\n").count != 2 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(kill(execution.processIdentifier.value, signal) == 0)
    }
    try pipe.close()
    // A shell calls it 128 and the number of the signal.
    #expect(result.terminationStatus == .signaled(signal))
    let lines = try #require(workspace.read("r.ndjson"))
    #expect(lines.hasSuffix("\n"))
    #expect(lines.split(separator: "\n").count == 2)
    #expect(workspace.read("x.json") == nil)
    // No draft is left by what could be caught.
    if signal != SIGKILL { #expect(workspace.names == ["in", "r.ndjson", "trace.csv"]) }
    let resumed = try await workspace.run(
      "batch", "--resume", "r.ndjson", "--summary-only", "trace.csv")
    #expect(resumed.code == 0)
    #expect(resumed.error == "note: r.ndjson keeps 2 results of other recordings\n")
  }

  // MARK: - Locales

  @Test func `a locale with decimal commas changes nothing`() async throws {
    let workspace = try workspace()
    let outcome = try await workspace.shell(
      """
      mkdir locales
      localedef -i de_DE -f UTF-8 ./locales/de_DE.UTF-8 > /dev/null 2>&1 || true
      for format in text json csv markdown; do
        LC_ALL=C "$SCROLLFIT" batch --format $format trace.csv > a
        LOCPATH="$PWD/locales" LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 "$SCROLLFIT" batch --format $format trace.csv > b
        cmp a b || exit 1
      done
      LOCPATH="$PWD/locales" LC_ALL=de_DE.UTF-8 "$SCROLLFIT" simulate bounce C=1000.5 delta=10.9 | grep -c '[0-9],[0-9]*,[0-9]'
      LOCPATH="$PWD/locales" LC_ALL=de_DE.UTF-8 "$SCROLLFIT" predict bounce v0=2400.5 delta=10,9; echo $?
      """)
    #expect(outcome.output == "0\n64\n", "\(outcome.error)")
    #expect(outcome.error.contains("delta must be a number, not '10,9'"))
  }
}
