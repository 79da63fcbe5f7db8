extension Quantum {
  /// The scales that displays have, in pixels to a point.
  static let knownScales: [Double] = [1, 1.5, 2, 2.625, 2.75, 3, 3.5, 4]

  /// A grid is believed when values that know nothing of it would fit it this rarely.
  private static let largestChance = 1e-3

  /// The steps in which values come: the largest pixel that all of them are whole numbers of, else
  /// one unit in the last printed place.
  ///
  /// A value fits a grid within one unit of its last printed place - recorders cut digits as well
  /// as round them, some in one file - and within the resolution of single precision. With
  /// `scale`, that grid needs no further evidence, and is given up only for whole points that
  /// chance does not explain.
  ///
  /// - Parameters:
  ///   - channel: the values, pt.
  ///   - scale: pixels in a point, when it is known.
  /// - Returns: nil when the values fit no pixels and have more than 6 decimals.
  static func detect(in channel: Channel, scale: Double?) -> Quantum? {
    let values = distinctNeighbours(channel.values)
    guard !values.isEmpty else { return nil }
    let resolution = channel.resolution ?? 0
    let evidence = Set(values.prefix(4096)).count
    let coarsest = 2 * roundOff(values.reduce(0) { max($0, abs($1)) })
    // Digits coarser than half a pixel cannot show pixels: every value would fit.
    if let scale, 2 * resolution * scale < 1, fits(values, scale, resolution) {
      let isWhole =
        scale > 1 && fits(values, 1, resolution)
        && chance(evidence, 1, step: max(1 / scale, resolution)) < largestChance
      return Quantum(values, isWhole ? 1 : scale, resolution)
    }
    for scale in knownScales where fits(values, scale, resolution) {
      // The grid of the digits is finer than the pixel, or says the same.
      guard evidence >= 3,
        chance(evidence, scale, step: max(3 * resolution, coarsest)) < largestChance
      else { continue }
      return Quantum(values, scale, resolution)
    }
    guard let decimals = channel.decimals, decimals <= 6 else { return nil }
    return Quantum(value: resolution, pixelsPerPoint: nil, isDecimalsTruncated: false)
  }

  private init(_ values: [Double], _ scale: Double, _ resolution: Double) {
    value = 1 / scale
    pixelsPerPoint = scale
    // Rounding is within half a unit, cutting within one, towards zero.
    isDecimalsTruncated = values.contains { value in
      let exact = (value * scale).rounded() / scale
      return abs(exact) - abs(value) > 0.51 * resolution + Quantum.roundOff(value)
    }
  }

  /// The values without repetitions in a row, which are no evidence.
  private static func distinctNeighbours(_ values: [Double]) -> [Double] {
    var result: [Double] = []
    for value in values where value != result.last {
      result.append(value)
    }
    return result
  }

  private static func fits(_ values: [Double], _ scale: Double, _ resolution: Double) -> Bool {
    values.allSatisfy { value in
      let pixels = value * scale
      return abs(pixels - pixels.rounded()) <= scale * (resolution * 1.001 + roundOff(value))
    }
  }

  /// What single precision, the least that recorders compute in, leaves of a value.
  private static func roundOff(_ value: Double) -> Double { abs(value) * 0x1p-23 }

  /// The chance that `count` values on a grid of `step` all fit the pixels of `scale`.
  private static func chance(_ count: Int, _ scale: Double, step: Double) -> Double {
    let one = min(1, max(step * scale, 1e-6))
    var result = 1.0
    for _ in 0..<min(count, 1000) where result > 1e-9 { result *= one }
    return result
  }
}
