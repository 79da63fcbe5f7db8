import ScrollFitting
import ScrollReport
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

/// What is printed for programs, and the references that are read, held to the schemas in Docs/Reference/schema.
@Suite struct SchemaTests {
  private static let names = [
    "results", "result-line", "reference", "export", "brief-line", "check-line", "compare",
  ].map { "\($0).schema.json" }
  private static let pull = "SampleTraces/uiscrollview-rubber-band-3x.csv"
  private static let glide = "SampleTraces/uiscrollview-deceleration-3x.csv"
  private static let bounce = "SampleTraces/uiscrollview-bounce-2x.csv"
  /// A recording with a word in place of a number.
  private static let broken = "t_ms,offset_y_pt\n0,-88\n16.7,abc\n"

  private let texts: [String: String]
  private let results: JSONSchema
  private let line: JSONSchema
  private let reference: JSONSchema
  private let exported: JSONSchema
  private let brief: JSONSchema
  private let checked: JSONSchema
  private let compared: JSONSchema

  init() throws {
    var texts: [String: String] = [:]
    for name in Self.names {
      let text: String = try #require(Command.contents("Docs/Reference/schema/\(name)"), "\(name)")
      texts[name] = text
    }
    self.texts = texts
    results = try JSONSchema(Self.names[0], in: texts)
    line = try results.at(Self.names[1])
    reference = try results.at(Self.names[2])
    exported = try results.at(Self.names[3])
    brief = try results.at(Self.names[4])
    checked = try results.at(Self.names[5])
    compared = try results.at(Self.names[6])
  }

  /// Expects a text to be a value that follows a schema; the value.
  @discardableResult private func expect(
    _ text: some StringProtocol, follows schema: JSONSchema,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let value = try JSONValue(String(text))
    let found = schema.violations(of: value)
    #expect(found.isEmpty, "\(found.prefix(5))", sourceLocation: sourceLocation)
    return value
  }

  private func refuses(_ value: JSONValue, _ schema: JSONSchema) -> Bool {
    !schema.violations(of: value).isEmpty
  }

  // MARK: - Exports

  @Test(arguments: [
    ["decelerate", "v0=1800", "d=0.998", "stop=10"], ["bounce", "v0=2404", "delta=10.93"],
    ["spring", "v0=2404", "omega=12", "zeta=0.4", "--tolerance", "0.5"],
    ["fling", "v0=3000", "k=2", "distance=600", "delta=10"],
    ["transfer", "v0=2000", "k=2", "distance=500", "--count", "20"],
    ["rubber-band", "c=0.55", "d=844", "--interval", "10"], ["gravity", "g=1000", "height=480"],
    ["collision", "e=0.6", "g=1000", "height=480"], ["resistance", "v0=800", "r=2"],
    ["stretch", "gain=1", "intercept=200"], ["egui", "v0=2000"], ["iscroll", "y0=80"],
    ["momentum", "v0=2000"], ["tween", "easing=quadratic", "duration=0.3", "distance=100"],
  ])
  func `exports follow their schema`(_ arguments: [String]) async throws {
    let outcome = try await Command.run(["export"] + arguments + ["--as", "json"])
    let document = try expect(outcome.output, follows: exported)
    let rows = document["export"]["table"]["rows"].elements
    #expect(rows.count > 1)
    // Every row has the columns that are named.
    let columns = document["export"]["table"]["columns"].names
    #expect(rows.allSatisfy { $0.names == columns })
  }

  @Test func `the schema of exports names every law that can be exported`() throws {
    let text = try #require(texts["export.schema.json"])
    let law = try JSONValue(text)["properties"]["export"]["properties"]["law"]
    let named = law["enum"].elements.compactMap(\.string)
    #expect(named == PredictedLaw.all.filter(\.isCurve).map(\.key))
  }

