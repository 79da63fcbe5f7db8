extension Array where Element == Double {
  /// The median of sorted numbers; of an even number the one of the middle two that is nearer to a place.
  ///
  /// It is one of the numbers, on the grid they were rounded to. That always the upper one is taken would make a
  /// difference between a motion and its mirror image.
  ///
  /// - Precondition: not empty.
  func median(near place: Double) -> Double {
    let upper = self[count / 2]
    guard count.isMultiple(of: 2) else { return upper }
    let lower = self[count / 2 - 1]
    return (lower - place).magnitude < (upper - place).magnitude ? lower : upper
  }
}
