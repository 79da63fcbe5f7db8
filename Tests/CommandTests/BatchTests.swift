import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Folders, lists and streams of recordings.
@Suite struct BatchTests {
  /// A recording of a bounce, its speed by its number.
  static func trace(_ number: Int, device: String? = nil, prefix: String = "") -> [String] {
    (device.map { ["# device: \($0)"] } ?? []) + ["# edge_top: 0", "# scale: 3", "t_s,offset_y_pt"]
      + Recordings.rows(speed: 700 + 13 * Double(number % 97))
  }

  /// A folder `traces` of recordings `000.csv`, ... in a new workspace.
  private func workspace(_ count: Int, in folder: String = "traces") async throws -> Workspace {
    let workspace = try Workspace()
    _ = try await workspace.shell("mkdir -p \(folder)")
    for number in 0..<count {
      let name = String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
      try workspace.write(
        Self.trace(number, device: "d\(number % 2)").joined(separator: "\n") + "\n",
        to: "\(folder)/\(name).csv")
    }
    return workspace
  }

  private func lines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(String($0)) }
  }

  private func paths(_ outcome: Outcome) throws -> [String] {
    try lines(outcome.output).compactMap { $0["source"]["path"].string }
  }

  /// Noise is no other law: its residuals follow no pattern.
  @Test(arguments: [0.5, 2.0]) func `a noisy bounce keeps its constants`(noise: Double) async throws
  {
    let workspace = try Workspace()
    let script = try await workspace.shell(
      """
      for seed in 1 2 3 4; do
        "$SCROLLFIT" simulate bounce C=1800 delta=10.93 --edge -64 --noise \(noise) --seed $seed --scale 3 \
          > $seed.csv
      done
      """)
    #expect(script.code == 0, "\(script.error)")
    let outcome = try await workspace.run(
      "batch", "--format", "ndjson", "1.csv", "2.csv", "3.csv", "4.csv")
    let deltas = try lines(outcome.output).compactMap { line in
      line["constants"].elements.first { $0["key"].string == "delta" }?["value"].double
    }
    #expect(deltas.count == 4 && deltas.allSatisfy { abs($0 - 10.93) < 1.5 })
  }

  // MARK: - What is read

  @Test func `a folder is read with its folders in the order of names, each once`() async throws {
    let workspace = try await workspace(2, in: "t/b")
    _ = try await workspace.shell(
      """
      cp t/b/000.csv t/a.csv; cp t/b/000.csv t/c.CSV; cp t/b/000.csv t/.hidden.csv
      cp t/b/000.csv t/d.txt; mkdir t/.git t/z; cp t/b/000.csv t/.git/x.csv
      ln -s . t/b/loop; ln -s ../b t/z/again; mkfifo t/pipe.csv
      """)
    let outcome = try await workspace.run("batch", "--format", "ndjson", "t")
    #expect(outcome.code == 0)
    #expect(try paths(outcome) == ["t/a.csv", "t/b/000.csv", "t/b/001.csv", "t/c.CSV"])
    // By two ways, a file is read once; a folder that was read holds nothing more.
    let twice = try await workspace.run("batch", "--format", "ndjson", "t/b", "t", "t/b/001.csv")
    #expect(twice.code == 0)
    #expect(try paths(twice) == ["t/b/000.csv", "t/b/001.csv", "t/a.csv", "t/c.CSV"])
  }

  @Test(arguments: [
    "a b.csv\n\nü.csv\n", "a b.csv\r\nü.csv\r\n", "a b.csv\0ü.csv\0", "a b.csv\nü.csv",
  ])
  func `a list of files is read however it is written`(list: String) async throws {
    let workspace = try Workspace()
    for name in ["a b.csv", "ü.csv"] { try workspace.write(Recordings.plain(), to: name) }
    try workspace.write(list, to: "list")
    let file = try await workspace.run("batch", "--format", "ndjson", "--files-from", "list")
    #expect(try paths(file) == ["a b.csv", "ü.csv"])
    let input = try await workspace.run(
      "batch", "--format", "ndjson", "--files-from", "-", input: Array(list.utf8))
    #expect(input.output == file.output)
  }

  @Test func `each recording has its own law`() async throws {
    let outcome = try await Command.run(["batch", "--format", "ndjson", "SampleTraces"])
    #expect(outcome.code == 0)
    var laws: [String: Set<String>] = [:]
    for line in try lines(outcome.output) {
      let path = try #require(line["source"]["path"].string)
      laws[path] = Set(line["fits"].elements.compactMap { $0["law"].string })
    }
    func law(_ name: String) -> Set<String>? { laws["SampleTraces/\(name).csv"] }
    // By metadata, by columns of a table, by phases.
    for name in ["collision", "gravity", "resistance", "spring", "stretch", "transfer"] {
      #expect(law("simulated-\(name)") == [name])
    }
    #expect(law("article-bounce-table") == ["bounce"])
    #expect(law("article-deceleration-table") == ["decelerate"])
    #expect(law("uiscrollview-bounce-2x") == ["bounce"])
    #expect(law("uiscrollview-deceleration-3x") == ["decelerate"])
    #expect(law("uiscrollview-rubber-band-3x") == ["rubber-band"])
    let springs = try await Command.run(
      ["batch", "--law", "spring", "--format", "ndjson", "SampleTraces/uiscrollview-bounce-2x.csv"])
    #expect(try lines(springs.output)[0]["fits"][0]["law"] == .string("spring"))
  }

  @Test func `columns without metadata tell a stretch and a transfer`() async throws {
    for (law, needed) in [("stretch", "intercept=220"), ("transfer", "distance=700")] {
      let outcome = try await Command.shell(
        "grep -v '^# law' SampleTraces/simulated-\(law).csv | $SCROLLFIT batch --format ndjson -")
      #expect(try lines(outcome.output)[0]["fits"][0]["law"] == .string(law), "\(needed)")
    }
  }

  @Test func `a result is what the command of its law says`() async throws {
    let path = "SampleTraces/uiscrollview-bounce-2x.csv"
    let batch = try lines(
      try await Command.run(["batch", "--law", "bounce", "--format", "ndjson", path]).output)[0]
    let alone = try JSONValue(
      try await Command.run(["bounce", "--format", "json", path]).output)["results"][0]
    for name in alone.names where name != "fits" { #expect(batch[name] == alone[name], "\(name)") }
    let fits = (alone["fits"].elements, batch["fits"].elements)
    #expect(fits.0.count == fits.1.count)
    for (one, many) in zip(fits.0, fits.1) {
      // A batch of thousands leaves out the samples, which the recording has.
      #expect(Set(one.names).subtracting(many.names) == ["series"])
      for name in many.names { #expect(one[name] == many[name], "\(name)") }
    }
  }

  // MARK: - Streams

  @Test func `results of a stream come as recordings end, while it is still open`() async throws {
    try await Streams.checkLinesComeEarly(
      ["batch", "--format", "ndjson", "-"], head: "# edge_top: 0\ntrace,t_s,offset_y_pt\n")
  }

  @Test func `a fault in one recording of a stream leaves the others`() async throws {
    func rows(_ name: String) -> [String] { Recordings.rows(prefix: "\(name),") }
    var bad = rows("bad")
    bad[20] = "bad,0.3333,x"
    let text =
      (["# edge_top: 0", "trace,t_s,offset_y_pt"] + rows("a") + ["late,0,y"] + rows("late")
      + rows("b") + bad + ["ragged,1"] + rows("c")).joined(separator: "\n") + "\n"
    let outcome = try await Workspace().run(
      "batch", "--format", "ndjson", "-", input: Array(text.utf8))
    #expect(outcome.code == 65)
    let found = try lines(outcome.output).map { line in
      [line["source"]["trace"].string, line["error"]["code"].string ?? "fitted"]
    }
    #expect(
      found == [
        ["a", "fitted"], ["late", "not-a-number"], ["b", "fitted"], ["bad", "not-a-number"],
        ["ragged", "ragged-row"], ["c", "fitted"],
      ])
    #expect(outcome.error.contains("<stdin>:204:12 (bad): error: 'x' is not a number"))
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(10)))
    func `memory does not grow with the number of recordings`() async throws {
      try await Streams.checkMemory(
        ["batch", "--format", "csv", "-"],
        head: "# edge_top: 0\n# law: bounce\ntrace,t_s,offset_y_pt\n",
        rows: Recordings.rows(frames: 0..<50, prefix: ","), recordings: 8000)
    }
  #endif

  // MARK: - Output

  @Test(arguments: ["text", "json", "ndjson", "csv", "markdown"])
  func `any number of threads gives the same bytes`(format: String) async throws {
    let workspace = try await workspace(60)
    try workspace.write("t,y\n0,abc\n", to: "traces/030.csv")
    let one = try await workspace.run("batch", "-j1", "--format", format, "traces")
    #expect(one.code == 65)
    for _ in 0..<3 {
      let many = try await workspace.run("batch", "--jobs", "7", "--format", format, "traces")
      #expect(many.output == one.output)
      #expect(many.error == one.error)
    }
  }

  @Test func `broken files are listed with their lines and the others are fitted`() async throws {
    let workspace = try await workspace(24)
    let good = Self.trace(1)
    func broken(_ change: (inout [String]) -> Void) -> String {
      var lines = good
      change(&lines)
      return lines.joined(separator: "\n") + "\n"
    }
    let faults: [(name: String, text: String, place: String, code: String)] = [
      ("a", "", "", "empty"),
      ("b", "# what: nothing\n", "", "empty"),
      ("c", broken { $0.removeLast(60) }, ":3", "header-only"),
      ("d", broken { $0[13] = "0.1666,abc" }, ":14:8", "not-a-number"),
      ("e", broken { $0[13] = "0.1666" }, ":14:1", "ragged-row"),
      ("f", broken { $0[13] += ",1" }, ":14:19", "ragged-row"),
      ("g", broken { $0[13] = "0,-1" }, ":14:1", "time-backwards"),
      ("h", broken { $0[13] = ",-1" }, ":14:1", "empty-cell"),
      ("i", broken { $0[13] = "\"0.1666,-1" }, ":14:1", "unterminated-quote"),
      ("j", broken { $0[13] = "\0" }, ":14:1", "nul-byte"),
      ("k", broken { $0[2] = "a,b" }, ":3:1", "no-known-column"),
      ("l", broken { lines in lines[3...] = ["0,1", "1,1"] }, ":4:1", "nothing-to-fit"),
    ]
    for fault in faults { try workspace.write(fault.text, to: "traces/0\(fault.name).csv") }
    let outcome = try await workspace.run("batch", "--format", "ndjson", "traces")
    #expect(outcome.code == 65)
    let results = try lines(outcome.output)
    #expect(results.count == 36)
    #expect(results.count { $0["error"].isNull } == 24)
    for fault in faults {
      let path = "traces/0\(fault.name).csv"
      #expect(outcome.error.contains("\(path)\(fault.place): error: "), "\(path)\(fault.place)")
      let result = results.first { $0["source"]["path"] == .string(path) }
      #expect(result?["error"]["code"] == .string(fault.code))
    }
  }

  @Test func `the summary pools by law and group and names what is off`() async throws {
    let workspace = try await workspace(12)
    let off = Recordings.file(
      "# device: d0\n# edge_top: 0\n# scale: 3", "t_s,offset_y_pt",
      (0..<60).map { frame in
        let value = Recordings.bounce(Double(frame) / 60, decayRate: 11.6)
        return "\(Recordings.stamp(frame)),\(Recordings.printed(-Recordings.rounded(value)))"
      })
    try workspace.write(off, to: "traces/off.csv")
    try workspace.write("t,y\n0,abc\n", to: "traces/bad.csv")
    let outcome = try await workspace.run(
      "batch", "--format", "json", "--group-by", "device", "traces")
    #expect(outcome.code == 65)
    let report = try JSONValue(outcome.output)
    #expect(report["results"].elements.count == 14)
    let summary = report["summary"]
    #expect(summary["recordings"].double == 14)
    #expect(summary["fitted"].double == 13)
    #expect(summary["failed"].double == 1)
    #expect(summary["failures"][0]["path"] == .string("traces/bad.csv"))
    #expect(summary["failures"][0]["line"].double == 2)
    let groups = summary["groups"].elements
    #expect(groups.map { $0["values"]["device"].string } == ["d0", "d1"])
    #expect(groups.map { $0["recordings"].double } == [7, 6])
    let pools = groups.map { $0["pooled"][0] }
    for pool in pools {
      #expect(pool["key"] == .string("delta"))
      let value = try #require(pool["estimate"]["value"].double)
      let error = try #require(pool["estimate"]["standard_error"].double)
      #expect(abs(value - 10.9) < 5 * error && error < 0.01)
      #expect(pool["recordings"].double == 6)
    }
    #expect(pools[0]["outliers"][0]["path"] == .string("traces/off.csv"))
    let text = try await workspace.run("batch", "--group-by", "device", "traces")
    #expect(text.output.contains("  off       traces/off.csv: bounce delta 11.59"))
    #expect(text.output.contains("device = d1, 6 recordings"))
    let missing = try await workspace.run("batch", "--group-by", "os", "traces")
    #expect(missing.error.contains("note: no recording has the metadata 'os'"))
  }

  @Test func `every format is written to a file too, the summary alone on request`() async throws {
    let workspace = try await workspace(3)
    let outcome = try await workspace.run(
      "batch", "--summary-only", "--export", "a.json", "--export", "b.ndjson", "--export", "c.csv",
      "--export", "d.md", "--export", "e.txt", "traces")
    #expect(outcome.code == 0)
    #expect(!outcome.output.contains("000.csv"))
    #expect(outcome.output.contains("3 recordings: 3 fitted, 0 failed"))
    for (file, format) in [("a.json", "json"), ("b.ndjson", "ndjson"), ("c.csv", "csv")] {
      let alone = try await workspace.run("batch", "--format", format, "traces")
      #expect(workspace.read(file) == alone.output)
    }
    #expect(workspace.read("d.md")?.contains("| bounce delta |") == true)
    #expect(workspace.read("e.txt") == outcome.output)
    #expect(workspace.names == ["a.json", "b.ndjson", "c.csv", "d.md", "e.txt", "traces"])
    let lines = workspace.read("c.csv")?.split(separator: "\n")
    #expect(lines?.count == 28)
  }

  @Test func `a file to read is never written over`() async throws {
    let workspace = try await workspace(2)
    let before = workspace.read("traces/001.csv")
    let outcome = try await workspace.run("batch", "--export", "traces/001.csv", "traces")
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("'traces/001.csv' is a file to read"))
    #expect(workspace.read("traces/001.csv") == before)
  }

  // MARK: - Going on

  @Test func `a run that is killed again and again ends as if it had not been`() async throws {
    let workspace = try await workspace(150)
    try workspace.write("t,y\n0,abc\n", to: "traces/070.csv")
    _ = try await workspace.run("batch", "--resume", "whole.ndjson", "--summary-only", "traces")
    let kills = try await workspace.shell(
      """
      for delay in 0.01 0.02 0.03 0.04 0.05 0.02 0.03 0.06 0.04 0.05; do
        "$SCROLLFIT" batch -j2 --resume r.ndjson traces >/dev/null 2>&1 & run=$!
        sleep $delay; kill -9 $run; wait $run 2>/dev/null
      done
      # What a kill within a write leaves.
      printf '{"format_version":"1.0","settin' >> r.ndjson
      """)
    #expect(kills.code == 0)
    let resumed = try await workspace.run(
      "batch", "--resume", "r.ndjson", "--summary-only", "traces")
    #expect(resumed.code == 65)
    #expect(workspace.read("r.ndjson") == workspace.read("whole.ndjson"))
    let whole = try await workspace.run("batch", "--summary-only", "traces")
    #expect(resumed.output == whole.output)
    #expect(workspace.read("whole.ndjson")?.split(separator: "\n").count == 150)
  }

  @Test func `only what has changed is fitted again`() async throws {
    let workspace = try await workspace(4)
    func run(_ more: String...) async throws -> Outcome {
      try await Command.run(
        ["batch", "--resume", "r.ndjson", "--format", "ndjson"] + more + ["traces"],
        in: workspace.path)
    }
    let first = try await run()
    #expect(workspace.read("r.ndjson") == first.output)
    // A result that is there is believed: marked, it comes back as it is.
    let marked = first.output.replacing("W101", with: "W102").replacing("\"d1\"", with: "\"dX\"")
    try workspace.write(marked, to: "r.ndjson")
    #expect(try await run().output == marked)
    // One file has changed, one is gone, one is new.
    try workspace.write(
      Self.trace(50, device: "d1").joined(separator: "\n") + "\n", to: "traces/001.csv")
    _ = try await workspace.shell("rm traces/002.csv; cp traces/000.csv traces/0005.csv")
    let second = try await run()
    let devices = try lines(second.output).map { $0["metadata"]["device"].string }
    #expect(
      try paths(second).map { $0.dropFirst(7) } == ["000.csv", "0005.csv", "001.csv", "003.csv"])
    #expect(devices == ["d0", "d0", "d1", "dX"])
    // What was there of the file that is gone stays, in front.
    #expect(second.error == "note: r.ndjson keeps 1 result of other recordings\n")
    let kept = try #require(workspace.read("r.ndjson"))
    #expect(kept.hasSuffix(second.output))
    #expect(try lines(kept).count == 5)
    // Other settings: nothing of it is used.
    let huber = try await run("--loss", "huber")
    #expect(
      try lines(huber.output).map { $0["metadata"]["device"].string } == ["d0", "d0", "d1", "d1"])
  }

  @Test func `a file that is no list of results is left as it is`() async throws {
    let workspace = try await workspace(1)
    for text in [Recordings.plain(), "{\"a\": 1}\n", "[]\n"] {
      try workspace.write(text, to: "other")
      let outcome = try await workspace.run("batch", "--resume", "other", "traces")
      #expect(outcome.code == 65)
      #expect(outcome.error.contains("other:1:"))
      #expect(workspace.read("other") == text)
    }
    try workspace.write(
      "{\"format_version\":\"2.0\",\"source\":{\"path\":\"a\",\"trace\":null,\"line\":1,\"content_hash\":null}}\n",
      to: "newer")
    let newer = try await workspace.run("batch", "--resume", "newer", "traces")
    #expect(newer.code == 65)
    #expect(newer.error.contains("newer than 1.x"))
    let folder = try await workspace.run("batch", "--resume", "traces", "traces/000.csv")
    #expect(folder.code == 73)
  }

  @Test func `two runs do not write one file of results`() async throws {
    let workspace = try await workspace(1)
    let outcome = try await workspace.shell(
      """
      mkfifo in
      "$SCROLLFIT" batch --resume r.ndjson in >/dev/null & first=$!
      exec 3>in
      sleep 0.3
      "$SCROLLFIT" batch --resume r.ndjson traces; code=$?
      cat traces/000.csv >&3; exec 3>&-
      wait $first && exit $code
      """)
    #expect(outcome.code == 73)
    #expect(outcome.error.contains("r.ndjson: error: the output is in use"))
  }

  // MARK: - Merging

  @Test func `results are merged without fitting, each once`() async throws {
    let workspace = try await workspace(6)
    try workspace.write("t,y\n0,abc\n", to: "traces/004.csv")
    _ = try await workspace.shell(
      """
      "$SCROLLFIT" batch --format ndjson traces/000.csv traces/001.csv traces/002.csv > a.ndjson
      "$SCROLLFIT" batch --format json traces/002.csv traces/003.csv > b.json 2>/dev/null
      "$SCROLLFIT" batch --format ndjson traces/004.csv traces/005.csv > c.ndjson 2>/dev/null
      """)
    for format in ["text", "json", "ndjson", "csv", "markdown"] {
      let whole = try await workspace.run("batch", "--format", format, "traces")
      let merged = try await workspace.run(
        "batch", "--results", "--format", format, "a.ndjson", "b.json", "c.ndjson")
      #expect(merged.output == whole.output)
      #expect(merged.code == 65)
      #expect(merged.error == "note: 1 result came more than once and count once\n")
    }
    let stream = try await workspace.shell("cat a.ndjson c.ndjson | $SCROLLFIT batch --results -")
    #expect(stream.output.contains("5 recordings: 4 fitted, 1 failed"))
    // A torn line is a failure; the lines about it count.
    let torn = try await workspace.shell(
      "(head -c 2000 a.ndjson; echo; cat c.ndjson) | $SCROLLFIT batch --results -")
    #expect(torn.code == 65)
    #expect(torn.error.contains("<stdin>:1:"))
    #expect(torn.output.contains("3 recordings: 1 fitted, 2 failed"))
  }

  @Test func `what a fitting command prints can be merged`() async throws {
    let outcome = try await Command.shell(
      """
      $SCROLLFIT bounce --format ndjson SampleTraces/uiscrollview-bounce-*.csv |
        $SCROLLFIT batch --results --format json -
      """)
    #expect(outcome.code == 0)
    let pool = try JSONValue(outcome.output)["summary"]["groups"][0]["pooled"][0]
    #expect(pool["recordings"].double == 2)
    #expect(abs((pool["estimate"]["value"].double ?? 0) - 10.9261) < 0.0002)
  }

  // MARK: - Leaving

  @Test func `usage errors leave with 64`() async throws {
    for arguments in [
      [], ["-j0", "SampleTraces"], ["-", "-"], ["--files-from", "-", "-"],
      ["--law", "nothing", "SampleTraces"], ["--results", "--resume", "x", "SampleTraces"],
      ["--results", "--law", "bounce", "SampleTraces"], ["--export", "x.pdf", "SampleTraces"],
      ["--format", "junit", "SampleTraces"], ["--group-by", "", "SampleTraces"],
      ["--group-by", "os", "--group-by", "OS", "SampleTraces"],
    ] {
      let outcome = try await Command.run(["batch"] + arguments)
      #expect(outcome.code == 64, "\(arguments)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `missing files and empty folders leave with 66, after all others`() async throws {
    let workspace = try await workspace(2)
    _ = try await workspace.shell("mkdir empty; touch list; ln -s nowhere traces/0link.csv")
    for missing in [["nothing.csv"], ["empty"], ["--files-from", "list"], ["traces/0link.csv"]] {
      let outcome = try await Command.run(
        ["batch", "--format", "ndjson"] + missing + ["traces/000.csv", "traces/001.csv"],
        in: workspace.path)
      #expect(outcome.code == 66)
      #expect(try lines(outcome.output).count { $0["error"].isNull } == 2)
      #expect(outcome.error.contains("error: "))
    }
    // Worse than broken data.
    try workspace.write("t,y\n0,abc\n", to: "bad.csv")
    #expect(try await workspace.run("batch", "bad.csv", "nothing.csv").code == 66)
    #expect(try await workspace.run("batch", "nothing.csv", "bad.csv").code == 66)
  }

  @Test(arguments: ["TERM", "HUP"])
  func `a signal leaves no file that is not complete`(signal: String) async throws {
    let workspace = try await workspace(1)
    let outcome = try await workspace.shell(
      """
      mkfifo in
      "$SCROLLFIT" batch --export x.json --export y.csv in >/dev/null & run=$!
      exec 3>in
      ls -A | grep -c tmp
      kill -\(signal) $run; wait $run; echo $?
      """)
    #expect(outcome.lines.first == "2")
    #expect(Int(outcome.lines[1]) ?? 0 > 128)
    #expect(workspace.names == ["in", "traces"])
  }

  @Test func `outputs that cannot be made or written leave with 73 and 74`() async throws {
    let workspace = try await workspace(2)
    let noFolder = try await workspace.run("batch", "--export", "no/x.json", "traces", "no.csv")
    #expect(noFolder.code == 73)
    #expect(noFolder.output.isEmpty)
    #expect(try await workspace.run("batch", "--resume", "no/x.ndjson", "traces").code == 73)
    #if os(Linux)
      let full = try await workspace.shell("$SCROLLFIT batch traces > /dev/full")
      #expect(full.code == 74)
      #expect(full.error.contains("standard output: error: cannot write"))
    #endif
    let early = try await workspace.shell(
      "$SCROLLFIT batch --format ndjson traces | head -1 | wc -l")
    #expect(early.code == 0)
    #expect(early.error.isEmpty)
    // Standard input may be a file too, and is not overwritten.
    let itself = try await workspace.shell(
      """
      echo traces > list.md; cp list.md same.md
      $SCROLLFIT batch --files-from - --export list.md < list.md > /dev/null 2>&1
      echo "$?" >&2; cmp list.md same.md
      """)
    #expect(itself.error == "64\n" && itself.output.isEmpty)
    // What failed before the reader left is not forgotten.
    let failed = try await workspace.shell(
      """
      echo junk > 0.csv; $SCROLLFIT batch --format ndjson 0.csv > lines
      for what in '0.csv' '--summary-only 0.csv' '-j 1 --brief --format ndjson 0.csv' \
        '-j 3 --brief --format ndjson 0.csv' '--results lines'; do
        { sleep 0.1; $SCROLLFIT batch $what 2> error; echo "$? $(grep -c error: error)" >&2; } | true
      done
      """)
    // Results that are read again say nothing of why.
    #expect(failed.error.hasSuffix("65 1\n65 1\n65 1\n65 1\n65 0\n"))
  }
}
