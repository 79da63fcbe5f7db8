import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `fit`: a whole recording split into phases, each with its law.
@Suite struct FitTests {
  private static let session = "simulate session gestures=4 --seed 2"
  private static let recordings = [
    "SampleTraces/uiscrollview-bounce-2x.csv", "SampleTraces/uiscrollview-bounce-3x.csv",
    "SampleTraces/uiscrollview-deceleration-3x.csv", "SampleTraces/uiscrollview-rubber-band-3x.csv",
  ]

  /// Lines of shell in which `scrollfit` is the binary.
  private func shell(_ script: String, in workspace: Workspace) async throws -> Outcome {
    try await workspace.shell("scrollfit() { \"$SCROLLFIT\" \"$@\"; }\n" + script)
  }

  /// The first result of `fit` on what a line of shell writes.
  private func result(of script: String, _ options: String = "") async throws -> JSONValue {
    let workspace = try Workspace()
    let outcome = try await shell(
      "\(script) | scrollfit fit --format json \(options) -", in: workspace)
    #expect(outcome.code == 0, "\(outcome.error)")
    return try JSONValue(outcome.output)["results"][0]
  }

  /// The first result of `fit` on a text.
  private func result(in text: String, _ options: String...) async throws -> JSONValue {
    let workspace = try Workspace()
    try workspace.write(text, to: "trace.csv")
    let outcome = try await Command.run(
      ["fit", "--format", "json", "trace.csv"] + options, in: workspace.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    return try JSONValue(outcome.output)["results"][0]
  }

  private func kinds(_ result: JSONValue) -> [String] {
    result["phases"].elements.compactMap { $0["kind"].string }
  }

  private func pool(_ key: String, _ result: JSONValue) throws -> JSONValue {
    try #require(result["pooled"].elements.first { $0["key"] == .string(key) })
  }

  /// How many standard errors an estimate is off.
  private func deviation(_ estimate: JSONValue, from truth: Double) throws -> Double {
    let value = try #require(estimate["value"].double)
    return abs(value - truth) / (try #require(estimate["standard_error"].double))
  }

  // MARK: - A session

  @Test func `a session is told phase by phase, with what it was made of`() async throws {
    let workspace = try Workspace()
    let outcome = try await shell("scrollfit \(Self.session) | scrollfit fit -", in: workspace)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    let text = outcome.output
    #expect(text.hasPrefix("standard input\n  along y: 14 phases in 8 s, 4 fitted; "))
    #expect(text.contains("\n  constants\n"))
    #expect(text.contains("\n  from phase to phase\n"))
    #expect(text.contains("\n  phases\n      start s  lasts s  samples  phase\n"))
    #expect(
      text.contains("\n  . rest, t tracking, u rubber-band, d deceleration, b bounce, r release\n"))
    // Nothing of one fit alone, unless it is asked for.
    #expect(!text.contains("residuals  rms"))
    let result = try await result(of: "scrollfit \(Self.session)")
    #expect(
      kinds(result) == [
        "rest", "tracking", "rubber-band", "release", "rest", "tracking", "deceleration", "bounce",
        "rest", "tracking", "deceleration", "rest", "tracking", "rest",
      ])
    // Four standard errors.
    #expect(try deviation(pool("delta", result)["estimate"], from: 10.93) < 4)
    #expect(try deviation(pool("k", result)["estimate"], from: 2.002) < 4)
  }

