internal import CurveFitting

/// The curve of a law, from which its fit follows: x = x0 + sum of b_k g_k(t; theta).
///
/// The nonlinear parameters theta are searched from several starts. The factors b_k of the columns g_k and the constant
/// offset x0 are solved for. Times are in s from the first sample used, x in pt.
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

  /// What a curve was fitted with, by the keys of its parameters.
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

  /// Keys of the parameters: the nonlinear ones, those of the columns, the offset.
  let keys: [String]
  /// Number of nonlinear parameters.
  let nonlinearCount: Int
  private let starts: @Sendable (_ times: [Double], _ values: [Double]) -> [[Double]]
  private let quantities: [String: @Sendable (Constants) -> Double?]
  /// The columns at nonlinear parameters; nil where the law does not exist.
  let columns: @Sendable (_ nonlinear: [Double]) -> [Column]?

  /// Creates a curve.
  ///
  /// - Parameters:
  ///   - nonlinear: keys of the parameters that are searched, in the order in which `starts` and `columns` have them.
  ///   - linear: keys of the factors of the columns.
  ///   - offset: key of the constant x0.
  ///   - quantities: what else the law quotes, by key: parameters that are not those of the curve, and derived
  ///     quantities. Their errors follow by derivatives. A closure returns nil where there is no such value.
  ///   - starts: nonlinear parameters to search from, of samples of a motion; those at which the law does not exist are
  ///     left out.
  ///   - columns: the columns at nonlinear parameters, one a linear key; nil where the law does not exist. They are
  ///     differentiated numerically, so that they should be smooth in these parameters.
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

  /// Number of columns, the constant not counted.
  var columnCount: Int { keys.count - nonlinearCount - 1 }

  /// Starts that the law allows.
  func starts(_ observations: Observations) -> [[Double]] {
    nonlinearCount == 0
      ? [[]]
      : starts(observations.abscissae, observations.values).filter {
        $0.count == nonlinearCount && columns($0)?.count == columnCount
      }
  }

  /// The smallest size of each nonlinear parameter for a difference quotient: its largest start.
  static func sizes(_ starts: [[Double]]) -> [Double] {
    (starts.first ?? []).indices.map { index in
      let largest = starts.reduce(0) { max($0, $1[index].magnitude) }
      return largest > 0 && largest.isFinite ? largest : 1
    }
  }

  /// A parameter of the curve, or what follows from all of them; nil where there is no such value.
  func quantity(_ key: String, _ values: [Double]) -> Double? {
    if let index = keys.firstIndex(of: key) { return values[index] }
    return quantities[key].flatMap { $0(Constants(keys: keys, values: values)) }
  }
}

extension LawCurve {
  /// The curve at some times as a model of which the free parameters are searched.
  ///
  /// - Parameters:
  ///   - values: all parameters; those that are not free are held there.
  ///   - free: positions of the free ones, in order.
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
