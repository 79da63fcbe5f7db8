internal import ScrollRecordings

/// The rest position at one end of the content, and the side of it on which the content is overscrolled.
public struct Edge: Sendable, Hashable {
  /// An end of the content.
  public enum Side: String, Sendable, Hashable, CaseIterable {
    /// The smallest offset along y; beyond it offsets are smaller.
    case top
    /// The largest offset along y.
    case bottom
    /// The smallest offset along x.
    case left
    /// The largest offset along x.
    case right
  }

  /// The source of a position.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// From `--edge`.
    case option
    /// From the recording's metadata.
    case metadata
    /// The recording has an overscroll column.
    case column
    /// Fitted, then rounded to the nearest pixel.
    case inferred
    /// Fitted together with the law, because it was not close enough to a pixel.
    case fitted
  }

  /// The offset at rest, in pt.
  public var position: Double
  /// The end of the content.
  public var side: Side
  /// The source of the position.
  public var source: Source

  /// An edge.
  public init(position: Double, side: Side, source: Source) {
    self.position = position
    self.side = side
    self.source = source
  }

  /// Overscroll of an offset, positive outward, in pt.
  public func overscroll(of offset: Double) -> Double { sign * (offset - position) }

  /// +1 if offsets grow outward, else -1.
  public var sign: Double { side == .bottom || side == .right ? 1 : -1 }

  static func side(axis: Axis, offsetsGrowOutward: Bool) -> Side {
    switch (axis, offsetsGrowOutward) {
    case (.y, false): .top
    case (.y, true): .bottom
    case (.x, false): .left
    case (.x, true): .right
    }
  }

  /// The edges in a recording's metadata for an axis.
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
