/// The rows of a recording as they stand in its file, where some of them lack the values of some channels.
struct SparseRows: Sendable, Hashable {
  /// The time of each row with any value, in s.
  var times: [Double]
  /// The channels, with ``NumberSlot/missing`` where there is no value.
  var channels: [Channel]
  /// The phases that the recorder named.
  var phases: [PhaseSpan]?
  /// For each channel the rows without its value that were folded into a rest.
  var folded: [Int]
  /// All rows that were folded.
  var restSamplesFolded: Int
  /// The rows without any value, which are not among the times.
  var emptyRows: Int
}

extension Trace {
  /// Whether some rows lack values of some channels only, so that channels have rows of their own; see ``reading(_:axis:)``.
  public var hasGaps: Bool { sparse != nil }

  /// How many rows lack the value of each channel, where channels have rows of their own.
  ///
  /// Beside offsets the rows of a wheel's events lack none, and frames lack no event.
  package var gaps: [(role: Role, axis: Axis, rows: Int)] {
    guard let sparse else { return [] }
    var events = sparse.channels.filter { $0.role == .delta }
    if events.count == sparse.channels.count { events = [] }
    return zip(sparse.channels, sparse.folded).compactMap { channel, folded in
      guard events.isEmpty || channel.role != .delta else { return nil }
      let own = channel.values.indices.count { row in
        channel.values[row] == NumberSlot.missing
          && events.allSatisfy { $0.values[row] == NumberSlot.missing }
      }
      let lost = own + (events.isEmpty ? folded : 0) + sparse.emptyRows
      return lost > 0 ? (channel.role, channel.axis, lost) : nil
    }
  }

  /// All channels with the roles of a recording, those among them that have no row in common with the others.
  package var recorded: [(role: Role, axis: Axis)] {
    (sparse?.channels ?? channels).map { ($0.role, $0.axis) }
  }

  /// The recording with the rows that have a value of each of some channels along an axis.
  ///
  /// A recorder may write x and y in different rows, or leave out a value that did not change. No value of a channel is
  /// lost because that of another is missing: each is read from its own rows. Channels that lack a value in these rows
  /// are left out. A recording whose rows all have all values is returned as it is.
  ///
  /// - Parameters:
  ///   - roles: what was measured; of those that were not recorded along the axis nothing is asked.
  ///   - axis: the axis; a height has none.
  /// - Returns: the recording; without samples where no row has all of the values.
  public func reading(_ roles: [Role], axis: Axis) -> Trace { reading(roles, in: [axis]) }

  /// The same along some axes.
  func reading(_ roles: [Role], in axes: [Axis]) -> Trace {
    guard let sparse else { return self }
    let asked = sparse.channels.indices.filter { index in
      let channel = sparse.channels[index]
      return roles.contains(channel.role)
        && (axes.contains(channel.axis) || channel.role == .height)
    }
    guard !asked.isEmpty else { return self }
    let isKept = sparse.times.indices.map { row in
      asked.allSatisfy { sparse.channels[$0].values[row] != NumberSlot.missing }
    }
    func kept(_ values: [Double]) -> [Double] {
      zip(values, isKept).compactMap { $1 ? $0 : nil }
    }
    var result = self
    result.times = kept(sparse.times)
    result.channels = sparse.channels.compactMap { channel in
      var channel = channel
      channel.values = kept(channel.values)
      return channel.values.contains(NumberSlot.missing) ? nil : channel
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

extension PhaseSpan {
  /// The spans of the samples for which it is true, counted among these.
  static func keeping(_ isKept: [Bool], of spans: [PhaseSpan]) -> [PhaseSpan] {
    // How many are kept in front of each, and of all.
    var places = [0]
    for isKept in isKept { places.append(places[places.count - 1] + (isKept ? 1 : 0)) }
    return spans.compactMap { span in
      let kept = places[span.range.lowerBound]..<places[span.range.upperBound]
      return kept.isEmpty ? nil : PhaseSpan(label: span.label, range: kept)
    }
  }
}
