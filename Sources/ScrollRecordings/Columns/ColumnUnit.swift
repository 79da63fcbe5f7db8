/// The unit of the values in a column.
///
/// Reading converts to s, pt and pt/s: `value * multiplier / divisor`. Powers of ten below 1 are divisors, since 0.001
/// is not exact in binary and 1000 is.
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

  /// How programs write units behind numbers.
  private static let printed: [(name: String, unit: ColumnUnit)] = [
    ("pt", .points), ("dp", .points), ("px", .pixels), ("ms", .milliseconds), ("us", .microseconds),
    ("µs", .microseconds), ("μs", .microseconds), ("ns", .nanoseconds), ("s", .seconds),
    ("sec", .seconds), ("seconds", .seconds), ("milliseconds", .milliseconds), ("points", .points),
  ]

  /// The unit that a program writes as this word; nil for another word.
  package static func printed(_ word: some Collection<UInt8>) -> ColumnUnit? {
    printed.first { $0.name.utf8.elementsEqual(word) }?.unit
  }

  /// The dimension of a unit.
  public enum Dimension: Sendable, Hashable {
    /// s.
    case time
    /// pt.
    case length
    /// pt/s.
    case velocity
  }

  /// The dimension of the unit.
  public var dimension: Dimension {
    switch self {
    case .seconds, .milliseconds, .microseconds, .nanoseconds: .time
    case .points, .pixels: .length
    default: .velocity
    }
  }

  /// Whether the unit contains pixels, so that conversion needs the scale of the screen.
  public var needsScale: Bool {
    self == .pixels || self == .pixelsPerSecond || self == .pixelsPerMillisecond
  }

  /// The factor of the conversion to s, pt or pt/s.
  public var multiplier: Double {
    self == .pointsPerMillisecond || self == .pixelsPerMillisecond ? 1000 : 1
  }

  /// The divisor of the conversion to s, pt or pt/s; `scale` in px/pt.
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
  /// The dimension of a column with this role; nil for labels.
  public var dimension: ColumnUnit.Dimension? {
    switch self {
    case .time, .duration: .time
    case .velocity, .edgeVelocity: .velocity
    case .phase, .trace: nil
    default: .length
    }
  }

  /// The unit after conversion, which is also the default unit of a column; nil for labels.
  public var standardUnit: ColumnUnit? {
    switch dimension {
    case .time: .seconds
    case .length: .points
    case .velocity: .pointsPerSecond
    case nil: nil
    }
  }
}
