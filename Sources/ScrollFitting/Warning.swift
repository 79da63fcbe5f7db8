/// Something the reader of a result should know, with what to do about it.
public struct Warning: Sendable, Hashable {
  /// Its stable code, such as `W101`.
  public var code: Code
  /// What was seen: one sentence without a full stop.
  public var message: String
  /// What to do: one sentence without a full stop.
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
    /// Columns were passed over.
    case columnsIgnored = "W107"
    /// The edge was inferred, not given.
    case edgeInferred = "W108"
    /// The recording holds only changes; the frames that it left out were put back where that was possible.
    case changesOnly = "W109"
    /// Nothing states the unit of the stamps, and it was told from them; or they are too far apart for what is stated.
    case stampUnit = "W110"
    /// Lines of a log were passed over.
    case linesIgnored = "W111"
    /// Rows have no value.
    case rowsLost = "W112"
    /// Samples of a log have different words in front, in turns: they may be of several views.
    case samplesMixed = "W113"
    /// A constant in the residuals suggests values that were truncated, not rounded.
    case truncationSuspected = "W202"
    /// The last printed digit of the values is cut off, not rounded.
    case decimalsTruncated = "W203"
    /// The overscroll, or the offset of an inner view, is written with the other sign.
    case signReversed = "W204"
    /// The recording starts after the furthest point, or so late that C and phi hang together.
    case startsLate = "W301"
    /// The recording ends before the motion has settled.
    case notSettled = "W302"
    /// Fewer than three samples a parameter stand above two quanta.
    case tooFewSamples = "W303"
    /// A parameter is at the limit of its range.
    case atBound = "W304"
    /// Two parameters cannot be told apart.
    case illConditioned = "W305"
    /// Another minimum is nearly as good.
    case secondMinimum = "W306"
    /// The search ended before its minimum.
    case notConverged = "W307"
    /// Some stretches beyond an edge could not be fitted.
    case stretchNotFitted = "W308"
    /// Samples at the start do not belong to the motion.
    case startLeftOut = "W309"
    /// The motion was stopped from outside.
    case interrupted = "W310"
    /// A pull too short to tell c from d.
    case shortPull = "W311"
    /// Too narrow a spread of speeds in a table to tell two parameters apart.
    case narrowSpread = "W312"
    /// Peaks of a table lie below the true ones.
    case peaksBiased = "W313"
    /// Where the finger's travel beyond the edge starts is not known.
    case fingerZeroGuessed = "W314"
    /// A recording that never leaves the stretch of a header.
    case noBreakpoint = "W318"
    /// Neighbouring residuals resemble each other.
    case autocorrelated = "W401"
    /// HC3 errors are more than 1.25 times the classical ones.
    case unequalVariance = "W402"
    /// Some samples lie far off the curve.
    case outliers = "W403"
    /// The residuals are rounding of the arithmetic only: errors cannot be estimated.
    case exactData = "W404"
    /// No curve of this law, rounded, gives these data, or the residuals exceed the rounding.
    case lawRejected = "W405"
    /// The constants are far from those of any known scroll view.
    case implausible = "W406"
    /// The damping ratio of a bounce is not 1.
    case notCritical = "W409"
    /// Intervals of recordings like this one held the truth more or less often than they say, in simulation.
    case coverageUnsure = "W410"
    /// Residuals follow a pattern: the motion is of another law, and its constants have no errors.
    case wrongLaw = "W411"
    /// The gestures of a pool disagree by more than their errors.
    case heterogeneous = "W407"
    /// A height differs on the way up and on the way down.
    case hysteresis = "W408"
  }
}
