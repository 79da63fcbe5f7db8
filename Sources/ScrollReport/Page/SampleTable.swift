internal import ScrollFitting
internal import ScrollTraces

/// The samples of a fit as a table of the page.
enum SampleTable {
  /// The samples of a fit beside its curve, at the times that its constants belong to, and as recorded where that is
  /// another time.
  static func make(_ fit: Fit, held: ConstrainedCurve?) -> HTMLTable {
    let series = fit.series
    let isTime = series.abscissa == nil
    let count = series.fitTimes.count
    let places = series.abscissae
    let isMoved =
      isTime && zip(places, series.times).contains { ($0 - $1).magnitude > 0.5e-4 }
    let step = (count + RecordingSection.mostSamples - 1) / RecordingSection.mostSamples
    var columns: [HTMLTable.Column] = [
      .init(fit.abscissa.label, isNumber: true),
      .init(fit.ordinate.name, isNumber: true), .init("fitted", isNumber: true),
      .init("residual", isNumber: true),
    ]
    if isMoved { columns.append(.init("recorded (s)", isNumber: true)) }
    if held != nil { columns.append(.init("reference", isNumber: true)) }
    var table = HTMLTable(
      step > 1
        ? "Every \(step). of \(count) samples; --residuals FILE writes all"
        : "\(PooledText.count(count, "sample")) in \(fit.ordinate.unit.isEmpty ? "their unit" : fit.ordinate.unit)",
      columns)
    for index in stride(from: 0, to: count, by: max(1, step)) {
      var row = [
        NumberText.fixed(places[index], decimals: isTime ? 4 : 2),
        NumberText.short(series.observed[index], digits: 7),
        NumberText.fixed(series.fitted[index], decimals: 3),
        NumberText.fixed(series.observed[index] - series.fitted[index], decimals: 3),
      ]
      if isMoved { row.append(NumberText.fixed(series.times[index], decimals: 4)) }
      if let held { row.append(NumberText.fixed(held.fitted[index], decimals: 3)) }
      table.add(row)
    }
    return table
  }
}
