extension FitWarnings {
  /// Warns of a recording that ends before a motion towards its rest has settled, or has too few clear samples.
  ///
  /// - Parameters:
  ///   - distances: the samples from the rest position, in pt.
  ///   - isLast: whether no samples follow the motion; otherwise it did not end with the recording.
  ///   - quantum: the step of the values in pt; 0 if they are not rounded.
  ///   - place: where the content comes to rest.
  ///   - parameters: the number of free parameters.
  static func settling(
    _ fit: Fit, distances: [Double], isLast: Bool, quantum: Double, from place: String,
    parameters: Int
  ) -> [Warning] {
    var result: [Warning] = []
    // The median of the last three samples, so that one outlier does not count as motion.
    let end = distances.suffix(3).map(\.magnitude).sorted().dropFirst().first ?? 0
    let peak = distances.reduce(0) { max($0, $1.magnitude) }
    if isLast, fit.samples.trimmed == 0, end > max(3 * quantum, 0.05 * peak) {
      result.warn(
        .notSettled,
        "the recording ends \(Printed.short(end, digits: 2)) pt from the \(place), before the motion has settled",
        remedy: "record until the content rests")
    }
    return result
      + count(clear: distances.count { $0.magnitude > 2 * quantum }, parameters: parameters)
  }
}
