public import ScrollRecordings

/// The fit of one law to one segment of a recording.
public struct Fit: Sendable {
  /// Key of the law: `bounce`, ...
  public var law: String
  /// The description of a law that is not in ``Laws``.
  var ownDescription: LawDescription?
  /// The axis of the offsets.
  public var axis: Axis
  /// First and last time of the used samples, in the recording's own time, in s; nil for a law without time.
  public var window: ClosedRange<Double>?
  /// The edge of the segment.
  public var edge: Edge?
  /// Whether the samples are beyond the edge, not before it.
  public var isBeyondEdge = true
  /// The form of a deceleration: `continuous` or `discrete`; nil for other laws.
  public var form: String?
  /// The formula of the fit if it differs from that of the law, as for tables.
  public var formula: String?
  /// The law's parameters, in its order.
  public var parameters: [Estimate] = []
  /// Quantities derived from the parameters.
  public var derived: [Estimate] = []
  /// The residuals and their summary.
  public var residual = ResidualSummary()
  /// How the parameters were found.
  public var search: SearchSummary
  /// AICc and BIC; nil if all residuals are 0.
  public var criteria = Criteria()
  /// How a deceleration ends.
  public var stop: StopRule?
  /// Tests of special cases.
  public var tests: [HypothesisTest] = []
  /// The compared forms of the law; empty unless requested.
  public var forms: [FormComparison] = []
  /// Correlations of pairs of parameters.
  public var correlations: [Correlation] = []
  /// The values of the nonlinear parameter that are consistent with rounding alone.
  public var feasibility: Feasibility?
  /// The pairs of nonlinear parameters that are consistent with rounding alone, for a law with two. For a bounce, on
  /// request, the springs of any damping that reproduce its samples.
  public var region: FeasiblePairs?
  /// The Cramér-Rao bound of the nonlinear parameter for the rounding of this recording.
  public var limit: Limit?
  /// Half the width of intervals in standard errors, a quantile of Student's t.
  public var intervalFactor: Double?
  /// n - p: samples minus free parameters.
  public var degreesOfFreedom = 0
  /// Number of samples in the segment, used, and left out.
  public var samples = SampleCount()
  /// How the times were used.
  public var stamps: StampTreatment
  /// The error of the times, in s, that the stamps suggest and the residuals can neither show nor exclude; else nil.
  var hiddenTimeError: Double?
  /// The samples used.
  public var series = Series()
  /// The accepted moves of the search, if requested.
  public var path: [SearchMove] = []
  /// Warnings for the reader.
  public var warnings: [Warning] = []

  /// The description of the law; nil if it has none.
  public var lawDescription: LawDescription? { ownDescription ?? Laws.description(law) }

  /// Value of a parameter or derived quantity by key.
  public subscript(key: String) -> Estimate? {
    // By index: copying the other estimates, which are large, is slow.
    for index in parameters.indices where parameters[index].key == key { return parameters[index] }
    for index in derived.indices where derived[index].key == key { return derived[index] }
    return nil
  }
}

extension [Fit] {
  /// The descriptions of laws that are not in ``Laws``, without duplicates, in the order of the fits.
  package var ownDescriptions: [LawDescription] {
    var seen: Set<String> = []
    return compactMap(\.ownDescription).filter { seen.insert($0.key).inserted }
  }
}

extension Fit {
  /// Fits every part of a recording, until the budget is used up. If some parts fail and others do not, or are left, a
  /// warning states how many.
  ///
  /// - Throws: the first failure, if every part fails.
  package static func each<Part>(
    _ parts: [Part], of noun: (one: String, many: String), _ body: (Part) throws(FitFailure) -> Fit
  ) throws(FitFailure) -> [Fit] {
    var fits: [Fit] = []
    var failure: FitFailure?
    var failed = 0
    var tried = 0
    var budget = FitBudget()
    for part in parts where budget.hasLeft {
      tried += 1
      do throws(FitFailure) {
        fits.append(try body(part))
        budget.charge(fits[fits.count - 1])
      } catch {
        budget.charge(error)
        failure = failure ?? error
        failed += 1
      }
    }
    fits.warn(leftOut: parts.count - tried, of: noun)
    guard let failure else { return fits }
    guard !fits.isEmpty else { throw failure }
    fits[0].warnings.warn(
      .stretchNotFitted,
      "\(failed) other \(failed == 1 ? noun.one : noun.many) could not be fitted: \(failure.message)",
      remedy: "see 'scrollfit inspect FILE'; --from and --to choose a part")
    return fits
  }

  mutating func update(_ key: String, _ change: (inout Estimate) -> Void) {
    if let index = parameters.firstIndex(where: { $0.key == key }) {
      change(&parameters[index])
    } else if let index = derived.firstIndex(where: { $0.key == key }) {
      change(&derived[index])
    }
  }

