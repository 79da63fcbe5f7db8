internal import CurveFitting
internal import ScrollTraces

/// The samples that a stretch is fitted to, and how the law lies in them.
struct StretchSamples {
  /// Samples by their number in the recording, with offset and height in pt; one of neighbours that are alike.
  var points: [(index: Int, offset: Double, height: Double)]
  var shape = StretchShape()
  /// The law before the errors of the offsets are looked at.
  var start: StretchCoordinates
  /// What is held beside the user's parameters.
  var fixed: [String: Double]
  /// The height that all samples beyond the breakpoint repeat, where it is held as the intercept.
  var level: Double?
  /// Whether some samples lie beyond the breakpoint.
  var hasBreakpoint = true
  /// Standard deviation of the error of an offset, and of a height, in pt.
  let offsetError: Double
  let heightError: Double

  /// - Parameter reference: the edge, in pt: from where a stretch without breakpoint is counted.
  /// - Throws: when too little moves.
  init(
    offset: Signal, height: Signal, reference: (Double) -> Double, options: FitOptions
  ) throws(FitFailure) {
    var points: [(index: Int, offset: Double, height: Double)] = []
    for (index, (x, h)) in zip(offset.values, height.values).enumerated() {
      // What holds still repeats one rounding error: it counts once.
      if let last = points.last, last.offset == x, last.height == h { continue }
      points.append((index, x, h))
    }
    // Whole numbers are what a script moves content by: only pixels are rounding.
    let step = offset.facts.quantum.flatMap { $0.pixelsPerPoint == nil ? nil : $0.value } ?? 0
    offsetError = step / 12.0.squareRoot()
    heightError = (height.quantum ?? 0) / 12.0.squareRoot()
    fixed = options.fixed
    let all = Observations(abscissae: points.map(\.offset), values: points.map(\.height))
    let tooFew = FitFailure(
      .tooFewSamples, "\(points.count) different samples do not show how the height follows",
      help: "record every frame while the header stretches")
    guard points.count >= 3 else { throw tooFew }

    var best: (coordinates: StretchCoordinates, sum: Double)?
    var evaluations = 0
    for side in [1.0, -1.0] {
      var shape = StretchShape()
      shape.side = side
      let found =
        if let place = options.fixed["breakpoint"] {
          StretchCoordinates.solved(all, breakpoint: place, shape: shape, fixed: options.fixed)
        } else {
          StretchSolver.scan(
            all, shape: shape, fixed: options.fixed, evaluations: &evaluations)
        }
      // Of equals a height that grows, not one that shrinks.
      guard let found else { continue }
      let isBetter =
        best.map { best in
          let least = 1e-9 * min(best.sum, found.sum)
          return (found.sum - best.sum).magnitude <= least
            ? found.coordinates.gain > best.coordinates.gain : found.sum < best.sum
        } ?? true
      if isBetter { best = found }
    }
    guard let best else { throw tooFew }
    var law = best.coordinates
    let scatter = (best.sum / Double(points.count)).squareRoot()
    let rounding = step + (height.quantum ?? 0) / max(law.gain.magnitude, 1e-9)
    // So far beyond the breakpoint a stretch would be seen.
    let clear = max(rounding, 4 * scatter / max(law.gain.magnitude, 1e-9))
    func beyond(_ point: (index: Int, offset: Double, height: Double)) -> Double {
      law.shape.side * (point.offset - law.breakpoint)
    }
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
      let place = reference(shape.side)
      guard
        let line = StretchCoordinates.solved(
          all, breakpoint: place, shape: shape, fixed: options.fixed)
      else { throw tooFew }
      law = line.coordinates
      // A straight line has two descriptions: the one that grows.
      if law.gain < 0, options.fixed["gain"] == nil {
        shape.side = -shape.side
        if let other = StretchCoordinates.solved(
          all, breakpoint: reference(shape.side), shape: shape, fixed: options.fixed)
        {
          law = other.coordinates
        }
      }
      fixed["breakpoint"] = law.breakpoint
    } else {
      shape = law.shape
      shape.width = step
      let heights = Set(flat.map(\.height))
      if heights.count == 1, let height = heights.first, heightError > 0 {
        // All of them repeat one rounding error.
        let middle = flat[flat.count / 2].index
        // A breakpoint that is held says of more samples that they lie beyond it.
        let limit = fixed["breakpoint"] == nil ? clear : step / 2
        points.removeAll { beyond($0) >= limit && $0.height == height && $0.index != middle }
        if fixed["intercept"] == nil, fixed["breakpoint"] == nil {
          points.removeAll { $0.index == middle }
          level = height
          fixed["intercept"] = height
        }
      }
    }
    self.points = points
    start = law
  }

  /// The variances of the errors of height and offset, in pt^2: known where values come in steps, else equal.
  var variances: (height: Double, offset: Double) {
    guard heightError > 0 || offsetError > 0 else { return (1, 1) }
    // Heights without steps are exact beside offsets with them, but a weight has to be finite.
    let least = 1e-4 * start.gain * start.gain * offsetError * offsetError
    return (max(heightError * heightError, least), offsetError * offsetError)
  }
}
