/// The unit in which a column is written.
///
/// Reading converts to s, pt and pt/s: `value * multiplier / divisor`. Powers of ten below one are
/// divisors, since 0.001 is no double and 1000 is.
public enum ColumnUnit: String, Sendable, Hashable, CaseIterable {
  /// s.
  case seconds = "s"
  /// ms = s/1000.
  case milliseconds = "ms"
  /// us = s/1e6.
  case microseconds = "us"
  /// ns = s/1e9.
  case nanoseconds = "ns"
  /// pt, the unit of layout.
  case points = "pt"
  /// px = pt/scale.
  case pixels = "px"
  /// pt/s.
  case pointsPerSecond = "pt_per_s"
  /// pt/ms = 1000 pt/s.
  case pointsPerMillisecond = "pt_per_ms"
  /// px/s.
  case pixelsPerSecond = "px_per_s"
  /// px/ms.
  case pixelsPerMillisecond = "px_per_ms"

  /// What a unit measures.
  public enum Dimension: Sendable, Hashable {
    /// s.
    case time
    /// pt.
    case length
    /// pt/s.
    case velocity
  }

  /// What the unit measures.
  public var dimension: Dimension {
    switch self {
    case .seconds, .milliseconds, .microseconds, .nanoseconds: .time
    case .points, .pixels: .length
    default: .velocity
    }
  }

  /// Whether pixels are in it, so that conversion takes the scale of the screen.
  public var needsScale: Bool {
    self == .pixels || self == .pixelsPerSecond || self == .pixelsPerMillisecond
  }

  /// What a value is multiplied by on its way to s, pt or pt/s.
  public var multiplier: Double {
    self == .pointsPerMillisecond || self == .pixelsPerMillisecond ? 1000 : 1
  }

  /// What a value is divided by on its way to s, pt or pt/s; `scale` in px/pt.
  public func divisor(scale: Double) -> Double {
    switch self {
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    case .pixels, .pixelsPerSecond, .pixelsPerMillisecond: scale
    default: 1
    }
  }
}

extension Role {
  /// What a column of this role measures; nil for labels.
  public var dimension: ColumnUnit.Dimension? {
    switch self {
    case .time, .duration: .time
    case .velocity, .edgeVelocity: .velocity
    case .phase, .trace: nil
    default: .length
    }
  }

  /// The unit after conversion, which is also that of a column without a suffix; nil for labels.
  public var standardUnit: ColumnUnit? {
    switch dimension {
    case .time: .seconds
    case .length: .points
    case .velocity: .pointsPerSecond
    case nil: nil
    }
  }
}
