import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Recordings of every frame and of changes only of the same motions: constants without bias from both.
struct ChangeLogAccuracyTests {
  struct Cell: CustomTestStringConvertible {
    var rate: Double
    var scale: Double
    var seed: UInt64
    var testDescription: String { "\(Int(scale))x, \(Int(rate)) Hz" }

    static let all = [
      Cell(rate: 60, scale: 1, seed: 411), Cell(rate: 60, scale: 3, seed: 412),
      Cell(rate: 120, scale: 1, seed: 413), Cell(rate: 120, scale: 3, seed: 414),
    ]
  }

  static let count = 150

  @Test(arguments: Cell.all)
  func `a log of changes gives k without bias`(_ cell: Cell) throws {
    var random = RandomSource(seed: cell.seed)
    var recovery = Recovery()
    var recorder = Recorder()
    recorder.scale = cell.scale
    recorder.rate = cell.rate
    recorder.logsChangesOnly = true
    for _ in 0..<Self.count {
      let speed = 400 * Double.exp(random.uniform() * Double.log(12.5))
      let glide = Deceleration(
        position: random.uniform(0, 3000), velocity: random.uniform() < 0.5 ? -speed : speed,
        rate: 1.5 * Double.exp(random.uniform() * Double.log(10 / 1.5)))
      let end = glide.duration(stopSpeed: 10)
      recorder.setDuration(end + 0.5)
      let trace = recorder.record(random: &random) { glide.position(at: min($0, end)) }
      guard let fits = try? DecelerationLaw.fit(trace, axis: .y, options: FitOptions()),
        fits.count == 1, fits[0].search.converged
      else {
        recovery.unfitted += 1
        continue
      }
      recovery.add(fits[0], truths: ["k": glide.rate])
    }
    print("changes only, \(cell.testDescription), seed \(cell.seed): \(recovery.summary)")
    #expect(recovery.unfitted == 0)
    // Four standard errors of a share and of a mean of 150; without the frames put back the bias is 0.5 to 2.3.
    #expect(recovery["k"].coverage >= 0.87)
    #expect(recovery["k"].bias.magnitude < 0.33)
    // At 60 Hz and 3x a fast stop may leave out a single frame, or none.
    #expect((recovery.warnings[.changesOnly] ?? 0) > Self.count / 2)
    #expect(recovery.warnings[.framesDropped] == nil)
  }

  @Test(arguments: Cell.all)
  func `a log of changes gives delta without bias`(_ cell: Cell) throws {
    var random = RandomSource(seed: cell.seed + 10)
    var recovery = Recovery()
    var recorder = Recorder()
    recorder.scale = cell.scale
    recorder.rate = cell.rate
    recorder.logsChangesOnly = true
    recorder.setDuration(1.5)
    for _ in 0..<Self.count {
      let bounce = CriticalBounce(
        amplitude: 500 * Double.exp(random.uniform() * Double.log(8)),
        decayRate: random.uniform(9, 13), phase: random.uniform(0, 1 / cell.rate))
      let metadata = Metadata([.init("edge_top", "-88")])
      let trace = recorder.record(metadata: metadata, random: &random) {
        -88 - bounce.position(at: $0)
      }
      guard let fits = try? BounceLaw.fit(trace, axis: .y, options: FitOptions()),
        fits.count == 1, fits[0].search.converged
      else {
        recovery.unfitted += 1
        continue
      }
      recovery.add(fits[0], truths: ["delta": bounce.decayRate])
    }
    print("changes only, \(cell.testDescription), seed \(cell.seed + 10): \(recovery.summary)")
    #expect(recovery.unfitted == 0)
    #expect(recovery["delta"].coverage >= 0.87)
    #expect(recovery["delta"].bias.magnitude < 0.33)
    #expect((recovery.warnings[.changesOnly] ?? 0) > Self.count / 2)
  }

  @Test func `the message says how many samples were put back`() throws {
    var recorder = Recorder()
    recorder.setDuration(3)
    var random = RandomSource(seed: 1)
    let glide = Deceleration(position: 0, velocity: 900, rate: 2)
    let whole = recorder.record(random: &random) { glide.position(at: $0) }
    recorder.logsChangesOnly = true
    let log = recorder.record(random: &random) { glide.position(at: $0) }
    let fit = try #require(
      try DecelerationLaw.fit(log, axis: .y, options: FitOptions()).first)
    let count = fit.samples.used - fit.series.times.count { log.times.contains($0) }
    #expect(count > 10)
    let warning = try #require(fit.warnings.first { $0.code == .changesOnly })
    #expect(warning.message.contains("\(count) of the \(fit.samples.used) samples"))
    // The samples are those of the whole recording, as far as the log goes.
    #expect(fit.series.observed == Array(whole.channels[0].values[..<fit.samples.used]))
    let full = try #require(
      try DecelerationLaw.fit(whole, axis: .y, options: FitOptions()).first)
    #expect(full.warnings.allSatisfy { $0.code != .changesOnly })
  }
}
