import ScrollFormats
import ScrollPhysics
import ScrollReport
import Testing

/// Lists of engines, written and read.
@Suite struct EngineFileTests {
  private func read(
    _ text: String, known: [Engine] = Engines.all
  ) throws(ResultFileError) -> [Engine] {
    try EngineFile.read(bytes: Array(text.utf8), path: "e.json", known: known)
  }

  /// A list of one engine `mine` with these members.
  private func list(_ members: String) -> String {
    #"{"format_version": "1.0", "engines": [{"key": "mine", "name": "Mine", \#(members)}]}"#
  }

  // MARK: - Writing and reading back

  @Test(arguments: [[], Engines.all])
  func `every built-in engine is read back as it was`(_ known: [Engine]) throws {
    let text = EngineList(Engines.all, isFull: false).json(version: "1")
    let engines = try read(text, known: known)
    #expect(engines.map(\.key) == Engines.all.map(\.key))
    for (engine, original) in zip(engines, Engines.all) {
      #expect(engine == original, "\(original.key)")
    }
  }

  @Test func `every law that no built-in engine has is read back as it was`() throws {
    let engines = [
      Engine(
        "a", "A \"quoted\" \u{1F9ED} name", source: "s",
        glide: .coulomb(
          DecelerationRate(perSecond: 1.75), deceleration: 300, ending: .distance(.pixels(0.25))),
        edge: .eased(.sine, duration: 0.3), drag: .tapered(coefficient: 0.3)),
      Engine(
        "b", "B", source: "s", notes: "n",
        glide: .perFrame(
          factor: 0.9, slowsFirst: true, frameDuration: 1.0 / 120, ending: .frame(.pixels(1))),
        edge: .spring(SpringConstants(decayRate: 3, kappa: 100), settles: .pixels(1))),
      Engine(
        "c", "C", source: "s", glide: .eased(deceleration: 500, .circular),
        edge: .spring(SpringConstants(angularFrequency: 7.3, dampingRatio: 0.31))),
      Engine(
        "d", "D", source: "s",
        edge: .framewise(
          FramewiseBounce.Constants(
            friction: 0.9, outward: 0.1, inward: 0.2, frameDuration: 0.0101))),
      Engine(
        "e", "E", source: "s",
        glide: .stepped(DecelerationRate(perSecond: 2.5), ending: .speed(.points(3))),
        edge: .eased(.quadraticExponential, duration: 0.4),
        animations: [
          Engine.Animation("key", .cosine, .fixed(0.15)),
          Engine.Animation("scroll to", .cubic, .root(0.0125, maximum: 1.5)),
          Engine.Animation("wheel", .bezier(x1: 0.4, y1: 0, x2: 0, y2: 1), .between(0.1, 0.2)),
        ]),
      Engine("f", "F", source: "s", glide: .spline(FlingFriction(0.02))),
      Engine("g", "G", source: "s", glide: .bezier),
    ]
    #expect(try read(EngineList(engines, isFull: true).json(version: "1"), known: []) == engines)
  }

