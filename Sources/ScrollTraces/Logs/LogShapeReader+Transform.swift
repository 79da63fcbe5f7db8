internal import ScrollRecordings

/// Transforms of CSS, as libraries that scroll by them print them: `translate3d(0px, -12.5px, 0px)`.
extension LogShapeReader {
  /// Adds what a transform shifts by, as the x and y of a name.
  mutating func add(shift: [(axis: Axis, token: Int)], named name: String) {
    for (axis, token) in shift { add(names.of(name, axis: axis), token) }
    shape.isTransform = shape.isTransform || !shift.isEmpty
  }
}

extension LogShapeReader.Group {
  /// The numbers by which a transform of CSS shifts; none for one that does not, and nil for no transform.
  var shift: [(axis: Axis, token: Int)]? {
    let point: ArraySlice<Int>
    switch (function, numbers.count) {
    case ("translate3d", 3): point = numbers[..<2]
    case ("translate", 2): point = numbers[...]
    case ("matrix", 6): point = numbers[4...]
    case ("matrix3d", 16): point = numbers[12..<14]
    case ("translate", 1), ("translateX", 1): return [(.x, numbers[0])]
    case ("translateY", 1): return [(.y, numbers[0])]
    case ("translateZ", 1), ("scale", 1...2), ("scale3d", 3): return []
    default: return nil
    }
    return Array(zip([.x, .y], point))
  }
}
