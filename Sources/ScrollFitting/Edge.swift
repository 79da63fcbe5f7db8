internal import ScrollTraces

/// The resting place at one end of the content, and on which side of it the content is overscrolled.
public struct Edge: Sendable, Hashable {
  /// Which end of the content it is.
  public enum Side: String, Sendable, Hashable {
    /// The smallest offset along y; beyond it offsets are smaller.
    case top
    /// The largest offset along y.
    case bottom
    /// The smallest offset along x.
    case left
    /// The largest offset along x.
    case right
  }

  /// How the position is known.
  public enum Source: String, Sendable, Hashable {
    /// From `--edge`.
    case option
    /// From the recording's metadata.
    case metadata
    /// The recording holds the overscroll itself.
    case column
    /// Fitted, and put on the nearest pixel.
    case inferred
    /// Fitted together with the law, because no pixel was near enough.
    case fitted
  }

  /// The offset at rest, in pt.
  public var position: Double
  /// The end of the content.
  public var side: Side
  /// How the position is known.
  public var source: Source

  /// An edge.
  public init(position: Double, side: Side, source: Source) {
    self.position = position
    self.side = side
    self.source = source
  }

  /// Overscroll of an offset, positive outward, in pt.
  public func overscroll(of offset: Double) -> Double { sign * (offset - position) }

  /// +1 where offsets grow outward, else -1.
  public var sign: Double { side == .bottom || side == .right ? 1 : -1 }

  static func side(axis: Axis, offsetsGrowOutward: Bool) -> Side {
    switch (axis, offsetsGrowOutward) {
    case (.y, false): .top
    case (.y, true): .bottom
    case (.x, false): .left
    case (.x, true): .right
    }
  }

  /// The edges a recording's metadata give for an axis.
  static func known(in metadata: Metadata, axis: Axis) -> [Edge] {
    let (low, high) =
      axis == .y
      ? (metadata.edgeTop, metadata.edgeBottom) : (metadata.edgeLeft, metadata.edgeRight)
    return [(low, false), (high, true)].compactMap { position, grows in
      position.map {
        Edge(
          position: $0, side: side(axis: axis, offsetsGrowOutward: grows), source: .metadata)
      }
    }
  }
}
