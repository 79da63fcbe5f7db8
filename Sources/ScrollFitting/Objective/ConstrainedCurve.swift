internal import CurveFitting
internal import ScrollPhysics

/// The best curve of a law for the samples of a fit, with some constants fixed at other values.
///
/// It shows how a reference would perform the same gesture: the initial speed and position are free.
public struct ConstrainedCurve: Sendable, Hashable {
  /// The values of the curve in pt, one per sample of the fit's series.
  public var fitted: [Double]
  /// The fixed constants, by key.
  public var held: [String: Double]
  /// sqrt(sum r^2 / n) of its residuals, unweighted, in pt.
  public var rms: Double
}

/// A law whose curve can be solved again on the samples of a fit.
protocol ResolvableLaw: Law {
  associatedtype Solver: LawSolver
  /// The best curve with the parameters fixed by `options`; nil if there is none.
  static func solved(_ observations: Observations, options: FitOptions) -> (any CurveCoordinates)?
  /// The constants in the form that the law's solver uses.
  static func held(_ constants: [String: Double]) -> [String: Double]
}

extension ResolvableLaw {
  static func solved(_ observations: Observations, options: FitOptions) -> (any CurveCoordinates)? {
    Solver(observations, options: options)?.coordinates
  }

  static func held(_ constants: [String: Double]) -> [String: Double] {
    let keys = description.parameters.map(\.key)
    return constants.filter { keys.contains($0.key) }
  }
}

extension Fit {
  /// The samples that the fit used.
  ///
  /// - Parameter origin: a number that is subtracted from the values.
  func observations(from origin: Double = 0) -> Observations {
    Observations(
      abscissae: series.fitTimes, values: series.observed.map { $0 - origin },
      weights: series.weights)
  }

  /// The best curve of the fit's law with some of its constants fixed.
  ///
  /// Nil if none of the constants belongs to the law, and for fits of anything but a motion or a pull, such as tables.
  public func holding(_ constants: [String: Double]) -> ConstrainedCurve? {
    guard let law = Laws.law(law) as? any ResolvableLaw.Type, series.fitTimes.count > 2,
      series.abscissa == nil || self.law == RubberBandLaw.description.key,
      series.ordinate == nil || series.ordinate == .overscroll
    else { return nil }
    let held = law.held(constants)
    guard !held.isEmpty else { return nil }
    var options = FitOptions()
    for estimate in parameters where estimate.isFixed {
      options.fixed[estimate.key] = estimate.value
    }
    options.fixed.merge(held) { $1 }
    options.restOffset = self["rest_offset"] != nil
    options.coulomb = self["coulomb"] != nil
    options.form = form == "discrete" ? .discrete : .continuous
    // Small numbers keep more digits, but fixed parameters refer to the true zero.
    let isShifted = !isBeyondEdge && parameters.allSatisfy { !$0.isFixed }
    let origin = isShifted ? series.observed[0] : 0
    let observations = observations(from: origin)
    guard let curve = law.solved(observations, options: options) else { return nil }
    let fitted = observations.abscissae.map { curve.value(at: $0) + origin }
    let squares = zip(series.observed, fitted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    guard squares.isFinite else { return nil }
    return ConstrainedCurve(
      fitted: fitted, held: held, rms: (squares / Double(fitted.count)).squareRoot())
  }
}
