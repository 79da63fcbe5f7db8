internal import ScrollRecordings

/// Names of values in nested objects, such as `nativeEvent.contentOffset.y`.
extension ColumnName {
  /// The quantity of an unknown path, from its last parts, for times and offsets; nil if they are ambiguous.
  ///
  /// The last parts must be a known name of more than one letter: `offset.y` is an offset. `y` is an offset too if the
  /// same object contains a time, `data.t`, `data.y`, or the object only carries what belongs to an event with a time,
  /// as `detail.y` beside `startTime`. Members of an array are ignored.
  static func end(of path: String, in paths: [String]) -> ColumnName? {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, !parts.contains(where: isIndex) else { return nil }
    // Known names have at most two parts.
    for start in max(1, parts.count - 2)..<parts.count {
      let candidate = parts[start...].joined(separator: ".")
      if split(candidate).stem.utf8.count > 1, let name = ColumnName(candidate),
        name.role == .offset || name.role == .time
      {
        return name
      }
    }
    let last = parts[parts.count - 1]
    guard var name = ColumnName(last), name.role == .offset || name.role == .time else {
      return nil
    }
    if name.role == .time { return name }
    if ColumnName(parts[parts.count - 2])?.role == .offset {
      if let axis = Axis(rawValue: last.lowercased()) { name.axis = axis }
      return name
    }
    let parent = parts.dropLast().joined(separator: ".") + "."
    let isSample = paths.contains {
      $0.hasPrefix(parent) && ColumnName(String($0.dropFirst(parent.count)))?.role == .time
    }
    let isEvent = carriers.contains(parts[parts.count - 2].lowercased()) && !isReplay(paths)
    return isSample || isEvent ? name : nil
  }

  /// Names of objects that carry what belongs to an event.
  private static let carriers: Set = [
    "detail", "data", "payload", "args", "params", "fields", "attributes", "properties", "body",
    "extra",
  ]

  /// Whether paths are those of rrweb, which has other positions of the same name beside those of scroll events.
  static func isReplay(_ paths: [String]) -> Bool {
    paths.contains("type") && paths.contains("data.source") && paths.contains("data.y")
  }

  /// Whether a name is one of these names of times in other programs; `delta` and an empty one need a unit.
  static func isLoose(_ name: String, in names: Set<String>) -> Bool {
    let (stem, unit) = split(name.lowercased())
    return names.contains(joined(stem))
      && (unit?.dimension == .time || unit == nil && !["", "delta"].contains(stem))
  }

  /// Whether a path ends in the name of an offset of no axis, as `contentOffset`, whose value may be a point.
  static func canBePoint(_ path: String) -> Bool {
    guard let last = path.split(separator: ".").last?.lowercased(), let end = last.last,
      end != "x", end != "y", split(last).unit == nil
    else { return false }
    return ColumnName(last)?.role == .offset
  }

  /// Whether a part of a path is an index of an array.
  static func isIndex(_ part: String) -> Bool {
    !part.isEmpty && part.utf8.allSatisfy { $0 &- 0x30 < 10 }
  }
}

extension ColumnPlan {
  /// Uses the columns that are known by the ends of their paths: times if there is no other time, offsets if nothing
  /// else is measured.
  ///
  /// - Returns: unused columns that could both be the same offset.
  static func takePaths(in columns: inout [Column]) -> [Int] {
    let names = columns.map(\.name)
    let hasTime = columns.contains { $0.isUsed && $0.role == .time }
    // A duration alone is no gesture.
    let hasChannel = columns.contains { column in
      column.isUsed
        && (column.role?.isSampled == true || column.role == .velocity
          || column.role == .edgeVelocity)
    }
    var ambiguous: [Int] = []
    for (role, axis) in [(Role.time, Axis.y), (.offset, .y), (.offset, .x)] {
      if role == .time ? hasTime : hasChannel { continue }
      let found = columns.indices.filter { index in
        guard columns[index].role == nil, let end = ColumnName.end(of: names[index], in: names)
        else { return false }
        return end.role == role && end.axis == axis
      }
      if found.count > 1, role == .offset, ambiguous.isEmpty { ambiguous = found }
      guard found.count == 1, let end = ColumnName.end(of: names[found[0]], in: names) else {
        continue
      }
      columns[found[0]] = Column(
        name: names[found[0]], role: end.role, axis: end.axis, unit: end.unit, isUsed: true)
    }
    return ambiguous
  }

  /// Uses the one column that another program names as a time, or as the time since the row before, if there is no other
  /// time.
  ///
  /// - Returns: whether it is the time since the row before.
  static func takeLooseTime(in columns: inout [Column]) -> Bool {
    guard !columns.contains(where: { $0.isUsed && $0.role == .time }) else { return false }
    for names in [ColumnName.looseTimes, ColumnName.timeSteps] {
      let found = columns.indices.filter { index in
        columns[index].role == nil && ColumnName.isLoose(columns[index].name, in: names)
      }
      guard found.count == 1 else { continue }
      let unit = ColumnName.split(columns[found[0]].name.lowercased()).unit
      columns[found[0]] = Column(
        name: columns[found[0]].name, role: .time, unit: unit ?? Role.time.standardUnit,
        isUsed: true)
      return names == ColumnName.timeSteps
    }
    return false
  }
}
