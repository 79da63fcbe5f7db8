internal import CurveFitting
internal import ScrollRecordings

/// The samples of a stretch fit, and the shape of the law in them.
struct StretchSamples {
  /// A sample: its index in the recording, offset and height in pt.
  typealias Point = (index: Int, offset: Double, height: Double)

  /// The samples; consecutive equal ones count once.
  var points: [Point]
  var shape = StretchShape()
  /// The law before errors of the offsets are taken into account.
  var start: StretchCoordinates
  /// Fixed parameters: those of the user, and others that the samples require.
  var fixed: [String: Double]
  /// The height of all samples beyond the breakpoint, where they are equal and fix the intercept; otherwise nil.
  var level: Double?
  /// Whether some samples lie beyond the breakpoint.
  var hasBreakpoint = true
  /// Standard deviations of the errors of offset and height, in pt.
  let offsetError: Double
  let heightError: Double

  /// - Parameter reference: the edge, in pt; the reference point of a stretch without a breakpoint.
  /// - Throws: if there are too few samples, or the height hardly changes.
  init(
    offset: SampledChannel, height: SampledChannel, reference: (Double) -> Double,
    options: FitOptions
  ) throws(FitFailure) {
    points = Self.points(offset, height)
    // Whole numbers can be exact positions set by a script; only pixels are rounding.
    let step = offset.facts.quantum.flatMap { $0.pixelsPerPoint == nil ? nil : $0.value } ?? 0
    offsetError = step / 12.0.squareRoot()
    heightError = (height.quantum ?? 0) / 12.0.squareRoot()
    fixed = options.fixed
    let all = Observations(abscissae: points.map(\.offset), values: points.map(\.height))
    let tooFew = FitFailure(
      .tooFewSamples, "\(points.count) different samples do not show how the height follows",
      help: "record every frame while the header stretches")
    guard points.count >= 3, let best = Self.best(all, options.fixed) else { throw tooFew }
    let law = best.coordinates
    let scatter = (best.sum / Double(points.count)).squareRoot()
    let rounding = step + (height.quantum ?? 0) / max(law.gain.magnitude, 1e-9)
    // Beyond the breakpoint by this distance, a stretch would be visible.
    let clear = max(rounding, 4 * scatter / max(law.gain.magnitude, 1e-9))
    func beyond(_ point: Point) -> Double { law.shape.side * (point.offset - law.breakpoint) }
    let reach = points.reduce(0) { max($0, -beyond($1)) }
    guard reach * law.gain.magnitude > 3 * max(height.quantum ?? 0, scatter) else {
      throw FitFailure(
        .noMotion, "the height hardly changes with the offset",
        help: "record while the header stretches: offsets on both sides of its edge")
    }
    let flat = points.filter { beyond($0) > clear }
    if flat.isEmpty, options.fixed["breakpoint"] == nil {
      hasBreakpoint = false
      shape.isStraight = true
      shape.side = law.shape.side
      guard let line = Self.line(all, &shape, reference: reference, fixed: options.fixed) else {
        throw tooFew
      }
      start = line
      fixed["breakpoint"] = line.breakpoint
    } else {
      shape = law.shape
      shape.width = step
      start = law
      fixLevel(of: flat, clear: clear, step: step, beyond)
    }
  }

  /// All samples but those that repeat the one before: at rest they have the same rounding error, so they count once.
  private static func points(_ offset: SampledChannel, _ height: SampledChannel) -> [Point] {
    var points: [Point] = []
    for (index, (x, h)) in zip(offset.values, height.values).enumerated() {
      if let last = points.last, last.offset == x, last.height == h { continue }
      points.append((index, x, h))
    }
    return points
  }

  /// A straight line, as a header or a footer, whichever has a height that grows.
  private static func line(
    _ all: Observations, _ shape: inout StretchShape, reference: (Double) -> Double,
    fixed: [String: Double]
  ) -> StretchCoordinates? {
    func solved(_ shape: StretchShape) -> StretchCoordinates? {
      StretchCoordinates.solved(
        all, breakpoint: reference(shape.side), shape: shape, fixed: fixed)?.coordinates
    }
    guard let line = solved(shape) else { return nil }
    guard line.gain < 0, fixed["gain"] == nil else { return line }
    shape.side = -shape.side
    return solved(shape) ?? line
  }

  /// Leaves out all but one of the samples beyond the breakpoint if their heights are equal and have the same rounding
  /// error. If intercept and breakpoint are free, that one fixes the intercept.
  private mutating func fixLevel(
    of flat: [Point], clear: Double, step: Double, _ beyond: (Point) -> Double
  ) {
    let heights = Set(flat.map(\.height))
    guard heights.count == 1, let height = heights.first, heightError > 0 else { return }
    let middle = flat[flat.count / 2].index
    // With a fixed breakpoint, samples nearer to it are known to lie beyond it.
    let limit = fixed["breakpoint"] == nil ? clear : step / 2
    points.removeAll { beyond($0) >= limit && $0.height == height && $0.index != middle }
    guard fixed["intercept"] == nil, fixed["breakpoint"] == nil else { return }
    points.removeAll { $0.index == middle }
    level = height
    fixed["intercept"] = height
  }

  /// The best law of a header or a footer.
  private static func best(
    _ all: Observations, _ fixed: [String: Double]
  ) -> (coordinates: StretchCoordinates, sum: Double)? {
    var best: (coordinates: StretchCoordinates, sum: Double)?
    var evaluations = 0
    for side in [1.0, -1.0] {
      var shape = StretchShape()
      shape.side = side
      let found =
        if let place = fixed["breakpoint"] {
          StretchCoordinates.solved(all, breakpoint: place, shape: shape, fixed: fixed)
        } else {
          StretchSolver.scan(
            all, shape: shape, fixed: fixed, evaluations: &evaluations)
        }
      // Of equally good laws prefer a height that grows.
      guard let found else { continue }
      let isBetter =
        best.map { best in
          let least = 1e-9 * min(best.sum, found.sum)
          return (found.sum - best.sum).magnitude <= least
            ? found.coordinates.gain > best.coordinates.gain : found.sum < best.sum
        } ?? true
      if isBetter { best = found }
    }
    return best
  }

  /// The variances of the errors of height and offset, in pt^2: from quantisation steps; equal if there are none.
  var variances: (height: Double, offset: Double) {
    guard heightError > 0 || offsetError > 0 else { return (1, 1) }
    // Heights without steps are exact compared with offsets with steps, but a weight must be finite.
    let least = 1e-4 * start.gain * start.gain * offsetError * offsetError
    return (max(heightError * heightError, least), offsetError * offsetError)
  }
}
