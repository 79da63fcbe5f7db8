import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// Motions of laws that `identify` does not know: it may say what comes near, but is not sure of it.
@Suite struct LackingLawTests {
  /// What moves the content, in pt from where it rested, so many s after it starts.
  enum Law: String, CaseIterable, Sendable {
    /// A return with a pole of the third order, near a spring.
    case triplePole
    /// v' = -k v - c v^2, near a spring that creeps.
    case mixedDrag

    /// - Parameter part: from 0 to 1, which of its motions.
    func way(_ t: Double, part: Double) -> Double {
      switch self {
      case .triplePole:
        let z = (8 + 10 * part) * t
        return 300 - 300 * (1 + 1.8 * (1 - part) * z + z * z / 2) * Double.exp(-z)
      case .mixedDrag:
        let (speed, k) = (1500 + 2000 * part, 1.2 + 1.5 * (1 - part))
        let c = 1.2 * k / speed
        return Double.log(onePlus: -c * speed / k * Double.expMinusOne(-k * t)) / c
      }
    }
  }

  /// A recording that rests, moves by a law from a time between two frames, and rests.
  private static func trace(
    rate: Double, quantum: Double, start: Double, seconds: Double, _ way: (Double) -> Double
  ) -> Trace {
    let times = (0..<Int(seconds * rate)).map { Double($0) / rate }
    let values = times.map { time in
      ((50 + (time > start ? way(time - start) : 0)) / quantum).rounded() * quantum
    }
    return Trace(times: times, channels: [Channel(.offset, values: values)])
  }

  @Test(arguments: Law.allCases)
  func `nothing is sure that leaves a sample more than its rounding`(law: Law) {
    var near = 0
    for index in 0..<10 {
      let part = Double(index) / 9
      let quantum = [1, 0.5, 1 / 3.0][index % 3]
      let trace = Self.trace(
        rate: index % 2 == 0 ? 60 : 120, quantum: quantum, start: 0.2 + 0.013 * part, seconds: 4
      ) { law.way($0, part: part) }
      for motion in Identification(trace).motions {
        near += motion.laws.confidence == .likely ? 1 : 0
        // The curve of least squares may leave a little more than the best one.
        if motion.laws.confidence == .sure, let answer = motion.laws.answer {
          #expect(answer.max < 0.6 * quantum, "\(law) \(part): \(answer.law.key) \(answer.max)")
        }
      }
    }
    // They are near enough to be taken for one.
    #expect(near > 3)
  }

  @Test(arguments: [0.1, 0.4, 0.7, 0.95])
  func `a spring that starts at full speed between two frames is sure, without the sample at rest`(
    _ part: Double
  ) throws {
    let spring = Spring(
      SpringConstants(angularFrequency: 30, dampingRatio: 0.3),
      from: MotionState(position: -800, velocity: 12_000))
    let trace = Self.trace(rate: 60, quantum: 0.5, start: (12 - part) / 60, seconds: 1.5) {
      800 + spring.position(at: $0)
    }
    let motion = try #require(Identification(trace).motions.first)
    #expect(motion.laws.law.key == "spring" && motion.laws.confidence == .sure)
    // That sample is on no curve: with it, errors of the times would have to excuse points.
    #expect(motion.window.lowerBound > 11.5 / 60)
    #expect(try #require(motion.laws.answer).max < 0.4)
  }
}