  @Test func `an export of a fit names what it was fitted to, and follows it`() async throws {
    let outcome = try await Command.shell(
      "$SCROLLFIT bounce --format json \(Self.bounce) | $SCROLLFIT export bounce --from - --as json"
    )
    let document = try expect(outcome.output, follows: exported)
    let source = document["export"]["sources"][0]
    #expect(source["path"] == .string(Self.bounce))
    #expect(source["result"] == .string("-"))
    let fit = try JSONValue(
      try await Command.run(["bounce", "--format", "json", Self.bounce]).output)["results"][0]
    #expect(source["content_hash"] == fit["source"]["content_hash"])
    #expect(
      document["export"]["inputs"]["delta"]["standard_error"]
        == fit["fits"][0]["parameters"]["delta"]["standard_error"])
  }

  // MARK: - Results

  @Test(
    arguments: [
      ["bounce", bounce], ["bounce", "--rest-offset", "--loss", "huber", bounce],
      ["bounce", "--fix", "phi=0.01", "--interval", "0.0167", bounce],
      ["bounce", "--method", "newton", "--keep-settled", bounce],
      ["bounce", "SampleTraces/article-bounce-table.csv"],
      ["decelerate", "--stop", "10", "--form", "both", glide],
      ["decelerate", "--coulomb", "--stamps", "weighted", glide],
      ["decelerate", "SampleTraces/article-deceleration-table.csv"],
      ["rubber-band", pull], ["rubber-band", "--free", "d", pull],
      [
        "spring", "SampleTraces/simulated-spring.csv", "SampleTraces/uiscrollview-bounce-2x.csv",
        "SampleTraces/uiscrollview-bounce-3x.csv",
      ],
      ["gravity", "SampleTraces/simulated-gravity.csv"],
      ["collision", "SampleTraces/simulated-collision.csv"],
      ["resistance", "SampleTraces/simulated-resistance.csv"],
      ["stretch", "SampleTraces/simulated-stretch.csv"],
      ["transfer", "SampleTraces/simulated-transfer.csv"],
      ["fit", bounce, glide, pull],
      ["batch", "SampleTraces"],
      ["batch", "--group-by", "device", "--group-by", "source", "SampleTraces"],
      ["check", "--reference", "uikit", "--list-passing", "SampleTraces"],
    ])
  func `results follow their schema`(_ arguments: [String]) async throws {
    let outcome = try await Command.run(arguments + ["--format", "json"])
    let document = try expect(outcome.output, follows: results)
    #expect(document["results"].elements.contains { !$0["fits"].elements.isEmpty })
  }

  @Test(arguments: ["bounce", "spring", "stretch", "fit", "batch"])
  func `results of what cannot be fitted follow it too`(_ command: String) async throws {
    let workspace = try Workspace()
    try workspace.write(Self.broken, to: "broken.csv")
    try workspace.write("", to: "empty.csv")
    try workspace.write("t_s,offset_y_pt\n0,1\n0.1,1\n0.2,1\n", to: "still.csv")
    let table = Command.package.appending("SampleTraces/article-deceleration-table.csv").string
    let outcome = try await Command.run(
      [command, "--format", "json", "nowhere.csv", "broken.csv", "empty.csv", "still.csv", table],
      in: workspace.path)
    let document = try expect(outcome.output, follows: results)
    #expect(document["results"].elements.count == 5)
    #expect(document["results"].elements.filter { !$0["error"].isNull }.count >= 4)
    #expect(workspace.names.count == 3)
  }

  @Test(arguments: [3, 8, 21])
  func `a session with its phases, pools and joints follows it`(_ seed: Int) async throws {
    let outcome = try await Command.shell(
      "$SCROLLFIT simulate session gestures=5 --seed \(seed) | $SCROLLFIT fit --format json -")
    let result = try expect(outcome.output, follows: results)["results"][0]
    #expect(!result["pooled_joints"].elements.isEmpty)
    #expect(!result["phases"].elements.isEmpty)
  }

  @Test func `the momentum of a wheel follows it`() async throws {
    let finger = (0..<20).map { "\(Recordings.stamp($0, rate: 120)),\(3 + $0 * 7 % 10)" }
    let momentum = (20..<170).map { frame in
      let speed = 12 * Recordings.decay(Double(frame - 20) / 120, rate: 3)
      return "\(Recordings.stamp(frame, rate: 120)),\(Recordings.printed(speed, decimals: 1))"
    }
    let workspace = try Workspace()
    try workspace.write(Recordings.file("t_s,delta_y", finger + momentum), to: "wheel.csv")
    let outcome = try await workspace.run("fit", "--format", "json", "wheel.csv")
    let fit = try expect(outcome.output, follows: results)["results"][0]["fits"][0]
    #expect(fit["forms"][0]["form"] == .string("viscous"))
  }

  @Test func `lines of a batch follow theirs`() async throws {
    let workspace = try Workspace()
    try workspace.write(Self.broken, to: "broken.csv")
    let samples = Command.package.appending("SampleTraces").string
    let outcome = try await workspace.run("batch", "--format", "ndjson", samples, "broken.csv")
    let lines = outcome.lines.dropLast()
    #expect(lines.count == 25)
    for text in lines { try expect(text, follows: line) }
    // A line alone is no document.
    #expect(refuses(try JSONValue(String(lines[0])), results))
  }

  @Test(arguments: [[], ["--feasible"], ["--law", "bounce"], ["--law", "decelerate"]])
  func `brief lines of a batch follow theirs`(_ options: [String]) async throws {
    let workspace = try Workspace()
    try workspace.write(Self.broken, to: "broken.csv")
    let samples = Command.package.appending("SampleTraces").string
    let simulated = try await workspace.shell(
      """
      for i in 1 2 3; do
        "$SCROLLFIT" simulate bounce C=$((1800 + i)) delta=10.93 --scale 2 --seed $i > plain-$i.csv
      done
      """)
    #expect(simulated.code == 0)
    let outcome = try await Command.run(
      ["batch", "--brief", "--format", "ndjson"] + options
        + [samples, "broken.csv", "plain-1.csv", "plain-2.csv", "plain-3.csv", "nowhere.csv"],
      in: workspace.path)
    let lines = outcome.lines.dropLast()
    #expect(lines.count == 29)
    for text in lines { try expect(text, follows: brief) }
    // What a whole line has beside is none of a brief one.
    let whole = try await workspace.run("batch", "--format", "ndjson", "plain-1.csv")
    #expect(refuses(try JSONValue(String(whole.lines[0])), brief))
    #expect(refuses(try JSONValue(String(lines[lines.startIndex + 13])), line))
  }

  @Test func `every verdict follows it`() async throws {
    let workspace = try Workspace()
    let samples = Command.package.appending("SampleTraces").string
    _ = try await workspace.shell("mkdir recordings; cp '\(samples)'/*.csv recordings")
    try workspace.write(Self.broken, to: "recordings/broken.csv")
    try workspace.write(Self.verdicts, to: "reference.json")
    try expect(Self.verdicts, follows: reference)
    let arguments = ["check", "--reference", "reference.json", "--list-passing"]
    let outcome = try await Command.run(
      arguments + ["--format", "json", "recordings"], in: workspace.path)
    let check = try expect(outcome.output, follows: results)["summary"]["check"]
    for kind in ["fail", "error", "missing", "unsure", "new", "pass"] {
      #expect(check["counts"][kind].double ?? 0 > 0, "\(kind)")
    }
    let lines = try await Command.run(
      arguments + ["--format", "ndjson", "recordings"], in: workspace.path)
    #expect(lines.lines.count > 6)
    for text in lines.lines.dropLast() { try expect(text, follows: checked) }
  }

  @Test(
    arguments: [
      [bounce, "SampleTraces/uiscrollview-bounce-3x.csv"], ["SampleTraces", "uikit"],
      [bounce, glide], ["SampleTraces/engines", "chromium"],
      ["flutter-ios", "SampleTraces/simulated-spring.csv"],
    ])
  func `comparisons follow their schema`(_ sides: [String]) async throws {
    let outcome = try await Command.run(["compare", "--format", "json"] + sides)
    try expect(outcome.output, follows: compared)
  }

  /// Wrong for bounces, too narrow for pulls, without decelerations, right for stretches; and of a recording
  /// that is gone.
  private static let verdicts = #"""
    {
      "format_version": "1.0",
      "note": "made up",
      "tolerances": {"stretch.gain": {"relative": 0.5}},
      "pooled": {
        "bounce.delta": {"value": 20, "unit": "1/s", "note": "wrong"},
        "rubber-band.c": {"value": 0.5499, "standard_error": null, "tolerance": {"absolute": 1e-9}},
        "stretch.gain": {"value": 1.2, "standard_error": 0.1, "degrees_of_freedom": 3.5, "traces": 2}
      },
      "traces": [{"path": "recordings/gone.csv", "trace": "one", "constants": {"bounce.delta": {"value": 3}}}]
    }
    """#

  // MARK: - References

  @Test(arguments: [[], ["--group-by", "device", "--group-by", "source"]])
  func `a reference that is written follows its schema`(_ options: [String]) async throws {
    let workspace = try Workspace()
    let samples = Command.package.appending("SampleTraces").string
    let outcome = try await workspace.shell(
      "unset CI; $SCROLLFIT check --update \(options.joined(separator: " ")) '\(samples)'")
    #expect(outcome.code == 0, "\(outcome.error)")
    let text = try #require(workspace.read("scrollfit.reference.json"))
    let written = try expect(text, follows: reference)
    #expect(written.names.contains("groups") == !options.isEmpty)
    #expect(written["traces"].elements.count > 5)
  }

  /// What people may get wrong: the place, and what is put there.
  private static let faults: [([JSONValue.Step], JSONValue?)] = [
    ([.member("format_version")], nil),
    ([.member("format_version")], .string("2.0")),
    ([.member("notes")], .string("unknown")),
    ([.member("note")], .string("")),
    ([.member("group_by")], .array([.string("device")])),
    ([.member("groups")], .array([])),
    ([.member("tolerances"), .member("stretch.gain")], .object([])),
    (
      [.member("tolerances"), .member("gain")],
      .object([.init(name: "relative", value: .number(1))])
    ),
    (
      [.member("pooled"), .member("elastic.k")],
      .object([.init(name: "value", value: .number(1))])
    ),
    ([.member("pooled"), .member("bounce.delta"), .member("value")], nil),
    ([.member("pooled"), .member("bounce.delta"), .member("value")], .string("20")),
    ([.member("pooled"), .member("bounce.delta"), .member("standard_error")], .number(-1)),
    ([.member("pooled"), .member("bounce.delta"), .member("degrees_of_freedom")], .number(0)),
    ([.member("pooled"), .member("bounce.delta"), .member("traces")], .number(1.5)),
    ([.member("pooled"), .member("bounce.delta"), .member("error")], .number(1)),
    ([.member("traces"), .element(0), .member("path")], nil),
    ([.member("traces"), .element(0), .member("constants")], nil),
    ([.member("traces"), .element(0), .member("line")], .number(1)),
  ]

  @Test(arguments: faults)
  func `schema and check refuse the same references`(
    _ path: [JSONValue.Step], _ part: JSONValue?
  ) async throws {
    let changed = try JSONValue(Self.verdicts).replacing(path, by: part)
    #expect(refuses(changed, reference))
    let workspace = try Workspace()
    try workspace.write(changed.text, to: "reference.json")
    let outcome = try await workspace.run(
      "check", "--reference", "reference.json",
      Command.package.appending(Self.bounce).string)
    #expect(outcome.code == 78, "\(outcome.error)")
  }

  // MARK: - The schemas can fail

  /// Where names are those of quantities, codes or metadata, any of which may be missing.
  private static let open: Set = [
    "parameters", "derived", "correlation", "metadata", "values", "group", "failures_by_code",
    "warnings_by_code", "pooled", "constants", "tolerances",
  ]
  /// What a document need not have.
  private static let optional: Set = ["form", "stop", "tests", "check"]

  /// Changes every part of a value in turn: of a wrong type, taken away, and with a member too many.
  private func expectStrict(
    _ schema: JSONSchema, _ value: JSONValue, optional: Set<String> = optional,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!refuses(value, schema), sourceLocation: sourceLocation)
    var taken: [String] = []
    for path in value.paths {
      let wrong = value.replacing(path, by: .array([.bool(true)]))
      #expect(refuses(wrong, schema), "wrong type at \(path)", sourceLocation: sourceLocation)
      if case .object = value[path], !isOpen(path) {
        let more = value.replacing(path + [.member("unknown-member")], by: .number(1))
        #expect(refuses(more, schema), "more at \(path)", sourceLocation: sourceLocation)
      }
      guard case .member(let name) = path.last, !optional.contains(name),
        !isOpen(path.dropLast())
      else { continue }
      taken.append(name)
      let less = value.replacing(path, by: nil)
      #expect(refuses(less, schema), "without \(path)", sourceLocation: sourceLocation)
    }
    #expect(taken.count > 5, sourceLocation: sourceLocation)
    let more = value.replacing([.member("unknown-member")], by: .number(1))
    #expect(refuses(more, schema), sourceLocation: sourceLocation)
  }

  private func isOpen(_ path: some BidirectionalCollection<JSONValue.Step>) -> Bool {
    if case .member(let name) = path.last { Self.open.contains(name) } else { false }
  }

  @Test func `no part of a run's results may change`() async throws {
    let outcome = try await Command.run(["decelerate", "--coulomb", "--format", "json", Self.glide])
    expectStrict(results, try JSONValue(outcome.output))
  }

  @Test func `no part of a check's results may change`() async throws {
    let outcome = try await Command.run(
      ["check", "--reference", "uikit-critical", "--format", "json", Self.bounce])
    expectStrict(results, try JSONValue(outcome.output))
  }

  @Test func `no part of a line may change`() async throws {
    let outcome = try await Command.run(["batch", "--format", "ndjson", Self.pull])
    expectStrict(line, try JSONValue(outcome.output))
  }

  @Test func `no part of a comparison or of a line of a check may change`() async throws {
    let comparison = try await Command.run([
      "compare", "--format", "json", Self.bounce, "uikit-critical",
    ])
    expectStrict(compared, try JSONValue(comparison.output))
    let check = try await Command.run([
      "check", "--reference", "uikit-critical", "--list-passing", "--format", "ndjson", Self.bounce,
    ])
    expectStrict(checked, try JSONValue(String(check.lines[0])))
  }

  @Test func `no part of a brief line may change`() async throws {
    let outcome = try await Command.run(["batch", "--brief", "--format", "ndjson", Self.pull])
    expectStrict(brief, try JSONValue(outcome.output))
  }

  @Test func `no part of a reference may change`() throws {
    expectStrict(
      reference, try JSONValue(Self.verdicts),
      optional: [
        "note", "tolerances", "pooled", "traces", "trace", "unit", "standard_error",
        "degrees_of_freedom", "tolerance", "relative", "absolute",
      ])
  }

  @Test(
    arguments: [
      ("verdict", #""good""#), ("axis", #""z""#), ("unit", #""m""#), ("code", #""No Motion""#),
      ("law", #""elastic""#), ("interval", "[1]"), ("interval", "[1, 2, 3]"),
      ("stop", #"{"rule": "speed", "epsilon_pt": 1}"#), ("formatVersion", #""1.1""#),
      ("test", #"{"hypothesis": "e", "p": 1, "aicc_difference": null}"#),
      ("recording", #"{"path": "a", "trace": null, "line": 0}"#),
      ("recording", #"{"path": "a", "trace": null, "line": 1.5}"#),
      ("criteria", #"{"aicc": "1", "bic": 1}"#),
    ])
  func `a value that is none of a kind is refused`(_ name: String, _ text: String) throws {
    let schema = try results.at("\(Self.names[0])#/$defs/\(name)")
    #expect(refuses(try JSONValue(text), schema))
  }

  // MARK: - The schemas themselves

  /// With `SCROLLFIT_RECORD=1` it writes the file again, and fails.
  @Test func `the schema of results follows from the tables that write them`() throws {
    let made = ResultSchemas.results.schemaText() + "\n"
    if getenv("SCROLLFIT_RECORD") != nil {
      let path = Command.package.appending("Docs/Reference/schema/results.schema.json")
      let file = try FileDescriptor.open(path, .writeOnly, options: .truncate)
      try file.closeAfter { _ = try file.writeAll(made.utf8) }
      Issue.record("recorded \(path): look at the change and run again without recording")
    }
    #expect(made == texts["results.schema.json"])
  }

  @Test func `the schemas know every law`() async throws {
    let outcome = try await Command.run(["laws"])
    let laws = outcome.lines.filter { $0.first?.isLetter ?? false }.map { $0.prefix { $0 != ":" } }
    #expect(laws.count > 5)
    let schema = try JSONValue(try #require(texts[Self.names[0]]))
    #expect(schema["$defs"]["law"]["enum"].elements == laws.map { .string(String($0)) })
    for named in schema["$defs"]["namedLaw"]["enum"].elements {
      #expect(try await Command.run(["explain", named.string ?? ""]).code == 0)
    }
  }

  @Test(arguments: names)
  func `every member is described`(_ name: String) throws {
    let schema = try JSONValue(try #require(texts[name]))
    #expect(schema["description"].string != nil)
    let members = schema.paths.filter {
      $0.count > 1 && $0[$0.count - 2] == .member("properties")
    }
    // A line refers to a definition, and has no members of its own.
    #expect(members.isEmpty == [Self.names[1], Self.names[4], Self.names[5]].contains(name))
    for path in members {
      let member = schema[path]
      #expect(member["description"].string ?? member["$ref"].string != nil, "\(path)")
    }
  }

  @Test(
    arguments: [
      #"{"type": "strng"}"#, #"{"maxLength": 3}"#, #"{"properties": {"a": {"requird": []}}}"#,
      #"{"items": {"format": "date"}}"#, ##"{"$ref": "#/$defs/nothing"}"##, #"{"anyOf": []}"#,
      #"{"minimum": "1"}"#, #"{"required": "a"}"#, #"{"pattern": "("}"#, #"{"not": {}}"#,
      #"{"$ref": "other.json"}"#,
    ])
  func `a schema that would go unchecked is refused`(_ text: String) {
    #expect(throws: (any Error).self) { try JSONSchema("a.json", in: ["a.json": text]) }
  }

  @Test(
    arguments: [
      (#"{"type": ["integer", "null"]}"#, ["1", "null", "-3"], ["1.5", "true", #""1""#, "[]"]),
      (#"{"minimum": 1}"#, ["1", "2", #""a""#], ["0.9"]),
      (#"{"exclusiveMinimum": 1}"#, ["1.1"], ["1"]),
      (#"{"maximum": 1}"#, ["1"], ["1.1"]),
      (#"{"pattern": "^W[0-9]{3}$"}"#, [#""W101""#, "1"], [#""W1011""#, #""xW101""#]),
      (#"{"const": "a"}"#, [#""a""#], [#""b""#, "null"]),
      (#"{"minLength": 1}"#, [#""a""#], [#""""#]),
      (#"{"uniqueItems": true}"#, ["[1, 2]"], ["[1, 2, 1]"]),
      (
        #"{"prefixItems": [{"type": "null"}], "items": {"type": "number"}, "maxItems": 2}"#,
        ["[]", "[null]", "[null, 1]"], ["[1]", "[null, null]", "[null, 1, 2]"]
      ),
      (#"{"oneOf": [{"minimum": 0}, {"maximum": 1}]}"#, ["-1", "2"], ["0.5"]),
      (#"{"dependentRequired": {"a": ["b"]}}"#, ["{}", #"{"a": 1, "b": 2}"#], [#"{"a": 1}"#]),
      (
        #"{"patternProperties": {"^a": {"type": "null"}}, "additionalProperties": {"const": 1}}"#,
        [#"{"a": null, "b": 1}"#], [#"{"a": 1}"#, #"{"b": null}"#]
      ),
      (
        ##"{"$defs": {"n": {"items": {"$ref": "#/$defs/n"}, "type": "array"}}, "$ref": "#/$defs/n"}"##,
        ["[[], [[]]]"], ["[[1]]"]
      ),
    ])
  func `each keyword allows and refuses`(
    _ text: String, _ allowed: [String], _ refused: [String]
  ) throws {
    let schema = try JSONSchema("a.json", in: ["a.json": text])
    for value in allowed { try expect(value, follows: schema) }
    for value in refused { #expect(refuses(try JSONValue(value), schema), "\(value)") }
  }
}
