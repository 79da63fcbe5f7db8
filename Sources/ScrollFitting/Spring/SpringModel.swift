internal import CurveFitting

/// A spring as a curve that is linear in a, b and the constant, searched over the free ones of delta and kappa.
struct SpringModel: SeparableModel {
  let abscissae: [Double]
  /// The step of the abscissae if they form a grid from 0 on; otherwise nil.
  let uniformStep: Double?
  let hasConstant: Bool
  /// The fixed parameters; nil for free ones.
  let fixed: (decayRate: Double?, kappa: Double?)

  var rowCount: Int { abscissae.count }
  var nonlinearCount: Int { (fixed.decayRate == nil ? 1 : 0) + (fixed.kappa == nil ? 1 : 0) }
  var linearCount: Int { hasConstant ? 3 : 2 }

  /// delta and kappa at a point of the search.
  func pair(_ theta: [Double]) -> (decayRate: Double, kappa: Double) {
    (fixed.decayRate ?? theta[0], fixed.kappa ?? theta[nonlinearCount - 1])
  }

  func point(_ pair: (decayRate: Double, kappa: Double)) -> [Double] {
    (fixed.decayRate == nil ? [pair.decayRate] : []) + (fixed.kappa == nil ? [pair.kappa] : [])
  }

  func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
    let (decayRate, kappa) = pair(theta)
    guard decayRate > 0, kappa.addingProduct(decayRate, decayRate) > 0 else { return false }
    let curves = DampedOscillation(decayRate: decayRate, kappa: kappa)
    let byKappa = nonlinearCount - 1
    let values = curves.curves(at: abscissae, uniformStep: uniformStep)
    for row in abscissae.indices {
      let time = abscissae[row]
      let (c, s) = (values[row].x, values[row].y)
      matrices[row, 0] = c
      matrices[row, 1] = s
      if hasConstant { matrices[row, 2] = 1 }
      if fixed.decayRate == nil {
        matrices[row, 0, by: 0] = -time * c
        matrices[row, 1, by: 0] = -time * s
      }
      if fixed.kappa == nil {
        let slopes = curves.slopesByKappa(at: time, (c, s))
        matrices[row, 0, by: byKappa] = slopes.c
        matrices[row, 1, by: byKappa] = slopes.s
      }
    }
    return true
  }
}
