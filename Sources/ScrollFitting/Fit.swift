public import ScrollTraces

/// What fitting one law to one stretch of a recording gave.
public struct Fit: Sendable {
  /// Key of the law: `bounce`, ...
  public var law: String
  /// The description of a law that is none of ``Laws``.
  var ownDescription: LawDescription?
  /// The axis of the offsets.
  public var axis: Axis
  /// First and last time of the samples used, in the recording's own seconds; nil where time plays no part.
  public var window: ClosedRange<Double>?
  /// The edge the stretch lies beyond, and how it is known.
  public var edge: Edge?
  /// Whether the samples lie beyond the edge; else before it.
  public var isBeyondEdge = true
  /// The form of a deceleration: `continuous` or `discrete`; nil for other laws.
  public var form: String?
  /// The formula of the fit where it is not that of the law, as for tables.
  public var formula: String?
  /// The law's parameters, in its order.
  public var parameters: [Estimate] = []
  /// What follows from them.
  public var derived: [Estimate] = []
  /// The residuals and their summary.
  public var residual = ResidualSummary()
  /// How the parameters were found.
  public var search: SearchSummary
  /// AICc and BIC, nil when the residuals are all 0.
  public var criteria = Criteria()
  /// What ends a deceleration.
  public var stop: StopRule?
  /// Tests of special cases.
  public var tests: [HypothesisTest] = []
  /// The forms of the law, compared; empty unless asked for.
  public var forms: [FormComparison] = []
  /// Correlations of the parameters by `first,second` of their keys.
  public var correlations: [Correlation] = []
  /// The set of nonlinear parameters that rounding alone allows.
  public var feasibility: Feasibility?
  /// The set of pairs of nonlinear parameters that rounding alone allows, for a law with two; of a bounce, where it is
  /// asked for, the springs of any damping that explain its samples.
  public var region: FeasiblePairs?
  /// The bound of Cramer and Rao for the nonlinear parameter at the rounding of this recording.
  public var limit: Limit?
  /// The half width of intervals in standard errors, from Student's t.
  public var intervalFactor: Double?
  /// n - p.
  public var degreesOfFreedom = 0
  /// Samples: in the stretch, used, and trimmed as settled.
  public var samples = SampleCount()
  /// How the times were taken.
  public var stamps: StampTreatment
  /// The error of the times, in s, that stamps suggest and residuals can neither show nor rule out; nil where there is none.
  var hiddenTimeError: Double?
  /// The samples used.
  public var series = Series()
  /// The accepted moves of the search, when asked for.
  public var path: [SearchMove] = []
  /// What the reader should know.
  public var warnings: [Warning] = []

  /// What the law is called and made of; nil for a law that nobody has described.
  public var lawDescription: LawDescription? { ownDescription ?? Laws.description(law) }

  /// Value of a parameter or derived quantity by key.
  public subscript(key: String) -> Estimate? {
    // By position: an estimate is large, and the others need not be copied.
    for index in parameters.indices where parameters[index].key == key { return parameters[index] }
    for index in derived.indices where derived[index].key == key { return derived[index] }
    return nil
  }
}

extension [Fit] {
  /// The descriptions of laws that are none of ``Laws``, each once, in the order of the fits.
  package var ownDescriptions: [LawDescription] {
    var seen: Set<String> = []
    return compactMap(\.ownDescription).filter { seen.insert($0.key).inserted }
  }
}

extension Fit {
  /// Fits every part of a recording; those that fail are counted in a warning beside the others.
  ///
  /// - Throws: the first failure, when nothing could be fitted.
  static func each<Part>(
    _ parts: [Part], of noun: (one: String, many: String), _ body: (Part) throws(FitFailure) -> Fit
  ) throws(FitFailure) -> [Fit] {
    var fits: [Fit] = []
    var failure: FitFailure?
    var failed = 0
    for part in parts {
      do throws(FitFailure) {
        fits.append(try body(part))
      } catch {
        failure = failure ?? error
        failed += 1
      }
    }
    guard let failure else { return fits }
    guard !fits.isEmpty else { throw failure }
    fits[0].warnings.append(
      Warning(
        .stretchNotFitted,
        "\(failed) other \(failed == 1 ? noun.one : noun.many) could not be fitted: \(failure.message)",
        remedy: "see 'scrollfit inspect'; --from and --to choose a part"))
    return fits
  }

  /// Changes one estimate.
  mutating func update(_ key: String, _ change: (inout Estimate) -> Void) {
    if let index = parameters.firstIndex(where: { $0.key == key }) {
      change(&parameters[index])
    } else if let index = derived.firstIndex(where: { $0.key == key }) {
      change(&derived[index])
    }
  }

  /// Replaces estimates that the samples do not bear.
  mutating func withdraw(_ replacement: (Estimate) -> Estimate) {
    parameters = parameters.map(replacement)
    derived = derived.map(replacement)
  }
}

/// Samples of a stretch and what became of them.
public struct SampleCount: Sendable, Hashable {
  /// Samples beyond the edge.
  public var stretch = 0
  /// Samples the fit used.
  public var used = 0
  /// Samples left out at the end, where the motion has settled.
  public var trimmed = 0
  /// Samples left out at the start, which do not belong to the motion.
  public var leading = 0
  /// Samples to which a robust loss gave a weight below 0.1.
  public var downweighted = 0
}

