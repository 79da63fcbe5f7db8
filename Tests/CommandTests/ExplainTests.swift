import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollSimulation
import Testing

/// `scrollfit explain`: every word of a result, in the words of the documentation.
@Suite struct ExplainTests {
  /// A cell of a table in Markdown as plain text.
  private static func plain(_ cell: Substring) -> String {
    var text = String(cell).replacing("`", with: "'")
    while let link = text.firstMatch(of: /\[([^\]]*)\]\([^)]*\)/) {
      text.replaceSubrange(link.range, with: link.1)
    }
    return text
  }

  /// The rows of a page's tables whose first cell passes.
  private static func rows(_ page: String, where passes: (String) -> Bool) throws -> [[String]] {
    let text = try #require(Command.contents("Docs/Reference/\(page)"))
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| ") else { return nil }
      let cells = line.dropFirst(2).dropLast(2).split(
        separator: " | ", omittingEmptySubsequences: false
      ).map(plain)
      return passes(cells[0]) ? cells : nil
    }
  }

  /// What is printed, with its lines joined.
  private static func explained(_ words: String...) async throws -> String {
    let outcome = try await Command.run(["explain"] + words)
    #expect(outcome.code == 0, "\(words)")
    return outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `a warning means what its page says`() async throws {
    let rows = try Self.rows("Warnings.md") { $0.count == 4 && $0.hasPrefix("W") }
    #expect(rows.count > 30)
    for row in rows {
      let text = try await Self.explained(row[0].lowercased())
      #expect(text.hasPrefix("\(row[0]), a warning about the "))
      #expect(text.hasSuffix("when \(row[1]) do \(row[2])"), "\(row[0])")
    }
  }

  @Test func `a term means what its page says, by each of its names`() async throws {
    let rows = try Self.rows("Terms.md") { $0 != "---" && $0 != "term" }
    #expect(rows.count > 20)
    let listed = try await Self.explained()
    for row in rows {
      #expect(listed.contains(row[0]), "\(row[0])")
      for name in [row[0]] + row[1].split(separator: ", ").map(String.init) {
        // A name of several words may be one argument or several; an option is no word of a command line.
        guard !name.hasPrefix("-") else { continue }
        let text = try await Self.explained(name)
        #expect(text.contains(row[2]), "\(name)")
      }
    }
  }

  /// Every key of a result below one of these is a constant's.
  private static func constants(_ value: JSONValue) -> Set<String> {
    var keys: Set<String> = []
    if let key = value["key"].string { keys.insert(key) }
    for name in value.names { keys.formUnion(constants(value[name])) }
    for element in value.elements { keys.formUnion(constants(element)) }
    return keys
  }

  @Test func `every law, constant, phase, verdict, warning and error that is printed is explained`()
    async throws
  {
    var words: Set<String> = [ScrollSession.key]
    words.formUnion(
      Laws.descriptions.flatMap { [$0.key] + ($0.parameters + $0.derived).map(\.key) })
    for law in PredictedLaw.all.map(\.constants) + SimulatedLaw.all.map(\.constants) {
      words.formUnion([law.law] + law.constants.map(\.name))
    }
    words.formUnion(CandidateLaw.all.flatMap { [$0.key, $0.name] })
    words.formUnion(Phase.Kind.allCases.map(\.rawValue))
    words.formUnion(PhaseTransition.Kind.allCases.map(\.rawValue))
    words.formUnion(Verdict.Kind.allCases.map(\.rawValue))
    words.formUnion(Warning.Code.allCases.map(\.rawValue))
    words.formUnion(FitFailure.Code.allCases.map(\.rawValue))
    words.formUnion(["no-trace", "strict", "furthest", "nearest", "sure", "likely", "open", "none"])
    words.formUnion(["differs", "the same", "not known", "pt", "px", "dp"])
    for path in try await Self.printed() {
      let result = try JSONValue(try await Command.run(path).output)
      words.formUnion(Self.constants(result))
    }
    let engines = Engines.all
    for word in words.sorted() {
      let found = Explanation.all(of: word, engines: engines, others: [ScrollSession.constants])
      #expect(!found.isEmpty, "\(word)")
    }
  }

  /// Commands whose results name constants.
  private static func printed() async throws -> [[String]] {
    let samples = try await Command.shell("ls SampleTraces/*.csv SampleTraces/engines/*.csv")
    let files = samples.output.split(separator: "\n").map(String.init)
    #expect(files.count > 20)
    return [["fit", "--format", "json"] + files, ["identify", "--format", "json"] + files]
      + ["v0=2000 k=2.002", "v0=2000 factor=0.95"].map {
        ["predict", "decelerate", "--format", "json"] + $0.split(separator: " ").map(String.init)
      } + [["predict", "gravity", "g=1000", "height=480", "--format", "json"]]
  }

  @Test func `exit codes and errors mean what their pages say`() async throws {
    let codes = try Self.rows("Results.md") { Int($0) != nil }
    #expect(codes.count == 10)
    for row in codes {
      for word in [row[0], "exit \(row[0])", "exit-code \(row[0])"] {
        #expect(try await Self.explained(word) == "\(row[0]), an exit code \(row[1])")
      }
    }
    for (page, first) in [("Results.md", "no-channel"), ("Traces.md", "file-not-found")] {
      let rows = try Self.rows(page) { $0.hasPrefix("'") }.drop { !$0[0].contains(first) }
      #expect(rows.count > 5)
      for row in rows.prefix(while: {
        $0.count == 2 && $0[0].contains("-") || $0[0] == "'empty', 'header-only'"
      }) {
        for name in row[0].split(separator: ", ").map({ String($0).replacing("'", with: "") }) {
          #expect(try await Self.explained(name).contains(row[1]), "\(name)")
        }
      }
    }
  }

  @Test(arguments: [
    ("rubber band", "rubber-band, a law"), ("Rubber_Band", "rubber-band, a law"),
    ("settle-time", "settle_time, a constant"), ("steepest descent", "descent"),
    ("Huber", "loss"), ("interrupted", "interrupted"),
    ("flutter ios", "flutter-ios, a scroll view"),
  ])
  func `a word is known however its parts are joined`(word: String, title: String) async throws {
    #expect(try await Self.explained(word).hasPrefix(title), "\(word)")
  }

  @Test func `without a word all that can be explained is listed`() async throws {
    let outcome = try await Command.run(["explain"])
    #expect(outcome.code == 0 && outcome.error.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for (group, word) in [
      ("warnings", "W101,"), ("laws", "bounce,"), ("constants", "C,"), ("terms", "±,"),
      ("engines", "uikit,"), ("exit codes", "0,"), ("errors", "no-channel,"),
    ] {
      let line = lines.first { $0.hasPrefix("  \(group) ") }
      #expect(line?.contains(word) == true, "\(group)")
    }
  }

  @Test func `laws lists the laws that are named, and says what is near another word`() async throws
  {
    let all = try await Command.run(["laws"])
    let two = try await Command.run(["laws", "Bounce", "spring"])
    #expect(two.code == 0 && two.output.split(separator: "\n\n").count == 2)
    for part in two.output.split(separator: "\n\n") {
      #expect(all.output.contains(part))
    }
    let wrong = try await Command.run(["laws", "bonce"])
    #expect(wrong.code == 64 && wrong.error.contains("There is no law 'bonce'. Near it: bounce"))
  }

  @Test func `laws are as wide as the terminal`() async throws {
    let wide = try await Command.run(["laws"], variables: ["COLUMNS": "120"])
    #expect(wide.lines.contains { $0.count > 80 } && wide.lines.allSatisfy { $0.count <= 120 })
    let narrow = try await Command.run(["laws"], variables: ["COLUMNS": "80"])
    #expect(narrow.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `a law, a constant and an engine are explained in any case of letters`() async throws {
    #expect(try await Self.explained("Bounce").contains("y = C (t + phi) e^(-delta (t + phi))"))
    #expect(try await Self.explained("DELTA").contains("a constant, in 1/s bounce decay rate"))
    #expect(try await Self.explained("UIKit").contains("UIScrollView"))
    #expect(try await Self.explained("runs", "test").contains("neighbouring residuals"))
  }

  @Test func `a word that is not known is a usage error that names what is near`() async throws {
    let outcome = try await Command.run(["explain", "W40"])
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(outcome.error.contains("There is no explanation of 'W40'. Near it: W401"))
    // As an option for an engine does.
    let engine = try await Command.run(["explain", "UIScrollView"])
    #expect(engine.code == 64 && engine.error.contains("Near it: uikit,"))
  }

  @Test(arguments: [["W409 delta"], ["W409", "delta"], ["W409, exit 65", "runs test delta"]])
  func `several terms are explained one after the other`(_ words: [String]) async throws {
    let outcome = try await Command.run(["explain"] + words)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("W409, a warning"))
    #expect(outcome.output.contains("\ndelta, a constant"))
    let unknown = try await Command.run(["explain"] + words + ["nothing"])
    #expect(unknown.code == 64 && unknown.output.isEmpty)
  }

  @Test func `a file without a command is fitted, and a word that is none is told what is near`()
    async throws
  {
    let file = "SampleTraces/uiscrollview-bounce-2x.csv"
    let alone = try await Command.run([file])
    let fitted = try await Command.run(["fit", file])
    #expect(alone.code == 0 && alone.output == fitted.output)
    let json = try await Command.run(["--format", "json", file])
    #expect(json.output.hasPrefix("{"))
    let missing = try await Command.run(["nothing.csv"])
    #expect(missing.code == 66)
    for words in [["help", "bonce"], ["bonce", file]] {
      let mistyped = try await Command.run(words)
      #expect(mistyped.code == 64 && mistyped.error.contains("Near it: bounce."), "\(words)")
    }
    let other = try await Command.run(["bonce", "nothing"])
    #expect(
      other.code == 64 && other.error.contains("There is no command 'bonce'. Near it: bounce."))
  }

  /// Every sample, and laws that another command names.
  private static let single: [[String]] = {
    let laws = [
      ["spring", "uiscrollview-held-release-3x.csv"], ["spring", "simulated-spring.csv"],
      ["bounce", "uiscrollview-bounce-3x.csv"], ["collision", "simulated-collision.csv"],
      ["transfer", "simulated-transfer.csv"], ["momentum", "uiscrollview-deceleration-3x.csv"],
    ]
    return laws.map { [$0[0], "SampleTraces/\($0[1])"] }
  }()

  @Test func `a single motion is told in 14 lines of 80 columns without statistics`() async throws {
    let samples = try await Command.shell("ls SampleTraces/*.* SampleTraces/engines/*.*")
    let recordings = "Tests/Engines/Recordings"
    let files =
      samples.output.split(separator: "\n").map { [String($0)] }
      + [
        "chromium-key-end", "chromium-key-pagedown", "firefox-wheel-frames", "kivy-edge-900",
        "qt-pull-180",
      ].map { ["\(recordings)/\($0).csv"] }
    #expect(files.count > 30)
    let identified = files.filter { $0[0].contains("engines/") || $0[0].contains("scrollview-") }
      .map { ["identify"] + $0 }
    for arguments in files + identified + Self.single {
      let outcome = try await Command.run(arguments, variables: ["COLUMNS": "80"])
      let lines = outcome.lines.dropLast()
      #expect(outcome.code == 0, "\(arguments)")
      #expect(lines.count <= 14 && lines.allSatisfy { $0.count <= 80 }, "\(arguments)")
      for word in ["HC3", "AICc", "Durbin-Watson", "Cramer-Rao", "evaluation"] {
        #expect(!outcome.output.contains(word), "\(word)")
      }
    }
    // What is an error in standard error is as short.
    for name in ["firefox-drag-slow", "firefox-edge-30"] {
      let failed = try await Command.run(
        ["\(recordings)/\(name).csv"], variables: ["COLUMNS": "80"])
      #expect(failed.code == 65 && failed.lines.dropLast().count <= 14, "\(name)")
    }
    let details = try await Command.run(Self.single[0] + ["--details"])
    #expect(details.output.contains("residuals") && details.output.contains("evaluation"))
  }

  @Test(arguments: [
    ("spring.zeta", "zeta, a constant"), ("spring.omega (1/s)", "omega, a constant"),
    ("decelerate k", "k, a constant"), ("tween-scroll-to.duration", "duration, a constant"),
    ("contact 3", "contact_time_N, a constant"), ("duration (to rest)", "duration, a constant"),
    ("v0 / line of 40 ms", "releases"), ("what a user feels", "what a user feels"),
    ("edge_bottom", "edge"), ("tests", "tests"), ("trace", "recording"),
  ])
  func `a label is explained as it is printed`(label: String, title: String) async throws {
    let outcome = try await Command.run(["explain", label])
    #expect(outcome.code == 0 && outcome.output.hasPrefix(title), "\(outcome.error)")
  }

  @Test(arguments: [
    "Student t", "moderated", "corr", "max", "trimmed", "degrees", "integral equation",
    "relative steps", "95 % interval", "snapped", "weighted", "article",
  ])
  func `a word of the details is explained`(word: String) {
    #expect(!Explanation.all(of: word, engines: Engines.all).isEmpty)
  }

  @Test func `a letter that is a constant and a test has both meanings`() async throws {
    let force = try await Self.explained("F")
    #expect(force.contains("UIPushBehavior") && force.contains("degrees of freedom"))
    let time = try await Self.explained("t")
    #expect(time.contains("duration") && time.contains("Student's t"))
  }

  @Test func `texts with codes of warnings lead to their explanation`() async throws {
    let samples = [
      "SampleTraces/uiscrollview-bounce-2x.csv", "SampleTraces/uiscrollview-bounce-3x.csv",
    ]
    for command in ["compare", "batch"] {
      let outcome = try await Command.run([command] + samples)
      #expect(outcome.output.hasSuffix("'scrollfit explain W101' says what to do\n"), "\(command)")
    }
  }

  @Test func `the details of a motion whose law was identified hold what the text says`()
    async throws
  {
    let path = "Tests/Engines/Recordings/kivy-edge-900.csv"
    func words(_ arguments: [String]) async throws -> String {
      let outcome = try await Command.run(arguments)
      return outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let details = try await words(["--details", path])
    for part in [
      "law Kivy's edge, stepped each frame, likely", "constants d 0.25000",
      "where rounding and stamps leave", "engine kivy-2 describes the motion within its rounding",
      "phases start s", "W104 3 frames are missing",
    ] {
      #expect(details.contains(part), "\(part)")
    }
    #expect(!details.contains("explain W104"))
  }

  @Test func `identify leads from a warning to its explanation`() async throws {
    let outcome = try await Command.run(["identify", "SampleTraces/uiscrollview-bounce-3x.csv"])
    #expect(outcome.output.contains("'scrollfit explain W101' says what to do"))
  }

  @Test func `every warning has a place among the most harmful`() {
    #expect(Warning.Code.byHarm.count == Warning.Code.allCases.count)
    #expect(Set(Warning.Code.byHarm) == Set(Warning.Code.allCases))
    let found: [Warning.Code] = [.columnsIgnored, .edgeInferred, .stampsAssumed, .stampUnit]
    let sorted = found.map { Warning($0, "", remedy: "") }.byHarm
    #expect(sorted.map(\.code) == [.stampUnit, .stampsAssumed, .edgeInferred, .columnsIgnored])
  }
}
