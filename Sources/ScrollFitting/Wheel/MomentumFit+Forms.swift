internal import CurveFitting

/// The laws that a momentum is fitted by, and which of them its deltas support.
extension MomentumFit {
  /// The fits of the same samples by the laws that are compared.
  struct Forms {
    var viscous: Fit
    /// Viscous with constant friction.
    var coulomb: Fit?
    /// By the law of macOS with the constants of macOS.
    var momentum: Fit?
    /// The events whose deltas were used, as indices within the momentum.
    var used: Range<Int>

    /// The fit to report, with the comparison of all.
    func quoted(isForced: Bool) -> Fit {
      var difference: Double?
      if let plain = viscous.criteria.aicc, let other = coulomb?.criteria.aicc {
        difference = plain - other
      }
      let friction = coulomb.flatMap { test($0, difference) }
      let hasFriction = isForced || (friction.map(Self.speaksForFriction) ?? false)
      var result = hasFriction ? coulomb ?? viscous : viscous
      let isMacOS = !isForced && speaksForMacOS
      if isMacOS, let momentum { result = momentum }
      let quotedForm = isMacOS ? Self.macOS : hasFriction ? Self.friction : Self.plain
      var forms: [FormComparison] = []
      func compare(_ form: String, _ fit: Fit?) {
        guard let fit else { return }
        forms.append(
          FormComparison(
            form: form, rms: fit.residual.rms, aicc: fit.criteria.aicc,
            isQuoted: form == quotedForm))
      }
      compare(Self.plain, viscous)
      compare(Self.friction, coulomb)
      compare(Self.macOS, momentum)
      if forms.count > 1 { result.forms = forms }
      if !isMacOS { result.tests = friction.map { [$0] } ?? [] }
      return result
    }

    private static let plain = "viscous"
    private static let friction = "viscous + coulomb"
    private static let macOS = "macOS"

    /// Whether an AICc lower by more than 4 than that of both others supports the law of macOS.
    ///
    /// It has one parameter less than the viscous law, and where the momentum is slow it is the same curve: the
    /// gain of a parameter alone, about 2, is no evidence.
    private var speaksForMacOS: Bool {
      guard let momentum, momentum.search.converged, let aicc = momentum.criteria.aicc else {
        return false
      }
      return [viscous.criteria.aicc, coulomb?.criteria.aicc].allSatisfy { other in
        other.map { $0 - aicc > 4 } ?? true
      }
    }

    /// The mean squared residual of the best of them, per degree of freedom.
    var variance: Double {
      let fits: [Fit] = [viscous] + [coulomb, momentum].compactMap(\.self)
      return fits.reduce(.infinity) { min($0, MomentumFit.variance($1)) }
    }

    /// Whether the data support friction: AICc lower by more than 2 and a probability below 0.01.
    ///
    /// The AICc criterion alone is met by chance in one stream of 40, and the interval of k then misses the true value.
    private static func speaksForFriction(_ test: HypothesisTest) -> Bool {
      test.statistic > 0 && test.probability < 0.01 && (test.aiccDifference ?? 0) > 2
    }

    private func test(_ coulomb: Fit, _ difference: Double?) -> HypothesisTest? {
      guard coulomb.search.converged, let friction = coulomb["coulomb"],
        let value = friction.value, let error = friction.standardError, error > 0
      else { return nil }
      return HypothesisTest(
        hypothesis: "coulomb = 0", statistic: value / error,
        probability: Distribution.studentTwoSidedTail(
          value / error, degrees: friction.intervalDegrees ?? Double(coulomb.degreesOfFreedom)),
        aiccDifference: difference)
    }
  }

  static func variance(_ fit: Fit) -> Double {
    fit.residual.sumOfSquares / Double(max(1, fit.degreesOfFreedom))
  }
}
