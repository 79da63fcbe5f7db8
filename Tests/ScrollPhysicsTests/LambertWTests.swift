import RealModule
import ScrollPhysics
import TestSupport
import Testing

struct LambertWTests {
  @Test func `the lower branch matches forty digits to two units in the last place`() {
    var worst = Worst()
    for (arguments, value) in OracleTable("special_functions.csv").values(of: "lambert_w_minus_1") {
      // Two ulps of the value, also next to the branch point: 1 + e x is computed with e to 106 bits,
      // so the double x loses nothing there.
      worst.note(
        lambertWMinusOne(arguments[0]), value, tolerance: 2 * value.ulp, "W(\(arguments[0]))")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the nearest double to -1/e lies below the branch point and gives -1`() {
    #expect(lambertWMinusOne(-0.36787944117144233) == -1)
    // The next double above is the first with a real value; to 40 digits: -1.0000000153042542846...
    #expect(lambertWMinusOne((-0.36787944117144233).nextUp) == -1.0000000153042543)
  }

  @Test(arguments: [
    (-0.0, -Double.infinity), (0.0, -Double.infinity), (-0.3678794411714424, Double.nan),
    (-1, .nan), (1e-300, .nan), (1, .nan), (-.infinity, .nan), (.infinity, .nan), (.nan, .nan),
  ])
  func `outside the domain there is no value, at zero none that is finite`(
    x: Double, expected: Double
  ) {
    let value = lambertWMinusOne(x)
    #expect(value == expected || (value.isNaN && expected.isNaN))
  }

  @Test func `w e^w gives back x`() {
    var worst = Worst()
    for exponent in stride(from: -0.01, through: -307, by: -0.37) {
      let x = -Double.pow(10, exponent) / 2.8
      let w = lambertWMinusOne(x)
      // One ulp of w changes ln|w e^w| by (|w| - 1) ulps of 1; x itself has half an ulp.
      let tolerance = 4 * x.ulp * max(1, w.magnitude)
      worst.note(w * Double.exp(w), x, tolerance: tolerance, "x = \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the subnormal numbers belong to the domain`() {
    let w = lambertWMinusOne(-.leastNonzeroMagnitude)
    // ln of the equation: ln(-w) + w = ln(5e-324) = -744.44...; two ulps of 745.
    #expect((Double.log(-w) + w - Double.log(.leastNonzeroMagnitude)).magnitude < 2.3e-13)
  }

  @Test(arguments: [
    1, 1 + 1e-15, 1 + 1e-9, 1.001, 1.5, 2, 2.0001, 5, 10, 100, 700, 1e4, 1e9, 1e15, 1e100, 1e300,
  ])
  func `the logarithmic form solves s - ln s = u`(u: Double) {
    let s = lambertWMinusOneMagnitude(logarithm: u)
    #expect(s >= 1)
    // Two ulps of s; the equation is solved for the excess over 1, which keeps more digits.
    #expect((s - Double.log(s) - u).magnitude <= 2 * s.ulp)
  }

  @Test func `the logarithmic form next to its end is the root of twice the excess`() {
    // s = 1 + p + p^2/3 + p^3/36 - ... with p = sqrt(2 (u - 1)).
    for excess in [1e-15, 1e-12, 1e-9, 1e-6].map({ 1 + $0 - 1 }) {
      let p = (2 * excess).squareRoot()
      let series = p + p * p / 3 + p * p * p / 36
      let s = lambertWMinusOneMagnitude(logarithm: 1 + excess)
      // The series omits p^4 / 270; and half an ulp of s.
      #expect((s - 1 - series).magnitude <= p * p * p * p / 270 * 1.1 + 1.2e-16)
    }
  }

  @Test func `the logarithmic form continues the plain one`() {
    for x in [-0.3, -0.1, -1e-3, -1e-30, -1e-300] {
      let s = lambertWMinusOneMagnitude(logarithm: -Double.log(-x))
      // The logarithm is rounded: half an ulp of u changes s by s / (s - 1) times that.
      #expect((s + lambertWMinusOne(x)).magnitude <= 3 * s.ulp)
    }
  }

  @Test(arguments: [0.999999, 0, -1, -.infinity, .nan])
  func `the logarithmic form has no value below one`(u: Double) {
    #expect(lambertWMinusOneMagnitude(logarithm: u).isNaN)
  }

  @Test func `the logarithmic form is infinite at infinity`() {
    #expect(lambertWMinusOneMagnitude(logarithm: .infinity) == .infinity)
    #expect(lambertWMinusOneMagnitude(logarithm: 1) == 1)
  }
}
