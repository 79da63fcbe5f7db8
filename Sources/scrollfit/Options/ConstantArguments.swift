internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

/// Constants given as `name=value`, checked against those of a law.
///
/// A number may have a unit: `v0=2pt/ms` is `v0=2000`, `phi=5ms` is `phi=0.005`. With `suffixes`, `v0_x=1` sets `v0`
/// for one part only.
struct ConstantArguments: Sendable {
  /// One `name=value`.
  struct Given: Sendable {
    /// The name as written, with its suffix.
    var name: String
    /// The value as written.
    var text: String
    /// The value in the unit of the constant; nil for a word.
    var number: Double?
    /// Whether it selects a part of an engine, which provides the constants.
    var isOfEngine = false

    /// The value in the unit of the constant, as text for `name=value`.
    var printed: String { number.map(LawConstants.short) ?? text }
  }

  let law: LawConstants
  /// The given constants, in order.
  private(set) var given: [Given] = []

  /// Reads the arguments; throws a `ValidationError` that lists what is allowed.
  ///
  /// - Parameters:
  ///   - arguments: constants as `name=value`.
  ///   - law: the allowed constants.
  ///   - suffixes: names of parts that may have their own values, such as `x` and `y`.
  ///   - isComplete: whether all required constants must be given.
  ///   - engine: the constants of an engine in addition to those given for one part; nil for no engine.
  init(
    _ arguments: [String], of law: LawConstants, suffixes: [String] = [], isComplete: Bool = true,
    engine: (_ given: [String: Double], _ words: [String: String]) throws -> EngineConstants? = {
      _, _ in nil
    }
  ) throws {
    self.law = law
    for argument in arguments {
      let next = try Self.read(argument, law, suffixes)
      guard !given.contains(where: { $0.name == next.name }) else {
        throw ValidationError("\(next.name) is given twice.")
      }
      given.append(next)
    }
    for suffix in suffixes.isEmpty ? [nil] : suffixes.map(Optional.some) {
      do {
        let numbers = law.constants.compactMap { constant in
          number(constant.name, for: suffix).map { (constant.name, $0) }
        }
        let words = law.constants.compactMap { constant in
          number(constant.name, for: suffix) == nil
            ? word(constant.name, for: suffix).map { (constant.name, $0) } : nil
        }
        if let found = try engine(
          Dictionary(uniqueKeysWithValues: numbers), Dictionary(uniqueKeysWithValues: words))
        {
          add(found, for: suffixes.count > 1 ? suffix : nil)
        }
      } catch let error as PredictionError {
        throw ValidationError(error.message)
      }
      try check(for: suffix, namesPart: suffixes.count > 1, isComplete: isComplete)
    }
  }

  /// The value of a constant in its unit; nil if it is not given. With a suffix, the part's own value has priority.
  func number(_ name: String, for suffix: String? = nil) -> Double? {
    entry(name, for: suffix)?.number
  }

  /// The word given for a constant; nil if it is not given.
  func word(_ name: String, for suffix: String? = nil) -> String? {
    entry(name, for: suffix)?.text
  }

  /// Whether a constant is given, for all parts or for one.
  func has(_ name: String, for suffix: String? = nil) -> Bool { entry(name, for: suffix) != nil }

  private func entry(_ name: String, for suffix: String?) -> Given? {
    if let suffix, let own = given.first(where: { $0.name == "\(name)_\(suffix)" }) { return own }
    return given.first { $0.name == name }
  }

  private mutating func add(_ engine: EngineConstants, for suffix: String?) {
    func name(_ name: String) -> String { suffix.map { "\(name)_\($0)" } ?? name }
    given += engine.values.map { Given(name: name($0.name), text: "", number: $0.value) }
    given += engine.words.map { Given(name: name($0.name), text: $0.word, number: nil) }
    if engine.isDiscrete, !has(Notation.form.name, for: suffix) {
      let word = Deceleration.Form.discrete.rawValue
      given.append(Given(name: name(Notation.form.name), text: word, number: nil))
    }
  }