  @Test(arguments: [
    "gestures=6 --seed 1", "gestures=6 --seed 7 jumps=0.1 catches=0.3",
    "gestures=6 --seed 3 --axis both", "gestures=4 --seed 4 --rate 120 --scale 2",
    "gestures=6 --seed 5 --changes-only", "gestures=6 --seed 6 --drop 0.03 --scale 1",
  ])
  func `phases cover every sample once, named or found, edges given or not`(
    arguments: String
  ) async throws {
    let unnamed = #"sed 's/,phase$//; s/,"[^"]*"$//'"#
    for strip in ["cat", unnamed, "\(unnamed) | grep -v '^# edge'"] {
      let result = try await result(of: "scrollfit simulate session \(arguments) | \(strip)")
      let count = try #require(result["sampling"]["samples"].double)
      let fits = result["fits"].elements.count
      let phases = result["phases"].elements
      var used: [Double] = []
      for axis in Set(phases.compactMap { $0["axis"].string }) {
        var next = 0.0
        var time: Double?
        for phase in phases where phase["axis"] == .string(axis) {
          #expect(phase["samples"]["first"].double == next)
          next += try #require(phase["samples"]["count"].double)
          if let time { #expect(phase["window"]["start_s"].double == time) }
          time = phase["window"]["end_s"].double
          guard let fit = phase["fit"].double else { continue }
          #expect(fit >= 0 && fit < Double(fits))
          #expect(result["fits"][Int(fit)]["axis"] == .string(axis))
          used.append(fit)
        }
        #expect(next == count)
      }
      #expect(used.sorted() == (0..<fits).map(Double.init))
      for pool in result["pooled"].elements {
        let sources = pool["members"].elements + pool["left_out"].elements
        #expect(sources.allSatisfy { used.contains($0["fit"].double ?? -1) })
      }
      let joints = result["joints"].elements
      for joint in joints {
        #expect(joint["after"].double == joint["before"].double.map { $0 + 1 })
        #expect((joint["after"].double ?? .infinity) < Double(phases.count))
      }
      for pool in result["pooled_joints"].elements {
        let sources = pool["members"].elements.compactMap { $0["joint"].double }
        #expect(!sources.isEmpty)
        for source in sources where source < Double(joints.count) {
          #expect(joints[Int(source)]["kind"] == pool["key"])
        }
        #expect(sources.allSatisfy { $0 < Double(joints.count) })
      }
    }
  }

  @Test func `the same session without names and edges has the same phases`() async throws {
    let named = try await result(of: "scrollfit \(Self.session)")
    let bare = try await result(of: "scrollfit \(Self.session) | grep -v '^#' | cut -d, -f1,2")
    #expect(bare["fits"].elements.count == named["fits"].elements.count)
    #expect(try deviation(pool("delta", bare)["estimate"], from: 10.93) < 4)
    #expect(try deviation(pool("k", bare)["estimate"], from: 2.002) < 4)
    let edges = bare["phases"].elements.compactMap { $0["edge"]["source"].string }
    #expect(!edges.isEmpty && edges.allSatisfy { $0 == "inferred" })
    #expect(codes(bare).contains("W108"))
    #expect(!codes(named).contains("W108"))
  }

  // MARK: - The contract

  @Test func `every key of a split recording is at its place`() async throws {
    let result = try await result(of: "scrollfit \(Self.session)")
    #expect(
      result.names == [
        "source", "metadata", "sampling", "fits", "phases", "pooled", "joints", "pooled_joints",
        "releases", "fling_threshold", "flings", "constants", "warnings", "error",
      ])
    let estimate = [
      "value", "unit", "standard_error", "interval", "interval_factor",
      "degrees_of_freedom", "classical_error", "hc3_error", "profile", "feasible", "start", "fixed",
      "reason",
    ]
    for phase in result["phases"].elements {
      #expect(
        phase.names == [
          "kind", "axis", "window", "samples", "edge", "confidence", "law", "evidence", "fit",
          "remark",
        ])
      #expect(phase["window"].names == ["start_s", "end_s"])
      #expect(phase["samples"].names == ["first", "count"])
      if !phase["edge"].isNull {
        #expect(phase["edge"].names == ["position_pt", "side", "source"])
      }
      #expect(phase["confidence"] == .string("sure"))
      #expect(phase["evidence"] == .string("named in the recording"))
    }
    #expect(result["phases"][2]["remark"] == .string("no finger column"))
    #expect(
      result["pooled"].elements.map { [$0["law"].string, $0["key"].string] } == [
        ["bounce", "delta"], ["decelerate", "k"], ["decelerate", "stop_velocity"],
        ["bounce", "settle_threshold"],
      ])
    for pool in result["pooled"].elements {
      #expect(pool.names == ["law", "key", "estimate", "heterogeneity", "members", "left_out"])
      #expect(pool["estimate"].names == estimate)
      #expect(pool["heterogeneity"].names == ["q", "degrees", "p", "spread", "heterogeneous"])
      for member in pool["members"].elements {
        #expect(member.names == ["fit", "value", "standard_error", "weight"])
      }
      let weights = pool["members"].elements.compactMap { $0["weight"].double }
      #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
    }
    #expect(
      Set(result["joints"].elements.compactMap { $0["kind"].string })
        == ["edge_velocity", "edge_share", "crossing_time", "release_velocity"])
    for joint in result["joints"].elements {
      #expect(
        joint.names == [
          "kind", "axis", "before", "after", "expected", "found", "comparison", "test",
        ])
      for name in ["expected", "found", "comparison"] { #expect(joint[name].names == estimate) }
      // A share is only told.
      #expect(joint["test"].isNull == (joint["kind"] == .string("edge_share")))
      if !joint["test"].isNull {
        #expect(joint["test"].names == ["hypothesis", "t", "p", "aicc_difference"])
      }
    }
    #expect(
      result["pooled_joints"].elements.map { $0["key"].string }
        == ["edge_velocity", "crossing_time", "release_velocity"])
    for joint in result["pooled_joints"].elements {
      #expect(
        joint.names == [
          "law", "key", "estimate", "heterogeneity", "members", "left_out", "test",
        ])
      #expect(joint["law"] == .string("joint"))
      #expect(joint["estimate"].names == estimate)
      #expect(joint["members"][0].names == ["joint", "value", "standard_error", "weight"])
      #expect(joint["test"].names == ["hypothesis", "t", "p", "aicc_difference"])
    }
  }

  @Test func `what a pool does without is named with its reason`() async throws {
    // Stray values make some fits not fit to be pooled.
    let result = try await result(
      of: "scrollfit simulate session gestures=12 --seed 1 catches=0.3 --outliers 0.02")
    let omissions = result["pooled"].elements.flatMap { $0["left_out"].elements }
    #expect(!omissions.isEmpty)
    for omission in omissions {
      #expect(omission.names == ["fit", "reason"])
      #expect(omission["reason"].string?.isEmpty == false)
    }
  }

  @Test func `glides of two rates disagree, and the line says by how much`() async throws {
    let workspace = try Workspace()
    // 1000 ln(0.998) = -2.0020 and 1000 ln(0.9975) = -2.5031, one after the other, with rest between.
    let made = try await shell(
      """
      (for d in 0.998 0.9975; do scrollfit simulate decelerate v0=3000 d=$d --duration 4; done) \\
        | awk -F, 'BEGIN {print "# scale: 3\\nt_s,offset_y_pt"} /^[0-9]/ {
            if ($1 == 0 && NR > 20) {base = last; shift = t + 1 / 60}
            t = $1 + shift; last = base + $2; printf "%.6f,%.6f\\n", t, last}' > two.csv
      """, in: workspace)
    #expect(made.code == 0)
    let json = try await workspace.run("fit", "--format", "json", "two.csv")
    let result = try JSONValue(json.output)["results"][0]
    let k = try pool("k", result)
    #expect(k["members"].elements.count == 2)
    #expect(k["heterogeneity"]["heterogeneous"] == .bool(true))
    #expect(k["heterogeneity"]["degrees"] == .number(1))
    #expect(try #require(k["heterogeneity"]["p"].double) < 0.01)
    // Half the distance of two values is sqrt(1/2) of their standard deviation.
    let spread = try #require(k["heterogeneity"]["spread"].double)
    #expect(abs(spread - 0.5011 / 2.0.squareRoot()) < 0.02)
    #expect(codes(result).contains("W407"))
    let text = try await workspace.run("fit", "two.csv")
    // The line is broken where it meets the end of the terminal.
    let words = text.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("they differ by 0.35 1/s"))
    for line in text.lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test(
    arguments: zip(recordings, ["bounce", "bounce", "decelerate", "rubber-band"]))
  func `a recording of one motion gives what the command of its law gives`(
    path: String, command: String
  ) async throws {
    let whole = try await Command.run(["fit", "--format", "json", path])
    let single = try await Command.run([command, "--format", "json", path])
    let fits = try JSONValue(whole.output)["results"][0]["fits"]
    let expected = try JSONValue(single.output)["results"][0]["fits"]
    #expect(fits.elements.count == 1)
    #expect(fits[0]["parameters"] == expected[0]["parameters"])
    #expect(!expected[0]["parameters"].isNull)
    // One fit is shown as the command of its law shows it.
    let text = try await Command.run(["fit", path]).output
    #expect(text == (try await Command.run([command, path]).output))
  }

  // MARK: - Options

  @Test func `--phase fits only the kinds it names`() async throws {
    let all = try await result(of: "scrollfit \(Self.session)")
    for (options, expected) in [
      ("--phase bounce", ["bounce"]), ("--phase bounce --phase release", ["bounce", "release"]),
      ("--phase deceleration", ["deceleration"]),
    ] {
      let result = try await result(of: "scrollfit \(Self.session)", options)
      #expect(kinds(result) == kinds(all))
      let fitted = result["phases"].elements.filter { !$0["fit"].isNull }
      #expect(Set(fitted.compactMap { $0["kind"].string }) == Set(expected))
      #expect(fitted.count == result["fits"].elements.count)
    }
  }

  @Test(arguments: ["rest", "tracking", "jump", "unknown"])
  func `--phase refuses kinds that no law describes`(kind: String) async throws {
    let outcome = try await Command.run(["fit", "--phase", kind, Self.recordings[0]])
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: --phase \(kind): no law describes it.\n"))
  }

  @Test func `--search-path belongs to the commands of one law`() async throws {
    let workspace = try Workspace()
    try workspace.write(Recordings.plain(), to: "trace.csv")
    let outcome = try await workspace.run("fit", "--search-path", "path.csv", "trace.csv")
    #expect(outcome.code == 64)
    #expect(
      outcome.error.hasPrefix("Error: --search-path is for the commands that fit one law.\n"))
    #expect(workspace.names == ["trace.csv"])
  }

  @Test func `--settle must be positive`() async throws {
    for value in ["0", "-1", "nan", "inf"] {
      let outcome = try await Command.run(["fit", "--settle=\(value)", Self.recordings[0]])
      #expect(outcome.code == 64)
      #expect(outcome.error.hasPrefix("Error: --settle must be a positive number of points.\n"))
    }
  }

  @Test func `--axis splits one axis of two`() async throws {
    let script = "scrollfit simulate session gestures=6 --axis both --seed 7"
    let both = try await result(of: script)
    for axis in ["y", "x"] {
      let one = try await result(of: script, "--axis \(axis)")
      let phases = both["phases"].elements.filter { $0["axis"] == .string(axis) }
      #expect(!phases.isEmpty)
      #expect(one["phases"].elements.map { $0["kind"] } == phases.map { $0["kind"] })
      // Where a glide has come to rest is told by the stopping speed, which both axes share.
      let moving = { (phases: [JSONValue]) in
        phases.filter { $0["kind"] != .string("rest") }.map { $0["samples"]["first"] }
      }
      #expect(moving(one["phases"].elements) == moving(phases))
      #expect(one["phases"].elements.allSatisfy { $0["axis"] == .string(axis) })
    }
    let workspace = try Workspace()
    let text = try await shell("\(script) | scrollfit fit -", in: workspace).output
    for part in ["\n  phases along y\n", "\n  phases along x\n", "\n  along x: "] {
      #expect(text.contains(part))
    }
    let missing = try await shell(
      "scrollfit \(Self.session) | scrollfit fit --axis x -", in: workspace)
    #expect(missing.code == 65)
    #expect(missing.error.contains("error: no offset or overscroll along x\n"))
  }

  @Test func `--edge says where content rests`() async throws {
    let text = Recordings.file("t_s,offset_y_pt", Recordings.rows(edge: 40))
    let result = try await result(in: text, "--edge", "40")
    #expect(kinds(result) == ["bounce", "rest"])
    let edge = result["phases"][0]["edge"]
    #expect(edge["position_pt"] == .number(40))
    #expect(edge["side"] == .string("top"))
    #expect(edge["source"] == .string("option"))
    // The law of Recordings, within four standard errors.
    #expect(try deviation(result["fits"][0]["parameters"]["delta"], from: 10.9) < 4)
  }

  @Test func `--details shows every fit in full, in text only`() async throws {
    let workspace = try Workspace()
    _ = try await shell("scrollfit \(Self.session) > s.csv", in: workspace)
    let brief = try await workspace.run("fit", "s.csv").output
    let full = try await workspace.run("fit", "--details", "s.csv").output
    #expect(!brief.contains("\n  residuals  rms "))
    #expect(full.contains("\n  bounce 1 of 4 beyond the top edge at 0 pt\n"))
    #expect(full.contains("\n  decelerate 2 of 4 up to the bottom edge at 1500 pt\n"))
    #expect(full.contains("\n  decelerate 4 of 4\n"))
    // Below, the tables of the long text have intervals beside standard errors.
    let head = try #require(brief.split(separator: "\n  constants\n").first)
    #expect(brief.contains("\n  ± at 95 %\n") && full.contains("\n  ± standard error"))
    #expect(full.hasPrefix(head))
    #expect(
      try await workspace.run("fit", "--details", "--format", "json", "s.csv").output
        == workspace.run("fit", "--format", "json", "s.csv").output)
  }

  // MARK: - Labels and fingers

  /// A finger pulls 300 pt beyond the top edge, holds and lets go: c 0.55, d 844 pt, delta 10.9 1/s.
  private static func pull(labels: Bool) -> String {
    var rows: [String] = []
    func add(_ finger: Double, _ overscroll: Double, _ label: String) {
      let cells = [
        Recordings.stamp(rows.count), Recordings.printed(Recordings.rounded(finger)),
        Recordings.printed(-Recordings.rounded(overscroll)),
      ]
      // What has come to the edge, as recorded, rests.
      let name = Recordings.rounded(overscroll) == 0 ? "idle" : label
      rows.append((cells + (labels ? [name] : [])).joined(separator: ","))
    }
    func band(_ travel: Double) -> Double { 844 * 0.55 * travel / (0.55 * travel + 844) }
    for _ in 0..<20 { add(0, 0, "idle") }
    for frame in 1...40 {
      let u = Double(frame) / 40
      let travel = Recordings.rounded(300 * u * u * u * (10 - 15 * u + 6 * u * u))
      add(travel, band(travel), "Pulling")
    }
    for _ in 0..<10 { add(300, band(300), "Pulling") }
    for frame in 0..<60 {
      let scaled = 10.9 * (Double(frame) + 0.5) / 60
      add(300, band(300) * (1 + scaled) * exp(-scaled), "Bounce-Back")
    }
    for _ in 0..<30 { add(300, 0, "idle") }
    let header = "t_s,finger_y_pt,offset_y_pt" + (labels ? ",phase" : "")
    return Recordings.file("# edge_top: 0\n# bounds_height: 844", header, rows)
  }

  @Test func `names and a finger's travel are used where they were recorded`() async throws {
    let result = try await result(in: Self.pull(labels: true))
    #expect(kinds(result) == ["rest", "rubber-band", "release", "rest"])
    let phases = result["phases"].elements
    #expect(phases.map { $0["samples"]["first"].double } == [0, 21, 70, 120])
    #expect(phases.allSatisfy { $0["evidence"] == .string("named in the recording") })
    #expect(result["fits"].elements.map { $0["law"].string } == ["rubber-band", "bounce"])
    // Four standard errors.
    #expect(try deviation(result["fits"][0]["parameters"]["c"], from: 0.55) < 4)
    #expect(try deviation(result["fits"][1]["parameters"]["delta"], from: 10.9) < 4)
    #expect(result["fits"][0]["parameters"]["d"]["value"] == .number(844))
    #expect(
      result["pooled"].elements.compactMap { $0["key"].string } == [
        "delta", "c", "settle_threshold",
      ])
  }

  @Test func `a finger that moves is evidence, and c is fitted without names`() async throws {
    let result = try await result(in: Self.pull(labels: false))
    let pull = try #require(
      result["phases"].elements.first { $0["kind"] == .string("rubber-band") })
    #expect(pull["confidence"] == .string("sure"))
    #expect(pull["evidence"] == .string("the finger moves"))
    let fit = try #require(pull["fit"].double)
    #expect(try deviation(result["fits"][Int(fit)]["parameters"]["c"], from: 0.55) < 4)
    // Where the finger stands still again the content returns by itself, though no spring was seen before.
    let release = try #require(
      result["phases"].elements.first { $0["kind"] == .string("release") })
    #expect(release["fit"].double != nil)
  }

  // MARK: - What cannot be fitted

  private static let drag = (0..<60).map { frame in
    let time = Double(frame)
    let value = Recordings.rounded(500 + 40 * sin(time / 9) + 25 * sin(time / 3.7))
    return "\(Recordings.stamp(frame)),\(Recordings.printed(value))"
  }
  private static let still = (0..<60).map { "\(Recordings.stamp($0)),100" }
  /// - Parameter closest: what is said of the law that comes closest.
  private static func noPhase(_ closest: String = "") -> String {
    """
    trace.csv:2:1: error: no phase of the recording could be fitted\(closest)
      help: 'scrollfit identify trace.csv' tries all laws, 'scrollfit inspect trace.csv' says what each phase was told by

    """
  }

  static let refusals: [(text: String, phases: [String], error: String)] = [
    (
      Recordings.file("t_s,offset_y_pt", still), ["rest"],
      "trace.csv:2:1: error: the offset never changes\n  help: record while the content moves\n"
    ),
    (
      Recordings.file("t_s,offset_y_pt", drag), ["tracking"],
      noPhase("; the closest law, spring of any damping (rms 0.099 pt), follows 21 samples of it")
    ),
    (
      Recordings.file("t_s,offset_y_pt,phase", drag.map { $0 + ",drag" }), ["tracking"], noPhase()
    ),
    (
      Recordings.file(
        "t_s,offset_y_pt", still + (60..<65).map { "\(Recordings.stamp($0)),\(20 * $0 - 1100)" }),
      ["rest", "tracking"],
      "trace.csv:2:1: error: no free motion found: fewer than 8 samples move\n  help: record a faster or longer motion,"
        + " at each frame; 'scrollfit inspect trace.csv' lists the phases of the recording\n"
    ),
    (
      "", [],
      "trace.csv: error: the file is empty\n  help: a recording has a header, such as \"t_s,offset_y_pt\", and rows of numbers\n"
    ),
    (
      "t_s,offset_y_pt\n", [],
      "trace.csv:1: error: no row follows the header\n  help: a recording has one row a sample\n"
    ),
  ]

  @Test(arguments: [
    ("article-bounce-table", "bounce"), ("article-deceleration-table", "decelerate"),
    ("simulated-gravity", "gravity"), ("simulated-stretch", "stretch"),
  ])
  func `a file that names its law, or has its columns, is fitted by it where no phase is`(
    file: String, law: String
  ) async throws {
    let path = "SampleTraces/\(file).csv"
    let own = try await Command.run([law, path])
    for arguments in [["fit", path], [path]] {
      let outcome = try await Command.run(arguments)
      #expect(outcome.code == 0 && outcome.output == own.output)
    }
    // Phases that are asked for are no law of the file's.
    let phases = try await Command.run(["fit", "--phase", "bounce", path])
    #expect(phases.code == 65)
  }

  @Test(arguments: refusals)
  func `what has nothing to fit is an error, and its phases are told all the same`(
    refusal: (text: String, phases: [String], error: String)
  ) async throws {
    let workspace = try Workspace()
    try workspace.write(refusal.text, to: "trace.csv")
    let outcome = try await workspace.run("fit", "trace.csv")
    #expect(outcome.code == 65)
    #expect(outcome.error == refusal.error)
    #expect(outcome.output.isEmpty == refusal.phases.isEmpty)
    let json = try await workspace.run("fit", "--format", "json", "trace.csv")
    #expect(json.code == 65)
    let result = try JSONValue(json.output)["results"][0]
    #expect(result["error"].names == ["code", "message", "help", "line", "column"])
    #expect(result["fits"].elements.isEmpty)
    #expect(kinds(result) == refusal.phases)
  }

  @Test func `a return that cannot be fitted is no failure where other motions are identified`()
    async throws
  {
    let workspace = try Workspace()
    let simulated = try await Command.run(
      ["simulate", "session", "iscroll", "gestures=3", "--seed", "4"])
    let rows = simulated.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    // Times and offsets alone.
    let bare = rows.map { $0.split(separator: ",").prefix(2).joined(separator: ",") + "\n" }
    try workspace.write(bare.joined(), to: "trace.csv")
    let outcome = try await workspace.run("fit", "--format", "json", "trace.csv")
    #expect(outcome.code == 0, "\(outcome.error)")
    let result = try JSONValue(outcome.output)["results"][0]
    #expect(result["fits"].elements.map { $0["search"]["converged"].bool } == [false])
    #expect(result["phases"].elements.contains { $0["law"].string == "eased-iscroll" })
  }

  @Test func `content that moves at one speed does not slow down`() async throws {
    let workspace = try Workspace()
    let rows = (0..<60).map { "\(Recordings.stamp($0)),\(5 * $0)" }
    try workspace.write(Recordings.file("t_s,offset_y_pt", rows), to: "trace.csv")
    let fitted = try await workspace.run("fit", "trace.csv")
    let identified = try await workspace.run("identify", "trace.csv")
    #expect(fitted.code == 65 && identified.code == 65)
    for outcome in [fitted, identified] {
      #expect(outcome.error.contains(": the content moves at one speed, which a finger or a"))
      #expect(!(outcome.output + outcome.error).contains("slows down"))
    }
  }

  @Test func `where no law follows a part, the closest law is named with its residual`()
    async throws
  {
    let workspace = try Workspace()
    // Steps with pauses: no smooth law.
    let rows = (0..<40).map { "\(Recordings.stamp($0)),\($0 / 6 * 20)" }
    try workspace.write(Recordings.file("t_s,offset_y_pt", rows), to: "trace.csv")
    for command in ["fit", "identify"] {
      let outcome = try await workspace.run(command, "trace.csv")
      #expect(outcome.code == 65)
      #expect(outcome.error.contains("; the closest law, ") && outcome.error.contains("(rms "))
    }
  }

  @Test func `a single sample is a rest that cannot be fitted`() async throws {
    let workspace = try Workspace()
    try workspace.write("# edge_top: 0\nt_s,offset_y_pt\n0,100\n", to: "trace.csv")
    let outcome = try await workspace.run("fit", "trace.csv")
    #expect(outcome.code == 65)
    #expect(outcome.output == "" || outcome.output.contains("\n  phases\n"))
    #expect(outcome.error.hasPrefix("trace.csv:3:1: error: "))
  }

  // MARK: - Output

  @Test func `several recordings in one file are split one by one`() async throws {
    let workspace = try Workspace()
    let made = try await shell(
      """
      scrollfit simulate session gestures=4 --seed 2 | grep -v '^#' | cut -d, -f1,2 > one
      scrollfit simulate session gestures=4 --seed 9 | grep -v '^#' | cut -d, -f1,2 > two
      (echo trace,t_s,offset_y_pt; for n in one two; do sed "1d; s/^/$n,/" $n; done) > both.csv
      """, in: workspace)
    #expect(made.code == 0)
    let text = try await workspace.run("fit", "both.csv").output
    #expect(text.hasPrefix("both.csv, one\n  along y: "))
    #expect(text.contains("\n\nboth.csv, two\n  along y: "))
    let json = try await workspace.run(
      "fit", "--format", "json", "both.csv", "--residuals", "table.csv")
    let results = try JSONValue(json.output)["results"].elements
    #expect(results.map { $0["source"]["trace"].string } == ["one", "two"])
    // Every sample of every fit has a row.
    let table = try Table(#require(workspace.read("table.csv")))
    for result in results {
      for (number, fit) in result["fits"].elements.enumerated() {
        let rows = table.rows.filter {
          $0["trace"] == result["source"]["trace"].string && $0["fit"] == "\(number + 1)"
        }
        #expect(rows.count > 0)
        #expect(Set(rows.compactMap { $0["law"] }) == [fit["law"].string ?? ""])
        #expect(Double(rows.count { $0["weight"] != "0.0" }) == fit["samples"]["used"].double)
      }
    }
    // Each recording is split as it is alone.
    let alone = try await workspace.run("fit", "--format", "json", "two").output
    let expected = try JSONValue(alone)["results"][0]
    #expect(results[1]["phases"] == expected["phases"])
    #expect(results[1]["pooled"] == expected["pooled"])
  }

  @Test func `a copy is what is printed, and colour adds only escapes`() async throws {
    let workspace = try Workspace()
    _ = try await shell("scrollfit \(Self.session) > s.csv", in: workspace)
    let plain = try await workspace.run(
      "fit", "s.csv", "--export", "copy.txt", "--export", "copy.json")
    #expect(plain.code == 0)
    #expect(workspace.read("copy.txt") == plain.output)
    #expect(
      try await workspace.run("fit", "s.csv", "--format", "json").output
        == workspace.read("copy.json"))
    #expect(!plain.output.contains("\u{1B}"))
    let without = try await workspace.run("fit", "s.csv", variables: ["NO_COLOR": "1"])
    #expect(without.output == plain.output)
    let coloured = try await workspace.run("fit", "s.csv", "--color", "always")
    #expect(coloured.output.contains("\u{1B}"))
    var text = coloured.output
    while let start = text.firstIndex(of: "\u{1B}"),
      let end = text[start...].firstIndex(of: "m")
    {
      text.removeSubrange(start...end)
    }
    #expect(text == plain.output)
  }

  @Test(arguments: [
    "decelerate v0=2000 d=0.998", "session gestures=12 --seed 1 catches=0.3 --outliers 0.02",
    "session gestures=12 --seed 5",
    "session gestures=12 jumps=0.1 catches=0.3 --seed 1 --rate 120 --scale 2 --changes-only --drop 0.03",
    "session gestures=10 --axis both --seed 3", "session gestures=8 --noise 0.5 --seed 2",
    "session gestures=200 --seed 1",
  ])
  func `no line is longer than 80 columns`(arguments: String) async throws {
    let workspace = try Workspace()
    for options in ["", "--details"] {
      let outcome = try await shell(
        "scrollfit simulate \(arguments) | scrollfit fit \(options) -", in: workspace)
      #expect(outcome.code == 0)
      for line in outcome.lines { #expect(line.count <= 80, "\(line)") }
    }
  }

  // MARK: - Wheel events

  /// Two flings on a trackpad: ten events of a finger, then momentum v' = -k v - c in frames of 1/60 s, each
  /// delta rounded to a point.
  private func wheel(rate: Double, friction: Double) -> String {
    var text = "t_s,delta_y_pt\n"
    var time = 0.5
    for speed in [1800.0, 2400] {
      for event in 1...10 {
        time += event.isMultiple(of: 3) ? 0.015 : 0.009
        let delta = (speed / 60 * Double(event) / 10).rounded()
        text += "\(time),\(Int(delta))\n"
      }
      var v = speed
      for _ in 0..<400 {
        // A frame in small steps: no closed form that a mistake could be shared with.
        var way = 0.0
        for _ in 0..<1000 {
          v = max(0, v - (rate * v + friction) / 60_000)
          way += v / 60_000
        }
        guard way >= 0.5 else { break }
        time += 1.0 / 60
        text += "\(time),\(Int(way.rounded()))\n"
      }
      time += 1.3
    }
    return text
  }

  @Test(arguments: [0.0, 900])
  func `wheel events are summed, cut into finger and momentum, and AICc decides on friction`(
    friction: Double
  ) async throws {
    let text = wheel(rate: 2.5, friction: friction)
    let found = try await result(in: text)
    #expect(kinds(found) == ["tracking", "deceleration", "rest", "tracking", "deceleration"])
    let momenta = found["fits"].elements
    #expect(momenta.count == 2)
    for fit in momenta {
      #expect(fit["law"].string == "decelerate")
      #expect(
        fit["forms"].elements.map { $0["form"].string } == [
          "viscous", "viscous + coulomb", "macOS",
        ])
      let quoted = fit["forms"].elements.filter { $0["quoted"] == .bool(true) }
      #expect(quoted.map { $0["form"].string } == [friction > 0 ? "viscous + coulomb" : "viscous"])
      #expect(fit["forms"].elements.allSatisfy { $0["aicc"].double != nil })
      #expect(try deviation(fit["parameters"]["k"], from: 2.5) < 4)
      if friction > 0 {
        #expect(try deviation(fit["parameters"]["coulomb"], from: friction) < 4)
      }
    }
    #expect(try deviation(pool("k", found)["estimate"], from: 2.5) < 4)
    let workspace = try Workspace()
    try workspace.write(text, to: "wheel.csv")
    let shown = try await Command.run(["fit", "wheel.csv"], in: workspace.path)
    #expect(shown.output.contains("AICc:") && shown.output.contains("viscous + coulomb"))
    // Where no event comes, none is missing.
    #expect(!shown.output.contains("W104") && !shown.output.contains("W102"))
  }

  @Test func `a finger's last movement is no glide, a wheel of notches has none`() async throws {
    let workspace = try Workspace()
    let rows = (0..<12).map { "\(Double($0) * 0.137 + Double($0 % 3) * 0.021),10" }
    try workspace.write("t_s,delta_y_pt\n" + rows.joined(separator: "\n") + "\n", to: "notches.csv")
    let outcome = try await Command.run(["fit", "notches.csv"], in: workspace.path)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("a wheel with notches has no\n"))
    // What was asked for by name and is not there is a failure, and so are events that ask for nothing.
    let asked = try await Command.run(
      ["fit", "--phase", "deceleration", "notches.csv"], in: workspace.path)
    #expect(asked.code == 65)
    try workspace.write("t_s,delta_y_pt\n0,0\n1,0\n2,0\n", to: "nothing.csv")
    #expect(try await Command.run(["fit", "nothing.csv"], in: workspace.path).code == 65)
  }
}
