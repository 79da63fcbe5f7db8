internal import CurveFitting
internal import RealModule

extension BounceLaw: MappedLaw {
  static func objective(of fit: Fit) -> (any MappedObjective)? {
    guard fit.parameters.prefix(3).allSatisfy({ $0.value != nil && !$0.isFixed }) else {
      return nil
    }
    return BounceObjective(fit)
  }
}

/// The sum of squares of a bounce over (C, delta) at the best phi.
///
/// For a given delta it is a quadratic form in P = C e^(-delta phi) and P phi, so a point needs no pass over the
/// samples: sum w (y - P (t + phi) E)^2 = Y - 2 P (H1 + phi H0) + P^2 (G2 + 2 phi G1 + phi^2 G0) with E = e^(-delta t),
/// Hj = sum w t^j E y, Gj = sum w t^j E^2, Y = sum w y^2.
struct BounceObjective: MappedObjective {
  let keys = (first: "C", second: "delta")
  let isFirstOuter = false
  let eliminated = ["phi"]
  let search = "from (0, 0, 0) by steps of 1 pt/s, 0.01 1/s and 0.001 s"
  private let observations: Observations

  init(_ fit: Fit) {
    // A constant in the fit keeps its value.
    observations = fit.observations(from: fit["rest_offset"]?.value ?? 0)
  }

  func section(at delta: Double) -> (Double) -> Double {
    var y = 0.0
    var h = (0.0, 0.0)
    var g = (0.0, 0.0, 0.0)
    for index in 0..<observations.count {
      let (time, value) = (observations.abscissae[index], observations.values[index])
      let weight = observations.weight(index)
      let decay = Double.exp(-delta * time)
      y += weight * value * value
      h.0 += weight * decay * value
      h.1 += weight * decay * value * time
      g.0 += weight * decay * decay
      g.1 += weight * decay * decay * time
      g.2 += weight * decay * decay * time * time
    }
    let span = observations.abscissae.last ?? 1
    return { amplitude in
      func sum(_ phase: Double) -> Double {
        let p = amplitude * Double.exp(-delta * phase)
        return y - 2 * p * (h.1 + phase * h.0)
          + p * p * (g.2 + 2 * phase * g.1 + phase * phase * g.0)
      }
      // Far from the fit, the best phi is many time constants: positions in geometric progression reach it.
      let near = (-64...64).map { span * Double($0) / 64 }
      let far = (1...64).map { span * Double.exp(0.15 * Double($0)) }
      return GoldenSection.minimum(scanning: near + far, steps: 28, sum).value
    }
  }

  func walk(budget: Int) -> ObjectiveWalk {
    walk(
      BounceDescent(observations, start: .zero, free: [true, true, true, false]),
      steps: ParameterVector(1, 0.01, 0.001), lanes: (0, 1), budget: budget)
  }
}