  private func check(for suffix: String?, namesPart: Bool, isComplete: Bool) throws {
    let part = namesPart ? suffix.map { " for \($0)" } ?? "" : ""
    for group in law.oneOf {
      let found = group.filter { has($0, for: suffix) }
      if found.count > 1 {
        throw ValidationError("Give only one of \(LawConstants.list(found, "and"))\(part).")
      }
    }
    guard isComplete else { return }
    let names = law.constants.filter { $0.isRequired && !has($0.name, for: suffix) }.map(\.name)
    let groups = law.oneOf.filter { group in !group.contains { has($0, for: suffix) } }
      .map { "one of \(LawConstants.list($0, "and"))" }
    guard names.isEmpty, groups.isEmpty else {
      throw ValidationError(
        "\(law.law) needs \(LawConstants.list(names + groups, "and"))\(part). \(takes)")
    }
  }

  private var takes: String { Self.takes(law) }

  private static func takes(_ law: LawConstants) -> String { "It takes \(law.names)." }

  private static func read(
    _ argument: String, _ law: LawConstants, _ suffixes: [String]
  ) throws -> Given {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
      if let option = UnknownOption.before(argument) {
        throw ValidationError("Unknown option '\(escapedForTerminal(option))'.")
      }
      throw ValidationError(
        "'\(argument)' is no name=value for \(law.law). \(takes(law))")
    }
    let name = String(argument[..<equals])
    let text = String(argument[argument.index(after: equals)...])
    let constant =
      law.constants.first { $0.name == name }
      ?? law.constants.first { constant in
        constant.hasParts && suffixes.contains { name == "\(constant.name)_\($0)" }
      }
    guard let constant else {
      throw ValidationError(
        "\(law.law) has no constant '\(escapedForTerminal(name))'."
          + NearWords.sentence(NearWords.near(name, law.constants.map(\.name))) + " \(takes(law))")
    }
    var given = Given(name: name, text: text, number: try value(text, of: constant, as: name))
    if case .partOfEngine = constant.allowed { given.isOfEngine = true }
    return given
  }

  private static func value(
    _ text: String, of constant: ConstantDescription, as name: String
  ) throws -> Double? {
    if case .partOfEngine = constant.allowed { return nil }
    if case .words(let words) = constant.allowed {
      guard words.contains(text) else {
        throw ValidationError(
          "\(name) must be \(LawConstants.list(words, "or")), not '\(escapedForTerminal(text))'."
            + NearWords.sentence(NearWords.near(text, words)))
      }
      return nil
    }
    let unit = constant.units.first { text.hasSuffix($0.suffix) }
    let digits = text.dropLast(unit?.suffix.count ?? 0)
    guard let plain = Double(String(digits)) else {
      let units = constant.units.map(\.suffix).filter { !$0.hasPrefix("px") }
      let hint =
        units.isEmpty ? "" : "; it may end in \(LawConstants.list(units.reversed(), "or"))"
      throw ValidationError("\(name) must be a number, not '\(text)'\(hint).")
    }
    let number = plain * (unit?.multiplier ?? 1)
    guard number.isFinite else { throw ValidationError("\(name) must be a finite number.") }
    if let demand = unmet(number, constant.allowed) {
      let kind = [constant.meaning, constant.unit].filter { !$0.isEmpty }.joined(separator: ", ")
      throw ValidationError("\(name) must be \(demand), not \(text) (\(kind)).")
    }
    return number
  }

  /// The condition that a number does not meet; nil if it is allowed.
  private static func unmet(_ number: Double, _ allowed: ConstantDescription.Allowed) -> String? {
    switch allowed {
    case .any, .words, .partOfEngine: nil
    case .notZero: number != 0 ? nil : "a number other than 0"
    case .positive: number > 0 ? nil : "above 0"
    case .notNegative: number >= 0 ? nil : "0 or more"
    case .between(let low, let high):
      number > low && number < high
        ? nil : "between \(LawConstants.short(low)) and \(LawConstants.short(high))"
    case .probability: number >= 0 && number <= 1 ? nil : "from 0 to 1"
    case .count(let most):
      number >= 1 && number <= Double(most) && number == number.rounded()
        ? nil : "a whole number from 1 to \(most)"
    }
  }
}
