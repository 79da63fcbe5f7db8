import CurveFitting
import RealModule
import TestSupport
import Testing

struct DampedOscillationTests {
  private static let table = OracleTable("damped_oscillation.csv")

  /// The slower decay rate in 1/s, and sqrt(|kappa|).
  private static func rates(_ delta: Double, _ kappa: Double) -> (slow: Double, split: Double) {
    let split = kappa.magnitude.squareRoot()
    return (
      kappa < 0 ? kappa.addingProduct(delta, delta) / (delta + split) : delta, split
    )
  }

  /// Compares one column with its table at delta, kappa and t; `size` is the magnitude of the curve without its decay.
  private static func compare(
    _ name: String, size: (_ split: Double, _ t: Double) -> Double,
    _ value: (DampedOscillation, Double) -> Double
  ) -> Worst {
    var worst = Worst()
    for (arguments, expected) in table.values(of: name) {
      let (delta, kappa, t) = (arguments[0], arguments[1], arguments[2])
      let (slow, split) = rates(delta, kappa)
      // The exponent and the angle have one rounding each, of half an ulp; ten ulps for the other
      // operations.
      let ulps = 10 + 2 * (slow * t).magnitude + 2 * split * t
      let tolerance = ulps * 0x1p-53 * Double.exp(-slow * t) * size(split, t)
      let found = value(DampedOscillation(decayRate: delta, kappa: kappa), t)
      // Subnormal numbers have too few digits to compare.
      worst.note(
        found, expected, tolerance: max(tolerance, .leastNormalMagnitude),
        "\(name) at delta \(delta), kappa \(kappa), t \(t)")
    }
    return worst
  }

  @Test func `the curves are those of the power series, at any damping`() {
    let c = Self.compare("c", size: { _, _ in 1 }) { $0.curves(at: $1).c }
    #expect(c.error <= 1, "\(c)")
    let s = Self.compare("s", size: { split, t in min(t, 1 / split) }) { $0.curves(at: $1).s }
    #expect(s.error <= 1, "\(s)")
    #expect(c.count == s.count && c.count > 200)
  }

  @Test func `the derivatives by kappa are those of the power series`() {
    func slopes(_ curves: DampedOscillation, _ t: Double) -> (c: Double, s: Double) {
      curves.slopesByKappa(at: t, curves.curves(at: t))
    }
    let c = Self.compare("c_kappa", size: { split, t in t * min(t, 1 / split) }) {
      slopes($0, $1).c
    }
    #expect(c.error <= 1, "\(c)")
    // For |kappa| t^2 > 1/2 it is a difference of two numbers of size t / |kappa|.
    let s = Self.compare("s_kappa", size: { split, t in t * min(t * t, 1 / (split * split)) }) {
      slopes($0, $1).s
    }
    #expect(s.error <= 1, "\(s)")
    #expect(c.count == s.count && c.count > 200)
  }

  /// -t times the curve, as used by the spring models.
  @Test(arguments: [40.0, 0, -40])
  func `the derivative by delta is -t times the curve`(kappa: Double) {
    let step = 1e-5
    for t in [0.01, 0.1, 0.5, 1] {
      let above = DampedOscillation(decayRate: 10.93 + step, kappa: kappa).curves(at: t)
      let below = DampedOscillation(decayRate: 10.93 - step, kappa: kappa).curves(at: t)
      let here = DampedOscillation(decayRate: 10.93, kappa: kappa).curves(at: t)
      // h^2 t^3 / 6, and the rounding of two numbers over 2 h.
      let tolerance = 1e-10 * here.c.magnitude + 1e-10 * here.s.magnitude + 1e-11
      #expect(((above.c - below.c) / (2 * step) + t * here.c).magnitude <= tolerance)
      #expect(((above.s - below.s) / (2 * step) + t * here.s).magnitude <= tolerance)
    }
  }

  @Test(arguments: [1e-3, 0.1, 1, 3])
  func `nothing jumps at critical damping`(t: Double) {
    let critical = DampedOscillation(decayRate: 10.93, kappa: 0)
    let at = critical.curves(at: t)
    let slopes = critical.slopesByKappa(at: t, at)
    #expect(at.s == t * at.c)
    for kappa in [1e-3, 1e-6, 1e-9, 1e-12, 1e-20, 1e-300, Double.leastNonzeroMagnitude] {
      for sign in [-1.0, 1] {
        let beside = DampedOscillation(decayRate: 10.93, kappa: sign * kappa)
        let found = beside.curves(at: t)
        // First order in kappa; the next order is (kappa t^2)^2 / 24 for c, and less for s.
        let second = kappa * kappa * t * t * t * t / 12
        let c = at.c + sign * kappa * slopes.c
        let s = at.s + sign * kappa * slopes.s
        #expect((found.c - c).magnitude <= (1e-14 + second) * at.c)
        #expect((found.s - s).magnitude <= (1e-14 + second) * at.s)
        let moved = beside.slopesByKappa(at: t, found)
        #expect((moved.c - slopes.c).magnitude <= (1e-14 + kappa * t * t) * slopes.c.magnitude)
        #expect((moved.s - slopes.s).magnitude <= (1e-14 + kappa * t * t) * slopes.s.magnitude)
      }
    }
  }

  @Test func `neither half of a far overdamped curve overflows`() {
    // cosh(5e4) overflows and e^-5e4 underflows; their product has hardly decayed.
    let kappa = 0.2 - 2.5e9
    let curves = DampedOscillation(decayRate: 5e4, kappa: kappa)
    let (c, s) = curves.curves(at: 1)
    let slow = kappa.addingProduct(5e4, 5e4) / (5e4 + (-kappa).squareRoot())
    #expect((c / (Double.exp(-slow) / 2) - 1).magnitude < 1e-12)
    #expect((s / (c / 5e4) - 1).magnitude < 1e-9)
    let slopes = curves.slopesByKappa(at: 1, (c, s))
    #expect(slopes.c.isFinite && slopes.s.isFinite && slopes.s < 0)
    // After a long time everything has decayed to 0, without NaN.
    for kappa in [400, 0, -99.0] {
      let curves = DampedOscillation(decayRate: 10, kappa: kappa)
      let late = curves.curves(at: 1e6)
      #expect(late == (0, 0), "kappa \(kappa)")
      #expect(curves.slopesByKappa(at: 1e6, late) == (0, 0), "kappa \(kappa)")
    }
  }
}
