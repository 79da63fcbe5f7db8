/// Constants with their standard errors.
public struct UncertainConstants: Sendable, Hashable {
  /// One constant.
  public struct Constant: Sendable, Hashable {
    /// The value, in the unit of the constant.
    public var value: Double
    /// The standard error; 0 when exact, nil if unknown.
    public var standardError: Double?

    /// Creates a constant; exact by default.
    public init(_ value: Double, standardError: Double? = 0) {
      self.value = value
      self.standardError = standardError
    }
  }

  /// The constants by name.
  public var constants: [String: Constant] = [:]
  /// The values of constants that are words, by name.
  public var words: [String: String] = [:]
  /// Correlations by `first,second`, in either order; missing pairs are independent.
  public var correlations: [String: Double] = [:]
  /// Half the width of the intervals in standard errors; nil without intervals.
  public var intervalFactor: Double?

  /// Creates an empty set.
  public init() {}

  func correlation(_ first: String, _ second: String) -> Double {
    first == second
      ? 1 : correlations["\(first),\(second)"] ?? correlations["\(second),\(first)"] ?? 0
  }
}

/// The predictions of a law from its constants.
///
/// The delta method propagates standard errors: the gradient by central differences with extrapolation, the variance
/// g' S g. It assumes that the law is linear within the errors.
public struct Prediction: Sendable {
  /// A number with its description.
  public struct Quantity: Sendable, Hashable {
    /// The description as text.
    public var name: String
    /// The number.
    public var estimate: Estimate
  }

  /// The law.
  public let law: PredictedLaw
  /// Whether the velocity is summed over whole milliseconds.
  public let isDiscrete: Bool
  /// The constants of the prediction.
  public let inputs: UncertainConstants
  /// The constants in every notation.
  public private(set) var constants: [Quantity]
  /// The predicted quantities.
  public private(set) var predicted: [Quantity]

  /// Predicts; throws if constants are missing or contradictory.
  public init(
    _ law: PredictedLaw, inputs: UncertainConstants, isDiscrete: Bool = false
  ) throws(PredictionError) {
    self.law = law
    self.isDiscrete = isDiscrete
    self.inputs = inputs
    let values = inputs.constants.mapValues(\.value)
    let motion = try law.predict(
      ConstantValues(values: values, words: inputs.words, isDiscrete: isDiscrete))
    let all = motion.constants + motion.predicted
    var results = all.map {
      Quantity(
        name: $0.name,
        estimate: Estimate(key: $0.key, value: $0.value, unit: $0.unit, reason: $0.reason))
    }
    let doubtful = inputs.constants.filter { $0.value.standardError != 0 }.keys.sorted()
    if !doubtful.isEmpty {
      let gradients = doubtful.map {
        Self.gradient(law, values, by: $0, inputs: inputs, isDiscrete: isDiscrete, like: all)
      }
      for index in results.indices where results[index].estimate.value != nil {
        Self.setError(
          of: &results[index].estimate, gradients.map { $0[index] }, doubtful, inputs)
      }
    }
    constants = Array(results.prefix(motion.constants.count))
    predicted = Array(results.dropFirst(motion.constants.count))
  }

  /// The derivative of every quantity with respect to one constant; nil if a quantity does not exist on both sides.
  private static func gradient(
    _ law: PredictedLaw, _ values: [String: Double], by name: String, inputs: UncertainConstants,
    isDiscrete: Bool, like all: [PredictedValue]
  ) -> [Double?] {
    let value = values[name] ?? 0
    let error = inputs.constants[name]?.standardError ?? 0
    // The step is small compared with the error and, unless the constant is near 0, with the constant; it is large
    // compared with rounding. The error of the derivative is of the order of h^4 and 1e-16 / h.
    let small = max(min(error / 8, 1e-3 * value.magnitude), error / 100, 1e-6 * value.magnitude)
    // If the standard error is unknown, only the existence of a derivative matters.
    let isKnown = inputs.constants[name]?.standardError != nil
    let step = isKnown && small > 0 ? small : max(1e-3 * value.magnitude, 1e-6)
    func results(_ shift: Double) -> [PredictedValue]? {
      var moved = values
      moved[name] = value + shift
      let constants = ConstantValues(values: moved, words: inputs.words, isDiscrete: isDiscrete)
      return (try? law.predict(constants)).map { $0.constants + $0.predicted }
    }
    let shifts = [-step, -step / 2, step / 2, step].map(results)
    return all.indices.map { index in
      let points = shifts.map { $0.flatMap { $0.count == all.count ? $0[index].value : nil } }
      guard let a = points[0], let b = points[1], let c = points[2], let d = points[3] else {
        return nil
      }
      let slope = (4 * (c - b) / step - (d - a) / (2 * step)) / 3
      return slope.isFinite ? slope : nil
    }
  }

  private static func setError(
    of estimate: inout Estimate, _ gradient: [Double?], _ names: [String],
    _ inputs: UncertainConstants
  ) {
    var parts: [(name: String, size: Double)] = []
    for (name, slope) in zip(names, gradient) {
      if slope == 0 { continue }
      guard let error = inputs.constants[name]?.standardError else {
        estimate.reason = "the error of \(name) is not known"
        return
      }
      guard let slope else {
        estimate.reason = "within the error of \(name) it may not happen at all"
        return
      }
      parts.append((name, slope * error))
    }
    var variance = 0.0
    var size = 0.0
    for one in parts {
      size += one.size * one.size
      for other in parts {
        variance += one.size * other.size * inputs.correlation(one.name, other.name)
      }
    }
    guard variance >= -1e-9 * size, variance.isFinite else {
      estimate.reason = "the correlations of the constants contradict each other"
      return
    }
    let error = max(0, variance).squareRoot()
    estimate.standardError = error
    if let factor = inputs.intervalFactor, let value = estimate.value, error > 0 {
      estimate.interval = Interval(lower: value - factor * error, upper: value + factor * error)
    }
  }
}
