internal import ScrollFitting
internal import ScrollFormats

/// Writes the member `series`: the samples of a fit.
enum SeriesJSON {
  static func write(_ fit: Fit, to json: inout JSONWriter) {
    let series = fit.series
    json.object("series") { json in
      for (name, quantity) in [("abscissa", fit.abscissa), ("ordinate", fit.ordinate)] {
        json.line(name, isSpaced: true) {
          $0.member("name", quantity.name)
          $0.unit(quantity.unit)
        }
      }
      json.member("interval_s", series.interval)
      json.line("recorded_s", fit.stamps == .unused ? nil : series.times)
      json.line("abscissae", series.fitTimes)
      json.line("observed", series.observed)
      json.line("fitted", series.fitted)
      json.line("weights", series.weights.isEmpty ? nil : series.weights)
    }
  }
}
