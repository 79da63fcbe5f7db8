internal import RealModule
internal import ScrollTraces

/// A constant of the reference that recordings, which are there, do not tell now.
///
/// It is missing where they should have told it: where the motion was clear and is gone, or is there and is another
/// one. Else it was not measured, which fails nothing: the same gesture may give a constant once, and leave it out the
/// next time, for noise alone.
///
/// - A constant without an error is what people require of a recording: it is missing.
/// - A recording that has no fit of the law: missing where the reference's own error is at most a twentieth of its
///   value, since what was measured so well does not vanish in noise, and the file names its law or edge, its offset never
///   changes, or it follows another law than the reference has of it. Else the law had to be told from the samples,
///   and noise may hide it, as it may make a spring of a bounce.
/// - One whose fit of the law leaves the constant out, as for a warning: missing where the value of every fit lies
///   outside the tolerance, its error included. Values inside say that nothing has changed. Where the motion does not
///   follow the law there is no error: missing where the value of every fit is a twentieth and more off.
/// - Several that noise may have hidden: missing where so many leave it out that chance, at one recording in ten, does so with a
///   probability below ``Comparison/failLevel`` shared among the constants judged.
/// - What all recordings tell together: missing where one of them misses it.
struct Loss: Sendable {
  /// Why nothing is told.
  var reason: String
  /// Whether noise alone may leave it out of a recording: its law was fitted, or had to be told from the samples.
  var mayBeChance: Bool
  /// Whether this recording should have shown it, independent of the other recordings.
  var isClear: Bool

  /// The relative error of a constant that is measured clearly.
  static let clearError = 0.05
  /// A bounce is a spring that is critically damped: noise may make one of the other.
  private static let returns: Set<String> = [
    BounceLaw.description.key, SpringLaw.description.key,
  ]
  /// The probability that a recording leaves a constant out by chance, at most.
  static let chance = 0.1

  /// A loss of what all recordings told together.
  init(reason: String) {
    self.reason = reason
    mayBeChance = false
    isClear = false
  }

  /// A loss of what a recording told.
  ///
  /// - Parameters:
  ///   - reference: the constant.
  ///   - own: all that the reference has of the recording.
  ///   - reason: why the recording does not tell it.
  ///   - record: the recording.
  ///   - isTold: whether the run says which law recordings follow or where edges are.
  ///   - band: by how much the constant may differ.
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
      let isOther = record.toldLaws.contains { law in
        !own.contains { $0.law == law || Self.returns == [$0.law, law] }
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

  /// Whether chance alone leaves out `lost` of `count` constants with a probability below `level`.
  static func isSystematic(_ lost: Int, of count: Int, level: Double) -> Bool {
    guard lost > 0, lost <= count else { return false }
    // The binomial tail from its largest term on; with logarithms, as there may be many recordings.
    func term(_ number: Int) -> Double {
      Double.exp(
        Double.logGamma(Double(count + 1)) - Double.logGamma(Double(number + 1))
          - Double.logGamma(Double(count - number + 1)) + Double(number) * Double.log(chance)
          + Double(count - number) * Double.log(1 - chance))
    }
    // Below the mean the tail is large anyway.
    guard Double(lost) > chance * Double(count) else { return false }
    var tail = 0.0
    for number in lost...count {
      tail += term(number)
      if tail >= level { return false }
    }
    return true
  }
}

extension Check {
  /// Gives every loss its verdict.
  ///
  /// - Parameter passing: the constants by `law.key` of which every pool passes.
  mutating func judgeLosses(passing: Set<String>) {
    let losses = entries.indices.filter { entries[$0].loss != nil }
    guard !losses.isEmpty else { return }
    var left: [String: Int] = [:]
    for index in losses where entries[index].loss?.mayBeChance == true {
      left[entries[index].constant.name, default: 0] += 1
    }
    let level = Comparison.failLevel / Double(max(1, judged + losses.count))
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
    // Constants that people wrote without recordings are told by the pools alone.
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
  /// Whether nothing moves in it.
  var isStill: Bool { failure?.code == FitFailure.Code.noMotion.rawValue }

  /// The laws of which it tells a constant, each once.
  var toldLaws: [String] {
    constants.filter { $0.estimate.value != nil }.map(\.law).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// Whether its file says which law it follows, or where an edge is.
  fileprivate var saysLawOrEdge: Bool {
    ["law", "edge_top", "edge_bottom", "edge_left", "edge_right"].contains { metadata[$0] != nil }
  }
}

extension CheckedConstant {
  /// `law.key`.
  var name: String { "\(law).\(key)" }
}
