internal import RealModule
internal import ScrollRecordings

/// A constant of the reference that a recording, although present, no longer determines.
///
/// It is missing if the recording should have determined it: its motion was clear, and is now absent or different.
/// Otherwise it was not measured, which is no failure: noise alone may decide whether a gesture determines a constant.
///
/// - A constant without an error is required of a recording: it is missing.
/// - If the recording has no fit of the law: missing if the reference's own error is at most a twentieth of its value,
///   as such a constant does not vanish in noise, and if the file names its law or edge, its offset never changes, or
///   it follows another law than in the reference: one with a constant, or, where all its motions follow laws surely,
///   one of these. Otherwise the law had to be inferred from the samples; noise may hide it, or make a bounce a spring.
/// - If a fit of the law leaves the constant out, for example after a warning: missing if the value of every fit lies
///   outside the tolerance, including its error. Values inside show no change. If the motion does not follow the law,
///   there is no error: missing if the value of every fit differs by more than a twentieth.
/// - If noise may have hidden the constant in several recordings: missing if so many leave it out that the probability,
///   with a chance of one in ten per recording, is below ``Comparison/failLevel`` divided by the number of laws judged:
///   constants of one law vanish together.
/// - A pooled constant: missing if it is missing in one of the recordings.
struct Loss: Sendable {
  /// The reason why there is no value.
  var reason: String
  /// Whether noise alone may hide it: its law was fitted, or had to be inferred from the samples.
  var mayBeChance: Bool
  /// Whether this recording should have shown it, independently of the others.
  var isClear: Bool

  /// The largest relative error of a clearly measured constant.
  static let clearError = 0.05
  /// A bounce is a critically damped spring, so noise may change one to the other.
  private static let returns: Set<String> = [
    BounceLaw.description.key, SpringLaw.description.key,
  ]
  /// The largest probability that a recording leaves a constant out by chance.
  static let chance = 0.1

  /// A loss of a pooled constant.
  init(reason: String) {
    self.reason = reason
    mayBeChance = false
    isClear = false
  }

  /// A loss of a constant of a recording.
  ///
  /// - Parameters:
  ///   - reference: the constant.
  ///   - own: all constants of the recording in the reference.
  ///   - reason: why the recording does not determine it.
  ///   - record: the recording.
  ///   - isTold: whether the options of the run give the law or the edges.
  ///   - band: the largest allowed difference.
  init(
    of reference: ReferenceConstant, among own: [ReferenceConstant], reason: String,
    _ record: BatchRecord, isTold: Bool, band: Double
  ) {
    self.reason = reason
    let fits = record.fits.filter { $0.law == reference.law }
    let isSaid = isTold || record.saysLawOrEdge
    mayBeChance = !fits.isEmpty || !isSaid
    guard let error = reference.standardError else {
      isClear = true
      return
    }
    let clear = Self.clearError * reference.value.magnitude
    guard !fits.isEmpty else {
      let others = record.toldLaws.map { [$0] } + record.identified.sure.map(NamedLaws.owners)
      let isOther = others.contains { laws in
        !own.contains { one in laws.contains { one.law == $0 || Self.returns == [one.law, $0] } }
      }
      isClear = (isSaid || record.isStill || isOther) && error <= clear
      return
    }
    guard !record.warnings.contains(Warning.Code.wrongLaw.rawValue) else {
      isClear =
        error <= clear
        && fits.allSatisfy { fit in
          fit[reference.key]?.value.map {
            ($0 - reference.value).magnitude > max(band, clear)
          } ?? false
        }
      return
    }
    let verdicts = fits.compactMap { fit -> Verdict.Kind? in
      guard let estimate = fit[reference.key], let value = estimate.value,
        let error = estimate.standardError
      else { return nil }
      return Comparison(
        value: value, standardError: error, degrees: estimate.intervalDegrees, to: reference,
        band: band
      ).verdict(among: 1).kind
    }
    isClear = verdicts.count == fits.count && verdicts.allSatisfy { $0 == .fail }
  }

  /// Whether `lost` of `count` constants are missing by chance with a probability below `level`.
  static func isSystematic(_ lost: Int, of count: Int, level: Double) -> Bool {
    guard lost > 0, lost <= count else { return false }
    // The binomial tail, starting at its largest term; logarithms avoid overflow with many recordings.
    func term(_ number: Int) -> Double {
      Double.exp(
        Double.logGamma(Double(count + 1)) - Double.logGamma(Double(number + 1))
          - Double.logGamma(Double(count - number + 1)) + Double(number) * Double.log(chance)
          + Double(count - number) * Double.log(1 - chance))
    }
    // Below the mean the tail is large.
    guard Double(lost) > chance * Double(count) else { return false }
    var tail = 0.0
    for number in lost...count {
      tail += term(number)
      // Two of two at one in ten are one in a hundred, but for rounding.
      if tail >= level * (1 - 1e-9) { return false }
    }
    return true
  }
}

extension Check {
  /// Sets the verdict of every loss.
  ///
  /// - Parameter passing: the constants, by `law.key`, of which every pool passes.
  mutating func judgeLosses(passing: Set<String>) {
    let losses = entries.indices.filter { entries[$0].loss != nil }
    guard !losses.isEmpty else { return }
    var left: [String: Int] = [:]
    for index in losses where entries[index].loss?.mayBeChance == true {
      left[entries[index].constant.name, default: 0] += 1
    }
    // The constants of a law vanish together.
    let laws = Set(expected.keys.map { $0.prefix { $0 != "." } })
    let level = Comparison.failLevel / Double(max(1, laws.count))
    let systematic = Set(
      left.filter { Loss.isSystematic($0.value, of: expected[$0.key] ?? 0, level: level) }.keys)
    func judge(_ index: Int, isMissing: Bool) {
      guard let loss = entries[index].loss else { return }
      let kind = isMissing ? Verdict.Kind.missing : .unsure
      entries[index].constant.verdict = Verdict(
        kind, message: isMissing ? loss.reason : "not measured: \(loss.reason)")
      entries[index].constant.isCovered =
        !isMissing && passing.contains(entries[index].constant.name)
      counts[kind, default: 0] += 1
    }
    for index in losses where entries[index].constant.source != nil {
      let loss = entries[index].loss
      let isSystematic =
        loss?.mayBeChance == true && systematic.contains(entries[index].constant.name)
      judge(index, isMissing: loss?.isClear == true || isSystematic)
    }
    // Manually written constants without recordings are determined by pools only.
    let missing = Set(
      entries.filter { $0.constant.source != nil && $0.constant.verdict.kind == .missing }
        .map(\.constant.name))
    let told = Set(reference.traces.values.joined().map(\.name))
    for index in losses where entries[index].constant.source == nil {
      let name = entries[index].constant.name
      judge(index, isMissing: missing.contains(name) || !told.contains(name))
    }
  }
}

extension BatchRecord {
  /// Whether its content does not move.
  var isStill: Bool { failure?.code == FitFailure.Code.noMotion.rawValue }

  /// The laws with at least one constant in the recording, each once.
  var toldLaws: [String] {
    constants.filter { $0.estimate.value != nil }.map(\.law).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// Whether its file gives its law or the position of an edge.
  fileprivate var saysLawOrEdge: Bool {
    ["law", "edge_top", "edge_bottom", "edge_left", "edge_right"].contains { metadata[$0] != nil }
  }
}

extension CheckedConstant {
  /// `law.key`.
  package var name: String { "\(law).\(key)" }
}
