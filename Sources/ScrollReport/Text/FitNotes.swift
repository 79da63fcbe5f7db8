internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The notes below the constants in a text report: residuals, samples, search, errors.
enum FitNotes {
  static func all(
    _ result: TraceResult, _ fit: Fit, options: FitOptions
  ) -> [(label: String, text: String)] {
    var notes = [
      ("residuals", residuals(fit)), ("samples", samples(result, fit)), ("search", search(fit)),
    ]
    if let text = errors(fit) { notes.append(("errors", text)) }
    if let text = rounding(fit) { notes.append(("rounding", text)) }
    if let region = fit.region {
      let isAssumed = !result.timing.isRecorded
      notes.append(
        (
          "springs",
          fit.law == SpringLaw.description.key
            ? SpringText.describe(region, count: 1, areTimesAssumed: isAssumed)
            : SpringText.compare(region, isExplained: fit.feasibility?.interval != nil)
        ))
      notes += SpringText.round(region, names: [])
    }
    if let text = tests(fit) { notes.append(("tests", text)) }
    if let text = forms(fit) { notes.append(("forms", text)) }
    return notes
  }

  private static func short(_ value: Double, _ digits: Int = 3) -> String {
    NumberText.short(value, digits: digits)
  }

  private static func residuals(_ fit: Fit) -> String {
    let residual = fit.residual
    var text = "rms \(NumberText.significant(residual.rms, digits: 3)) pt"
    if let floor = residual.floor, floor > 0 {
      let ratio = NumberText.significant(residual.rms / floor, digits: 2)
      text += ", \(ratio) times the \(short(floor)) pt of rounding alone"
    }
    text += "; max \(short(residual.max)) pt"
    if residual.loss != "linear" {
      text += "; \(residual.loss) loss, \(fit.samples.downweighted) samples set aside"
    }
    if let value = residual.durbinWatson {
      text += "; Durbin-Watson \(NumberText.fixed(value, decimals: 2))"
    }
    if let value = residual.runsProbability {
      text += ", runs test p = \(short(value, 2))"
    }
    if let aicc = fit.criteria.aicc, let bic = fit.criteria.bic {
      text +=
        "; AICc \(NumberText.fixed(aicc, decimals: 1)), BIC \(NumberText.fixed(bic, decimals: 1))"
    }
    return text
  }

  private static func samples(_ result: TraceResult, _ fit: Fit) -> String {
    let count = fit.samples
    var text = "\(count.used) used of \(result.sampling?.sampleCount ?? count.stretch)"
    if result.sampling == nil { text += " rows" }
    if count.trimmed > 0 { text += ", \(count.trimmed) trimmed as settled" }
    if count.leading > 0 { text += ", \(count.leading) left out at the start" }
    if let window = fit.window {
      text +=
        ", t = \(NumberText.fixed(window.lowerBound, decimals: 3)) .. "
        + "\(NumberText.fixed(window.upperBound, decimals: 3)) s"
    }
    switch fit.stamps {
    case .assumed(let interval):
      let why = result.timing.isRecorded ? "stamps passed over" : "no stamps"
      text += "; \(why), \(short(interval * 1000, 5)) ms a frame assumed"
    case .recorded: text += "; stamps as recorded"
    case .snapped(let jitter):
      text += "; stamps put on the refresh grid, \(short(jitter * 1000, 2)) ms (sd) off it"
    case .unused: break
    case .weighted(let jitter):
      text += "; weighted for \(short(jitter * 1000, 2)) ms (sd) of error in time"
    }
    if let facts = result.sampling {
      if fit.search.method != "article", fit.stamps != .unused, let rate = facts.refreshRate {
        text += ", \(short(rate, 4)) Hz"
      }
      if facts.droppedFrames > 0 { text += ", \(facts.droppedFrames) frames dropped" }
      if let quantum = facts.quantum {
        text +=
          quantum.pixelsPerPoint.map { "; values on the grid of a \(short($0))x screen" }
          ?? "; values in steps of \(short(quantum.value)) pt"
      }
    }
    return text
  }

