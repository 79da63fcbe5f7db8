import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A folder that tests at the same time read from: made for the first of them, gone with the last.
private actor CommonWorkspace {
  private weak var present: Workspace?
  private var making: Task<Workspace, any Error>?

  func workspace(
    _ make: @escaping @Sendable () async throws -> Workspace
  ) async throws -> Workspace {
    if let present { return present }
    let task = making ?? Task { try await make() }
    making = task
    defer { making = nil }
    let workspace = try await task.value
    present = workspace
    return workspace
  }
}

/// Brief lines of a batch against whole ones.
@Suite struct BriefTests {
  /// For tests that write nothing.
  private static let common = CommonWorkspace()

  /// Recordings of every kind: `samples` as shipped, `tables` those of them that are no engine's, `bounces` plain and not,
  /// `broken` that give nothing, `stream.csv` with all bounces in one file.
  @Sendable private static func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    let samples = Command.package.appending("SampleTraces").string
    let script = try await workspace.shell(
      """
      mkdir bounces broken tables && cp -r '\(samples)' samples && cp samples/*.csv tables
      for i in 1 2 3 4 5 6 7 8 9; do
        "$SCROLLFIT" simulate bounce C=$((1300 + 210 * i)) phi=0.00$i delta=10.93 --scale 2 --seed $i \
          > bounces/plain-$i.csv
        grep -v '^# law' bounces/plain-$i.csv > bounces/unnamed-$i.csv
      done
      "$SCROLLFIT" simulate bounce C=2400 delta=10.93 --noise 0.3 > bounces/noise.csv
      "$SCROLLFIT" simulate bounce C=2400 delta=10.93 --drop 0.05 > bounces/drop.csv
      "$SCROLLFIT" simulate bounce C=2400 delta=10.93 --outliers 0.05 > bounces/outliers.csv
      "$SCROLLFIT" simulate bounce C=2400 delta=10.93 --stamp-jitter 1 > bounces/jitter.csv
      "$SCROLLFIT" simulate session gestures=4 --seed 3 > bounces/session.csv
      printf 't_s,offset_y_pt\\n0.000,12\\n0.017,none\\n' > broken/word.csv
      printf 't_s,offset_y_pt\\n0,1\\n0.1,1\\n0.2,1\\n' > broken/still.csv
      printf '# law: bounce\\n# edge_top: 0\\nt_s,offset_y_pt\\n0,1\\n0.1,2\\n0.2,3\\n' > broken/inside.csv
      : > broken/empty.csv
      head -c 600 bounces/plain-1.csv > broken/ragged.csv
      (
        grep '^# [els]' bounces/plain-1.csv; echo 'trace,t_s,offset_y_pt'
        for i in 1 2 3 4 5 6 7 8 9; do grep '^[0-9]' bounces/plain-$i.csv | sed "s/^/take $i,/"; done
        echo 'bad,0,x'; echo 'last,0,1'
      ) > stream.csv
      """)
    #expect(script.code == 0, "\(script.error)")
    return workspace
  }

  private static let brief = ["batch", "--brief", "--format", "ndjson"]
  private static let whole = ["batch", "--format", "ndjson"]

  /// Where a brief value says something else than the whole one, numbers to ten digits; nil where nowhere.
  private static func difference(
    _ brief: JSONValue, _ whole: JSONValue, at path: String = "$"
  ) -> String? {
    switch (brief, whole) {
    case (.number(let one), .number(let other)):
      let scale = max(one.magnitude, other.magnitude)
      return (one - other).magnitude <= 1e-9 * scale ? nil : "\(path): \(one) is not \(other)"
    case (.array(let one), .array(let other)):
      guard one.count == other.count else { return "\(path): \(one.count) is not \(other.count)" }
      return zip(one, other).enumerated().lazy.compactMap { index, pair in
        difference(pair.0, pair.1, at: "\(path)[\(index)]")
      }.first
    case (.object(let members), .object):
      return members.lazy.compactMap { member in
        guard whole.names.contains(member.name) else { return "\(path).\(member.name) is new" }
        return difference(
          member.value, whole[member.name], at: "\(path).\(member.name)")
      }.first
    default: return brief == whole ? nil : "\(path): \(brief) is not \(whole)"
    }
  }

  private func lines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(String($0)) }
  }

  /// Expects the lines to say what whole ones say.
  private func expect(
    _ brief: Outcome, agreesWith whole: Outcome,
    hasFeasible: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(brief.code == whole.code, sourceLocation: sourceLocation)
    #expect(brief.error == whole.error, sourceLocation: sourceLocation)
    let (ours, theirs) = (try lines(brief.output), try lines(whole.output))
    #expect(ours.count == theirs.count, sourceLocation: sourceLocation)
    for (one, other) in zip(ours, theirs) {
      // The hash tells brief from whole, and the interval is found on request.
      var one = one.replacing([.member("settings")], by: nil)
      for index in one["fits"].elements.indices {
        for key in one["fits"][index]["parameters"].names where !hasFeasible {
          let path: [JSONValue.Step] = [
            .member("fits"), .element(index), .member("parameters"), .member(key),
            .member("feasible"),
          ]
          #expect(one[path] == .null, sourceLocation: sourceLocation)
          one = one.replacing(path, by: nil)
        }
      }
      let difference = Self.difference(one, other)
      #expect(
        difference == nil, "\(one["source"]["path"]) \(one["source"]["trace"])",
        sourceLocation: sourceLocation)
    }
  }

  // MARK: - What the lines say

  @Test(arguments: [
    [], ["--axis", "x"], ["--axis", "y"], ["--law", "bounce"], ["--law", "decelerate"],
    ["--law", "spring"], ["--loss", "tukey"], ["--stamps", "recorded"], ["--edge", "0"],
    ["--from", "0.05"], ["--to", "0.5"], ["--from", "0.02", "--to", "0.6"], ["--scale", "3"],
    ["--interval", "1/50"], ["--rest-offset"],
  ])
  func `every number of a brief line is that of the whole one`(_ options: [String]) async throws {
    let workspace = try await Self.common.workspace(Self.workspace)
    // Long sessions of engines are read once.
    let samples = options.isEmpty ? "samples" : "tables"
    let paths = [samples, "bounces", "broken", "stream.csv", "nowhere.csv"]
    let whole = try await Command.run(Self.whole + options + paths, in: workspace.path)
    let brief = try await Command.run(Self.brief + options + paths, in: workspace.path)
    #expect(whole.output.split(separator: "\n").count > 45)
    try expect(brief, agreesWith: whole, hasFeasible: false)
    let feasible = try await Command.run(
      Self.brief + ["--feasible"] + options + paths, in: workspace.path)
    try expect(feasible, agreesWith: whole)
    // Something was compared.
    if options.isEmpty {
      #expect(whole.code == 66)
      for text in [
        "W402", "\"feasible\":[1", "\"not-a-number\"", "\"file-not-found\"", "\"empty\"",
      ] {
        #expect(feasible.output.contains(text), "\(text)")
      }
    }
  }

  @Test func `a brief line leaves out what follows and how it was found`() async throws {
    let path = "SampleTraces/uiscrollview-bounce-2x.csv"
    let line = try JSONValue(try await Command.run(Self.brief + [path]).output)
    #expect(
      line.names == [
        "format_version", "settings", "source", "metadata", "sampling", "fits", "constants",
        "warnings", "error",
      ])
    let fit = line["fits"][0]
    #expect(
      fit.names == ["law", "axis", "window", "samples", "parameters", "residual", "search"])
    #expect(fit["parameters"].names == ["C", "delta", "phi"])
    #expect(
      fit["parameters"]["delta"].names == [
        "value", "unit", "standard_error", "degrees_of_freedom", "interval", "classical_error",
        "hc3_error", "fixed", "reason", "profile", "feasible",
      ])
    #expect(
      fit["residual"].names == ["rms_pt", "max_pt", "floor_pt", "durbin_watson", "runs_p"])
  }

  @Test func `no number has more than ten digits`() async throws {
    let workspace = try await Self.common.workspace(Self.workspace)
    let outcome = try await workspace.run(
      "batch", "--brief", "--feasible", "--format", "ndjson", "samples", "bounces")
    for line in try lines(outcome.output) {
      for path in line.paths where path.first != .member("metadata") {
        // By this, pools tell recordings of one rounding.
        if path.suffix(2) == [.member("noise"), .member("floor_pt")] { continue }
        guard let value = line[path].double else { continue }
        var digits = "\(value)".prefix { $0 != "e" }.filter(\.isWholeNumber).drop { $0 == "0" }
        while digits.last == "0" { digits.removeLast() }
        #expect(digits.count <= 10, "\(path)")
      }
    }
  }

  /// With a law that does not hold, constants are left out for reasons.
  @Test(arguments: ["", "--law decelerate"])
  func `results are added up from brief lines as from whole ones`(law: String) async throws {
    let workspace = try await Self.workspace()
    let script = try await workspace.shell(
      """
      set -- \(law) --format ndjson samples bounces broken stream.csv
      "$SCROLLFIT" batch "$@" > whole.ndjson 2> /dev/null
      "$SCROLLFIT" batch --brief "$@" > brief.ndjson 2> /dev/null
      """)
    #expect(script.code == 65)
    for options in [
      ["--format", "text"], ["--format", "markdown"], ["--summary-only"], ["--group-by", "law"],
    ] {
      let arguments = ["batch", "--results"] + options
      let whole = try await Command.run(arguments + ["whole.ndjson"], in: workspace.path)
      let brief = try await Command.run(arguments + ["brief.ndjson"], in: workspace.path)
      // Half of an interval that is a part in 10^9 of its constant loses its last digit in ends of ten digits.
      #expect(brief.output.replacing("± 0.0000000080", with: "± 0.0000000079") == whole.output)
      #expect(brief.error == whole.error)
      #expect(brief.code == 65)
      #expect(options[0] != "--summary-only" || brief.output.contains("left out"))
    }
    let arguments = ["batch", "--results", "--format", "json"]
    let whole = try await Command.run(arguments + ["whole.ndjson"], in: workspace.path)
    let brief = try await Command.run(arguments + ["brief.ndjson"], in: workspace.path)
    let summaries = [
      try JSONValue(brief.output)["summary"], try JSONValue(whole.output)["summary"],
    ]
    // Differences of numbers to ten digits have fewer.
    #expect(summaries[0].difference(from: summaries[1]) { _ in 1e-5 } == nil)
    #expect(summaries[0]["fitted"].double ?? 0 > (law.isEmpty ? 30 : 5))
    // Read with others, each counts once, and a note says that they were made in two ways.
    let both = try await workspace.run(
      "batch", "--results", "--summary-only", "whole.ndjson", "brief.ndjson")
    #expect(both.error.contains("with 2 different settings"))
    #expect(both.error.contains("came more than once and count once"))
  }

  // MARK: - How they come

  @Test func `any number of threads and any way to read gives the same bytes`() async throws {
    let workspace = try await Self.workspace()
    for paths in [
      ["bounces", "broken", "samples", "nowhere.csv"], ["stream.csv"],
      ["stream.csv", "bounces", "stream.csv", "broken", "stream.csv"],
    ] {
      let one = try await Command.run(
        Self.brief + ["--feasible", "-j1"] + paths, in: workspace.path)
      #expect(one.code ?? 0 >= 65)
      for count in [2, 4, 7] {
        let many = try await Command.run(
          Self.brief + ["--feasible", "-j\(count)"] + paths, in: workspace.path)
        #expect(many.output == one.output)
        #expect(many.error == one.error)
        #expect(many.code == one.code)
      }
    }
    let file = try await workspace.run("batch", "--brief", "--format", "ndjson", "stream.csv")
    for count in [1, 4] {
      let piped = try await workspace.shell(
        """
        cat stream.csv | "$SCROLLFIT" batch --brief --format ndjson -j\(count) - > piped
        echo $?; mkfifo pipe\(count); cat stream.csv > pipe\(count) &
        "$SCROLLFIT" batch --brief --format ndjson -j\(count) pipe\(count) 2> /dev/null |
          sed 's/"path":"pipe\(count)"/"path":"-"/' | cmp - piped
        """)
      #expect(piped.output == "65\n")
      #expect(piped.error == file.error.replacing("stream.csv", with: "<stdin>"))
      #expect(
        workspace.read("piped")
          == file.output.replacing("\"path\":\"stream.csv\"", with: "\"path\":\"-\""))
    }
  }

  @Test(arguments: [1, 4])
  func `brief lines of a stream come as recordings end, while it is still open`(
    jobs: Int
  ) async throws {
    try await Streams.checkLinesComeEarly(
      Self.brief + ["-j\(jobs)", "-"],
      head: "# law: bounce\n# edge_top: 0\n# scale: 3\ntrace,t_s,offset_y_pt\n")
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(10)), arguments: [1, 4])
    func `memory does not grow with the number of brief lines`(jobs: Int) async throws {
      try await Streams.checkMemory(
        Self.brief + ["-j\(jobs)", "-"],
        head: "# edge_top: 0\n# law: bounce\n# scale: 3\ntrace,t_s,offset_y_pt\n",
        rows: Recordings.rows(prefix: ","), recordings: 4000)
    }
  #endif

  // MARK: - What is odd

  @Test func `odd names, metadata and line ends go through`() async throws {
    let workspace = try Workspace()
    _ = try await workspace.shell("mkdir odd")
    let plain = Recordings.plain()
    let head = "# law: bounce\n# scale: 3\n# device: \"a\\b\" <c>\u{7F}\u{2028} 漢\n# what\t: x\n"
    try workspace.write(head + plain, to: "odd/a \"b\"\n'c' \\ <ü>.csv")
    try workspace.write((head + plain).replacing("\n", with: "\r\n"), to: "odd/crlf.csv")
    try workspace.write("\u{FEFF}" + head + plain, to: "odd/mark.csv")
    try workspace.write("t_s,offset_y_pt\n0,1\n", to: "odd/one.csv")
    try workspace.write(
      "# law: bounce\n# edge_top: 0\n# scale: 3\nt_s,offset_y_pt\n0,-1\n", to: "odd/one-bounce.csv")
    try workspace.write("# law: Bounce\n# law: spring\n" + plain, to: "odd/laws.csv")
    try workspace.write("# law: nothing\n" + plain, to: "odd/law.csv")
    try workspace.write(
      "# law: bounce\n"
        + Recordings.file(
          "# edge_top: 0\n# scale: 3", "trace,t_s,offset_y_pt",
          Recordings.rows(prefix: "\"x, \"\"y\"\"\nz\",") + Recordings.rows(prefix: ",")
            + Recordings.rows(prefix: "漢👍,")), to: "odd/names.csv")
    let long = (0..<100_000).map { frame in
      let value = frame < 200 ? Recordings.bounce(Double(frame) / 60) : 0
      return Recordings.stamp(frame) + "," + Recordings.printed(-Recordings.rounded(value))
    }
    try workspace.write(
      Recordings.file("# law: bounce\n# edge_top: 0\n# scale: 3", "t_s,offset_y_pt", long),
      to: "odd/long.csv")
    let whole = try await workspace.run("batch", "--format", "ndjson", "odd")
    let brief = try await workspace.run(
      "batch", "--brief", "--feasible", "--format", "ndjson", "odd")
    try expect(brief, agreesWith: whole)
    #expect(try lines(brief.output).count == 11)
    let four = try await workspace.run(
      "batch", "--brief", "--feasible", "-j4", "--format", "ndjson", "odd")
    #expect(four.output == brief.output)
  }

  // MARK: - Leaving

  @Test func `options that brief lines do not go with are usage errors`() async throws {
    for arguments in [
      ["--brief", "SampleTraces"], ["--brief", "--format", "json", "SampleTraces"],
      ["--brief", "--format", "csv", "SampleTraces"],
      ["--brief", "--format", "ndjson", "--export", "x.ndjson", "SampleTraces"],
      ["--brief", "--format", "ndjson", "--resume", "x.ndjson", "SampleTraces"],
      ["--brief", "--format", "ndjson", "--results", "SampleTraces"],
      ["--brief", "--format", "ndjson", "--group-by", "device", "SampleTraces"],
      ["--brief", "--format", "ndjson", "--summary-only", "SampleTraces"],
      ["--feasible", "SampleTraces"],
      ["--feasible", "--format", "ndjson", "SampleTraces"],
    ] {
      let outcome = try await Workspace().run("batch", arguments)
      #expect(outcome.code == 64, "\(arguments)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains("--brief"), "\(outcome.error)")
    }
  }

  @Test(arguments: [1, 4])
  func `a reader that leaves ends it with 0, a full disk with 74`(jobs: Int) async throws {
    let workspace = try await Self.workspace()
    let early = try await workspace.shell(
      """
      (for i in 1 2 3 4 5 6 7 8; do cat stream.csv | sed "s/^take/take $i/;s/^bad.*//;s/^last.*//" |
        grep -v '^$' | if [ $i = 1 ]; then cat; else grep '^take'; fi; done) > long.csv
      for run in 1 2 3; do
        { "$SCROLLFIT" batch --brief --format ndjson -j\(jobs) long.csv bounces long.csv bounces; echo $? >&3; } 3>> codes |
          head -1 | wc -l
      done
      cat codes
      """)
    #expect(early.output.filter { !$0.isWhitespace || $0 == "\n" } == "1\n1\n1\n0\n0\n0\n")
    #expect(early.error.isEmpty)
    #if os(Linux)
      for path in ["bounces", "stream.csv", "bounces/plain-1.csv"] {
        let full = try await workspace.shell(
          "$SCROLLFIT batch --brief --format ndjson -j\(jobs) \(path) 2>&1 > /dev/full | tail -n 2; "
            + "$SCROLLFIT batch --brief --format ndjson -j\(jobs) \(path) > /dev/full 2> /dev/null; echo $?"
        )
        #expect(full.output.contains("standard output: error: cannot write"))
        #expect(full.output.hasSuffix("\n74\n"))
      }
    #endif
  }
}

extension Workspace {
  fileprivate func run(_ command: String, _ arguments: [String]) async throws -> Outcome {
    try await Command.run([command] + arguments, in: path)
  }
}
