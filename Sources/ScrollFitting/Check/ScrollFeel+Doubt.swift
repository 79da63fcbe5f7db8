/// What a user feels of recordings that disagree.
extension ScrollFeel {
  /// A motion that constants of recordings determine.
  package enum Motion: CaseIterable {
    case edge
    case glide
    case animation

    /// The motion that a constant determines; nil where it determines none.
    package init?(_ law: String, _ key: String) {
      switch law {
      case SpringLaw.description.key: self = .edge
      case BounceLaw.description.key where key == "delta": self = .edge
      case DecelerationLaw.description.key, MomentumLaw.description.key: self = .glide
      default:
        if CandidateLaw.tweens.contains(where: { $0.key == law }) {
          self = .animation
          return
        }
        switch EngineLaw.all.first(where: { $0.key == law })?.part {
        case .edge: self = .edge
        case .glide: self = .glide
        case .animation: self = .animation
        case nil: return nil
        }
      }
    }
  }

  /// Whether a motion is known.
  package func has(_ motion: Motion) -> Bool {
    switch motion {
    case .edge: edge != nil
    case .glide: !glides.isEmpty
    case .animation: animation != nil
    }
  }

  /// The scroll view with only some of its motions.
  package func with(_ motions: Set<Motion>) -> ScrollFeel {
    var result = self
    if !motions.contains(.edge) { result.edge = nil }
    if !motions.contains(.glide) { result.glides = [] }
    if !motions.contains(.animation) { result.animation = nil }
    return result
  }

  /// The constants that motions depend on and on which recordings disagree: what is felt of them is in doubt. At an edge
  /// only those of the law that is felt.
  package static func doubtful(_ pools: [PooledConstant]) -> [PooledConstant] {
    let other = isSpring(pools) ? BounceLaw.description.key : SpringLaw.description.key
    return pools.filter {
      $0.isHeterogeneous && $0.law != other && Motion($0.law, $0.key) != nil
    }
  }
}

/// What a user feels of one recording beside the reference.
public struct RecordingFeel: Sendable, Hashable {
  /// The recording.
  public var source: BatchSource
  /// The scroll view of the reference.
  public var reference: ScrollFeel
  /// The scroll view of the recording, by its own constants.
  public var recording: ScrollFeel

  /// A recording beside the constants that are expected of it; nil if it has no constants.
  init?(_ record: BatchRecord, _ reference: Reference, expected: [ReferenceConstant]) {
    var alone = BatchSummary()
    alone.add(record)
    guard let group = alone.grouped().first else { return nil }
    source = record.source
    recording = ScrollFeel(group)
    self.reference = ScrollFeel(reference, of: group) { pool in
      expected.first { $0.law == pool.law && $0.key == pool.key }?.value
    }
  }
}
