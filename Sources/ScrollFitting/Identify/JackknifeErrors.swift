internal import CurveFitting

/// Standard errors of the constants of any law that is laid through a motion.
///
/// The grouped jackknife: the law is fitted anew ten times, each time without every tenth sample, and
/// **se^2 = (g - 1)/g sum (theta_i - mean)^2** over the g = 10 fits. It needs nothing of the law but its fit, so that it
/// serves rules that run once a frame, too, and no derivative of a constant that follows from others.
///
/// Source: Tukey (1958); Shao and Tu, The Jackknife and Bootstrap (1995), section 2.3.
enum JackknifeErrors {
  /// Fits with samples left out.
  static let groups = 10
  /// Samples in each group, at least.
  private static let least = 2

  /// A law's constants with their standard errors; as they are where too few samples say, or where a fit without some of
  /// them fails.
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
    return fit.constants.enumerated().map { index, constant in
      let own = values.map { $0[index] }
      let mean = own.reduce(0, +) / Double(groups)
      let squares = own.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let error = (squares * Double(groups - 1) / Double(groups)).squareRoot()
      var constant = constant
      // What the law holds has none.
      if error > 1e-13 * constant.value.magnitude { constant.standardError = error }
      return constant
    }
  }
}

extension CandidateFit.Constant {
  /// Half of the 95 % interval, from g - 1 degrees of freedom; nil without a standard error.
  public var halfWidth: Double? {
    standardError.map {
      $0
        * Distribution.studentQuantile(
          twoSided: 0.05, degrees: Double(JackknifeErrors.groups - 1))
    }
  }
}

extension LawComparison {
  /// Gives the constants of the answer their standard errors.
  ///
  /// - Parameter isAsked: whether those of a law are wanted that a command fits in full.
  mutating func addErrors(_ window: MotionWindow, evenOfCommands isAsked: Bool = false) {
    guard confidence != .none, isAsked || law.command == nil,
      let index = candidates.firstIndex(where: { $0.law == law })
    else { return }
    candidates[index].constants = JackknifeErrors.constants(of: candidates[index], window)
  }
}
