internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The samples drawn in a chart of a page, as a table; the script reads its values from there.
enum SampleTable {
  /// The samples and fitted values of a fit, at the times of the fit, and the recorded times if they differ.
  static func make(_ chart: FitChart, id: String) -> Table {
    let (fit, series) = (chart.fit, chart.series)
    let isTime = fit.series.abscissa == nil
    let moved = recorded(chart)
    let held = chart.reference.map { series.places($0.fitted) }
    let (count, drawn) = (series.abscissae.count, series.drawn.count)
    var titles = [fit.abscissa.label, fit.ordinate.name, "fitted", "residual"]
    if moved != nil { titles.append("recorded (s)") }
    if held != nil { titles.append("reference") }
    var table = Table(
      drawn < count
        ? "\(drawn) of \(count) samples: of each \(2 * count / drawn) the largest and the smallest residual; "
          + "--residuals FILE writes all"
        : "\(PooledText.count(count, "sample")) in \(fit.ordinate.unit.isEmpty ? "their unit" : fit.ordinate.unit)",
      titles.map { .number($0) })
    table.id = id
    for index in series.drawn {
      var row = [
        NumberText.fixed(series.abscissae[index], decimals: isTime ? 4 : 2),
        NumberText.short(series.observed[index], digits: 7),
        NumberText.fixed(series.fitted[index], decimals: 3),
        NumberText.fixed(series.observed[index] - series.fitted[index], decimals: 3),
      ]
      if let moved { row.append(NumberText.fixed(moved[index], decimals: 4)) }
      if let held { row.append(NumberText.fixed(held[index], decimals: 3)) }
      table.add(row)
    }
    return table
  }

  /// For each column after the first the panel in which the chart draws it, for the script; `-` for none.
  static func panels(_ chart: FitChart) -> String {
    "0 0 1" + (recorded(chart) == nil ? "" : " -") + (chart.reference == nil ? "" : " 0")
  }

  /// The recorded times; nil if they equal the times of the fit, or if the abscissa is not time.
  private static func recorded(_ chart: FitChart) -> [Double]? {
    guard chart.fit.series.abscissa == nil, let stamps = chart.series.stamps else { return nil }
    let isMoved = zip(chart.series.abscissae, stamps).contains { ($0 - $1).magnitude > 0.5e-4 }
    return isMoved ? stamps : nil
  }
}