  private static func search(_ fit: Fit) -> String {
    let search = fit.search
    let nonlinear = fit.lawDescription?.nonlinear ?? ""
    var text = search.method
    switch search.startSource {
    case "integral": text += " from the minimum, started by the integral equation"
    case "grid": text += " from the minimum, started on the grid"
    case "user" where search.method == "article": text += " from C = delta = phi = 0"
    case "user": text += " from the start given"
    case "line": text += " from the minimum, started by a line"
    case "closed": text = "line"
    case "several": text += " from the lowest minimum of several starts, the first"
    case "linear": text += " from the minimum, a linear problem"
    case "reversals": text += " from the minimum, started by the reversals of velocity"
    case "fixed":
      let fixed = fit.parameters.filter(\.isFixed).map(\.key)
      text += " at the fixed \(fixed.joined(separator: " and "))"
    default: break
    }
    if search.method == "newton", search.startSource != "user" {
      text = newton(search.startSource)
    }
    if let start = fit[nonlinear]?.start { text += " at \(nonlinear) = \(short(start, 4))" }
    text += ": \(PooledText.count(search.evaluations, "evaluation"))"
    if search.moves > 0 { text += ", \(PooledText.count(search.moves, "move"))" }
    text += "; \(search.reason)"
    if let certificate = search.certificate {
      text += " at relative steps of \(short(certificate, 1))"
    }
    if !search.converged { text += "; not a minimum" }
    return text
  }

  /// The text for a projected Newton iteration alone, by the source of its start.
  private static func newton(_ source: String) -> String {
    switch source {
    case "integral": "newton, started by the integral equation"
    case "linear": "newton, a linear problem"
    case "several": "newton, the lowest minimum of several starts, the first"
    case "reversals": "newton, started by the reversals of velocity"
    default: "newton, started on the grid"
    }
  }

  private static func errors(_ fit: Fit) -> String? {
    guard let first = fit.parameters.first(where: { $0.standardError != nil }) else {
      return fit.parameters.first { $0.reason != nil && !$0.isFixed }?.reason
    }
    var text = "HC3, moderated"
    let nonlinear = fit.lawDescription?.nonlinear ?? ""
    let quoted = fit.parameters.first { $0.key == nonlinear }
    let named = quoted?.standardError == nil ? first : (quoted ?? first)
    if let factor = named.intervalFactor {
      text +=
        "; interval of \(named.key) ± \(NumberText.fixed(factor, decimals: 2)) errors (Student t)"
    }
    if let classical = named.classicalError {
      text += "; classical error of \(named.key) \(NumberText.significant(classical, digits: 2))"
    }
    if let profile = named.profile, let lower = profile.lower, let upper = profile.upper {
      let decimals = NumberText.decimals(forError: named.standardError, value: lower)
      text +=
        ", profile \(NumberText.fixed(lower, decimals: decimals)) .. "
        + NumberText.fixed(upper, decimals: decimals)
    }
    for correlation in fit.correlations where correlation.first == fit.parameters.first?.key {
      text +=
        "; corr(\(correlation.first), \(correlation.second)) "
        + NumberText.fixed(correlation.value, decimals: 2)
    }
    return text
  }

  private static func rounding(_ fit: Fit) -> String? {
    var parts: [String] = []
    if let feasibility = fit.feasibility {
      let bound = NumberText.fixed(feasibility.bound, decimals: 3)
      let miss = NumberText.fixed(feasibility.smallestError, decimals: 3)
      parts.append(
        feasibility.interval == nil
          ? "the best curve of this law misses a sample by \(miss) pt where rounding allows \(bound)"
          : "the best curve misses no sample by more than \(miss) pt; rounding allows \(bound)")
    }
    if let limit = fit.limit {
      var text =
        "Cramer-Rao limit of \(limit.key) \(NumberText.significant(limit.standardDeviation, digits: 2))"
      if let efficiency = limit.efficiency {
        text += ", efficiency \(NumberText.fixed(100 * efficiency, decimals: 0)) %"
      }
      parts.append(text)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func tests(_ fit: Fit) -> String? {
    guard !fit.tests.isEmpty else { return nil }
    return fit.tests.map { test in
      var text = FitText.statistic(test)
      if let difference = test.aiccDifference {
        text +=
          ", AICc \(difference < 0 ? "lower" : "higher") by "
          + NumberText.fixed(difference.magnitude, decimals: 1)
      }
      return text
    }.joined(separator: "; ")
  }

  private static func forms(_ fit: Fit) -> String? {
    guard let quoted = fit.forms.first(where: \.isQuoted) else { return nil }
    var text = fit.forms.map { form in
      "\(form.form) rms \(NumberText.significant(form.rms, digits: 3)) pt"
        + (form.aicc.map { ", AICc \(NumberText.fixed($0, decimals: 1))" } ?? "")
    }.joined(separator: "; ")
    // The forms of a sum over milliseconds are compared before stamps are snapped.
    if fit.form != nil, fit.forms.contains(where: { $0.form == fit.form }) {
      text += "; both on the stamps as recorded"
    }
    text += "; the constants are those of the \(quoted.form) form"
    return text
  }
}
