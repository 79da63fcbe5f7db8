/// A header whose height follows the offset of the scroll view behind which it lies: pulled past the
/// breakpoint it stretches, else it keeps its height.
///
/// **height = intercept + gain max(0, breakpoint - offset)**: with a gain of 1 its lower edge stays on
/// the content. A footer stretches for offsets above the breakpoint, by offset - breakpoint.
///
/// Lengths in pt; the gain is a number. A negative gain shrinks instead. The height is continuous at the
/// breakpoint; its slope jumps from -gain to 0.
///
/// Source: the published header image, height = -offset gain for offsets below 0, with gains of 1 and 1.2.
public struct HeaderStretch: Sendable, Hashable {
  /// By how much the height grows per point of offset; 1 follows the content.
  public var gain: Double
  /// The height where nothing is stretched, in pt.
  public var intercept: Double
  /// The offset at which it begins to stretch, in pt; 0, or the resting offset of the edge.
  public var breakpoint: Double
  /// Whether it stretches for offsets above the breakpoint, as a footer does.
  public var isFooter: Bool

  /// A header.
  public init(
    gain: Double = 1, intercept: Double, breakpoint: Double = 0, isFooter: Bool = false
  ) {
    self.gain = gain
    self.intercept = intercept
    self.breakpoint = breakpoint
    self.isFooter = isFooter
  }

  /// The height in pt at an offset in pt.
  public func height(offset: Double) -> Double {
    intercept + gain * max(0, isFooter ? offset - breakpoint : breakpoint - offset)
  }

  /// The offset in pt that gives a height in pt: breakpoint - (height - intercept) / gain; nil where no
  /// or more than one offset does.
  public func offset(height: Double) -> Double? {
    let stretch = (height - intercept) / gain
    guard stretch > 0, stretch.isFinite else { return nil }
    return isFooter ? breakpoint + stretch : breakpoint - stretch
  }
}
