extension Quantum {
  /// Common display scales, in pixels per point.
  package static let knownScales: [Double] = [1, 1.5, 2, 2.625, 2.75, 3, 3.5, 4]

  /// The maximum probability by chance at which a grid is accepted.
  private static let largestChance = 1e-3

  /// The rounding step of the values: the largest pixel of which all are multiples, else one unit in the last printed
  /// place.
  ///
  /// A value fits a grid within one unit of its last printed place, since recorders truncate digits as well as round
  /// them, some in one file, and within single precision. With `scale`, its grid needs no further evidence, and is
  /// replaced only by whole points that chance does not explain.
  ///
  /// - Parameters:
  ///   - channel: the values, in pt.
  ///   - range: the smallest and the largest value; nil without values.
  ///   - scale: pixels per point; nil if unknown.
  /// - Returns: nil if the values fit no pixels, are not in single precision and have more than 7 decimals.
  static func detect(
    in channel: Channel, range: ClosedRange<Double>?, scale: Double?
  ) -> Quantum? {
    guard let range else { return nil }
    let largest = max(abs(range.lowerBound), abs(range.upperBound))
    return channel.values.withUnsafeBufferPointer { values in
      let short = [6, 7].lazy.compactMap {
        lastOfDigits($0, values, largest: largest, channel.resolution ?? 0)
      }.first
      let resolution = short ?? channel.resolution ?? 0
      if let grid = detect(in: values, largest: largest, resolution: resolution, scale: scale) {
        return grid
      }
      let digits = digits(of: channel, values)
      // Decimals that are all 0 are no digits of single precision.
      let finest = max(resolution, digits ?? 0)
      let single = (scale.map { [$0] } ?? knownScales).lazy.compactMap {
        singlePrecision(values, largest: largest, finest, scale: $0)
      }
      return (short ?? single.first ?? digits).map {
        Quantum(value: $0, pixelsPerPoint: nil, isDecimalsTruncated: false)
      }
    }
  }

  /// One unit in the last of some digits of the largest value, if no value has more digits and several have as many: `%g` of
  /// C and `cout` of C++ print six, and seven are enough for single precision. Nil for other values, and if their last
  /// decimal is as coarse.
  private static func lastOfDigits(
    _ digits: Int, _ values: UnsafeBufferPointer<Double>, largest: Double, _ resolution: Double
  ) -> Double? {
    guard largest > 0, largest < 1e15 else { return nil }
    let first = DecimalNumber.powerOfTen(digits - 1)
    func unit(of value: Double) -> Double {
      var unit = 1 / first
      while unit * first * 10 <= value { unit *= 10 }
      while unit * first > value { unit /= 10 }
      return unit
    }
    let coarsest = unit(of: largest)
    func isFine(_ value: Double) -> Bool {
      abs((value / coarsest).rounded() * coarsest - value) > 0.05 * coarsest
    }
    // Six digits are seldom all that a recorder has; four decimals below 1000 are seven by chance.
    guard resolution < 0.5 * coarsest, digits == 6 || values.contains(where: isFine) else {
      return nil
    }
    var full = 0
    for value in values where value != 0 {
      let count = abs(value) / unit(of: abs(value))
      guard abs(count - count.rounded()) < 1e-5 else { return nil }
      if count.rounded().remainder(dividingBy: 10) != 0 { full += 1 }
    }
    return full < 8 ? nil : coarsest
  }

  /// The spacing of numbers in single precision at the largest value, if all values, in pixels, are such numbers or their
  /// shortest decimals; nil for other values, and if their last decimal is as coarse.
  ///
  /// Apps that store offsets as `float` log them so: Compose, React Native, game engines.
  private static func singlePrecision(
    _ values: UnsafeBufferPointer<Double>, largest: Double, _ resolution: Double, scale: Double
  ) -> Double? {
    guard largest > 0, largest * scale < Double(Float.greatestFiniteMagnitude) else { return nil }
    let spacing = Double(Float(largest * scale).ulp) / scale
    guard resolution < 0.5 * spacing else { return nil }
    // Short numbers fit any precision and are no evidence.
    var long = 0
    for (index, value) in values.enumerated() where index == 0 || value != values[index - 1] {
      let pixels = value * scale
      let single = Float(pixels)
      let slack = 0x1p-51 * abs(pixels)
      if abs(Double(single) - pixels) <= slack {
        let binary = pixels * 0x1p10
        if binary != binary.rounded() { long += 1 }
      } else {
        let text = single.description
        guard let decimal = Double(text), abs(decimal - pixels) <= slack else { return nil }
        // Many numbers of seven digits are the shortest for a number in single precision.
        if text.drop(while: { "-0.".contains($0) }).count(where: \.isNumber) > 7 { long += 1 }
      }
      if long > mostEvidence { break }
    }
    return long < 8 ? nil : spacing
  }

  private static func detect(
    in values: UnsafeBufferPointer<Double>, largest: Double, resolution: Double, scale: Double?
  ) -> Quantum? {
    let coarsest = 2 * roundOff(largest)
    let grid = Grid(values, largest: largest, resolution: resolution)
    // Digits coarser than half a pixel cannot show pixels: every value would fit.
    if let scale, 2 * resolution * scale < 1, grid.fits(scale) {
      let isWhole =
        scale > 1 && grid.fits(1) && isUnlikely(values, 1, step: max(1 / scale, resolution))
      return Quantum(grid, isWhole ? 1 : scale)
    }
    for scale in knownScales where grid.fits(scale) {
      // Requires the grid of the digits to be finer than the pixel; otherwise it is no evidence.
      guard hasDistinct(values, atLeast: 3),
        isUnlikely(values, scale, step: max(3 * resolution, coarsest))
      else { continue }
      return Quantum(grid, scale)
    }
    return nil
  }

