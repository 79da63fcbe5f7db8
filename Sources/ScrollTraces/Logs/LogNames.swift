internal import ScrollRecordings

/// Converts the names of values in a log to names of columns.
struct LogNames {
  /// The names that options request, in lower case; they have priority over other meanings.
  private let asked: Set<String>
  /// The names in conditions as spelled there, by their lower case; their values may be words.
  private let labels: [String: String]

  /// Whether an option states the time between samples.
  let isIntervalStated: Bool
  /// Whether an option states that, or the unit of times.
  let isTimingStated: Bool

  init(_ options: ReadingOptions) {
    isIntervalStated = options.interval != nil
    isTimingStated = isIntervalStated || options.timeUnit != nil
    labels = Dictionary(
      options.conditions.map { ($0.column.lowercased(), $0.column) },
      uniquingKeysWith: { first, _ in first })
    let names = [options.timeColumn, options.offsetColumn] + options.conditions.map(\.column)
    asked = Set(names.compactMap { $0?.lowercased() })
  }

  /// The column name for the name of a value; nil if it is unknown.
  ///
  /// Only the end of `self.tableView.contentOffset.y` needs to be known. `contentOffset` alone, or with a single
  /// number, is the offset along y.
  func known(_ name: String) -> String? {
    if asked.contains(name.lowercased()) { return name }
    if Self.role(name) != nil { return name }
    if Self.role(name + ".y") != nil, !Self.isRectangle(name) { return name + ".y" }
    // Values of React and Reanimated: `scrollY.value`, `offset.current`, `scrollY._value`.
    for end in [".value", ".current", "._value"] where name.hasSuffix(end) {
      return known(String(name.dropLast(end.count)))
    }
    var rest = name[...]
    while let point = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: point)...]
      let point: [String] = Self.isRectangle(rest) ? [] : [String(rest) + ".y"]
      for candidate in [String(rest)] + point where candidate.utf8.count > 1 {
        if let role = Self.role(candidate), role == .offset || role == .time { return candidate }
      }
    }
    return nil
  }

  /// Whether a name is that of a rectangle, of which one number alone is not the y: `frame 12` is a count.
  private static func isRectangle(_ name: some StringProtocol) -> Bool {
    ["frame", "rect"].contains(name.lowercased())
  }

  /// Whether an option or a condition names it.
  func isAsked(_ name: String) -> Bool { asked.contains(name.lowercased()) }

  /// A name in a condition as spelled there, whose value may be a word; nil for other names.
  func label(_ name: String) -> String? { labels.isEmpty ? nil : labels[name.lowercased()] }

  /// The quantity of a name; `trace` is excluded, because in a log it is a level, not the name of a recording.
  static func role(_ name: String) -> Role? {
    guard let role = ColumnName(name)?.role, role != .trace else { return nil }
    return role
  }

  /// Whether a name from ``known(_:)`` belongs to a sample or a gesture.
  func isMeasured(_ name: String) -> Bool {
    asked.contains(name.lowercased())
      ? Self.role(name) != .time : Self.role(name)?.isChannel == true
  }

  /// The name of one number of a pair: the x of `contentOffset` is `contentOffset.x`, that of `offset` is `offset_x`.
  func of(_ name: String, axis: Axis) -> String {
    let end = axis.rawValue
    guard !name.isEmpty else { return end }
    let plain = known(name).map { $0.hasSuffix(".y") ? String($0.dropLast(2)) : $0 } ?? name
    for candidate in ["\(plain).\(end)", "\(plain)_\(end)"] where known(candidate) != nil {
      return candidate
    }
    return Self.role(plain) == .offset ? "offset_\(end)" : "\(plain).\(end)"
  }

  /// Whether a name is that of an offset that does not say along which axis.
  static func isPlane(_ name: String) -> Bool {
    ["offset", "contentoffset", "scrolloffset", "scrollposition", "position", "pos", "scroll"]
      .contains(name.lowercased())
  }

  /// A name with the unit after the number appended, if that is a known name.
  func with(_ unit: ColumnUnit?, _ name: String) -> String {
    guard let unit, ColumnName.split(name.lowercased()).unit == nil else { return name }
    let full = "\(name)_\(unit.rawValue)"
    return Self.role(full) == nil ? name : full
  }
}
