import CurveFitting
@testable import ScrollFitting
@testable import ScrollRecordings
@testable import ScrollTraces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Recordings of which the input says what moves, how it was sampled, and what is wrong with it.
enum RecordingMaker {
  /// What is recorded.
  enum Motion: Int, CaseIterable {
    case noise, bounce, glide, spring, fall, collision, rubberBand, stretch, transfer, session,
      wheel
    case bounceTable, glideTable

    /// The law that it follows, or is often taken for.
    var law: any Law.Type {
      switch self {
      case .bounce, .bounceTable, .noise: BounceLaw.self
      case .glide, .glideTable, .session, .wheel: DecelerationLaw.self
      case .spring: SpringLaw.self
      case .fall: GravityLaw.self
      case .collision: CollisionLaw.self
      case .rubberBand: RubberBandLaw.self
      case .stretch: StretchLaw.self
      case .transfer: TransferLaw.self
      }
    }
  }

  /// The numbers that a law is made with.
  private struct Scales {
    var length: Double
    var interval: Double
    var start: Double
    var count: Int

    init(_ input: inout Input) {
      count = input.choice(Self.counts)
      length = input.choice(Self.lengths)
      interval = input.choice(Self.intervals)
      start = input.choice(Self.starts)
    }

    // The usual comes first, and often.
    private static let counts = [40, 0, 1, 2, 3, 5, 8, 12, 17, 24, 30, 40, 60, 90, 120, 240]
    private static let lengths: [Double] = [
      1, 1, 1, 1, 1, 1, -1, 10, 1e-3, 1e-6, 1e6, 1e12, 1e-150, 1e150, 1e300, 1e-300,
    ]
    private static let frame: Double = 1.0 / 60
    private static let intervals: [Double] = [
      frame, frame, frame, frame, frame, frame, frame / 2, 2 * frame, 0.01, 1e-6, 1, 1e3, 1e-12,
      1e9, 1e-300, 1e100, 0,
    ]
    private static let starts: [Double] = [
      0, 0, 0, 0, 0, 0, 0, 100, 1e5, 1e9, -5, 1e15, 1e-3, 1e300, -1e12,
    ]

    init(count: Int) { (length, interval, start, self.count) = (1, Self.frame, 0, count) }

    /// The time of a sample from the first, in s of the motion.
    func time(_ index: Int) -> Double { Double(index) / 60 }

    var times: [Double] { (0..<count).map { start + Double($0) * interval } }
  }

  /// A plain bounce at an edge at 0.
  static func bounce(count: Int, _ input: inout Input) -> Trace {
    let scales = Scales(count: count)
    let values = (0..<count).map { (bounced(scales.time($0), 2000, 10, 0) * 3).rounded() / 3 }
    return Trace(
      path: "a.csv", metadata: Metadata([.init("edge_top", "0"), .init("scale", "3")]),
      times: scales.times, channels: [Channel(.offset, values: values.map { -$0 }, decimals: 4)])
  }

  private static func bounced(_ t: Double, _ speed: Double, _ rate: Double, _ phase: Double)
    -> Double
  {
    speed * (t + phase) * exp(-rate * (t + phase))
  }

  static func recording(_ motion: Motion, _ input: inout Input) -> Trace {
    let scales = Scales(&input)
    let a = [1, 0.5, 2, 10, 0.1, 100, 0.01, -1][input.below(8)]
    let b = [1, 0.5, 2, 5, 0.2, 20, 0.05, 1e-6][input.below(8)]
    var channels: [Channel] = []
    func add(_ role: Role, _ axis: Axis = .y, _ value: (Double) -> Double) {
      channels.append(
        Channel(
          role, axis: axis,
          values: (0..<scales.count).map { scales.length * value(scales.time($0)) }))
    }
    switch motion {
    case .noise:
      for role in [Role.offset, .overscroll, .finger, .height, .inner, .delta].prefix(
        1 + input.below(6))
      {
        channels.append(Channel(role, values: (0..<scales.count).map { _ in 0 }))
      }
    case .bounce: add(.offset) { -bounced($0, 2000 * a, 10 * b, 0.02) }
    case .glide: add(.offset) { 1500 * a / (2 * b) * (1 - exp(-2 * b * $0)) }
    case .spring: add(.overscroll) { 100 * a * exp(-5 * b * $0) * cos(12 * $0) }
    case .fall: add(.offset) { 500 * a * $0 - 600 * b * $0 * $0 }
    case .collision:
      add(.offset) { time in
        // Halves its speed at each contact.
        var t = time
        var speed = 1000 * a.magnitude
        let g = 2000 * b
        for _ in 0..<20 where t > 2 * speed / g {
          t -= 2 * speed / g
          speed /= 2
        }
        return speed * t - g * t * t / 2
      }
    case .rubberBand:
      add(.finger) { 400 * a * $0 }
      let d = 600 * b
      add(.offset) { -d * (1 - 1 / (0.55 * 400 * a * $0 / d + 1)) }
    case .stretch:
      add(.offset) { 100 - 150 * a * $0 }
      add(.height) { 200 + max(0, b * (150 * a * $0 - 100)) }
    case .transfer:
      add(.inner) { min(100, 400 * a * (1 - exp(-2 * $0))) }
      add(.offset) { $0 < 0.2 ? 0 : 100 * a * (1 - exp(-2 * b * ($0 - 0.2))) }
    case .session:
      add(.offset) { t in
        switch t {
        case ..<0.3: 0
        case ..<0.6: 300 * a * (t - 0.3)
        case ..<1.6: 90 * a + 900 * a / (2 * b) * (1 - exp(-2 * b * (t - 0.6)))
        case ..<2: 90 * a + 900 * a / (2 * b) * (1 - exp(-2 * b))
        default: -bounced(t - 2, 2000 * a, 10, 0)
        }
      }
    case .wheel:
      add(.delta) { t in t < 0.2 ? 10 * a : 20 * a * exp(-3 * b * (t - 0.2)) }
      if input.below(2) == 1 { add(.delta, .x) { _ in 0 } }
    case .bounceTable:
      channels.append(
        Channel(
          .edgeVelocity, values: (0..<scales.count).map { scales.length * 300 * a * Double($0 + 1) }
        ))
      channels.append(
        Channel(.maxOverscroll, values: channels[0].values.map { $0 / (10 * b * 2.718281828) }))
      if input.below(2) == 1 {
        channels.append(
          Channel(.duration, values: (0..<scales.count).map { 0.3 + 0.02 * Double($0) }))
      }
    case .glideTable:
      channels.append(
        Channel(
          .velocity, values: (0..<scales.count).map { scales.length * 300 * a * Double($0 + 1) }))
      channels.append(Channel(.distance, values: channels[0].values.map { $0 / (2 * b) - 5 }))
      if input.below(2) == 1 {
        channels.append(Channel(.duration, values: (0..<scales.count).map { 1 + 0.1 * Double($0) }))
      }
    }
    var times = scales.times
    let decimals = disturb(&channels, &times, &input)
    for index in channels.indices {
      channels[index].values = channels[index].values.map { $0.isFinite ? $0 : 1 }
      if let decimals {
        channels[index].decimals = decimals
        channels[index].resolution = pow(10, -Double(decimals))
      }
    }
    times = times.map { $0.isFinite ? $0 : 0 }.sorted()
    let isTable = channels.contains { $0.role.isTable }
    return Trace(
      path: "a.csv", name: input.chance(8) ? "b" : nil, metadata: metadata(&input), times: times,
      timing: isTable || input.chance(8)
        ? .assumed(interval: 1 / 60, source: .standard) : .stamps(column: "t_s"),
      channels: channels, phases: phases(times.count, &input))
  }

