/// What a caller asks a fit for beside its constants with their errors and the warnings about them.
///
/// A summary of many recordings needs no more than these; what is not asked for is not computed, and is missing from
/// the ``Fit``. What is left does not change by it, but for ``constants``, and where ``FitMemory`` fits a plain bounce.
public struct FitDetail: OptionSet, Sendable, Hashable {
  /// One bit an item.
  public let rawValue: Int

  /// Items by their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Errors of what follows from the constants; without it some derived quantities are bare values.
  public static let derived = FitDetail(rawValue: 1)
  /// The interval of the nonlinear parameter by its profile.
  public static let profile = FitDetail(rawValue: 2)
  /// Correlations of the parameters and tests of special cases.
  public static let diagnostics = FitDetail(rawValue: 4)
  /// The ends of the set that rounding allows; without it only whether that is empty.
  public static let feasibleSet = FitDetail(rawValue: 8)
  /// The accepted moves of the search.
  public static let searchPath = FitDetail(rawValue: 16)

  /// Nothing else. No minimum is polished twice: values agree with those of other details to 1e-8 of their size.
  /// ``Feasibility/smallestError`` of an empty set may be less than that of the best curve.
  public static let constants: FitDetail = []
  /// What the report of one recording shows.
  public static let report: FitDetail = [.derived, .profile, .diagnostics, .feasibleSet]

  /// Whether it is ``constants``: then the search does not look for minima that cannot be there, is not walked on from the
  /// projected minimum where the samples determine all parameters well, and begins at the fit before for other samples of
  /// one motion.
  var isBrief: Bool { self == .constants }
}
