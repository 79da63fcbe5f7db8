/// The monotone parts of a motion.
enum MonotoneParts {
  /// The parts in order of time. Neighbouring parts share the sample at which the motion turns.
  ///
  /// - Parameters:
  ///   - values: values in pt, in order of time.
  ///   - turn: the minimum reversal that counts as a turn, in pt.
  ///   - range: the samples to search.
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
