import ArgumentParser
import ScrollFitting
import ScrollReport

/// The constants of a prediction: from files, replaced by those on the command line.
struct PredictionInputs {
  private let law: PredictedLaw
  private let given: ConstantArguments
  private var constants = UncertainConstants()
  /// Where each constant is from.
  private var sources: [String: String] = [:]
  private var isDiscrete = false
  /// The fits that constants are from, each with its file.
  private var fits: [(fit: SavedFit, path: String)] = []

  /// Reads `name=value`; what is missing may come from a file.
  ///
  /// - Parameter withoutAnswers: whether to refuse what only asks for one more number.
  init(_ arguments: [String], of law: PredictedLaw, withoutAnswers: Bool = false) throws {
    self.law = law
    var allowed = law.constants
    if withoutAnswers { allowed.constants.removeAll { law.questions.contains($0.name) } }
    given = try ConstantArguments(arguments, of: allowed, isComplete: false)
    for one in given.given {
      guard let number = one.number else { continue }
      constants.constants[one.name] = .init(number)
      sources[one.name] = "argument"
    }
  }

  /// Takes the fits a law is made of from results.
  mutating func add(from paths: [String], fit: Int?) throws {
    guard !paths.isEmpty else { return }
    guard !law.fittedLaws.isEmpty else {
      throw ValidationError("No fit gives the constants of \(law.rawValue): leave out --from.")
    }
    var saved: [(fit: SavedFit, path: String)] = []
    for path in paths {
      saved += try ResultFile.fits(path: path).map { ($0, path) }
    }
    var isFound = false
    for laws in law.fittedLaws {
      let matches = saved.filter { laws.contains($0.fit.law) }
      let name = laws.joined(separator: " or ")
      guard !matches.isEmpty else { continue }
      guard matches.count == 1 || fit != nil else {
        let list = matches.enumerated().map { "\($0 + 1) \($1.fit.source)" }
        throw failure(
          paths, "there are \(matches.count) fits of \(name): \(list.joined(separator: ", "))",
          help: "choose one with --fit")
      }
      // Of the two laws of a fling or a transfer the number is for the one that has several fits.
      let isOther = matches.count == 1 && law.fittedLaws.count > 1
      let number = isOther ? 1 : fit ?? 1
      guard number <= matches.count else {
        throw failure(
          paths,
          "there is no fit \(number) of \(name): there \(matches.count == 1 ? "is one" : "are \(matches.count)")",
          help: "--fit counts the fits of the law from 1")
      }
      isFound = true
      add(matches[number - 1].fit, source: matches[number - 1].path)
    }
    guard isFound else {
      let laws = law.fittedLaws.flatMap { $0 }.joined(separator: " or ")
      let others = Set(saved.map(\.fit.law)).sorted()
      throw failure(
        paths,
        "there is no fit of \(laws)"
          + (others.isEmpty
            ? ": the result holds no fit" : ", but of \(others.joined(separator: ", "))"),
        help: "'scrollfit \(law.fittedLaws[0][0]) --format json' writes one")
    }
  }

  private func failure(_ paths: [String], _ message: String, help: String) -> ResultFileError {
    ResultFileError(
      kind: .invalidData, path: paths.joined(separator: ", "), line: nil, column: nil,
      message: message, help: help)
  }

  private mutating func add(_ fit: SavedFit, source: String) {
    let names = Set(law.constants.constants.map(\.name))
    let own = fit.constants.constants
    fits.append((fit, source))
    for (name, constant) in own where names.contains(name) && constants.constants[name] == nil {
      // Another notation on the command line replaces all of it.
      let family = Notation.families.first { $0.contains(name) } ?? [name]
      let isReplaced = given.given.contains { family.contains($0.name) && own[$0.name] == nil }
      guard !isReplaced else { continue }
      // A fling takes its speed from the release alone.
      guard law != .fling || !["C", "a", "b"].contains(name) else { continue }
      constants.constants[name] = constant
      sources[name] = source
    }
    if fit.isDiscrete { isDiscrete = true }
    constants.correlations.merge(fit.constants.correlations) { first, _ in first }
    // Of several the wider.
    if let factor = fit.constants.intervalFactor {
      constants.intervalFactor = max(constants.intervalFactor ?? 0, factor)
    }
  }

