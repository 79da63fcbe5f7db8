/// The quantity in a column of a recording.
public enum Role: String, Sendable, Hashable, CaseIterable {
  /// The time of the sample, in s.
  case time
  /// The content offset, in pt.
  case offset
  /// The distance of the content beyond its edge, in pt.
  case overscroll
  /// The position of the finger, in pt.
  case finger
  /// The change of offset that an event requests, in pt.
  case delta
  /// The height of a stretched view, in pt.
  case height
  /// The content offset of a scroll view inside this one, in pt.
  case inner
  /// In a table of gestures, the speed at release, in pt/s.
  case velocity
  /// In a table of gestures, the distance until rest, in pt.
  case distance
  /// In a table of gestures, the time until rest, in s.
  case duration
  /// In a table of gestures, the speed at which the content reached its edge, in pt/s.
  case edgeVelocity = "edge_velocity"
  /// In a table of gestures, the maximum overscroll, in pt.
  case maxOverscroll = "max_overscroll"
  /// The name of the phase that the sample belongs to.
  case phase
  /// The name of the recording that the row belongs to.
  case trace

  /// Whether each row of such a column is a gesture instead of a sample in time.
  public var isTable: Bool {
    switch self {
    case .velocity, .distance, .duration, .edgeVelocity, .maxOverscroll: true
    default: false
    }
  }

  /// Whether each row of such a column is a sample in time.
  package var isSampled: Bool { isChannel && !isTable }

  /// Whether the column contains labels instead of numbers.
  public var isText: Bool { self == .phase || self == .trace }

  /// Whether the column contains measured values, so that a recording can consist of it.
  public var isChannel: Bool { self != .time && !isText }

  /// Whether it can do so alone; a duration alone is no gesture.
  package var standsAlone: Bool { isChannel && self != .duration }
}

/// The direction of a measured quantity.
public enum Axis: String, Sendable, Hashable, CaseIterable {
  /// Horizontal.
  case x
  /// Vertical; also the axis of a quantity without direction.
  case y
}
