internal import CurveFitting

extension Fit {
  /// What the fit's values depend on: time, unless its law is one of something else.
  public var abscissa: SeriesQuantity { series.abscissa ?? .time }

  /// What was fitted: the overscroll beyond an edge, else the offset, unless it is something else.
  public var ordinate: SeriesQuantity {
    series.ordinate ?? (edge != nil && isBeyondEdge ? .overscroll : .offset)
  }
}

extension Fit {
  /// Sets the series and what its residuals say.
  mutating func fillSeries(_ series: Series, floor: Double?) {
    self.series = series
    let residuals = series.residuals
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    residual.sumOfSquares = squares
    residual.rms = (squares / Double(residuals.count)).squareRoot()
    residual.max = squares.isFinite ? residuals.reduce(0) { Swift.max($0, $1.magnitude) } : .nan
    residual.floor = floor
    residual.durbinWatson = ResidualTests.durbinWatson(residuals)
    residual.runsProbability = ResidualTests.runsProbability(residuals)
  }
}
