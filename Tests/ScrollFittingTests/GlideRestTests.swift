import Foundation
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Where and at what speed glides of known constants end, and that none is taken for a bounce.
///
/// |v0| is drawn log-uniformly from 600 to 4000 pt/s with either sign, k within 3 % of the cell's, x0 uniformly.
/// `SCROLLFIT_RESTS=1000` counts so many recordings a cell. Tests/Studies/glide_rests.py counts more screens, rates and speeds.
struct GlideRestTests {
  private static let count =
    ProcessInfo.processInfo.environment["SCROLLFIT_RESTS"].flatMap(Int.init)

  /// Recordings of a cell in every run of the tests.
  private static let quick = 30

  struct Cell: CustomTestStringConvertible {
    /// The speed in pt/s at which the content stops; 0 for never.
    var stop: Double
    var rate: Double
    var scale: Double
    var frames = 60.0
    /// How long the recording goes on after the stop, in s.
    var after = 3.0
    var testDescription: String {
      "stop \(stop) pt/s, k \(rate), \(Int(scale))x, \(Int(frames)) Hz, \(after) s more"
    }
    var seed: UInt64 {
      UInt64(stop * 2 + 100 * rate + 10_000 * scale + 1e6 * frames + 1e9 * (after + 1))
    }

    static let few: [Cell] = [
      Cell(stop: 1, rate: 2, scale: 2),
      Cell(stop: 0.5, rate: 2, scale: 3, after: 0.5),
      Cell(stop: 5, rate: 2, scale: 2, frames: 120),
      Cell(stop: 10, rate: 2, scale: 3),
      Cell(stop: 10, rate: 2, scale: 3, after: 0),
      Cell(stop: 2, rate: 10, scale: 1),
      Cell(stop: 12, rate: 10, scale: 2),
      Cell(stop: 0, rate: 2, scale: 2),
      Cell(stop: 0, rate: 10, scale: 3, after: 0),
    ]

    static let all: [Cell] = [0, 0.5, 1, 2, 5, 10, 12].flatMap { stop in
      [1.5, 2, 4, 10].flatMap { rate in
        [1.0, 2, 3].flatMap { scale in
          [60.0, 120].flatMap { frames in
            [0, 0.5, 3].map {
              Cell(stop: stop, rate: rate, scale: scale, frames: frames, after: $0)
            }
          }
        }
      }
    }
  }

  struct Tally {
    var stated: [String: Int] = [:]
    var covered: [String: Int] = [:]
    var unfitted = 0
    var unlike = 0

    mutating func add(_ key: String, _ estimate: Estimate?, _ truth: Double) {
      guard let interval = estimate?.interval else { return }
      stated[key, default: 0] += 1
      if interval.contains(truth) { covered[key, default: 0] += 1 }
    }

    var text: String {
      stated.keys.sorted().map { "\($0) \(covered[$0] ?? 0) of \(stated[$0] ?? 0)" }
        .joined(separator: ", ")
    }
  }

  private static func glide(
    _ cell: Cell, _ random: inout RandomSource
  ) -> (motion: Deceleration, end: Double) {
    let speed = 600 * Double.exp(random.uniform() * Double.log(4000.0 / 600))
    let motion = Deceleration(
      position: random.uniform(0, 50), velocity: random.uniform() < 0.5 ? -speed : speed,
      rate: cell.rate * random.uniform(0.97, 1.03))
    return (motion, cell.stop > 0 ? motion.duration(stopSpeed: cell.stop) : .infinity)
  }

  private static func tally(_ cell: Cell, count: Int, joins: Bool) -> Tally {
    var random = RandomSource(seed: cell.seed)
    var recorder = Recorder()
    recorder.scale = cell.scale
    recorder.rate = cell.frames
    var tally = Tally()
    for _ in 0..<count {
      let (motion, end) = glide(cell, &random)
      recorder.setDuration(min(end, motion.duration(within: 0.3)) + cell.after)
      let trace = recorder.record(random: &random) { motion.position(at: min($0, end)) }
      guard let fits = try? DecelerationLaw.fit(trace, axis: .y, options: FitOptions()),
        fits.count == 1, fits[0].search.converged
      else {
        tally.unfitted += 1
        continue
      }
      let fit = fits[0]
      let begun = fit.window?.lowerBound ?? 0
      let rest = motion.position(at: end)
      tally.add("rest_offset", fit["rest_offset"], rest)
      tally.add("distance", fit["distance"], (rest - motion.position(at: begun)).magnitude)
      if cell.stop > 0 {
        tally.add("stop_velocity", fit["stop_velocity"], cell.stop)
        tally.add("duration", fit["duration"], end - begun)
      } else {
        tally.add("stop_velocity", fit["stop_velocity"], 0)
        tally.add("duration", fit["duration"], motion.duration(within: 0.1) - begun)
      }
      guard joins else { continue }
      let other = TraceResult(splitting: trace, axis: nil, options: FitOptions()).fits.first
      if ["rest_offset", "distance", "duration", "stop_velocity"].contains(where: {
        (other?[$0]?.value == nil) != (fit[$0]?.value == nil)
      }) {
        tally.unlike += 1
      }
    }
    return tally
  }

