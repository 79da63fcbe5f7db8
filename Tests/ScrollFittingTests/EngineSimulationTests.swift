import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Every part of every engine is simulated, and found again by `identify`.
@Suite struct EngineSimulationTests {
  /// One part of an engine and how it begins.
  struct Case: Sendable, CustomTestStringConvertible {
    var engine: Engine
    var numbers: [String: Double]
    var words: [String: String] = [:]
    var testDescription: String {
      ([engine.key] + numbers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        + words.values).joined(separator: " ")
    }
  }

  static let cases: [Case] = Engines.all.flatMap { engine -> [Case] in
    var cases: [Case] = []
    if engine.glide != nil { cases.append(Case(engine: engine, numbers: ["v0": 2000])) }
    if let edge = engine.edge, edge != .clamped {
      cases.append(Case(engine: engine, numbers: ["y0": 120]))
    }
    if engine.drag != nil {
      cases.append(Case(engine: engine, numbers: ["travel": 300, "d": 800]))
    }
    for animation in engine.animations {
      var one = Case(engine: engine, numbers: ["distance": 1500])
      one.words["animation"] = animation.name
      if case .between(_, let longest) = animation.duration { one.numbers["duration"] = longest }
      cases.append(one)
    }
    return cases
  }

  private func recording(_ one: Case) throws -> Trace {
    let law = try #require(
      EngineConstants.law(
        of: one.engine, given: Set(one.numbers.keys).union(one.words.keys),
        among: ScrollFitting.SimulatedLaw.all,
        constants: \.constants))
    let given = try EngineConstants(
      one.engine, for: law.constants, given: one.numbers, words: one.words, scale: 3)
    var values = SimulatedValues(
      numbers: one.numbers.merging(given.values.map { ($0.name, $0.value) }) { first, _ in first },
      words: one.words.merging(
        given.words.map { ($0.name, $0.word) } + (given.isDiscrete ? [("form", "discrete")] : [])
      ) { first, _ in first })
    var recorder = Recorder()
    if law.hasFrames, let fps = given.values.first(where: { $0.name == "fps" })?.value {
      recorder.rate = fps
    }
    let motion = try law.motion(
      &values, SimulationSetting(axis: .y, edge: 0, settle: given.settle, rate: recorder.rate))
    recorder.setDuration(motion.end + 0.25)
    var random = RandomSource(seed: 1)
    return recorder.record(
      motion.quantities, metadata: Metadata(motion.metadata), random: &random)
  }

  /// The sum of milliseconds is the exponential to a millisecond, which the engine's score counts from the first sample.
  static let namedByLaw = ["libadwaita": "exponential", "libadwaita-touchpad": "exponential"]

  @Test(arguments: cases)
  func `a simulated engine is identified, or its equals`(_ one: Case) throws {
    let found = Identification(try recording(one))
    if one.numbers["travel"] != nil {
      let score = try #require(found.pulls.first { $0.engine == one.engine.key })
      #expect(score.follows, "\(found.pulls.prefix(3).map(\.engine))")
      return
    }
    let motion = try #require(found.motions.first)
    if let law = Self.namedByLaw[one.engine.key] { return #expect(motion.laws.law.key == law) }
    let nearest = try #require(found.nearest)
    #expect(nearest.engine.follows)
    #expect(
      ([nearest.engine.engine] + nearest.alike).contains(one.engine.key),
      "\(nearest.engine.engine) \(nearest.alike)")
  }

  @Test(arguments: Engines.all.filter { $0.glide != nil })
  func `a prediction of a release is the engine's own curve`(_ engine: Engine) throws {
    let glide = try #require(engine.glide)
    let law = try #require(
      EngineConstants.law(
        of: engine, given: ["v0"], among: PredictedLaw.all, constants: \.constants))
    // The laws that are fitted have tests of their own.
    guard law.constants.constants.contains(where: { $0.name == "time" }) else { return }
    var inputs = UncertainConstants()
    inputs.constants["v0"] = .init(2000)
    let given = try EngineConstants(
      engine, for: law.constants, given: ["v0": 2000], scale: 3)
    for (name, value) in given.values { inputs.constants[name] = .init(value) }
    for (name, word) in given.words { inputs.words[name] = word }
    for time in [0.05, 0.1, 0.2, 0.4] {
      inputs.constants["time"] = .init(time)
      let predicted = try Prediction(law, inputs: inputs).predicted
      let offset = try #require(predicted.first { $0.estimate.key == "offset" }?.estimate.value)
      let distance = try #require(predicted.first { $0.estimate.key == "distance" }?.estimate.value)
      // Where a rule has ended it, the curve goes on.
      let expected = min(distance, glide.distance(speed: 2000, at: time))
      #expect((offset - expected).magnitude < 1e-9 * (1 + expected), "\(time)")
    }
  }

  @Test func `a key names one thing: an engine or a law`() {
    let laws =
      Set(PredictedLaw.all.map(\.key)).union(ScrollFitting.SimulatedLaw.all.map(\.key))
      .union(CandidateLaw.all.map(\.key)).union(Laws.all.map { $0.description.key })
      .union(["session"])
    let engines = Engines.all.map(\.key)
    #expect(Set(engines).count == engines.count)
    #expect(laws.intersection(engines) == [])
  }

  @Test func `a law that identify and predict both name is the same law`() {
    let predicted = Set(PredictedLaw.all.map(\.key))
    for law in CandidateLaw.all where predicted.contains(law.key) {
      #expect(IdentifiedConstants.all(of: law.key).contains { $0.law == law.key }, "\(law.key)")
    }
    // The name of earlier versions, which was the key of an engine too.
    #expect(IdentifiedConstants.all(of: "chromium-fling").map(\.law) == ["bezier-fling"])
  }
}
