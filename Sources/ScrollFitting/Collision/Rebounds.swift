internal import ScrollRecordings

/// A part of a recording in which an item falls and rebounds from a floor, until it rests or the recording
/// ends.
struct Rebounds {
  /// The samples from the release until the rest.
  var range: Range<Int>
  /// The fall that ends with the first contact.
  var fall: FreeFallSegment

  /// Finds the falls that end with a rebound, each with all its rebounds up to the next rest.
  ///
  /// - Throws: when nothing falls, or no fall has a rebound.
  static func find(_ signal: SampledChannel) throws(FitFailure) -> [Rebounds] {
    let falls = try FreeFallSegment.find(signal)
    let rests = RestDetector.find(
      times: signal.times, values: signal.values,
      band: RestDetector.band(quantum: signal.quantum ?? 0, noise: signal.noiseBesideRounding))
    let turn = signal.turn(noise: signal.noiseBesideRounding)
    var result: [Rebounds] = []
    for (index, fall) in falls.enumerated() {
      guard let contact = fall.contact, result.last.map({ contact >= $0.range.upperBound }) ?? true
      else { continue }
      let floor = signal.values[contact]
      // An item at the top of a flight may seem to rest; a real rest is at the floor.
      let rest = rests.after(contact).first { rest in
        rest.lowerBound > contact
          && (signal.values[rest.lowerBound] - floor).magnitude <= max(1.5 * turn, 1e-9)
      }
      // The next release.
      let next = falls[(index + 1)...].first { $0.isDropped && $0.range.lowerBound > contact }
      let end = min(
        rest?.lowerBound ?? signal.values.count, next?.range.lowerBound ?? signal.values.count)
      result.append(Rebounds(range: fall.range.lowerBound..<end, fall: fall))
    }
    guard !result.isEmpty else {
      throw FitFailure(
        .noRebound, "the item falls but never rebounds",
        help: "'scrollfit gravity FILE' fits its fall")
    }
    return result
  }
}
