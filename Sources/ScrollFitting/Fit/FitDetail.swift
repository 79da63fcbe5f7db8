/// What a fit computes in addition to the constants, their errors and the warnings.
///
/// A summary of many recordings needs nothing more. Items that are not requested are not computed and are missing from
/// the ``Fit``. The other values do not depend on the detail, except for ``constants`` and for bounces fitted by
/// ``FitMemory``.
public struct FitDetail: OptionSet, Sendable, Hashable {
  /// One bit per item.
  public let rawValue: Int

  /// Items from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Errors of derived quantities; without it some derived quantities are bare values.
  public static let derived = FitDetail(rawValue: 1)
  /// The profile interval of the nonlinear parameter.
  public static let profile = FitDetail(rawValue: 2)
  /// Correlations of the parameters and tests of special cases.
  public static let diagnostics = FitDetail(rawValue: 4)
  /// The ends of the feasible set; without it only whether the set is empty.
  public static let feasibleSet = FitDetail(rawValue: 8)
  /// The accepted moves of the search.
  public static let searchPath = FitDetail(rawValue: 16)

  /// Nothing else. Minima are refined only once: values agree with those of other details to a relative 1e-8.
  /// ``Feasibility/smallestError`` of an empty set may then be a lower bound.
  public static let constants: FitDetail = []
  /// The content of the report of one recording.
  public static let report: FitDetail = [.derived, .profile, .diagnostics, .feasibleSet]

  /// Whether this is ``constants``. The search is then shorter: it does not look for minima that cannot exist, omits
  /// the descent from the projected minimum if the samples determine all parameters well, and starts at the previous
  /// fit of other samples of the same motion.
  var isBrief: Bool { self == .constants }
}
