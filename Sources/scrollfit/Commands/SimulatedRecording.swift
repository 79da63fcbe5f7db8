import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// A subject of `simulate`: a law, or a session of several gestures.
enum SimulatedSubject {
  case law(SimulatedLaw)
  case session

  /// The laws and the session, in the order of help.
  static var all: [SimulatedSubject] { SimulatedLaw.all.map(SimulatedSubject.law) + [.session] }

  /// The constants of every subject, in the order of help.
  static var allConstants: [LawConstants] { all.map(\.constants) }

  var constants: LawConstants {
    switch self {
    case .law(let law): law.constants
    case .session: ScrollSession.constants
    }
  }

  var key: String { constants.law }

  /// Whether it consists of several gestures.
  var hasGestures: Bool {
    if case .session = self { true } else { false }
  }

  /// Whether its motions are beyond an edge whose side can be chosen.
  var hasSides: Bool {
    if case .law(let law) = self { law.hasSettle } else { false }
  }

  /// Whether its motions end below a settle threshold.
  var hasSettle: Bool {
    if case .law(let law) = self { law.hasSettle } else { true }
  }

  /// The keys of the subjects with a property, listed for a sentence.
  static func list(_ property: (SimulatedSubject) -> Bool) -> String {
    LawConstants.list(all.filter(property).map(\.key), "and")
  }
}

/// The motions of a simulation on all its axes, ready to be recorded.
struct SimulatedRecording {
  /// The quantities to record; empty for a session.
  var quantities: [RecordedQuantity] = []
  var session: ScrollSession?
  /// Whether a session uses laws of an engine that its constants do not describe.
  var usesEngine: Bool { session?.axes.contains(where: \.usesEngine) ?? false }
  /// The recommended duration of a recording, in s.
  var end = 0.0
  /// Metadata of edges and bounds.
  var metadata: [Metadata.Entry] = []
  /// Every constant in effect, as `name=value`.
  var constants: [String] = []

  /// The time to record after a motion has ended, in s.
  private static let afterwards = 0.25

  /// Creates the motions.
  ///
  /// - Parameters:
  ///   - engine: the scroll view whose laws a session uses for constants that are not given.
  ///   - pullDuration: the default duration of a drag, in s.
  ///   - random: the source of a session's gestures.
  init(
    _ subject: SimulatedSubject, _ given: ConstantArguments, _ options: MotionOptions,
    engine: Engine?, pullDuration: Double?, rate: Double, scale: Double,
    random: inout RandomSource
  ) throws {
    let axes = options.axis.axes
    var views: [ScrollAxis] = []
    var plan: [String: Double] = [:]
    if case .session = subject {
      // Recordings of earlier versions have neither catches nor jumps.
      plan["gestures"] = given.number("gestures") ?? 5
      for name in ["catches", "jumps"] { plan[name] = given.number(name) }
      constants = ["gestures", "catches", "jumps"].compactMap { name in
        plan[name].map { "\(name)=\(LawConstants.short($0))" }
      }
    }
    for axis in axes {
      var values = given.values(for: axis, hasSuffix: axes.count > 1)
      let setting = SimulationSetting(
        axis: axis, edge: options.edge, offsetsGrowOutward: options.growsOutward(along: axis),
        settle: options.settle, duration: pullDuration, rate: rate)
      do {
        switch subject {
        case .session:
          views.append(try ScrollAxis(&values, setting, engine: engine, scale: scale))
        case .law(let law):
          let motion = try law.motion(&values, setting)
          quantities += motion.quantities
          end = max(end, motion.end)
          metadata += motion.metadata
        }
      } catch {
        throw ValidationError(error.message)
      }
      constants += values.used
    }
    guard case .session = subject else {
      end += Self.afterwards
      return
    }
    let session = ScrollSession.random(
      axes: views, gestures: Int(plan["gestures"] ?? 5), catches: plan["catches"] ?? 0,
      jumps: plan["jumps"] ?? 0, random: &random)
    self.session = session
    end = session.end
  }
}

extension ConstantArguments {
  /// The values of one axis; with `hasSuffix` their recorded names include the axis.
  func values(for axis: Axis, hasSuffix: Bool) -> SimulatedValues {
    var numbers: [String: Double] = [:]
    var words: [String: String] = [:]
    for constant in law.constants {
      if let number = number(constant.name, for: axis.rawValue) {
        numbers[constant.name] = number
      } else if let word = word(constant.name, for: axis.rawValue) {
        words[constant.name] = word
      }
    }
    return SimulatedValues(
      numbers: numbers, words: words, suffix: hasSuffix ? "_\(axis.rawValue)" : "")
  }
}
