internal import CurveFitting

extension CandidateLaw {
  /// A law given by its curve, for comparison with those of ``all``.
  ///
  ///     let found = Identification(trace, laws: CandidateLaw.all + [candidate])
  ///
  /// Identification reports those of its constants that the description marks as shared.
  ///
  /// - Parameters:
  ///   - law: its key, formula and shared constants.
  ///   - curve: its curve, with at least one nonlinear parameter.
  ///   - name: the display name.
  ///   - general: keys of laws that equal this one when one of their parameters is fixed.
  ///   - special: keys of laws that equal this one with a parameter fixed: they are the answer unless an F test rejects
  ///     them.
  ///   - canBeSure: false for a law with a free shape, which also fits motions that it did not produce.
  public init(
    _ law: LawDescription, _ curve: LawCurve, name: String, specialCaseOf general: [String] = [],
    holds special: [String] = [], canBeSure: Bool = true
  ) {
    self.init(
      law.key, name, formula: law.formula, specialCaseOf: general, holds: special,
      canBeSure: canBeSure
    ) { $0.fit(curve, of: law, $1) }
  }

  private func fit(
    _ curve: LawCurve, of law: LawDescription, _ window: MotionWindow
  ) -> CandidateFit? {
    let starts = curve.starts(window.observations)
    let sizes = LawCurve.sizes(starts)
    let zero = [Double](repeating: 0, count: curve.keys.count)
    let all = Array(curve.keys.indices)
    guard curve.nonlinearCount > 0,
      let found = window.best(
        starts: starts, { curve.model(at: $0.times, zero, free: all, sizes: sizes) })
    else { return nil }
    let values = found.nonlinear + found.coefficients
    let constants = law.shared.compactMap { shared -> (String, Double, String)? in
      curve.quantity(shared.key, values).map {
        (shared.key, $0, law.quantity(shared.key)?.unit ?? "")
      }
    }
    let coordinates = LawCurveCoordinates(
      curve, values: values, free: all, sizes: sizes, span: window.span)
    guard coordinates.isValid else { return nil }
    return made(
      window, parameters: values.count, constants, coordinates.value(at:))
  }
}
