import RealModule
import ScrollPhysics
import TestSupport
import Testing

/// One spring in all notations.
struct SpringConstantsTests {
  static let oracle = OracleTable("spring_motion.csv")

  @Test func `every notation gives the decay rate and kappa of the table`() {
    var worst = Worst()
    let makers: [(String, ([Double]) -> SpringConstants)] = [
      ("ratio", { SpringConstants(angularFrequency: $0[0], dampingRatio: $0[1]) }),
      ("mass", { SpringConstants(mass: $0[0], stiffness: $0[1], damping: $0[2]) }),
      ("bounce", { SpringConstants(duration: $0[0], bounce: $0[1]) }),
    ]
    for (name, make) in makers {
      for (x, value) in Self.oracle.values(of: "\(name)_delta") {
        worst.note(
          make(x).decayRate, value, tolerance: 1e-15 * value, "\(name) delta \(x)")
      }
      for (x, value) in Self.oracle.values(of: "\(name)_kappa") {
        let constants = make(x)
        // From a mass, kappa is a difference of rounded quotients, which nearly cancel.
        let size = name == "mass" ? constants.stiffnessPerMass : value.magnitude
        worst.note(constants.kappa, value, tolerance: 1.5e-15 * size, "\(name) kappa \(x)")
      }
    }
    for (x, value) in Self.oracle.values(of: "bounce_of") {
      let constants = SpringConstants(decayRate: x[0], kappa: x[1])
      worst.note(
        constants.bounce, value, tolerance: 1.5e-15 * value.magnitude, "bounce of \(x)")
    }
    for (x, value) in Self.oracle.values(of: "slow_rate") {
      let constants = SpringConstants(decayRate: x[0], kappa: x[1])
      worst.note(constants.slowRate, value, tolerance: 1e-15 * value, "slow rate of \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `every notation leads back to itself`() {
    let seed: UInt64 = 20_230_615
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for _ in 0..<2000 {
      let omega = Double.exp(random.uniform(-3...5))
      let zeta = Double.exp(random.uniform(-3...3))
      let mass = Double.exp(random.uniform(-3...3))
      let start = SpringConstants(angularFrequency: omega, dampingRatio: zeta)
      let others = [
        SpringConstants(angularFrequency: start.angularFrequency, dampingRatio: start.dampingRatio),
        SpringConstants(
          mass: mass, stiffness: start.stiffness(mass: mass), damping: start.damping(mass: mass)),
        SpringConstants(
          stiffness: start.stiffness(mass: mass), dampingRatio: start.dampingRatio, mass: mass),
        SpringConstants(response: start.response, dampingFraction: start.dampingRatio),
        SpringConstants(duration: start.response, bounce: start.bounce),
        SpringConstants(decayRate: start.decayRate, kappa: start.kappa),
      ]
      for (index, other) in others.enumerated() {
        let label = "notation \(index), omega \(omega), zeta \(zeta)"
        // Six roundings; a bounce near -1 has lost digits of 1 / zeta, one near 1 has lost digits
        // of zeta.
        let ulps = 2e-15 * (1 + (index == 4 ? zeta + 1 / zeta : 0))
        worst.note(other.decayRate, start.decayRate, tolerance: ulps * start.decayRate, label)
        // From delta and kappa, omega^2 is a difference of numbers larger by zeta^2.
        worst.note(
          other.stiffnessPerMass, omega * omega,
          tolerance: 2e-15 * (1 + (index == 5 ? zeta * zeta : 0)) * omega * omega, label)
        worst.note(
          other.kappa, start.kappa, tolerance: 2 * ulps * (1 + zeta * zeta) * omega * omega, label)
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `published springs`() {
    // Flutter's iOS spring: mass 0.5, stiffness 100, zeta 1.1: omega = sqrt(200), and the damping from its
    // documentation, 2 zeta sqrt(m k) = 15.556.
    let flutter = SpringConstants(stiffness: 100, dampingRatio: 1.1, mass: 0.5)
    #expect((flutter.angularFrequency - 14.142135623730951).magnitude < 1e-14)
    #expect((flutter.damping(mass: 0.5) - 15.556349186104047).magnitude < 1e-14)
    #expect((flutter.decayRate - 15.556349186104047).magnitude < 1e-14)
    #expect((flutter.kappa + 42).magnitude < 1e-13)
    // Compose: stiffness 120, ratio 1.
    let compose = SpringConstants(stiffness: 120, dampingRatio: 1)
    #expect(compose.kappa == 0)
    #expect((compose.decayRate - 10.954451150103322).magnitude < 2e-15)
    // UIScrollView as measured: critical, delta 10.93, stiffness / mass about 119, damping / mass 21.86.
    let uikit = SpringConstants(decayRate: 10.93)
    #expect(uikit.kappa == 0)
    #expect(uikit.dampingRatio == 1)
    #expect(uikit.bounce == 0)
    #expect((uikit.stiffnessPerMass - 119.4649).magnitude < 1e-12)
    #expect(uikit.dampingPerMass == 21.86)
    #expect((uikit.response - 0.57485684).magnitude < 1e-8)
    // SwiftUI's .bouncy: duration 0.5, bounce 0.3: stiffness 157.91, damping 17.59.
    let bouncy = SpringConstants(duration: 0.5, bounce: 0.3)
    #expect((bouncy.stiffnessPerMass - 157.91367041742973).magnitude < 1e-12)
    #expect((bouncy.dampingPerMass - 17.592918860102841).magnitude < 1e-13)
    #expect(bouncy == SpringConstants(duration: 0.5, bounce: 0.3))
    // A bounce of -0.2 is a damping ratio of 1.25: damping 31.416 for a duration of 0.5.
    let flat = SpringConstants(duration: 0.5, bounce: -0.2)
    #expect((flat.dampingRatio - 1.25).magnitude < 1e-15)
    #expect((flat.dampingPerMass - 31.41592653589793).magnitude < 1e-13)
    #expect((flat.bounce + 0.2).magnitude < 1e-15)
  }
}
