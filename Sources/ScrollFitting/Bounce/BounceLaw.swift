public import ScrollTraces

/// The critically damped bounce at an edge, fitted to every stretch of a recording beyond one.
public enum BounceLaw: Law {
  /// Names, units and formulas.
  public static let description = LawDescription(
    key: "bounce",
    formula: "y = C (t + phi) e^(-delta (t + phi))",
    summary: "a critically damped spring pulls the content back to its edge",
    parameters: [
      QuantityDescription("C", "pt/s", "speed at the edge", "slope of y at t = -phi"),
      QuantityDescription("delta", "1/s", "decay rate", "half the damping per mass"),
      QuantityDescription(
        "phi", "s", "phase", "time from the edge to the first sample used"),
      QuantityDescription(
        "rest_offset", "pt", "rest offset", "a constant added to y, with --rest-offset"),
    ],
    derived: [
      QuantityDescription(
        "edge_velocity", "pt/s", "speed at the edge", "C, the speed of the crossing at t = -phi"),
      QuantityDescription(
        "max_overscroll", "pt", "furthest overscroll", "C / (delta e)"),
      QuantityDescription(
        "time_to_max", "s", "time to furthest", "1 / delta, from the edge"),
      QuantityDescription(
        "settle_time", "s", "settle time",
        "-W_-1(-delta epsilon / C) / delta, from the edge until y stays below epsilon"),
      QuantityDescription(
        "stiffness_per_mass", "1/s^2", "stiffness / mass", "delta^2"),
      QuantityDescription(
        "damping_per_mass", "1/s", "damping / mass", "2 delta"),
    ])

  /// Fits each stretch beyond an edge.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions
  ) throws(FitFailure) -> [Fit] {
    guard !trace.isTable else {
      throw FitFailure(
        .isTable, "the rows are one gesture each, not samples in time",
        help: "a bounce is fitted to samples of the offset: columns t and offset_y")
    }
    guard
      let channel = trace.channel(.overscroll, axis: axis) ?? trace.channel(.offset, axis: axis)
    else {
      throw FitFailure(
        .noChannel, "no offset or overscroll along \(axis.rawValue)",
        help: "name the column with --offset, or another axis with --axis")
    }
    guard let first = channel.values.first, channel.values.contains(where: { $0 != first }) else {
      throw FitFailure(
        .noMotion, "the \(channel.role.rawValue) never changes",
        help: "record while the content moves past its edge and back")
    }
    let signal = Signal(trace, channel: channel)
    let stretches = try Stretches.find(signal, trace: trace, options: options)
    var fits: [Fit] = []
    var failure: FitFailure?
    var failed = 0
    for stretch in stretches {
      do {
        fits.append(try BounceFit(stretch, signal: signal, options: options).fit)
      } catch {
        failure = failure ?? error
        failed += 1
      }
    }
    guard let failure else { return fits }
    guard !fits.isEmpty else { throw failure }
    fits[0].warnings.append(
      Warning(
        .stretchNotFitted,
        "\(failed) other stretch\(failed == 1 ? "" : "es") beyond an edge could not be fitted: \(failure.message)",
        remedy: "see 'scrollfit inspect'; --from and --to choose a part"))
    return fits
  }
}