  /// With more decimals, values in pt are as fine as the arithmetic of most engines.
  private static let mostDecimals = 7

  /// One unit in the last printed place that is not 0 in all values, if it is one of seven decimals.
  private static func digits(
    of channel: Channel, _ values: UnsafeBufferPointer<Double>
  ) -> Double? {
    guard let decimals = channel.decimals, var unit = channel.resolution else { return nil }
    var zeros = 0
    func isTen(_ value: Double) -> Bool {
      let tens = value / (10 * unit)
      return abs(tens - tens.rounded()) < 0.01
    }
    while zeros < decimals, values.allSatisfy(isTen), isUnlikely(values, 1, step: 0.1) {
      unit *= 10
      zeros += 1
    }
    return decimals - zeros <= mostDecimals ? unit : nil
  }

  private init(_ grid: Grid, _ scale: Double) {
    value = 1 / scale
    pixelsPerPoint = scale
    isDecimalsTruncated = grid.isTruncated(scale)
  }

  /// The rounding error of a value in single precision, the lowest precision of recorders.
  fileprivate static func roundOff(_ value: Double) -> Double { abs(value) * 0x1p-23 }

  /// Whether it is improbable that all distinct values on a grid of `step` fit the pixels of `scale` by chance, which
  /// each does with probability min(1, step scale). Only the first 4096 changes of value are used.
  private static func isUnlikely(
    _ values: UnsafeBufferPointer<Double>, _ scale: Double, step: Double
  ) -> Bool {
    let one = max(step * scale, 1e-6)
    guard one < 1 else { return false }
    var chance = 1.0
    var count = 0
    while chance >= largestChance {
      guard count < 1000 else { return false }
      chance *= one
      count += 1
    }
    return hasDistinct(values, atLeast: count)
  }

  private static func hasDistinct(
    _ values: UnsafeBufferPointer<Double>, atLeast count: Int
  ) -> Bool {
    guard count <= values.count else { return false }
    // Up to 16 distinct values are found among the first values by direct comparison.
    let few = 16
    guard count <= few else { return distinct(values).count >= count }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: few) { found in
      var foundCount = 0
      var changes = 0
      for (index, value) in values.enumerated() where index == 0 || value != values[index - 1] {
        if foundCount >= count { return true }
        changes += 1
        if changes > mostEvidence { break }
        if !found[..<foundCount].contains(value) {
          found.initializeElement(at: foundCount, to: value)
          foundCount += 1
        }
      }
      return foundCount >= count
    }
  }

  private static func distinct(_ values: UnsafeBufferPointer<Double>) -> Set<Double> {
    var result: Set<Double> = []
    var changes = 0
    // Successive repetitions are not evidence.
    for (index, value) in values.enumerated() where index == 0 || value != values[index - 1] {
      changes += 1
      if changes > mostEvidence { break }
      result.insert(value)
    }
    return result
  }

  /// Maximum number of changes of value that count as evidence.
  private static let mostEvidence = 4096
}

/// Values whose grid is determined.
private struct Grid {
  package let values: UnsafeBufferPointer<Double>
  /// The largest magnitude.
  package let largest: Double
  /// One unit of the last printed place; 0 if unknown.
  package let resolution: Double

  package init(_ values: UnsafeBufferPointer<Double>, largest: Double, resolution: Double) {
    self.values = values
    self.largest = largest
    self.resolution = resolution
  }

  /// Whether all values are whole pixels, within the resolution and single precision.
  func fits(_ scale: Double) -> Bool {
    let tolerance = resolution * 1.001
    guard largest * scale < 0x1p51 else {
      return values.allSatisfy { value in
        let pixels = value * scale
        return abs(pixels - pixels.rounded()) <= scale * (tolerance + Quantum.roundOff(value))
      }
    }
    // Without a branch per value; first a few values, which are enough to reject most wrong scales.
    var start = 0
    var end = min(8, values.count)
    while start < values.count {
      var misses = 0
      for index in start..<end {
        let pixels = values[index] * scale
        let isFit =
          abs(pixels - (pixels + Grid.shift - Grid.shift)) <= scale
          * (tolerance + Quantum.roundOff(values[index]))
        misses &+= isFit ? 0 : 1
      }
      if misses > 0 { return false }
      start = end
      end = min(end + 64, values.count)
    }
    return true
  }

  /// Whether a value was truncated: rounding changes it by at most half a unit, truncation by at most one, towards
  /// zero.
  func isTruncated(_ scale: Double) -> Bool {
    let tolerance = 0.51 * resolution
    func isCut(_ value: Double, _ pixels: Double) -> Bool {
      abs(pixels / scale) - abs(value) > tolerance + Quantum.roundOff(value)
    }
    guard largest * scale < 0x1p51 else {
      return values.contains { isCut($0, ($0 * scale).rounded()) }
    }
    var cuts = 0
    var ties = 0
    for value in values {
      let pixels = value * scale
      let whole = pixels + Grid.shift - Grid.shift
      ties &+= abs(pixels - whole) == 0.5 ? 1 : 0
      cuts &+= isCut(value, whole) ? 1 : 0
    }
    return ties == 0 ? cuts > 0 : values.contains { isCut($0, ($0 * scale).rounded()) }
  }

  /// Adding this leaves no bits for a fraction: it rounds to the nearest whole number, ties to even.
  private static let shift = 0x1.8p52
}
