internal import CurveFitting

/// Standard errors of the constants of any fitted law.
///
/// The delete-a-group jackknife: the law is fitted g = 10 times, each time without every tenth sample, and **se^2 = (g
/// - 1)/g sum (theta_i - mean)^2** over these fits. It needs only the fit of a law. So it also works for rules that run
/// once per frame, and it needs no derivatives of derived constants.
///
/// Where the times are those of frames, all share the error of the frame's length, which no group shows. The law is fitted
/// once more with frames longer by one standard error, and the change of each constant adds to its error in quadrature.
///
/// Source: Tukey (1958); Shao and Tu, The Jackknife and Bootstrap (1995), section 2.3.
enum JackknifeErrors {
  /// Number of groups; each fit leaves one group out.
  static let groups = 10
  /// Minimum number of samples in a group.
  private static let least = 2

  /// The constants of a law with their standard errors; unchanged if there are too few samples or if a fit without a
  /// group fails.
  static func constants(of fit: CandidateFit, _ window: MotionWindow) -> [CandidateFit.Constant] {
    guard window.count >= least * groups else { return fit.constants }
    var values: [[Double]] = []
    for group in 0..<groups {
      guard
        let part = fit.law.fit(
          window.leavingOut(window.times.indices.filter { $0 % groups == group })),
        part.constants.map(\.key) == fit.constants.map(\.key)
      else { return fit.constants }
      values.append(part.constants.map(\.value))
    }
    let stretched =
      window.periodError > 0 ? fit.law.fit(window.stretched(by: window.periodError)) : nil
    return fit.constants.enumerated().map { index, constant in
      let own = values.map { $0[index] }
      let mean = own.reduce(0, +) / Double(groups)
      let squares = own.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let change = stretched?[constant.key].map { $0 - constant.value } ?? 0
      let error = (squares * Double(groups - 1) / Double(groups) + change * change).squareRoot()
      var constant = constant
      // A constant that the law fixes has no error.
      if error > 1e-13 * constant.value.magnitude { constant.standardError = error }
      return constant
    }
  }
}

extension CandidateFit.Constant {
  /// Half of the 95 % interval, with g - 1 degrees of freedom; nil without a standard error.
  public var halfWidth: Double? {
    standardError.map {
      $0
        * Distribution.studentQuantile(
          twoSided: 0.05, degrees: Double(JackknifeErrors.groups - 1))
    }
  }
}

extension LawComparison {
  /// Adds standard errors to the constants of the answer.
  ///
  /// - Parameter isAsked: whether to add them also for a law that has a command of its own for a full fit.
  mutating func addErrors(_ window: MotionWindow, evenOfCommands isAsked: Bool = false) {
    guard confidence != .none, isAsked || law.command == nil,
      let index = candidates.firstIndex(where: { $0.law == law })
    else { return }
    candidates[index].constants = JackknifeErrors.constants(of: candidates[index], window)
    // A law whose first constant may be anything describes any such motion.
    if let first = candidates[index].constants.first, let error = first.halfWidth,
      error > first.value.magnitude
    {
      open()
    }
  }
}