  @Test func `a spring in any notation is read back to rounding`() throws {
    var source = SpringSource()
    for _ in 0..<500 {
      let spring = source.next()
      let text = EngineList(
        [Engine("a", "A", source: "s", edge: .spring(spring))], isFull: false
      ).json(version: "1")
      let back = try #require(read(text)[0].edge?.spring)
      // At most a rounding or two of the ways from one notation to another.
      #expect((back.decayRate - spring.decayRate).magnitude <= 4e-16 * spring.decayRate)
      #expect(
        (back.stiffnessPerMass - spring.stiffnessPerMass).magnitude
          <= 4e-16 * spring.stiffnessPerMass + 4e-16 * spring.decayRate * spring.decayRate)
    }
  }

  /// Springs in different notations, the same in every run.
  private struct SpringSource {
    var state: UInt64 = 1

    mutating func next() -> SpringConstants {
      func draw() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return 0.05 + 3 * Double(state >> 11) / 0x1p53
      }
      let (a, b) = (draw(), draw())
      return switch state >> 33 & 3 {
      case 0: SpringConstants(response: a, dampingFraction: b)
      case 1: SpringConstants(stiffness: 100 * a, dampingRatio: b, mass: 0.3)
      case 2: SpringConstants(mass: 1.7, stiffness: 100 * a, damping: 10 * b)
      default: SpringConstants(decayRate: 10 * a, kappa: 10 * b)
      }
    }
  }

  // MARK: - Notations

  @Test(arguments: [
    (#""k": 2.5"#, DecelerationRate(perSecond: 2.5)),
    (#""k": {"value": 2.5, "unit": "1/s"}"#, DecelerationRate(perSecond: 2.5)),
    (#""deceleration_rate": 0.998"#, DecelerationRate(perMillisecond: 0.998)),
    (
      #""factor_per_frame": 0.95, "frame_rate": {"value": 60, "unit": "Hz"}"#,
      DecelerationRate(perFrame: 0.95, framesPerSecond: 60)
    ),
    (#""time_constant_s": 0.325"#, DecelerationRate(timeConstant: 0.325)),
  ])
  func `a rate is read in each of its notations`(_ text: String, _ rate: DecelerationRate) throws {
    for (law, glide) in [
      ("exponential", Engine.Glide.exponential(rate)), ("discrete", .discrete(rate)),
    ] {
      let engine = try read(list(#""deceleration": {"law": "\#(law)", \#(text)}"#))[0]
      #expect(engine.glide == glide)
    }
  }

  @Test(arguments: [
    (#""delta": 10.9"#, SpringConstants(decayRate: 10.9)),
    (#""delta": 3, "kappa": -2"#, SpringConstants(decayRate: 3, kappa: -2)),
    (#""omega": 10, "zeta": 0.7"#, SpringConstants(angularFrequency: 10, dampingRatio: 0.7)),
    (#""stiffness": 120, "zeta": 1"#, SpringConstants(stiffness: 120, dampingRatio: 1)),
    (
      #""stiffness": 100, "zeta": 1.1, "mass": 0.5"#,
      SpringConstants(stiffness: 100, dampingRatio: 1.1, mass: 0.5)
    ),
    (#""stiffness": 500, "damping": 10"#, SpringConstants(mass: 1, stiffness: 500, damping: 10)),
    (
      #""stiffness": 500, "damping": 10, "mass": 2"#,
      SpringConstants(mass: 2, stiffness: 500, damping: 10)
    ),
    (
      #""response": 0.5, "damping_fraction": 0.8"#,
      SpringConstants(response: 0.5, dampingFraction: 0.8)
    ),
  ])
  func `a spring is read in each of its notations`(
    _ text: String, _ constants: SpringConstants
  ) throws {
    let engine = try read(list(#""edge": {"law": "spring", \#(text), "settle_px": 0.5}"#))[0]
    #expect(engine.edge == .spring(constants, settles: .pixels(0.5)))
  }

  @Test func `what is left out is not there, and the file is the source`() throws {
    let engine = try read(list(#""notes": null, "edge": null, "rubber_band": {"c": 0.5}"#))[0]
    #expect(
      engine == Engine("mine", "Mine", source: "e.json", drag: .hyperbolic(coefficient: 0.5)))
  }

  // MARK: - Faults

  private static let good = #"""
    {"format_version": "1.0", "engines": [
     {"key": "mine", "name": "Mine",
      "deceleration": {"law": "exponential", "k": 2, "stop_velocity": 10},
      "edge": {"law": "spring",
       "stiffness": 100, "zeta": 1, "settle_pt": 0.5},
      "rubber_band": {"c": 0.55}}]}
    """#

  /// What is replaced in a good list by what, where it is refused, and why.
  static let faults: [(old: String, new: String, line: Int, column: Int, message: String)] = [
    ("\"1.0\"", "\"1.1\"", 1, 20, "the list has format version 1.1, and 1.0 is known"),
    ("\"1.0\"", "\"2.0\"", 1, 20, "the list has format version 2.0, and 1.0 is known"),
    (
      "\"1.0\"", "1", 1, 20,
      "\"format_version\" should be a string: no list of engines of scrollfit"
    ),
    ("\"engines\"", "\"engine\"", 1, 1, "the list needs \"engines\""),
    ("\"engines\"", "\"more\": 1, \"engines\"", 1, 35, "the list has no \"more\""),
    (
      "\"mine\"", "\"Mine\"", 2, 10,
      "\"key\" should be of lowercase letters, digits and single hyphens"
    ),
    (
      "\"mine\"", "\"a--b\"", 2, 10,
      "\"key\" should be of lowercase letters, digits and single hyphens"
    ),
    ("\"mine\"", "7", 2, 10, "\"key\" should be a string, not a number"),
    ("\"mine\"", "\"gtk\"", 2, 10, "the key \"gtk\" is that of another engine, GTK and WebKitGTK"),
    ("\"Mine\",", "\"Mine\", \"replaces\": true,", 2, 10, "there is no engine \"mine\" to replace"),
    (", \"name\": \"Mine\"", "", 2, 2, "an engine needs \"name\""),
    ("\"Mine\"", "\"\"", 2, 26, "\"name\" is empty"),
    ("\"rubber_band\"", "\"rubberband\"", 6, 17, "an engine has no \"rubberband\""),
    ("\"exponential\"", "\"linear\"", 3, 27, "the deceleration has no law \"linear\""),
    ("\"k\": 2", "\"k\": \"2\"", 3, 47, "\"k\" should be a number, not a string"),
    ("\"k\": 2", "\"k\": 0", 3, 47, "\"k\" should be above 0"),
    ("\"k\": 2", "\"k\": 1e-320", 3, 47, "\"k\" should be above 0"),
    (
      "\"k\": 2", "\"k\": {\"value\": 2, \"unit\": \"1/ms\"}", 3, 68,
      "the unit of \"k\" should be \"1/s\""
    ),
    (
      "\"k\": 2", "\"k\": {\"value\": 2, \"unit\": \"1/s\", \"error\": 1}", 3, 84,
      "\"k\" has no \"error\""
    ),
    (
      "\"k\": 2", "\"k\": 2, \"deceleration_rate\": 0.99", 3, 19,
      "the deceleration must give its rate in exactly one notation, but has deceleration_rate + k"
    ),
    (
      "\"k\": 2", "\"deceleration_rate\": 1", 3, 63,
      "\"deceleration_rate\" should be above 0 and below 1"
    ),
    (
      "\"k\": 2, ", "", 3, 19,
      "the deceleration must give its rate in exactly one notation, but has none"
    ),
    ("\"k\": 2", "\"k\": 2, \"kk\": 2", 3, 56, "the deceleration has no \"kk\""),
    ("\"k\": 2", "\"k\": 2, \"power\": 2", 3, 59, "the deceleration has no \"power\""),
    (
      "\"stop_velocity\"", "\"stop_step\": 1, \"stop_velocity\"", 3, 19,
      "the deceleration must have at most one end, but has stop_velocity and stop_step"
    ),
    (
      "\"zeta\": 1,", "", 4, 11,
      "the edge must give its constants in exactly one notation, but has stiffness"
    ),
    (
      "\"zeta\": 1", "\"zeta\": 1, \"damping\": 3", 4, 11,
      "the edge must give its constants in exactly one notation, but has damping + stiffness + zeta"
    ),
    (
      "\"stiffness\": 100, \"zeta\": 1", "\"delta\": 2, \"kappa\": -4", 4, 11,
      "the spring never comes to rest"
    ),
    (
      "\"zeta\": 1", "\"zeta\": 1105555555555555555555", 4, 11,
      "the damping ratio of the spring is beyond 1000"
    ),
    (
      "\"settle_pt\"", "\"settle_px\": 1, \"settle_pt\"", 4, 11,
      "the edge must have only one of settle_pt and settle_px"
    ),
    ("\"c\": 0.55", "\"c\": -1", 6, 24, "\"c\" should be above 0"),
    ("{\"c\": 0.55}", "0.55", 6, 18, "the rubber band should be an object, not a number"),
    ("\"c\": 0.55", "\"law\": \"tapered\"", 6, 18, "the rubber band needs \"c\""),
    (
      "{\"c\": 0.55}", "{\"c\": 0.55}, \"animations\": 3", 6, 45,
      "\"animations\" should be a list, not a number"
    ),
    (
      "{\"c\": 0.55}", "{\"c\": 0.55}, \"animations\": [{\"name\": \"a\"}]", 6, 46,
      "an animation must give its duration in exactly one notation, but has none"
    ),
    ("}}]}", "}},\n7]}", 7, 1, "an engine should be an object, not a number"),
    (
      "}}]}", "}},\n{\"key\": \"mine\", \"name\": \"x\", \"rubber_band\": {\"c\": 1}}]}", 7, 1,
      "the key \"mine\" comes twice in the list"
    ),
    (
      "}}]}", "}},\n{\"key\": \"none\", \"name\": \"x\"}]}", 7, 1,
      "the engine \"none\" has no deceleration, edge, rubber_band or animations"
    ),
    ("}}]}", "}},]}", 6, 31, "this is no JSON value"),
    (
      "\"key\": \"mine\",", "\"key\": \"mine\", \"key\": \"b\",", 2, 18,
      "the name \"key\" comes twice in an object"
    ),
  ]

  @Test(arguments: faults)
  func `a list that is wrong is refused where it is wrong`(
    _ old: String, _ new: String, _ line: Int, _ column: Int, _ message: String
  ) throws {
    #expect(try read(Self.good).count == 1)
    #expect(Self.good.contains(old))
    let text = Self.good.replacing(old, with: new, maxReplacements: 1)
    let error = try #require(throws: ResultFileError.self) { try read(text) }
    #expect(error.kind == .invalidReference)
    #expect(error.message == message)
    #expect(error.location == "e.json:\(line):\(column)")
    #expect(!error.help.isEmpty)
  }

  @Test func `an easing is a name or four numbers within bounds`() throws {
    func easing(_ text: String) throws -> Engine.Edge? {
      try read(list(#""edge": {"law": "eased", "duration_s": 0.5, "easing": \#(text)}"#))[0].edge
    }
    #expect(try easing("\"sine\"") == .eased(.sine, duration: 0.5))
    #expect(
      try easing("[0, 1.5, 1, -1]")
        == .eased(.bezier(x1: 0, y1: 1.5, x2: 1, y2: -1), duration: 0.5))
    for wrong in ["\"bouncy\"", "[0, 1, 1]", "[0, 1, 1.1, 1]", "[0, 1, \"1\", 1]", "3"] {
      #expect(throws: ResultFileError.self) { try easing(wrong) }
    }
  }

  @Test func `an engine takes the place of another only where it says so`() throws {
    let text = #"""
      {"format_version": "1.0", "engines": [
        {"key": "gtk", "name": "Mine", "replaces": true, "rubber_band": {"c": 0.5}},
        {"key": "new", "name": "New", "rubber_band": {"c": 0.5}}]}
      """#
    let engines = try read(text)
    let merged = EngineFile.merge(engines, into: Engines.all)
    #expect(merged.count == Engines.all.count + 1)
    #expect(merged.last == engines[1])
    #expect(merged.firstIndex { $0.key == "gtk" } == Engines.all.firstIndex { $0.key == "gtk" })
    #expect(merged.first { $0.key == "gtk" } == engines[0])
    // What is written of it says so too.
    let written = EngineList(engines, isFull: false).json(version: "1")
    #expect(try read(written) == engines)
    #expect(throws: ResultFileError.self) {
      try read(text.replacing(#""replaces": true, "#, with: ""))
    }
  }
}
