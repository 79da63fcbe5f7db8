/// Stamps in whole seconds, or in tenths of a second: many samples share each of them, and their number tells the rate.
package struct CoarseStamps: Sendable, Hashable {
  /// How far apart the stamps are, in s: 1 or 0.1.
  package let width: Double
  /// The samples in a second, where seconds are complete; nil if none is.
  package private(set) var perSecond: Double?
  /// The rate in Hz, if all complete seconds hold the same number of samples, give or take one, and that is a usual rate.
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
    let mean = Double(full.reduce(0, +)) / Double(full.count)
    let perSecond = mean / width
    self.perSecond = perSecond
    let isEven =
      steps.allSatisfy { ($0 / width).rounded() == 1 } && most - least <= 2
      && max(runs[0].count, runs[runs.count - 1].count) <= most + 1
    // Ten tenths, of which each holds few samples, say as much as a second.
    guard isEven, width * Double(full.count) > 0.95 else { return }
    let usual = RefreshGrid.knownRates.filter { $0 == $0.rounded() }.min {
      ($0 - perSecond).magnitude < ($1 - perSecond).magnitude
    }
    // A single second may hold any number by chance.
    let tolerance = width == 1 && full.count == 1 ? 0 : max(1, 0.01 * perSecond)
    if let usual, (usual - perSecond).magnitude <= tolerance { rate = usual }
  }

  private static func isMultiple(_ time: Double, of width: Double) -> Bool {
    ((time / width).rounded() * width - time).magnitude < 1e-6
  }
}
