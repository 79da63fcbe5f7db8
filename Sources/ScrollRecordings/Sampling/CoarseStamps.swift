/// Stamps in whole seconds, or in tenths of a second: many samples share each of them, and their number tells the rate.
package struct CoarseStamps: Sendable, Hashable {
  /// How far apart the stamps are, in s: 1 or 0.1.
  package let width: Double
  /// The samples in a second, where seconds are complete, or in the fullest one, where they differ; nil if none is
  /// complete.
  package private(set) var perSecond: Double?
  /// Whether complete seconds hold different numbers of samples.
  package private(set) var differ = false
  /// The rate in Hz, if all complete seconds hold the same number of samples, give or take one, or the fullest two, and that
  /// is a usual rate.
  package private(set) var rate: Double?

  /// The mean number of samples with one stamp from which on stamps are coarse.
  private static let fewest = 4

  /// Examines stamps in s, in order; nil for finer ones, and for those of less than a second.
  package init?(_ times: [Double]) {
    var runs: [(time: Double, count: Int)] = []
    for time in times {
      if runs.last?.time == time {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((time, 1))
      }
    }
    guard times.count > 8, runs.count > 1, Self.fewest * runs.count <= times.count,
      let width = [1, 0.1].first(where: { width in
        runs.allSatisfy { Self.isMultiple($0.time, of: width) }
      })
    else { return nil }
    self.width = width
    let full = runs.dropFirst().dropLast().map(\.count)
    guard let least = full.min(), let most = full.max() else { return }
    let steps = runs.map(\.time).steps
    let isEven =
      steps.allSatisfy { ($0 / width).rounded() == 1 } && most - least <= 2
      && max(runs[0].count, runs[runs.count - 1].count) <= most + 1
    guard isEven else {
      // A log of changes has fewer lines in seconds with a rest.
      (perSecond, differ) = (Double(most) / width, true)
      rate = width == 1 ? Self.rate(ofFullest: full, most: most) : nil
      return
    }
    let mean = Double(full.reduce(0, +)) / Double(full.count)
    perSecond = mean / width
    // Ten tenths, of which each holds few samples, say as much as a second. A single second may hold any number by chance.
    guard width * Double(full.count) > 0.95 else { return }
    rate = Self.usual(mean / width, isSingle: width == 1 && full.count == 1)
  }

  /// The rate of a display that the fullest seconds hold, at least two of them; nil if they hold none.
  private static func rate(ofFullest counts: [Int], most: Int) -> Double? {
    displayRates.first { rate in
      (rate - Double(most)).magnitude <= 1
        && counts.count { (Double($0) - rate).magnitude <= 1 } >= 2
    }
  }

  /// A log that lost lines may hold any other number.
  private static let displayRates = [60.0, 90, 120, 144, 240]

  /// The usual rate of so many samples in a second; nil if it is none.
  private static func usual(_ perSecond: Double, isSingle: Bool) -> Double? {
    RefreshGrid.knownRates.filter { $0 == $0.rounded() }
      .min { ($0 - perSecond).magnitude < ($1 - perSecond).magnitude }
      .flatMap { usual in
        (usual - perSecond).magnitude <= (isSingle ? 0 : tolerance(perSecond)) ? usual : nil
      }
  }

  private static func tolerance(_ perSecond: Double) -> Double { max(1, 0.01 * perSecond) }

  private static func isMultiple(_ time: Double, of width: Double) -> Bool {
    ((time / width).rounded() * width - time).magnitude < 1e-6
  }
}
