/// A metadata key whose value is a number.
package enum MetadataKey: String, CaseIterable {
  case scale
  case refreshRate = "refresh_hz"
  case interval
  case edgeTop = "edge_top"
  case edgeBottom = "edge_bottom"
  case edgeLeft = "edge_left"
  case edgeRight = "edge_right"
  case boundsHeight = "bounds_height"
  case boundsWidth = "bounds_width"

  /// The keys whose values are text.
  package static let texts = ["device", "os", "source", "license", "what", "note"]

  /// Whether two keys are equal, ignoring case.
  package static func same(_ a: String, _ b: String) -> Bool {
    // A fast test of the first letter: most keys differ there, and lower-casing allocates memory.
    if let first = a.utf8.first, let other = b.utf8.first, first | other < 0x80,
      lowercased(first) != lowercased(other)
    {
      return false
    }
    return a == b || a.lowercased() == b.lowercased()
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  package init?(key: String) { self.init(rawValue: key.lowercased()) }

  /// The valid values.
  package var allowed: ClosedRange<Double> {
    switch self {
    case .scale: 0.1...100
    case .refreshRate: 0.1...100_000
    case .interval: 1e-6...1
    case .edgeTop, .edgeBottom, .edgeLeft, .edgeRight: -1e12...1e12
    case .boundsHeight, .boundsWidth: 1e-3...1e12
    }
  }

  /// An example line with this key, for help.
  package var example: String {
    switch self {
    case .scale: "# scale: 3"
    case .refreshRate: "# refresh_hz: 60"
    case .interval: "# interval: 1/60"
    case .edgeTop: "# edge_top: -88"
    case .boundsHeight: "# bounds_height: 681.667"
    default: "# \(rawValue): 100"
    }
  }

  /// The value of a text; nil if it is not a valid number.
  ///
  /// An interval can be a fraction such as 1/60, which has no exact decimal form. A rate and an interval may have their
  /// unit behind them.
  package func number(_ text: String) -> Double? {
    guard let value = parsed(text), allowed.contains(value) else { return nil }
    return value
  }

  private func parsed(_ text: String) -> Double? {
    let (number, divisor) = withoutUnit(text)
    if self == .interval, let slash = number.firstIndex(of: "/") {
      guard let top = DecimalNumber(number[..<slash])?.value,
        let bottom = DecimalNumber(number[number.index(after: slash)...])?.value, bottom != 0
      else { return nil }
      return top / bottom / divisor
    }
    return DecimalNumber(number).map { $0.value / divisor }
  }
}

extension Metadata {
  /// The metadata key of an edge.
  public static func edgeKey(axis: Axis, offsetsGrowOutward: Bool) -> String {
    switch (axis, offsetsGrowOutward) {
    case (.y, false): MetadataKey.edgeTop.rawValue
    case (.y, true): MetadataKey.edgeBottom.rawValue
    case (.x, false): MetadataKey.edgeLeft.rawValue
    case (.x, true): MetadataKey.edgeRight.rawValue
    }
  }

  /// The metadata key of the size of the bounds along an axis.
  public static func boundsKey(axis: Axis) -> String {
    (axis == .y ? MetadataKey.boundsHeight : .boundsWidth).rawValue
  }
}
