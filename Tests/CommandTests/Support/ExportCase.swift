import ScrollFitting
import ScrollPhysics
import Testing

/// A curve to export, and the law that what is exported is held to.
struct ExportCase: Sendable, CustomTestStringConvertible {
  /// A function of an export.
  struct Function: Sendable {
    /// In camel case, as in most languages.
    var name: String
    /// The word before its argument in Swift.
    var label: String
    /// As the laws of the library have it.
    var value: @Sendable (Double) -> Double
  }

  var law: PredictedLaw
  var arguments: [String]
  var functions: [Function]
  /// Where it is compared.
  var places: [Double]
  /// Whether it moves in time.
  var isMotion: Bool
  /// Whether positions are sums over whole milliseconds.
  var isDiscrete = false
  /// The steps of positions that are sums over frames or milliseconds, in s; nil for a curve.
  var step: Double?

  var testDescription: String { ([law.key] + arguments).joined(separator: " ") }

  /// A line such as `bounce v0=2404 delta=10.93`.
  init(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    law = try #require(PredictedLaw(key: words[0]))
    arguments = Array(words.dropFirst())
    var inputs = UncertainConstants()
    for word in arguments {
      let parts = word.split(separator: "=")
      if parts[1] == "discrete" { isDiscrete = true }
      guard let value = Double(String(parts[1])) else {
        inputs.words[String(parts[0])] = String(parts[1])
        continue
      }
      inputs.constants[String(parts[0])] = .init(value)
    }
    let motion = try ConstantMotion(law, inputs: inputs, isDiscrete: isDiscrete)
    if isDiscrete { step = 0.001 }
    if case .engine(let motion, _, _) = motion { step = motion.curve.frameDuration }
    (functions, places, isMotion) = Self.law(motion)
  }

  private static func law(_ motion: ConstantMotion) -> ([Function], [Double], Bool) {
    func moving(
      until end: Double, _ position: @escaping @Sendable (Double) -> Double,
      _ velocity: @escaping @Sendable (Double) -> Double
    ) -> ([Function], [Double], Bool) {
      (
        [
          Function(name: "position", label: "at", value: position),
          Function(name: "velocity", label: "at", value: velocity),
        ], times(end), true
      )
    }
    switch motion {
    case .glide(let glide, let stop, let epsilon):
      let end = stop.map { glide.duration(stopSpeed: $0) } ?? .infinity
      let last = min(end, glide.duration(within: epsilon))
      return moving(until: last) {
        glide.position(at: min($0, end))
      } _: {
        $0 > end ? 0 : glide.velocity(at: $0)
      }
    case .coast(let glide, let epsilon):
      return moving(
        until: glide.duration(within: epsilon), { glide.position(at: $0) },
        { glide.velocity(at: $0) })
    case .bounce(let spring, let settle), .spring(let spring, let settle):
      return moving(
        until: spring.settleTime(threshold: settle) ?? 1, { spring.position(at: $0) },
        { spring.velocity(at: $0) })
    case .fling(let fling, let settle, let epsilon):
      return moving(
        until: fling.duration(settleThreshold: settle, epsilon: epsilon) ?? 1,
        { fling.position(at: $0) }, { fling.velocity(at: $0) })
    case .fall(let fall, let height):
      return moving(
        until: fall.time(falling: height) ?? 1, { fall.position(at: $0) },
        { fall.velocity(at: $0) })
    case .collision(let collision, let rebounds):
      let rest = collision.restTime
      return moving(
        until: rest.isFinite ? rest : collision.contactTime(rebounds + 1) ?? 1,
        { collision.position(at: $0) }, { collision.velocity(at: $0) })
    case .transfer(let handover, let stop, let epsilon):
      let time = handover.time ?? 0
      let received = handover.received ?? Deceleration(velocity: 0, rate: 1)
      let end = stop.map { received.duration(stopSpeed: $0) } ?? .infinity
      return (
        [
          Function(name: "outerPosition", label: "at") { handover.firstPosition(at: $0) },
          Function(name: "outerVelocity", label: "at") {
            $0 >= time ? 0 : handover.glide.velocity(at: $0)
          },
          Function(name: "innerPosition", label: "at") {
            handover.secondPosition(at: $0, stopSpeed: stop ?? 0) ?? .nan
          },
          Function(name: "innerVelocity", label: "at") {
            $0 < time || $0 - time > end ? 0 : received.velocity(at: $0 - time)
          },
        ], times(time + min(end, received.duration(within: epsilon))), true
      )
    case .engine(let motion, _, let threshold):
      return moving(
        until: motion.end < .infinity ? motion.end : motion.duration(within: threshold),
        { motion.position(at: $0) }, { motion.velocity(at: $0) })
    case .drag(let drag, let d, _):
      let overscroll = Function(name: "overscroll", label: "travel") {
        drag.overscroll(travel: $0, dimension: d)
      }
      let slope = Function(name: "slope", label: "travel") { drag.slope(travel: $0, dimension: d) }
      let isStraight = if case .proportional = drag { true } else { false }
      return (
        isStraight ? [overscroll] : [overscroll, slope], [0, 1e-9, 1, 15, 200, 900, 3000], false
      )
    case .rubberBand(let band, _):
      let d = band.dimension
      return (
        [
          Function(name: "overscroll", label: "travel") { band.overscroll(travel: $0) },
          Function(name: "travel", label: "overscroll") {
            band.travel(overscroll: $0) ?? ($0 < 0 ? -.infinity : .infinity)
          },
          Function(name: "slope", label: "travel") { band.slope(travel: $0) },
        ], [0, 1e-9, 1, 15, -40, 200, d * 0.99, d, -d, 3 * d, -5 * d, 1e9], false
      )
    case .stretch(let header, _):
      let start = header.breakpoint
      return (
        [Function(name: "height", label: "offset") { header.height(offset: $0) }],
        [start, start - 1e-9, start - 50, start - 200, start + 80, 0], false
      )
    }
  }

  /// The start, the end, before and after both, and many between that no frame is near.
  private static func times(_ end: Double) -> [Double] {
    // Not long before 0: the two exponentials of a spring are beyond numbers there.
    [0, 1e-9, end, -0.01, -min(1, end / 7), end * 1.25, end + 10]
      + (1...40).map { end * Double($0 * 37 % 101) / 101.37 }
  }

  /// The largest size of a function among its places: what errors are relative to.
  func size(_ function: Function) -> Double {
    places.map { function.value($0).magnitude }.filter(\.isFinite).max() ?? 0
  }
}
