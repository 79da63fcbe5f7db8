import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Simulated transfers with known constants, rounded to 1/2 pt at 60 Hz: released at 1500 to 3500 pt/s, k of each view
/// from 1.8 to 2.2 1/s, met at the edge after 0.25 to 0.6 s, masses 1 : 2 to 2 : 1.
struct TransferAccuracyTests {
  struct Cell: CustomTestStringConvertible {
    var name: String
    var seed: UInt64
    var isEdgeKnown = false
    var sharesRate = false
    var isInnerFirst = false
    var testDescription: String { name }

    static let all: [Cell] = [
      Cell(name: "the edge seen", seed: 601),
      Cell(name: "the edge known", seed: 602, isEdgeKnown: true),
      Cell(name: "one rate", seed: 603, sharesRate: true),
      Cell(name: "the inner view first", seed: 604, isInnerFirst: true),
    ]
  }

  @Test(arguments: Cell.all)
  func `a transfer is recovered without bias, 95 % intervals hold`(_ cell: Cell) throws {
    var random = RandomSource(seed: cell.seed)
    var recovery = Recovery()
    let count = 1000
    for _ in 0..<count {
      let speed = random.uniform(1500, 3500) * (random.uniform() < 0.5 ? 1 : -1)
      let rates = (random.uniform(1.8, 2.2), random.uniform(1.8, 2.2))
      let glide = Deceleration(
        position: random.uniform(-500, 500), velocity: speed, rate: rates.0)
      let ratio = random.uniform(0.5, 2)
      let handover = Handover(
        glide, distance: glide.distance(at: random.uniform(0.25, 0.6)), massRatio: ratio,
        start: random.uniform(-300, 300), rate: cell.sharesRate ? nil : rates.1)
      let received = try #require(handover.received)
      let time = try #require(handover.time)
      let roles: [Role] = cell.isInnerFirst ? [.inner, .offset] : [.offset, .inner]
      let quantities = [
        RecordedQuantity(roles[0]) { handover.firstPosition(at: $0) },
        RecordedQuantity(roles[1]) { handover.secondPosition(at: $0, stopSpeed: 10) ?? 0 },
      ]
      var recorder = Recorder()
      recorder.scale = 2
      recorder.startTime = random.uniform() / 60
      recorder.setDuration(time + received.duration(stopSpeed: 10) + 0.3)
      var metadata = Metadata()
      if cell.isEdgeKnown {
        metadata.entries.append(
          .init(
            Metadata.edgeKey(axis: .y, offsetsGrowOutward: speed > 0), "\(handover.edge)"))
      }
      let trace = recorder.record(quantities, metadata: metadata, random: &random)
      var options = FitOptions()
      options.sharesRate = cell.sharesRate
      guard let fits = try? TransferLaw.fit(trace, axis: .y, options: options), fits.count == 1,
        fits[0].search.converged
      else {
        recovery.unfitted += 1
        continue
      }
      recovery.add(
        fits[0],
        truths: [
          "mass_ratio": cell.isInnerFirst ? 1 / ratio : ratio,
          "rest_velocity": try #require(handover.restVelocity),
          cell.isInnerFirst ? "k_inner" : "k_outer": glide.rate,
          cell.isInnerFirst ? "k_outer" : "k_inner": received.rate,
          cell.isInnerFirst ? "outer_velocity" : "inner_velocity": received.velocity,
          "handover_time": time - recorder.startTime,
        ])
    }
    print("transfer, \(cell.name), seed \(cell.seed): \(recovery.summary)")
    #expect(recovery.unfitted == 0)
    for (key, tally) in recovery.tallies {
      #expect(tally.count == count, "\(key)")
      // 93 to 97 %, and the binomial deviation of 1000 traces, 0.7 %.
      #expect((0.923...0.977).contains(tally.coverage), "\(key)")
      #expect(tally.bias.magnitude < 0.13, "\(key)")
    }
  }
}
