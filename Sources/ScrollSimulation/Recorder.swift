internal import RealModule
public import ScrollTraces

/// Turns a motion into a recording, with the faults that real recordings have.
///
/// The order of the random numbers is part of the format of a seed: for each frame first whether it is
/// dropped (when frames are dropped at all), then the error of its stamp, the error of its sampling
/// time, the noise, whether it is an outlier, and its size; a fault that is off draws nothing.
public struct Recorder: Sendable, Hashable {
  /// What becomes of a value between two pixels.
  public enum Rounding: String, Sendable, CaseIterable {
    /// To the nearest pixel, halves away from zero.
    case nearest
    /// To the pixel towards zero.
    case towardZero = "toward-zero"
  }

  /// Frames per second.
  public var rate = 60.0
  /// Number of frames.
  public var frameCount = 60
  /// Pixels in a point, or 0 for values that are not rounded.
  public var scale = 3.0
  /// How values are put on the pixel grid.
  public var rounding = Rounding.nearest
  /// Standard deviation of Gaussian noise before rounding, in pt.
  public var noise = 0.0
  /// Whether stamps are written at all.
  public var hasStamps = true
  /// Standard deviation of the stamps about the frames, in s.
  public var stampJitter = 0.0
  /// Standard deviation of the times at which values are taken about the frames, in s.
  public var sampleJitter = 0.0
  /// Probability that a frame is lost.
  public var dropRate = 0.0
  /// Whether a value equal to the last one written is left out.
  public var logsChangesOnly = false
  /// Probability that a sample is an outlier.
  public var outlierRate = 0.0
  /// Outliers are off by a uniform number up to this size, in pt.
  public var outlierSize = 20.0

  /// A recorder without faults other than rounding to 1/3 pt.
  public init() {}

  /// Records an offset over time.
  ///
  /// - Parameters:
  ///   - axis: of the offset.
  ///   - metadata: what the file says of itself; `scale` and `refresh_hz` are added.
  ///   - random: the source of all faults.
  ///   - offset: the true offset in pt at a time in s.
  /// - Returns: a recording that starts at time 0 with the first frame.
  public func record(
    axis: Axis = .y, metadata: Metadata = Metadata(), random: inout RandomSource,
    offset: (Double) -> Double
  ) -> Trace {
    var times: [Double] = []
    var values: [Double] = []
    times.reserveCapacity(frameCount)
    values.reserveCapacity(frameCount)
    for frame in 0..<frameCount {
      let time = Double(frame) / rate
      let isLost = dropRate > 0 && random.uniform() < dropRate
      let stamp = stampJitter > 0 ? time + stampJitter * random.normal() : time
      let taken = sampleJitter > 0 ? time + sampleJitter * random.normal() : time
      var value = offset(taken)
      if noise > 0 { value += noise * random.normal() }
      if outlierRate > 0, random.uniform() < outlierRate {
        value += random.uniform(-outlierSize, outlierSize)
      }
      value = rounded(value)
      // A stamp never runs backwards: the clock that makes it does not.
      let written = max(stamp, times.last ?? -.infinity)
      if isLost || (logsChangesOnly && values.last == value) { continue }
      times.append(written)
      values.append(value)
    }
    var metadata = metadata
    if scale > 0, metadata.scale == nil { metadata.entries.append(.init("scale", "\(scale)")) }
    if metadata.refreshRate == nil { metadata.entries.append(.init("refresh_hz", "\(rate)")) }
    if !hasStamps { times = times.indices.map { Double($0) / rate } }
    return Trace(
      metadata: metadata, times: times,
      timing: hasStamps ? .stamps(column: "t_s") : .assumed(interval: 1 / rate, source: .metadata),
      channels: [Channel(.offset, axis: axis, values: values)])
  }

  private func rounded(_ value: Double) -> Double {
    guard scale > 0 else { return value }
    let pixels = value * scale
    return (rounding == .nearest ? pixels.rounded() : pixels.rounded(.towardZero)) / scale
  }
}
