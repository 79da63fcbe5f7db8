import ScrollFitting
import ScrollFormats
import ScrollReport
import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// `scrollfit export` as a command: names, outputs, origins, mistakes.
@Suite struct ExportCommandTests {
  private static let bounce = ["bounce", "v0=2404", "delta=10.93"]

  struct Mistake: Sendable {
    var arguments: String
    var message: String
    init(_ arguments: String, _ message: String) {
      self.arguments = arguments
      self.message = message
    }
  }

  @Test(arguments: [
    Mistake(
      "bounce v0=1 delta=1", "Give --as: swift, kotlin, dart, javascript, css, c, json or table."),
    Mistake(
      "bounce v0=1 delta=1 --as pascal", "The value 'pascal' is invalid for '--as <format>'."),
    Mistake("bounce v0=1 delta=1 -o curve.txt", "--output 'curve.txt' says no format:"),
    Mistake("bounce delta=1 --as c", "Give C or v0: the speed at the edge."),
    Mistake("bounce v0=0 delta=1 --as c", "It never is 0.5 pt away:"),
    Mistake("decelerate v0=5 k=2 stop=10 --as c", "It is at rest from the start: check v0."),
    Mistake("transfer v0=100 k=2 distance=500 --as c", "The outer view rests before its edge:"),
    Mistake("gravity g=1000 --as c", "Give height, how far it falls."),
    Mistake("gravity g=1000 height=100 v0=-100 time=1 --as c", "gravity has no constant 'time'."),
    Mistake(
      "rubber-band c=0.5 d=10 overscroll=3 --as c", "rubber-band has no constant 'overscroll'."),
    Mistake(
      "rubber-band c=0.5 d=10 --as css", "rubber-band is no motion in time, which CSS could ease."),
    Mistake("stretch gain=1 intercept=9 --as css", "These formats have it: swift, kotlin, dart,"),
    Mistake(
      "tween distance=9 duration=1 easing=circular --as c",
      "Its velocity is infinite at one time, which"),
    Mistake("force F=1 width=1 height=1 --as c", "force has no formula of a curve: predict it."),
    Mistake("bounce v0=9 delta=1 --as c --count 9", "--count is for table and json."),
    Mistake("bounce v0=9 delta=1 --as css --interval 9", "--interval is for table and json."),
    Mistake(
      "bounce v0=9 delta=1 --as swift --tolerance 1", "--tolerance is for table, json and css:"),
    Mistake("bounce v0=9 delta=1 --as css --tolerance 0", "--tolerance must be a positive number"),
    Mistake("bounce v0=9 delta=1 --as table --count 1", "--count must be 2 or more."),
    Mistake(
      "bounce v0=9 delta=1 --as table --interval 1/0", "--interval must be a positive number"),
    Mistake(
      "bounce v0=9 delta=1 --as table --interval 1/2/3", "--interval must be a positive number"),
    Mistake(
      "bounce v0=9 delta=1 --as table --interval 1 --count 3",
      "Give only one of --interval and --count."),
    Mistake("bounce v0=9 delta=1 --as table --interval 1e-9", "more than 1000000 points"),
    Mistake("collision e=0.999999 g=1000 v1=300 --as css", "No points at 1/10000 of the whole"),
    Mistake("bounce v0=9 delta=1 --as c --fit 1", "--fit needs --from."),
    Mistake("bounce v0=9 delta=1 --as dart --name duration", "is the name of a part of this curve"),
    Mistake("bounce --from - --from - --as c", "Standard input can be read only once."),
    Mistake("bounce --from a.json -o a.json", "'a.json' is a result to read"),
  ])
  func `mistakes are named, with exit code 64 and nothing written`(_ mistake: Mistake) async throws
  {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      ["export"] + mistake.arguments.split(separator: " ").map(String.init), in: workspace.path)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(mistake.message), "\(outcome.error)")
    #expect(workspace.names.isEmpty)
  }

  @Test func `a table of a fling says where its edge is, and is read back`() async throws {
    for (arguments, edge, key) in [
      (["v0=3pt/ms", "distance=600"], "600", "edge_bottom"),
      (["v0=-3pt/ms", "x0=700", "edge=100"], "100", "edge_top"),
    ] {
      let workspace = try Workspace()
      let outcome = try await Command.run(
        ["export", "fling", "k=2.002", "delta=10.93", "-o", "fling.csv"] + arguments,
        in: workspace.path)
      #expect(outcome.code == 0, "\(outcome.error)")
      #expect(workspace.read("fling.csv")?.contains("# \(key): \(edge)\n") == true)
      let fit = try JSONValue(
        try await workspace.run("fit", "fling.csv", "--format", "json").output)
      let fits = fit["results"][0]["fits"].elements
      #expect(fits.map { $0["law"].string } == ["decelerate", "bounce"])
      let (k, delta) = (
        try #require(fits.first?["parameters"]["k"]["value"].double),
        try #require(fits.last?["parameters"]["delta"]["value"].double)
      )
      // The table has nine decimals.
      #expect((k - 2.002).magnitude < 1e-5 && (delta - 10.93).magnitude < 1e-4)
    }
  }

  @Test func `a simulation for Flutter ends at its rest`() async throws {
    for (law, rest) in [
      (["bounce", "v0=2404", "delta=10.93"], "isDone(time) ? 0.0 :"),
      (
        ["fling", "v0=3000", "k=2", "distance=600", "delta=10.93"],
        "isDone(time) ? ScrollFling.edge :"
      ),
      (
        ["gravity", "g=1000", "height=480"],
        "isDone(time) ? ScrollFall.position(ScrollFall.duration)"
      ),
    ] {
      let outcome = try await Command.run(["export", "--as", "dart"] + law)
      #expect(outcome.output.contains(rest), "\(outcome.output.suffix(700))")
      #expect(outcome.output.contains("isDone(time) ? 0.0 : Scroll"))
    }
  }

  @Test(arguments: [
    "", "9lives", "_hidden", "a-b", "a b", "class", "val", "fun", "Math", "Double", "exp", "naïve",
    "x;y",
    "while", "Simulation", "let", "String", "a/*b",
  ])
  func `a name must be one in every language`(_ name: String) async throws {
    let outcome = try await Command.run(["export"] + Self.bounce + ["--as", "c", "--name", name])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("is no name in every language"))
    #expect(outcome.output == "")
  }

  @Test(arguments: [
    ("curve.swift", "public enum MyHTTPCurve2 {"), ("curve.kt", "object MyHTTPCurve2 {"),
    ("curve.dart", "abstract final class MyHTTPCurve2 {"), ("a.js", "export class MyHTTPCurve2 {"),
    ("a.mjs", "export class MyHTTPCurve2 {"), ("a.css", "--my-http-curve2-easing: linear("),
    ("a.h", "static inline double my_http_curve2_position(double time)"),
    ("a.json", "\"name\": \"MyHTTPCurve2\""), ("a.csv", "# name: MyHTTPCurve2"),
  ])
  func `the ending of a file says the format, and the name is written as the language does`(
    _ file: String, _ text: String
  ) async throws {
    let workspace = try Workspace()
    let outcome = try await Command.run(
      ["export"] + Self.bounce + ["--name", "MyHTTPCurve2", "-o", file], in: workspace.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output == "" && outcome.error == "")
    #expect(try #require(workspace.read(file)).contains(text))
    #expect(workspace.names == [file])
    // The same bytes to standard output, whenever it is run.
    let ending = String(file.split(separator: ".")[1])
    let again = try await Command.run(
      ["export"] + Self.bounce + ["--name", "MyHTTPCurve2", "--as", ending])
    #expect(again.output == workspace.read(file))
  }

  @Test func `an output that cannot be made exits 73, and a bad result 65`() async throws {
    let workspace = try Workspace()
    let missing = try await Command.run(
      ["export"] + Self.bounce + ["-o", "nowhere/curve.h"], in: workspace.path)
    #expect(missing.code == 73)
    try workspace.write("{\"format_version\": \"1.0\", \"results\": 3}", to: "bad.json")
    let bad = try await Command.run(
      ["export", "bounce", "--from", "bad.json", "-o", "curve.h"], in: workspace.path)
    #expect(bad.code == 65)
    #expect(bad.error.contains("bad.json:1:"))
    let none = try await Command.run(
      ["export", "bounce", "--from", "none.json", "-o", "curve.h"], in: workspace.path)
    #expect(none.code == 66)
    #expect(workspace.names == ["bad.json"])
  }

  @Test func `the code of a fit says its recording, its hash and its errors`() async throws {
    let path = "SampleTraces/uiscrollview-bounce-2x.csv"
    let outcome = try await Command.shell(
      "$SCROLLFIT bounce --format json \(path) | $SCROLLFIT export bounce --from - --as swift v0=1000"
    )
    #expect(outcome.code == 0, "\(outcome.error)")
    let fit = try JSONValue(try await Command.run(["bounce", "--format", "json", path]).output)[
      "results"][0]
    let delta = try #require(fit["fits"][0]["parameters"]["delta"]["value"].double)
    let head = outcome.output.split(separator: "\n").prefix { $0.hasPrefix("//") }
    #expect(head.contains("// v0 = 1000 pt/s, given"))
    #expect(
      head.contains {
        $0.hasPrefix("// delta = \(delta) 1/s, standard error 0.00") && $0.hasSuffix(", fitted")
      })
    guard case .string(let hash) = fit["source"]["content_hash"] else {
      Issue.record("no hash")
      return
    }
    #expect(head.contains("// Fitted (bounce) to \"\(path)\", content hash \"\(hash)\""))
    #expect(outcome.output.contains("static let decayRate = \(delta)\n"))
  }

  @Test func `a fling is made of two fits, and names both`() async throws {
    let workspace = try Workspace()
    let samples = Command.package.appending("SampleTraces").string
    let outcome = try await workspace.shell(
      """
      $SCROLLFIT decelerate --format json '\(samples)/uiscrollview-deceleration-3x.csv' > glide.json
      $SCROLLFIT bounce --format json '\(samples)/uiscrollview-bounce-2x.csv' |
        $SCROLLFIT export fling --from glide.json --from - v0=3pt/ms x0=0 distance=600 stop=10 --as c
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("// Fitted (decelerate) to "))
    #expect(outcome.output.contains("// by way of the result \"glide.json\""))
    #expect(outcome.output.contains("// Fitted (bounce) to "))
    #expect(outcome.output.contains("// by way of a result on standard input"))
  }

  /// The code of a text: what is left when comments are taken out, as the language itself reads them.
  private func code(_ text: String, line: String?, block: (String, String)?, isNested: Bool)
    -> String
  {
    var rest = text[...]
    var result = ""
    var depth = 0
    while let first = rest.first {
      if depth == 0, let line, rest.hasPrefix(line) {
        rest = rest.drop { !$0.isNewline }
      } else if let block, rest.hasPrefix(block.0), depth == 0 || isNested {
        depth += 1
        rest = rest.dropFirst(2)
      } else if depth > 0, let block, rest.hasPrefix(block.1) {
        depth -= 1
        rest = rest.dropFirst(2)
      } else {
        if depth == 0 { result.append(first) }
        rest = rest.dropFirst()
      }
    }
    return result
  }

  @Test(arguments: ExportFormat.allCases)
  func `what others wrote stays within comments`(_ format: ExportFormat) async throws {
    let workspace = try Workspace()
    try workspace.write(ExportTests.hostileResult, to: "hostile.json")
    let outcome = try await Command.run(
      ["export", "bounce", "--from", "hostile.json", "--as", format.rawValue], in: workspace.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    let text = outcome.output
    #expect(text.contains("INJECTED"))
    let left: String
    switch format {
    case .swift, .kotlin, .dart:
      left = code(text, line: "//", block: ("/*", "*/"), isNested: true)
    case .javascript, .c: left = code(text, line: "//", block: ("/*", "*/"), isNested: false)
    case .css: left = code(text, line: nil, block: ("/*", "*/"), isNested: false)
    case .table: left = code(text, line: "# ", block: nil, isNested: false)
    case .json:
      // In a value, which reads back as what it was.
      let source = try JSONValue(text)["export"]["sources"][0]
      #expect(source["path"] == .string(ExportTests.hostile))
      return
    }
    #expect(!left.contains("INJECTED"))
    #expect(!left.isEmpty)
    // Neither a mark that would begin or end a comment elsewhere, nor a line that goes on in C.
    for line in text.split(whereSeparator: \.isNewline) where line.contains("INJECTED") {
      let body = format == .css ? line.dropFirst(2).dropLast(2) : line.drop { "/# ".contains($0) }
      for mark in ["*/", "/*", "-->", "<!--", "</", "??/", "]]>"] { #expect(!body.contains(mark)) }
      #expect(!line.hasSuffix("\\"))
    }
    #expect(!text.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{202E}" || $0 == "\r" })
  }

  @Test(arguments: [ExportFormat.kotlin, .dart])
  func `brackets of Kotlin and Dart are closed`(_ format: ExportFormat) async throws {
    for one in try ExportTests.cases() {
      let outcome = try await Command.run(
        ["export", one.law.key] + one.arguments + ["--as", format.rawValue])
      var open: [Character] = []
      for character in code(outcome.output, line: "//", block: ("/*", "*/"), isNested: true) {
        switch character {
        case "(", "{", "[": open.append(character)
        case ")": #expect(open.popLast() == "(")
        case "}": #expect(open.popLast() == "{")
        case "]": #expect(open.popLast() == "[")
        default: break
        }
      }
      #expect(open.isEmpty, "\(one)")
    }
  }

  @Test func `the numbers of platforms are those of their own laws`() async throws {
    let kotlin = try await Command.run([
      "export", "decelerate", "v0=1800", "k=4.2", "stop=10", "--as", "kotlin",
    ])
    // v = v0 e^(-4.2 frictionMultiplier t).
    #expect(
      kotlin.output.contains(
        "exponentialDecay(frictionMultiplier = 1.0f, absVelocityThreshold = 10.0f)"))
    let spring = try await Command.run([
      "export", "spring", "v0=0", "y0=80", "stiffness=100", "mass=0.5", "damping_ratio=0.5", "--as",
      "kotlin",
    ])
    // Of a unit mass: 100 / 0.5.
    #expect(spring.output.contains("spring(dampingRatio = 0.5f, stiffness = 200.0f)"))
    let dart = try await Command.run([
      "export", "spring", "v0=0", "y0=80", "stiffness=100", "mass=0.5", "damping=20", "--as",
      "dart",
    ])
    for line in ["mass: 0.5,", "stiffness: 100.0,", "damping: 20.0,"] {
      #expect(dart.output.contains("    \(line)\n"))
    }
    let drag = try await Command.run([
      "export", "decelerate", "v0=1", "factor=0.5", "fps=1", "--as", "dart",
    ])
    #expect(drag.output.contains("static const double drag = 0.5;"))
    let swift = try await Command.run([
      "export", "spring", "v0=-40", "y0=80", "stiffness=100", "damping=20", "--as", "swift",
    ])
    #expect(swift.output.contains("mass: 1.0, stiffness: 100.0, damping: 20.0"))
    // 40 pt/s towards the edge, of 80 pt to go.
    #expect(swift.output.contains("CGVector(dx: 0.5, dy: 0.5)"))
    let rate = try await Command.run(["export", "decelerate", "v0=900", "d=0.5", "--as", "swift"])
    #expect(rate.output.contains("rawValue: 0.5)"))
  }
}