  private func expect(_ tally: Tally) {
    for (key, stated) in tally.stated {
      // Four standard deviations of a true 95 %, and one recording: a few dozen may be all that state a value.
      let least = 0.95 * Double(stated) - 4 * (0.0475 * Double(stated)).squareRoot() - 1
      #expect(Double(tally.covered[key] ?? 0) >= least, "\(key)")
    }
  }

  @Test(arguments: Cell.few)
  func `a stop is where it was or not stated, and all commands agree`(_ cell: Cell) {
    let tally = Self.tally(cell, count: Self.quick, joins: true)
    print("\(cell): \(tally.text), unlike \(tally.unlike)")
    expect(tally)
    #expect(tally.unfitted == 0)
    #expect(tally.unlike <= 2)
    // What creeps, or ends with the recording, has no stopping speed.
    if cell.stop == 0 || cell.after == 0 { #expect(tally.stated["stop_velocity", default: 0] <= 1) }
    // A fast stop shows where the recording goes on.
    if cell.stop >= 10, cell.after > 0 { #expect(tally.stated["stop_velocity"] == Self.quick) }
    // An endless glide rests at its limit.
    if cell.stop == 0, cell.after > 0 {
      #expect(tally.stated["rest_offset", default: 0] >= Self.quick * 9 / 10)
    }
  }

  @Test(.enabled(if: count != nil), arguments: Cell.all)
  func `the study of rests is made anew`(_ cell: Cell) throws {
    let count = try #require(Self.count)
    let tally = Self.tally(cell, count: count, joins: false)
    print("\(cell): \(tally.text)")
    expect(tally)
  }

  // MARK: - Bounces

  /// How a recording of a glide begins.
  enum Beginning: String, CaseIterable {
    case glide, drag, rest, edge
  }

  /// A finger's path in s before the release, ending at offset 0 with the glide's velocity.
  private static func drag(_ speed: Double, _ random: inout RandomSource) -> (Double) -> Double {
    let duration = random.uniform(0.06, 0.5)
    let power = Double(1 + Int.random(in: 0..<3, using: &random))
    let over = random.uniform(0.8, 1.4)
    func path(_ share: Double) -> Double {
      speed * duration
        * (over * Double.pow(share, power + 1) / (power + 1)
          + (1 - over) * Double.pow(share, power + 3) / (power + 3))
    }
    return { path(max(0, 1 + $0 / duration)) - path(1) }
  }

  private static func recordings(_ beginning: Beginning, count: Int, seed: UInt64) -> [Trace] {
    var random = RandomSource(seed: seed)
    return (0..<count).map { _ in
      var recorder = Recorder()
      recorder.scale = Double(1 + Int.random(in: 0..<3, using: &random))
      recorder.rate = random.uniform() < 0.5 ? 60 : 120
      let speed = 200 * Double.exp(random.uniform() * Double.log(25))
      let rate = 1.5 * Double.exp(random.uniform() * Double.log(10 / 1.5))
      let stops: [Double] = [0, 0.5, 1, 2, 5, 10, 12]
      let stop = stops.randomElement(using: &random) ?? 0
      let motion = Deceleration(velocity: speed, rate: rate)
      let end = stop > 0 ? motion.duration(stopSpeed: stop) : .infinity
      let finger = drag(speed, &random)
      let lead = beginning == .drag ? 0.5 : beginning == .rest ? random.uniform(0.2, 1) : 0
      let edge = beginning == .edge ? motion.limitDistance * random.uniform(0.3, 0.98) : .infinity
      let offset = random.uniform(0, 1000)
      let sign = random.uniform() < 0.5 ? -1.0 : 1.0
      let rests: [Double] = [0, 0.2, 1, 3]
      let after = rests.randomElement(using: &random) ?? 0
      recorder.setDuration(lead + min(end, motion.duration(within: 0.3)) + after)
      return recorder.record(random: &random) { time in
        let time = time - lead
        let way =
          time >= 0
          ? min(edge, motion.position(at: min(time, end))) : beginning == .drag ? finger(time) : 0
        return offset + sign * way
      }
    }
  }

  @Test(arguments: Beginning.allCases)
  func `a glide is no bounce, and where it rests is no edge`(_ beginning: Beginning) {
    // 4000 recordings of a beginning have none, so that less than 1 in 1000 is sure; 60 would show 1 in 20.
    let count = Self.count.map { 4 * $0 } ?? 60
    var bounces = 0
    var edges = 0
    for trace in Self.recordings(beginning, count: count, seed: 911) {
      let result = TraceResult(splitting: trace, axis: nil, options: FitOptions())
      let isBounce = result.phases.contains { [.bounce, .release].contains($0.kind) }
      bounces += isBounce ? 1 : 0
      edges += result.phases.contains { $0.edge?.source == .inferred } ? 1 : 0
    }
    print("\(beginning): \(bounces) bounces and \(edges) edges in \(count)")
    #expect(bounces <= count / 1000)
    #expect(edges <= count / 1000)
  }
}