  /// Rounds, and puts faults in; gives the digits after the point.
  private static func disturb(
    _ channels: inout [Channel], _ times: inout [Double], _ input: inout Input
  ) -> Int? {
    let rounding = input.below(8)
    for _ in 0..<input.below(24) {
      guard !times.isEmpty, !channels.isEmpty else { break }
      let kind = input.below(8)
      let index = input.below(times.count)
      let channel = input.below(channels.count)
      switch kind {
      case 0: channels[channel].values[index] = input.finite()
      case 1: channels[channel].values[index] += Double(Int8(bitPattern: input.byte())) / 16
      case 2: times[index] = input.finite()
      case 3: times[index] += Double(Int8(bitPattern: input.byte())) / 2048
      case 4:
        // A rest from here on.
        let value = channels[channel].values[index]
        for later in index..<times.count { channels[channel].values[later] = value }
      case 5:
        times.remove(at: index)
        for other in channels.indices { channels[other].values.remove(at: index) }
      case 6:
        let shift = input.finite()
        for later in channels[channel].values.indices { channels[channel].values[later] += shift }
      default:
        let size = Double(input.byte()) / 64
        var state = UInt64(input.byte()) &+ 1
        for later in channels[channel].values.indices {
          state = state &* 6_364_136_223_846_793_005 &+ 1
          channels[channel].values[later] += size * (Double(state >> 40) / 8_388_608 - 1)
        }
      }
    }
    let (grid, decimals): (Double?, Int?) =
      switch rounding {
      case 1: (3, 4)
      case 2: (2, 1)
      case 3: (1, 0)
      case 4: (100, 2)
      case 5: (3, nil)
      default: (nil, nil)
      }
    if let grid {
      for index in channels.indices {
        channels[index].values = channels[index].values.map { ($0 * grid).rounded() / grid }
      }
    }
    return decimals
  }

  private static func metadata(_ input: inout Input) -> Metadata {
    let flags = input.byte()
    var metadata = Metadata()
    if flags & 1 != 0 { metadata["edge_top"] = "0" }
    if flags & 2 != 0 { metadata["scale"] = "3" }
    if flags & 4 != 0 { metadata["refresh_hz"] = "60" }
    if flags & 8 != 0 {
      metadata["edge_bottom"] = input.choice(["0", "500", "1e12", "-1e12", "-88"])
    }
    if flags & 16 != 0 { metadata["bounds_height"] = input.choice(["1e12", "600", "0.001", "1"]) }
    if flags & 32 != 0 { metadata["law"] = input.choice(Laws.all.map { $0.description.key }) }
    if flags & 64 != 0 { metadata["interval"] = input.choice(["1/60", "0.000001", "1", "0.01"]) }
    if flags & 128 != 0 { metadata["device"] = "phone" }
    return metadata
  }

  private static func phases(_ count: Int, _ input: inout Input) -> [PhaseSpan]? {
    guard input.chance(8), count > 0 else { return nil }
    var spans: [PhaseSpan] = []
    var start = 0
    while start < count {
      let end = min(count, start + 1 + input.below(40))
      let names = ["drag", "decelerating", "bounce", "rest", "", "momentum", "other", "release"]
      spans.append(PhaseSpan(label: input.choice(names), range: start..<end))
      start = end
    }
    return spans
  }
}
