/// Names of values in objects inside objects: `nativeEvent.contentOffset.y`.
extension ColumnName {
  /// What a path that is no known name measures by its end, for times and offsets; nil where it does not tell.
  ///
  /// The end is a known name of more than a letter. `offset.y` is an offset, and so is `y` beside a time in the same object:
  /// `data.t`, `data.y`. Members of an array are none.
  static func end(of path: String, in paths: [String]) -> ColumnName? {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, !parts.contains(where: isIndex) else { return nil }
    // No known name has more than two parts.
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
    if parts[parts.count - 2].lowercased() == "offset" {
      if let axis = Axis(rawValue: last.lowercased()) { name.axis = axis }
      return name
    }
    let parent = parts.dropLast().joined(separator: ".") + "."
    let isSample = paths.contains {
      $0.hasPrefix(parent) && ColumnName(String($0.dropFirst(parent.count)))?.role == .time
    }
    return isSample ? name : nil
  }

  /// Whether a part of a path counts the members of an array.
  static func isIndex(_ part: String) -> Bool {
    !part.isEmpty && part.utf8.allSatisfy { $0 &- 0x30 < 10 }
  }
}

extension ColumnPlan {
  /// Takes the columns that are known by the ends of their paths: of times where there is no other, of offsets where
  /// nothing else is measured.
  ///
  /// - Returns: columns that could both be the same offset, which are not taken.
  static func takePaths(in columns: inout [Column]) -> [Int] {
    let names = columns.map(\.name)
    let hasTime = columns.contains { $0.isUsed && $0.role == .time }
    let hasChannel = columns.contains { $0.isUsed && $0.role?.isChannel == true }
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
}