/// The residuals in numbers; lengths in pt.
public struct ResidualSummary: Sendable, Hashable {
  /// sqrt(sum r^2 / n), unweighted.
  public var rms = 0.0
  /// max |r|.
  public var max = 0.0
  /// quantum / sqrt 12: what rounding alone leaves; nil when no quantum is known.
  public var floor: Double?
  /// Sum of r^2, unweighted, in pt^2.
  public var sumOfSquares = 0.0
  /// Durbin-Watson statistic.
  public var durbinWatson: Double?
  /// Two-sided p of the runs test.
  public var runsProbability: Double?
  /// The loss of the fit: `linear`, `huber`, `tukey`.
  public var loss = "linear"
}

/// How a search went.
public struct SearchSummary: Sendable, Hashable {
  /// `descent`, `newton` or `article`.
  public var method: String
  /// Evaluations of the objective.
  public var evaluations = 0
  /// Accepted moves of a descent.
  public var moves = 0
  /// Whether the end is a minimum.
  public var converged = false
  /// Why it ended.
  public var reason = ""
  /// Relative size of the steps none of which improves at the end of a descent.
  public var certificate: Double?
  /// Whether the start came from the `integral` equation, the `grid` or the `user`.
  public var startSource = ""
  /// Another local minimum of the nonlinear parameter: where, and its sum of squares over the best.
  public var secondMinimum: SecondMinimum?
}

/// Another local minimum.
public struct SecondMinimum: Sendable, Hashable {
  /// The nonlinear parameter there.
  public var value: Double
  /// Its sum of squares over that of the best minimum.
  public var ratio: Double
}

/// AICc and BIC without the constants common to all laws.
public struct Criteria: Sendable, Hashable {
  /// n ln(RSS/n) - sum ln w + 2K + 2K(K+1)/(n-K-1), K = parameters + 1.
  public var aicc: Double?
  /// n ln(RSS/n) - sum ln w + K ln n.
  public var bic: Double?
}

/// The correlation of two estimates.
public struct Correlation: Sendable, Hashable {
  /// Key of the first.
  public var first: String
  /// Key of the second.
  public var second: String
  /// In [-1, 1].
  public var value: Double
}

/// Whether some curve of the law, rounded, gives exactly these data.
public struct Feasibility: Sendable, Hashable {
  /// The largest rounding error, half a quantum, in pt.
  public var bound: Double
  /// The residual of the best curve at its worst sample, in pt; of a set that is not empty that of some curve in it.
  public var smallestError: Double
  /// Whether rounding allows no value of the nonlinear parameter.
  public var isEmpty: Bool
  /// All values of the nonlinear parameter that rounding allows; nil when none, or where only that was asked.
  public var interval: Interval?
  /// Key of the parameter.
  public var key: String
}

/// The smallest standard error any unbiased estimate can have with this window and noise.
public struct Limit: Sendable, Hashable {
  /// Key of the parameter.
  public var key: String
  /// Standard deviation at the limit, in the parameter's unit.
  public var standardDeviation: Double
  /// (limit / standard error)^2; nil without a standard error, or when that happens to be below the limit.
  public var efficiency: Double?
  /// The noise it is for, in pt.
  public var noise: Double
}

/// How the fit took the times of its samples.
public enum StampTreatment: Sendable, Hashable {
  /// There were none: a fixed interval in s was assumed.
  case assumed(interval: Double)
  /// As recorded.
  case recorded
  /// Snapped to the display's refresh grid; the standard deviation of what was removed, in s.
  case snapped(jitter: Double)
  /// As recorded, samples weighted for an error of the times with this standard deviation, in s.
  case weighted(jitter: Double)
  /// Time plays no part in the law.
  case unused
}

/// What ends a deceleration.
public enum StopRule: Sendable, Hashable {
  /// The rest that the recording shows.
  case seen
  /// The speed falls below this, in pt/s.
  case given(speed: Double)
  /// The content is within this of where the law ends, in pt.
  case epsilon(Double)
}

/// A test of a special case of the law against it.
public struct HypothesisTest: Sendable, Hashable {
  /// What is tested, such as `coulomb = 0`.
  public var hypothesis: String
  /// The test statistic.
  public var statistic: Double
  /// The probability of a larger one by chance, of t on both sides.
  public var probability: Double
  /// AICc of the special case minus that of the law: above 0 the special case is the worse description.
  public var aiccDifference: Double?
  /// What the statistic follows where the special case holds.
  public var distribution = Statistic.t

  /// What a test statistic is.
  public enum Statistic: Sendable, Hashable {
    /// Student's t.
    case t
    /// F with so many degrees of freedom above and below.
    case f(Double, Double)
  }
}

/// A point on the way of a search.
public struct SearchMove: Sendable, Hashable {
  /// Evaluations until then.
  public var evaluation: Int
  /// Values of the coordinates, in the order of the law's parameters.
  public var point: [Double]
  /// Sum of squares there, in pt^2.
  public var sum: Double
  /// Key of the parameter that moved; `start` for the first row.
  public var moved: String
  /// The signed step.
  public var step: Double
}
