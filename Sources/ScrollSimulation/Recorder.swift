public import ScrollFitting
public import ScrollRecordings

/// Turns a motion into a recording, with the errors of real recordings.
///
/// The order of the random numbers is fixed, so that a seed gives the same recording in every version. For each
/// frame: whether it is dropped (if frames are dropped at all), the error of its time stamp, the error of its
/// sampling time; then for each quantity in turn the noise, whether it is an outlier, and the size of the outlier.
/// An error that is off draws no number. Neither does a quantity without noise.
public struct Recorder: Sendable, Hashable {
  /// How a value between two pixels is rounded.
  public enum Rounding: String, Sendable, CaseIterable {
    /// To the nearest pixel, halves away from zero.
    case nearest
    /// To the next pixel towards zero.
    case towardZero = "truncate"
    /// Not rounded.
    case unrounded = "none"
  }

  /// Frames per second.
  public var rate = 60.0
  /// Number of frames.
  public var frameCount = 60
  /// The time of the motion at the first frame, in s; the time stamp of that frame is still 0.
  public var startTime = 0.0
  /// Pixels per point; 0 for values that are not rounded.
  public var scale = 3.0
  /// How values are rounded to pixels.
  public var rounding = Rounding.nearest
  /// Standard deviation of Gaussian noise before rounding, in pt.
  public var noise = 0.0
  /// Whether time stamps are written.
  public var hasStamps = true
  /// Standard deviation of the error of a time stamp, in s.
  public var stampJitter = 0.0
  /// Standard deviation of the error of a sampling time, in s.
  public var sampleJitter = 0.0
  /// Probability that a frame is missing.
  public var dropRate = 0.0
  /// Whether a frame is omitted if all its values equal those written last.
  public var logsChangesOnly = false
  /// Probability that a sample is an outlier.
  public var outlierRate = 0.0
  /// The error of an outlier is uniform up to this size, in pt.
  public var outlierSize = 20.0

  /// A recorder whose only error is rounding to 1/3 pt.
  public init() {}

  /// Whether values are rounded to pixels.
  public var isRounding: Bool { scale > 0 && rounding != .unrounded }

  /// Sets the number of frames so that the recording lasts from 0 to a time in s, including a frame at its end.
  public mutating func setDuration(_ duration: Double) {
    // The tolerance makes products such as 0.7 * 60 = 41.99999999999999 count as a whole frame.
    frameCount = Int((duration * rate + 1e-6).rounded(.down)) + 1
  }

  /// Records an offset.
  ///
  /// - Parameters:
  ///   - axis: the axis of the offset.
  ///   - metadata: metadata of the recording; `scale` and `refresh_hz` are added.
  ///   - random: the source of all random numbers.
  ///   - offset: the true offset in pt at a time in s.
  /// - Returns: a recording that starts at time 0 with the first frame.
  public func record(
    axis: Axis = .y, metadata: Metadata = Metadata(), random: inout RandomSource,
    offset: (Double) -> Double
  ) -> Trace {
    withoutActuallyEscaping(offset) { offset in
      record(
        roles: [(Role.offset, axis, true)], metadata: metadata, phase: nil, random: &random
      ) { _, time in offset(time) }
    }
  }

  /// Records several quantities together.
  ///
  /// All have the same time stamps and sampling times; each has its own noise.
  ///
  /// - Parameters:
  ///   - quantities: the channels of the recording, each role and axis at most once.
  ///   - metadata: metadata of the recording; `scale` and `refresh_hz` are added.
  ///   - phase: the phase name at a time in s; nil for a recording without phases.
  ///   - random: the source of all random numbers.
  /// - Returns: a recording that starts at time 0 with the first frame.
  public func record(
    _ quantities: [RecordedQuantity], metadata: Metadata = Metadata(),
    phase: ((Double) -> String)? = nil, random: inout RandomSource
  ) -> Trace {
    record(
      roles: quantities.map { ($0.role, $0.axis, $0.isDisturbed) }, metadata: metadata,
      phase: phase, random: &random
    ) { quantities[$0].value($1) }
  }

  private func record(
    roles: [(role: Role, axis: Axis, isDisturbed: Bool)], metadata: Metadata,
    phase: ((Double) -> String)?, random: inout RandomSource, value: (Int, Double) -> Double
  ) -> Trace {
    var times: [Double] = []
    var columns = roles.map { _ in [Double]() }
    var phases: [PhaseSpan] = []
    times.reserveCapacity(frameCount)
    for index in columns.indices { columns[index].reserveCapacity(frameCount) }
    var row = roles.map { _ in 0.0 }
    for frame in 0..<frameCount {
      let time = Double(frame) / rate
      let isLost = dropRate > 0 && random.uniform() < dropRate
      let stamp = stampJitter > 0 ? time + stampJitter * random.normal() : time
      let taken =
        startTime + (sampleJitter > 0 ? time + sampleJitter * random.normal() : time)
      for index in roles.indices {
        var sample = value(index, taken)
        if roles[index].isDisturbed {
          if noise > 0 { sample += noise * random.normal() }
          if outlierRate > 0, random.uniform() < outlierRate {
            sample += random.uniform(-outlierSize, outlierSize)
          }
        }
        row[index] = rounded(sample)
      }
      // Time stamps never decrease, as with a real clock.
      let written = max(stamp, times.last ?? -.infinity)
      let isRepeated =
        logsChangesOnly && !times.isEmpty
        && columns.indices.allSatisfy { columns[$0].last == row[$0] }
      if isLost || isRepeated { continue }
      if let label = phase?(taken) {
        if phases.last?.label == label {
          phases[phases.count - 1].range =
            phases[phases.count - 1].range.lowerBound..<times.count + 1
        } else {
          phases.append(PhaseSpan(label: label, range: times.count..<times.count + 1))
        }
      }
      times.append(written)
      for index in columns.indices { columns[index].append(row[index]) }
    }
    var metadata = metadata
    if isRounding, metadata.scale == nil {
      metadata.entries.append(.init("scale", LawConstants.short(scale)))
    }
    if metadata.refreshRate == nil {
      metadata.entries.append(.init("refresh_hz", LawConstants.short(rate)))
    }
    if !hasStamps { times = times.indices.map { Double($0) / rate } }
    return Trace(
      metadata: metadata, times: times,
      timing: hasStamps ? .stamps(column: "t_s") : .assumed(interval: 1 / rate, source: .metadata),
      channels: zip(roles, columns).map { Channel($0.role, axis: $0.axis, values: $1) },
      phases: phase == nil ? nil : phases)
  }

  private func rounded(_ value: Double) -> Double {
    guard isRounding else { return value }
    let pixels = value * scale
    let whole = rounding == .nearest ? pixels.rounded() : pixels.rounded(.towardZero)
    // + 0 turns -0 into 0.
    return whole / scale + 0
  }
}