  /// The prediction; an argument that is missing or too many is a `ValidationError`.
  func prediction() throws -> Prediction {
    do {
      return try Prediction(
        law, inputs: constants,
        isDiscrete: isDiscreteForm)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// The curve; an argument that is missing or too many, or a law that is none, is a `ValidationError`.
  func curve() throws -> ExportedCurve {
    do {
      let isDiscrete = isDiscreteForm
      return try ExportedCurve(
        law, try ConstantMotion(law, inputs: constants, isDiscrete: isDiscrete),
        isDiscrete: isDiscrete, mass: constants.constants["mass"]?.value ?? 1)
    } catch let error as PredictionError {
      throw ValidationError(error.message)
    }
  }

  /// Where the constants are from.
  func provenance(version: String) -> ExportProvenance {
    ExportProvenance(version: version, inputs: constants, list: list, fits: fits)
  }

  private var isDiscreteForm: Bool { given.word("form").map { $0 == "discrete" } ?? isDiscrete }

  /// The inputs in the order of the law's constants.
  var list: [PredictionReport.Input] {
    law.constants.constants.compactMap { constant in
      sources[constant.name].map {
        PredictionReport.Input(name: constant.name, unit: constant.unit, source: $0)
      }
    }
  }
}

extension PredictedLaw {
  /// The laws of fits it takes constants from; one of each group.
  var fittedLaws: [[String]] {
    switch self {
    case .decelerate: [["decelerate"]]
    case .bounce: [["bounce"]]
    case .spring: [["spring"]]
    case .fling: [["decelerate"], ["bounce", "spring"]]
    case .rubberBand: [["rubber-band"]]
    case .gravity: [["gravity", "collision"]]
    case .collision: [["collision"]]
    case .resistance: [["resistance"]]
    case .stretch: [["stretch"]]
    case .force, .push: []
    case .transfer: [["decelerate"], ["transfer"]]
    }
  }

  /// The constants that belong to no motion but ask something of it.
  var questions: [String] {
    switch self {
    case .rubberBand: ["overscroll"]
    case .stretch: ["height"]
    case .resistance: ["time"]
    default: []
    }
  }

  /// The constants it takes.
  var constants: LawConstants {
    switch self {
    case .decelerate: LawConstants(rawValue, Self.glide)
    case .bounce: LawConstants(rawValue, Self.start + Self.stiffness + [Self.settle])
    case .spring:
      LawConstants(
        rawValue,
        Self.start + [
          ConstantName("a", "pt", "overscroll at t = 0, beside b", standard: "0"),
          ConstantName("b", "pt/s", "v + delta y at t = 0, instead of C or v0"),
        ] + Self.stiffness + Self.damping + [Self.settle])
    case .fling:
      LawConstants(
        rawValue,
        Self.glide + [
          ConstantName("edge", "pt", "offset of the edge"),
          ConstantName("distance", "pt", "way to the edge, instead of edge", .notNegative),
        ] + Self.stiffness + Self.damping + [Self.settle])
    case .rubberBand:
      LawConstants(
        rawValue,
        [
          ConstantName("c", "", "slope at the edge", .positive),
          ConstantName("d", "pt", "size of the bounds", .positive),
          ConstantName("travel", "pt", "finger travel beyond the edge"),
          ConstantName("overscroll", "pt", "overscroll, instead of travel"),
        ])
    case .gravity: LawConstants(rawValue, Self.fall)
    case .collision:
      LawConstants(
        rawValue,
        [ConstantName("e", "", "speed after a contact over before", .probability)] + Self.fall + [
          ConstantName("v1", "pt/s", "speed at contact 1, instead of height and v0", .notZero),
          ConstantName("rebounds", "", "how many to list", .count(upTo: 100), standard: "5"),
        ])
    case .resistance:
      LawConstants(
        rawValue,
        [
          ConstantName("v0", "pt/s", "velocity at the start"),
          ConstantName("r", "1/s", "resistance", .positive),
          ConstantName("x0", "pt", "offset at the start", standard: "0"),
          ConstantName(
            "epsilon", "pt", "ends so close to the limit", .positive, standard: "0.1"),
          ConstantName("time", "s", "when to say velocity and offset", .notNegative),
        ])
    case .stretch:
      LawConstants(
        rawValue,
        [
          ConstantName("gain", "", "growth of the height per point of offset", .notZero),
          ConstantName("intercept", "pt", "height where nothing is stretched"),
          ConstantName("breakpoint", "pt", "offset at which it stretches", standard: "0"),
          ConstantName("offset", "pt", "offset of the scroll view"),
          ConstantName("height", "pt", "height, instead of offset"),
        ])
    case .force, .push:
      LawConstants(
        rawValue,
        [
          ConstantName("F", "", "magnitude, as UIPushBehavior has it"),
          ConstantName("width", "pt", "width of the item", .positive),
          ConstantName("height", "pt", "height of the item", .positive),
          ConstantName("density", "", "density of the item", .positive, standard: "1"),
          ConstantName("time", "s", "when to say how far it got", .notNegative),
        ])
    case .transfer:
      LawConstants(
        rawValue,
        Self.glide + [
          ConstantName("distance", "pt", "outer view's way to its edge", .notNegative),
          ConstantName("m_outer", "", "mass of the outer view", .positive, standard: "1"),
          ConstantName("m_inner", "", "mass of the inner view", .positive, standard: "1"),
          ConstantName("mass_ratio", "", "m_outer / m_inner, instead of both", .positive),
        ])
    }
  }

  private static var fall: [ConstantName] {
    [
      ConstantName("g", "pt/s^2", "gravity", .notZero),
      ConstantName("magnitude", "", "gravity in 1000 pt/s^2, instead of g", .notZero),
      ConstantName("height", "pt", "how far it falls", .notNegative),
      ConstantName("v0", "pt/s", "velocity at the start", standard: "0"),
    ]
  }

  private static var glide: [ConstantName] {
    [
      ConstantName("v0", "pt/s", "velocity at release"),
      ConstantName("x0", "pt", "offset at release", standard: "0"),
      ConstantName("k", "1/s", "decay rate", .positive),
      ConstantName("d", "", "factor per millisecond", .between(0, 1)),
      ConstantName("time_constant", "s", "time to 1/e of the speed", .positive),
      ConstantName("half_life", "s", "time to half the speed", .positive),
      ConstantName("factor", "", "factor per frame", .between(0, 1)),
      ConstantName("fps", "1/s", "frames per second, beside factor", .positive, standard: "60"),
      ConstantName("coulomb", "pt/s^2", "constant friction", .notNegative, standard: "0"),
      ConstantName("stop", "pt/s", "ends below it; UIScrollView: 10", .positive),
      ConstantName(
        "epsilon", "pt", "ends so close to the limit", .positive, standard: "0.1"),
      ConstantName(
        "form", "", "continuous or discrete", .words(["continuous", "discrete"]),
        standard: "continuous"),
    ]
  }

  private static var start: [ConstantName] {
    [
      ConstantName("C", "pt/s", "speed at the edge"),
      ConstantName("v0", "pt/s", "speed at t = 0, instead of C"),
      ConstantName("y0", "pt", "overscroll at t = 0, beside v0", standard: "0"),
    ]
  }

  private static var stiffness: [ConstantName] {
    [
      ConstantName("delta", "1/s", "decay rate, half the damping per mass", .positive),
      ConstantName("omega", "1/s", "angular frequency without damping", .positive),
      ConstantName("stiffness", "", "stiffness, per mass or with mass", .positive),
      ConstantName("mass", "", "mass, beside stiffness", .positive, standard: "1"),
      ConstantName("response", "s", "2 pi / omega", .positive),
      ConstantName("duration", "s", "2 pi / omega", .positive),
    ]
  }

  private static var damping: [ConstantName] {
    [
      ConstantName("kappa", "1/s^2", "omega^2 - delta^2, beside delta"),
      ConstantName("zeta", "", "damping ratio", .positive),
      ConstantName("damping_ratio", "", "zeta", .positive),
      ConstantName("damping_fraction", "", "zeta", .positive),
      ConstantName("damping", "", "damping coefficient, beside stiffness", .positive),
      ConstantName("bounce", "", "1 - zeta, or 1 / zeta - 1 below 0", .between(-1, 1)),
    ]
  }

  private static var settle: ConstantName {
    ConstantName("settle", "pt", "a bounce ends below it", .positive, standard: "0.5")
  }
}
