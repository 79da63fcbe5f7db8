internal import RealModule

/// (1 - e^(-u)) / u: 1 at u = 0, exact next to it.
func meanDecay(_ u: Double) -> Double {
  guard u != 0 else { return 1 }
  return -Double.expMinusOne(-u) / u
}

/// (u - 1 + e^(-u)) / u^2: 1/2 at u = 0, where the closed form loses every digit.
func meanLoss(_ u: Double) -> Double {
  guard u.magnitude < 1 else { return (1 - meanDecay(u)) / u }
  // sum (-u)^n / (n + 2)!
  var term = 0.5
  var sum = term
  var n = 3.0
  while term.magnitude > 1e-17 {
    term *= -u / n
    sum += term
    n += 1
  }
  return sum
}

/// ln(1 + z) / z: 1 at z = 0, exact next to it.
func meanLogarithm(_ z: Double) -> Double {
  guard z != 0 else { return 1 }
  guard z < .infinity else { return 0 }
  return Double.log(onePlus: z) / z
}

/// (z - ln(1 + z)) / z^2: 1/2 at z = 0.
func meanLogarithmLoss(_ z: Double) -> Double {
  // The cube of a smaller z is beyond the last digit, and its square may underflow.
  guard z.magnitude > 1e-8 else { return 0.5 - z / 3 }
  return -logOnePlusMinusArgument(z) / (z * z)
}
