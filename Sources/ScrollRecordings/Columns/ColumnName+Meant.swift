/// Suggestions for unknown names that are similar to known ones.
extension ColumnName {
  /// The known name that is most similar to an unknown one; nil if none is similar.
  ///
  /// Names that differ only in form, such as `timestampMs`, `time (ms)` and `Offset Y`, are similar. Otherwise up to a
  /// third of the letters may differ, as in `ofset_y_pt`.
  package static func meant(by name: String) -> String? {
    guard name.count > 2, name.utf8.count <= longest else { return nil }
    let plain = withUnderscores(name)
    if ColumnName(plain) != nil { return plain }
    let (stem, unit) = split(plain)
    guard stem.count > 2, let near = NearWords.nearest(stem, names) else { return nil }
    let full = unit.map { "\(near)_\($0.rawValue)" }
    return full.flatMap { ColumnName($0) != nil ? $0 : nil } ?? near
  }

  /// What to print in place of a quantity that is known and no offset; nil for other names.
  package static func otherMeaning(_ name: String) -> String? {
    var name = joined(name.lowercased())
    // A member of a point.
    if name.hasSuffix(".x") || name.hasSuffix(".y") { name.removeLast(2) }
    if name.hasSuffix("visibleitemscrolloffset") {
      return
        "firstVisibleItemScrollOffset starts anew at each item: print firstVisibleItemIndex * (height of an"
        + " item) + firstVisibleItemScrollOffset, in items of one height"
    }
    if ["normalizedposition", "scrollprogress", "scrollyprogress", "scrollxprogress"]
      .contains(where: name.hasSuffix)
    {
      return
        "a share of the way, from 0 to 1, is no offset: print the offset in points, which Unity has as"
        + " content.anchoredPosition.y and browsers as scrollTop"
    }
    return nil
  }

  /// The known name of one of several values: `timestamps` holds each `timestamp`; other names as they are.
  package static func singular(_ name: String) -> String {
    let one = String(name.dropLast())
    return ColumnName(name) == nil && name.hasSuffix("s") && ColumnName(one) != nil ? one : name
  }

  /// The axis of the change of an offset, as Android, Compose, Flutter and the web name it; nil for other names.
  package static func stepAxis(_ name: String) -> Axis? {
    let word = joined(name.lowercased().filter { $0 != "." })
    return if let axis = [Axis.y, .x].first(where: { word.hasSuffix($0.rawValue) }) {
      steps.contains(String(word.dropLast())) ? axis : nil
    } else {
      ["scrolldelta", "delta", "consumed"].contains(word) ? .y : nil
    }
  }

  /// Names of the change of an offset, without the axis behind them.
  private static let steps: Set = [
    "d", "consumed", "movement", "distance", "scrolldelta", "scrolled",
  ]

  /// The index of the change of an offset among names, along y if there are several.
  package static func step(in names: [String]) -> Int? {
    names.firstIndex { stepAxis($0) == .y } ?? names.firstIndex { stepAxis($0) != nil }
  }

  /// Whether one of the words of a name is y, as in `Trajectory 1/Y`, and none says that it is not of the content.
  package static func hasWordY(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.contains("y") && !isOfFinger(name)
  }

  /// Whether a word of a name says that it is of what scrolls the content, or how fast that moves.
  package static func isOfFinger(_ name: String) -> Bool {
    name.lowercased().split { !$0.isLetter }
      .contains { word in
        ["v", "vx", "vy"].contains(word)
          || ["touch", "finger", "pointer", "mouse", "cursor", "velocity", "speed"].contains(
            where: word.hasPrefix)
      }
  }

  /// The known name of a time column that is most similar to an unknown one.
  package static func timeMeant(by name: String) -> String? {
    meant(by: name).flatMap { ColumnName($0)?.role == .time ? $0 : nil }
  }

  /// A name with underscores before each capital letter that follows a small one, and in place of other characters.
  static func withUnderscores(_ name: String) -> String {
    var result = ""
    var isAfterSmall = false
    for letter in name {
      if letter.isUppercase, isAfterSmall { result += "_" }
      isAfterSmall = letter.isLowercase
      if letter.isLetter || letter.isNumber || letter == "." {
        result += letter.lowercased()
      } else if !result.hasSuffix("_") {
        result += "_"
      }
    }
    while result.hasSuffix("_") { result.removeLast() }
    return result
  }

  /// Longer names have no suggestions.
  private static let longest = 128

  private static let names = [
    "t", "time", "timestamp", "elapsed", "ts", "tMs", "uptime", "eventTime", "offset", "offset_y",
    "offset_x", "x", "y",
    "contentOffset.y", "contentOffset.x", "scrollTop", "scrollY", "scrollLeft", "scrollX", "pixels",
    "position", "relative_offset_y", "relative_offset_x", "deltaY", "deltaX", "overscroll",
    "overscroll_y", "overscroll_x", "finger_y", "finger_x", "delta_y", "delta_x", "height",
    "inner_y", "inner_x", "velocity", "distance", "duration", "edge_velocity", "max_overscroll",
    "phase", "momentum", "trace",
  ]
}
