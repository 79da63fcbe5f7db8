public import ScrollTraces

/// The fit of a plain recording: one bounce beyond a known edge that rounding explains to the last sample.
///
/// It holds what ``TraceResult`` says of such a recording with ``BounceLaw``, to 1e-9 relative, without
/// its samples and without what follows from C, delta and phi.
public struct PlainBounce: Sendable {
  /// One parameter; see ``Estimate`` for what the numbers are.
  public struct Constant: Sendable {
    /// In the unit of ``BounceLaw``.
    public var value = 0.0
    /// HC3 moderated by the classical error.
    public var standardError = 0.0
    /// Degrees of freedom of the standard error.
    public var degrees = 0.0
    /// Half the interval's width in standard errors.
    public var factor = 0.0
    /// The HC3 error alone.
    public var hc3Error = 0.0
    /// Under equal variances.
    public var classicalError = 0.0

    /// Lower end of the interval.
    public var lower: Double { value - factor * standardError }
    /// Upper end of the interval.
    public var upper: Double { value + factor * standardError }
  }

  /// The axis of the offset.
  public var axis = Axis.y
  /// First and last time of the samples used, in s.
  public var window = 0.0...0.0
  /// The time that phi belongs to, in s: that of the first sample used, or of its frame.
  public var origin = 0.0
  /// Samples of the recording.
  public var samples = 0
  /// Samples used.
  public var used = 0
  /// The refresh rate in Hz.
  public var rate = 0.0
  /// The steps in which values come, in pt.
  public var quantum = 0.0
  /// C in pt/s.
  public var amplitude = Constant()
  /// delta in 1/s.
  public var decayRate = Constant()
  /// phi in s.
  public var phase = Constant()
  /// The profile interval of delta.
  public var profile = 0.0...0.0
  /// All delta that rounding allows; nil where it was not asked for.
  public var feasible: ClosedRange<Double>?
  /// Root mean square of the residuals, in pt.
  public var rms = 0.0
  /// The largest residual, in pt.
  public var largest = 0.0
  /// What rounding alone leaves, in pt.
  public var floor = 0.0
  /// Durbin-Watson statistic.
  public var durbinWatson: Double?
  /// p of the runs test.
  public var runsProbability: Double?
  /// The noise that the classical errors rest on, in pt, and its degrees of freedom.
  public var noise: (size: Double, degrees: Double) = (0, 0)
  /// W402, where HC3 errors are that much larger than the classical ones.
  public var warning: Warning?
}
