internal import ScrollFitting

/// The samples of a fit: the member `series`.
enum SeriesJSON {
  static func write(_ fit: Fit, to json: inout JSONWriter) {
    let series = fit.series
    json.key("series")
    json.object { json in
      quantity("abscissa", fit.abscissa, to: &json)
      quantity("ordinate", fit.ordinate, to: &json)
      json.member("interval_s", series.interval)
      values("recorded_s", fit.stamps == .unused ? nil : series.times, to: &json)
      values("abscissae", series.fitTimes, to: &json)
      values("observed", series.observed, to: &json)
      values("fitted", series.fitted, to: &json)
      values("weights", series.weights.isEmpty ? nil : series.weights, to: &json)
    }
  }

  private static func quantity(
    _ name: String, _ quantity: SeriesQuantity, to json: inout JSONWriter
  ) {
    json.key(name)
    json.line(isSpaced: true) {
      $0.member("name", quantity.name)
      $0.unit(quantity.unit)
    }
  }

  /// Numbers on one line, one a sample.
  private static func values(_ name: String, _ values: [Double]?, to json: inout JSONWriter) {
    json.key(name)
    guard let values else { return json.value(nil as String?) }
    json.line(values)
  }
}
