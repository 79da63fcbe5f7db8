/// What a column of a recording holds.
public enum Role: String, Sendable, Hashable, CaseIterable {
  /// The time of the sample, s.
  case time
  /// The content offset, pt.
  case offset
  /// How far the content is past its edge, pt.
  case overscroll
  /// The position of the finger, pt.
  case finger
  /// The change of offset that an event asked for, pt.
  case delta
  /// The height of a stretched view, pt.
  case height
  /// The content offset of a scroll view inside this one, pt.
  case inner
  /// In a table of gestures, the speed at release, pt/s.
  case velocity
  /// In a table of gestures, the distance until rest, pt.
  case distance
  /// In a table of gestures, the time until rest, s.
  case duration
  /// In a table of gestures, the speed at which the content met its edge, pt/s.
  case edgeVelocity = "edge_velocity"
  /// In a table of gestures, the furthest overscroll, pt.
  case maxOverscroll = "max_overscroll"
  /// The name of the phase that the sample belongs to.
  case phase
  /// The name of the recording that the row belongs to.
  case trace

  /// Whether a row of such a column is a gesture, not a sample in time.
  public var isTable: Bool {
    switch self {
    case .velocity, .distance, .duration, .edgeVelocity, .maxOverscroll: true
    default: false
    }
  }

  /// Whether a row of such a column is a sample in time.
  var isSampled: Bool { isChannel && !isTable }

  /// Whether the column holds labels, not numbers.
  public var isText: Bool { self == .phase || self == .trace }

  /// Whether the column measures something, so that a recording can consist of it.
  public var isChannel: Bool { self != .time && !isText }
}

/// The direction that a quantity is measured in.
public enum Axis: String, Sendable, Hashable, CaseIterable {
  /// Horizontal.
  case x
  /// Vertical; also the axis of a quantity that has none.
  case y
}
