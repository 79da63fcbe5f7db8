internal import RealModule

/// The lower real branch of the Lambert W function: the solution w <= -1 of w e^w = x.
///
/// Defined for -1/e <= x < 0. The nearest double to -1/e lies 1.2e-17 below it and gives -1, the next
/// one up gives -1 - 1.53e-8; the limit at 0 is -infinity; outside the domain the result is NaN.
/// Accurate to a unit in the last place, also next to the branch point.
///
/// Source: Corless, Gonnet, Hare, Jeffrey & Knuth, "On the Lambert W function" (1996).
package func lambertWMinusOne(_ x: Double) -> Double {
  guard x < 0 else { return x == 0 ? -.infinity : .nan }
  // 1 + e x with both halves of e: next to the branch point every digit of it counts.
  let distance = 1.0.addingProduct(eHigh, x).addingProduct(eLow, x)
  guard distance >= 0 else { return distance > -1e-16 ? -1 : .nan }
  // -log(-e x); the logarithm itself where 1 + e x has no more digits than x.
  let excess = distance < 0.5 ? -Double.log(onePlus: -distance) : -Double.log(-x) - 1
  return -1 - solveExcess(excess)
}

/// The solution s >= 1 of s - ln s = u for u >= 1, that is -W_-1(-e^(-u)).
///
/// The form to use where e^(-u) would underflow. NaN for u < 1.
package func lambertWMinusOneMagnitude(logarithm u: Double) -> Double {
  guard u >= 1 else { return .nan }
  return 1 + solveExcess(u - 1)
}

/// The solution w > 0 of w + ln w = u, that is W_0(e^u): the principal branch at a positive argument.
///
/// The form to use where e^u would overflow. 0 where u is below the logarithm of the smallest number.
///
/// By steps of the fourth order: two or three from the start reach the last digit.
/// Source: Fritsch, Shafer & Crowley, "Solution of the transcendental equation w e^w = x" (1973).
func lambertW(logarithm u: Double) -> Double {
  guard u < .infinity else { return u }
  var w: Double
  if u > 1 {
    w = u - Double.log(u)
  } else {
    let x = Double.exp(u)
    w = x / (1 + x)
  }
  guard w > 0 else { return w }
  for _ in 0..<50 {
    let miss = u - w - Double.log(w)
    let first = 1 + w
    let second = 2 * first * (first + 2 / 3.0 * miss)
    let step = w * miss / first * (second - miss) / (second - 2 * miss)
    w = max(w + step, w / 8)
    // The next step would be the fourth power of this one.
    if step.magnitude <= 1e-4 * w { break }
  }
  return w
}

/// e as the sum of two doubles.
private let eHigh = 2.718281828459045
private let eLow = 1.4456468917292502e-16

/// The solution d >= 0 of d - ln(1 + d) = m, m >= 0.
private func solveExcess(_ m: Double) -> Double {
  guard m > 0 else { return m == 0 ? 0 : .nan }
  guard m < .infinity else { return .infinity }
  var d: Double
  if m < 1 {
    let p = (2 * m).squareRoot()
    d = p * (1 + p * (1 / 3.0 + p * (1 / 36.0 - p / 270)))
  } else {
    d = m + Double.log(1 + m + Double.log(1 + m))
  }
  // Halley; the start has two to four digits, each step triples them.
  for _ in 0..<6 {
    let miss = -logOnePlusMinusArgument(d) - m
    let slope = d / (1 + d)
    let newton = miss / slope
    let step = newton / (1 - newton / (2 * d * (1 + d)))
    d -= step
    if step.magnitude <= 1e-16 * d { break }
  }
  return d
}

/// ln(1 + d) - d without the cancellation at small d.
func logOnePlusMinusArgument(_ d: Double) -> Double {
  guard d.magnitude < 0.4 else { return Double.log(onePlus: d) - d }
  // ln(1+d) = 2 atanh r with r = d/(2+d), and 2r - d = -r d.
  let r = d / (2 + d)
  let square = r * r
  var sum = 0.0
  var power = square
  var divisor = 3.0
  while power > 1e-18 * sum || divisor < 5 {
    sum += power / divisor
    power *= square
    divisor += 2
    if power == 0 { break }
  }
  return r * (2 * sum - d)
}
