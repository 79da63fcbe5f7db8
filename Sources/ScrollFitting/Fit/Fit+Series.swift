internal import CurveFitting
internal import ScrollRecordings

extension Fit {
  /// The independent variable of the fit: time for most laws.
  public var abscissa: SeriesQuantity { series.abscissa ?? .time }

  /// The fitted quantity: overscroll beyond an edge, else offset, unless the series has its own.
  public var ordinate: SeriesQuantity {
    series.ordinate ?? (edge != nil && isBeyondEdge ? .overscroll : .offset)
  }

  /// Sets the series and the summary of its residuals.
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

/// Times, observed and fitted values of the samples a fit used, in s and pt.
public struct Series: Sendable, Hashable {
  /// Times as recorded, in s.
  public var times: [Double] = []
  /// Times used in the fit, in s from `origin`.
  public var fitTimes: [Double] = []
  /// The recorded time in s at which `fitTimes` are 0, and to which constants such as v0, x0 and phi refer: the time of
  /// the first used sample, or of its frame if stamps were snapped to the refresh grid. Nil for a law without time.
  public var origin: Double?
  /// The time in s over which changes are observed, for a law that is fitted to changes.
  public var interval: Double?
  /// Observed overscroll in pt.
  public var observed: [Double] = []
  /// Fitted overscroll in pt.
  public var fitted: [Double] = []
  /// Weights of the fit; empty when all are 1.
  public var weights: [Double] = []
  /// The quantity in `fitTimes` if it is not time.
  public var abscissa: SeriesQuantity?
  /// The observed quantity if it is neither overscroll nor offset.
  public var ordinate: SeriesQuantity?

  /// `fitTimes` in the recording's own time; unchanged if they are not times.
  public var abscissae: [Double] { fitTimes.map { $0 + (origin ?? 0) } }

  /// observed - fitted, in pt.
  public var residuals: [Double] { zip(observed, fitted).map { $0 - $1 } }
}

/// A quantity of a series, for the axis label of a plot.
public struct SeriesQuantity: Sendable, Hashable {
  /// A short name.
  public var name: String
  /// The unit as printed; empty for none.
  public var unit: String

  /// A quantity.
  public init(_ name: String, _ unit: String) {
    self.name = name
    self.unit = unit
  }

  /// Time in s.
  public static let time = SeriesQuantity("time", "s")
  /// The content offset in pt.
  public static let offset = SeriesQuantity("offset", "pt")
  /// The overscroll in pt, outward positive.
  public static let overscroll = SeriesQuantity("overscroll", "pt")

  /// The quantity of a column along an axis.
  init(_ role: Role) {
    switch role {
    case .time: self = .time
    case .overscroll: self = .overscroll
    case .offset: self = .offset
    case .velocity, .edgeVelocity:
      self.init(role.rawValue.replacing("_", with: " "), "pt/s")
    case .duration: self.init(role.rawValue, "s")
    case .finger, .delta, .height, .inner, .distance, .maxOverscroll:
      self.init(role.rawValue.replacing("_", with: " "), "pt")
    case .phase, .trace: self.init(role.rawValue, "")
    }
  }
}
