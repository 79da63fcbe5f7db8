internal import CurveFitting

/// The curve of a law, from which a fit is derived: x = x0 + sum of b_k g_k(t; theta).
///
/// The nonlinear parameters theta are searched from several starts. The factors b_k of the columns g_k and the constant
/// offset x0 are solved linearly. Times are in s from the first sample used, x in pt.
///
///     // x = x0 + v0 (1 - e^(-k t)) / k
///     let curve = LawCurve(nonlinear: ["k"], linear: ["v0"], offset: "x0") { times, _ in
///       [[3 / (times.last ?? 1)]]
///     } columns: { nonlinear in
///       let k = nonlinear[0]
///       guard k > 0 else { return nil }
///       return [{ (1 - exp(-k * $0)) / k }]
///     }
public struct LawCurve: Sendable {
  /// A column g(t).
  public typealias Column = @Sendable (_ time: Double) -> Double

  /// The fitted parameters of a curve, by key.
  public struct Constants: Sendable {
    private let keys: [String]
    private let values: [Double]

    init(keys: [String], values: [Double]) {
      (self.keys, self.values) = (keys, values)
    }

    /// The value of a parameter of the curve.
    ///
    /// - Precondition: the curve has a parameter of this key.
    public subscript(key: String) -> Double {
      guard let index = keys.firstIndex(of: key) else {
        preconditionFailure("the curve has no parameter '\(key)'")
      }
      return values[index]
    }
  }

  /// Keys of the nonlinear parameters, the columns' factors, and the offset, in this order.
  let keys: [String]
  /// Number of nonlinear parameters.
  let nonlinearCount: Int
  private let starts: @Sendable (_ times: [Double], _ values: [Double]) -> [[Double]]
  private let quantities: [String: @Sendable (Constants) -> Double?]
  /// The columns at given nonlinear parameters; nil if the law does not exist there.
  let columns: @Sendable (_ nonlinear: [Double]) -> [Column]?

  /// Creates a curve.
  ///
  /// - Parameters:
  ///   - nonlinear: keys of the nonlinear parameters, in the order used by `starts` and `columns`.
  ///   - linear: keys of the factors of the columns.
  ///   - offset: key of the constant x0.
  ///   - quantities: other reported quantities, by key: parameters that the curve does not have, and derived
  ///     quantities. Their errors are computed with numerical derivatives. A closure returns nil if there is no value.
  ///   - starts: nonlinear parameters from which to search, for the samples of a motion; those at which the law does
  ///     not exist are ignored.
  ///   - columns: the columns at given nonlinear parameters, one per linear key; nil if the law does not exist there.
  ///     They are differentiated numerically, so they should be smooth in these parameters.
  /// - Precondition: at most eight parameters.
  public init(
    nonlinear: [String], linear: [String], offset: String,
    quantities: [String: @Sendable (Constants) -> Double?] = [:],
    starts: @escaping @Sendable (_ times: [Double], _ values: [Double]) -> [[Double]],
    columns: @escaping @Sendable (_ nonlinear: [Double]) -> [Column]?
  ) {
    keys = nonlinear + linear + [offset]
    precondition(keys.count <= 8, "at most eight parameters")
    nonlinearCount = nonlinear.count
    self.quantities = quantities
    self.starts = starts
    self.columns = columns
  }

  /// Number of columns without the constant.
  var columnCount: Int { keys.count - nonlinearCount - 1 }

  /// The starts at which the law exists.
  func starts(_ observations: Observations) -> [[Double]] {
    nonlinearCount == 0
      ? [[]]
      : starts(observations.abscissae, observations.values).filter {
        $0.count == nonlinearCount && columns($0)?.count == columnCount
      }
  }

  /// The smallest scale of each nonlinear parameter for a difference quotient: its largest start.
  static func sizes(_ starts: [[Double]]) -> [Double] {
    (starts.first ?? []).indices.map { index in
      let largest = starts.reduce(0) { max($0, $1[index].magnitude) }
      return largest > 0 && largest.isFinite ? largest : 1
    }
  }

  /// A parameter of the curve, or a quantity derived from all of them; nil if there is no value.
  func quantity(_ key: String, _ values: [Double]) -> Double? {
    if let index = keys.firstIndex(of: key) { return values[index] }
    return quantities[key].flatMap { $0(Constants(keys: keys, values: values)) }
  }

  /// The curve at given times as a model in its free parameters.
  ///
  /// - Parameters:
  ///   - values: all parameters; those that are not free keep these values.
  ///   - free: indices of the free parameters, in order.
  func model(
    at times: [Double], _ values: [Double], free: [Int], sizes: [Double]
  ) -> SampledModel {
    let searched = free.filter { $0 < nonlinearCount }
    let solved = free.filter { $0 >= nonlinearCount }.map { $0 - nonlinearCount }
    let held = (0...columnCount).filter { !solved.contains($0) }
    let count = times.count
    return SampledModel(
      rowCount: count, linearCount: solved.count, hasOffset: !held.isEmpty,
      sizes: searched.map { sizes[$0] }
    ) { theta, curves in
      var nonlinear = Array(values.prefix(nonlinearCount))
      for (index, value) in zip(searched, theta) { nonlinear[index] = value }
      guard let columns = columns(nonlinear), columns.count == columnCount else { return false }
      func column(_ index: Int, _ time: Double) -> Double {
        index < columnCount ? columns[index](time) : 1
      }
      for (place, index) in solved.enumerated() {
        for row in 0..<count { curves[place * count + row] = column(index, times[row]) }
      }
      guard !held.isEmpty else { return true }
      for row in 0..<count {
        curves[solved.count * count + row] = held.reduce(0) {
          $0 + values[nonlinearCount + $1] * column($1, times[row])
        }
      }
      return true
    }
  }
}
