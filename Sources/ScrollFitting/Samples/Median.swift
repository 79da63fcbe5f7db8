extension Array where Element == Double {
  /// The median of sorted numbers; for an even count the middle number that is closer to a reference.
  ///
  /// The result is one of the numbers, on their rounding grid. Always taking the upper one would make the result of a
  /// mirrored motion different.
  ///
  /// - Precondition: not empty.
  func median(near place: Double) -> Double {
    let upper = self[count / 2]
    guard count.isMultiple(of: 2) else { return upper }
    let lower = self[count / 2 - 1]
    return (lower - place).magnitude < (upper - place).magnitude ? lower : upper
  }
}
