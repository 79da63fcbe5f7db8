/// What can be said about how a recording was sampled.
public struct SamplingFacts: Sendable, Hashable {
  /// The number of samples.
  public var sampleCount: Int

  /// From the first sample to the last, s.
  public var duration: Double

  /// The median time between neighbours with different stamps, s; nil below two of them.
  public var medianInterval: Double?

  /// The refresh rate in Hz: that of the metadata, or of the grid that the stamps fit; nil when
  /// they fit none.
  public var refreshRate: Double?

  /// The grid of display frames that the stamps fit; nil when they fit none.
  public var grid: RefreshGrid?

  /// The standard deviation of the stamps about the grid, s; nil without a grid or without stamps.
  public var jitter: Double?

  /// Where samples are missing.
  public var gaps: [Gap]

  /// The frames missing in all gaps.
  public var missingFrames: Int

  /// The missing frames that the recorder lost; 0 when it seems to log only changes.
  public var droppedFrames: Int

  /// Whether the recorder seems to log only changes: no value repeats the one before it, and gaps, of
  /// two frames at least, stand only where the value hardly moved.
  public var isChangeOnlyLogSuspected: Bool

  /// The samples that have the stamp of the sample before them.
  public var duplicateStamps: Int

  /// Whether stamps were recorded, fit no grid, and their distances vary by more than a tenth.
  public var isIrregular: Bool

  /// The steps in which values come; nil when none is seen.
  public var quantum: Quantum?

  /// The samples at the end that all have the last value; nil without samples.
  public var settledTail: SettledTail?

  /// The smallest and the largest value; nil without samples.
  public var valueRange: ClosedRange<Double>?

  /// A stretch without samples where the rest of the recording has some.
  public struct Gap: Sendable, Hashable {
    /// The sample before the gap.
    public var index: Int
    /// The time of the sample before it, s.
    public var start: Double
    /// The time of the sample after it, s.
    public var end: Double
    /// The samples that would have been in between.
    public var missingFrames: Int
  }

  /// The samples at the end of a recording that all have the last value.
  public struct SettledTail: Sendable, Hashable {
    /// How many there are; 1 when the last sample still moved.
    public var sampleCount: Int
    /// The time of the first of them, s.
    public var start: Double
  }
}

/// The grid of display frames: frame n is shown at n times `period`, plus a start of its own for
/// each stretch without long pauses.
public struct RefreshGrid: Sendable, Hashable {
  /// The rate in Hz: a known one when the stamps cannot tell it from that, else 1/period.
  public var rate: Double
  /// The time between frames that fits the stamps best, s.
  public var period: Double
  /// The standard error of the period, s; 0 when stamps are assumed.
  public var periodError: Double
  /// The frame of each sample, 0 for the first.
  public var frameNumbers: [Int]
  /// The time of each sample's frame, s.
  public var frameTimes: [Double]
  /// The standard deviation of the stamps about the grid, s; nil when stamps are assumed.
  public var jitter: Double?
}

/// The steps in which the values of a channel come.
public struct Quantum: Sendable, Hashable {
  /// The step, pt.
  public var value: Double
  /// Pixels in a point, when the step is that of a screen; nil when it is only that of the digits.
  public var pixelsPerPoint: Double?
  /// Whether printed digits were cut off rather than rounded, at least in part: 0.6666 for 2/3.
  public var isDecimalsTruncated: Bool
}
