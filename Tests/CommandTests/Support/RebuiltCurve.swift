#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The curve of a fit from what JSON says of it, by the formulas of Docs and nothing else.
struct RebuiltCurve {
  private let fit: JSONValue
  private let sampling: JSONValue

  init(_ fit: JSONValue, of result: JSONValue) {
    self.fit = fit
    sampling = result["sampling"]
  }

  private func constant(_ key: String) -> Double {
    fit["parameters"][key]["value"].double ?? fit["derived"][key]["value"].double ?? 0
  }

  /// The values at the abscissae listed; nil for a law that is not known.
  func values() -> [Double]? {
    let abscissae = fit["series"]["abscissae"].elements.compactMap(\.double)
    guard fit["law"] != .string("transfer") else { return transfer(abscissae) }
    guard let curve else { return nil }
    return abscissae.map(curve)
  }

  private var curve: ((Double) -> Double)? {
    switch fit["law"].string {
    case "bounce": bounce
    case "decelerate": fit["series"]["interval_s"].isNull ? decelerate : momentum
    case "rubber-band":
      { [c = constant("c"), d = constant("d")] x in d * c * x / (c * x + d) }
    case "spring": spring
    case "gravity":
      { [y = constant("y0"), v = constant("v0"), g = constant("g")] t in y + v * t + g * t * t / 2 }
    case "collision": collision
    case "resistance":
      { [x = constant("x0"), v = constant("v0"), r = constant("r")] t in
        x - v * expm1(-r * t) / r
      }
    case "stretch": stretch
    default: nil
    }
  }

  private func bounce(_ t: Double) -> Double {
    let time = t + constant("phi")
    return constant("C") * time * exp(-constant("delta") * time) + constant("rest_offset")
  }

  private func decelerate(_ t: Double) -> Double {
    let (k, v, x) = (constant("k"), constant("v0"), constant("x0"))
    if fit["form"] == .string("discrete") {
      let d = exp(-k / 1000)
      return x + v / 1000 * d * (1 - pow(d, (t * 1000).rounded())) / (1 - d)
    }
    let c = (v < 0 ? -1 : 1) * constant("coulomb")
    return x - (v + c / k) * expm1(-k * t) / k - c * t / k
  }

  private func momentum(_ t: Double) -> Double {
    let (k, v) = (constant("k"), constant("v0"))
    let c = (v < 0 ? -1 : 1) * constant("coulomb")
    let interval = fit["series"]["interval_s"].double ?? 0
    return interval * ((v + c / k) * exp(-k * t) - c / k)
  }

  private func spring(_ t: Double) -> Double {
    let kappa = constant("kappa")
    let w = kappa.magnitude.squareRoot()
    let (a, b) = (constant("a"), constant("b"))
    let swing =
      kappa == 0
      ? a + b * t
      : kappa > 0 ? a * cos(w * t) + b * sin(w * t) / w : a * cosh(w * t) + b * sinh(w * t) / w
    return exp(-constant("delta") * t) * swing + constant("rest_offset")
  }

  private func collision(_ t: Double) -> Double {
    let (e, g, floor) = (constant("e"), constant("g"), constant("floor"))
    var (contact, velocity) = (constant("t1"), constant("v1"))
    guard t >= contact else {
      return floor + velocity * (t - contact) + g * (t - contact) * (t - contact) / 2
    }
    while true {
      velocity *= e
      let flight = 2 * velocity / g
      let s = t - contact
      if s < flight || flight < 1e-9 { return floor - velocity * s + g * s * s / 2 }
      contact += flight
    }
  }

  private func stretch(_ offset: Double) -> Double {
    let isFooter = fit["formula"].string?.contains("footer") == true
    let z = (isFooter ? -1 : 1) * (constant("breakpoint") - offset)
    let q = sampling["quantum_pt"].double ?? 0
    let stretched = z >= q / 2 ? z : z > -q / 2 ? (z + q / 2) * (z + q / 2) / (2 * q) : 0
    return constant("intercept") + constant("gain") * stretched
  }

  /// The samples of the first view stand before those of the second.
  private func transfer(_ times: [Double]) -> [Double] {
    let isInnerFirst = fit["formula"].string?.contains("inner view first") == true
    let handover = constant("handover_time") - (fit["window"]["origin_s"].double ?? 0)
    let rates = (constant("k_outer"), constant("k_inner"))
    let (first, second) = isInnerFirst ? (rates.1, rates.0) : rates
    let velocity = constant("rest_velocity")
    let received = constant(isInnerFirst ? "outer_velocity" : "inner_velocity")
    return times.map { t in
      t < handover
        ? constant("handover_offset") - velocity * expm1(first * (handover - t)) / first
        : constant("received_offset") - received * expm1(-second * (t - handover)) / second
    }
  }
}
