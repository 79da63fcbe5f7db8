internal import CurveFitting
internal import ScrollTraces

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

/// Times, observed and fitted values of the samples a fit used, in s and pt.
public struct Series: Sendable, Hashable {
  /// Times as recorded, in s.
  public var times: [Double] = []
  /// Times as the fit took them, in s from `origin`.
  public var fitTimes: [Double] = []
  /// The recording's own time in s at which `fitTimes` are 0, to which constants such as v0, x0 and phi belong: that of
  /// the first sample used, of its frame where stamps were put on the refresh grid. Nil where time plays no part.
  public var origin: Double?
  /// The time in s over which observed changes are taken, where a law is fitted to changes.
  public var interval: Double?
  /// Observed overscroll in pt.
  public var observed: [Double] = []
  /// Fitted overscroll in pt.
  public var fitted: [Double] = []
  /// Weights of the fit; empty when all are 1.
  public var weights: [Double] = []
  /// What `fitTimes` holds where it is not time.
  public var abscissa: SeriesQuantity?
  /// What was observed where it is neither the overscroll nor the offset.
  public var ordinate: SeriesQuantity?

  /// `fitTimes` on the recording's own clock, or what they are where they are not time.
  public var abscissae: [Double] { fitTimes.map { $0 + (origin ?? 0) } }

  /// observed - fitted, in pt.
  public var residuals: [Double] { zip(observed, fitted).map { $0 - $1 } }
}

/// What the numbers of a series are, as an axis of a plot says it.
public struct SeriesQuantity: Sendable, Hashable {
  /// A name of a few words.
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
