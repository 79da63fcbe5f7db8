public import CurveFitting
internal import ScrollFitting
internal import ScrollPhysics
internal import ScrollSimulation
public import ScrollTraces

/// One recording in memory, ready for any kernel.
public struct KernelInput: Sendable {
  /// The recording.
  public let trace: Trace
  /// What a curve is fitted to: all samples, those after the motion has settled too.
  public let observations: Observations

  /// Takes a recording as the kernel of a case wants it; nil where it lacks the columns or the metadata.
  public init?(_ trace: Trace, for kernel: KernelCase) {
    self.trace = trace
    switch kernel.motion {
    case .rubberBand:
      guard let finger = trace.channel(.finger), let overscroll = trace.channel(.overscroll) else {
        return nil
      }
      observations = Observations(abscissae: finger.values, values: overscroll.values)
    case .bounce, .deceleration:
      guard let offset = trace.channel(.offset), let first = trace.times.first,
        let rate = trace.metadata.refreshRate
      else { return nil }
      let times =
        kernel.isStamped
        ? trace.times.map { $0 - first } : trace.times.indices.map { Double($0) / rate }
      // Beyond a top edge the offset falls as the distance grows.
      let edge = trace.metadata.edgeTop
      let values =
        kernel.motion == .bounce ? offset.values.map { (edge ?? 0) - $0 } : offset.values
      observations = Observations(abscissae: times, values: values)
    }
  }

  /// Simulated recordings at 60 Hz on a 3x screen, each with constants of its own.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - samples: of each.
  public static func simulated(
    _ count: Int, samples: Int, for kernel: KernelCase, seed: UInt64 = 1
  ) -> [KernelInput] {
    var random = RandomSource(seed: seed)
    var recorder = Recorder()
    recorder.frameCount = samples
    if kernel.isStamped {
      // The abscissae of a rubber band are places of the finger: uneven where frames are taken unevenly.
      recorder.stampJitter = 0.00035
      recorder.sampleJitter = kernel.motion == .rubberBand ? 0.002 : 0
    }
    return (0..<count).compactMap { _ in
      let quantities: [RecordedQuantity]
      var metadata = Metadata()
      switch kernel.motion {
      case .bounce:
        metadata = Metadata([Metadata.Entry("edge_top", "-88")])
        let bounce = CriticalBounce(
          amplitude: random.uniform(600, 2400), decayRate: random.uniform(9, 13),
          phase: random.uniform(0, 1 / 60.0))
        quantities = [.offset(of: bounce, edge: -88)]
      case .deceleration:
        let glide = Deceleration(
          velocity: random.uniform(800, 6000), rate: random.uniform(1.5, 6))
        quantities = [.offset(of: glide)]
      case .rubberBand:
        let band = RubberBand(
          coefficient: random.uniform(0.4, 0.7), dimension: random.uniform(400, 900))
        quantities = RecordedQuantity.pull(
          of: band, travel: random.uniform(200, 500), over: Double(samples) / 60)
      }
      return KernelInput(
        recorder.record(quantities, metadata: metadata, random: &random), for: kernel)
    }
  }
}
