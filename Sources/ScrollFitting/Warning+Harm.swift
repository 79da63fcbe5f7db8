extension Warning.Code {
  /// All codes, the one that makes the constants most doubtful first: what is shown where there is room for one.
  public static let byHarm: [Warning.Code] = [
    // With the wrong unit or interval of time every constant is another one.
    .stampUnit, .wrongLaw, .notConverged, .atBound, .samplesMixed,
    // Constants that may be others.
    .secondMinimum, .illConditioned, .implausible, .notCritical, .lawRejected, .stampsAssumed,
    .tooFewSamples,
    .startsLate, .notSettled, .shortPull, .narrowSpread, .fingerZeroGuessed, .noBreakpoint,
    .hysteresis, .heterogeneous, .signReversed, .truncationSuspected, .peaksBiased,
    // Intervals that may be too narrow.
    .coverageUnsure, .autocorrelated, .outliers, .stampsIrregular, .stampsDuplicate, .changesOnly,
    // Samples that were left out, and what was found instead of told.
    .interrupted, .stretchNotFitted, .startLeftOut, .edgeInferred, .linesIgnored, .rowsLost,
    // What has been taken care of.
    .exactData, .stampsWeighted, .unequalVariance, .framesDropped, .stampsSnapped,
    .columnsIgnored, .decimalsTruncated,
  ]
}

extension [Warning] {
  /// The warnings, the most harmful first; those of one code as they are.
  public var byHarm: [Warning] {
    Warning.Code.byHarm.flatMap { code in filter { $0.code == code } }
  }
}
