import CurveFitting
import RealModule
import TestSupport
import Testing

struct VectorExponentialTests {
  /// Notes the errors of four exponentials in units in the last place.
  static func note(_ x: SIMD4<Double>, in worst: inout Worst) {
    let found = VectorExponential.exp(x)
    for lane in 0..<4 {
      let exact = Extended.exp(Extended(x[lane]))
      let unit = Extended(Double(exact).ulp)
      #if arch(x86_64) || arch(i386)
        let tolerance: Extended = 2
      #else
        // The reference function has rounding errors too.
        let tolerance: Extended = 3
      #endif
      worst.note(
        Double((Extended(found[lane]) - exact) / (tolerance * unit)),
        "\(x[lane]): \(found[lane]), not \(exact)")
    }
  }

  @Test func `exponentials are right to two units in the last place`() {
    let seed: UInt64 = 5_100
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for _ in 0..<50_000 {
      var x = SIMD4<Double>.zero
      for lane in 0..<4 { x[lane] = random.uniform(-708...709) }
      Self.note(x, in: &worst)
      // Most arguments are small.
      Self.note(x / 700, in: &worst)
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `exponentials are right where the reduction changes and at both ends`() {
    var worst = Worst()
    for k in -1021...1022 {
      // Halfway between multiples of ln 2 the remainder is largest; at multiples it is 0.
      for place in [Double(k) * 0.6931471805599453, (Double(k) + 0.5) * 0.6931471805599453] {
        guard place > -708, place < 709 else { continue }
        Self.note(
          SIMD4(place.nextDown, place, place.nextUp, place + 1e-9), in: &worst)
      }
    }
    Self.note(SIMD4(-708, 709, 0, -0.0), in: &worst)
    Self.note(SIMD4(5e-324, -5e-324, 1e-17, -1e-17), in: &worst)
    #expect(worst.error <= 1, "\(worst)")
    #expect(VectorExponential.exp(SIMD4(0, -0.0, 1e-300, -1e-300)) == SIMD4(repeating: 1))
  }

  @Test func `lanes do not mix`() {
    let x = SIMD4(-300.0, 4, 0.25, 600)
    let found = VectorExponential.exp(x)
    for lane in 0..<4 {
      let alone = VectorExponential.exp(SIMD4(repeating: x[lane]))
      #expect(alone == SIMD4(repeating: found[lane]), "lane \(lane)")
    }
  }

  @Test func `cosine and sine of a turn are right to 2e-15`() {
    var worst = Worst()
    for index in -50_000...50_000 {
      let x = Double(index) / 100_000
      let angles = SIMD4(x, -x, x / 3, 0)
      let (cosine, sine) = VectorExponential.turn(angles)
      for lane in 0..<4 {
        let angle = 2 * Double.pi * angles[lane]
        // Absolute: an ulp of 1 in each of the last steps, and that of the angle itself.
        worst.note(cosine[lane], Double.cos(angle), tolerance: 2e-15, "cosine of \(angles[lane])")
        worst.note(sine[lane], Double.sin(angle), tolerance: 2e-15, "sine of \(angles[lane])")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }
}
