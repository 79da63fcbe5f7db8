import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// What follows from constants, and from their errors.
struct PredictionTests {
  static func law(_ key: String) throws -> PredictedLaw {
    try #require(PredictedLaw(key: key))
  }

  static func predict(
    _ law: String, _ values: [String: Double], isDiscrete: Bool = false
  ) throws -> [String: Double] {
    var inputs = UncertainConstants()
    inputs.constants = values.mapValues { .init($0) }
    let prediction = try Prediction(try Self.law(law), inputs: inputs, isDiscrete: isDiscrete)
    var result: [String: Double] = [:]
    for quantity in prediction.constants + prediction.predicted {
      result[quantity.estimate.key] = quantity.estimate.value
    }
    return result
  }

  @Test func `every law gives its own prediction what it needs`() {
    for law in Laws.all {
      guard let predicted = law.predicted else { continue }
      let names = Set(predicted.constants.constants.map(\.name))
      let given = law.description.predicts
      #expect(!given.isEmpty, "\(law.description.key)")
      for input in given {
        #expect(names.contains(input.name), "\(law.description.key) \(input.name)")
        #expect(law.description.quantity(input.key) != nil, "\(law.description.key) \(input.key)")
      }
    }
  }

  @Test func `the published distances per pt per ms, in both forms`() throws {
    for (d, continuous, discrete) in [(0.998, 499.5, 499.0), (0.99, 99.4992, 99.0)] {
      let smooth = try Self.predict("decelerate", ["v0": 1000, "d": d])
      let summed = try Self.predict("decelerate", ["v0": 1000, "d": d], isDiscrete: true)
      // To the digits in which they are published.
      #expect(((smooth["distance"] ?? .nan) - continuous).magnitude < 4e-4)
      #expect(((summed["distance"] ?? .nan) - discrete).magnitude < 1e-9)
      #expect(smooth["distance_per_speed"] == smooth["distance"])
      #expect(
        ((smooth["distance_per_speed_discrete"] ?? .nan) - discrete).magnitude < 1e-9)
    }
  }

  @Test func `the furthest point of a bounce is v0 over delta e`() throws {
    for name in ["v0", "C"] {
      let bounce = try Self.predict("bounce", [name: 2404.116, "delta": 10.93])
      let furthest = 2404.116 / (10.93 * Double.exp(1))
      // A few roundings.
      #expect(((bounce["max_overscroll"] ?? .nan) - furthest).magnitude < 1e-13)
      #expect(((bounce["time_to_max"] ?? .nan) - 1 / 10.93).magnitude < 3e-17)
      let settle = CriticalBounce(amplitude: 2404.116, decayRate: 10.93).settleTime()
      #expect(((bounce["settle_time"] ?? .nan) - (settle ?? 0)).magnitude < 1e-14)
    }
  }

  @Test func `every notation of a rate and of a spring predicts the same`() throws {
    let rate = DecelerationRate(perMillisecond: 0.998)
    let glides: [[String: Double]] = [
      ["d": 0.998], ["k": rate.perSecond], ["time_constant": rate.timeConstant],
      ["half_life": rate.halfLife], ["factor": rate.perFrame(framesPerSecond: 60)],
      ["factor": rate.perFrame(framesPerSecond: 120), "fps": 120],
    ]
    for glide in glides {
      let values = try Self.predict(
        "decelerate", glide.merging(["v0": 1800, "stop": 10]) { $1 })
      // A factor next to 1 has lost digits of k.
      #expect(((values["distance"] ?? .nan) - 1790 / rate.perSecond).magnitude < 1e-10, "\(glide)")
    }
    let zeta = 0.8
    let omega = 12.0
    let springs: [[String: Double]] = [
      ["omega": omega, "zeta": zeta], ["stiffness": 144, "damping_ratio": zeta],
      ["stiffness": 72, "mass": 0.5, "damping": 2 * zeta * omega * 0.5],
      ["response": 2 * Double.pi / omega, "damping_fraction": zeta],
      ["duration": 2 * Double.pi / omega, "bounce": 1 - zeta],
      ["delta": zeta * omega, "kappa": 144 * (1 - zeta * zeta)], ["delta": 9.6, "zeta": zeta],
      ["omega": omega, "bounce": 1 - zeta],
      ["frequency": omega / (2 * .pi), "damping_ratio": zeta],
      ["frequency": omega / (2 * .pi), "bounce": 1 - zeta],
      ["omega": omega, "kappa": 144 * (1 - zeta * zeta)],
      ["stiffness": 144, "kappa": 144 * (1 - zeta * zeta)],
      ["stiffness": 288, "mass": 2, "bounce": 1 - zeta],
    ]
    let expected = Spring(
      SpringConstants(angularFrequency: omega, dampingRatio: zeta), edgeVelocity: 1500
    ).furthest.position
    for spring in springs {
      let values = try Self.predict("spring", spring.merging(["v0": 1500]) { $1 })
      #expect(((values["max_overscroll"] ?? .nan) - expected).magnitude < 1e-11, "\(spring)")
    }
    let critical: [[String: Double]] = [
      ["delta": 12], ["omega": 12], ["stiffness": 144], ["response": Double.pi / 6],
    ]
    for spring in critical {
      let values = try Self.predict("bounce", spring.merging(["v0": 1500]) { $1 })
      #expect(
        ((values["max_overscroll"] ?? Double.nan) - 1500 / (12 * Double.exp(1))).magnitude < 1e-12)
      #expect((values["kappa"] ?? Double.nan).magnitude < 1e-13)
    }
  }

  /// The rows of a table of the article, by the name of the column.
  static func table(_ name: String) throws -> [[String: Double]] {
    let lines = try Repository.lines("SampleTraces/\(name).csv").filter { !$0.hasPrefix("#") }
    let names = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      Dictionary(
        uniqueKeysWithValues: zip(names, line.split(separator: ",").map { Double($0) ?? .nan }))
    }
  }

  @Test func `the article's flings come to rest where the law says, within half a point`() throws {
    for row in try Self.table("article-deceleration-table") {
      let speed = try #require(row["velocity_pt_per_ms"]) * 1000
      let values = try Self.predict("decelerate", ["v0": speed, "d": 0.998, "stop": 10])
      let difference = try #require(row["distance_pt"]) - (values["distance"] ?? .nan)
      // Recorded on the half-point grid of a 2x screen: +0.46, -0.17, +0.01, -0.09 pt.
      #expect(difference.magnitude < 0.5)
      // The stop rule matters: without it the law goes 5 pt too far.
      #expect((values["limit_distance"] ?? .nan) - (values["distance"] ?? .nan) > 4.9)
    }
  }

  @Test func `the article's bounces reach as far as the law says, less the peak between frames`()
    throws
  {
    for row in try Self.table("article-bounce-table") {
      let values = try Self.predict(
        "bounce", ["v0": try #require(row["edge_velocity_pt_per_s"]), "delta": 10.93])
      let furthest = try #require(row["max_overscroll_pt"])
      let difference = -furthest - (values["max_overscroll"] ?? .nan)
      // -0.70, -0.42, -0.37, -0.63 pt: the largest sampled and rounded value lies below the peak.
      #expect(difference < 0 && difference > -0.75)
      // Durations are counted in frames of 16.7 ms: +11, +2, +15, +3 ms.
      let late = try #require(row["duration_s"]) - (values["settle_time"] ?? .nan)
      #expect(late > 0 && late < 1 / 60.0)
    }
  }

  // MARK: - Errors

  @Test func `errors go through with their correlation`() throws {
    var inputs = UncertainConstants()
    inputs.constants = [
      "C": .init(2236, standardError: 3.8), "delta": .init(10.93, standardError: 0.0098),
    ]
    inputs.correlations = ["delta,C": 0.93]
    inputs.intervalFactor = 2
    let prediction = try Prediction(Self.law("bounce"), inputs: inputs)
    func estimate(_ key: String) throws -> Estimate {
      try #require(
        (prediction.constants + prediction.predicted).first { $0.estimate.key == key }
      ).estimate
    }
    // y = C / (delta e): relative errors subtract where they go together.
    let c = 3.8 / 2236
    let d = 0.0098 / 10.93
    let furthest = try estimate("max_overscroll")
    let expected = (c * c + d * d - 2 * 0.93 * c * d).squareRoot() * (furthest.value ?? .nan)
    // The differences are good to some 1e-9.
    let error = furthest.standardError ?? .nan
    #expect((error / expected - 1).magnitude < 1e-7)
    let upper = (furthest.value ?? .nan) + 2 * error
    #expect(furthest.interval?.upper == upper)
    let later = try estimate("time_to_max").standardError ?? .nan
    #expect((later * 10.93 / d - 1).magnitude < 1e-7)
    let stiffness = try estimate("stiffness_per_mass").standardError ?? .nan
    #expect((stiffness / (2 * d * 10.93 * 10.93) - 1).magnitude < 1e-7)
    #expect(try estimate("zeta").standardError == 0)
    // ln C + ln tau - delta tau = ln epsilon, differentiated.
    let tau = try #require(try estimate("settle_time").value)
    let slope = 1 / tau - 10.93
    let byC = -1 / 2236.0 / slope
    let byDelta = tau / slope
    let settle = (byC * 3.8, byDelta * 0.0098)
    let settled =
      (settle.0 * settle.0 + settle.1 * settle.1 + 2 * 0.93 * settle.0 * settle.1).squareRoot()
    #expect(((try estimate("settle_time").standardError ?? .nan) / settled - 1).magnitude < 1e-6)
  }

  @Test func `constants without errors have none, and unknown ones say so`() throws {
    var inputs = UncertainConstants()
    inputs.constants = ["v0": .init(2000), "k": .init(2)]
    let exact = try Prediction(Self.law("decelerate"), inputs: inputs)
    for quantity in exact.predicted {
      #expect(quantity.estimate.standardError == nil && quantity.estimate.reason == nil)
    }
    inputs.constants["k"] = .init(2, standardError: nil)
    let unknown = try Prediction(Self.law("decelerate"), inputs: inputs)
    let distance = try #require(unknown.predicted.first).estimate
    #expect(distance.value == 1000)
    #expect(distance.standardError == nil)
    #expect(distance.reason == "the error of k is not known")
  }

  @Test(arguments: [0, 1e-9, -1e-300, 3])
  func `a constant next to 0 passes its error on as any other`(offset: Double) throws {
    var inputs = UncertainConstants()
    inputs.constants = [
      "v0": .init(2000), "k": .init(2), "x0": .init(offset, standardError: 0.1),
    ]
    let rest = try Prediction(Self.law("decelerate"), inputs: inputs).predicted[1].estimate
    // X = x0 + 1000: an ulp of 1000 over the step of 1e-3.
    #expect((try #require(rest.standardError) - 0.1).magnitude < 1e-10)
    inputs.constants["x0"] = .init(offset, standardError: nil)
    let unknown = try Prediction(Self.law("decelerate"), inputs: inputs).predicted[1].estimate
    #expect(unknown.reason == "the error of x0 is not known")
  }

  @Test func `correlations that contradict each other give no error`() throws {
    var inputs = UncertainConstants()
    inputs.constants = [
      "v0": .init(2000, standardError: 1), "k": .init(2, standardError: 0.001),
      "x0": .init(0, standardError: 1),
    ]
    // X = x0 + v0 / k: of three errors no two can each cancel the third and one another.
    inputs.correlations = ["v0,k": 1, "v0,x0": -1, "k,x0": 1]
    let rest = try Prediction(Self.law("decelerate"), inputs: inputs).predicted[1].estimate
    #expect(rest.key == "rest_offset" && rest.value == 1000)
    #expect(rest.standardError == nil)
    #expect(rest.reason == "the correlations of the constants contradict each other")
  }

  @Test func `a fling whose error spans the edge has no error for its bounce`() throws {
    var inputs = UncertainConstants()
    inputs.constants = [
      "v0": .init(1000.5, standardError: 50), "k": .init(2), "distance": .init(500),
      "delta": .init(10.93),
    ]
    let prediction = try Prediction(Self.law("fling"), inputs: inputs)
    let edge = try #require(prediction.predicted.first).estimate
    #expect(edge.key == "edge_velocity")
    #expect((edge.value ?? .nan) == 0.5)
    #expect(edge.standardError == nil)
    #expect(edge.reason == "within the error of v0 it may not happen at all")
  }

  // MARK: - Faults

  static let faults: [(law: String, values: [String: Double], message: String)] = [
    ("decelerate", ["k": 2], "Give v0, the velocity at release."),
    (
      "decelerate", ["v0": 1],
      "Give the rate of deceleration: k, d, time_constant, half_life or factor."
    ),
    (
      "decelerate", ["v0": 1, "k": 2, "d": 0.998],
      "Give only one of k and d: each says the rate of deceleration."
    ),
    (
      "decelerate", ["v0": 1, "k": 2, "fps": 60],
      "fps says how often factor applies: give it with factor only."
    ),
    ("bounce", ["delta": 10], "Give C or v0: the speed at the edge."),
    (
      "bounce", ["delta": 10, "v0": 1, "C": 1],
      "Give only one of C and v0: each says how it begins."
    ),
    (
      "bounce", ["v0": 1],
      "Give how strong the spring is: delta, omega, frequency, stiffness, response or duration."
    ),
    ("bounce", ["v0": 1, "delta": 10, "mass": 2], "mass counts beside a stiffness only."),
    (
      "bounce", ["C": 1, "delta": 10, "y0": 2],
      "y0, the overscroll at the start, goes with v0, the velocity there."
    ),
    (
      "spring", ["v0": 1, "stiffness": 100],
      "Give how it is damped: kappa, zeta, damping_ratio, damping, damping_fraction or bounce."
        + " Only delta alone is a critical spring."
    ),
    (
      "spring", ["v0": 1, "omega": 10, "kappa": 200],
      "This is no spring that comes to rest: its stiffness or damping is 0 or less."
    ),
    ("spring", ["v0": 1, "omega": 10, "damping": 1], "damping needs a stiffness beside it."),
    ("spring", ["v0": 1, "delta": 10, "bounce": 0.1], "bounce needs a duration beside it."),
    (
      "spring", ["v0": 1, "delta": 10, "kappa": -100],
      "This is no spring that comes to rest: its stiffness or damping is 0 or less."
    ),
    (
      "fling", ["v0": 1, "k": 2, "delta": 10],
      "Give the edge: its offset as edge, or how far it is as distance."
    ),
    (
      "rubber-band", ["c": 0.55],
      "A rubber band needs c, its slope at the edge, and d, the size of the bounds."
    ),
    (
      "rubber-band", ["c": 0.55, "d": 800],
      "Give travel or overscroll: the other one is predicted."
    ),
  ]

  @Test(arguments: faults)
  func `what is missing or too much is named`(
    law: String, values: [String: Double], message: String
  ) {
    let error = #expect(throws: PredictionError.self) { try Self.predict(law, values) }
    #expect(error?.message == message)
  }

  @Test func `the discrete form takes no friction`() {
    #expect(throws: PredictionError.self) {
      try Self.predict("decelerate", ["v0": 1, "k": 2, "coulomb": 1], isDiscrete: true)
    }
  }

  @Test func `a rubber band both ways, and beyond its reach`() throws {
    let there = try Self.predict("rubber-band", ["c": 0.55, "d": 844, "travel": 200])
    let back = try Self.predict(
      "rubber-band", ["c": 0.55, "d": 844, "overscroll": try #require(there["overscroll"])])
    // s = 844 * 110 / 954.
    #expect((try #require(there["overscroll"]) - 97.316561844863738).magnitude < 1e-13)
    #expect((try #require(back["travel"]) - 200).magnitude < 1e-12)
    #expect((try #require(back["slope"]) - (try #require(there["slope"]))).magnitude < 1e-15)
    let beyond = try Self.predict("rubber-band", ["c": 0.55, "d": 844, "overscroll": 844])
    #expect(beyond["travel"] == nil)
  }
}