  /// Replaces every estimate, for example to suppress undetermined ones.
  mutating func withdraw(_ replacement: (Estimate) -> Estimate) {
    parameters = parameters.map(replacement)
    derived = derived.map(replacement)
  }
}

/// The number of samples of a segment, by use.
public struct SampleCount: Sendable, Hashable {
  /// Samples beyond the edge.
  public var stretch = 0
  /// Samples used in the fit.
  public var used = 0
  /// Samples left out at the end, after the motion has settled.
  public var trimmed = 0
  /// Samples left out at the start, before the motion.
  public var leading = 0
  /// Samples to which a robust loss gave a weight below 0.1.
  public var downweighted = 0
}

/// A summary of the residuals; lengths in pt.
public struct ResidualSummary: Sendable, Hashable {
  /// sqrt(sum r^2 / n), unweighted.
  public var rms = 0.0
  /// max |r|.
  public var max = 0.0
  /// quantum / sqrt 12, the rms of rounding alone; nil if the quantum is unknown.
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

/// A summary of the search.
public struct SearchSummary: Sendable, Hashable {
  /// `descent`, `newton` or `article`.
  public var method: String
  /// Evaluations of the objective.
  public var evaluations = 0
  /// Accepted moves of a descent.
  public var moves = 0
  /// Whether the search ended at a minimum.
  public var converged = false
  /// Why the search ended.
  public var reason = ""
  /// Relative step size at which no step reduces the objective at the end of a descent.
  public var certificate: Double?
  /// The source of the start: the `integral` equation, the `grid` or the `user`.
  public var startSource = ""
  /// Another local minimum of the nonlinear parameter.
  public var secondMinimum: SecondMinimum?
}

/// Another local minimum.
public struct SecondMinimum: Sendable, Hashable {
  /// The nonlinear parameter at the minimum.
  public var value: Double
  /// The ratio of its sum of squares to that of the best minimum.
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

/// Whether a curve of the law, rounded, reproduces the data exactly.
public struct Feasibility: Sendable, Hashable {
  /// The largest rounding error, half a quantum, in pt.
  public var bound: Double
  /// The smallest maximum |residual| of any curve, in pt. If the feasible set is not empty, that of some curve in it.
  public var smallestError: Double
  /// Whether no value of the nonlinear parameter is consistent with rounding.
  public var isEmpty: Bool
  /// The values of the nonlinear parameter that are consistent with rounding; nil if there are none, or if only
  /// emptiness was tested.
  public var interval: Interval?
  /// Key of the parameter.
  public var key: String
}

/// The Cramér-Rao bound: the smallest standard error of any unbiased estimate, for this window and noise.
public struct Limit: Sendable, Hashable {
  /// Key of the parameter.
  public var key: String
  /// The bound, in the parameter's unit.
  public var standardDeviation: Double
  /// (bound / standard error)^2; nil without a standard error, or if the standard error is below the bound by chance.
  public var efficiency: Double?
  /// The standard deviation of the noise that the bound assumes, in pt.
  public var noise: Double
}

/// How a fit uses the times of its samples.
public enum StampTreatment: Sendable, Hashable {
  /// There are no times: a fixed interval in s is assumed.
  case assumed(interval: Double)
  /// As recorded.
  case recorded
  /// Snapped to the display's refresh grid; `jitter` is the standard deviation of the removed errors, in s.
  case snapped(jitter: Double)
  /// As recorded, with samples weighted for errors of the times with this standard deviation, in s.
  case weighted(jitter: Double)
  /// The law does not depend on time.
  case unused
}

/// How a deceleration ends.
public enum StopRule: Sendable, Hashable {
  /// At rest in the recording.
  case seen
  /// When the speed falls below this, in pt/s.
  case given(speed: Double)
  /// When the content is within this distance of the end point of the law, in pt.
  case epsilon(Double)
}

/// A test of a special case of a law against the law.
public struct HypothesisTest: Sendable, Hashable {
  /// The hypothesis, such as `coulomb = 0`.
  public var hypothesis: String
  /// The test statistic.
  public var statistic: Double
  /// The probability of a larger statistic by chance; two-sided for t.
  public var probability: Double
  /// AICc of the special case minus that of the law: positive if the law describes the data better.
  public var aiccDifference: Double?
  /// The distribution of the statistic if the special case is true.
  public var distribution = Statistic.t

  /// The distribution of a test statistic.
  public enum Statistic: Sendable, Hashable {
    /// Student's t.
    case t
    /// F with these numerator and denominator degrees of freedom.
    case f(Double, Double)
  }
}

/// A point on the path of a search.
public struct SearchMove: Sendable, Hashable {
  /// The number of evaluations so far.
  public var evaluation: Int
  /// Values of the coordinates, in the order of the law's parameters.
  public var point: [Double]
  /// The sum of squares at the point, in pt^2.
  public var sum: Double
  /// Key of the parameter that moved; `start` for the first row.
  public var moved: String
  /// The signed step.
  public var step: Double
}
