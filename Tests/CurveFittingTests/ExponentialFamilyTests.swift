import CurveFitting
import RealModule
import TestSupport
import Testing

struct ExponentialFamilyTests {
  @Test func `columns times coefficients are the value, and the columns are as written`() {
    for family in SlowFit.families {
      for theta in [0.5, 10.9, 200] {
        for x in [0, 0.01, 0.3, 2.0] {
          let columns = family.columns(at: x, theta: theta)
          let slow = SlowFit.columns(family, theta: theta)
          #expect(family.linearCount == slow.count)
          for lane in 0..<4 {
            let expected = lane < slow.count ? slow[lane](x) : 0
            // The shifted abscissa in the exponent is rounded once.
            #expect(
              (columns[lane] - expected).magnitude <= 1e-15 * (1 + theta) * expected.magnitude)
          }
          var coefficients = SIMD4(3, -20, 5, 7.0)
          for lane in family.linearCount..<4 { coefficients[lane] = 0 }
          let value = family.value(at: x, theta: theta, coefficients: coefficients)
          let sizes = columns * coefficients
          // Three roundings of the largest term.
          #expect(
            (value - sizes.sum()).magnitude
              <= 1e-15 * sizes.replacing(with: -sizes, where: sizes .< 0).sum())
        }
      }
    }
  }

  @Test func `the slope in theta is the derivative of the value`() {
    let coefficients = SIMD4(3, -20, 5, 0.0)
    for family in SlowFit.families {
      for theta in [2, 10.9] {
        for x in [0, 0.01, 0.3, 1.5] {
          func central(_ h: Double) -> Double {
            (family.value(at: x, theta: theta + h, coefficients: coefficients)
              - family.value(at: x, theta: theta - h, coefficients: coefficients)) / (2 * h)
          }
          // Richardson extrapolation: rounding of 25 over 1e-2, and an error of h^4 (x + s)^5 / 480 of at most 1e-10.
          let difference = (4 * central(0.005) - central(0.01)) / 3
          let slope = family.slope(at: x, theta: theta, coefficients: coefficients)
          #expect((slope - difference).magnitude < 1e-10 + 1e-9 * slope.magnitude)
        }
      }
    }
  }

  @Test func `a bounce of fixed phase has the derivatives of the table`() {
    let table = OracleTable("bounce_law.csv")
    var worst = Worst()
    for (x, value) in table.values(of: "overscroll_delta") {
      let family = ExponentialFamily(degree: 1, constant: false, fixedShift: x[2])
      let slope = family.slope(at: x[3], theta: x[1], coefficients: SIMD4(x[0], 0, 0, 0))
      // t + phi may cancel, and it is rounded in the exponent.
      let parts = x[2].magnitude + x[3]
      let tau = (x[2] + x[3]).magnitude
      let scale = x[0] * parts * (tau + parts) * Double.exp(-x[1] * (x[2] + x[3]))
      let tolerance = (4 + x[1] * parts) * 2.2e-16 * scale.magnitude + .leastNonzeroMagnitude
      worst.note(slope, value, tolerance: tolerance, "d/d(delta) \(x)")
    }
    for (x, value) in table.values(of: "overscroll_C") {
      let family = ExponentialFamily(degree: 1, constant: false, fixedShift: x[2])
      let parts = x[2].magnitude + x[3]
      let scale = parts * Double.exp(-x[1] * (x[2] + x[3]))
      let tolerance = (4 + x[1] * parts) * 2.2e-16 * scale + .leastNonzeroMagnitude
      worst.note(
        family.columns(at: x[3], theta: x[1])[0], value, tolerance: tolerance, "d/dC \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }
}

struct ObservationsTests {
  @Test(arguments: [1 / 60.0, 1 / 120.0, 0.0167, 1, 3600, 1e-4, 1e-300, 1e300])
  func `a grid from 0 is uniform, however its stamps were made`(step: Double) throws {
    let products = (0..<200).map { Double($0) * step }
    #expect(Observations.uniformStep(of: products) != nil)
    // Quotients have other rounding errors than products.
    let inverse = 1 / step
    let quotients = (0..<200).map { Double($0) / inverse }
    let found = try #require(Observations.uniformStep(of: quotients))
    #expect((found / step - 1).magnitude < 1e-14)
  }

  @Test func `stamps summed up drift off the grid or stay within its tolerance`() {
    var sum = 0.0
    var stamps: [Double] = []
    for _ in 0..<100 {
      stamps.append(sum)
      sum += 1 / 60.0
    }
    if let step = Observations.uniformStep(of: stamps) {
      for index in stamps.indices {
        #expect((stamps[index] - Double(index) * step).magnitude <= 4 * stamps[99].ulp)
      }
    }
  }

  @Test func `what is no grid from 0 is not uniform`() {
    #expect(Observations.uniformStep(of: []) == nil)
    #expect(Observations.uniformStep(of: [0]) == nil)
    #expect(Observations.uniformStep(of: [0, 1]) == nil)
    #expect(Observations.uniformStep(of: [0, 0, 0]) == nil)
    #expect(Observations.uniformStep(of: [1, 2, 3]) == nil)
    #expect(Observations.uniformStep(of: [0, 1, 2.000001]) == nil)
    #expect(Observations.uniformStep(of: [0, 1, 3]) == nil)
    #expect(Observations.uniformStep(of: [0, -1, -2]) == nil)
    #expect(Observations.uniformStep(of: [0, .nan, 2]) == nil)
    #expect(Observations.uniformStep(of: [0, 1, .nan]) == nil)
    #expect(Observations.uniformStep(of: [0, 1, .infinity]) == nil)
    // Time stamps printed to the microsecond.
    let printed = (0..<60).map { (Double($0) / 60 * 1e6).rounded() / 1e6 }
    #expect(Observations.uniformStep(of: printed) == nil)
  }

  @Test func `other abscissae bring their own step`() {
    var observations = Observations(abscissae: [0, 1, 2], values: [3, 2, 1])
    #expect(observations.uniformStep == 1)
    observations.abscissae = [0, 1, 5]
    #expect(observations.uniformStep == nil)
    observations.abscissae = [0, 2, 4]
    #expect(observations.uniformStep == 2)
  }

  @Test func `weights are 1 unless given`() {
    let plain = Observations(abscissae: [0, 1, 2], values: [3, 2, 1])
    #expect(plain.count == 3)
    #expect(plain.weight(1) == 1)
    let weighted = Observations(abscissae: [0, 1, 2], values: [3, 2, 1], weights: [1, 0.5, 0])
    #expect(weighted.weight(1) == 0.5)
  }
}
