/// The rows of a recording as in its file, for a recording in which some rows lack the values of some channels.
package struct SparseRows: Sendable, Hashable {
  /// The placeholder for a missing number: infinite, which no number of a file is, and equal to itself, unlike NaN.
  @inlinable package static var missing: Double { .infinity }

  /// The time of each row with any value, in s.
  package var times: [Double]
  /// The channels, with ``missing`` for missing values.
  package var channels: [Channel]
  /// The phases in the recording.
  package var phases: [PhaseSpan]?
  /// For each channel the number of rows without its value that were folded into a rest.
  package var folded: [Int]
  /// The number of all folded rows.
  package var restSamplesFolded: Int
  /// The number of rows without any value, which are not in `times`.
  var emptyRows: Int

  package init(
    times: [Double], channels: [Channel], phases: [PhaseSpan]?, folded: [Int],
    restSamplesFolded: Int, emptyRows: Int
  ) {
    self.times = times
    self.channels = channels
    self.phases = phases
    self.folded = folded
    self.restSamplesFolded = restSamplesFolded
    self.emptyRows = emptyRows
  }
}

extension Trace {
  /// Whether some rows lack the values of some channels, so that each channel has its own rows; see
  /// ``reading(_:axis:)``.
  public var hasGaps: Bool { sparse != nil }

  /// The number of rows without a value for each channel, if channels have their own rows.
  ///
  /// A recording with both offsets and wheel events has separate rows for both: rows of events do not count as missing
  /// offsets, nor frames as missing events.
  package var gaps: [(role: Role, axis: Axis, rows: Int)] {
    guard let sparse else { return [] }
    var events = sparse.channels.filter { $0.role == .delta }
    if events.count == sparse.channels.count { events = [] }
    return zip(sparse.channels, sparse.folded).compactMap { channel, folded in
      guard events.isEmpty || channel.role != .delta else { return nil }
      let own = channel.values.indices.count { row in
        channel.values[row] == SparseRows.missing
          && events.allSatisfy { $0.values[row] == SparseRows.missing }
      }
      let lost = own + (events.isEmpty ? folded : 0) + sparse.emptyRows
      return lost > 0 ? (channel.role, channel.axis, lost) : nil
    }
  }

  /// The roles of all recorded channels, including channels that share no row with the others.
  package var recorded: [(role: Role, axis: Axis)] {
    (sparse?.channels ?? channels).map { ($0.role, $0.axis) }
  }

  /// The recording reduced to rows that have a value of each of some channels along an axis.
  ///
  /// A recorder may write x and y in different rows, or omit a value that did not change. No value of a channel is lost
  /// because one of another channel is missing: each channel is read from its own rows. Channels without a value in
  /// these rows are left out. A recording without missing values is returned unchanged.
  ///
  /// - Parameters:
  ///   - roles: the roles; those that were not recorded along the axis are ignored.
  ///   - axis: the axis; a height has none.
  /// - Returns: the recording; without samples if no row has all values.
  public func reading(_ roles: [Role], axis: Axis) -> Trace { reading(roles, in: [axis]) }

  /// The same along several axes.
  package func reading(_ roles: [Role], in axes: [Axis]) -> Trace {
    guard let sparse else { return self }
    let asked = sparse.channels.indices.filter { index in
      let channel = sparse.channels[index]
      return roles.contains(channel.role)
        && (axes.contains(channel.axis) || channel.role == .height)
    }
    guard !asked.isEmpty else { return self }
    let isKept = sparse.times.indices.map { row in
      asked.allSatisfy { sparse.channels[$0].values[row] != SparseRows.missing }
    }
    var result = self
    result.times = sparse.times.keeping(isKept)
    result.channels = sparse.channels.compactMap { channel in
      var channel = channel
      channel.values = channel.values.keeping(isKept)
      return channel.values.contains(SparseRows.missing) ? nil : channel
    }
    result.phases = sparse.phases.map { PhaseSpan.keeping(isKept, of: $0) }
    let folded = asked.map { sparse.folded[$0] }.max() ?? 0
    result.restSamplesFolded = sparse.restSamplesFolded - folded
    result.lostRows = sparse.emptyRows + isKept.count { !$0 } + folded
    result.duplicateStamps =
      timing.isRecorded
      ? zip(result.times, result.times.dropFirst()).count { $0 == $1 } : 0
    return result
  }
}

extension [Double] {
  /// The values of the samples that are kept.
  func keeping(_ isKept: [Bool]) -> [Double] { zip(self, isKept).compactMap { $1 ? $0 : nil } }
}

extension PhaseSpan {
  /// The spans restricted to the samples that are kept, with renumbered ranges.
  static func keeping(_ isKept: [Bool], of spans: [PhaseSpan]) -> [PhaseSpan] {
    // The number of kept samples before each sample, and in total.
    var places = [0]
    for isKept in isKept { places.append(places[places.count - 1] + (isKept ? 1 : 0)) }
    return spans.compactMap { span in
      let kept = places[span.range.lowerBound]..<places[span.range.upperBound]
      return kept.isEmpty ? nil : PhaseSpan(label: span.label, range: kept)
    }
  }
}
