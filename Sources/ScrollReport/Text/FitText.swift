internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// Short texts about a fit.
enum FitText {
  /// The heading of a fit: the law, its number among several fits, and the edge.
  static func heading(_ result: TraceResult, _ fit: Fit, number: Int) -> String {
    var what = fit.law
    if result.fits.count > 1 { what += " \(number) of \(result.fits.count)" }
    if Set(result.fits.map(\.axis)).count > 1 { what += " along \(fit.axis.rawValue)" }
    if let edge = fit.edge {
      what += " \(fit.isBeyondEdge ? "beyond" : "up to") \(describe(edge))"
    }
    return what
  }

  static func formula(_ fit: Fit, _ law: LawDescription) -> String {
    let formula = fit.formula ?? law.formula
    return fit.parameters.contains { $0.key == "rest_offset" }
      ? formula + " + rest offset" : formula
  }

  /// The derived quantities that are shown: all but the speed at the edge, which equals the parameter C.
  static func shownDerived(_ fit: Fit) -> [Estimate] {
    fit.derived.filter { $0.key != "edge_velocity" }
  }

  /// The name of a derived quantity.
  static func label(_ estimate: Estimate, _ fit: Fit, _ options: FitOptions) -> String {
    let label = fit.lawDescription?.quantity(estimate.key)?.name ?? estimate.key
    if estimate.key == "settle_time" {
      return label + " (\(NumberText.short(options.settleThreshold)) pt)"
    }
    if estimate.key == "duration", let stop = fit.stop { return label + " (\(describe(stop)))" }
    return label
  }

  private static func describe(_ stop: StopRule) -> String {
    switch stop {
    case .seen: "to rest"
    case .given(let speed): "to \(NumberText.short(speed)) pt/s"
    case .epsilon(let epsilon): "to \(NumberText.short(epsilon)) pt"
    }
  }

  /// The values of a parameter that reproduce all samples within rounding; nil if that was not computed.
  static func allowed(_ estimate: Estimate, _ fit: Fit) -> String? {
    guard let feasibility = fit.feasibility, feasibility.key == estimate.key else { return nil }
    guard let interval = feasibility.interval else { return "rounding allows none" }
    let decimals = NumberText.decimals(
      forError: ((interval.upper ?? 0) - (interval.lower ?? 0)) / 4, value: estimate.value ?? 1)
    let ends = [interval.lower, interval.upper].map {
      $0.map { NumberText.fixed($0, decimals: decimals) } ?? "?"
    }
    return "rounding allows \(ends[0]) .. \(ends[1])"
  }

  /// Whether the members of a pool agree; nil if they cannot be compared.
  static func agreement(_ pool: Pool) -> String? {
    guard let q = pool.q, let p = pool.probability else { return nil }
    var text = "Q = \(NumberText.significant(q, digits: 2)) of \(pool.degrees), \(probability(p))"
    if pool.isHeterogeneous, let spread = pool.spread {
      text += ": they differ by \(NumberText.significant(spread, digits: 2)) \(pool.unit)"
    }
    return text
  }

  static func probability(_ value: Double) -> String {
    // Smaller probabilities depend on the noise model more than on the gestures.
    if value < 1e-12 { return "p < 1e-12" }
    return "p = "
      + (value < 0.001
        ? NumberText.significant(value, digits: 1) : NumberText.short(value, digits: 2))
  }

  /// A test's hypothesis, statistic and probability.
  static func statistic(_ test: HypothesisTest) -> String {
    let value = NumberText.fixed(test.statistic, decimals: 2)
    let name =
      switch test.distribution {
      case .t: "t = \(value)"
      case .f(let above, let below):
        "F = \(value) with \(NumberText.short(above)) and \(NumberText.short(below)) degrees"
      }
    return "\(test.hypothesis): \(name), \(probability(test.probability))"
  }

  /// The key, value, half of the 95 % interval and unit of a constant; nil if its value is unknown.
  static func constant(_ estimate: Estimate) -> String? {
    guard let value = estimate.value else { return nil }
    let half = estimate.halfWidth.flatMap { $0 > 0 ? $0 : nil }
    return "\(estimate.key) " + PooledText.value(value, error: half, unit: estimate.unit)
  }

  /// All parameters with their errors; fixed ones are marked as held.
  static func constants(_ fit: Fit) -> String {
    fit.parameters.compactMap { estimate in
      constant(estimate).map { estimate.isFixed ? $0 + " (held)" : $0 }
    }.joined(separator: ", ")
  }

  /// The main constant of the law, with its error.
  static func brief(_ fit: Fit) -> String {
    guard let description = fit.lawDescription else { return "" }
    let key =
      fit[description.nonlinear] == nil || fit.law == "rubber-band" ? "c" : description.nonlinear
    var parts: [String] = []
    for name in [key, "coulomb"] {
      if let text = fit[name].flatMap(constant) { parts.append(text) }
    }
    if !fit.search.converged { parts.append("not converged") }
    if !fit.forms.isEmpty {
      let forms = fit.forms.map { form in
        "\(form.form) \(form.aicc.map { NumberText.fixed($0, decimals: 1) } ?? "-")"
      }
      parts.append("AICc: " + forms.joined(separator: ", "))
    }
    return parts.joined(separator: "; ")
  }

  /// An edge and its source.
  static func describe(_ edge: Edge) -> String {
    let position = NumberText.short(edge.position)
    return switch edge.source {
    case .option: "the \(edge.side.rawValue) edge at \(position) pt (--edge)"
    case .metadata: "the \(edge.side.rawValue) edge at \(position) pt"
    case .column: "the edge (overscroll column)"
    case .inferred: "the \(edge.side.rawValue) edge at \(position) pt (inferred)"
    case .fitted: "the \(edge.side.rawValue) edge near \(position) pt (fitted)"
    }
  }
}
