/// A message about a result with a remedy.
public struct Warning: Sendable, Hashable {
  /// The stable code, such as `W101`.
  public var code: Code
  /// The observation: one sentence without a full stop.
  public var message: String
  /// What the user can do: one sentence without a full stop.
  public var remedy: String

  /// A warning.
  public init(_ code: Code, _ message: String, remedy: String) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// The stable codes: 1xx the samples, 2xx the values, 3xx the fit, 4xx the law.
  public enum Code: String, Sendable, CaseIterable {
    /// No stamps: a fixed interval was assumed.
    case stampsAssumed = "W101"
    /// The stamps fit no refresh grid.
    case stampsIrregular = "W102"
    /// Stamps or whole rows repeat.
    case stampsDuplicate = "W103"
    /// Frames are missing.
    case framesDropped = "W104"
    /// The stamps were snapped to the refresh grid.
    case stampsSnapped = "W105"
    /// Samples were weighted for errors of their times.
    case stampsWeighted = "W106"
    /// Columns were ignored.
    case columnsIgnored = "W107"
    /// The edge was inferred, not given.
    case edgeInferred = "W108"
    /// The recording has only changes; missing frames were filled in if possible.
    case changesOnly = "W109"
    /// The unit of the stamps is not stated and was inferred from them, or they are too far apart for the stated unit.
    case stampUnit = "W110"
    /// Lines of a log were ignored.
    case linesIgnored = "W111"
    /// Rows have no value.
    case rowsLost = "W112"
    /// Samples of a log alternate between different prefixes: they may be of several views.
    case samplesMixed = "W113"
    /// Numbers have decimal commas.
    case decimalCommas = "W114"
    /// Samples that only repeat a frame were left out.
    case samplesHeld = "W115"
    /// The offsets of a log of Android have no unit: they may be pixels.
    case pixelsSuspected = "W116"
    /// A constant offset of the residuals suggests values that were truncated instead of rounded.
    case truncationSuspected = "W202"
    /// The last printed digit of the values is truncated instead of rounded.
    case decimalsTruncated = "W203"
    /// The overscroll, or the offset of an inner view, has the opposite sign.
    case signReversed = "W204"
    /// The recording starts after the maximum overscroll, or so late that C and phi are strongly correlated.
    case startsLate = "W301"
    /// The recording ends before the motion has settled.
    case notSettled = "W302"
    /// Fewer than three samples per parameter are above two quanta.
    case tooFewSamples = "W303"
    /// A parameter is at the limit of its range.
    case atBound = "W304"
    /// Two parameters cannot be distinguished.
    case illConditioned = "W305"
    /// Another minimum is nearly as low.
    case secondMinimum = "W306"
    /// The search ended before it reached a minimum.
    case notConverged = "W307"
    /// Some segments beyond an edge could not be fitted.
    case stretchNotFitted = "W308"
    /// Samples at the start do not belong to the motion.
    case startLeftOut = "W309"
    /// Something stopped the motion.
    case interrupted = "W310"
    /// A pull too short to distinguish c from d.
    case shortPull = "W311"
    /// The range of speeds in a table is too small to distinguish two parameters.
    case narrowSpread = "W312"
    /// Recorded peaks in a table are below the true ones.
    case peaksBiased = "W313"
    /// It is unknown where the finger's travel beyond the edge starts.
    case fingerZeroGuessed = "W314"
    /// The header is stretched in the whole recording.
    case noBreakpoint = "W318"
    /// Neighbouring residuals are correlated.
    case autocorrelated = "W401"
    /// HC3 errors are more than 1.25 times the classical ones.
    case unequalVariance = "W402"
    /// Some samples are far from the curve.
    case outliers = "W403"
    /// The residuals are floating-point errors only: errors cannot be estimated.
    case exactData = "W404"
    /// No curve of this law, rounded, reproduces the data, or the residuals exceed rounding.
    case lawRejected = "W405"
    /// The constants are far from those of any known scroll view.
    case implausible = "W406"
    /// The damping ratio of a bounce is not 1.
    case notCritical = "W409"
    /// In simulations of similar recordings, intervals did not have their stated coverage.
    case coverageUnsure = "W410"
    /// Residuals follow a pattern: the motion has another law, and its constants have no errors.
    case wrongLaw = "W411"
    /// The gestures of a pool disagree by more than their errors.
    case heterogeneous = "W407"
    /// A height differs between the two directions of motion.
    case hysteresis = "W408"
  }
}

extension [Warning] {
  /// A single warning.
  init(_ code: Warning.Code, _ message: String, remedy: String) {
    self = [Warning(code, message, remedy: remedy)]
  }

  /// Adds a warning.
  mutating func warn(_ code: Warning.Code, _ message: String, remedy: String) {
    append(Warning(code, message, remedy: remedy))
  }
}
