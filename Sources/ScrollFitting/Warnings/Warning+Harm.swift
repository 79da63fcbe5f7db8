extension Warning.Code {
  /// All codes, the most serious for the constants first, for output that has room for only one.
  public static let byHarm: [Warning.Code] = [
    // A wrong unit or interval of time changes every constant.
    .stampUnit, .pixelsSuspected, .wrongLaw, .notConverged, .atBound, .samplesMixed,
    // The constants may be wrong.
    .secondMinimum, .illConditioned, .implausible, .notCritical, .lawRejected, .stampsAssumed,
    .tooFewSamples,
    .startsLate, .notSettled, .shortPull, .narrowSpread, .fingerZeroGuessed, .noBreakpoint,
    .hysteresis, .heterogeneous, .signReversed, .truncationSuspected, .peaksBiased,
    // Intervals may be too narrow.
    .coverageUnsure, .autocorrelated, .outliers, .stampsIrregular, .stampsDuplicate, .changesOnly,
    // Samples were left out, or something was inferred.
    .interrupted, .stretchNotFitted, .startLeftOut, .edgeInferred, .linesIgnored, .rowsLost,
    .samplesHeld,
    // Handled; no action is needed.
    .exactData, .stampsWeighted, .unequalVariance, .framesDropped, .stampsSnapped,
    .columnsIgnored, .decimalsTruncated, .decimalCommas,
  ]
}

extension [Warning] {
  /// The warnings, the most serious first; the order within a code is kept.
  public var byHarm: [Warning] {
    Warning.Code.byHarm.flatMap { code in filter { $0.code == code } }
  }
}
