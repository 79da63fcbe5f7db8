/// The sampling of a recording.
public struct SamplingFacts: Sendable, Hashable {
  /// The number of samples.
  public var sampleCount: Int

  /// The time from the first sample to the last, in s.
  public var duration: Double

  /// The median interval between successive different stamps, in s; nil with fewer than two.
  public var medianInterval: Double?

  /// The refresh rate in Hz, from the metadata or the grid; nil if the stamps fit no grid.
  public var refreshRate: Double?

  /// The grid of display frames that the stamps fit; nil if there is none.
  public var grid: RefreshGrid?

  /// The standard deviation of the stamps about the grid, in s; nil without a grid or without stamps.
  public var jitter: Double?

  /// The gaps with missing samples.
  public var gaps: [Gap]

  /// The number of frames missing in all gaps.
  public var missingFrames: Int

  /// The number of missing frames that the recorder lost; 0 if it seems to record only changes.
  public var droppedFrames: Int

  /// Whether the recorder seems to record only changes: no value repeats the previous one, and gaps of at least two
  /// frames in total occur only where the value hardly moved.
  public var isChangeOnlyLogSuspected: Bool

  /// The number of samples with the same stamp as the previous one.
  public var duplicateStamps: Int

  /// Whether stamps were recorded but fit no grid, and their intervals vary by more than a tenth.
  public var isIrregular: Bool

  /// The rounding step of the values; nil if none was found.
  public var quantum: Quantum?

  /// The samples at the end that equal the last value; nil without samples.
  public var settledTail: SettledTail?

  /// The smallest and the largest value; nil without samples.
  public var valueRange: ClosedRange<Double>?

  /// An interval with missing samples.
  public struct Gap: Sendable, Hashable {
    /// The sample before the gap.
    public var index: Int
    /// The time of the sample before the gap, in s.
    public var start: Double
    /// The time of the sample after the gap, in s.
    public var end: Double
    /// The number of missing samples.
    public var missingFrames: Int
  }

  /// The samples at the end of a recording that equal the last value.
  public struct SettledTail: Sendable, Hashable {
    /// Their number; 1 if the last sample was still moving.
    public var sampleCount: Int
    /// The time of the first of them, in s.
    public var start: Double
  }
}

/// The grid of display frames: frame n is shown at n times `period` plus a start, which differs between segments
/// separated by long pauses.
public struct RefreshGrid: Sendable, Hashable {
  /// The rate in Hz: a known rate if it is equal within the error, else 1/period.
  public var rate: Double
  /// The best-fitting time between frames, in s.
  public var period: Double
  /// The standard error of the period, in s; 0 for assumed times.
  public var periodError: Double
  /// The frame number of each sample, starting at 0.
  public var frameNumbers: [Int]
  /// The time of each sample's frame, in s.
  public var frameTimes: [Double]
  /// The standard deviation of the stamps about the grid, in s; nil for assumed times.
  public var jitter: Double?
}

/// The rounding step of the values of a channel.
public struct Quantum: Sendable, Hashable {
  /// The step, in pt.
  public var value: Double
  /// Pixels per point if the step is a pixel; nil if it comes only from the decimals.
  public var pixelsPerPoint: Double?
  /// Whether printed decimals were truncated instead of rounded, at least in part: 0.6666 for 2/3.
  public var isDecimalsTruncated: Bool
}
