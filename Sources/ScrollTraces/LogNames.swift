/// What the names of values in a log are as names of columns.
struct LogNames {
  /// The names that the caller asks for, in lower case: they count, whatever they mean otherwise.
  private let asked: Set<String>
  /// Those of conditions, whose values may be words, as they are spelled there.
  private let labels: [String: String]

  init(_ options: ReadingOptions) {
    labels = Dictionary(
      options.conditions.map { ($0.column.lowercased(), $0.column) },
      uniquingKeysWith: { first, _ in first })
    let names = [options.timeColumn, options.offsetColumn] + options.conditions.map(\.column)
    asked = Set(names.compactMap { $0?.lowercased() })
  }

  /// A known column that a name means, with its name as a column; nil where there is none.
  ///
  /// Of `self.tableView.contentOffset.y` the end is known. `contentOffset` alone, or with one number, is that along y.
  func known(_ name: String) -> String? {
    if asked.contains(name.lowercased()) { return name }
    if Self.role(name) != nil { return name }
    if Self.role(name + ".y") != nil { return name + ".y" }
    var rest = name[...]
    while let point = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: point)...]
      for candidate in [String(rest), rest + ".y"] where candidate.utf8.count > 1 {
        if let role = Self.role(candidate), role == .offset || role == .time { return candidate }
      }
    }
    return nil
  }

  /// A name whose value a condition asks for, be it a word, as it is spelled there; nil for others.
  func label(_ name: String) -> String? { labels.isEmpty ? nil : labels[name.lowercased()] }

  /// What a name measures; a level of a log is no name of a recording.
  static func role(_ name: String) -> Role? {
    guard let role = ColumnName(name)?.role, role != .trace else { return nil }
    return role
  }

  /// Whether a name, as ``known(_:)`` gives it, is that of samples or of gestures.
  func isMeasured(_ name: String) -> Bool {
    asked.contains(name.lowercased())
      ? Self.role(name) != .time : Self.role(name)?.isChannel == true
  }

  /// The name of one of two numbers: `contentOffset` of x is `contentOffset.x`, `offset` is `offset_x`.
  func of(_ name: String, axis: Axis) -> String {
    let end = axis.rawValue
    guard !name.isEmpty else { return end }
    let plain = known(name).map { $0.hasSuffix(".y") ? String($0.dropLast(2)) : $0 } ?? name
    for candidate in ["\(plain).\(end)", "\(plain)_\(end)"] where known(candidate) != nil {
      return candidate
    }
    return Self.role(plain) == .offset ? "offset_\(end)" : "\(plain).\(end)"
  }

  /// A name with the unit that stands behind the number, where that makes a known name.
  func with(_ unit: ColumnUnit?, _ name: String) -> String {
    guard let unit, ColumnName.split(name.lowercased()).unit == nil else { return name }
    let full = "\(name)_\(unit.rawValue)"
    return Self.role(full) == nil ? name : full
  }
}
