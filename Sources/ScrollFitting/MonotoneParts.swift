/// The parts of a motion that go one way.
enum MonotoneParts {
  /// Parts in the order of time; neighbours share the sample at which the motion turns.
  ///
  /// - Parameters:
  ///   - values: in pt, in the order of time.
  ///   - turn: how far values must go back for a turn, in pt.
  ///   - range: where to look.
  static func find(_ values: [Double], turn: Double, in range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    var extreme = start
    var direction = 0.0
    for index in range {
      let value = values[index]
      if direction == 0 {
        if (value - values[start]).magnitude > turn {
          direction = value > values[start] ? 1 : -1
          extreme = index
        }
      } else if direction * (value - values[extreme]) >= 0 {
        extreme = index
      } else if direction * (values[extreme] - value) > turn {
        result.append(start..<(extreme + 1))
        start = extreme
        direction = -direction
        extreme = index
      }
    }
    if start < range.upperBound { result.append(start..<range.upperBound) }
    return result
  }
}
