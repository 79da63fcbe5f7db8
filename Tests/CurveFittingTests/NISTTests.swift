import CurveFitting
import Testing

/// The 27 certified problems of the NIST Statistical Reference Datasets, from both certified starts.
struct NISTTests {
  /// One fit compared with its certified numbers.
  struct Score {
    let fit: SeparableFit
    let parameters: [Double]
    let deviations: [Double]
    let sumOfSquares: Double

    init(_ problem: NISTProblem, start: Int, options: SeparableFit.Options = .init()) {
      fit = SeparableFit(
        problem.model, values: problem.values, start: problem.start(start), options: options)
      let found = problem.inFileOrder(fit)
      parameters = zip(found.estimates, problem.certified).map { NISTProblem.digits($0, $1[2]) }
      deviations = zip(found.deviations, problem.certified).map { NISTProblem.digits($0, $1[3]) }
      sumOfSquares = NISTProblem.digits(fit.sumOfSquares, problem.sumOfSquares)
    }
  }

  @Test(arguments: NISTProblem.all, [1, 2])
  func `every parameter, standard deviation and sum of squares is the certified one`(
    problem: NISTProblem, start: Int
  ) throws {
    let score = Score(problem, start: start)
    #expect(score.fit.converged, "\(score.fit.reason)")
    // The requirement: 6 digits in every parameter.
    #expect(try #require(score.parameters.min()) >= 6, "\(score.parameters)")
    // Lanczos1 has residuals of 1e-13 at values of 2.5; double precision keeps 2 to 3 digits of them.
    let exact = problem.name == "Lanczos1"
    #expect(try #require(score.deviations.min()) >= (exact ? 1.5 : 6), "\(score.deviations)")
    #expect(score.sumOfSquares >= (exact ? 1.2 : 6))
  }

  @Test func `matching digits on average`() {
    func column(_ value: Double) -> String {
      let tenths = Int((10 * value).rounded())
      let text = "\(tenths / 10).\(tenths % 10)"
      return String(repeating: " ", count: 6 - text.count) + text
    }
    var lines: [String] = []
    var all = (parameters: [Double](), deviations: [Double]())
    var worst = (parameters: [Double](), deviations: [Double]())
    var solved = 0
    for problem in NISTProblem.all {
      for start in 1...2 {
        let score = Score(problem, start: start)
        let least = (score.parameters.min() ?? 0, score.deviations.min() ?? 0)
        all.parameters += score.parameters
        all.deviations += score.deviations
        worst.parameters.append(least.0)
        worst.deviations.append(least.1)
        if least.0 >= 6 { solved += 1 }
        let name = problem.name + String(repeating: " ", count: 9 - problem.name.count)
        lines.append(
          "\(name) \(start) \(column(least.0)) \(column(least.1)) \(column(score.sumOfSquares))"
            + "  \(score.fit.iterations) steps, \(score.fit.evaluations) evaluations, "
            + score.fit.reason)
      }
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    print("worst matching digits: parameters, standard deviations, sum of squares")
    print(lines.joined(separator: "\n"))
    print(
      "solved \(solved) of 54; mean digits: parameters\(column(mean(all.parameters))), their worst"
        + " a fit\(column(mean(worst.parameters))); standard deviations"
        + "\(column(mean(all.deviations))), worst\(column(mean(worst.deviations)))")
    #expect(solved == 54)
    // MINPACK's lmder with tight tolerances reaches 9.2 and 8.9.
    #expect(mean(worst.parameters) >= 9.2)
    #expect(mean(worst.deviations) >= 8.9)
  }
}
